(* thm-box: From the loss to the coordinates of a cube [continuous latents, from the loss on]
page: theory/40_convex_bodies_lp

Let the latents fill the cube [0,1]^N, the weight of the anchors be continuous and positive and
p(y|z) proportional to e^(-lambda sum_i |z_i - y_i|^alpha), with any alpha > 0 but 2. Among the
continuous encoders of the cube into itself, with the score of the same form, (1) the
cross-entropy and (2) InfoNCE with any number M >= 1 of uniform negatives is least if and only if
the encoder permutes coordinates and reflects some of them. On any convex body, with a
continuous even rho(x - y) that is 0 at 0 only and grows from v to 2v for small v (every norm,
and alpha = 2), an encoder of either loss that reaches the value of the truth is affine.

on the page          in HOL
[0,1]^N, Z           interval[vec 0,vec 1], k
alpha, lambda        al, la
|t|^alpha            t rpow al     the library's power; f with power_like f (lem-sign)
delta(x,y)           power_dist f x y, rho(x - y)
CE(h)                box_loss f la w h
L(M; s_h)            box_infonce (:P) f la w h   with M = dimindex(:P) - 1 negatives
permutes, reflects   signed_permutation h

Leaves out: lambda tau other than 1 on the cube, boxes of unequal sides, alpha = infinity,
encoders that are not continuous, and the limit of many negatives.
*)
needs "infonce_continuous.ml";;
needs "power_continuous.ml";;
needs "thm_box_cube.ml";;

let UNIT_CUBE_NONEMPTY = prove
 (`~(interval[vec 0:real^N,vec 1] = {})`,
  REWRITE_TAC[INTERVAL_NE_EMPTY; VEC_COMPONENT; REAL_POS]);;

(* the sum of the f|x_i - y_i| *)
let power_dist = new_definition
 `power_dist f (x:real^N) (y:real^N) = sum (1..dimindex(:N)) (\i. f(abs(x$i - y$i)))`;;

let CONT_DIFFERENCE = prove
 (`!g (u:real^M->real^N) v s.
     (lift o g) continuous_on (:real^N) /\ u continuous_on s /\ v continuous_on s
     ==> (\z. lift(g(u z - v z))) continuous_on s`,
  REWRITE_TAC[o_DEF] THEN REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF] (ISPECL [`\z:real^M. (u:real^M->real^N) z - v z`;
    `\v. lift((g:real^N->real) v)`] CONTINUOUS_ON_COMPOSE)) THEN
  ASM_SIMP_TAC[CONTINUOUS_ON_SUB] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(:real^N)` THEN
  ASM_REWRITE_TAC[SUBSET_UNIV]);;

let CONT_POWER_DIST = prove
 (`!f (u:real^M->real^N) v s.
     power_like f /\ u continuous_on s /\ v continuous_on s
     ==> (\z. lift(power_dist f (u z) (v z))) continuous_on s`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`\v:real^N. sum (1..dimindex(:N)) (\i. f(abs(v$i)))`; `u:real^M->real^N`;
    `v:real^M->real^N`; `s:real^M->bool`] CONT_DIFFERENCE) THEN
  FIRST_ASSUM(ASSUME_TAC o CONJUNCT1 o MATCH_MP POWER_SUM) THEN
  (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
  REWRITE_TAC[power_dist; VECTOR_SUB_COMPONENT]);;

let POWER_DIST_REFL = prove
 (`!f x:real^N. power_like f ==> power_dist f x x = &0`,
  REWRITE_TAC[power_like; power_dist; REAL_SUB_REFL; REAL_ABS_NUM] THEN SIMP_TAC[SUM_0]);;

(* cross-entropy of an encoder of the cube *)
let box_loss = new_definition
 `box_loss f la w (h:real^N->real^N) =
    cross_entropy (interval[vec 0,vec 1]) (interval[vec 0,vec 1]) w
      (dens (interval[vec 0,vec 1]) (\x y. --(la * power_dist f x y)))
      (dens (interval[vec 0,vec 1]) (\x y. --(la * power_dist f (h x) (h y))))`;;

let signed_permutation = new_definition
 `signed_permutation (h:real^N->real^N) <=>
    ?p. p permutes 1..dimindex(:N) /\
        !i. i IN 1..dimindex(:N)
            ==> (!x. x IN interval[vec 0,vec 1] ==> h x$p i = x$i) \/
                (!x. x IN interval[vec 0,vec 1] ==> h x$p i = &1 - x$i)`;;

let SIGNED_PERMUTATION_KEEPS = prove
 (`!(h:real^N->real^N) f. signed_permutation h
     ==> !x y. x IN interval[vec 0,vec 1] /\ y IN interval[vec 0,vec 1]
               ==> power_dist f (h x) (h y) = power_dist f x y`,
  REWRITE_TAC[signed_permutation] THEN REPEAT STRIP_TAC THEN REWRITE_TAC[power_dist] THEN
  FIRST_ASSUM(fun th -> GEN_REWRITE_TAC LAND_CONV [MATCH_MP SUM_PERMUTE th]) THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[o_THM] THEN
  AP_TERM_TAC THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN ASM_REWRITE_TAC[] THEN
  STRIP_TAC THEN ASM_SIMP_TAC[] THEN REAL_ARITH_TAC);;

let BOX_LOSS = prove
 (`!(h:real^N->real^N) f la w.
     power_like f /\ &0 < la /\ h continuous_on interval[vec 0,vec 1] /\
     (\x. lift(w x)) continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> &0 < w x)
     ==> box_loss f la w (\x. x) <= box_loss f la w h /\
         (box_loss f la w h = box_loss f la w (\x. x) <=>
          !x y. x IN interval[vec 0,vec 1] /\ y IN interval[vec 0,vec 1]
                ==> power_dist f (h x) (h y) = power_dist f x y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  MP_TAC(CONV_RULE(RAND_CONV let_CONV) (ISPECL [`interval[vec 0:real^N,vec 1]`; `w:real^N->real`;
    `\x y:real^N. la * power_dist f x y`; `\x y:real^N. la * power_dist f x y`;
    `h:real^N->real^N`] CONTINUOUS_ENCODER)) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL
   [ASM_SIMP_TAC[POWER_DIST_REFL; REAL_MUL_RZERO] THEN
    SIMP_TAC[SOLID_CONVEX; INTERIOR_UNIT_CUBE; UNIT_CUBE_NONEMPTY] THEN
    CONJ_TAC THEN MATCH_MP_TAC CONT_MUL THEN REWRITE_TAC[CONTINUOUS_ON_CONST] THEN
    MATCH_MP_TAC CONT_POWER_DIST THEN
    ASM_SIMP_TAC[VCONT_FST; VCONT_SND; LINEAR_CONTINUOUS_ON; LINEAR_FSTCART; LINEAR_SNDCART; ETA_AX];
    REWRITE_TAC[box_loss; REAL_EQ_MUL_LCANCEL] THEN ASM_SIMP_TAC[REAL_LT_IMP_NZ]]);;

(* from the loss to the signed permutation and back *)
let THM_BOX_CONTINUOUS = prove
 (`!(h:real^N->real^N) f la w.
     power_like f /\ &0 < la /\
     (\x. lift(w x)) continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> &0 < w x) /\
     h continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> h x IN interval[vec 0,vec 1])
     ==> ((!g. g continuous_on interval[vec 0,vec 1] /\
               (!x. x IN interval[vec 0,vec 1] ==> g x IN interval[vec 0,vec 1])
               ==> box_loss f la w h <= box_loss f la w g) <=>
          signed_permutation h)`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`h:real^N->real^N`; `f:real->real`; `la:real`; `w:real^N->real`] BOX_LOSS) THEN
  ASM_REWRITE_TAC[] THEN STRIP_TAC THEN EQ_TAC THENL
   [DISCH_THEN(MP_TAC o SPEC `\x:real^N. x`) THEN REWRITE_TAC[CONTINUOUS_ON_ID] THEN DISCH_TAC THEN
    SUBGOAL_THEN `box_loss f la w (h:real^N->real^N) = box_loss f la w (\x. x)` MP_TAC THENL
     [REWRITE_TAC[GSYM REAL_LE_ANTISYM] THEN ASM_REWRITE_TAC[]; ASM_REWRITE_TAC[]] THEN
    REWRITE_TAC[power_dist; signed_permutation] THEN DISCH_TAC THEN
    MATCH_MP_TAC THM_BOX_CUBE THEN EXISTS_TAC `f:real->real` THEN ASM_REWRITE_TAC[];
    DISCH_THEN(MP_TAC o SPEC `f:real->real` o MATCH_MP SIGNED_PERMUTATION_KEEPS) THEN
    DISCH_TAC THEN REPEAT STRIP_TAC THEN
    MP_TAC(ISPECL [`g:real^N->real^N`; `f:real->real`; `la:real`; `w:real^N->real`] BOX_LOSS) THEN
    ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[]]);;

(* InfoNCE of an encoder of the cube, with dimindex(:P) - 1 uniform negatives *)
let box_infonce = new_definition
 `box_infonce (d:P->bool) f la w (h:real^N->real^N) =
    infonce d (interval[vec 0,vec 1]) (interval[vec 0,vec 1]) w
      (dens (interval[vec 0,vec 1]) (\x y. --(la * power_dist f x y))) (\y. &1)
      (\x y. --(la * power_dist f (h x) (h y)))`;;

let BOX_EVERY_M = prove
 (`!(h:real^N->real^N) f la w.
     2 <= dimindex(:P) /\ power_like f /\ &0 < la /\ h continuous_on interval[vec 0,vec 1] /\
     (\x. lift(w x)) continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> &0 < w x)
     ==> box_infonce (:P) f la w (\x. x) <= box_infonce (:P) f la w h /\
         (box_infonce (:P) f la w h = box_infonce (:P) f la w (\x. x) <=>
          !x y. x IN interval[vec 0,vec 1] /\ y IN interval[vec 0,vec 1]
                ==> power_dist f (h x) (h y) = power_dist f x y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN ABBREV_TAC `k = interval[vec 0:real^N,vec 1]` THEN
  SUBGOAL_THEN `solid(k:real^N->bool) /\ compact k /\ ~(k = {})` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "k" THEN SIMP_TAC[SOLID_CONVEX; INTERIOR_UNIT_CUBE; UNIT_CUBE_NONEMPTY]; ALL_TAC] THEN
  SUBGOAL_THEN
   `(\z. lift(--(la * power_dist f (fstcart z:real^N) (sndcart z)))) continuous_on (k PCROSS k) /\
    (\z. lift(--(la * power_dist f (h(fstcart z):real^N) (h(sndcart z))))) continuous_on (k PCROSS k)`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC CONT_NEG THEN MATCH_MP_TAC CONT_MUL THEN
    REWRITE_TAC[CONTINUOUS_ON_CONST] THEN MATCH_MP_TAC CONT_POWER_DIST THEN
    ASM_SIMP_TAC[VCONT_FST; VCONT_SND; LINEAR_CONTINUOUS_ON; LINEAR_FSTCART; LINEAR_SNDCART; ETA_AX];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `\(x:real^N) (y:real^N). --(la * power_dist f x y)`] DENS) THEN
  (ANTS_TAC THENL [ASM_REWRITE_TAC[]; STRIP_TAC]) THEN
  RULE_ASSUM_TAC BETA_RULE THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `w:real^N->real`;
    `dens (k:real^N->bool) (\x y. --(la * power_dist f x y))`; `\y:real^N. &1`;
    `\x y. --(la * power_dist f ((h:real^N->real^N) x) (h y))`;
    `\(x:real^N) (y:real^N). --(la * power_dist f x y)`] INFONCE_EVERY) THEN
  ASM_REWRITE_TAC[REAL_DIV_1; CONTINUOUS_ON_CONST; REAL_LT_01] THEN
  SUBGOAL_THEN `!x y:real^N. x IN k /\ y IN k
     ==> log(dens k (\x y. --(la * power_dist f x y)) x y) =
         --(la * power_dist f x y) - log(total k (\y. exp(--(la * power_dist f x y))))` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN REWRITE_TAC[dens] THEN
    ASM_SIMP_TAC[LOG_DIV; REAL_EXP_POS_LT; LOG_EXP]; ALL_TAC] THEN
  ANTS_TAC THENL
   [EXPAND_TAC "k" THEN REWRITE_TAC[INTERIOR_UNIT_CUBE] THEN ASM_REWRITE_TAC[] THEN
    EXISTS_TAC `\x:real^N. log(total k (\y. exp(--(la * power_dist f x y))))` THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC; ALL_TAC] THEN
  REWRITE_TAC[box_infonce] THEN ASM_REWRITE_TAC[] THEN
  DISCH_THEN(CONJUNCTS_THEN2 (fun th -> REWRITE_TAC[th]) SUBST1_TAC) THEN EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_THEN `a:real^N->real` (LABEL_TAC "a")) THEN
    MAP_EVERY X_GEN_TAC [`x:real^N`; `y:real^N`] THEN STRIP_TAC THEN
    REMOVE_THEN "a" (fun th -> MP_TAC(SPECL [`x:real^N`; `y:real^N`] th) THEN
                               MP_TAC(SPECL [`x:real^N`; `x:real^N`] th)) THEN
    ASM_SIMP_TAC[POWER_DIST_REFL] THEN REPEAT DISCH_TAC THEN
    SUBGOAL_THEN `la * power_dist f ((h:real^N->real^N) x) (h y) = la * power_dist f x y` MP_TAC THENL
     [ASM_REAL_ARITH_TAC; ASM_SIMP_TAC[REAL_EQ_MUL_LCANCEL; REAL_LT_IMP_NZ]];
    DISCH_TAC THEN EXISTS_TAC `\x:real^N. log(total k (\y. exp(--(la * power_dist f x y))))` THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC]);;

let THM_BOX_EVERY_M = prove
 (`!(h:real^N->real^N) al la w.
     2 <= dimindex(:P) /\ &0 < al /\ ~(al = &2) /\ &0 < la /\
     (\x. lift(w x)) continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> &0 < w x) /\
     h continuous_on interval[vec 0,vec 1] /\
     (!x. x IN interval[vec 0,vec 1] ==> h x IN interval[vec 0,vec 1])
     ==> ((!g. g continuous_on interval[vec 0,vec 1] /\
               (!x. x IN interval[vec 0,vec 1] ==> g x IN interval[vec 0,vec 1])
               ==> box_infonce (:P) (\t. t rpow al) la w h <= box_infonce (:P) (\t. t rpow al) la w g) <=>
          signed_permutation h)`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `power_like (\t. t rpow al)` ASSUME_TAC THENL [ASM_SIMP_TAC[RPOW_POWER_LIKE]; ALL_TAC] THEN
  ABBREV_TAC `f = \t. t rpow al` THEN
  MP_TAC(ISPECL [`h:real^N->real^N`; `f:real->real`; `la:real`; `w:real^N->real`] BOX_EVERY_M) THEN
  ASM_REWRITE_TAC[] THEN STRIP_TAC THEN EQ_TAC THENL
   [DISCH_THEN(MP_TAC o SPEC `\x:real^N. x`) THEN REWRITE_TAC[CONTINUOUS_ON_ID] THEN DISCH_TAC THEN
    SUBGOAL_THEN `box_infonce (:P) f la w (h:real^N->real^N) = box_infonce (:P) f la w (\x. x)` MP_TAC THENL
     [REWRITE_TAC[GSYM REAL_LE_ANTISYM] THEN ASM_REWRITE_TAC[]; ASM_REWRITE_TAC[]] THEN
    REWRITE_TAC[power_dist; signed_permutation] THEN DISCH_TAC THEN
    MATCH_MP_TAC THM_BOX_CUBE THEN EXISTS_TAC `f:real->real` THEN ASM_REWRITE_TAC[];
    DISCH_THEN(MP_TAC o SPEC `f:real->real` o MATCH_MP SIGNED_PERMUTATION_KEEPS) THEN
    DISCH_TAC THEN REPEAT STRIP_TAC THEN
    MP_TAC(ISPECL [`g:real^N->real^N`; `f:real->real`; `la:real`; `w:real^N->real`] BOX_EVERY_M) THEN
    ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[]]);;

(* --- convex bodies ------------------------------------------------------- *)

let THM_BODY_CONTINUOUS = prove
 (`!k w rho e la (h:real^N->real^N).
     compact k /\ convex k /\ ~(interior k = {}) /\
     (\x. lift(w x)) continuous_on k /\ (!x. x IN k ==> &0 < w x) /\
     (lift o rho) continuous_on (:real^N) /\ rho(vec 0) = &0 /\
     (!v. ~(v = vec 0) ==> &0 < rho v) /\ (!v. rho(--v) = rho v) /\
     &0 < e /\ (!v. ~(v = vec 0) /\ norm v < e ==> rho v < rho(&2 % v)) /\
     &0 < la /\ h continuous_on k
     ==> let p = dens k (\x y. --(la * rho(x - y))) and q = dens k (\x y. --(rho(h x - h y))) in
         cross_entropy k k w p p <= cross_entropy k k w p q /\
         (cross_entropy k k w p q = cross_entropy k k w p p ==> ?A b. !x. x IN k ==> h x = A ** x + b)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `!(u:real^(N,N)finite_sum->real^N) v s. u continuous_on s /\ v continuous_on s
     ==> (\z. lift(rho(u z - v z))) continuous_on s` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC CONT_DIFFERENCE THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `w:real^N->real`; `\x y:real^N. la * rho(x - y)`;
    `\x y:real^N. (rho:real^N->real)(x - y)`; `h:real^N->real^N`] CONTINUOUS_ENCODER) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[VECTOR_SUB_REFL; REAL_MUL_RZERO] THEN
    ASM_SIMP_TAC[SOLID_CONVEX] THEN
    CONJ_TAC THENL [ASM_MESON_TAC[INTERIOR_EMPTY]; ALL_TAC] THEN
    CONJ_TAC THENL [MATCH_MP_TAC CONT_MUL THEN REWRITE_TAC[CONTINUOUS_ON_CONST]; ALL_TAC] THEN
    FIRST_X_ASSUM MATCH_MP_TAC THEN
    ASM_SIMP_TAC[VCONT_FST; VCONT_SND; LINEAR_CONTINUOUS_ON; LINEAR_FSTCART; LINEAR_SNDCART; ETA_AX];
    ALL_TAC] THEN
  CONV_TAC(BINOP_CONV let_CONV) THEN REWRITE_TAC[] THEN
  STRIP_TAC THEN ASM_REWRITE_TAC[] THEN DISCH_TAC THEN
  MATCH_MP_TAC THM_TRANSLATION THEN
  MAP_EVERY EXISTS_TAC [`rho:real^N->real`; `la:real`; `e:real`] THEN ASM_REWRITE_TAC[]);;

let THM_BODY_EVERY_M = prove
 (`!k w rho e la (h:real^N->real^N).
     2 <= dimindex(:P) /\ compact k /\ convex k /\ ~(interior k = {}) /\
     (\x. lift(w x)) continuous_on k /\ (!x. x IN k ==> &0 < w x) /\
     (lift o rho) continuous_on (:real^N) /\ rho(vec 0) = &0 /\
     (!v. ~(v = vec 0) ==> &0 < rho v) /\ (!v. rho(--v) = rho v) /\
     &0 < e /\ (!v. ~(v = vec 0) /\ norm v < e ==> rho v < rho(&2 % v)) /\
     &0 < la /\ h continuous_on k /\
     infonce (:P) k k w (dens k (\x y. --(la * rho(x - y)))) (\y. &1) (\x y. --(rho(h x - h y))) <=
     infonce (:P) k k w (dens k (\x y. --(la * rho(x - y)))) (\y. &1) (\x y. --(la * rho(x - y)))
     ==> ?A b. !x. x IN k ==> h x = A ** x + b`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `!(u:real^(N,N)finite_sum->real^N) v s. u continuous_on s /\ v continuous_on s
     ==> (\z. lift(rho(u z - v z))) continuous_on s` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC CONT_DIFFERENCE THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `w:real^N->real`; `\(x:real^N) (y:real^N). la * rho(x - y)`;
    `\(x:real^N) (y:real^N). (rho:real^N->real)(x - y)`; `h:real^N->real^N`] ENCODER_EVERY_M) THEN
  ASM_REWRITE_TAC[VECTOR_SUB_REFL; REAL_MUL_RZERO] THEN ANTS_TAC THENL
   [CONJ_TAC THENL [MATCH_MP_TAC CONT_MUL THEN REWRITE_TAC[CONTINUOUS_ON_CONST]; ALL_TAC] THEN
    FIRST_X_ASSUM MATCH_MP_TAC THEN
    ASM_SIMP_TAC[VCONT_FST; VCONT_SND; LINEAR_CONTINUOUS_ON; LINEAR_FSTCART; LINEAR_SNDCART; ETA_AX];
    ALL_TAC] THEN
  DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC (MP_TAC o fst o EQ_IMP_RULE)) THEN
  ANTS_TAC THENL [REWRITE_TAC[GSYM REAL_LE_ANTISYM] THEN ASM_REWRITE_TAC[]; DISCH_TAC] THEN
  MATCH_MP_TAC THM_TRANSLATION THEN
  MAP_EVERY EXISTS_TAC [`rho:real^N->real`; `la:real`; `e:real`] THEN ASM_REWRITE_TAC[]);;

state "thm-box" "power_dist" power_dist;;
state "thm-box" "signed_permutation" signed_permutation;;
state "thm-box" "box_infonce" box_infonce;;
state "thm-box" "THM_BOX_EVERY_M" THM_BOX_EVERY_M;;
state "thm-box" "box_loss" box_loss;;
state "thm-box" "THM_BOX_CONTINUOUS" THM_BOX_CONTINUOUS;;
state "thm-box" "THM_BODY_CONTINUOUS" THM_BODY_CONTINUOUS;;
state "thm-box" "THM_BODY_EVERY_M" THM_BODY_EVERY_M;;
