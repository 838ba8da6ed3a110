(* prp-local: What is true without more [densities on open sets of R^n]
page: theory/54_proposition

Let C and D be open in R^n, h : C -> D continuously differentiable, p > 0 a continuous
density on C, q >= 0 a continuous one on D, and q the push-forward of p. Then
p(z) <= q(h(z)) |det Dh(z)| for every z: h is a local diffeomorphism and q is positive on
its image. The image is open, and where q is positive on D, what it leaves out of D is a
null set. So, with D simply connected, C connected and not empty, and h proper, h is a
diffeomorphism of C onto D.

on the page          in HOL
M, N                 c, d          open sets of real^N
p, q                 p, q          real^N->real; lift makes them vectors of real^1
push-forward         for compact s inside d, the integral of p over {x | x IN c /\ h x IN s}
                     is that of q over s: both have_integral m for one m
Dh(x)                h' x, a linear map; its determinant det(matrix(h' x)) is continuous
null set             negligible

Leaves out: manifolds other than open sets of R^n. That p and q integrate to 1 is not
needed, nor that h is C^1 beyond a derivative everywhere with a continuous determinant.
The integral is the library's (Henstock and Kurzweil), which for functions that are not
negative is Lebesgue's.
*)
needs "report.ml";;
needs "thm_proper.ml";;
needs "Multivariate/measure.ml";;

let CLOSE_ENOUGH = prove
 (`!x y c. (!e. &0 < e /\ e <= &1 ==> x <= y + e * c) ==> x <= y`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[GSYM REAL_NOT_LT] THEN DISCH_TAC THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `min (&1) ((x - y) / (&2 * (abs c + &1)))`) THEN
  SUBGOAL_THEN `&0 < (x - y) / (&2 * (abs c + &1))` ASSUME_TAC THENL
   [MATCH_MP_TAC REAL_LT_DIV THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_REWRITE_TAC[REAL_LT_MIN; REAL_LT_01; REAL_ARITH `min a b <= a`; REAL_NOT_LE] THEN
  MATCH_MP_TAC(REAL_ARITH
   `y < x /\ m * c <= m * (abs c + &1) /\ m * (abs c + &1) <= (x - y) / &2
    ==> y + m * c < x`) THEN
  ASM_REWRITE_TAC[] THEN CONJ_TAC THENL
   [MATCH_MP_TAC REAL_LE_LMUL THEN
    ASM_SIMP_TAC[REAL_LE_MIN; REAL_LT_IMP_LE; REAL_POS] THEN REAL_ARITH_TAC;
    TRANS_TAC REAL_LE_TRANS `(x - y) / (&2 * (abs c + &1)) * (abs c + &1)` THEN CONJ_TAC THENL
     [MATCH_MP_TAC REAL_LE_RMUL THEN REAL_ARITH_TAC;
      MATCH_MP_TAC REAL_EQ_IMP_LE THEN
      MP_TAC(REAL_ARITH `&0 < abs c + &1`) THEN CONV_TAC REAL_FIELD]]);;

let HAS_INTEGRAL_CONST_ON = prove
 (`!s:real^N->bool c. measurable s ==> ((\x. lift c) has_integral lift(c * measure s)) s`,
  REPEAT GEN_TAC THEN REWRITE_TAC[HAS_MEASURE_MEASURE; has_measure] THEN
  DISCH_THEN(MP_TAC o SPEC `c:real` o MATCH_MP HAS_INTEGRAL_CMUL) THEN
  REWRITE_TAC[GSYM LIFT_NUM; GSYM LIFT_CMUL; REAL_MUL_RID]);;

(* what continuity at a point of an open set gives on small balls around it *)
let CLOSE_ON_BALLS = prove
 (`!f:real^N->real c x e.
     open c /\ (lift o f) continuous_on c /\ x IN c /\ &0 < e
     ==> ?d. &0 < d /\ !y. dist(y,x) < d ==> y IN c /\ abs(f y - f x) < e`,
  REPEAT STRIP_TAC THEN UNDISCH_TAC `(lift o f) continuous_on (c:real^N->bool)` THEN
  ASM_SIMP_TAC[CONTINUOUS_ON_EQ_CONTINUOUS_AT; continuous_at] THEN
  DISCH_THEN(MP_TAC o SPEC `x:real^N`) THEN ASM_REWRITE_TAC[] THEN
  DISCH_THEN(MP_TAC o SPEC `e:real`) THEN ASM_REWRITE_TAC[o_THM; DIST_LIFT] THEN
  DISCH_THEN(X_CHOOSE_THEN `d1:real` STRIP_ASSUME_TAC) THEN
  UNDISCH_TAC `open(c:real^N->bool)` THEN REWRITE_TAC[open_def] THEN
  DISCH_THEN(MP_TAC o SPEC `x:real^N`) THEN ASM_REWRITE_TAC[] THEN
  DISCH_THEN(X_CHOOSE_THEN `d2:real` STRIP_ASSUME_TAC) THEN
  EXISTS_TAC `min d1 d2:real` THEN ASM_SIMP_TAC[REAL_LT_MIN]);;

let PRP_LOCAL = prove
 (`!h:real^N->real^N h' p q c d.
     open c /\ open d /\ IMAGE h c SUBSET d /\
     (lift o p) continuous_on c /\ (lift o q) continuous_on d /\
     (!x. x IN c ==> &0 < p x) /\ (!y. y IN d ==> &0 <= q y) /\
     (!x. x IN c ==> (h has_derivative h' x) (at x)) /\
     (\x. lift(det(matrix(h' x)))) continuous_on c /\
     (!s. compact s /\ s SUBSET d
          ==> ?m. ((lift o p) has_integral m) {x | x IN c /\ h x IN s} /\
                  ((lift o q) has_integral m) s)
     ==> !x. x IN c ==> p x <= q (h x) * abs(det(matrix(h' x)))`,
  REPEAT GEN_TAC THEN INTRO_TAC "openc opend into contp contq posp posq deriv contd push" THEN
  X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
  SUBGOAL_THEN `(h:real^N->real^N) continuous_on c` (LABEL_TAC "conth") THENL
   [MATCH_MP_TAC CONTINUOUS_AT_IMP_CONTINUOUS_ON THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC DIFFERENTIABLE_IMP_CONTINUOUS_AT THEN REWRITE_TAC[differentiable] THEN
    ASM_MESON_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `(h:real^N->real^N) x IN d` ASSUME_TAC THENL [ASM SET_TAC[]; ALL_TAC] THEN
  ABBREV_TAC `D = \y. abs(det(matrix((h':real^N->real^N->real^N) y)))` THEN
  SUBGOAL_THEN `abs(det(matrix((h':real^N->real^N->real^N) x))) = D x` SUBST1_TAC THENL
   [EXPAND_TAC "D" THEN REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 <= D (x:real^N)` ASSUME_TAC THENL
   [EXPAND_TAC "D" THEN REWRITE_TAC[REAL_ABS_POS]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 <= q ((h:real^N->real^N) x)` ASSUME_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
  MATCH_MP_TAC CLOSE_ENOUGH THEN EXISTS_TAC `q ((h:real^N->real^N) x) + D x + &2` THEN
  X_GEN_TAC `e:real` THEN STRIP_TAC THEN
  SUBGOAL_THEN
   `?r. &0 < r /\ !y:real^N. y IN cball(x,r)
        ==> y IN c /\ p x - e <= p y /\ D y <= D x + e /\ q (h y:real^N) <= q (h x) + e`
  STRIP_ASSUME_TAC THENL
   [MP_TAC(ISPECL [`p:real^N->real`; `c:real^N->bool`; `x:real^N`; `e:real`] CLOSE_ON_BALLS) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN(X_CHOOSE_THEN `d1:real` STRIP_ASSUME_TAC) THEN
    MP_TAC(ISPECL [`\y. det(matrix((h':real^N->real^N->real^N) y))`; `c:real^N->bool`;
      `x:real^N`; `e:real`] CLOSE_ON_BALLS) THEN
    ASM_REWRITE_TAC[o_DEF] THEN DISCH_THEN(X_CHOOSE_THEN `d2:real` STRIP_ASSUME_TAC) THEN
    MP_TAC(ISPECL [`\y. (q:real^N->real) ((h:real^N->real^N) y)`; `c:real^N->bool`;
      `x:real^N`; `e:real`] CLOSE_ON_BALLS) THEN
    ANTS_TAC THENL
     [ASM_REWRITE_TAC[] THEN
      SUBGOAL_THEN `lift o (\y. (q:real^N->real) ((h:real^N->real^N) y)) = (lift o q) o h`
      SUBST1_TAC THENL [REWRITE_TAC[o_DEF]; ALL_TAC] THEN
      MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN ASM_MESON_TAC[CONTINUOUS_ON_SUBSET];
      DISCH_THEN(X_CHOOSE_THEN `d3:real` STRIP_ASSUME_TAC)] THEN
    EXISTS_TAC `min d1 (min d2 d3) / &2` THEN
    CONJ_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    X_GEN_TAC `y:real^N` THEN REWRITE_TAC[IN_CBALL] THEN ONCE_REWRITE_TAC[DIST_SYM] THEN
    DISCH_TAC THEN
    SUBGOAL_THEN `dist(y:real^N,x) < d1 /\ dist(y,x) < d2 /\ dist(y,x) < d3`
    STRIP_ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    EXPAND_TAC "D" THEN
    REPEAT(FIRST_X_ASSUM(MP_TAC o SPEC `y:real^N` o check
      (fun th -> is_forall(concl th) && free_in `dist:real^N#real^N->real` (concl th)))) THEN
    ASM_REWRITE_TAC[] THEN REPEAT STRIP_TAC THEN ASM_REWRITE_TAC[] THEN ASM_REAL_ARITH_TAC;
    ALL_TAC] THEN
  ABBREV_TAC `b = cball(x:real^N,r)` THEN
  SUBGOAL_THEN `compact(b:real^N->bool) /\ measurable b /\ &0 < measure b /\ b SUBSET c`
  STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "b" THEN
    ASM_REWRITE_TAC[COMPACT_CBALL; MEASURABLE_CBALL; MEASURE_CBALL_POS] THEN
    ASM_REWRITE_TAC[SUBSET] THEN ASM_MESON_TAC[];
    ALL_TAC] THEN
  ABBREV_TAC `s = IMAGE (h:real^N->real^N) b` THEN
  SUBGOAL_THEN `compact(s:real^N->bool) /\ s SUBSET d` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "s" THEN CONJ_TAC THENL
     [MATCH_MP_TAC COMPACT_CONTINUOUS_IMAGE THEN ASM_MESON_TAC[CONTINUOUS_ON_SUBSET];
      ASM SET_TAC[]];
    ALL_TAC] THEN
  SUBGOAL_THEN `measurable(s:real^N->bool)` ASSUME_TAC THENL
   [ASM_SIMP_TAC[MEASURABLE_COMPACT]; ALL_TAC] THEN
  REMOVE_THEN "push" (MP_TAC o SPEC `s:real^N->bool`) THEN ASM_REWRITE_TAC[] THEN
  DISCH_THEN(X_CHOOSE_THEN `m:real^1` STRIP_ASSUME_TAC) THEN
  SUBGOAL_THEN `(p (x:real^N) - e) * measure(b:real^N->bool) <= drop m` ASSUME_TAC THENL
   [GEN_REWRITE_TAC LAND_CONV [GSYM LIFT_DROP] THEN
    MATCH_MP_TAC(ISPECL
     [`\y. if y IN (b:real^N->bool) then lift(p (x:real^N) - e) else vec 0`; `lift o (p:real^N->real)`;
      `{y | y IN c /\ (h:real^N->real^N) y IN s}`] HAS_INTEGRAL_DROP_LE) THEN
    ASM_REWRITE_TAC[] THEN CONJ_TAC THENL
     [SUBGOAL_THEN `b SUBSET {y | y IN c /\ (h:real^N->real^N) y IN s}` MP_TAC THENL
       [EXPAND_TAC "s" THEN UNDISCH_TAC `(b:real^N->bool) SUBSET c` THEN SET_TAC[];
        SIMP_TAC[HAS_INTEGRAL_RESTRICT] THEN ASM_SIMP_TAC[HAS_INTEGRAL_CONST_ON]];
      X_GEN_TAC `y:real^N` THEN REWRITE_TAC[IN_ELIM_THM; o_THM] THEN STRIP_TAC THEN
      COND_CASES_TAC THEN REWRITE_TAC[LIFT_DROP; DROP_VEC] THEN
      ASM_MESON_TAC[REAL_LT_IMP_LE]];
    ALL_TAC] THEN
  SUBGOAL_THEN `drop m <= (q ((h:real^N->real^N) x) + e) * measure(s:real^N->bool)` ASSUME_TAC THENL
   [GEN_REWRITE_TAC RAND_CONV [GSYM LIFT_DROP] THEN
    MATCH_MP_TAC(ISPECL
     [`lift o (q:real^N->real)`; `\y:real^N. lift(q ((h:real^N->real^N) x) + e)`;
      `s:real^N->bool`] HAS_INTEGRAL_DROP_LE) THEN
    ASM_SIMP_TAC[HAS_INTEGRAL_CONST_ON] THEN
    EXPAND_TAC "s" THEN REWRITE_TAC[FORALL_IN_IMAGE; o_THM; LIFT_DROP] THEN ASM_SIMP_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `measure(s:real^N->bool) <= (D (x:real^N) + e) * measure(b:real^N->bool)`
  ASSUME_TAC THENL
   [EXPAND_TAC "s" THEN MATCH_MP_TAC MEASURE_BOUNDED_DIFFERENTIABLE_IMAGE THEN
    EXISTS_TAC `h':real^N->real^N->real^N` THEN ASM_REWRITE_TAC[] THEN
    X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    SUBGOAL_THEN `y IN c /\ D (y:real^N) <= D x + e` MP_TAC THENL
     [ASM_SIMP_TAC[]; ALL_TAC] THEN
    EXPAND_TAC "D" THEN ASM_SIMP_TAC[HAS_DERIVATIVE_AT_WITHIN];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `p (x:real^N) - e <= (q ((h:real^N->real^N) x) + e) * (D x + e)`
  MP_TAC THENL
   [MATCH_MP_TAC REAL_LE_RCANCEL_IMP THEN EXISTS_TAC `measure(b:real^N->bool)` THEN
    ASM_REWRITE_TAC[GSYM REAL_MUL_ASSOC] THEN
    TRANS_TAC REAL_LE_TRANS `(q ((h:real^N->real^N) x) + e) * measure(s:real^N->bool)` THEN
    CONJ_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    MATCH_MP_TAC REAL_LE_LMUL THEN ASM_REAL_ARITH_TAC;
    MATCH_MP_TAC(REAL_ARITH `b <= c - e ==> a - e <= b ==> a <= c`) THEN
    MATCH_MP_TAC(REAL_ARITH `e * e <= e ==> (u + e) * (v + e) <= (u * v + e * (u + v + &2)) - e`) THEN
    MATCH_MP_TAC(REAL_ARITH `x <= &1 * e ==> x <= e`) THEN
    MATCH_MP_TAC REAL_LE_RMUL THEN ASM_REAL_ARITH_TAC]);;

let PRP_LOCAL_IMAGE = prove
 (`!h:real^N->real^N h' p q c d.
     open c /\ open d /\ IMAGE h c SUBSET d /\
     (lift o p) continuous_on c /\ (lift o q) continuous_on d /\
     (!x. x IN c ==> &0 < p x) /\ (!y. y IN d ==> &0 < q y) /\
     (!x. x IN c ==> (h has_derivative h' x) (at x)) /\
     (\x. lift(det(matrix(h' x)))) continuous_on c /\
     (!s. compact s /\ s SUBSET d
          ==> ?m. ((lift o p) has_integral m) {x | x IN c /\ h x IN s} /\
                  ((lift o q) has_integral m) s)
     ==> open(IMAGE h c) /\ negligible(d DIFF IMAGE h c)`,
  REPEAT GEN_TAC THEN DISCH_TAC THEN
  MP_TAC(ISPECL [`h:real^N->real^N`; `h':real^N->real^N->real^N`; `p:real^N->real`;
    `q:real^N->real`; `c:real^N->bool`; `d:real^N->bool`] PRP_LOCAL) THEN
  ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN DISCH_TAC THEN
  FIRST_X_ASSUM(CONJUNCTS_THEN STRIP_ASSUME_TAC o check (is_conj o concl)) THEN
  SUBGOAL_THEN `open(IMAGE (h:real^N->real^N) c)` ASSUME_TAC THENL
   [MATCH_MP_TAC DIFFERENTIABLE_IMP_OPEN_MAP THEN
    EXISTS_TAC `h':real^N->real^N->real^N` THEN ASM_SIMP_TAC[] THEN
    X_GEN_TAC `x:real^N` THEN REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `x:real^N` o check (fun th ->
      free_in `(<=):real->real->bool` (concl th))) THEN
    ASM_REWRITE_TAC[REAL_ABS_NUM; REAL_MUL_RZERO; REAL_NOT_LE] THEN ASM_SIMP_TAC[];
    ASM_REWRITE_TAC[]] THEN
  MP_TAC(ISPEC `d:real^N->bool` OPEN_UNION_COMPACT_SUBSETS) THEN
  ASM_REWRITE_TAC[LEFT_IMP_EXISTS_THM] THEN X_GEN_TAC `f:num->real^N->bool` THEN STRIP_TAC THEN
  SUBGOAL_THEN
   `d DIFF IMAGE (h:real^N->real^N) c = UNIONS {f n DIFF IMAGE h c | n IN (:num)}`
  SUBST1_TAC THENL
   [FIRST_X_ASSUM(SUBST1_TAC o SYM o check (is_eq o concl)) THEN
    REWRITE_TAC[UNIONS_GSPEC] THEN SET_TAC[];
    ALL_TAC] THEN
  MATCH_MP_TAC(REWRITE_RULE[] (ISPEC
    `\n. (f:num->real^N->bool) n DIFF IMAGE (h:real^N->real^N) c`
    NEGLIGIBLE_COUNTABLE_UNIONS)) THEN
  X_GEN_TAC `n:num` THEN REWRITE_TAC[] THEN
  ABBREV_TAC `s = (f:num->real^N->bool) n DIFF IMAGE (h:real^N->real^N) c` THEN
  SUBGOAL_THEN `compact(s:real^N->bool) /\ s SUBSET d` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "s" THEN ASM_SIMP_TAC[COMPACT_DIFF] THEN ASM SET_TAC[]; ALL_TAC] THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `s:real^N->bool` o check (fun th ->
    free_in `compact:(real^N->bool)->bool` (concl th) && is_forall(concl th) &&
    free_in `p:real^N->real` (concl th))) THEN
  ASM_REWRITE_TAC[] THEN
  SUBGOAL_THEN `{x | x IN c /\ (h:real^N->real^N) x IN s} = {}` SUBST1_TAC THENL
   [EXPAND_TAC "s" THEN SET_TAC[]; ALL_TAC] THEN
  REWRITE_TAC[HAS_INTEGRAL_EMPTY_EQ; UNWIND_THM2] THEN
  MP_TAC(ISPECL [`lift o (q:real^N->real)`; `s:real^N->bool`] HAS_INTEGRAL_NEGLIGIBLE_EQ) THEN
  ANTS_TAC THENL
   [SIMP_TAC[DIMINDEX_1; FORALL_1; IMP_CONJ; LE_ANTISYM; o_THM] THEN
    REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `i = 1` SUBST1_TAC THENL [ASM_ARITH_TAC; ALL_TAC] THEN
    REWRITE_TAC[GSYM drop; LIFT_DROP] THEN ASM_MESON_TAC[SUBSET; REAL_LT_IMP_LE];
    DISCH_TAC THEN DISCH_TAC THEN
    SUBGOAL_THEN `negligible {x:real^N | x IN s /\ ~((lift o (q:real^N->real)) x = vec 0)}` MP_TAC THENL
     [ASM_MESON_TAC[]; ALL_TAC] THEN
    MATCH_MP_TAC(REWRITE_RULE[IMP_CONJ_ALT] NEGLIGIBLE_SUBSET) THEN
    REWRITE_TAC[SUBSET; IN_ELIM_THM; o_THM; GSYM DROP_EQ; LIFT_DROP; DROP_VEC] THEN
    ASM_MESON_TAC[SUBSET; REAL_LT_REFL]]);;

let THM_PROPER_DENSITY = prove
 (`!h:real^N->real^N h' p q c d.
     open c /\ connected c /\ ~(c = {}) /\ open d /\ simply_connected d /\
     IMAGE h c SUBSET d /\
     (lift o p) continuous_on c /\ (lift o q) continuous_on d /\
     (!x. x IN c ==> &0 < p x) /\ (!y. y IN d ==> &0 <= q y) /\
     (!x. x IN c ==> (h has_derivative h' x) (at x)) /\
     (\x. lift(det(matrix(h' x)))) continuous_on c /\
     (!s. compact s /\ s SUBSET d
          ==> ?m. ((lift o p) has_integral m) {x | x IN c /\ h x IN s} /\
                  ((lift o q) has_integral m) s) /\
     (!k. compact k /\ k SUBSET d ==> compact {x | x IN c /\ h x IN k})
     ==> ?psi psi'. homeomorphism (c,d) (h,psi) /\
           !y. y IN d ==> (psi has_derivative psi' y) (at y) /\
                          h' (psi y) o psi' y = I /\ psi' y o h' (psi y) = I`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC THM_PROPER_DIFFEOMORPHISM THEN
  MP_TAC(ISPECL [`h:real^N->real^N`; `h':real^N->real^N->real^N`; `p:real^N->real`;
    `q:real^N->real`; `c:real^N->bool`; `d:real^N->bool`] PRP_LOCAL) THEN
  ASM_REWRITE_TAC[] THEN DISCH_TAC THEN ASM_REWRITE_TAC[] THEN
  X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN ASM_SIMP_TAC[] THEN DISCH_TAC THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `x:real^N` o check (fun th ->
    free_in `(<=):real->real->bool` (concl th) && free_in `p:real^N->real` (concl th))) THEN
  ASM_REWRITE_TAC[REAL_ABS_NUM; REAL_MUL_RZERO; REAL_NOT_LE] THEN ASM_SIMP_TAC[]);;

state "prp-local" "PRP_LOCAL" PRP_LOCAL;;
state "prp-local" "PRP_LOCAL_IMAGE" PRP_LOCAL_IMAGE;;
state "thm-proper" "THM_PROPER_DENSITY" THM_PROPER_DENSITY;;
