(* thm-encoder: Minimisers among encoders, every M >= 1 [finite latents]
page: theory/10_infonce_limit

Let the negatives be uniform on the latents, p(y|z) = e^G(z,y) / C(z) with G
constant on the diagonal, and let the score S be constant on the diagonal. Then S
is minimal among all scores if and only if S = G + a - g, with a and g the two
values on the diagonal. (a) G = kappa z.y on the sphere, S = h.h / tau with
|h|^2 = r^2: a = r^2/tau and g = kappa. (b) G = -lambda delta, S = -delta(h,h)/tau:
the distance is kept up to the factor lambda tau.

on the page          in HOL
Z                    z             a finite set, of any type
p(y|z), C(z)         p x y, C x
nu                   nu y = n      the same positive number for all y
kappa z.y            G x y
s_h(z,y)             S x y
r^2/tau, kappa       a, g
delta(z,y)           d x y         of the latents
delta(h(z),h(y))     e (h x) (h y) of their representations; any function with e u u = 0
lambda, tau          la, tau

Leaves out: latents that are not finitely many, so continuity is not needed; and the
last sentence of (a), on a learned radius, which is THM_TWO_RADIUS. Minimal means
minimal among all scores, which is the same as minimal in a class of encoders that
contains a match (CLASS_WITH_A_MATCH).
*)
needs "report.ml";;
needs "thm_every_m.ml";;

let LN_RATIO = prove
 (`!g c n. &0 < c /\ &0 < n ==> ln(exp g / c / n) = g - ln c - ln n`,
  SIMP_TAC[LN_DIV; REAL_LT_DIV; REAL_EXP_POS_LT; LN_EXP]);;

let THM_ENCODER = prove
 (`!M (z:A->bool) w p nu C G S n a g.
     1 <= M /\ FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     &0 < n /\ (!y. y IN z ==> nu y = n) /\
     (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(G x y) / C x) /\
     (!x. x IN z ==> S x x = a) /\ (!x. x IN z ==> G x x = g)
     ==> ((!t. infonce M z z w p nu S <= infonce M z z w p nu t) <=>
          (!x y. x IN z /\ y IN z ==> S x y = G x y + (a - g)))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:A->bool`; `z:A->bool`; `w:A->real`; `p:A->A->real`;
                 `nu:A->real`; `S:A->A->real`] THM_EVERY_M) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV; REAL_EXP_POS_LT]; DISCH_THEN SUBST1_TAC] THEN
  SUBGOAL_THEN
   `!x y:A. x IN z /\ y IN z ==> ln(p x y / nu y) = G x y - (ln(C x) + ln n)`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    ASM_SIMP_TAC[LN_DIV; REAL_LT_DIV; REAL_EXP_POS_LT; LN_EXP] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_TAC `k:A->real`) THEN
    MAP_EVERY X_GEN_TAC [`x:A`; `y:A`] THEN STRIP_TAC THEN
    FIRST_X_ASSUM(fun th -> MP_TAC(SPECL [`x:A`; `y:A`] th) THEN
                            MP_TAC(SPECL [`x:A`; `x:A`] th)) THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC;
    DISCH_TAC THEN EXISTS_TAC `\x:A. ln(C x) + ln n + (a - g)` THEN
    REPEAT STRIP_TAC THEN ASM_SIMP_TAC[] THEN REAL_ARITH_TAC]);;

(* (b) of the page: a distance is kept up to the factor lambda tau *)
let THM_ENCODER_DISTANCE = prove
 (`!M (z:A->bool) w p nu C d (h:A->B) e la tau n.
     1 <= M /\ FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     &0 < n /\ (!y. y IN z ==> nu y = n) /\ &0 < tau /\
     (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(--(la * d x y)) / C x) /\
     (!x. x IN z ==> d x x = &0) /\ (!u. e u u = &0)
     ==> ((!t. infonce M z z w p nu (\x y. --(e (h x) (h y)) / tau)
               <= infonce M z z w p nu t) <=>
          (!x y. x IN z /\ y IN z ==> e (h x) (h y) = la * tau * d x y))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:A->bool`; `w:A->real`; `p:A->A->real`; `nu:A->real`;
     `C:A->real`; `\x:A y:A. --(la * d x y)`;
     `\x:A y:A. --(e ((h:A->B) x) (h y)) / tau`; `n:real`; `&0`; `&0`] THM_ENCODER) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_MUL_RZERO; REAL_NEG_0; real_div; REAL_MUL_LZERO];
    DISCH_THEN SUBST1_TAC] THEN
  REWRITE_TAC[REAL_SUB_REFL; REAL_ADD_RID] THEN
  ASM_SIMP_TAC[REAL_EQ_LDIV_EQ] THEN
  REWRITE_TAC[REAL_ARITH `--x = --(l * d) * t <=> x = l * t * d`]);;

(* among the encoders of a class, where one of them has a minimal score *)
let CLASS_WITH_A_MATCH = prove
 (`!(loss:S->real) cls best s.
     best IN cls /\ (!t. loss best <= loss t)
     ==> ((!t. t IN cls ==> loss s <= loss t) <=> (!t. loss s <= loss t))`,
  MESON_TAC[REAL_LE_TRANS]);;

state "thm-encoder" "THM_ENCODER" THM_ENCODER;;
state "thm-encoder" "THM_ENCODER_DISTANCE" THM_ENCODER_DISTANCE;;
state "thm-encoder" "CLASS_WITH_A_MATCH" CLASS_WITH_A_MATCH;;
