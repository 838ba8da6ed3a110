(* prp-golden: Linear encoders in row 12: the minimum [the formula, not its integrals]
page: theory/85_marginals

L = u - ln(1 + 2u)/2 - u/(1 + 2u) with u = r^2 is smallest where 1 + 2u is the golden
ratio, and there only.

on the page          in HOL
r^2                  u >= 0
L(r)                 L u
(1 + sqrt 5)/2       (&1 + sqrt(&5)) / &2 = &1 + &2 * g

Leaves out: that L is the limit of the loss, which tests/test_identities.py has from
its integrals, and how far it is above the minimum; and that no linear encoder but
the constant one is stationary.
*)
needs "report.ml";;
needs "prelude_real.ml";;

let PRP_GOLDEN = prove
 (`!u. &0 <= u
       ==> let L = \u. u - ln(&1 + &2 * u) / &2 - u / (&1 + &2 * u) in
           let g = (sqrt(&5) - &1) / &4 in
           &0 < g /\ &1 + &2 * g = (&1 + sqrt(&5)) / &2 /\
           L g <= L u /\ (L u = L g <=> u = g)`,
  REPEAT STRIP_TAC THEN REPEAT LET_TAC THEN
  ABBREV_TAC `f = (&1 + sqrt(&5)) / &2` THEN
  SUBGOAL_THEN `&2 < sqrt(&5) /\ sqrt(&5) pow 2 = &5` STRIP_ASSUME_TAC THENL
   [SIMP_TAC[SQRT_POW_2; REAL_POS] THEN
    MATCH_MP_TAC REAL_LT_RSQRT THEN CONV_TAC REAL_RAT_REDUCE_CONV;
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < f /\ f pow 2 = f + &1 /\ &1 + &2 * g = f` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "f" THEN EXPAND_TAC "g" THEN
    UNDISCH_TAC `sqrt(&5) pow 2 = &5` THEN UNDISCH_TAC `&2 < sqrt(&5)` THEN
    SPEC_TAC(`sqrt(&5)`,`q:real`) THEN GEN_TAC THEN REPEAT DISCH_TAC THEN
    REPEAT CONJ_TAC THENL
     [ASM_REAL_ARITH_TAC;
      UNDISCH_TAC `q pow 2 = &5` THEN CONV_TAC REAL_RING;
      REAL_ARITH_TAC];
    ALL_TAC] THEN
  CONJ_TAC THENL [ASM_REAL_ARITH_TAC; ASM_REWRITE_TAC[]] THEN
  ABBREV_TAC `t = &1 + &2 * u` THEN
  SUBGOAL_THEN `&0 < t` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `u:real = g <=> t:real = f` SUBST1_TAC THENL
   [MATCH_MP_TAC(REAL_ARITH
     `&1 + &2 * g = f /\ &1 + &2 * u = t ==> (u = g <=> t = f)`) THEN
    ASM_REWRITE_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `L (u:real) - L g = (t + inv t - f - inv f - ln(t / f)) / &2` ASSUME_TAC THENL
   [EXPAND_TAC "L" THEN REWRITE_TAC[] THEN ASM_REWRITE_TAC[] THEN ASM_SIMP_TAC[LN_DIV] THEN
    SUBGOAL_THEN `!a b. &0 < b /\ &1 + &2 * a = b ==> a / b = (&1 - inv b) / &2`
     (fun th -> ASM_SIMP_TAC[th]) THENL
     [CONV_TAC REAL_FIELD; ALL_TAC] THEN
    ASM_REAL_ARITH_TAC;
    ALL_TAC] THEN
  MP_TAC(SPEC `t / f` LN_LE_TANGENT) THEN ASM_SIMP_TAC[REAL_LT_DIV] THEN
  SUBGOAL_THEN `t + inv t - f - inv f - (t / f - &1) = (t / f - &1) pow 2 / t`
  ASSUME_TAC THENL
   [MAP_EVERY UNDISCH_TAC [`&0 < t`; `&0 < f`; `f pow 2 = f + &1`] THEN
    CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  SUBGOAL_THEN `t / f = &1 <=> t:real = f` ASSUME_TAC THENL
   [UNDISCH_TAC `&0 < f` THEN CONV_TAC REAL_FIELD; ALL_TAC] THEN
  SUBGOAL_THEN `&0 <= (t / f - &1) pow 2 / t` ASSUME_TAC THENL
   [ASM_SIMP_TAC[REAL_LE_DIV; REAL_LE_POW_2; REAL_LT_IMP_LE]; ALL_TAC] THEN
  ASM_CASES_TAC `t:real = f` THENL
   [ASM_REWRITE_TAC[] THEN STRIP_TAC THEN
    SUBGOAL_THEN `L (u:real) - L g = &0` MP_TAC THENL
     [ASM_REWRITE_TAC[] THEN
      SUBGOAL_THEN `f / f = &1` SUBST1_TAC THENL
       [ASM_SIMP_TAC[REAL_DIV_REFL; REAL_LT_IMP_NZ]; REWRITE_TAC[LN_1] THEN REAL_ARITH_TAC];
      REAL_ARITH_TAC];
    ASM_REWRITE_TAC[] THEN ASM_REAL_ARITH_TAC]);;

state "prp-golden" "PRP_GOLDEN" PRP_GOLDEN;;
