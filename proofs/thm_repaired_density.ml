(* thm-repaired: Block-identification, repaired: part 1, and parts 1 and 2 together [densities on open sets of R^n]
page: theory/52_coverings

Let C be open in R^n, its density p continuous and positive, chi : C -> (0,1)^n
continuously differentiable, and chi(c) uniform on the cube. Then |det D chi(c)| is at
least p(c) for every c. If C is connected and not empty and chi is proper, chi is a
diffeomorphism of C onto the cube. On the line chi is one to one, proper or not.

on the page          in HOL
C                    c
p                    p             real^N->real; lift makes it a vector of real^1
chi                  chi           only its values on c count
(0,1)^n              interval(vec 0, vec 1)
chi(c) is uniform    for compact s inside the cube, p has_integral lift(measure s) over
                     {x | x IN c /\ chi x IN s}
D chi(x)             chi' x, a linear map; its determinant det(matrix(chi' x)) is continuous
proper               compact k inside the cube ==> compact {x | x IN c /\ chi x IN k}
its inverse          psi, with the derivative psi' y at y

Leaves out: nothing of parts 1 to 3; chi need not be C^1 beyond a derivative everywhere
with a continuous determinant. The integral is the library's (Henstock and Kurzweil),
which for functions that are not negative is Lebesgue's, as measure is. Types are not
printed: in THM_REPAIRED_DENSITY_LINE chi is a map of real^1.
*)
needs "report.ml";;
needs "thm_repaired.ml";;
needs "prp_local.ml";;

let THM_REPAIRED_DENSITY = prove
 (`!chi:real^N->real^N chi' p c.
     open c /\ IMAGE chi c SUBSET interval(vec 0,vec 1) /\
     (lift o p) continuous_on c /\ (!x. x IN c ==> &0 < p x) /\
     (!x. x IN c ==> (chi has_derivative chi' x) (at x)) /\
     (\x. lift(det(matrix(chi' x)))) continuous_on c /\
     (!s. compact s /\ s SUBSET interval(vec 0,vec 1)
          ==> ((lift o p) has_integral lift(measure s)) {x | x IN c /\ chi x IN s})
     ==> !x. x IN c ==> p x <= abs(det(matrix(chi' x)))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`chi:real^N->real^N`; `chi':real^N->real^N->real^N`; `p:real^N->real`;
    `\y:real^N. &1`; `c:real^N->bool`; `interval(vec 0:real^N,vec 1)`] PRP_LOCAL) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[OPEN_INTERVAL; REAL_POS] THEN
    REWRITE_TAC[o_DEF; CONTINUOUS_ON_CONST] THEN REPEAT STRIP_TAC THEN
    EXISTS_TAC `lift(measure(s:real^N->bool))` THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `s:real^N->bool` o check (fun th ->
      is_forall(concl th) && free_in `measure:(real^N->bool)->real` (concl th))) THEN
    ASM_REWRITE_TAC[o_DEF] THEN DISCH_THEN(fun th -> REWRITE_TAC[th]) THEN
    MP_TAC(ISPECL [`s:real^N->bool`; `&1`] HAS_INTEGRAL_CONST_ON) THEN
    ASM_SIMP_TAC[MEASURABLE_COMPACT; REAL_MUL_LID];
    REWRITE_TAC[REAL_MUL_LID] THEN ASM_SIMP_TAC[]]);;

let THM_REPAIRED_UNIFORM = prove
 (`!chi:real^N->real^N chi' p c.
     open c /\ connected c /\ ~(c = {}) /\ IMAGE chi c SUBSET interval(vec 0,vec 1) /\
     (lift o p) continuous_on c /\ (!x. x IN c ==> &0 < p x) /\
     (!x. x IN c ==> (chi has_derivative chi' x) (at x)) /\
     (\x. lift(det(matrix(chi' x)))) continuous_on c /\
     (!s. compact s /\ s SUBSET interval(vec 0,vec 1)
          ==> ((lift o p) has_integral lift(measure s)) {x | x IN c /\ chi x IN s}) /\
     (!k. compact k /\ k SUBSET interval(vec 0,vec 1)
          ==> compact {x | x IN c /\ chi x IN k})
     ==> ?psi psi'. homeomorphism (c,interval(vec 0,vec 1)) (chi,psi) /\
           !y. y IN interval(vec 0,vec 1)
               ==> (psi has_derivative psi' y) (at y) /\
                   chi' (psi y) o psi' y = I /\ psi' y o chi' (psi y) = I`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC THM_REPAIRED_DIFFEOMORPHISM THEN
  MP_TAC(ISPECL [`chi:real^N->real^N`; `chi':real^N->real^N->real^N`; `p:real^N->real`;
    `c:real^N->bool`] THM_REPAIRED_DENSITY) THEN
  ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[REAL_ABS_NUM; REAL_NOT_LE]);;

let THM_REPAIRED_DENSITY_LINE = prove
 (`!chi:real^1->real^1 chi' p c.
     open c /\ connected c /\ IMAGE chi c SUBSET interval(vec 0,vec 1) /\
     (lift o p) continuous_on c /\ (!x. x IN c ==> &0 < p x) /\
     (!x. x IN c ==> (chi has_derivative chi' x) (at x)) /\
     (\x. lift(det(matrix(chi' x)))) continuous_on c /\
     (!s. compact s /\ s SUBSET interval(vec 0,vec 1)
          ==> ((lift o p) has_integral lift(measure s)) {x | x IN c /\ chi x IN s})
     ==> !a b. a IN c /\ b IN c /\ chi a = chi b ==> a = b`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN MATCH_MP_TAC THM_REPAIRED_LINE THEN
  EXISTS_TAC `chi':real^1->real^1->real^1` THEN ASM_REWRITE_TAC[] THEN
  MP_TAC(ISPECL [`chi:real^1->real^1`; `chi':real^1->real^1->real^1`; `p:real^1->real`;
    `c:real^1->bool`] THM_REPAIRED_DENSITY) THEN
  ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[REAL_ABS_NUM; REAL_NOT_LE]);;

state "thm-repaired" "THM_REPAIRED_DENSITY" THM_REPAIRED_DENSITY;;
state "thm-repaired" "THM_REPAIRED_UNIFORM" THM_REPAIRED_UNIFORM;;
state "thm-repaired" "THM_REPAIRED_DENSITY_LINE" THM_REPAIRED_DENSITY_LINE;;
