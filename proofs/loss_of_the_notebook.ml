(* eq-loss: The definition is what the notebook computes [finite latents, M = 1]
page: theory/10_infonce_limit

At M = 1 the loss is the triple sum of the page's check,
einsum('i,ij,k,ijk->', anchors, p, nu, logaddexp(0, S[:, None, :] - S[:, :, None])).

on the page          in HOL
anchors[i]           w x
p[i, j]              p x a
nu[k]                nu b
S[i, j]              s x a
logaddexp(0, t)      ln(1 + exp t)

Leaves out: M > 1, where the definition has to be read: tuples are all maps of
0..M into the candidates.
*)
needs "report.ml";;
needs "thm_every_m.ml";;

let SUM_TUPLES_1 = prove
 (`!c (f:A->A->real). FINITE c
     ==> sum (tuples 1 c) (\y. f (y 0) (y 1)) = sum c (\a. sum c (\b. f a b))`,
  REPEAT STRIP_TAC THEN ASM_SIMP_TAC[SUM_SUM_PRODUCT] THEN
  MATCH_MP_TAC SUM_EQ_GENERAL_INVERSES THEN
  EXISTS_TAC `\y:num->A. y 0,y 1` THEN
  EXISTS_TAC `\(a:A,b:A). (\i. if i = 0 then a else if i = 1 then b else ARB)` THEN
  SUBGOAL_THEN `!i. i IN 0..1 <=> i = 0 \/ i = 1` ASSUME_TAC THENL
   [REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC; ALL_TAC] THEN
  ASM_REWRITE_TAC[FORALL_PAIR_THM; IN_ELIM_PAIR_THM] THEN
  ASM_REWRITE_TAC[tuples; IN_ELIM_THM] THEN
  CONJ_TAC THENL
   [REPEAT STRIP_TAC THEN REPEAT(COND_CASES_TAC THEN ASM_REWRITE_TAC[]) THEN
    ASM_MESON_TAC[ARITH_RULE `~(1 = 0)`];
    X_GEN_TAC `y:num->A` THEN STRIP_TAC THEN ASM_SIMP_TAC[] THEN
    REWRITE_TAC[FUN_EQ_THM] THEN X_GEN_TAC `i:num` THEN
    ASM_CASES_TAC `i = 0` THEN ASM_REWRITE_TAC[] THEN
    ASM_CASES_TAC `i = 1` THEN ASM_REWRITE_TAC[ARITH_EQ] THEN
    CONV_TAC SYM_CONV THEN FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[]]);;

let INFONCE_1 = prove
 (`!(z:Z->bool) (c:A->bool) w p nu s.
     FINITE c
     ==> infonce 1 z c w p nu s =
         sum z (\x. w x * sum c (\a. sum c (\b.
           p x a * nu b * ln(&1 + exp(s x b - s x a)))))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[infonce] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN AP_TERM_TAC THEN
  MP_TAC(ISPECL [`c:A->bool`;
    `\a b:A. p (x:Z) a * nu b * ln(&1 + exp(s x b - s x a))`] SUM_TUPLES_1) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
  REWRITE_TAC[PRODUCT_SING_NUMSEG] THEN AP_TERM_TAC THEN AP_TERM_TAC THEN
  REWRITE_TAC[NUMSEG_CONV `0..1`] THEN
  SIMP_TAC[SUM_CLAUSES; FINITE_INSERT; FINITE_EMPTY; IN_INSERT; NOT_IN_EMPTY; ARITH_EQ;
           REAL_ADD_RID] THEN
  SIMP_TAC[GSYM LN_INV; REAL_LT_DIV; REAL_LT_ADD; REAL_EXP_POS_LT; REAL_EXP_SUB] THEN
  AP_TERM_TAC THEN
  MP_TAC(SPEC `(s:Z->A->real) x (y 0)` REAL_EXP_POS_LT) THEN
  MP_TAC(SPEC `(s:Z->A->real) x (y 1)` REAL_EXP_POS_LT) THEN
  CONV_TAC REAL_FIELD);;

state "eq-loss" "INFONCE_1" INFONCE_1;;
