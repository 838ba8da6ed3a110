(* thm-box: Isometries of a cube permute and reflect coordinates [the cube, any exponent but 2]
page: theory/40_convex_bodies_lp

Let h : [0,1]^N -> [0,1]^N be continuous and keep delta(x,y) = sum_i f(|x_i - y_i|) for
all x, y, where f is like a power (lem-sign): for instance |t|^alpha with any alpha > 0
but 2. Then h permutes coordinates and reflects some of them, x_i -> 1 - x_i. For
alpha = 1, where midpoints are not unique, it is stated by itself.

on the page          in HOL
[0,1]^N              interval[vec 0,vec 1]
|t|^alpha            f(abs t) with power_like f; f = \t. t for alpha = 1
h                    h             of type real^N->real^N; only its values on the cube count
permutes, reflects   p permutes 1..N; output p i is h x$p i = x$i or 1 - x$i

Leaves out: bodies other than the cube, and that minimisers keep delta, which is
THM_ENCODER_DISTANCE. That |t|^alpha is like a power for alpha > 0, alpha not 2, is
PW_POWER_LIKE, checked apart: the library of logarithms cannot be loaded with the topology.
*)
needs "signed_permutation.ml";;
needs "thm_translation.ml";;

let INTERIOR_UNIT_CUBE = prove
 (`compact(interval[vec 0:real^N,vec 1]) /\ convex(interval[vec 0:real^N,vec 1]) /\
   ~(interior(interval[vec 0:real^N,vec 1]) = {})`,
  REWRITE_TAC[COMPACT_INTERVAL; CONVEX_INTERVAL; INTERIOR_CLOSED_INTERVAL;
              INTERVAL_NE_EMPTY; VEC_COMPONENT; REAL_LT_01]);;

(* the sum of f(|v_i|) for f like a power *)
let POWER_SUM = prove
 (`!f. power_like f
       ==> (lift o (\v:real^N. sum (1..dimindex(:N)) (\i. f(abs(v$i))))) continuous_on (:real^N) /\
           sum (1..dimindex(:N)) (\i. f(abs((vec 0:real^N)$i))) = &0 /\
           (!v:real^N. ~(v = vec 0) ==> &0 < sum (1..dimindex(:N)) (\i. f(abs(v$i)))) /\
           (!v:real^N. sum (1..dimindex(:N)) (\i. f(abs((--v)$i))) =
                       sum (1..dimindex(:N)) (\i. f(abs(v$i)))) /\
           (!v:real^N. ~(v = vec 0)
                ==> sum (1..dimindex(:N)) (\i. f(abs(v$i))) <
                    sum (1..dimindex(:N)) (\i. f(abs((&2 % v)$i))))`,
  REWRITE_TAC[power_like] THEN GEN_TAC THEN INTRO_TAC "zero pos mul one two sign cont" THEN
  SUBGOAL_THEN `!t. &0 <= f(abs t)` (LABEL_TAC "nonneg") THENL
   [GEN_TAC THEN ASM_CASES_TAC `t = &0` THENL
     [POP_ASSUM SUBST1_TAC THEN USE_THEN "zero" (fun th -> REWRITE_TAC[REAL_ABS_NUM; th; REAL_LE_REFL]);
      MATCH_MP_TAC REAL_LT_IMP_LE THEN USE_THEN "pos" MATCH_MP_TAC THEN ASM_REAL_ARITH_TAC];
    ALL_TAC] THEN
  MATCH_MP_TAC(TAUT `a /\ b /\ c /\ d /\ (c ==> e) ==> a /\ b /\ c /\ d /\ e`) THEN
  REPEAT CONJ_TAC THENL
   [REWRITE_TAC[o_DEF; LIFT_SUM] THEN MATCH_MP_TAC CONTINUOUS_ON_VSUM THEN
    REWRITE_TAC[FINITE_NUMSEG; IN_NUMSEG] THEN X_GEN_TAC `i:num` THEN STRIP_TAC THEN
    REWRITE_TAC[continuous_on; IN_UNIV; DIST_LIFT] THEN
    MAP_EVERY X_GEN_TAC [`x:real^N`; `e:real`] THEN DISCH_TAC THEN
    USE_THEN "cont" (MP_TAC o SPECL [`(x:real^N)$i`; `e:real`]) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `d:real` THEN STRIP_TAC THEN
    (CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
    MATCH_MP_TAC REAL_LET_TRANS THEN EXISTS_TAC `dist(y:real^N,x)` THEN
    (CONJ_TAC THENL [ALL_TAC; FIRST_ASSUM ACCEPT_TAC]) THEN
    REWRITE_TAC[dist; GSYM VECTOR_SUB_COMPONENT; COMPONENT_LE_NORM];
    REWRITE_TAC[VEC_COMPONENT; REAL_ABS_NUM] THEN
    USE_THEN "zero" (fun th -> REWRITE_TAC[th; SUM_0]);
    X_GEN_TAC `v:real^N` THEN REWRITE_TAC[CART_EQ; VEC_COMPONENT; NOT_FORALL_THM; NOT_IMP] THEN
    DISCH_THEN(X_CHOOSE_THEN `k:num` STRIP_ASSUME_TAC) THEN
    MATCH_MP_TAC SUM_POS_LT THEN REWRITE_TAC[FINITE_NUMSEG; IN_NUMSEG] THEN CONJ_TAC THENL
     [REPEAT STRIP_TAC THEN USE_THEN "nonneg" (fun th -> REWRITE_TAC[th]);
      EXISTS_TAC `k:num` THEN
      (CONJ_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
      USE_THEN "pos" MATCH_MP_TAC THEN ASM_REAL_ARITH_TAC];
    GEN_TAC THEN REWRITE_TAC[VECTOR_NEG_COMPONENT; REAL_ABS_NEG];
    DISCH_TAC THEN X_GEN_TAC `v:real^N` THEN DISCH_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `v:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    SUBGOAL_THEN `!t. f(abs(&2 * t)):real = f(&2) * f(abs t)` (LABEL_TAC "dbl") THENL
     [GEN_TAC THEN REWRITE_TAC[REAL_ABS_MUL; REAL_ABS_NUM] THEN USE_THEN "mul" MATCH_MP_TAC THEN
      REWRITE_TAC[REAL_POS; REAL_ABS_POS];
      ALL_TAC] THEN
    REWRITE_TAC[VECTOR_MUL_COMPONENT] THEN USE_THEN "dbl" (fun th -> REWRITE_TAC[th; SUM_LMUL]) THEN
    USE_THEN "two" (fun th -> MP_TAC(MATCH_MP
      (REAL_ARITH `&1 < t ==> &0 < t - &1`) th)) THEN
    REWRITE_TAC[TAUT `p ==> q ==> r <=> p /\ q ==> r`] THEN
    DISCH_THEN(MP_TAC o MATCH_MP REAL_LT_MUL) THEN REAL_ARITH_TAC]);;

(* an isometry of the cube into itself, for a distance like a sum of powers *)
let THM_BOX_CUBE = prove
 (`!(h:real^N->real^N) f.
     power_like f /\ h continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> h x IN interval[vec 0,vec 1]) /\
     (!x y. x IN interval[vec 0,vec 1] /\ y IN interval[vec 0,vec 1]
            ==> sum (1..dimindex(:N)) (\i. f(abs(h x$i - h y$i))) =
                sum (1..dimindex(:N)) (\i. f(abs(x$i - y$i))))
     ==> ?p. p permutes 1..dimindex(:N) /\
             !i. i IN 1..dimindex(:N)
                 ==> (!x. x IN interval[vec 0,vec 1] ==> h x$p i = x$i) \/
                     (!x. x IN interval[vec 0,vec 1] ==> h x$p i = &1 - x$i)`,
  REPEAT GEN_TAC THEN INTRO_TAC "f cont into keep" THEN
  MP_TAC(ISPECL [`interval[vec 0:real^N,vec 1]`; `h:real^N->real^N`;
    `\v:real^N. sum (1..dimindex(:N)) (\i. (f:real->real)(abs(v$i)))`; `&1`; `&1`] THM_TRANSLATION) THEN
  ANTS_TAC THENL
   [REWRITE_TAC[INTERIOR_UNIT_CUBE; REAL_LT_01; REAL_MUL_LID; VECTOR_SUB_COMPONENT] THEN
    USE_THEN "cont" (fun th -> REWRITE_TAC[th]) THEN
    USE_THEN "f" (fun th -> MP_TAC(MATCH_MP POWER_SUM th)) THEN
    DISCH_THEN(fun th -> REWRITE_TAC(map (fun t -> t) (CONJUNCTS th)) THEN
                         LABEL_TAC "rho" th) THEN
    CONJ_TAC THENL
     [REPEAT STRIP_TAC THEN USE_THEN "rho" (MATCH_MP_TAC o last o CONJUNCTS) THEN
      FIRST_ASSUM ACCEPT_TAC;
      USE_THEN "keep" ACCEPT_TAC];
    ALL_TAC] THEN
  DISCH_THEN(X_CHOOSE_THEN `A:real^N^N` (X_CHOOSE_THEN `b:real^N` (LABEL_TAC "affine"))) THEN
  SUBGOAL_THEN `!u. (!i. i IN 1..dimindex(:N) ==> &0 <= u i /\ u i <= &1)
                    ==> (lambda i. u i):real^N IN interval[vec 0,vec 1]` (LABEL_TAC "in") THENL
   [GEN_TAC THEN REWRITE_TAC[IN_NUMSEG; IN_INTERVAL; VEC_COMPONENT] THEN
    SIMP_TAC[LAMBDA_BETA];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!u i. (!i. i IN 1..dimindex(:N) ==> &0 <= u i /\ u i <= &1) /\ i IN 1..dimindex(:N)
          ==> (h:real^N->real^N) (lambda i. u i)$i =
              sum (1..dimindex(:N)) (\j. (A:real^N^N)$i$j * u j) + (b:real^N)$i`
  (LABEL_TAC "value") THENL
   [REPEAT STRIP_TAC THEN
    USE_THEN "affine" (MP_TAC o SPEC `(lambda i. u i):real^N`) THEN
    (ANTS_TAC THENL [USE_THEN "in" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
    UNDISCH_TAC `i IN 1..dimindex(:N)` THEN REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
    ASM_SIMP_TAC[VECTOR_ADD_COMPONENT; MATRIX_VECTOR_MUL_COMPONENT] THEN AP_THM_TAC THEN AP_TERM_TAC THEN
    REWRITE_TAC[dot] THEN MATCH_MP_TAC SUM_EQ_NUMSEG THEN SIMP_TAC[LAMBDA_BETA];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`dimindex(:N)`; `\i j. (A:real^N^N)$i$j`; `\i. (b:real^N)$i`; `f:real->real`]
    BOX_AFFINE_GEN) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL
   [CONJ_TAC THENL [USE_THEN "f" ACCEPT_TAC; ALL_TAC] THEN
    MAP_EVERY X_GEN_TAC [`u:num->real`; `v:num->real`] THEN DISCH_TAC THEN
    SUBGOAL_THEN `(!i. i IN 1..dimindex(:N) ==> &0 <= u i /\ u i <= &1) /\
                  (!i. i IN 1..dimindex(:N) ==> &0 <= v i /\ v i <= &1)` STRIP_ASSUME_TAC THENL
     [CONJ_TAC THEN REPEAT STRIP_TAC THEN FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN
      ASM_REWRITE_TAC[] THEN SIMP_TAC[];
      ALL_TAC] THEN
    USE_THEN "keep" (MP_TAC o SPECL [`(lambda i. u i):real^N`; `(lambda i. v i):real^N`]) THEN
    (ANTS_TAC THENL
      [CONJ_TAC THEN USE_THEN "in" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    MATCH_MP_TAC(MESON[] `a = c /\ b = d ==> a:real = b ==> c = d`) THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      USE_THEN "value" (MP_TAC o SPECL [`u:num->real`; `i:num`]) THEN
      (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
      USE_THEN "value" (MP_TAC o SPECL [`v:num->real`; `i:num`]) THEN
      (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
      REFL_TAC;
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
      ASM_SIMP_TAC[LAMBDA_BETA]];
    ALL_TAC] THEN
  DISCH_THEN(X_CHOOSE_THEN `p:num->num` (fun th ->
    ASSUME_TAC(CONJUNCT1 th) THEN LABEL_TAC "entry" (CONJUNCT2 th))) THEN
  EXISTS_TAC `p:num->num` THEN (CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
  X_GEN_TAC `i:num` THEN DISCH_TAC THEN
  SUBGOAL_THEN `(p:num->num) i IN 1..dimindex(:N)` ASSUME_TAC THENL
   [ASM_MESON_TAC[PERMUTES_IN_IMAGE]; ALL_TAC] THEN
  SUBGOAL_THEN `!x. x IN interval[vec 0:real^N,vec 1]
                    ==> (h:real^N->real^N) x$p i = (A:real^N^N)$(p i)$i * x$i + (b:real^N)$(p i)`
  (LABEL_TAC "row") THENL
   [X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    USE_THEN "affine" (MP_TAC o SPEC `x:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
    UNDISCH_TAC `(p:num->num) i IN 1..dimindex(:N)` THEN DISCH_THEN(fun th ->
      ASSUME_TAC th THEN STRIP_ASSUME_TAC(REWRITE_RULE[IN_NUMSEG] th)) THEN
    ASM_SIMP_TAC[VECTOR_ADD_COMPONENT; MATRIX_VECTOR_MUL_COMPONENT] THEN
    AP_THM_TAC THEN AP_TERM_TAC THEN REWRITE_TAC[dot] THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..dimindex(:N)) (\j. if j = i then (A:real^N^N)$((p:num->num) i)$i * (x:real^N)$i else &0)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      ASM_CASES_TAC `j:num = i` THENL
       [POP_ASSUM SUBST1_TAC THEN REWRITE_TAC[]; ALL_TAC] THEN
      USE_THEN "entry" (MP_TAC o SPECL [`(p:num->num) i`; `j:num`]) THEN
      (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
      SUBGOAL_THEN `~((p:num->num) i = p j)` (fun th -> REWRITE_TAC[th]) THENL
       [ASM_MESON_TAC[PERMUTES_INJECTIVE]; ALL_TAC] THEN
      DISCH_THEN SUBST1_TAC THEN POP_ASSUM(fun th -> REWRITE_TAC[th; REAL_MUL_LZERO]);
      REWRITE_TAC[SUM_DELTA] THEN
      UNDISCH_TAC `i IN 1..dimindex(:N)` THEN DISCH_THEN(fun th -> REWRITE_TAC[th])];
    ALL_TAC] THEN
  USE_THEN "entry" (MP_TAC o SPECL [`(p:num->num) i`; `i:num`]) THEN
  (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[]]) THEN DISCH_TAC THEN
  SUBGOAL_THEN `(vec 0:real^N) IN interval[vec 0,vec 1] /\ (vec 1:real^N) IN interval[vec 0,vec 1]`
  STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[IN_INTERVAL; VEC_COMPONENT; REAL_POS; REAL_LE_REFL]; ALL_TAC] THEN
  SUBGOAL_THEN
   `!x. x IN interval[vec 0:real^N,vec 1]
        ==> &0 <= (A:real^N^N)$(p i)$i * x$i + (b:real^N)$(p i) /\
            A$(p i)$i * x$i + b$(p i) <= &1` (LABEL_TAC "range") THENL
   [X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    USE_THEN "row" (MP_TAC o SPEC `x:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN(SUBST1_TAC o SYM)]) THEN
    USE_THEN "into" (MP_TAC o SPEC `x:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    REWRITE_TAC[IN_INTERVAL; VEC_COMPONENT] THEN DISCH_THEN MATCH_MP_TAC THEN
    ASM_REWRITE_TAC[GSYM IN_NUMSEG];
    ALL_TAC] THEN
  USE_THEN "range" (MP_TAC o SPEC `vec 0:real^N`) THEN
  (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[VEC_COMPONENT]]) THEN
  USE_THEN "range" (MP_TAC o SPEC `vec 1:real^N`) THEN
  (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[VEC_COMPONENT]]) THEN
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `(A:real^N^N)$((p:num->num) i)$i = &1 /\ (b:real^N)$(p i) = &0 \/
                A$(p i)$i = -- &1 /\ b$(p i) = &1` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; DISJ1_TAC; DISJ2_TAC] THEN
  X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
  USE_THEN "row" (MP_TAC o SPEC `x:real^N`) THEN
  (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
  ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC);;

(* the case in which midpoints are not unique *)
let POWER_LIKE_ID = prove
 (`power_like (\t. t)`,
  REWRITE_TAC[power_like] THEN REPEAT CONJ_TAC THENL
   [REAL_ARITH_TAC; REAL_ARITH_TAC; DISJ2_TAC THEN REPEAT GEN_TAC THEN
    REWRITE_TAC[REAL_ENTIRE] THEN REAL_ARITH_TAC;
    REPEAT STRIP_TAC THEN EXISTS_TAC `e:real` THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC]);;

let THM_BOX_CUBE_1 = prove
 (`!h:real^N->real^N.
     h continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> h x IN interval[vec 0,vec 1]) /\
     (!x y. x IN interval[vec 0,vec 1] /\ y IN interval[vec 0,vec 1]
            ==> sum (1..dimindex(:N)) (\i. abs(h x$i - h y$i)) =
                sum (1..dimindex(:N)) (\i. abs(x$i - y$i)))
     ==> ?p. p permutes 1..dimindex(:N) /\
             !i. i IN 1..dimindex(:N)
                 ==> (!x. x IN interval[vec 0,vec 1] ==> h x$p i = x$i) \/
                     (!x. x IN interval[vec 0,vec 1] ==> h x$p i = &1 - x$i)`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(BETA_RULE(ISPECL [`h:real^N->real^N`; `\t:real. t`] THM_BOX_CUBE)) THEN
  REWRITE_TAC[POWER_LIKE_ID] THEN ASM_REWRITE_TAC[]);;

state "thm-box" "THM_BOX_CUBE" THM_BOX_CUBE;;
state "thm-box" "THM_BOX_CUBE_1" THM_BOX_CUBE_1;;
