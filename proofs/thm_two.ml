(* thm-two: Theorem 2 from the loss to the linear map [finite latents]
page: theory/30_sphere_isometry

Finitely many latents on the unit sphere that span R^N, positives with the von
Mises-Fisher density e^(kappa z.y) / C(z), uniform negatives, any M >= 1. An encoder
with |h|^2 = tau kappa and values in R^K minimises the loss if and only if
h(z) = sqrt(tau kappa) R z with R^T R = I. If the radius is learned, the same holds
for K = N, provided that two of the latents are opposite.

on the page          in HOL
Z, part of S^(N-1)   z             a finite set of unit vectors with span z = (:real^N)
M, kappa, tau        M, kappa, tau
p(z)                 w x           any positive weights
p(y|z), C(z)         p x y, C x
nu                   nu y = n      the same positive number for all y
h = f o g            h             of type real^N->real^K; only its values on z count
h.h / tau            (h x dot h y) / tau
r, where learned     norm(h x) = r for all x in z
R^T R = I            transp R ** R = mat 1, or orthogonal_matrix R

Leaves out: the sphere itself; there are finitely many latents on it. On the whole
sphere opposite latents are at hand; among finitely many they are a hypothesis.
Minimal means minimal among all scores, which is the same as minimal in a class of
encoders that contains a match (CLASS_WITH_A_MATCH).
*)
needs "report.ml";;
needs "thm_encoder.ml";;
needs "thm_linear.ml";;

(* latents Z on the unit sphere; positives p(y|x) = e^(kappa x.y)/C(x);     *)
(* uniform negatives; |h| = r with r^2 = tau kappa, values in R^K;          *)
(* minimal among all scores t                                               *)
(* the chain of the page in one equivalence *)
let THM_TWO = prove
 (`!M (z:real^N->bool) w p nu C n kappa tau (h:real^N->real^K).
     1 <= M /\ FINITE z /\ span z = (:real^N) /\ (!x. x IN z ==> norm x = &1) /\
     (!x. x IN z ==> &0 < w x) /\ &0 < n /\ (!y. y IN z ==> nu y = n) /\
     &0 < kappa /\ &0 < tau /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(kappa * (x dot y)) / C x) /\
     (!x. x IN z ==> norm(h x) pow 2 = tau * kappa)
     ==> ((!t. infonce M z z w p nu (\x y. (h x dot h y) / tau)
               <= infonce M z z w p nu t) <=>
          ?R:real^N^K. transp R ** R = mat 1 /\
                       !x. x IN z ==> h x = sqrt(tau * kappa) % (R ** x))`,
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
    DISCH_THEN SUBST1_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `h:real^N->real^K`; `tau * kappa`]
    SCALED_ISOMETRY) THEN
  ASM_SIMP_TAC[REAL_LT_MUL] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
  SUBGOAL_THEN
   `!x y. ((h:real^N->real^K) x dot h y) / tau = kappa * (x dot y) + kappa - kappa <=>
          h x dot h y = (tau * kappa) * (x dot y)`
   (fun th -> REWRITE_TAC[th]) THEN
  REPEAT GEN_TAC THEN ASM_SIMP_TAC[REAL_EQ_LDIV_EQ] THEN
  AP_TERM_TAC THEN REAL_ARITH_TAC);;

(* a learned radius, as many outputs as latents, and one pair of antipodes *)
let THM_TWO_RADIUS = prove
 (`!M (z:real^N->bool) w p nu C n kappa tau r (h:real^N->real^N).
     1 <= M /\ FINITE z /\ span z = (:real^N) /\ (!x. x IN z ==> norm x = &1) /\
     (?x. x IN z /\ --x IN z) /\
     (!x. x IN z ==> &0 < w x) /\ &0 < n /\ (!y. y IN z ==> nu y = n) /\
     &0 < kappa /\ &0 < tau /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(kappa * (x dot y)) / C x) /\
     (!x. x IN z ==> norm(h x) = r)
     ==> ((!t. infonce M z z w p nu (\x y. (h x dot h y) / tau)
               <= infonce M z z w p nu t) <=>
          ?R:real^N^N. orthogonal_matrix R /\
                       !x. x IN z ==> h x = sqrt(tau * kappa) % (R ** x))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:real^N->bool`; `w:real^N->real`;
     `p:real^N->real^N->real`; `nu:real^N->real`; `C:real^N->real`;
     `\x y:real^N. kappa * (x dot y)`;
     `\x y. ((h:real^N->real^N) x dot h y) / tau`; `n:real`; `r pow 2 / tau`;
     `kappa:real`] THM_ENCODER) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[GSYM NORM_POW_2] THEN
    ASM_SIMP_TAC[REAL_POW_ONE; REAL_MUL_RID];
    DISCH_THEN SUBST1_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `h:real^N->real^N`; `tau * kappa`]
    SCALED_ISOMETRY) THEN
  ASM_SIMP_TAC[REAL_LT_MUL; GSYM ORTHOGONAL_MATRIX] THEN
  DISCH_THEN(SUBST1_TAC o SYM) THEN
  ABBREV_TAC `c = r pow 2 - tau * kappa` THEN
  SUBGOAL_THEN
   `!x y. ((h:real^N->real^N) x dot h y) / tau = kappa * (x dot y) + r pow 2 / tau - kappa <=>
          h x dot h y = (tau * kappa) * (x dot y) + c`
   (fun th -> REWRITE_TAC[th]) THENL
   [REPEAT GEN_TAC THEN ASM_SIMP_TAC[REAL_EQ_LDIV_EQ] THEN AP_TERM_TAC THEN
    EXPAND_TAC "c" THEN UNDISCH_TAC `&0 < tau` THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  EQ_TAC THENL
   [DISCH_TAC THEN SUBGOAL_THEN `c = &0` SUBST_ALL_TAC THENL
     [MATCH_MP_TAC(ISPECL [`z:real^N->bool`; `h:real^N->real^N`; `tau * kappa`]
        CONSTANT_VANISHES) THEN ASM_SIMP_TAC[REAL_LT_MUL] THEN ASM_MESON_TAC[];
      ASM_SIMP_TAC[REAL_ADD_RID]];
    DISCH_TAC THEN SUBGOAL_THEN `c = &0` (fun th -> ASM_SIMP_TAC[th; REAL_ADD_RID]) THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`x:real^N`; `x:real^N`]) THEN
    ASM_SIMP_TAC[GSYM NORM_POW_2] THEN
    EXPAND_TAC "c" THEN REAL_ARITH_TAC]);;

state "thm-two" "THM_TWO" THM_TWO;;
state "thm-two" "THM_TWO_RADIUS" THM_TWO_RADIUS;;
