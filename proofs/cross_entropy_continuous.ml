(* thm-match: The cross-entropy is minimal at the match [continuous latents]
page: theory/20_cross_entropy_minimisers

Let Z be a compact set that is the closure of its interior, and let the conditional p(y|z) and
the weight w(z) of the anchors be continuous and positive. Among all continuous positive q(y|z)
with the same total, CE(p,q) is least if and only if q = p everywhere. With conditionals
proportional to e^-d(x,y) and e^-e(h(x),h(y)), d and e zero on the diagonal, it is least if and
only if e(h(x),h(y)) = d(x,y) for all x, y.

on the page          in HOL
Z                    k             solid k; convex bodies are (SOLID_CONVEX)
the integral of f    total k f     of a real function
p(z)                 w x           any continuous weight, on a set c of any dimension
p(y|z)               p x y; dens k s for the density proportional to exp(s x y)
CE(h)                cross_entropy c k w p q
delta                d of the latents, e of their representations, in any dimension

Leaves out: scores that are only measurable, densities with zeros or poles, and the sphere,
whose surface measure the library lacks.
*)
needs "types.ml";;
needs "Multivariate/transcendentals.ml";;

(* Integrals of continuous functions over a compact set that is the closure of its interior. *)

prioritize_real();;

(* --- continuity of real functions of vectors ---------------------------- *)

let CONT_CONST = prove
 (`!c (s:real^N->bool). (\x. lift c) continuous_on s`,
  REWRITE_TAC[CONTINUOUS_ON_CONST]);;

let CONT_ADD = prove
 (`!f g (s:real^N->bool). (\x. lift(f x)) continuous_on s /\ (\x. lift(g x)) continuous_on s
     ==> (\x. lift(f x + g x)) continuous_on s`,
  SIMP_TAC[LIFT_ADD; CONTINUOUS_ON_ADD]);;

let CONT_SUB = prove
 (`!f g (s:real^N->bool). (\x. lift(f x)) continuous_on s /\ (\x. lift(g x)) continuous_on s
     ==> (\x. lift(f x - g x)) continuous_on s`,
  SIMP_TAC[LIFT_SUB; CONTINUOUS_ON_SUB]);;

let CONT_NEG = prove
 (`!f (s:real^N->bool). (\x. lift(f x)) continuous_on s ==> (\x. lift(--(f x))) continuous_on s`,
  SIMP_TAC[LIFT_NEG; CONTINUOUS_ON_NEG]);;

let CONT_MUL = prove
 (`!f g (s:real^N->bool). (\x. lift(f x)) continuous_on s /\ (\x. lift(g x)) continuous_on s
     ==> (\x. lift(f x * g x)) continuous_on s`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[LIFT_CMUL] THEN MATCH_MP_TAC CONTINUOUS_ON_MUL THEN
  ASM_REWRITE_TAC[o_DEF]);;

let CONT_INV = prove
 (`!f (s:real^N->bool). (\x. lift(f x)) continuous_on s /\ (!x. x IN s ==> &0 < f x)
     ==> (\x. lift(inv(f x))) continuous_on s`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`f:real^N->real`; `s:real^N->bool`] CONTINUOUS_ON_INV) THEN
  ASM_REWRITE_TAC[o_DEF] THEN DISCH_THEN MATCH_MP_TAC THEN
  ASM_MESON_TAC[REAL_LT_IMP_NZ]);;

let CONT_EXP = prove
 (`!f (s:real^N->bool). (\x. lift(f x)) continuous_on s
     ==> (\x. lift(exp(f x))) continuous_on s`,
  REPEAT GEN_TAC THEN REWRITE_TAC[GSYM CONTINUOUS_ON_CX_LIFT; CX_EXP] THEN DISCH_TAC THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF] CONTINUOUS_ON_COMPOSE) THEN
  ASM_REWRITE_TAC[CONTINUOUS_ON_CEXP]);;

let CONT_LOG = prove
 (`!f (s:real^N->bool). (\x. lift(f x)) continuous_on s /\ (!x. x IN s ==> &0 < f x)
     ==> (\x. lift(log(f x))) continuous_on s`,
  REPEAT GEN_TAC THEN REWRITE_TAC[GSYM CONTINUOUS_ON_CX_LIFT] THEN STRIP_TAC THEN
  MATCH_MP_TAC CONTINUOUS_ON_EQ THEN EXISTS_TAC `\x:real^N. clog(Cx(f x))` THEN
  ASM_SIMP_TAC[CX_LOG] THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF] CONTINUOUS_ON_COMPOSE) THEN
  ASM_REWRITE_TAC[] THEN MATCH_MP_TAC CONTINUOUS_ON_CLOG THEN
  REWRITE_TAC[IMP_CONJ; FORALL_IN_IMAGE; RE_CX] THEN ASM_SIMP_TAC[]);;

(* a function of pairs *)
let CONT_SLICE = prove
 (`!f:real^M->real^N->real s k x.
     (\z. lift(f (fstcart z) (sndcart z))) continuous_on (s PCROSS k) /\ x IN s
     ==> (\y. lift(f x y)) continuous_on k`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`\y:real^N. pastecart (x:real^M) y`;
    `\z. lift((f:real^M->real^N->real) (fstcart z) (sndcart z))`; `k:real^N->bool`]
    CONTINUOUS_ON_COMPOSE) THEN
  REWRITE_TAC[o_DEF; FSTCART_PASTECART; SNDCART_PASTECART] THEN DISCH_THEN MATCH_MP_TAC THEN
  SIMP_TAC[CONTINUOUS_ON_PASTECART; CONTINUOUS_ON_CONST; CONTINUOUS_ON_ID] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(s:real^M->bool) PCROSS (k:real^N->bool)` THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; PASTECART_IN_PCROSS] THEN ASM_SIMP_TAC[]);;

let CONT_FST = prove
 (`!f:real^M->real s (k:real^N->bool).
     (\x. lift(f x)) continuous_on s
     ==> (\z. lift(f (fstcart z))) continuous_on (s PCROSS k)`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`fstcart:real^(M,N)finite_sum->real^M`; `\x. lift((f:real^M->real) x)`;
    `(s:real^M->bool) PCROSS (k:real^N->bool)`] CONTINUOUS_ON_COMPOSE) THEN
  REWRITE_TAC[o_DEF] THEN DISCH_THEN MATCH_MP_TAC THEN
  SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_FSTCART; ETA_AX] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `s:real^M->bool` THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; FORALL_IN_PCROSS; FSTCART_PASTECART] THEN
  SIMP_TAC[]);;

let CONT_SND = prove
 (`!f:real^N->real (s:real^M->bool) k.
     (\x. lift(f x)) continuous_on k
     ==> (\z. lift(f (sndcart z))) continuous_on (s PCROSS k)`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`sndcart:real^(M,N)finite_sum->real^N`; `\x. lift((f:real^N->real) x)`;
    `(s:real^M->bool) PCROSS (k:real^N->bool)`] CONTINUOUS_ON_COMPOSE) THEN
  REWRITE_TAC[o_DEF] THEN DISCH_THEN MATCH_MP_TAC THEN
  SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_SNDCART; ETA_AX] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `k:real^N->bool` THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; FORALL_IN_PCROSS; SNDCART_PASTECART] THEN
  SIMP_TAC[]);;

let VCONT_FST = prove
 (`!h:real^M->real^P s (k:real^N->bool).
     h continuous_on s ==> (\z. h(fstcart z)) continuous_on (s PCROSS k)`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF] (ISPECL [`fstcart:real^(M,N)finite_sum->real^M`; `h:real^M->real^P`;
    `(s:real^M->bool) PCROSS (k:real^N->bool)`] CONTINUOUS_ON_COMPOSE)) THEN
  SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_FSTCART; ETA_AX] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `s:real^M->bool` THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; FORALL_IN_PCROSS; FSTCART_PASTECART] THEN SIMP_TAC[]);;

let VCONT_SND = prove
 (`!h:real^N->real^P (s:real^M->bool) k.
     h continuous_on k ==> (\z. h(sndcart z)) continuous_on (s PCROSS k)`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF] (ISPECL [`sndcart:real^(M,N)finite_sum->real^N`; `h:real^N->real^P`;
    `(s:real^M->bool) PCROSS (k:real^N->bool)`] CONTINUOUS_ON_COMPOSE)) THEN
  SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_SNDCART; ETA_AX] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `k:real^N->bool` THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; FORALL_IN_PCROSS; SNDCART_PASTECART] THEN SIMP_TAC[]);;

(* --- the integral of a real function ------------------------------------ *)

let total = new_definition
 `total (k:real^N->bool) f = drop(integral k (\x. lift(f x)))`;;

let solid = new_definition
 `solid (k:real^N->bool) <=> compact k /\ k SUBSET closure(interior k)`;;

let SOLID_CONVEX = prove
 (`!k:real^N->bool. compact k /\ convex k /\ ~(interior k = {}) ==> solid k`,
  SIMP_TAC[solid; CONVEX_CLOSURE_INTERIOR; CLOSURE_SUBSET]);;

let ABSOLUTELY_INTEGRABLE_COMPACT = prove
 (`!f:real^N->real k. compact k /\ (\x. lift(f x)) continuous_on k
     ==> (\x. lift(f x)) absolutely_integrable_on k`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC MEASURABLE_BOUNDED_BY_INTEGRABLE_IMP_ABSOLUTELY_INTEGRABLE THEN
  MP_TAC(ISPECL [`\x. lift((f:real^N->real) x)`; `k:real^N->bool`] COMPACT_CONTINUOUS_IMAGE) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN(MP_TAC o MATCH_MP COMPACT_IMP_BOUNDED) THEN
  REWRITE_TAC[BOUNDED_POS; FORALL_IN_IMAGE] THEN
  DISCH_THEN(X_CHOOSE_THEN `B:real` STRIP_ASSUME_TAC) THEN
  EXISTS_TAC `\x:real^N. lift B` THEN ASM_REWRITE_TAC[LIFT_DROP] THEN CONJ_TAC THENL
   [MATCH_MP_TAC CONTINUOUS_IMP_MEASURABLE_ON_CLOSED_SUBSET THEN ASM_SIMP_TAC[COMPACT_IMP_CLOSED];
    REWRITE_TAC[INTEGRABLE_ON_CONST] THEN ASM_SIMP_TAC[MEASURABLE_COMPACT]]);;

let INTEGRABLE_COMPACT = prove
 (`!f:real^N->real k. compact k /\ (\x. lift(f x)) continuous_on k
     ==> (\x. lift(f x)) integrable_on k`,
  SIMP_TAC[ABSOLUTELY_INTEGRABLE_COMPACT; ABSOLUTELY_INTEGRABLE_IMP_INTEGRABLE]);;

let TOTAL_EQ = prove
 (`!f g k:real^N->bool. (!x. x IN k ==> f x = g x) ==> total k f = total k g`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[total] THEN AP_TERM_TAC THEN
  MATCH_MP_TAC INTEGRAL_EQ THEN ASM_SIMP_TAC[]);;

let TOTAL_SUB = prove
 (`!f g k:real^N->bool. compact k /\
     (\x. lift(f x)) continuous_on k /\ (\x. lift(g x)) continuous_on k
     ==> total k (\x. f x - g x) = total k f - total k g`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[total; LIFT_SUB] THEN
  ASM_SIMP_TAC[INTEGRAL_SUB; INTEGRABLE_COMPACT; DROP_SUB]);;

let TOTAL_ADD = prove
 (`!f g k:real^N->bool. compact k /\
     (\x. lift(f x)) continuous_on k /\ (\x. lift(g x)) continuous_on k
     ==> total k (\x. f x + g x) = total k f + total k g`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[total; LIFT_ADD] THEN
  ASM_SIMP_TAC[INTEGRAL_ADD; INTEGRABLE_COMPACT; DROP_ADD]);;

let TOTAL_LMUL = prove
 (`!c f k:real^N->bool. compact k /\ (\x. lift(f x)) continuous_on k
     ==> total k (\x. c * f x) = c * total k f`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[total; LIFT_CMUL] THEN
  ASM_SIMP_TAC[INTEGRAL_CMUL; INTEGRABLE_COMPACT; DROP_CMUL]);;

let TOTAL_NONNEG = prove
 (`!f k:real^N->bool. compact k /\ (\x. lift(f x)) continuous_on k /\
     (!x. x IN k ==> &0 <= f x) ==> &0 <= total k f`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[total] THEN MATCH_MP_TAC INTEGRAL_DROP_POS THEN
  ASM_SIMP_TAC[INTEGRABLE_COMPACT; LIFT_DROP]);;

(* a continuous function that is not negative and has integral zero is zero *)
let TOTAL_EQ_0 = prove
 (`!f k:real^N->bool. solid k /\ (\x. lift(f x)) continuous_on k /\
     (!x. x IN k ==> &0 <= f x)
     ==> (total k f = &0 <=> !x. x IN k ==> f x = &0)`,
  REPEAT GEN_TAC THEN REWRITE_TAC[solid] THEN STRIP_TAC THEN EQ_TAC THENL
   [REWRITE_TAC[total; GSYM LIFT_EQ; LIFT_DROP; LIFT_NUM] THEN DISCH_TAC;
    DISCH_TAC THEN MATCH_MP_TAC EQ_TRANS THEN EXISTS_TAC `total (k:real^N->bool) (\x. &0)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC TOTAL_EQ THEN ASM_SIMP_TAC[];
      REWRITE_TAC[total; LIFT_NUM; INTEGRAL_0; DROP_VEC]]] THEN
  MP_TAC(ISPECL [`\x. lift((f:real^N->real) x)`; `k:real^N->bool`] HAS_INTEGRAL_NEGLIGIBLE_EQ) THEN
  ANTS_TAC THENL
   [REWRITE_TAC[DIMINDEX_1; ARITH_RULE `1 <= i /\ i <= 1 <=> i = 1`] THEN
    REPEAT STRIP_TAC THEN ASM_REWRITE_TAC[GSYM drop; LIFT_DROP] THEN ASM_SIMP_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `((\x. lift((f:real^N->real) x)) has_integral vec 0) k` (fun th -> REWRITE_TAC[th]) THENL
   [ASM_MESON_TAC[INTEGRAL_EQ_HAS_INTEGRAL; INTEGRABLE_COMPACT]; DISCH_TAC] THEN
  SUBGOAL_THEN `closure(interior k):real^N->bool SUBSET k` ASSUME_TAC THENL
   [MATCH_MP_TAC CLOSURE_MINIMAL THEN ASM_SIMP_TAC[INTERIOR_SUBSET; COMPACT_IMP_CLOSED]; ALL_TAC] THEN
  SUBGOAL_THEN `!x:real^N. x IN closure(interior k) ==> lift(f x) = vec 0` MP_TAC THENL
   [MATCH_MP_TAC(BETA_RULE(ISPECL [`\x. lift((f:real^N->real) x)`] CONTINUOUS_CONSTANT_ON_CLOSURE)) THEN
    CONJ_TAC THENL [ASM_MESON_TAC[CONTINUOUS_ON_SUBSET]; ALL_TAC] THEN
    SUBGOAL_THEN `{x:real^N | x IN interior k /\ lift(f x) IN (:real^1) DELETE vec 0} = {}` MP_TAC THENL
     [MP_TAC(ISPECL [`\x. lift((f:real^N->real) x)`; `interior k:real^N->bool`;
        `(:real^1) DELETE vec 0`] CONTINUOUS_OPEN_PREIMAGE) THEN
      ANTS_TAC THENL
       [SIMP_TAC[OPEN_INTERIOR; OPEN_DELETE; OPEN_UNIV] THEN
        ASM_MESON_TAC[CONTINUOUS_ON_SUBSET; INTERIOR_SUBSET];
        REWRITE_TAC[] THEN DISCH_TAC] THEN
      MATCH_MP_TAC(TAUT `(~p ==> F) ==> p`) THEN DISCH_TAC THEN
      SUBGOAL_THEN `negligible {x:real^N | x IN interior k /\ lift(f x) IN (:real^1) DELETE vec 0}`
        (fun th -> ASM_MESON_TAC[th; OPEN_NOT_NEGLIGIBLE]) THEN
      FIRST_X_ASSUM(MATCH_MP_TAC o MATCH_MP (REWRITE_RULE[IMP_CONJ] NEGLIGIBLE_SUBSET) o
        check (fun th -> is_comb(concl th) && fst(dest_const(fst(strip_comb(concl th)))) = "negligible")) THEN
      REWRITE_TAC[SUBSET; IN_ELIM_THM; IN_DELETE; IN_UNIV] THEN MESON_TAC[INTERIOR_SUBSET; SUBSET];
      REWRITE_TAC[EXTENSION; NOT_IN_EMPTY; IN_ELIM_THM; IN_DELETE; IN_UNIV] THEN MESON_TAC[]];
    REWRITE_TAC[GSYM LIFT_NUM; LIFT_EQ] THEN ASM_MESON_TAC[SUBSET]]);;

let TOTAL_POS = prove
 (`!f k:real^N->bool. solid k /\ ~(k = {}) /\ (\x. lift(f x)) continuous_on k /\
     (!x. x IN k ==> &0 < f x) ==> &0 < total k f`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[REAL_LT_LE] THEN CONJ_TAC THENL
   [MATCH_MP_TAC TOTAL_NONNEG THEN ASM_MESON_TAC[solid; REAL_LT_IMP_LE];
    CONV_TAC(RAND_CONV SYM_CONV) THEN
    MP_TAC(ISPECL [`f:real^N->real`; `k:real^N->bool`] TOTAL_EQ_0) THEN
    ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN DISCH_TAC THEN
    ASM_MESON_TAC[MEMBER_NOT_EMPTY; REAL_LT_REFL]]);;

(* an integral with a parameter is continuous in it *)
let TOTAL_CONT = prove
 (`!f:real^M->real^N->real s k. compact s /\ compact k /\
     (\z. lift(f (fstcart z) (sndcart z))) continuous_on (s PCROSS k)
     ==> (\x. lift(total k (f x))) continuous_on s`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`\z. lift((f:real^M->real^N->real) (fstcart z) (sndcart z))`;
    `(s:real^M->bool) PCROSS (k:real^N->bool)`] COMPACT_UNIFORMLY_CONTINUOUS) THEN
  ASM_SIMP_TAC[COMPACT_PCROSS] THEN REWRITE_TAC[uniformly_continuous_on; continuous_on] THEN
  DISCH_TAC THEN X_GEN_TAC `x:real^M` THEN DISCH_TAC THEN X_GEN_TAC `e:real` THEN DISCH_TAC THEN
  SUBGOAL_THEN `&0 <= measure(k:real^N->bool)` ASSUME_TAC THENL
   [ASM_MESON_TAC[MEASURE_POS_LE; MEASURABLE_COMPACT]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < e / (measure(k:real^N->bool) + &1)` ASSUME_TAC THENL
   [MATCH_MP_TAC REAL_LT_DIV THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `e / (measure(k:real^N->bool) + &1)`) THEN ASM_REWRITE_TAC[] THEN
  MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `d:real` THEN STRIP_TAC THEN ASM_REWRITE_TAC[] THEN
  X_GEN_TAC `x':real^M` THEN STRIP_TAC THEN REWRITE_TAC[dist; GSYM LIFT_SUB; NORM_LIFT] THEN
  SUBGOAL_THEN `!x. x IN s ==> (\y. lift((f:real^M->real^N->real) x y)) continuous_on k` ASSUME_TAC THENL
   [ASM_MESON_TAC[CONT_SLICE]; ALL_TAC] THEN
  MP_TAC(ISPECL [`(f:real^M->real^N->real) x'`; `(f:real^M->real^N->real) x`; `k:real^N->bool`] TOTAL_SUB) THEN
  ASM_SIMP_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
  MATCH_MP_TAC REAL_LET_TRANS THEN
  EXISTS_TAC `measure(k:real^N->bool) * e / (measure k + &1)` THEN CONJ_TAC THENL
   [REWRITE_TAC[total; GSYM NORM_LIFT; LIFT_DROP] THEN
    MP_TAC(ISPECL [`\y:real^N. lift(f (x':real^M) y - f x y)`;
      `\y:real^N. lift(e / (measure(k:real^N->bool) + &1))`; `k:real^N->bool`] INTEGRAL_NORM_BOUND_INTEGRAL) THEN
    ASM_SIMP_TAC[INTEGRAL_CONST_GEN; MEASURABLE_COMPACT; DROP_CMUL; LIFT_DROP] THEN
    DISCH_THEN MATCH_MP_TAC THEN REWRITE_TAC[INTEGRABLE_ON_CONST] THEN
    ASM_SIMP_TAC[MEASURABLE_COMPACT] THEN CONJ_TAC THENL
     [MATCH_MP_TAC INTEGRABLE_COMPACT THEN ASM_REWRITE_TAC[] THEN
      MATCH_MP_TAC(BETA_RULE(ISPECL [`(f:real^M->real^N->real) x'`; `(f:real^M->real^N->real) x`] CONT_SUB)) THEN
      ASM_SIMP_TAC[ETA_AX];
      X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPECL [`pastecart (x:real^M) (y:real^N)`; `pastecart (x':real^M) (y:real^N)`]) THEN
      ASM_REWRITE_TAC[PASTECART_IN_PCROSS; FSTCART_PASTECART; SNDCART_PASTECART; DIST_PASTECART_CANCEL] THEN
      REWRITE_TAC[dist; GSYM LIFT_SUB] THEN REAL_ARITH_TAC];
    REWRITE_TAC[REAL_ARITH `m * e / n = (m * e) / n:real`] THEN
    ASM_SIMP_TAC[REAL_LT_LDIV_EQ; REAL_ARITH `&0 <= m ==> &0 < m + &1`] THEN
    ASM_REAL_ARITH_TAC]);;

(* --- Gibbs' inequality ------------------------------------------------- *)

let EXP_GT_TANGENT = prove
 (`!x. ~(x = &0) ==> &1 + x < exp x`,
  REPEAT STRIP_TAC THEN ASM_CASES_TAC `&1 + x <= &0` THENL
   [ASM_MESON_TAC[REAL_LET_TRANS; REAL_EXP_POS_LT]; ALL_TAC] THEN
  SUBGOAL_THEN `exp x = exp(x / &2) * exp(x / &2)` SUBST1_TAC THENL
   [REWRITE_TAC[GSYM REAL_EXP_ADD] THEN AP_TERM_TAC THEN REAL_ARITH_TAC; ALL_TAC] THEN
  MATCH_MP_TAC REAL_LTE_TRANS THEN EXISTS_TAC `(&1 + x / &2) * (&1 + x / &2)` THEN CONJ_TAC THENL
   [SUBGOAL_THEN `&0 < x * x` MP_TAC THENL
     [ASM_REWRITE_TAC[GSYM REAL_POW_2; REAL_LT_POW_2]; REAL_ARITH_TAC];
    MATCH_MP_TAC REAL_LE_MUL2 THEN REWRITE_TAC[REAL_EXP_LE_X] THEN ASM_REAL_ARITH_TAC]);;

let LOG_LE_TANGENT = prove
 (`!x. &0 < x ==> log x <= x - &1 /\ (log x = x - &1 <=> x = &1)`,
  GEN_TAC THEN DISCH_TAC THEN ASM_CASES_TAC `x = &1` THENL
   [ASM_REWRITE_TAC[LOG_1] THEN REAL_ARITH_TAC; ALL_TAC] THEN
  MP_TAC(SPEC `log x` EXP_GT_TANGENT) THEN ASM_SIMP_TAC[EXP_LOG] THEN
  SUBGOAL_THEN `~(log x = &0)` MP_TAC THENL
   [ASM_MESON_TAC[LOG_1; LOG_INJ; REAL_LT_01]; ALL_TAC] THEN
  REAL_ARITH_TAC);;

let GIBBS_POINT = prove
 (`!p q. &0 < p /\ &0 < q
     ==> &0 <= (--(p * log q) - --(p * log p)) - (p - q) /\
         ((--(p * log q) - --(p * log p)) - (p - q) = &0 <=> p = q)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  MP_TAC(SPEC `q / p` LOG_LE_TANGENT) THEN ASM_SIMP_TAC[REAL_LT_DIV; LOG_DIV] THEN
  SUBGOAL_THEN `(--(p * log q) - --(p * log p)) - (p - q) =
                p * ((q / p - &1) - (log q - log p))` SUBST1_TAC THENL
   [UNDISCH_TAC `&0 < p` THEN CONV_TAC REAL_FIELD; ALL_TAC] THEN
  ASM_SIMP_TAC[REAL_LE_MUL_EQ; REAL_ENTIRE; REAL_LT_IMP_NZ] THEN
  ASM_SIMP_TAC[REAL_EQ_LDIV_EQ; REAL_MUL_LID] THEN
  SUBGOAL_THEN `q / p = &1 <=> p = q` MP_TAC THENL
   [ASM_SIMP_TAC[REAL_EQ_LDIV_EQ; REAL_MUL_LID] THEN MESON_TAC[]; ALL_TAC] THEN
  SIMP_TAC[REAL_SUB_LE] THEN
  REWRITE_TAC[REAL_ARITH `a - &1 - l = &0 <=> l = a - &1`] THEN MESON_TAC[]);;

(* Gibbs' inequality on a solid body of R^N *)
let GIBBS = prove
 (`!k (p:real^N->real) q.
     solid k /\
     (\y. lift(p y)) continuous_on k /\ (\y. lift(q y)) continuous_on k /\
     (!y. y IN k ==> &0 < p y) /\ (!y. y IN k ==> &0 < q y) /\ total k p = total k q
     ==> total k (\y. --(p y * log(p y))) <= total k (\y. --(p y * log(q y))) /\
         (total k (\y. --(p y * log(q y))) = total k (\y. --(p y * log(p y))) <=>
          !y. y IN k ==> q y = p y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `compact(k:real^N->bool)` ASSUME_TAC THENL [ASM_MESON_TAC[solid]; ALL_TAC] THEN
  SUBGOAL_THEN `(\y:real^N. lift(--(p y * log(p y)))) continuous_on k /\
                (\y:real^N. lift(--(p y * log(q y)))) continuous_on k` STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC CONT_NEG THEN MATCH_MP_TAC CONT_MUL THEN ASM_REWRITE_TAC[] THEN
    MATCH_MP_TAC CONT_LOG THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  ABBREV_TAC `D = \y:real^N. (--(p y * log(q y)) - --(p y * log(p y))) - (p y - q y)` THEN
  SUBGOAL_THEN `(\y:real^N. lift(D y)) continuous_on k` ASSUME_TAC THENL
   [EXPAND_TAC "D" THEN REWRITE_TAC[] THEN MATCH_MP_TAC CONT_SUB THEN CONJ_TAC THEN
    MATCH_MP_TAC CONT_SUB THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!y:real^N. y IN k ==> &0 <= D y /\ (D y = &0 <=> q y:real = p y)` ASSUME_TAC THENL
   [X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN EXPAND_TAC "D" THEN REWRITE_TAC[] THEN
    MP_TAC(SPECL [`(p:real^N->real) y`; `(q:real^N->real) y`] GIBBS_POINT) THEN
    ASM_SIMP_TAC[] THEN DISCH_THEN(fun th -> REWRITE_TAC[th]) THEN EQ_TAC THEN DISCH_THEN(ACCEPT_TAC o SYM); ALL_TAC] THEN
  SUBGOAL_THEN `total (k:real^N->bool) D =
     total k (\y. --(p y * log(q y))) - total k (\y. --(p y * log(p y)))` ASSUME_TAC THENL
   [EXPAND_TAC "D" THEN
    MP_TAC(BETA_RULE(ISPECL [`\y:real^N. --(p y * log(q y)) - --(p y * log(p y))`;
      `\y:real^N. p y - q y`; `k:real^N->bool`] TOTAL_SUB)) THEN
    MP_TAC(BETA_RULE(ISPECL [`\y:real^N. --(p y * log(q y))`; `\y:real^N. --(p y * log(p y))`;
      `k:real^N->bool`] TOTAL_SUB)) THEN
    MP_TAC(ISPECL [`p:real^N->real`; `q:real^N->real`; `k:real^N->bool`] TOTAL_SUB) THEN
    ASM_REWRITE_TAC[] THEN DISCH_TAC THEN DISCH_TAC THEN
    ANTS_TAC THENL
     [CONJ_TAC THEN MATCH_MP_TAC CONT_SUB THEN ASM_REWRITE_TAC[];
      ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC]; ALL_TAC] THEN
  MP_TAC(ISPECL [`D:real^N->real`; `k:real^N->bool`] TOTAL_NONNEG) THEN
  MP_TAC(ISPECL [`D:real^N->real`; `k:real^N->bool`] TOTAL_EQ_0) THEN
  ASM_SIMP_TAC[REAL_SUB_LE; REAL_SUB_0] THEN DISCH_THEN(fun th -> REWRITE_TAC[th]));;

(* --- conditionals ------------------------------------------------------- *)

(* the density that is proportional to exp(s x y) *)
let dens = new_definition
 `dens (k:real^N->bool) s x y = exp(s (x:real^M) y) / total k (\y. exp(s x y))`;;

(* E_x E_(y|x) -log q(y|x), where x has the weight w *)
let cross_entropy = new_definition
 `cross_entropy (c:real^M->bool) (k:real^N->bool) w p q =
    total c (\x. w x * total k (\y. --(p x y * log(q x y))))`;;

let DENS = prove
 (`!c k (s:real^M->real^N->real).
     compact c /\ solid k /\ ~(k = {}) /\
     (\z. lift(s (fstcart z) (sndcart z))) continuous_on (c PCROSS k)
     ==> (\z. lift(dens k s (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
         (!x y. x IN c /\ y IN k ==> &0 < dens k s x y) /\
         (!x. x IN c ==> total k (dens k s x) = &1) /\
         (!x. x IN c ==> &0 < total k (\y. exp(s x y)))`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `compact(k:real^N->bool)` ASSUME_TAC THENL [ASM_MESON_TAC[solid]; ALL_TAC] THEN
  SUBGOAL_THEN `(\z. lift(exp((s:real^M->real^N->real) (fstcart z) (sndcart z)))) continuous_on (c PCROSS k)`
  ASSUME_TAC THENL [MATCH_MP_TAC CONT_EXP THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!x. x IN c ==> (\y. lift(exp((s:real^M->real^N->real) x y))) continuous_on k` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\x y. exp((s:real^M->real^N->real) x y)`] CONT_SLICE)) THEN
    ASM_MESON_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!x. x IN c ==> &0 < total k (\y. exp((s:real^M->real^N->real) x y))` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC TOTAL_POS THEN ASM_SIMP_TAC[REAL_EXP_POS_LT]; ALL_TAC] THEN
  ASM_SIMP_TAC[dens; REAL_LT_DIV; REAL_EXP_POS_LT] THEN CONJ_TAC THENL
   [REWRITE_TAC[real_div] THEN MATCH_MP_TAC CONT_MUL THEN ASM_REWRITE_TAC[] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\x. inv(total k (\y. exp((s:real^M->real^N->real) x y)))`] CONT_FST)) THEN
    MATCH_MP_TAC CONT_INV THEN ASM_SIMP_TAC[] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\x y. exp((s:real^M->real^N->real) x y)`] TOTAL_CONT)) THEN
    ASM_REWRITE_TAC[];
    REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `dens k (s:real^M->real^N->real) x =
       \y. inv(total k (\y. exp(s x y))) * exp(s x y)` SUBST1_TAC THENL
     [REWRITE_TAC[FUN_EQ_THM; dens] THEN REAL_ARITH_TAC; ALL_TAC] THEN
    ASM_SIMP_TAC[TOTAL_LMUL] THEN ASM_SIMP_TAC[REAL_MUL_LINV; REAL_LT_IMP_NZ]]);;

let ENTROPY_CONT = prove
 (`!c k (p:real^M->real^N->real) q.
     compact c /\ compact k /\
     (\z. lift(p (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (\z. lift(q (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (!x y. x IN c /\ y IN k ==> &0 < q x y)
     ==> (\x. lift(total k (\y. --(p x y * log(q x y))))) continuous_on c`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(BETA_RULE(ISPECL [`\x y. --((p:real^M->real^N->real) x y * log(q x y))`] TOTAL_CONT)) THEN
  ASM_REWRITE_TAC[] THEN MATCH_MP_TAC CONT_NEG THEN MATCH_MP_TAC CONT_MUL THEN ASM_REWRITE_TAC[] THEN
  MATCH_MP_TAC CONT_LOG THEN ASM_REWRITE_TAC[FORALL_IN_PCROSS; FSTCART_PASTECART; SNDCART_PASTECART]);;

(* a mean over anchors of something that is at least its minimum *)
let OUTER = prove
 (`!(c:real^M->bool) w A B P.
     solid c /\ (\x. lift(w x)) continuous_on c /\ (!x. x IN c ==> &0 < w x) /\
     (\x. lift(A x)) continuous_on c /\ (\x. lift(B x)) continuous_on c /\
     (!x. x IN c ==> B x <= A x /\ (A x = B x <=> P x))
     ==> total c (\x. w x * B x) <= total c (\x. w x * A x) /\
         (total c (\x. w x * A x) = total c (\x. w x * B x) <=> !x. x IN c ==> P x)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `compact(c:real^M->bool)` ASSUME_TAC THENL [ASM_MESON_TAC[solid]; ALL_TAC] THEN
  SUBGOAL_THEN `(\x:real^M. lift(w x * A x)) continuous_on c /\
                (\x:real^M. lift(w x * B x)) continuous_on c` STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC CONT_MUL THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  ABBREV_TAC `D = \x:real^M. w x * A x - w x * B x` THEN
  SUBGOAL_THEN `(\x:real^M. lift(D x)) continuous_on c` ASSUME_TAC THENL
   [EXPAND_TAC "D" THEN REWRITE_TAC[] THEN MATCH_MP_TAC CONT_SUB THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!x:real^M. x IN c ==> &0 <= D x /\ (D x = &0 <=> P x)` ASSUME_TAC THENL
   [X_GEN_TAC `x:real^M` THEN DISCH_TAC THEN EXPAND_TAC "D" THEN REWRITE_TAC[GSYM REAL_SUB_LDISTRIB] THEN
    ASM_SIMP_TAC[REAL_LE_MUL_EQ; REAL_ENTIRE; REAL_LT_IMP_NZ; REAL_SUB_LE; REAL_SUB_0]; ALL_TAC] THEN
  SUBGOAL_THEN `total (c:real^M->bool) D = total c (\x. w x * A x) - total c (\x. w x * B x)` ASSUME_TAC THENL
   [EXPAND_TAC "D" THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\x:real^M. w x * A x`; `\x:real^M. w x * B x`; `c:real^M->bool`] TOTAL_SUB)) THEN
    ASM_REWRITE_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPECL [`D:real^M->real`; `c:real^M->bool`] TOTAL_NONNEG) THEN
  MP_TAC(ISPECL [`D:real^M->real`; `c:real^M->bool`] TOTAL_EQ_0) THEN
  ASM_SIMP_TAC[REAL_SUB_LE; REAL_SUB_0] THEN DISCH_THEN(fun th -> REWRITE_TAC[th]));;

(* the cross-entropy is minimal at the true conditional, and there only *)
let CROSS_ENTROPY = prove
 (`!c k w (p:real^M->real^N->real) q.
     solid c /\ solid k /\
     (\x. lift(w x)) continuous_on c /\ (!x. x IN c ==> &0 < w x) /\
     (\z. lift(p (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (\z. lift(q (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (!x y. x IN c /\ y IN k ==> &0 < p x y) /\ (!x y. x IN c /\ y IN k ==> &0 < q x y) /\
     (!x. x IN c ==> total k (p x) = total k (q x))
     ==> cross_entropy c k w p p <= cross_entropy c k w p q /\
         (cross_entropy c k w p q = cross_entropy c k w p p <=>
          !x y. x IN c /\ y IN k ==> q x y = p x y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `compact(k:real^N->bool) /\ compact(c:real^M->bool)` STRIP_ASSUME_TAC THENL
   [ASM_MESON_TAC[solid]; ALL_TAC] THEN
  SUBGOAL_THEN `!x:real^M. x IN c ==>
     total k (\y:real^N. --(p x y * log(p x y))) <= total k (\y. --(p x y * log(q x y))) /\
     (total k (\y. --(p x y * log(q x y))) = total k (\y. --(p x y * log(p x y))) <=>
      !y. y IN k ==> q x y = p x y)` ASSUME_TAC THENL
   [X_GEN_TAC `x:real^M` THEN DISCH_TAC THEN
    MATCH_MP_TAC(ISPECL [`k:real^N->bool`; `(p:real^M->real^N->real) x`; `(q:real^M->real^N->real) x`] GIBBS) THEN
    ASM_SIMP_TAC[] THEN CONJ_TAC THEN MATCH_MP_TAC CONT_SLICE THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  REWRITE_TAC[cross_entropy] THEN
  MP_TAC(BETA_RULE(ISPECL [`c:real^M->bool`; `w:real^M->real`;
    `\x:real^M. total k (\y:real^N. --(p x y * log(q x y)))`;
    `\x:real^M. total k (\y:real^N. --(p x y * log(p x y)))`;
    `\x:real^M. !y:real^N. y IN k ==> q x y:real = p x y`] OUTER)) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[] THEN CONJ_TAC THEN MATCH_MP_TAC ENTROPY_CONT THEN ASM_REWRITE_TAC[];
    MESON_TAC[]]);;

(* equal conditionals: scores equal up to a function of the anchor *)
let DENS_EQ = prove
 (`!c k (s:real^M->real^N->real) t.
     compact c /\ solid k /\ ~(k = {}) /\
     (\z. lift(s (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (\z. lift(t (fstcart z) (sndcart z))) continuous_on (c PCROSS k)
     ==> ((!x y. x IN c /\ y IN k ==> dens k s x y = dens k t x y) <=>
          ?a. !x y. x IN c /\ y IN k ==> s x y = t x y + a x)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  MP_TAC(ISPECL [`c:real^M->bool`; `k:real^N->bool`; `s:real^M->real^N->real`] DENS) THEN
  MP_TAC(ISPECL [`c:real^M->bool`; `k:real^N->bool`; `t:real^M->real^N->real`] DENS) THEN
  ASM_REWRITE_TAC[] THEN REPLICATE_TAC 2 (DISCH_THEN(CONJUNCTS_THEN ASSUME_TAC)) THEN
  EQ_TAC THENL
   [DISCH_THEN(LABEL_TAC "same") THEN
    EXISTS_TAC `\x. log(total k (\y. exp((s:real^M->real^N->real) x y))) - log(total k (\y. exp(t x y)))` THEN
    MAP_EVERY X_GEN_TAC [`x:real^M`; `y:real^N`] THEN STRIP_TAC THEN
    USE_THEN "same" (fun th -> MP_TAC(AP_TERM `log` (MATCH_MP th
      (CONJ (ASSUME `(x:real^M) IN c`) (ASSUME `(y:real^N) IN k`))))) THEN
    REWRITE_TAC[dens] THEN ASM_SIMP_TAC[LOG_DIV; REAL_EXP_POS_LT; LOG_EXP] THEN REAL_ARITH_TAC;
    DISCH_THEN(X_CHOOSE_TAC `a:real^M->real`) THEN REPEAT STRIP_TAC THEN REWRITE_TAC[dens] THEN
    SUBGOAL_THEN `total k (\y. exp((s:real^M->real^N->real) x y)) = exp(a x) * total k (\y. exp(t x y))`
    SUBST1_TAC THENL
     [MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `total k (\y. exp(a x) * exp((t:real^M->real^N->real) x y))` THEN CONJ_TAC THENL
       [MATCH_MP_TAC TOTAL_EQ THEN ASM_SIMP_TAC[REAL_EXP_ADD] THEN REWRITE_TAC[REAL_MUL_SYM];
        MATCH_MP_TAC(BETA_RULE(ISPECL [`exp((a:real^M->real) x)`; `\y. exp((t:real^M->real^N->real) x y)`;
          `k:real^N->bool`] TOTAL_LMUL)) THEN
        CONJ_TAC THENL [ASM_MESON_TAC[solid]; ALL_TAC] THEN MATCH_MP_TAC CONT_EXP THEN
        MATCH_MP_TAC CONT_SLICE THEN ASM_MESON_TAC[]]; ALL_TAC] THEN
    ASM_SIMP_TAC[REAL_EXP_ADD] THEN
    SUBGOAL_THEN `&0 < total k (\y. exp((t:real^M->real^N->real) x y))` MP_TAC THENL
     [ASM_MESON_TAC[]; ALL_TAC] THEN
    MP_TAC(SPEC `(a:real^M->real) x` REAL_EXP_POS_LT) THEN CONV_TAC REAL_FIELD]);;

(* any solid body, any distance; d of the latents, e of their representations *)
let CONTINUOUS_ENCODER = prove
 (`!k w d (e:real^P->real^P->real) (h:real^N->real^P).
     solid k /\ ~(k = {}) /\
     (\x. lift(w x)) continuous_on k /\ (!x. x IN k ==> &0 < w x) /\
     (\z. lift(d (fstcart z) (sndcart z))) continuous_on (k PCROSS k) /\
     (\z. lift(e (h(fstcart z)) (h(sndcart z)))) continuous_on (k PCROSS k) /\
     (!x. x IN k ==> d x x = &0) /\ (!u. e u u = &0)
     ==> let p = dens k (\x y. --(d x y)) and q = dens k (\x y. --(e (h x) (h y))) in
         cross_entropy k k w p p <= cross_entropy k k w p q /\
         (cross_entropy k k w p q = cross_entropy k k w p p <=>
          !x y. x IN k /\ y IN k ==> e (h x) (h y) = d x y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN CONV_TAC let_CONV THEN
  SUBGOAL_THEN `compact(k:real^N->bool)` ASSUME_TAC THENL [ASM_MESON_TAC[solid]; ALL_TAC] THEN
  SUBGOAL_THEN
   `(\z. lift((\x y. --((d:real^N->real^N->real) x y)) (fstcart z) (sndcart z))) continuous_on (k PCROSS k) /\
    (\z. lift((\x y. --((e:real^P->real^P->real) (h(x:real^N)) (h y))) (fstcart z) (sndcart z))) continuous_on (k PCROSS k)`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN REWRITE_TAC[] THEN MATCH_MP_TAC CONT_NEG THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `\x y. --((d:real^N->real^N->real) x y)`] DENS) THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `\x y. --((e:real^P->real^P->real) (h(x:real^N)) (h y))`] DENS) THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`;
    `\x y. --((e:real^P->real^P->real) (h(x:real^N)) (h y))`; `\x y. --((d:real^N->real^N->real) x y)`] DENS_EQ) THEN
  (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN(LABEL_TAC "eq")]) THEN
  REPLICATE_TAC 2 (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; STRIP_TAC]) THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `w:real^N->real`;
    `dens (k:real^N->bool) (\x y. --((d:real^N->real^N->real) x y))`;
    `dens (k:real^N->bool) (\x y. --((e:real^P->real^P->real) (h(x:real^N)) (h y)))`] CROSS_ENTROPY) THEN
  ANTS_TAC THENL
   [REPEAT CONJ_TAC THEN TRY(FIRST_ASSUM ACCEPT_TAC) THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  DISCH_THEN(fun th -> REWRITE_TAC[th]) THEN
  USE_THEN "eq" (fun th -> REWRITE_TAC[th]) THEN EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_TAC `a:real^N->real`) THEN
    MAP_EVERY X_GEN_TAC [`x:real^N`; `y:real^N`] THEN STRIP_TAC THEN
    FIRST_X_ASSUM(fun th -> MP_TAC(SPECL [`x:real^N`; `y:real^N`] th) THEN
                            MP_TAC(SPECL [`x:real^N`; `x:real^N`] th)) THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC;
    DISCH_TAC THEN EXISTS_TAC `\x:real^N. &0` THEN ASM_SIMP_TAC[REAL_ADD_RID]]);;

state "thm-match" "total" total;;
state "thm-match" "solid" solid;;
state "thm-match" "SOLID_CONVEX" SOLID_CONVEX;;
state "thm-match" "TOTAL_EQ_0" TOTAL_EQ_0;;
state "thm-match" "GIBBS" GIBBS;;
state "thm-match" "dens" dens;;
state "thm-match" "cross_entropy" cross_entropy;;
state "thm-match" "CROSS_ENTROPY" CROSS_ENTROPY;;
state "thm-match" "CONTINUOUS_ENCODER" CONTINUOUS_ENCODER;;
