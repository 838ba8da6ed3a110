(* thm-repaired: Block-identification, repaired: parts 2 and 3 [homeomorphism and diffeomorphism]
page: theory/52_coverings

Let C be an open, connected, nonempty part of R^n, and chi : C -> (0,1)^n proper.
If chi is continuous and locally one to one, it is a homeomorphism of C onto the
cube. If it has an invertible derivative everywhere, it is a diffeomorphism.
Conversely a homeomorphism onto the cube is proper. On the line a map whose
derivative never vanishes is one to one, proper or not.

on the page          in HOL
C                    c
chi                  chi           only its values on c count
(0,1)^n              interval(vec 0, vec 1)
proper               compact k inside the cube ==> compact {x | x IN c /\ chi x IN k}
D chi(x)             chi' x, a linear map with det(matrix(chi' x)) not 0
its inverse          psi, with the derivative psi' y at y

Leaves out: part 1, which says that the determinant is at least the density and so
not 0 (THM_REPAIRED_DENSITY); here that it is not 0 is assumed. On the other hand no
density and no uniform output is needed, and no derivative for the homeomorphism: leaky ReLU networks are
covered where they are locally one to one. Types are not printed: in
THM_REPAIRED_LINE chi is a map of real^1.
*)
needs "report.ml";;
needs "thm_proper.ml";;

let THM_REPAIRED = prove
 (`!chi:real^N->real^N c.
     open c /\ connected c /\ ~(c = {}) /\
     chi continuous_on c /\ IMAGE chi c SUBSET interval(vec 0,vec 1) /\
     (!x. x IN c ==> ?u. open u /\ x IN u /\
                         !y z. y IN u /\ z IN u /\ chi y = chi z ==> y = z) /\
     (!k. compact k /\ k SUBSET interval(vec 0,vec 1)
          ==> compact {x | x IN c /\ chi x IN k})
     ==> ?psi. homeomorphism (c,interval(vec 0,vec 1)) (chi,psi)`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC THM_PROPER THEN
  ASM_SIMP_TAC[OPEN_INTERVAL; CONVEX_IMP_SIMPLY_CONNECTED; CONVEX_INTERVAL]);;

let THM_REPAIRED_DIFFEOMORPHISM = prove
 (`!chi:real^N->real^N chi' c.
     open c /\ connected c /\ ~(c = {}) /\
     IMAGE chi c SUBSET interval(vec 0,vec 1) /\
     (!x. x IN c ==> (chi has_derivative chi' x) (at x) /\
                     ~(det(matrix(chi' x)) = &0)) /\
     (!k. compact k /\ k SUBSET interval(vec 0,vec 1)
          ==> compact {x | x IN c /\ chi x IN k})
     ==> ?psi psi'. homeomorphism (c,interval(vec 0,vec 1)) (chi,psi) /\
           !y. y IN interval(vec 0,vec 1)
               ==> (psi has_derivative psi' y) (at y) /\
                   chi' (psi y) o psi' y = I /\ psi' y o chi' (psi y) = I`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC THM_PROPER_DIFFEOMORPHISM THEN
  ASM_SIMP_TAC[CONVEX_IMP_SIMPLY_CONNECTED; CONVEX_INTERVAL]);;

let THM_REPAIRED_CONVERSE = prove
 (`!chi:real^N->real^N psi c.
     homeomorphism (c,interval(vec 0,vec 1)) (chi,psi)
     ==> !k. compact k /\ k SUBSET interval(vec 0,vec 1)
             ==> compact {x | x IN c /\ chi x IN k}`,
  REPEAT GEN_TAC THEN DISCH_TAC THEN MATCH_MP_TAC THM_PROPER_CONVERSE THEN
  EXISTS_TAC `psi:real^N->real^N` THEN ASM_REWRITE_TAC[]);;

(* between two points of one value Rolle's theorem has a zero of the derivative *)
let THM_REPAIRED_LINE = prove
 (`!chi:real^1->real^1 chi' c.
     connected c /\
     (!x. x IN c ==> (chi has_derivative chi' x) (at x) /\
                     ~(det(matrix(chi' x)) = &0))
     ==> !a b. a IN c /\ b IN c /\ chi a = chi b ==> a = b`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN
   `!a b:real^1. a IN c /\ b IN c /\ (chi:real^1->real^1) a = chi b
                 ==> ~(drop a < drop b)`
  MP_TAC THENL
   [REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `interval[a:real^1,b] SUBSET c` ASSUME_TAC THENL
     [ASM_MESON_TAC[IS_INTERVAL_CONNECTED_1; INTERVAL_SUBSET_IS_INTERVAL]; ALL_TAC] THEN
    SUBGOAL_THEN `interval(a:real^1,b) SUBSET c` ASSUME_TAC THENL
     [ASM_MESON_TAC[INTERVAL_OPEN_SUBSET_CLOSED; SUBSET_TRANS]; ALL_TAC] THEN
    MP_TAC(ISPECL [`chi:real^1->real^1`; `chi':real^1->real^1->real^1`;
      `a:real^1`; `b:real^1`] ROLLE) THEN
    ASM_REWRITE_TAC[] THEN REWRITE_TAC[NOT_IMP; NOT_EXISTS_THM] THEN
    REPEAT CONJ_TAC THENL
     [MATCH_MP_TAC CONTINUOUS_AT_IMP_CONTINUOUS_ON THEN REPEAT STRIP_TAC THEN
      MATCH_MP_TAC DIFFERENTIABLE_IMP_CONTINUOUS_AT THEN REWRITE_TAC[differentiable] THEN
      ASM SET_TAC[];
      ASM SET_TAC[];
      X_GEN_TAC `x:real^1` THEN STRIP_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `x:real^1` o check (is_forall o concl)) THEN
      ASM_REWRITE_TAC[MATRIX_0; DET_0] THEN ASM SET_TAC[]];
    REWRITE_TAC[GSYM DROP_EQ] THEN REPEAT STRIP_TAC THEN
    ASM_MESON_TAC[REAL_LT_TOTAL]]);;

state "thm-repaired" "THM_REPAIRED" THM_REPAIRED;;
state "thm-repaired" "THM_REPAIRED_DIFFEOMORPHISM" THM_REPAIRED_DIFFEOMORPHISM;;
state "thm-repaired" "THM_REPAIRED_LINE" THM_REPAIRED_LINE;;
state "thm-repaired" "THM_REPAIRED_CONVERSE" THM_REPAIRED_CONVERSE;;
