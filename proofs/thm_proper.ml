(* thm-proper: The proposition, repaired [open sets of R^n, homeomorphism and diffeomorphism]
page: theory/54_proposition

Let C and D be open in R^n, C connected and not empty, D simply connected, and
chi : C -> D locally one to one, continuous and proper. Then chi is a homeomorphism
of C onto D. If it has an invertible derivative everywhere, it is a diffeomorphism:
its inverse has the inverse derivative. Conversely a homeomorphism is proper.

on the page          in HOL
M, N                 c, d          open sets of real^N
h                    chi           only its values on c count
proper               compact k inside d ==> compact {x | x IN c /\ chi x IN k}
Dh(x), invertible    chi' x, a linear map with det(matrix(chi' x)) not 0
its inverse          psi, with the derivative psi' y at y

Leaves out: manifolds other than open sets of R^n, so also a compact M; and that the
hypotheses of the proposition make the derivative invertible, which is assumed here
(THM_PROPER_DENSITY has it from PRP_LOCAL). On the other hand the derivative need not be continuous; where it is, that of
the inverse is too, psi' y being the inverse matrix.
*)
needs "report.ml";;
needs "Multivariate/derivatives.ml";;

let THM_PROPER = prove
 (`!chi:real^N->real^N c d.
     open c /\ connected c /\ ~(c = {}) /\ open d /\ simply_connected d /\
     chi continuous_on c /\ IMAGE chi c SUBSET d /\
     (!x. x IN c ==> ?u. open u /\ x IN u /\
                         !y z. y IN u /\ z IN u /\ chi y = chi z ==> y = z) /\
     (!k. compact k /\ k SUBSET d ==> compact {x | x IN c /\ chi x IN k})
     ==> ?psi. homeomorphism (c,d) (chi,psi)`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC PROPER_LOCAL_HOMEOMORPHISM_GLOBAL THEN
  ASM_SIMP_TAC[CONNECTED_OPEN_PATH_CONNECTED] THEN
  X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
  SUBGOAL_THEN
   `?u. open u /\ (x:real^N) IN u /\
        !y z. y IN u /\ z IN u /\ (chi:real^N->real^N) y = chi z ==> y = z`
  STRIP_ASSUME_TAC THENL [FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN
   `open (c INTER u:real^N->bool) /\ (chi:real^N->real^N) continuous_on (c INTER u) /\
    (!y z. y IN c INTER u /\ z IN c INTER u /\ chi y = chi z ==> y = z)`
  STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[OPEN_INTER] THEN CONJ_TAC THENL
     [MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `c:real^N->bool` THEN
      ASM_REWRITE_TAC[INTER_SUBSET];
      REWRITE_TAC[IN_INTER] THEN REPEAT STRIP_TAC THEN
      FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[]];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`chi:real^N->real^N`; `c INTER u:real^N->bool`]
    INVARIANCE_OF_DOMAIN_HOMEOMORPHISM) THEN
  ASM_REWRITE_TAC[LE_REFL] THEN
  DISCH_THEN(X_CHOOSE_TAC `q:real^N->real^N`) THEN
  MP_TAC(ISPECL [`chi:real^N->real^N`; `c INTER u:real^N->bool`] INVARIANCE_OF_DOMAIN) THEN
  ASM_REWRITE_TAC[] THEN DISCH_TAC THEN
  MAP_EVERY EXISTS_TAC
   [`c INTER u:real^N->bool`; `IMAGE (chi:real^N->real^N) (c INTER u)`;
    `q:real^N->real^N`] THEN
  ASM_REWRITE_TAC[IN_INTER] THEN
  CONJ_TAC THEN MATCH_MP_TAC OPEN_OPEN_IN_TRANS THEN
  ASM_REWRITE_TAC[INTER_SUBSET] THEN
  UNDISCH_TAC `IMAGE (chi:real^N->real^N) c SUBSET d` THEN
  SET_TAC[]);;

let THM_PROPER_DIFFEOMORPHISM = prove
 (`!chi:real^N->real^N chi' c d.
     open c /\ connected c /\ ~(c = {}) /\ simply_connected d /\
     IMAGE chi c SUBSET d /\
     (!x. x IN c ==> (chi has_derivative chi' x) (at x) /\
                     ~(det(matrix(chi' x)) = &0)) /\
     (!k. compact k /\ k SUBSET d ==> compact {x | x IN c /\ chi x IN k})
     ==> ?psi psi'. homeomorphism (c,d) (chi,psi) /\
           !y. y IN d ==> (psi has_derivative psi' y) (at y) /\
                          chi' (psi y) o psi' y = I /\ psi' y o chi' (psi y) = I`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`chi:real^N->real^N`; `chi':real^N->real^N->real^N`;
    `c:real^N->bool`; `d:real^N->bool`] INVERSE_FUNCTION_THEOREM_GLOBAL) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`chi:real^N->real^N`; `c:real^N->bool`; `d:real^N->bool`]
      PROPER_MAP) THEN
    ASM_SIMP_TAC[] THEN MESON_TAC[];
    MESON_TAC[]]);;

let THM_PROPER_CONVERSE = prove
 (`!chi:real^N->real^N psi c d.
     homeomorphism (c,d) (chi,psi)
     ==> !k. compact k /\ k SUBSET d ==> compact {x | x IN c /\ chi x IN k}`,
  REWRITE_TAC[homeomorphism] THEN REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `{x | x IN c /\ (chi:real^N->real^N) x IN k} = IMAGE (psi:real^N->real^N) k`
  SUBST1_TAC THENL
   [ASM SET_TAC[];
    MATCH_MP_TAC COMPACT_CONTINUOUS_IMAGE THEN ASM_REWRITE_TAC[] THEN
    MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `d:real^N->bool` THEN
    ASM_REWRITE_TAC[]]);;

state "thm-proper" "THM_PROPER" THM_PROPER;;
state "thm-proper" "THM_PROPER_DIFFEOMORPHISM" THM_PROPER_DIFFEOMORPHISM;;
state "thm-proper" "THM_PROPER_CONVERSE" THM_PROPER_CONVERSE;;
