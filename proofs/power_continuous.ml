(* lem-sign: The library's power is like a power [alpha > 0, alpha not 2]
page: theory/40_convex_bodies_lp

For alpha > 0, alpha not 2, the function |x|^alpha has all that Step 7 and the affine step use of
it. The proofs are those of lem_sign.ml with the logarithm of the library of vectors, which
cannot be loaded beside the other one; only the continuity is proved in another way.

on the page          in HOL
alpha                al
|x|^alpha            t rpow al     the library's power, for t = abs x

Leaves out: alpha = infinity.
*)
needs "cross_entropy_continuous.ml";;
needs "signed_permutation.ml";;

(* x^a for x >= 0 and a > 0 *)
let pw = new_definition `pw a x = if x = &0 then &0 else exp(a * log x)`;;

let PW_0 = prove (`!a. pw a (&0) = &0`, REWRITE_TAC[pw]);;

let PW_POS = prove
 (`!a x. &0 < x ==> pw a x = exp(a * log x)`,
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
  SIMP_TAC[PW_POS; REAL_LT_01; LOG_1; REAL_MUL_RZERO; REAL_EXP_0]);;

let PW_EQ_1 = prove
 (`!a x. ~(a = &0) /\ &0 <= x ==> (pw a x = &1 <=> x = &1)`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `x = &0` THENL
   [ASM_REWRITE_TAC[PW_0] THEN REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < x` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS] THEN
  MP_TAC(SPECL [`a * log x`; `&0`] REAL_EXP_INJ) THEN
  MP_TAC(SPECL [`x:real`; `&1`] LOG_INJ) THEN
  ASM_REWRITE_TAC[REAL_EXP_0; LOG_1; REAL_LT_01; REAL_ENTIRE] THEN MESON_TAC[]);;

let PW_MUL = prove
 (`!a x y. &0 <= x /\ &0 <= y ==> pw a (x * y) = pw a x * pw a y`,
  REPEAT STRIP_TAC THEN
  ASM_CASES_TAC `x = &0` THEN ASM_REWRITE_TAC[PW_0; REAL_MUL_LZERO] THEN
  ASM_CASES_TAC `y = &0` THEN ASM_REWRITE_TAC[PW_0; REAL_MUL_RZERO] THEN
  SUBGOAL_THEN `&0 < x /\ &0 < y` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS; REAL_LT_MUL; LOG_MUL; REAL_ADD_LDISTRIB; REAL_EXP_ADD]);;

(* |x|^a = (x^2)^(a/2) *)
let PW_SQUARE = prove
 (`!a x. pw a (abs x) = pw (a / &2) (x pow 2)`,
  REPEAT GEN_TAC THEN ASM_CASES_TAC `x = &0` THEN
  ASM_REWRITE_TAC[REAL_ABS_NUM; PW_0] THENL
   [CONV_TAC REAL_RAT_REDUCE_CONV THEN REWRITE_TAC[PW_0]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < abs x /\ x pow 2 = abs x pow 2` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[REAL_POW2_ABS] THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS; REAL_POW_LT; LOG_POW] THEN
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
  SUBGOAL_THEN `l * log x <= log m` MP_TAC THENL
   [ALL_TAC;
    ASM_SIMP_TAC[PW_POS] THEN ASM_MESON_TAC[REAL_EXP_MONO_LE; EXP_LOG]] THEN
  MP_TAC(SPEC `x / m` LOG_LE_TANGENT) THEN MP_TAC(SPEC `&1 / m` LOG_LE_TANGENT) THEN
  ASM_SIMP_TAC[REAL_LT_DIV; REAL_LT_01; LOG_DIV; LOG_1] THEN
  REPEAT(DISCH_THEN(ASSUME_TAC o CONJUNCT1)) THEN
  SUBGOAL_THEN `l * (log x - log m) <= l * (x / m - &1) /\
                (&1 - l) * (&0 - log m) <= (&1 - l) * (&1 / m - &1)` MP_TAC THENL
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
  ASM_SIMP_TAC[PW_POS; REAL_EXP_POS_LT; LOG_EXP; REAL_MUL_ASSOC; REAL_MUL_LINV;
               REAL_LT_IMP_NZ; REAL_MUL_LID; EXP_LOG] THEN
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
    SUBGOAL_THEN `pw q t = pw q m * exp(q * log(t / m)) /\ t / m = exp(log(t / m)) /\
                  log(t / m) < &0`
    STRIP_ASSUME_TAC THENL
     [ASM_SIMP_TAC[LOG_DIV; PW_POS; GSYM REAL_EXP_ADD; EXP_LOG; REAL_LT_DIV] THEN
      ASM_SIMP_TAC[REAL_ARITH `a - b < &0 <=> a < b`; LOG_MONO_LT] THEN
      ASM_SIMP_TAC[REAL_EXP_SUB; EXP_LOG] THEN
      AP_TERM_TAC THEN REAL_ARITH_TAC;
      ALL_TAC] THEN
    ABBREV_TAC `w = log(t / m)` THEN ASM_REWRITE_TAC[] THEN
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

(* for a = 1, 2, ... it is the product *)
let PW_NUM = prove
 (`!n x. &0 <= x ==> pw (&(n + 1)) x = x pow (n + 1)`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `x = &0` THENL
   [ASM_REWRITE_TAC[PW_0; REAL_POW_ZERO; ADD_EQ_0; ARITH_EQ];
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < x` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[PW_POS; REAL_EXP_N; EXP_LOG]);;

let PW_ADD = prove
 (`!a b x. &0 < x ==> pw (a + b) x = pw a x * pw b x`,
  SIMP_TAC[PW_POS; REAL_ADD_RDISTRIB; REAL_EXP_ADD]);;

let PW_CONTINUOUS = prove
 (`!al x e. &0 < al /\ &0 < e
      ==> ?d. &0 < d /\ !y. abs(y - x) < d ==> abs(pw al (abs y) - pw al (abs x)) < e`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `x = &0` THENL
   [EXISTS_TAC `exp(log e / al)` THEN
    ASM_REWRITE_TAC[REAL_EXP_POS_LT; REAL_SUB_RZERO; REAL_ABS_NUM; PW_0] THEN
    X_GEN_TAC `y:real` THEN DISCH_TAC THEN
    SIMP_TAC[real_abs; PW_POS_LE] THEN ASM_CASES_TAC `y = &0` THEN
    ASM_REWRITE_TAC[GSYM real_abs; REAL_ABS_NUM; PW_0] THEN
    SUBGOAL_THEN `&0 < abs y` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    ASM_SIMP_TAC[PW_POS] THEN
    SUBGOAL_THEN `exp(al * log(abs y)) < exp(log e)` MP_TAC THENL
     [REWRITE_TAC[REAL_EXP_MONO_LT] THEN ONCE_REWRITE_TAC[REAL_MUL_SYM] THEN
      ASM_SIMP_TAC[GSYM REAL_LT_RDIV_EQ] THEN
      ONCE_REWRITE_TAC[GSYM REAL_EXP_MONO_LT] THEN ASM_SIMP_TAC[EXP_LOG];
      ASM_SIMP_TAC[EXP_LOG]];
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < abs x` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  MP_TAC(ISPECL [`\t:real^1. exp(al * log(drop t))`; `{t:real^1 | &0 < drop t}`] CONTINUOUS_ON_LIFT_RANGE) THEN
  MATCH_MP_TAC(TAUT `p /\ (q ==> r) ==> (p <=> q) ==> r`) THEN CONJ_TAC THENL
   [REWRITE_TAC[o_DEF] THEN MATCH_MP_TAC CONT_EXP THEN MATCH_MP_TAC CONT_MUL THEN
    REWRITE_TAC[CONTINUOUS_ON_CONST] THEN MATCH_MP_TAC CONT_LOG THEN
    SIMP_TAC[LIFT_DROP; CONTINUOUS_ON_ID; IN_ELIM_THM];
    REWRITE_TAC[IN_ELIM_THM; IMP_CONJ; FORALL_LIFT; LIFT_DROP; GSYM LIFT_SUB; NORM_LIFT] THEN
    DISCH_THEN(MP_TAC o SPEC `abs x`) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN(MP_TAC o SPEC `e:real`) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN(X_CHOOSE_THEN `d:real` STRIP_ASSUME_TAC) THEN
    EXISTS_TAC `min d (abs x)` THEN ASM_REWRITE_TAC[REAL_LT_MIN] THEN
    X_GEN_TAC `y:real` THEN STRIP_TAC THEN
    SUBGOAL_THEN `&0 < abs y /\ abs(abs y - abs x) < d` STRIP_ASSUME_TAC THENL
     [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    ASM_SIMP_TAC[PW_POS] THEN
    ASM_CASES_TAC `abs y = abs x` THENL
     [ASM_REWRITE_TAC[REAL_SUB_REFL; REAL_ABS_NUM];
      FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REAL_ARITH_TAC]]);;

(* all that Step 7 uses *)
let PW_POWER_LIKE = prove
 (`!al. &0 < al /\ ~(al = &2) ==> power_like (pw al)`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[power_like] THEN
  ASM_SIMP_TAC[PW_0; PW_POS_LT; PW_MUL; PW_CONTINUOUS] THEN
  SUBGOAL_THEN `~(al = &0)` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  REPEAT CONJ_TAC THENL
   [ASM_MESON_TAC[PW_EQ_1];
    SIMP_TAC[PW_POS; REAL_ARITH `&0 < &2`] THEN
    GEN_REWRITE_TAC LAND_CONV [GSYM REAL_EXP_0] THEN
    REWRITE_TAC[REAL_EXP_MONO_LT] THEN MATCH_MP_TAC REAL_LT_MUL THEN
    ASM_REWRITE_TAC[] THEN MATCH_MP_TAC LOG_POS_LT THEN REAL_ARITH_TAC;
    ASM_CASES_TAC `&2 < al` THENL [DISJ1_TAC; DISJ2_TAC] THEN
    REPEAT STRIP_TAC THEN
    MP_TAC(CONV_RULE(ONCE_DEPTH_CONV let_CONV)
      (SPECL [`al:real`; `a:real`; `b:real`] LEM_SIGN)) THEN
    ASM_SIMP_TAC[] THEN ASM_SIMP_TAC[REAL_ARITH `~(al = &2) /\ ~(&2 < al) ==> al < &2`]]);;


let POWER_LIKE_EQ = prove
 (`!f g. power_like f /\ (!t. &0 <= t ==> g t = f t) ==> power_like g`,
  REWRITE_TAC[power_like] THEN REPEAT GEN_TAC THEN STRIP_TAC THEN
  ASM_SIMP_TAC[REAL_ABS_POS; REAL_LE_REFL; REAL_POS; REAL_LE_MUL; REAL_LT_IMP_LE] THEN
  ASM_MESON_TAC[]);;

let RPOW_POWER_LIKE = prove
 (`!al. &0 < al /\ ~(al = &2) ==> power_like (\t. t rpow al)`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC POWER_LIKE_EQ THEN EXISTS_TAC `pw al` THEN
  ASM_SIMP_TAC[PW_POWER_LIKE] THEN X_GEN_TAC `t:real` THEN DISCH_TAC THEN REWRITE_TAC[pw; rpow] THEN
  ASM_CASES_TAC `t = &0` THEN ASM_REWRITE_TAC[REAL_LT_REFL] THENL
   [COND_CASES_TAC THEN ASM_REAL_ARITH_TAC;
    SUBGOAL_THEN `&0 < t` (fun th -> REWRITE_TAC[th]) THEN ASM_REAL_ARITH_TAC]);;

state "lem-sign" "pw" pw;;
state "lem-sign" "RPOW_POWER_LIKE" RPOW_POWER_LIKE;;
