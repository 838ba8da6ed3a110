(* prp-saturation: A small loss teaches little [as on the page]
page: theory/90_information_per_pair

For one anchor with the loss l = -ln Q_0 the derivative with respect to the score k is
Q_k, for the positive Q_0 - 1. Their absolute values add up to 2(1 - e^(-l)), which is
at most 2 l. The loss is not negative.

on the page          in HOL
s_0, ..., s_M        s 0, ..., s M
Q_k                  Q k = exp(s k) / sum (0..M) (\i. exp(s i))
the derivative       l' k; the score k is t, the others stay as they are

Leaves out: nothing; that what is not learned can lower the mean loss by no more than
the loss is its last part, &0 <= l.
*)
needs "report.ml";;
needs "prelude_real.ml";;

let PRP_SATURATION = prove
 (`!M s. let Q = \k. exp(s k) / sum (0..M) (\i. exp(s i)) in
         let l = --ln(Q 0) in
         let l' = \k. Q k - (if k = 0 then &1 else &0) in
         (!k. k IN 0..M
              ==> ((\t. --ln(exp(if 0 = k then t else s 0) /
                           sum (0..M) (\i. exp(if i = k then t else s i))))
                   diffl l' k) (s k)) /\
         sum (0..M) (\k. abs(l' k)) = &2 * (&1 - exp(--l)) /\
         &2 * (&1 - exp(--l)) <= &2 * l /\ &0 <= l`,
  REPEAT GEN_TAC THEN REPEAT LET_TAC THEN
  ABBREV_TAC `S = sum (0..M) (\i. exp(s i))` THEN
  SUBGOAL_THEN `&0 < S` ASSUME_TAC THENL
   [EXPAND_TAC "S" THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0; REAL_EXP_POS_LT];
    ALL_TAC] THEN
  SUBGOAL_THEN `!k:num. &0 < Q k` ASSUME_TAC THENL
   [EXPAND_TAC "Q" THEN ASM_SIMP_TAC[REAL_LT_DIV; REAL_EXP_POS_LT]; ALL_TAC] THEN
  SUBGOAL_THEN `sum (0..M) Q = &1` ASSUME_TAC THENL
   [EXPAND_TAC "Q" THEN REWRITE_TAC[real_div; SUM_RMUL] THEN
    ASM_SIMP_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ];
    ALL_TAC] THEN
  SUBGOAL_THEN `Q 0 <= &1` ASSUME_TAC THENL
   [UNDISCH_TAC `sum (0..M) Q = &1` THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
    SIMP_TAC[SUM_CLAUSES_LEFT; LE_0] THEN REWRITE_TAC[REAL_LE_ADDR] THEN
    MATCH_MP_TAC SUM_POS_LE THEN ASM_SIMP_TAC[FINITE_NUMSEG; REAL_LT_IMP_LE];
    ALL_TAC] THEN
  SUBGOAL_THEN `exp(--l) = Q 0` ASSUME_TAC THENL
   [EXPAND_TAC "l" THEN REWRITE_TAC[REAL_NEG_NEG] THEN ASM_SIMP_TAC[EXP_LN];
    ALL_TAC] THEN
  CONJ_TAC THENL
   [X_GEN_TAC `k:num` THEN DISCH_TAC THEN
    ABBREV_TAC `B = sum ((0..M) DELETE k) (\i. exp(s i))` THEN
    SUBGOAL_THEN `S = exp(s(k:num)) + B` ASSUME_TAC THENL
     [MP_TAC(ISPECL [`\i. exp((s:num->real) i)`; `0..M`; `k:num`] SUM_DELETE) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG] THEN REAL_ARITH_TAC;
      ALL_TAC] THEN
    SUBGOAL_THEN `&0 <= B` ASSUME_TAC THENL
     [EXPAND_TAC "B" THEN MATCH_MP_TAC SUM_POS_LE THEN
      SIMP_TAC[FINITE_DELETE; FINITE_NUMSEG; REAL_EXP_POS_LT; REAL_LT_IMP_LE];
      ALL_TAC] THEN
    SUBGOAL_THEN
     `(\t. --ln(exp(if 0 = k then t else s 0) /
                sum (0..M) (\i. exp(if i = k then t else s i)))) =
      (\t. ln(exp t + B) - (if 0 = k then t else s 0))`
    SUBST1_TAC THENL
     [REWRITE_TAC[FUN_EQ_THM] THEN X_GEN_TAC `t:real` THEN
      SUBGOAL_THEN `sum (0..M) (\i. exp(if i = k then t else s i)) = exp t + B`
      SUBST1_TAC THENL
       [MP_TAC(ISPECL [`\i. exp(if i = k then t else s(i:num))`; `0..M`; `k:num`]
          SUM_DELETE) THEN ASM_REWRITE_TAC[FINITE_NUMSEG] THEN
        SUBGOAL_THEN `sum ((0..M) DELETE k) (\i. exp(if i = k then t else s i)) = B`
        SUBST1_TAC THENL
         [EXPAND_TAC "B" THEN MATCH_MP_TAC SUM_EQ THEN SIMP_TAC[IN_DELETE];
          REAL_ARITH_TAC];
        SUBGOAL_THEN `&0 < exp t + B` ASSUME_TAC THENL
         [ASM_SIMP_TAC[REAL_LTE_ADD; REAL_EXP_POS_LT];
          ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP] THEN REAL_ARITH_TAC]];
      ALL_TAC] THEN
    EXPAND_TAC "l'" THEN EXPAND_TAC "Q" THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `((\t. if 0 = k then t else s 0) diffl (if k = 0 then &1 else &0)) (s k)`
    ASSUME_TAC THENL
     [ASM_CASES_TAC `k = 0` THEN ASM_REWRITE_TAC[DIFF_X; DIFF_CONST] THEN
      ASM_MESON_TAC[DIFF_X; DIFF_CONST];
      ALL_TAC] THEN
    MP_TAC(SPECL [`&1`; `B:real`; `(s:num->real) k`] DIFF_LN_EXP) THEN
    REWRITE_TAC[REAL_MUL_LID] THEN
    ANTS_TAC THENL [ASM_SIMP_TAC[REAL_LTE_ADD; REAL_EXP_POS_LT]; DISCH_TAC] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\t. ln(exp t + B)`;
      `\t. if 0 = k then t else (s:num->real) 0`] DIFF_SUB)) THEN
    ASM_REWRITE_TAC[];
    ALL_TAC] THEN
  ASM_REWRITE_TAC[] THEN REPEAT CONJ_TAC THENL
   [EXPAND_TAC "l'" THEN SIMP_TAC[SUM_CLAUSES_LEFT; LE_0] THEN
    SUBGOAL_THEN `sum (0 + 1..M) (\k. abs(Q k - (if k = 0 then &1 else &0))) =
                  sum (0 + 1..M) Q` SUBST1_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN REWRITE_TAC[IN_NUMSEG] THEN REPEAT STRIP_TAC THEN
      COND_CASES_TAC THENL [ASM_ARITH_TAC; ALL_TAC] THEN
      ASM_SIMP_TAC[REAL_SUB_RZERO; real_abs; REAL_LT_IMP_LE];
      UNDISCH_TAC `sum (0..M) Q = &1` THEN
      SIMP_TAC[SUM_CLAUSES_LEFT; LE_0] THEN ASM_REAL_ARITH_TAC];
    MATCH_MP_TAC REAL_LE_LMUL THEN REWRITE_TAC[REAL_POS] THEN
    MP_TAC(SPEC `(Q:num->real) 0` LN_LE_TANGENT) THEN
    ASM_REWRITE_TAC[] THEN ASM_REAL_ARITH_TAC;
    MP_TAC(SPEC `(Q:num->real) 0` LN_LE_TANGENT) THEN
    ASM_REWRITE_TAC[] THEN ASM_REAL_ARITH_TAC]);;

state "prp-saturation" "PRP_SATURATION" PRP_SATURATION;;
