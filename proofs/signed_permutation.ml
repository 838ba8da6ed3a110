(* lem-sign: Step 7 for any function like a power [any such function]
page: theory/40_convex_bodies_lp

What Step 7 uses of |x|^alpha: it is 0 at 0 only, multiplicative, 1 at 1 only, and
g(a,b) of the lemma has one sign where ab is not 0. A matrix that keeps
sum_i f(|x_i|) for such an f is a signed permutation; and so is the matrix of an
affine map of the cube [0,1]^n that keeps sum_i f(|u_i - v_i|).

on the page          in HOL
|x|^alpha            f(abs x)
A_ij, t_i            a i j, t i    indices 1..n; functions, not vectors
signed permutation   p permutes 1..n, abs(a (p j) j) = 1 and zeros elsewhere

Leaves out: nothing; that |x|^alpha is such a function for alpha > 0, alpha not 2, is
PW_POWER_LIKE in lem_sign.ml. Its continuity and growth are not used here: they are for
the affine step, thm-translation.
*)
needs "report.ml";;
needs "Library/permutations.ml";;

prioritize_real();;

let power_like = new_definition
 `power_like f <=>
    f(&0) = &0 /\ (!t. &0 < t ==> &0 < f t) /\
    (!s t. &0 <= s /\ &0 <= t ==> f(s * t) = f s * f t) /\
    (!t. &0 <= t /\ f t = &1 ==> t = &1) /\ &1 < f(&2) /\
    ((!a b. ~(a * b = &0)
            ==> &0 < f(abs(a + b)) + f(abs(a - b)) - &2 * f(abs a) - &2 * f(abs b)) \/
     (!a b. ~(a * b = &0)
            ==> f(abs(a + b)) + f(abs(a - b)) - &2 * f(abs a) - &2 * f(abs b) < &0)) /\
    (!x e. &0 < e ==> ?d. &0 < d /\ !y. abs(y - x) < d ==> abs(f(abs y) - f(abs x)) < e)`;;

let POWER_LIKE_1 = prove
 (`!f. power_like f ==> f(&1) = &1`,
  GEN_TAC THEN REWRITE_TAC[power_like] THEN DISCH_TAC THEN
  SUBGOAL_THEN `f(&1 * &1) = f(&1) * f(&1) /\ &0 < f(&1)` MP_TAC THENL
   [ASM_SIMP_TAC[REAL_POS; REAL_LT_01]; REWRITE_TAC[REAL_MUL_LID]] THEN
  MESON_TAC[REAL_RING `c = c * c ==> c = &0 \/ c = &1`; REAL_LT_REFL]);;

let SUM_PICK = prove
 (`!f s k:A. sum s (\j. if j = k then f j else &0) = if k IN s then f k else &0`,
  REPEAT GEN_TAC THEN MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum s (\j:A. if j = k then f k else &0)` THEN CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN MESON_TAC[]; REWRITE_TAC[SUM_DELTA]]);;

let MUL_COND = prove
 (`!p a x. a * (if p then x else &0) = if p then a * x else &0`,
  REPEAT GEN_TAC THEN COND_CASES_TAC THEN REWRITE_TAC[REAL_MUL_RZERO]);;

let TWO_SPIKES = prove
 (`!f e j k l:num.
     f(&0) = &0 /\ f(&1) = &1 /\ ~(j = k)
     ==> f (abs((if l = j then &1 else &0) + (if l = k then e else &0))) =
         (if l = j then &1 else &0) + (if l = k then f (abs e) else &0)`,
  REPEAT STRIP_TAC THEN REPEAT COND_CASES_TAC THEN
  ASM_REWRITE_TAC[REAL_ADD_LID; REAL_ADD_RID; REAL_ABS_NUM] THEN
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
let SIGNED_PERMUTATION_GEN = prove
 (`!n (a:num->num->real) f.
      power_like f /\
      (!x. sum (1..n) (\i. f (abs(sum (1..n) (\j. a i j * x j)))) =
           sum (1..n) (\j. f (abs(x j))))
      ==> ?p. p permutes 1..n /\
              !i j. i IN 1..n /\ j IN 1..n
                    ==> if i = p j then abs(a i j) = &1 else a i j = &0`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `f(&1) = &1 /\ f(&0) = &0` STRIP_ASSUME_TAC THENL
   [ASM_MESON_TAC[POWER_LIKE_1; power_like]; ALL_TAC] THEN
  SUBGOAL_THEN
   `!j. j IN 1..n ==> sum (1..n) (\i. f (abs(a i j))) = &1`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `\k:num. if k = j then &1 else &0`) THEN
    REWRITE_TAC[COND_RAND; REAL_MUL_RZERO; REAL_MUL_RID; REAL_ABS_NUM] THEN
    ASM_REWRITE_TAC[SUM_PICK];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i j k. i IN 1..n /\ j IN 1..n /\ k IN 1..n /\ ~(j = k) ==> a i j * a i k = &0`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    ABBREV_TAC `g = \i:num. f (abs(a i (j:num) + a i k)) + f (abs(a i j - a i k)) -
                        &2 * f (abs(a i j)) - &2 * f (abs(a i k))` THEN
    SUBGOAL_THEN `sum (1..n) g = &0` ASSUME_TAC THENL
     [EXPAND_TAC "g" THEN
      SIMP_TAC[SUM_ADD_NUMSEG; SUM_SUB_NUMSEG; SUM_LMUL] THEN
      ASM_SIMP_TAC[] THEN
      SUBGOAL_THEN
       `!e. sum (1..n) (\i. f (abs(a i (j:num) + a i k * e))) = &1 + f (abs e)`
       (fun th -> MP_TAC(SPEC `&1` th) THEN MP_TAC(SPEC `-- &1` th)) THENL
       [GEN_TAC THEN
        FIRST_X_ASSUM(MP_TAC o SPEC
          `\l:num. (if l = j then &1 else &0) + (if l = k then e else &0)`) THEN
        REWRITE_TAC[REAL_ADD_LDISTRIB; MUL_COND; REAL_MUL_RID] THEN
        SIMP_TAC[SUM_ADD_NUMSEG] THEN ASM_REWRITE_TAC[SUM_PICK] THEN
        DISCH_THEN SUBST1_TAC THEN
        ASM_SIMP_TAC[TWO_SPIKES; SUM_ADD_NUMSEG; SUM_DELTA];
        ASM_REWRITE_TAC[REAL_MUL_RID; REAL_MUL_RNEG; GSYM real_sub; REAL_ABS_NEG;
                    REAL_ABS_NUM] THEN REAL_ARITH_TAC];
      ALL_TAC] THEN
    SUBGOAL_THEN `!i:num. a i (j:num) * a i k = &0 ==> g i = &0` ASSUME_TAC THENL
     [X_GEN_TAC `l:num` THEN EXPAND_TAC "g" THEN REWRITE_TAC[REAL_ENTIRE] THEN
      STRIP_TAC THEN ASM_REWRITE_TAC[REAL_ADD_LID; REAL_ADD_RID; REAL_SUB_LZERO;
        REAL_SUB_RZERO; REAL_ABS_NEG; REAL_ABS_NUM] THEN REAL_ARITH_TAC;
      ALL_TAC] THEN
    SUBGOAL_THEN
     `(!i:num. ~(a i (j:num) * a i k = &0) ==> &0 < g i) \/
      (!i. ~(a i j * a i k = &0) ==> g i < &0)`
    STRIP_ASSUME_TAC THENL
     [UNDISCH_TAC `power_like f` THEN REWRITE_TAC[power_like] THEN
      EXPAND_TAC "g" THEN REWRITE_TAC[] THEN MESON_TAC[];
      MP_TAC(ISPECL [`g:num->real`; `1..n`] SUM_POS_EQ_0) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG] THEN
      ANTS_TAC THENL [ASM_MESON_TAC[REAL_LE_REFL; REAL_LT_IMP_LE]; ALL_TAC] THEN
      ASM_MESON_TAC[REAL_LT_REFL];
      MP_TAC(ISPECL [`\i. --((g:num->real) i)`; `1..n`] SUM_POS_EQ_0) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG; SUM_NEG; REAL_NEG_0; REAL_NEG_GE0; REAL_NEG_EQ_0] THEN
      ANTS_TAC THENL [ASM_MESON_TAC[REAL_LE_REFL; REAL_LT_IMP_LE]; ALL_TAC] THEN
      ASM_MESON_TAC[REAL_LT_REFL]];
    ALL_TAC] THEN
  SUBGOAL_THEN `!j. j IN 1..n ==> ?i. i IN 1..n /\ ~(a i j = &0)` MP_TAC THENL
   [REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `sum (1..n) (\i. f (abs (a i (j:num)))) = &1` MP_TAC THENL
     [ASM_SIMP_TAC[]; ALL_TAC] THEN
    ASM_CASES_TAC `!i. i IN 1..n ==> a i (j:num) = &0` THENL
     [SUBGOAL_THEN `sum (1..n) (\i. f (abs (a i (j:num)))) = &0` SUBST1_TAC THENL
       [MATCH_MP_TAC SUM_EQ_0 THEN ASM_SIMP_TAC[REAL_ABS_NUM];
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
  SUBGOAL_THEN `sum (1..n) (\i. f (abs(a i (j:num)))) = f (abs(a (p j) j))`
  MP_TAC THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..n) (\i. if i = p(j:num) then f (abs(a i j)) else &0)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `l:num` THEN DISCH_TAC THEN
      REWRITE_TAC[] THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[] THEN
      ASM_SIMP_TAC[REAL_ABS_NUM];
      ASM_REWRITE_TAC[SUM_PICK]];
    UNDISCH_TAC `!j. j IN 1..n ==> sum (1..n) (\i. f (abs(a i j))) = &1` THEN
    DISCH_THEN(MP_TAC o SPEC `j:num`) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN SUBST1_TAC THEN DISCH_TAC THEN
    UNDISCH_TAC `power_like f` THEN REWRITE_TAC[power_like] THEN STRIP_TAC THEN
    FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[REAL_ABS_POS]]);;

(* a difference of two points of the cube, up to a factor, is any vector *)
let CUBE_DIFFERENCE = prove
 (`!n x. ?s u v. &0 < s /\
      (!i. i IN 1..n ==> &0 <= u i /\ u i <= &1 /\ &0 <= v i /\ v i <= &1) /\
      (!i. i IN 1..n ==> u i - v i = s * x i)`,
  REPEAT GEN_TAC THEN
  ABBREV_TAC `m = &1 + sum (1..n) (\i. abs(x i))` THEN
  SUBGOAL_THEN `&1 <= m` ASSUME_TAC THENL
   [EXPAND_TAC "m" THEN REWRITE_TAC[REAL_LE_ADDR] THEN
    MATCH_MP_TAC SUM_POS_LE THEN REWRITE_TAC[FINITE_NUMSEG; REAL_ABS_POS];
    ALL_TAC] THEN
  SUBGOAL_THEN `!i. i IN 1..n ==> abs(x i) <= m` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum (1..n) (\i. abs(x i))` THEN CONJ_TAC THENL
     [MP_TAC(ISPECL [`\i:num. abs(x i)`; `sum (1..n) (\i. abs(x i))`; `1..n`]
        SUM_POS_BOUND) THEN
      REWRITE_TAC[FINITE_NUMSEG; REAL_ABS_POS; REAL_LE_REFL] THEN
      DISCH_THEN MATCH_MP_TAC THEN ASM_REWRITE_TAC[];
      EXPAND_TAC "m" THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  MAP_EVERY EXISTS_TAC
   [`inv m`; `\i:num. (abs(x i) + x i) / (&2 * m)`; `\i:num. (abs(x i) - x i) / (&2 * m)`] THEN
  SUBGOAL_THEN `&0 < m /\ &0 < &2 * m` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_REWRITE_TAC[REAL_LT_INV_EQ] THEN CONJ_TAC THENL
   [X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN
    ASM_SIMP_TAC[REAL_LE_LDIV_EQ; REAL_LE_RDIV_EQ] THEN REAL_ARITH_TAC;
    REPEAT STRIP_TAC THEN UNDISCH_TAC `&0 < m` THEN CONV_TAC REAL_FIELD]);;

let BOX_AFFINE_GEN = prove
 (`!n (a:num->num->real) t f.
      power_like f /\
      (!u v. (!i. i IN 1..n ==> &0 <= u i /\ u i <= &1 /\ &0 <= v i /\ v i <= &1)
             ==> sum (1..n) (\i. f (abs((sum (1..n) (\j. a i j * u j) + t i) -
                                            (sum (1..n) (\j. a i j * v j) + t i)))) =
                 sum (1..n) (\i. f (abs(u i - v i))))
      ==> ?p. p permutes 1..n /\
              !i j. i IN 1..n /\ j IN 1..n
                    ==> if i = p j then abs(a i j) = &1 else a i j = &0`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `(!s t. &0 <= s /\ &0 <= t ==> f(s * t) = f s * f t) /\
                (!t. &0 < t ==> &0 < f t)` STRIP_ASSUME_TAC THENL
   [ASM_MESON_TAC[power_like]; ALL_TAC] THEN
  MATCH_MP_TAC SIGNED_PERMUTATION_GEN THEN
  EXISTS_TAC `f:real->real` THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:num->real` THEN
  MP_TAC(SPECL [`n:num`; `x:num->real`] CUBE_DIFFERENCE) THEN
  DISCH_THEN(X_CHOOSE_THEN `s:real` (X_CHOOSE_THEN `u:num->real`
    (X_CHOOSE_THEN `v:num->real` STRIP_ASSUME_TAC))) THEN
  FIRST_X_ASSUM(MP_TAC o SPECL [`u:num->real`; `v:num->real`]) THEN
  ANTS_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN
   `sum (1..n) (\i. f (abs(u i - v i))) =
    f s * sum (1..n) (\i. f (abs(x i))) /\
    sum (1..n) (\i. f (abs((sum (1..n) (\j. a i j * u j) + t i) -
                               (sum (1..n) (\j. a i j * v j) + t i)))) =
    f s * sum (1..n) (\i. f (abs(sum (1..n) (\j. a i j * x j))))`
  (fun th -> REWRITE_TAC[th]) THENL
   [REWRITE_TAC[GSYM SUM_LMUL] THEN CONJ_TAC THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THENL
     [ASM_SIMP_TAC[REAL_ABS_MUL; REAL_ABS_POS];
      SUBGOAL_THEN
       `(sum (1..n) (\j. a (i:num) j * u j) + t i) -
        (sum (1..n) (\j. a i j * v j) + t i) = s * sum (1..n) (\j. a i j * x j)`
      SUBST1_TAC THENL
       [REWRITE_TAC[REAL_ARITH `(a + t) - (b + t):real = a - b`] THEN
        REWRITE_TAC[GSYM SUM_SUB_NUMSEG; GSYM SUM_LMUL] THEN
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN
        REWRITE_TAC[GSYM REAL_SUB_LDISTRIB] THEN ASM_SIMP_TAC[] THEN REAL_ARITH_TAC;
        ALL_TAC]] THEN
    ASM_SIMP_TAC[REAL_ABS_MUL; REAL_ABS_POS] THEN
    ASM_SIMP_TAC[REAL_ARITH `&0 < s ==> abs s = s`];
    ASM_SIMP_TAC[REAL_EQ_MUL_LCANCEL; REAL_LT_IMP_NZ]]);;

state "lem-sign" "power_like" power_like;;
state "lem-sign" "SIGNED_PERMUTATION_GEN" SIGNED_PERMUTATION_GEN;;
state "lem-sign" "BOX_AFFINE_GEN" BOX_AFFINE_GEN;;
