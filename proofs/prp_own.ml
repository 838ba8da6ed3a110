(* prp-own: The own row among the negatives, part 1 [finite latents]
page: theory/10_infonce_limit

The loss with the anchor itself as a further candidate is the loss plus a term of its
own. Shift all scores but that of the anchor with itself by e: at e = 0 the loss with
the own row has the derivative -E e^d / (e^d + sum_i e^s), which is negative. So no
minimiser of the loss without the own row is stationary under this shift, for that
loss does not change.

on the page          in HOL
L_own(M; s)          infonce_own M z c w p nu d s
d = s(z,z)           d x           the score of the anchor with itself, held
s + e                \x y. s x y + e
f'(0) = l            (f diffl l) (&0)

Leaves out: latents that are not finitely many, and parts 2 and 3. Among finitely many
latents a candidate may be the anchor; its score as a candidate is shifted too, as
that of any other.
*)
needs "report.ml";;
needs "thm_every_m.ml";;

let infonce_own = new_definition
 `infonce_own M (z:Z->bool) (c:A->bool) w p nu d s =
    sum z (\x. w x *
      sum (tuples M c) (\y. p x (y 0) * product (1..M) (\i. nu (y i)) *
        --ln(exp(s x (y 0)) / (exp(d x) + sum (0..M) (\i. exp(s x (y i)))))))`;;

(* eq-own: the loss and a term of its own *)
let EQ_OWN = prove
 (`!M (z:Z->bool) (c:A->bool) w p nu d s.
     FINITE z /\ FINITE c
     ==> infonce_own M z c w p nu d s =
         infonce M z c w p nu s +
         sum z (\x. w x *
           sum (tuples M c) (\y. p x (y 0) * product (1..M) (\i. nu (y i)) *
             ln(&1 + exp(d x) / sum (0..M) (\i. exp(s x (y i))))))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[infonce; infonce_own] THEN
  ASM_SIMP_TAC[GSYM SUM_ADD; GSYM REAL_ADD_LDISTRIB; FINITE_TUPLES] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  AP_TERM_TAC THEN MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN AP_TERM_TAC THEN AP_TERM_TAC THEN
  SUBGOAL_THEN `&0 < sum (0..M) (\i. exp((s:Z->A->real) x (y(i:num))))` MP_TAC THENL
   [MATCH_MP_TAC SUM_POS_LT_ALL THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0; REAL_EXP_POS_LT];
    ALL_TAC] THEN
  SPEC_TAC(`sum (0..M) (\i. exp((s:Z->A->real) x (y(i:num))))`,`S:real`) THEN
  GEN_TAC THEN DISCH_TAC THEN
  SUBGOAL_THEN `&1 + exp(d(x:Z)) / S = (exp(d x) + S) / S` SUBST1_TAC THENL
   [UNDISCH_TAC `&0 < S` THEN CONV_TAC REAL_FIELD; ALL_TAC] THEN
  ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; REAL_LT_ADD] THEN REAL_ARITH_TAC);;

(* the part of one tuple, under a shift e of all scores but d *)
let DIFF_SHIFT = prove
 (`!D S s0. &0 < D /\ &0 < S
     ==> ((\e. --ln(exp(s0 + e) / (D + exp e * S))) diffl (--(D / (D + S)))) (&0)`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `(\e. --ln(exp(s0 + e) / (D + exp e * S))) =
                (\e. ln(D + exp e * S) - (s0 + e))` SUBST1_TAC THENL
   [REWRITE_TAC[FUN_EQ_THM] THEN X_GEN_TAC `e:real` THEN
    SUBGOAL_THEN `&0 < D + exp e * S` ASSUME_TAC THENL
     [ASM_SIMP_TAC[REAL_LT_ADD; REAL_LT_MUL; REAL_EXP_POS_LT];
      ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP] THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  MP_TAC(SPECL [`S:real`; `D:real`; `&0`] DIFF_LN_EXP) THEN
  REWRITE_TAC[REAL_EXP_0; REAL_MUL_RID] THEN
  ANTS_TAC THENL [ASM_SIMP_TAC[REAL_LT_ADD]; DISCH_TAC] THEN
  MP_TAC(BETA_RULE(ISPECL [`\e:real. s0:real`; `\e:real. e`; `&0`; `&1`; `&0`]
    DIFF_ADD)) THEN
  REWRITE_TAC[DIFF_CONST; DIFF_X; REAL_ADD_LID] THEN DISCH_TAC THEN
  MP_TAC(BETA_RULE(ISPECL [`\e. ln(S * exp e + D)`; `\e. s0 + e`; `S / (S + D)`;
    `&1`; `&0`] DIFF_SUB)) THEN
  ASM_REWRITE_TAC[] THEN
  SUBGOAL_THEN `S / (S + D) - &1 = --(D / (D + S))` SUBST1_TAC THENL
   [SUBGOAL_THEN `&0 < D + S` MP_TAC THENL [ASM_SIMP_TAC[REAL_LT_ADD]; ALL_TAC] THEN
    CONV_TAC REAL_FIELD;
    REWRITE_TAC[REAL_ARITH `D + e * S:real = S * e + D`]]);;

let PRP_OWN = prove
 (`!M (z:Z->bool) (c:A->bool) w p nu d s.
     FINITE z /\ ~(z = {}) /\ FINITE c /\ ~(c = {}) /\
     (!x. x IN z ==> &0 < w x) /\ (!x y. x IN z /\ y IN c ==> &0 < p x y) /\
     (!y. y IN c ==> &0 < nu y)
     ==> let l = sum z (\x. w x *
           sum (tuples M c) (\y. p x (y 0) * product (1..M) (\i. nu (y i)) *
             --(exp(d x) / (exp(d x) + sum (0..M) (\i. exp(s x (y i))))))) in
         ((\e. infonce_own M z c w p nu d (\x y. s x y + e)) diffl l) (&0) /\ l < &0`,
  REPEAT STRIP_TAC THEN LET_TAC THEN
  SUBGOAL_THEN `!x y. &0 < sum (0..M) (\i. exp((s:Z->A->real) x (y(i:num))))`
  ASSUME_TAC THENL
   [REPEAT GEN_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0; REAL_EXP_POS_LT];
    ALL_TAC] THEN
  CONJ_TAC THENL
   [REWRITE_TAC[infonce_own] THEN EXPAND_TAC "l" THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\x e. (w:Z->real) x *
       sum (tuples M (c:A->bool)) (\y. p x (y 0) * product (1..M) (\i. nu (y i)) *
        --ln(exp(s x (y 0:A) + e) / (exp(d x) + sum (0..M) (\i. exp(s x (y i) + e)))))`]
      DIFF_SUM_SET)) THEN
    ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
    MATCH_MP_TAC DIFF_LMUL THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\y e. (p:Z->A->real) x (y 0) * product (1..M) (\i. nu (y i)) *
        --ln(exp(s x (y 0:A) + e) / (exp(d x) + sum (0..M) (\i. exp(s x (y i) + e))))`]
      DIFF_SUM_SET)) THEN
    ASM_SIMP_TAC[FINITE_TUPLES] THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
    REWRITE_TAC[REAL_MUL_ASSOC] THEN MATCH_MP_TAC DIFF_LMUL THEN
    SUBGOAL_THEN `!e. sum (0..M) (\i. exp((s:Z->A->real) x (y i) + e)) =
                      exp e * sum (0..M) (\i. exp(s x (y i)))`
     (fun th -> REWRITE_TAC[th]) THENL
     [REWRITE_TAC[REAL_EXP_ADD; SUM_RMUL] THEN REWRITE_TAC[REAL_MUL_SYM];
      MATCH_MP_TAC DIFF_SHIFT THEN ASM_REWRITE_TAC[REAL_EXP_POS_LT]];
    ALL_TAC] THEN
  EXPAND_TAC "l" THEN
  REWRITE_TAC[REAL_ARITH `a * b * --c = --(a * b * c)`; SUM_NEG; REAL_MUL_RNEG] THEN
  REWRITE_TAC[REAL_NEG_LT0] THEN
  MATCH_MP_TAC SUM_POS_LT_ALL THEN ASM_REWRITE_TAC[] THEN
  X_GEN_TAC `x:Z` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  MATCH_MP_TAC REAL_LT_MUL THEN ASM_SIMP_TAC[] THEN
  MATCH_MP_TAC SUM_POS_LT_ALL THEN ASM_SIMP_TAC[FINITE_TUPLES] THEN CONJ_TAC THENL
   [FIRST_X_ASSUM(MP_TAC o check (fun th -> concl th = `~(c:A->bool = {})`)) THEN
    REWRITE_TAC[GSYM MEMBER_NOT_EMPTY] THEN DISCH_THEN(X_CHOOSE_TAC `a:A`) THEN
    EXISTS_TAC `\i. if i IN 0..M then a:A else ARB` THEN
    ASM_SIMP_TAC[tuples; IN_ELIM_THM];
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    REPEAT(MATCH_MP_TAC REAL_LT_MUL THEN CONJ_TAC) THENL
     [ASM_MESON_TAC[TUPLES_IN; IN_NUMSEG; LE_0];
      MATCH_MP_TAC PRODUCT_POS_LT THEN REWRITE_TAC[FINITE_NUMSEG] THEN
      REPEAT STRIP_TAC THEN
      FIRST_X_ASSUM MATCH_MP_TAC THEN
      MATCH_MP_TAC TUPLES_IN THEN EXISTS_TAC `M:num` THEN
      ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[IN_NUMSEG; LE_0];
      MATCH_MP_TAC REAL_LT_DIV THEN
      ASM_SIMP_TAC[REAL_EXP_POS_LT; REAL_LT_ADD]]]);;

state "eq-own" "infonce_own" infonce_own;;
state "eq-own" "EQ_OWN" EQ_OWN;;
state "prp-own" "PRP_OWN" PRP_OWN;;
