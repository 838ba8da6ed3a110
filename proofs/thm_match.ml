(* thm-match: The cross-entropy is minimal at the match [finite latents]
page: theory/20_cross_entropy_minimisers

Among all scores the cross-entropy is minimal if and only if q = p, with q the
normalised exponential of the score. For unit vectors, the von Mises-Fisher
conditional and |h|^2 = tau kappa that is so if and only if h(x).h(y) = tau kappa x.y.

on the page          in HOL
CE(h)                cross_entropy z c w p s   s any score; sums for integrals
p(z), p(y|z)         w x, p x y    the second adds up to 1
kappa, tau, r^2      kappa, tau, norm(h x) pow 2 = tau * kappa
q_h(y|z)             exp(s x y) / sum c (\u. exp(s x u))

Leaves out: latents that are not finitely many, so continuity is not needed; the
conditional is normalised by its sum over the latents.
*)
needs "report.ml";;
needs "thm_linear.ml";;
needs "thm_every_m.ml";;

let ROWS_MINIMAL = prove
 (`!(z:Z->bool) w f (b:Z->S) s.
     FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     (!x t. x IN z ==> f x (b x) <= f x t)
     ==> ((!t. sum z (\x. w x * f x (s x)) <= sum z (\x. w x * f x (t x))) <=>
          (!x. x IN z ==> f x (s x) = f x (b x)))`,
  REPEAT STRIP_TAC THEN EQ_TAC THENL
   [DISCH_THEN(MP_TAC o SPEC `b:Z->S`) THEN DISCH_TAC THEN
    MP_TAC(ISPECL [`\x. w x * (f x ((s:Z->S) x) - f x (b x))`; `z:Z->bool`]
      SUM_POS_EQ_0) THEN
    ANTS_TAC THENL
     [ASM_SIMP_TAC[REAL_LE_MUL; REAL_LT_IMP_LE; REAL_SUB_LE] THEN
      MATCH_MP_TAC(REAL_ARITH `&0 <= a /\ a <= &0 ==> a = &0`) THEN CONJ_TAC THENL
       [MATCH_MP_TAC SUM_POS_LE THEN
        ASM_SIMP_TAC[REAL_LE_MUL; REAL_LT_IMP_LE; REAL_SUB_LE];
        ASM_SIMP_TAC[REAL_SUB_LDISTRIB; SUM_SUB; REAL_SUB_LE] THEN
        ASM_REWRITE_TAC[REAL_ARITH `a - b <= &0 <=> a <= b`]];
      MATCH_MP_TAC MONO_FORALL THEN X_GEN_TAC `x:Z` THEN
      REWRITE_TAC[REAL_ENTIRE; REAL_SUB_0] THEN ASM_MESON_TAC[REAL_LT_REFL]];
    REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_LE THEN ASM_SIMP_TAC[] THEN
    ASM_SIMP_TAC[REAL_LE_LMUL; REAL_LT_IMP_LE]]);;

let cross_entropy = new_definition
 `cross_entropy (z:Z->bool) (c:A->bool) w p s =
    sum z (\x. w x * sum c (\y. p x y *
      --ln(exp(s x y) / sum c (\u. exp(s x u)))))`;;

let THM_MATCH = prove
 (`!(z:Z->bool) (c:A->bool) w p s.
     FINITE z /\ FINITE c /\ (!x. x IN z ==> &0 < w x) /\
     (!x y. x IN z /\ y IN c ==> &0 < p x y) /\
     (!x. x IN z ==> sum c (\y. p x y) = &1)
     ==> ((!t. cross_entropy z c w p s <= cross_entropy z c w p t) <=>
          (!x y. x IN z /\ y IN c ==> exp(s x y) / sum c (\u. exp(s x u)) = p x y))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[cross_entropy] THEN
  SUBGOAL_THEN
   `!x t. x IN z
      ==> sum c (\y. (p:Z->A->real) x y * --ln(exp(ln(p x y)) / sum c (\u. exp(ln(p x u)))))
          <= sum c (\y. p x y * --ln(exp(t y) / sum c (\u. exp(t u)))) /\
          (sum c (\y. p x y * --ln(exp(t y) / sum c (\u. exp(t u)))) =
           sum c (\y. p x y * --ln(exp(ln(p x y)) / sum c (\u. exp(ln(p x u))))) <=>
           !y. y IN c ==> exp(t y) / sum c (\u. exp(t u)) = p x y)`
  ASSUME_TAC THENL
   [REPEAT GEN_TAC THEN DISCH_TAC THEN
    SUBGOAL_THEN `~(c:A->bool = {})` ASSUME_TAC THENL
     [DISCH_THEN SUBST_ALL_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `x:Z`) THEN ASM_REWRITE_TAC[SUM_CLAUSES] THEN
      REAL_ARITH_TAC;
      ALL_TAC] THEN
    MP_TAC(ISPECL [`c:A->bool`; `\y. (p:Z->A->real) x y`; `\y:A. exp(t y)`] GIBBS) THEN
    ASM_SIMP_TAC[REAL_EXP_POS_LT; REAL_DIV_1] THEN
    SUBGOAL_THEN `sum c (\u. exp(ln((p:Z->A->real) x u))) = &1` SUBST1_TAC THENL
     [MATCH_MP_TAC EQ_TRANS THEN EXISTS_TAC `sum c (\y. (p:Z->A->real) x y)` THEN
      CONJ_TAC THENL [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[EXP_LN]; ASM_SIMP_TAC[]];
      ALL_TAC] THEN
    SUBGOAL_THEN
     `sum c (\y. (p:Z->A->real) x y * --ln(exp(ln(p x y)) / &1)) =
      sum c (\y. p x y * --ln(p x y))` SUBST1_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[EXP_LN; REAL_DIV_1]; ALL_TAC] THEN
    STRIP_TAC THEN ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`z:Z->bool`; `w:Z->real`;
    `\x t. sum c (\y. (p:Z->A->real) x y * --ln(exp(t y) / sum c (\u. exp(t u))))`;
    `\x y. ln((p:Z->A->real) x y)`; `s:Z->A->real`] ROWS_MINIMAL) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL [ASM_SIMP_TAC[]; DISCH_THEN SUBST1_TAC] THEN
  ASM_SIMP_TAC[] THEN MESON_TAC[]);;

(* the sphere of the page: unit vectors, q_h = p, and the dot products *)
let THM_MATCH_SPHERE = prove
 (`!(z:real^N->bool) w p C kappa tau (h:real^N->real^K).
     FINITE z /\ (!x. x IN z ==> norm x = &1) /\ (!x. x IN z ==> &0 < w x) /\
     &0 < tau /\ (!x. x IN z ==> sum z (\y. exp(kappa * (x dot y))) = C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(kappa * (x dot y)) / C x) /\
     (!x. x IN z ==> norm(h x) pow 2 = tau * kappa)
     ==> ((!t. cross_entropy z z w p (\x y. (h x dot h y) / tau)
               <= cross_entropy z z w p t) <=>
          (!x y. x IN z /\ y IN z ==> h x dot h y = (tau * kappa) * (x dot y)))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `!s x:real^N. x IN z ==> &0 < sum z (\y:real^N. exp(s x y))`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    ASM_REWRITE_TAC[REAL_EXP_POS_LT] THEN ASM SET_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `!x:real^N. x IN z ==> &0 < C x` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`\x y:real^N. kappa * (x dot y)`; `x:real^N`]) THEN
    ASM_SIMP_TAC[];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `z:real^N->bool`; `w:real^N->real`;
    `p:real^N->real^N->real`; `\x y. ((h:real^N->real^K) x dot h y) / tau`] THM_MATCH) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV; REAL_EXP_POS_LT] THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum z (\y:real^N. exp(kappa * (x dot y)) / C x)` THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[];
      REWRITE_TAC[real_div; SUM_RMUL] THEN
      ASM_MESON_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ]];
    DISCH_THEN SUBST1_TAC] THEN
  SUBGOAL_THEN
   `!x y. (h:real^N->real^K) x dot h y = (tau * kappa) * (x dot y) <=>
          (h x dot h y) / tau = kappa * (x dot y)`
   (fun th -> REWRITE_TAC[th]) THENL
   [REPEAT GEN_TAC THEN UNDISCH_TAC `&0 < tau` THEN CONV_TAC REAL_FIELD; ALL_TAC] THEN
  EQ_TAC THEN DISCH_TAC THEN REPEAT STRIP_TAC THENL
   [SUBGOAL_THEN
     `sum z (\u. exp(((h:real^N->real^K) x dot h u) / tau)) = C x` ASSUME_TAC THENL
     [FIRST_X_ASSUM(MP_TAC o SPECL [`x:real^N`; `x:real^N`]) THEN
      ASM_SIMP_TAC[GSYM NORM_POW_2] THEN
      ASM_SIMP_TAC[REAL_POW_ONE; REAL_MUL_RID] THEN
      SUBGOAL_THEN `(tau * kappa) / tau = kappa` SUBST1_TAC THENL
       [UNDISCH_TAC `&0 < tau` THEN CONV_TAC REAL_FIELD; ALL_TAC] THEN
      FIRST_X_ASSUM(MP_TAC o SPECL
        [`\x y. ((h:real^N->real^K) x dot h y) / tau`; `x:real^N`]) THEN
      SUBGOAL_THEN `&0 < C(x:real^N)` MP_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
      ASM_REWRITE_TAC[] THEN MP_TAC(SPEC `kappa:real` REAL_EXP_POS_LT) THEN
      SPEC_TAC(`sum z (\u. exp(((h:real^N->real^K) x dot h u) / tau))`,`q:real`) THEN
      CONV_TAC REAL_FIELD;
      FIRST_X_ASSUM(MP_TAC o SPECL [`x:real^N`; `y:real^N`] o
        check (fun th -> free_in `p:real^N->real^N->real` (concl th) &&
                         free_in `h:real^N->real^K` (concl th))) THEN
      ASM_SIMP_TAC[REAL_EQ_RDIV_EQ; REAL_DIV_RMUL; REAL_LT_IMP_NZ; REAL_EXP_INJ]];
    ASM_SIMP_TAC[] THEN AP_TERM_TAC THEN MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum z (\y:real^N. exp(kappa * (x dot y)))` THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[]; ASM_SIMP_TAC[]]]);;

(* with log-sum-exp, as it is computed *)
let CROSS_ENTROPY_LOGSUMEXP = prove
 (`!(z:Z->bool) (c:A->bool) w p s.
     FINITE c /\ (!x. x IN z ==> sum c (\y. p x y) = &1)
     ==> cross_entropy z c w p s =
         sum z (\x. w x * (ln(sum c (\u. exp(s x u))) - sum c (\y. p x y * s x y)))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[cross_entropy] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
  REWRITE_TAC[] THEN AP_TERM_TAC THEN
  SUBGOAL_THEN `&0 < sum c (\u. exp((s:Z->A->real) x u))` ASSUME_TAC THENL
   [MATCH_MP_TAC SUM_POS_LT_ALL THEN ASM_REWRITE_TAC[REAL_EXP_POS_LT] THEN
    DISCH_THEN SUBST_ALL_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `x:Z`) THEN ASM_REWRITE_TAC[SUM_CLAUSES] THEN
    REAL_ARITH_TAC;
    ALL_TAC] THEN
  ABBREV_TAC `S = sum c (\u. exp((s:Z->A->real) x u))` THEN
  ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP] THEN
  REWRITE_TAC[REAL_ARITH `p * --(a - b):real = p * b - p * a`] THEN
  ASM_SIMP_TAC[SUM_SUB; SUM_RMUL; REAL_MUL_LID]);;

state "thm-match" "cross_entropy" cross_entropy;;
state "thm-match" "CROSS_ENTROPY_LOGSUMEXP" CROSS_ENTROPY_LOGSUMEXP;;
state "thm-match" "THM_MATCH" THM_MATCH;;
state "thm-match" "THM_MATCH_SPHERE" THM_MATCH_SPHERE;;
