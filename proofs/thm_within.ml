(* thm-within: The minimisers do not depend on the batch [finite latents]
page: theory/90_information_per_pair

With the other observations of a batch as candidates, and positives among them with
the weights r(z_i,z_k) / sum_l r(z_i,z_l), the loss is minimal if and only if
s(z,y) = ln r(z,y) + c(z), for every batch of B >= 3.

on the page          in HOL
z_i                  x             weight w x
the others           y 0, ..., y M, drawn independently with weights nu
B                    M + 2
r(z,y)               r x y         any positive function
L_B(s)               within M z w nu r s, one anchor with its sum over the others

Leaves out: latents that are not finitely many. The mean over the anchors of a batch
is one anchor here, since all have the same expectation; and the draw of K partners,
which has the expectation of the weights.
*)
needs "report.ml";;
needs "thm_every_m.ml";;
needs "thm_match.ml";;
needs "loss_of_the_notebook.ml";;

let within = new_definition
 `within M (z:A->bool) w nu r s =
    sum z (\x. w x *
      sum (tuples M z) (\y. product (0..M) (\i. nu (y i)) *
        (--sum (0..M) (\k. r x (y k) / sum (0..M) (\i. r x (y i)) * s x (y k)) +
         ln(sum (0..M) (\i. exp(s x (y i)))))))`;;

let SOFTMAX_FORM = prove
 (`!M r s. (!k. k IN 0..M ==> &0 < r k)
     ==> --sum (0..M) (\k. r k / sum (0..M) r * s k) + ln(sum (0..M) (\i. exp(s i))) =
         inv(sum (0..M) r) *
         sum (0..M) (\k. r k * --ln(exp(s k) / sum (0..M) (\i. exp(s i))))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `&0 < sum (0..M) r /\ &0 < sum (0..M) (\i. exp(s i))`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    ASM_SIMP_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0; REAL_EXP_POS_LT];
    ALL_TAC] THEN
  ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP] THEN
  ABBREV_TAC `S = sum (0..M) (\i. exp(s i))` THEN
  REWRITE_TAC[REAL_ARITH `r * --(a - b) = r * b - r * a:real`] THEN
  SIMP_TAC[SUM_SUB; FINITE_NUMSEG; SUM_RMUL] THEN
  REWRITE_TAC[REAL_ARITH `a / b * c:real = inv b * a * c`] THEN
  REWRITE_TAC[SUM_LMUL] THEN
  REWRITE_TAC[ETA_AX] THEN
  UNDISCH_TAC `&0 < sum (0..M) r` THEN CONV_TAC REAL_FIELD);;

let THM_WITHIN = prove
 (`!M (z:A->bool) w nu r s.
     1 <= M /\ FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     (!y. y IN z ==> &0 < nu y) /\ (!x y. x IN z /\ y IN z ==> &0 < r x y)
     ==> ((!t. within M z w nu r s <= within M z w nu r t) <=>
          (?k. !x y. x IN z /\ y IN z ==> s x y = ln(r x y) + k x))`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `f = \x t. sum (tuples M z)
   (\y. (product (0..M) (\i. nu (y i)) * inv(sum (0..M) (\i. r (x:A) (y i)))) *
     sum (0..M) (\k. r x (y k) * --ln(exp(t (y k)) / sum (0..M) (\i. exp(t (y i:A))))))` THEN
  SUBGOAL_THEN `!t. within M (z:A->bool) w nu r t = sum z (\x. w x * f x (t x))`
   (fun th -> REWRITE_TAC[th]) THENL
   [GEN_TAC THEN REWRITE_TAC[within] THEN EXPAND_TAC "f" THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    AP_TERM_TAC THEN MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN
    DISCH_TAC THEN REWRITE_TAC[GSYM REAL_MUL_ASSOC] THEN AP_TERM_TAC THEN
    MP_TAC(SPECL [`M:num`; `\k. (r:A->A->real) x (y(k:num))`;
      `\k. (t:A->A->real) x (y(k:num))`] SOFTMAX_FORM) THEN
    REWRITE_TAC[] THEN DISCH_THEN MATCH_MP_TAC THEN ASM_MESON_TAC[TUPLES_IN];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!x t. x IN z ==> f x (\a:A. ln(r x a)) <= f x t /\
        (f x (\a. ln(r x a)) = f x t <=> ?k. !a. a IN z ==> t a = ln(r x a) + k)`
  ASSUME_TAC THENL
   [REPEAT GEN_TAC THEN DISCH_TAC THEN EXPAND_TAC "f" THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`M:num`; `z:A->bool`; `(r:A->A->real) x`;
     `\y. product (0..M) (\i. nu (y i)) * inv(sum (0..M) (\i. r (x:A) (y i:A)))`;
     `t:A->real`] TUPLES_MINIMAL)) THEN
    ASM_SIMP_TAC[] THEN REPEAT STRIP_TAC THEN MATCH_MP_TAC REAL_LT_MUL THEN
    REWRITE_TAC[REAL_LT_INV_EQ] THEN CONJ_TAC THENL
     [MATCH_MP_TAC PRODUCT_POS_LT; MATCH_MP_TAC SUM_POS_LT_ALL] THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0] THEN
    ASM_MESON_TAC[TUPLES_IN];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`z:A->bool`; `w:A->real`; `f:A->(A->real)->real`;
    `\x a:A. ln((r:A->A->real) x a)`; `s:A->A->real`] ROWS_MINIMAL) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL [ASM_SIMP_TAC[]; DISCH_THEN SUBST1_TAC] THEN
  EQ_TAC THENL
   [DISCH_TAC THEN REWRITE_TAC[GSYM SKOLEM_THM; LEFT_IMP_FORALL_THM] THEN
    SUBGOAL_THEN `!x. ?k. x IN z ==> !a:A. a IN z ==> s x a = ln(r x a) + k` MP_TAC THENL
     [X_GEN_TAC `x:A` THEN ASM_CASES_TAC `(x:A) IN z` THEN ASM_REWRITE_TAC[] THEN
      ASM_MESON_TAC[];
      REWRITE_TAC[SKOLEM_THM] THEN MATCH_MP_TAC MONO_EXISTS THEN MESON_TAC[]];
    ASM_MESON_TAC[]]);;

(* a batch of three: the anchor and two others, as the page's check has them *)
let WITHIN_3 = prove
 (`!(z:A->bool) w nu r s.
     FINITE z
     ==> within 1 z w nu r s =
         sum z (\x. w x * sum z (\a. sum z (\b. nu a * nu b *
           (ln(exp(s x a) + exp(s x b)) -
            (r x a * s x a + r x b * s x b) / (r x a + r x b)))))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[within] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:A` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN AP_TERM_TAC THEN
  MP_TAC(ISPECL [`z:A->bool`; `\a b:A. nu a * nu b *
     (ln(exp(s (x:A) a) + exp(s x b)) -
      (r x a * s x a + r x b * s x b) / (r x a + r x b))`] SUM_TUPLES_1) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN
  SUBGOAL_THEN
   `(!f. sum (0..1) f = f 0 + f 1) /\ (!f. product (0..1) f = f 0 * f 1)`
   (fun th -> REWRITE_TAC[th]) THENL
   [REWRITE_TAC[NUMSEG_CONV `0..1`] THEN
    SIMP_TAC[SUM_CLAUSES; PRODUCT_CLAUSES; FINITE_INSERT; FINITE_EMPTY; IN_INSERT;
             NOT_IN_EMPTY; ARITH_EQ; REAL_ADD_RID; REAL_MUL_RID];
    REWRITE_TAC[GSYM REAL_MUL_ASSOC] THEN AP_TERM_TAC THEN AP_TERM_TAC THEN
    REWRITE_TAC[real_div; REAL_ADD_RDISTRIB] THEN
    MATCH_MP_TAC(REAL_ARITH `a = b ==> --a + l:real = l - b`) THEN
    BINOP_TAC THEN REWRITE_TAC[REAL_MUL_AC]]);;

state "eq-within-batch" "within" within;;
state "eq-within-batch" "WITHIN_3" WITHIN_3;;
state "thm-within" "THM_WITHIN" THM_WITHIN;;
