(* eq-loss: The definition is what the notebook computes [finite latents]
page: theory/10_infonce_limit

At M = 1 the loss is the triple sum of the page's check,
einsum('i,ij,k,ijk->', anchors, p, nu, logaddexp(0, S[:, None, :] - S[:, :, None])).
At every M the part of a tuple is logsumexp(s_0, ..., s_M) - s_0, as the library
computes it, and the sum over tuples is M + 1 sums, one inside the other.

on the page          in HOL
anchors[i]           w x
p[i, j]              p x a
nu[k]                nu b
S[i, j]              s x a
logaddexp(0, t)      ln(1 + exp t)
logsumexp            ln(sum (0..M) (\i. exp(s x (y i))))

Leaves out: floating point.
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

(* the last candidate apart *)
let SUM_TUPLES_SUC = prove
 (`!M c:A->bool f. FINITE c
     ==> sum (tuples (SUC M) c) f =
         sum (tuples M c) (\y. sum c (\a. f (\i. if i = SUC M then a else y i)))`,
  REPEAT STRIP_TAC THEN ASM_SIMP_TAC[SUM_SUM_PRODUCT; FINITE_TUPLES] THEN
  MATCH_MP_TAC SUM_EQ_GENERAL_INVERSES THEN
  EXISTS_TAC `\y:num->A. (\i. if i = SUC M then ARB else y i),y(SUC M)` THEN
  EXISTS_TAC `\(y:num->A,a:A). (\i. if i = SUC M then a else y i)` THEN
  SUBGOAL_THEN `!i. (i IN 0..SUC M <=> i = SUC M \/ i IN 0..M) /\
                    ~(SUC M IN 0..M)` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC; ALL_TAC] THEN
  ASM_REWRITE_TAC[FORALL_PAIR_THM; IN_ELIM_PAIR_THM] THEN
  ASM_REWRITE_TAC[tuples; IN_ELIM_THM] THEN CONJ_TAC THENL
   [MAP_EVERY X_GEN_TAC [`y:num->A`; `a:A`] THEN STRIP_TAC THEN
    REWRITE_TAC[PAIR_EQ; FUN_EQ_THM] THEN ASM_MESON_TAC[];
    X_GEN_TAC `y:num->A` THEN STRIP_TAC THEN
    SUBGOAL_THEN `(\i. if i = SUC M then y (SUC M) else if i = SUC M then ARB else y i) =
                  (y:num->A)` ASSUME_TAC THENL
     [REWRITE_TAC[FUN_EQ_THM] THEN ASM_MESON_TAC[]; ASM_REWRITE_TAC[]] THEN
    ASM_MESON_TAC[]]);;

let SUM_TUPLES_0 = prove
 (`!c:A->bool f. sum (tuples 0 c) (\y. f (y 0)) = sum c f`,
  REPEAT GEN_TAC THEN MATCH_MP_TAC SUM_EQ_GENERAL_INVERSES THEN
  EXISTS_TAC `\y:num->A. y 0` THEN
  EXISTS_TAC `\a:A. (\i. if i = 0 then a else ARB)` THEN
  SUBGOAL_THEN `!i. i IN 0..0 <=> i = 0` ASSUME_TAC THENL
   [REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC; ALL_TAC] THEN
  ASM_REWRITE_TAC[tuples; IN_ELIM_THM; FUN_EQ_THM] THEN ASM_MESON_TAC[]);;

let INFONCE_LOGSUMEXP = prove
 (`!M (z:Z->bool) (c:A->bool) w p nu s.
     infonce M z c w p nu s =
     sum z (\x. w x * sum (tuples M c) (\y. p x (y 0) * product (1..M) (\i. nu (y i)) *
       (ln(sum (0..M) (\i. exp(s x (y i)))) - s x (y 0))))`,
  REPEAT GEN_TAC THEN REWRITE_TAC[infonce] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN AP_TERM_TAC THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN AP_TERM_TAC THEN AP_TERM_TAC THEN
  SUBGOAL_THEN `&0 < sum (0..M) (\i. exp((s:Z->A->real) x (y(i:num))))` ASSUME_TAC THENL
   [MATCH_MP_TAC SUM_POS_LT_ALL THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0; REAL_EXP_POS_LT];
    ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP] THEN REAL_ARITH_TAC]);;

state "eq-loss" "INFONCE_1" INFONCE_1;;
state "eq-loss" "INFONCE_LOGSUMEXP" INFONCE_LOGSUMEXP;;
state "eq-loss" "SUM_TUPLES_0" SUM_TUPLES_0;;
state "eq-loss" "SUM_TUPLES_SUC" SUM_TUPLES_SUC;;
