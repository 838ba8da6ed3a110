(* prp-typical: The own row, and a typical negative, part 1 [finite latents]
page: theory/10_infonce_limit

At s = ln(p/nu) + const a negative weighs e^const on average, the own row R e^const if
its density ratio is R, and a typical negative w e^I e^const; and e^I is at most the
largest ratio.

on the page          in HOL
p(z), p(y|z)         w x, p x y    each adds up to 1
nu(y)                nu y
s*, const            s x y, c
I                    D = sum z (\x. w x * sum z (\y. p x y * ln(p x y / nu y)))
c = E s(z,y)         m
w, v(z)              v, v * exp(m - s x x)
R                    R             any bound of p x y / nu y

Leaves out: latents that are not finitely many, and part 2.
*)
needs "report.ml";;
needs "prelude_real.ml";;

let PRP_TYPICAL = prove
 (`!(z:A->bool) w p nu s c R v.
     FINITE z /\ (!x. x IN z ==> &0 < w x) /\ sum z w = &1 /\
     (!x y. x IN z /\ y IN z ==> &0 < p x y) /\ (!y. y IN z ==> &0 < nu y) /\
     (!x. x IN z ==> sum z (\y. p x y) = &1) /\
     (!x y. x IN z /\ y IN z ==> s x y = ln(p x y / nu y) + c) /\
     (!x y. x IN z /\ y IN z ==> p x y / nu y <= R)
     ==> let D = sum z (\x. w x * sum z (\y. p x y * ln(p x y / nu y))) in
         let m = sum z (\x. w x * sum z (\y. p x y * s x y)) in
         (!x. x IN z ==> sum z (\y. nu y * exp(s x y)) = exp c) /\
         (!x. x IN z ==> exp(s x x) = (p x x / nu x) * exp c) /\
         (!x. x IN z ==> (v * exp(m - s x x)) * exp(s x x) = (v * exp D) * exp c) /\
         exp D <= R`,
  REPEAT STRIP_TAC THEN REPEAT LET_TAC THEN
  SUBGOAL_THEN `!x y:A. x IN z /\ y IN z ==> &0 < p x y / nu y` ASSUME_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV]; ALL_TAC] THEN
  SUBGOAL_THEN `m = D + c` ASSUME_TAC THENL
   [EXPAND_TAC "m" THEN EXPAND_TAC "D" THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum z (\x:A. w x * sum z (\y. p x y * ln(p x y / nu y)) + w x * c)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:A` THEN DISCH_TAC THEN
      REWRITE_TAC[GSYM REAL_ADD_LDISTRIB] THEN AP_TERM_TAC THEN
      MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `sum z (\y:A. p (x:A) y * ln(p x y / nu y) + p x y * c)` THEN CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[REAL_ADD_LDISTRIB];
        ASM_SIMP_TAC[SUM_ADD; SUM_RMUL] THEN ASM_SIMP_TAC[REAL_MUL_LID]];
      ASM_SIMP_TAC[SUM_ADD; SUM_RMUL] THEN
      SUBGOAL_THEN `sum z (\x:A. w x) = &1` SUBST1_TAC THENL
       [ASM_REWRITE_TAC[ETA_AX]; REAL_ARITH_TAC]];
    ALL_TAC] THEN
  REPEAT CONJ_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum z (\y:A. p (x:A) y * exp c)` THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:A` THEN DISCH_TAC THEN
      ASM_SIMP_TAC[REAL_EXP_ADD; EXP_LN] THEN
      SUBGOAL_THEN `&0 < nu(y:A)` MP_TAC THENL
       [ASM_SIMP_TAC[]; CONV_TAC REAL_FIELD];
      ASM_SIMP_TAC[SUM_RMUL; REAL_MUL_LID]];
    ASM_SIMP_TAC[REAL_EXP_ADD; EXP_LN];
    REPEAT STRIP_TAC THEN
    REWRITE_TAC[GSYM REAL_MUL_ASSOC; GSYM REAL_EXP_ADD] THEN
    ASM_REWRITE_TAC[REAL_ARITH `a - b + b:real = a`];
    ALL_TAC] THEN
  SUBGOAL_THEN `?x:A. x IN z` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[MEMBER_NOT_EMPTY] THEN DISCH_THEN SUBST_ALL_TAC THEN
    UNDISCH_TAC `sum {} (w:A->real) = &1` THEN REWRITE_TAC[SUM_CLAUSES] THEN
    REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < R` ASSUME_TAC THENL [ASM_MESON_TAC[REAL_LTE_TRANS]; ALL_TAC] THEN
  SUBGOAL_THEN `D <= ln R` MP_TAC THENL
   [ALL_TAC; ASM_MESON_TAC[REAL_EXP_MONO_LE; EXP_LN]] THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `sum z (\x:A. w x * ln R)` THEN CONJ_TAC THENL
   [EXPAND_TAC "D" THEN MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN
    X_GEN_TAC `u:A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC REAL_LE_LMUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
    MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum z (\y:A. p (u:A) y * ln R)` THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN
      X_GEN_TAC `y:A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC REAL_LE_LMUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE; LN_MONO_LE];
      ASM_SIMP_TAC[SUM_RMUL; REAL_MUL_LID; REAL_LE_REFL]];
    ASM_REWRITE_TAC[SUM_RMUL; ETA_AX; REAL_MUL_LID; REAL_LE_REFL]]);;

state "prp-typical" "PRP_TYPICAL" PRP_TYPICAL;;
