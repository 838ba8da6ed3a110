(* thm-two: Theorem 2 from the loss to the linear map [finite latents]
page: theory/30_sphere_isometry

Finitely many latents on the unit sphere that span R^N, positives with the von
Mises-Fisher density e^(kappa z.y) / C(z), uniform negatives, any M >= 1, an
encoder with |h|^2 = tau kappa and values in R^K. If h minimises the loss, then
h(z) = sqrt(tau kappa) R z with R^T R = I.

on the page          in HOL
Z, part of S^(N-1)   z             a finite set of unit vectors with span z = (:real^N)
M, kappa, tau        M, kappa, tau
p(z)                 w x           any positive weights
p(y|z), C(z)         p x y, C x
nu                   nu y = n      the same positive number for all y
h = f o g            h             of type real^N->real^K; only its values on z count
h.h / tau            (h x dot h y) / tau
R^T R = I            transp R ** R = mat 1

Leaves out: the sphere itself; there are finitely many latents on it. Minimal
means minimal among all scores.
*)
needs "report.ml";;
needs "thm_encoder.ml";;
needs "thm_linear.ml";;

(* latents Z on the unit sphere; positives p(y|x) = e^(kappa x.y)/C(x);     *)
(* uniform negatives; |h| = r with r^2 = tau kappa, values in R^K;          *)
(* minimal among all scores t                                               *)
let THM_TWO_FINITE = prove
 (`!M (z:real^N->bool) w p nu C n kappa tau (h:real^N->real^K).
     1 <= M /\ FINITE z /\ span z = (:real^N) /\ (!x. x IN z ==> norm x = &1) /\
     (!x. x IN z ==> &0 < w x) /\ &0 < n /\ (!y. y IN z ==> nu y = n) /\
     &0 < kappa /\ &0 < tau /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(kappa * (x dot y)) / C x) /\
     (!x. x IN z ==> norm(h x) pow 2 = tau * kappa) /\
     (!t. infonce M z z w p nu (\x y. (h x dot h y) / tau)
          <= infonce M z z w p nu t)
     ==> ?R:real^N^K. transp R ** R = mat 1 /\
                      !x. x IN z ==> h x = sqrt(tau * kappa) % (R ** x)`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:real^N->bool`; `w:real^N->real`;
     `p:real^N->real^N->real`; `nu:real^N->real`; `C:real^N->real`;
     `\x y:real^N. kappa * (x dot y)`;
     `\x y. ((h:real^N->real^K) x dot h y) / tau`; `n:real`; `kappa:real`;
     `kappa:real`] THM_ENCODER) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[GSYM NORM_POW_2] THEN
    ASM_SIMP_TAC[REAL_POW_ONE; REAL_MUL_RID] THEN
    REPEAT STRIP_TAC THEN UNDISCH_TAC `&0 < tau` THEN CONV_TAC REAL_FIELD;
    ASM_REWRITE_TAC[REAL_SUB_REFL; REAL_ADD_RID]] THEN
  DISCH_TAC THEN
  SUBGOAL_THEN `&0 < tau * kappa` ASSUME_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_MUL]; ALL_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `h:real^N->real^K`; `tau * kappa`] THM_LINEAR) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[] THEN REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`x:real^N`; `y:real^N`]) THEN
    ASM_SIMP_TAC[REAL_EQ_LDIV_EQ] THEN REAL_ARITH_TAC;
    DISCH_THEN(X_CHOOSE_THEN `H:real^N^K` STRIP_ASSUME_TAC)] THEN
  SUBGOAL_THEN `&0 < sqrt(tau * kappa) /\ sqrt(tau * kappa) * sqrt(tau * kappa) = tau * kappa`
  STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[SQRT_POS_LT; GSYM REAL_POW_2; SQRT_POW_2; REAL_LT_IMP_LE];
    ALL_TAC] THEN
  EXISTS_TAC `inv(sqrt(tau * kappa)) %% (H:real^N^K)` THEN CONJ_TAC THENL
   [REWRITE_TAC[TRANSP_MATRIX_CMUL; MATRIX_MUL_LMUL; MATRIX_MUL_RMUL] THEN
    ASM_REWRITE_TAC[MATRIX_CMUL_ASSOC] THEN
    SUBGOAL_THEN `(inv(sqrt(tau * kappa)) * inv(sqrt(tau * kappa))) * tau * kappa = &1`
     (fun th -> REWRITE_TAC[th; MATRIX_CMUL_LID]) THEN
    UNDISCH_TAC `sqrt(tau * kappa) * sqrt(tau * kappa) = tau * kappa` THEN
    UNDISCH_TAC `&0 < sqrt(tau * kappa)` THEN CONV_TAC REAL_FIELD;
    REWRITE_TAC[MATRIX_VECTOR_LMUL; VECTOR_MUL_ASSOC] THEN
    ASM_SIMP_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ; VECTOR_MUL_LID]]);;

state "thm-two" "THM_TWO_FINITE" THM_TWO_FINITE;;
