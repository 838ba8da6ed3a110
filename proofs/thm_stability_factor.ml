(* thm-stability: Excess bounds the distance from affine: Step 4 without a hypothesis [finite latents, the algebra, the orthogonal factor found]
page: theory/80_isometries_and_stability

Let z have mean 0 and covariance I/N, let u(z) have norm 1 and mean m, and let eta be the
mean of (u.u' - z.z' - a)^2 over independent pairs, with any function a of the anchor.
Then there is an orthogonal Q with E|u - m - Qz|^2 at most 3/2 N eta.

on the page          in HOL
z, uniform           x in z with the weights w x, which add up to 1
u(z)                 u x           of type real^N->real^N: as many outputs as latents
E u                  m
eta                  the double sum over x and y, for the given a
Q                    orthogonal_matrix Q

Leaves out: Steps 1 and 2, which bound eta by the excess of the loss, with the
constants of the sphere. Of the sphere only the mean and the covariance of the latents
are used. It stands apart from THM_STABILITY_ROTATION because every matrix has a polar
factor by the library's topology (LEFT_POLAR_DECOMPOSITION).
*)
needs "report.ml";;
needs "thm_stability.ml";;
needs "Multivariate/topology.ml";;

let THM_STABILITY_ORTHOGONAL = prove
 (`!z:real^N->bool w (u:real^N->real^N) (a:real^N->real) m.
     FINITE z /\ (!x. x IN z ==> &0 <= w x) /\ sum z w = &1 /\
     vsum z (\x. w x % x) = vec 0 /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) =
                if i = j then inv(&(dimindex(:N))) else &0) /\
     (!x. x IN z ==> norm(u x) = &1) /\
     vsum z (\x. w x % u x) = m
     ==> ?Q. orthogonal_matrix Q /\
             sum z (\x. w x * norm(u x - m - Q ** x) pow 2) <=
             &3 / &2 * &(dimindex(:N)) *
             sum z (\x. w x * sum z (\y. w y * (u x dot u y - x dot y - a x) pow 2))`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `A:real^N^N = lambda i j.
    &(dimindex(:N)) * sum z (\x:real^N. w x * (u:real^N->real^N) x$i * x$j)` THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
          ==> (A:real^N^N)$i$j =
              &(dimindex(:N)) * sum z (\x:real^N. w x * (u:real^N->real^N) x$i * x$j)`
  ASSUME_TAC THENL
   [EXPAND_TAC "A" THEN SIMP_TAC[IN_NUMSEG; LAMBDA_BETA]; ALL_TAC] THEN
  MP_TAC(ISPEC `A:real^N^N` LEFT_POLAR_DECOMPOSITION) THEN
  REWRITE_TAC[positive_semidefinite; symmetric_matrix] THEN MATCH_MP_TAC MONO_EXISTS THEN
  X_GEN_TAC `Q:real^N^N` THEN STRIP_TAC THEN ASM_REWRITE_TAC[] THEN
  MATCH_MP_TAC THM_STABILITY_ROTATION THEN
  MAP_EVERY EXISTS_TAC [`A:real^N^N`; `P:real^N^N`] THEN
  REPEAT CONJ_TAC THEN FIRST_ASSUM MATCH_ACCEPT_TAC);;

state "thm-stability" "THM_STABILITY_ORTHOGONAL" THM_STABILITY_ORTHOGONAL;;
