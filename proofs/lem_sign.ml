(* lem-sign: Linear isometries of the L^alpha norm are signed permutations [alpha > 0, alpha not 2]
page: theory/40_convex_bodies_lp

Let g(a,b) = |a+b|^alpha + |a-b|^alpha - 2|a|^alpha - 2|b|^alpha and alpha > 0. If
ab = 0, then g = 0; otherwise g > 0 for alpha > 2 and g < 0 for alpha < 2. Step 7:
so a matrix that keeps sum_i |x_i|^alpha has one entry +1 or -1 in each row and
column, and zeros elsewhere.

on the page          in HOL
alpha                al
|x|^alpha            pw al (abs x)
A_ij, x_j            a i j, x j    indices 1..n; functions, not vectors
signed permutation   p permutes 1..n, abs(a (p j) j) = 1 and zeros elsewhere

Leaves out: nothing of the lemma. In Step 7, alpha = infinity. The page asks for
alpha >= 1; any alpha > 0 will do.
*)
needs "report.ml";;
needs "prelude_real.ml";;

(* x^a for x >= 0 and a > 0 *)
let pw = new_definition `pw a x = if x = &0 then &0 else exp(a * ln x)`;;

let PW_0 = prove (`!a. pw a (&0) = &0`, REWRITE_TAC[pw]);;

let PW_POS = prove
 (`!a x. &0 < x ==> pw a x = exp(a * ln x)`,
  SIMP_TAC[pw; REAL_LT_IMP_NZ]);;

let PW_POS_LT = prove
 (`!a x. &0 < x ==> &0 < pw a x`,
  SIMP_TAC[PW_POS; REAL_EXP_POS_LT]);;

let PW_POS_LE = prove
 (`!a x. &0 <= pw a x`,
  REPEAT GEN_TAC THEN REWRITE_TAC[pw] THEN COND_CASES_TAC THEN
  SIMP_TAC[REAL_LE_REFL; REAL_EXP_POS_LT; REAL_LT_IMP_LE]);;

let PW_1 = prove
 (`!a. pw a (&1) = &1`,
  SIMP_TAC[PW_POS; REAL_LT_01; LN_1; REAL_MUL_RZERO; REAL_EXP_0]);;

let PW_EQ_1 = prove
 (`!a x. ~(a = &0) /\ &0 <= x ==> (pw a x = &1 <=> x = &1)`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `x = &0` THENL
   [ASM_REWRITE_TAC[PW_0] THEN REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < x` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS] THEN
  MP_TAC(SPECL [`a * ln x`; `&0`] REAL_EXP_INJ) THEN
  MP_TAC(SPECL [`x:real`; `&1`] LN_INJ) THEN
  ASM_REWRITE_TAC[REAL_EXP_0; LN_1; REAL_LT_01; REAL_ENTIRE] THEN MESON_TAC[]);;

let PW_MUL = prove
 (`!a x y. &0 <= x /\ &0 <= y ==> pw a (x * y) = pw a x * pw a y`,
  REPEAT STRIP_TAC THEN
  ASM_CASES_TAC `x = &0` THEN ASM_REWRITE_TAC[PW_0; REAL_MUL_LZERO] THEN
  ASM_CASES_TAC `y = &0` THEN ASM_REWRITE_TAC[PW_0; REAL_MUL_RZERO] THEN
  SUBGOAL_THEN `&0 < x /\ &0 < y` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS; REAL_LT_MUL; LN_MUL; REAL_ADD_LDISTRIB; REAL_EXP_ADD]);;

(* |x|^a = (x^2)^(a/2) *)
let PW_SQUARE = prove
 (`!a x. pw a (abs x) = pw (a / &2) (x pow 2)`,
  REPEAT GEN_TAC THEN ASM_CASES_TAC `x = &0` THEN
  ASM_REWRITE_TAC[REAL_ABS_NUM; PW_0] THENL
   [CONV_TAC REAL_RAT_REDUCE_CONV THEN REWRITE_TAC[PW_0]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < abs x /\ x pow 2 = abs x pow 2` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[REAL_POW2_ABS] THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS; REAL_POW_LT; LN_POW] THEN
  AP_TERM_TAC THEN REAL_ARITH_TAC);;

(* weighted arithmetic and geometric mean *)
let PW_AGM = prove
 (`!l x. &0 < l /\ l <= &1 /\ &0 <= x ==> pw l x <= l * x + &1 - l`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `x = &0` THENL
   [ASM_REWRITE_TAC[PW_0] THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < x` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ABBREV_TAC `m = l * x + &1 - l` THEN
  SUBGOAL_THEN `&0 < m` ASSUME_TAC THENL
   [EXPAND_TAC "m" THEN MATCH_MP_TAC REAL_LTE_ADD THEN
    ASM_SIMP_TAC[REAL_LT_MUL] THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `l * ln x <= ln m` MP_TAC THENL
   [ALL_TAC;
    ASM_SIMP_TAC[PW_POS] THEN ASM_MESON_TAC[REAL_EXP_MONO_LE; EXP_LN]] THEN
  MP_TAC(SPEC `x / m` LN_LE_TANGENT) THEN MP_TAC(SPEC `&1 / m` LN_LE_TANGENT) THEN
  ASM_SIMP_TAC[REAL_LT_DIV; REAL_LT_01; LN_DIV; LN_1] THEN
  REPEAT(DISCH_THEN(ASSUME_TAC o CONJUNCT1)) THEN
  SUBGOAL_THEN `l * (ln x - ln m) <= l * (x / m - &1) /\
                (&1 - l) * (&0 - ln m) <= (&1 - l) * (&1 / m - &1)` MP_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC REAL_LE_LMUL THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `l * (x / m - &1) + (&1 - l) * (&1 / m - &1) = &0` MP_TAC THENL
   [UNDISCH_TAC `&0 < m` THEN EXPAND_TAC "m" THEN CONV_TAC REAL_FIELD;
    REAL_ARITH_TAC]);;

let PW_BERNOULLI = prove
 (`!q x. &1 <= q /\ &0 <= x ==> &1 + q * (x - &1) <= pw q x`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `x = &0` THENL
   [ASM_REWRITE_TAC[PW_0] THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < x /\ &0 < q` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  MP_TAC(SPECL [`inv q`; `pw q x`] PW_AGM) THEN
  ASM_SIMP_TAC[REAL_LT_INV_EQ; PW_POS_LE; REAL_INV_LE_1] THEN
  ASM_SIMP_TAC[PW_POS; REAL_EXP_POS_LT; LN_EXP; REAL_MUL_ASSOC; REAL_MUL_LINV;
               REAL_LT_IMP_NZ; REAL_MUL_LID; EXP_LN] THEN
  DISCH_THEN(MP_TAC o SPEC `q:real` o MATCH_MP (REWRITE_RULE[IMP_CONJ_ALT] REAL_LE_LMUL)) THEN
  ASM_SIMP_TAC[REAL_LT_IMP_LE; REAL_ADD_LDISTRIB; REAL_MUL_ASSOC; REAL_MUL_RINV;
               REAL_SUB_LDISTRIB; REAL_LT_IMP_NZ; REAL_MUL_LID] THEN
  REAL_ARITH_TAC);;

(* means of powers and powers of means; the two signs of the power mean step *)
let PW_MEAN = prove
 (`!q u v. &0 <= u /\ &0 <= v /\ &0 < q
      ==> (&1 <= q ==> &2 * pw q ((u + v) / &2) <= pw q u + pw q v) /\
          (q <= &1 ==> pw q u + pw q v <= &2 * pw q ((u + v) / &2))`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN ASM_CASES_TAC `u + v = &0` THENL
   [SUBGOAL_THEN `u = &0 /\ v = &0` (CONJUNCTS_THEN SUBST1_TAC) THENL
     [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    CONV_TAC REAL_RAT_REDUCE_CONV THEN REWRITE_TAC[PW_0] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  ABBREV_TAC `m = (u + v) / &2` THEN
  SUBGOAL_THEN `&0 < m` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `?a b. u = m * a /\ v = m * b /\ &0 <= a /\ &0 <= b /\ a + b = &2`
  STRIP_ASSUME_TAC THENL
   [MAP_EVERY EXISTS_TAC [`u / m`; `v / m`] THEN
    ASM_SIMP_TAC[REAL_LE_DIV; REAL_LT_IMP_LE; REAL_DIV_LMUL; REAL_LT_IMP_NZ] THEN
    SUBGOAL_THEN `u + v = &2 * m` MP_TAC THENL
     [EXPAND_TAC "m" THEN REAL_ARITH_TAC; UNDISCH_TAC `&0 < m`] THEN
    CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  ASM_SIMP_TAC[PW_MUL; REAL_LT_IMP_LE] THEN
  REWRITE_TAC[GSYM REAL_ADD_LDISTRIB] THEN
  GEN_REWRITE_TAC (BINOP_CONV o RAND_CONV o ONCE_DEPTH_CONV) [REAL_MUL_SYM] THEN
  CONJ_TAC THEN DISCH_TAC THENL
   [MP_TAC(SPECL [`q:real`; `a:real`] PW_BERNOULLI) THEN
    MP_TAC(SPECL [`q:real`; `b:real`] PW_BERNOULLI) THEN ASM_REWRITE_TAC[] THEN
    REPEAT DISCH_TAC THEN
    SUBGOAL_THEN `pw q m * &2 <= pw q m * (pw q a + pw q b)` MP_TAC THENL
     [ALL_TAC; REAL_ARITH_TAC];
    MP_TAC(SPECL [`q:real`; `a:real`] PW_AGM) THEN
    MP_TAC(SPECL [`q:real`; `b:real`] PW_AGM) THEN ASM_REWRITE_TAC[] THEN
    REPEAT DISCH_TAC THEN
    SUBGOAL_THEN `pw q m * (pw q a + pw q b) <= pw q m * &2` MP_TAC THENL
     [ALL_TAC; REAL_ARITH_TAC]] THEN
  MATCH_MP_TAC REAL_LE_LMUL THEN REWRITE_TAC[PW_POS_LE] THEN
  (SUBGOAL_THEN `q * (a - &1) + q * (b - &1) = &0 /\ q * a + q * b = q * &2` MP_TAC THENL
    [REWRITE_TAC[GSYM REAL_ADD_LDISTRIB] THEN
     ASM_REWRITE_TAC[REAL_ARITH `a - &1 + b - &1 = (a + b) - &2`] THEN
     REAL_ARITH_TAC;
     ASM_REAL_ARITH_TAC]));;

(* strict superadditivity and subadditivity *)
let PW_ADDITIVE = prove
 (`!q x y. &0 < x /\ &0 < y /\ &0 < q
      ==> (&1 < q ==> pw q x + pw q y < pw q (x + y)) /\
          (q < &1 ==> pw q (x + y) < pw q x + pw q y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  ABBREV_TAC `m = x + y` THEN
  SUBGOAL_THEN `&0 < m /\ x < m /\ y < m` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN
   `!t. &0 < t /\ t < m
        ==> (&1 < q ==> pw q t < pw q m * t / m) /\
            (q < &1 ==> pw q m * t / m < pw q t)`
  ASSUME_TAC THENL
   [GEN_TAC THEN STRIP_TAC THEN
    SUBGOAL_THEN `pw q t = pw q m * exp(q * ln(t / m)) /\ t / m = exp(ln(t / m)) /\
                  ln(t / m) < &0`
    STRIP_ASSUME_TAC THENL
     [ASM_SIMP_TAC[LN_DIV; PW_POS; GSYM REAL_EXP_ADD; EXP_LN; REAL_LT_DIV] THEN
      ASM_SIMP_TAC[REAL_ARITH `a - b < &0 <=> a < b`; LN_MONO_LT] THEN
      ASM_SIMP_TAC[REAL_EXP_SUB; EXP_LN] THEN
      AP_TERM_TAC THEN REAL_ARITH_TAC;
      ALL_TAC] THEN
    ABBREV_TAC `w = ln(t / m)` THEN ASM_REWRITE_TAC[] THEN
    ASM_SIMP_TAC[REAL_LT_LMUL_EQ; PW_POS_LT; REAL_EXP_MONO_LT] THEN
    REWRITE_TAC[REAL_ARITH `q * w < w <=> &0 < (q - &1) * --w`;
                REAL_ARITH `w < q * w <=> &0 < (&1 - q) * --w`] THEN
    CONJ_TAC THEN DISCH_TAC THEN MATCH_MP_TAC REAL_LT_MUL THEN ASM_REAL_ARITH_TAC;
    ALL_TAC] THEN
  FIRST_X_ASSUM(fun th -> MP_TAC(SPEC `x:real` th) THEN MP_TAC(SPEC `y:real` th)) THEN
  ASM_REWRITE_TAC[] THEN
  SUBGOAL_THEN `pw q m * x / m + pw q m * y / m = pw q m` MP_TAC THENL
   [UNDISCH_TAC `x + y = m` THEN UNDISCH_TAC `&0 < m` THEN CONV_TAC REAL_FIELD;
    REAL_ARITH_TAC]);;

(* the lemma of the page *)
let LEM_SIGN = prove
 (`!al a b. &0 < al
      ==> let g = pw al (abs(a + b)) + pw al (abs(a - b)) -
                  &2 * pw al (abs a) - &2 * pw al (abs b) in
          (a * b = &0 ==> g = &0) /\
          (~(a * b = &0) /\ &2 < al ==> &0 < g) /\
          (~(a * b = &0) /\ al < &2 ==> g < &0)`,
  REPEAT GEN_TAC THEN DISCH_TAC THEN CONV_TAC let_CONV THEN CONJ_TAC THENL
   [REWRITE_TAC[REAL_ENTIRE] THEN STRIP_TAC THEN
    ASM_REWRITE_TAC[REAL_ADD_LID; REAL_ADD_RID; REAL_SUB_LZERO; REAL_SUB_RZERO;
                    REAL_ABS_NEG; REAL_ABS_NUM; PW_0] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  REWRITE_TAC[PW_SQUARE] THEN ABBREV_TAC `q = al / &2` THEN
  REWRITE_TAC[REAL_ENTIRE; DE_MORGAN_THM] THEN
  MP_TAC(SPECL [`q:real`; `(a + b) pow 2`; `(a - b) pow 2`] PW_MEAN) THEN
  MP_TAC(SPECL [`q:real`; `a pow 2`; `b pow 2`] PW_ADDITIVE) THEN
  REWRITE_TAC[REAL_LE_POW_2; REAL_LT_POW_2] THEN
  REWRITE_TAC[REAL_ARITH `((a + b) pow 2 + (a - b) pow 2) / &2 = a pow 2 + b pow 2`] THEN
  ASM_CASES_TAC `a = &0` THEN ASM_REWRITE_TAC[] THEN
  ASM_CASES_TAC `b = &0` THEN ASM_REWRITE_TAC[] THEN
  ASM_REAL_ARITH_TAC);;

let SUM_PICK = prove
 (`!f s k:A. sum s (\j. if j = k then f j else &0) = if k IN s then f k else &0`,
  REPEAT GEN_TAC THEN MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum s (\j:A. if j = k then f k else &0)` THEN CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN MESON_TAC[]; REWRITE_TAC[SUM_DELTA]]);;

let MUL_COND = prove
 (`!p a x. a * (if p then x else &0) = if p then a * x else &0`,
  REPEAT GEN_TAC THEN COND_CASES_TAC THEN REWRITE_TAC[REAL_MUL_RZERO]);;

let TWO_SPIKES = prove
 (`!al e j k l:num.
     ~(j = k)
     ==> pw al (abs((if l = j then &1 else &0) + (if l = k then e else &0))) =
         (if l = j then &1 else &0) + (if l = k then pw al (abs e) else &0)`,
  REPEAT STRIP_TAC THEN REPEAT COND_CASES_TAC THEN
  REWRITE_TAC[REAL_ADD_LID; REAL_ADD_RID; REAL_ABS_NUM; PW_0; PW_1] THEN
  ASM_MESON_TAC[]);;

(* at most one entry in a row and at least one in a column: a permutation *)
let ONE_IN_A_ROW = prove
 (`!n (a:num->num->real).
     (!i j k. i IN 1..n /\ j IN 1..n /\ k IN 1..n /\ ~(j = k)
              ==> a i j = &0 \/ a i k = &0) /\
     (!j. j IN 1..n ==> ?i. i IN 1..n /\ ~(a i j = &0))
     ==> ?p. p permutes 1..n /\
             !i j. i IN 1..n /\ j IN 1..n /\ ~(i = p j) ==> a i j = &0`,
  REPEAT GEN_TAC THEN DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC MP_TAC) THEN
  GEN_REWRITE_TAC (LAND_CONV o TOP_DEPTH_CONV) [RIGHT_IMP_EXISTS_THM; SKOLEM_THM] THEN
  DISCH_THEN(X_CHOOSE_TAC `f:num->num`) THEN
  EXISTS_TAC `\j. if j IN 1..n then (f:num->num) j else j` THEN
  SUBGOAL_THEN `!j k. j IN 1..n /\ k IN 1..n /\ f j = (f:num->num) k ==> j = k`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`(f:num->num) j`; `j:num`; `k:num`]) THEN
    ASM_MESON_TAC[];
    ALL_TAC] THEN
  CONJ_TAC THENL
   [SIMP_TAC[PERMUTES_FINITE_INJECTIVE; FINITE_NUMSEG] THEN ASM_MESON_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `!i. i IN 1..n ==> ?j. j IN 1..n /\ (f:num->num) j = i` ASSUME_TAC THENL
   [MP_TAC(ISPECL [`1..n`; `f:num->num`] SURJECTIVE_IFF_INJECTIVE) THEN
    REWRITE_TAC[FINITE_NUMSEG; SUBSET; FORALL_IN_IMAGE] THEN
    ANTS_TAC THENL [ASM_SIMP_TAC[]; DISCH_THEN(SUBST1_TAC) THEN ASM_REWRITE_TAC[]];
    ALL_TAC] THEN
  REPEAT GEN_TAC THEN REWRITE_TAC[] THEN STRIP_TAC THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN ASM_REWRITE_TAC[] THEN
  DISCH_THEN(X_CHOOSE_THEN `k:num` STRIP_ASSUME_TAC) THEN
  FIRST_X_ASSUM(MP_TAC o SPECL [`i:num`; `j:num`; `k:num`]) THEN
  ASM_MESON_TAC[]);;

(* columns of an isometry have disjoint supports: a signed permutation *)
let SIGNED_PERMUTATION = prove
 (`!n (a:num->num->real) al.
      &0 < al /\ ~(al = &2) /\
      (!x. sum (1..n) (\i. pw al (abs(sum (1..n) (\j. a i j * x j)))) =
           sum (1..n) (\j. pw al (abs(x j))))
      ==> ?p. p permutes 1..n /\
              !i j. i IN 1..n /\ j IN 1..n
                    ==> if i = p j then abs(a i j) = &1 else a i j = &0`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN
   `!j. j IN 1..n ==> sum (1..n) (\i. pw al (abs(a i j))) = &1`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `\k:num. if k = j then &1 else &0`) THEN
    REWRITE_TAC[COND_RAND; REAL_MUL_RZERO; REAL_MUL_RID; REAL_ABS_NUM; PW_0; PW_1] THEN
    ASM_REWRITE_TAC[SUM_PICK];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i j k. i IN 1..n /\ j IN 1..n /\ k IN 1..n /\ ~(j = k) ==> a i j * a i k = &0`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    ABBREV_TAC `g = \i:num. pw al (abs(a i (j:num) + a i k)) + pw al (abs(a i j - a i k)) -
                        &2 * pw al (abs(a i j)) - &2 * pw al (abs(a i k))` THEN
    SUBGOAL_THEN `sum (1..n) g = &0` ASSUME_TAC THENL
     [EXPAND_TAC "g" THEN
      SIMP_TAC[SUM_ADD_NUMSEG; SUM_SUB_NUMSEG; SUM_LMUL] THEN
      ASM_SIMP_TAC[] THEN
      SUBGOAL_THEN
       `!e. sum (1..n) (\i. pw al (abs(a i (j:num) + a i k * e))) = &1 + pw al (abs e)`
       (fun th -> MP_TAC(SPEC `&1` th) THEN MP_TAC(SPEC `-- &1` th)) THENL
       [GEN_TAC THEN
        FIRST_X_ASSUM(MP_TAC o SPEC
          `\l:num. (if l = j then &1 else &0) + (if l = k then e else &0)`) THEN
        REWRITE_TAC[REAL_ADD_LDISTRIB; MUL_COND; REAL_MUL_RID] THEN
        SIMP_TAC[SUM_ADD_NUMSEG] THEN ASM_REWRITE_TAC[SUM_PICK] THEN
        DISCH_THEN SUBST1_TAC THEN
        ASM_SIMP_TAC[TWO_SPIKES; SUM_ADD_NUMSEG; SUM_DELTA];
        REWRITE_TAC[REAL_MUL_RID; REAL_MUL_RNEG; GSYM real_sub; REAL_ABS_NEG;
                    REAL_ABS_NUM; PW_1] THEN REAL_ARITH_TAC];
      ALL_TAC] THEN
    SUBGOAL_THEN
     `!i:num. (a i (j:num) * a i k = &0 ==> g i = &0) /\
          (~(a i j * a i k = &0) /\ &2 < al ==> &0 < g i) /\
          (~(a i j * a i k = &0) /\ al < &2 ==> g i < &0)`
    ASSUME_TAC THENL
     [X_GEN_TAC `l:num` THEN EXPAND_TAC "g" THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC(CONV_RULE(ONCE_DEPTH_CONV let_CONV) LEM_SIGN) THEN
      ASM_REWRITE_TAC[];
      ALL_TAC] THEN
    ASM_CASES_TAC `&2 < al` THENL
     [MP_TAC(ISPECL [`g:num->real`; `1..n`] SUM_POS_EQ_0) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG] THEN
      ANTS_TAC THENL [ASM_MESON_TAC[REAL_LE_REFL; REAL_LT_IMP_LE]; ALL_TAC] THEN
      ASM_MESON_TAC[REAL_LT_REFL];
      SUBGOAL_THEN `al < &2` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
      MP_TAC(ISPECL [`\i. --((g:num->real) i)`; `1..n`] SUM_POS_EQ_0) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG; SUM_NEG; REAL_NEG_0; REAL_NEG_GE0; REAL_NEG_EQ_0] THEN
      ANTS_TAC THENL [ASM_MESON_TAC[REAL_LE_REFL; REAL_LT_IMP_LE]; ALL_TAC] THEN
      ASM_MESON_TAC[REAL_LT_REFL]];
    ALL_TAC] THEN
  SUBGOAL_THEN `!j. j IN 1..n ==> ?i. i IN 1..n /\ ~(a i j = &0)` MP_TAC THENL
   [REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `sum (1..n) (\i. pw al (abs (a i (j:num)))) = &1` MP_TAC THENL
     [ASM_SIMP_TAC[]; ALL_TAC] THEN
    ASM_CASES_TAC `!i. i IN 1..n ==> a i (j:num) = &0` THENL
     [SUBGOAL_THEN `sum (1..n) (\i. pw al (abs (a i (j:num)))) = &0` SUBST1_TAC THENL
       [MATCH_MP_TAC SUM_EQ_0 THEN ASM_SIMP_TAC[REAL_ABS_NUM; PW_0];
        REAL_ARITH_TAC];
      POP_ASSUM MP_TAC THEN MESON_TAC[]];
    ALL_TAC] THEN
  DISCH_TAC THEN
  MP_TAC(ISPECL [`n:num`; `a:num->num->real`] ONE_IN_A_ROW) THEN
  REWRITE_TAC[GSYM REAL_ENTIRE] THEN ANTS_TAC THENL
   [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; MATCH_MP_TAC MONO_EXISTS] THEN
  X_GEN_TAC `p:num->num` THEN STRIP_TAC THEN ASM_REWRITE_TAC[] THEN
  MAP_EVERY X_GEN_TAC [`i:num`; `j:num`] THEN STRIP_TAC THEN
  COND_CASES_TAC THENL [FIRST_X_ASSUM SUBST_ALL_TAC; ASM_SIMP_TAC[]] THEN
  SUBGOAL_THEN `sum (1..n) (\i. pw al (abs(a i (j:num)))) = pw al (abs(a (p j) j))`
  MP_TAC THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..n) (\i. if i = p(j:num) then pw al (abs(a i j)) else &0)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `l:num` THEN DISCH_TAC THEN
      REWRITE_TAC[] THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[] THEN
      ASM_SIMP_TAC[REAL_ABS_NUM; PW_0];
      ASM_REWRITE_TAC[SUM_PICK]];
    UNDISCH_TAC `!j. j IN 1..n ==> sum (1..n) (\i. pw al (abs(a i j))) = &1` THEN
    DISCH_THEN(MP_TAC o SPEC `j:num`) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN SUBST1_TAC THEN DISCH_THEN(MP_TAC o SYM) THEN
    MATCH_MP_TAC(TAUT `(p <=> q) ==> p ==> q`) THEN
    MATCH_MP_TAC PW_EQ_1 THEN REWRITE_TAC[REAL_ABS_POS] THEN
    UNDISCH_TAC `&0 < al` THEN REAL_ARITH_TAC]);;

state "lem-sign" "pw" pw;;
state "lem-sign" "LEM_SIGN" LEM_SIGN;;
state "lem-sign" "SIGNED_PERMUTATION" SIGNED_PERMUTATION;;
