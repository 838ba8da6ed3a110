(* thm-marginal: The term costs nothing [finite latents]
page: theory/85_marginals

Let p(y|z) = e^(-delta(z,y)) / C(z) with delta symmetric and zero on the diagonal,
let the negatives have any positive density nu, and let the score have a term of the
candidate, -delta(h(z),h(y)) + a(y). It has the least loss of all scores if and only
if h keeps delta and a = -ln nu + const.

on the page          in HOL
S                    z             a finite set, of any type
delta(z,y)           d x y         of the latents
delta(h(z),h(y))     e (h x) (h y) of their representations; any symmetric function with e u u = 0
a(y)                 a y
nu(y), C(z)          nu y, C x

Leaves out: latents that are not finitely many, so continuity is not needed; and the
remark behind it, that a map that keeps Euclidean distances is a rigid motion.
*)
needs "report.ml";;
needs "thm_encoder.ml";;

let THM_MARGINAL = prove
 (`!M (z:A->bool) w p nu C d (h:A->B) e a.
     1 <= M /\ FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     (!y. y IN z ==> &0 < nu y) /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(--(d x y)) / C x) /\
     (!x y. x IN z /\ y IN z ==> d x y = d y x) /\ (!x. x IN z ==> d x x = &0) /\
     (!u v. e u v = e v u) /\ (!u. e u u = &0)
     ==> ((!t. infonce M z z w p nu (\x y. --(e (h x) (h y)) + a y)
               <= infonce M z z w p nu t) <=>
          (!x y. x IN z /\ y IN z ==> e (h x) (h y) = d x y) /\
          (?k. !y. y IN z ==> a y = --ln(nu y) + k))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:A->bool`; `z:A->bool`; `w:A->real`; `p:A->A->real`;
     `nu:A->real`; `\x y. --(e ((h:A->B) x) (h y)) + a y`] THM_EVERY_M) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV; REAL_EXP_POS_LT]; DISCH_THEN SUBST1_TAC] THEN
  REWRITE_TAC[] THEN EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_TAC `k:A->real`) THEN
    SUBGOAL_THEN
     `!x y. x IN z /\ y IN z
            ==> e ((h:A->B) x) (h y) = (d:A->A->real) x y /\
                a x + ln(nu x) = a y + ln(nu y)`
    ASSUME_TAC THENL
     [REPEAT GEN_TAC THEN STRIP_TAC THEN
      FIRST_X_ASSUM(fun th -> MAP_EVERY (fun l -> MP_TAC(SPECL l th))
       [[`x:A`;`y:A`]; [`y:A`;`x:A`]; [`x:A`;`x:A`]; [`y:A`;`y:A`]]) THEN
      SUBGOAL_THEN `e ((h:A->B) x) (h y):real = e (h y) (h x) /\ (d:A->A->real) x y = d y x`
      MP_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
      ASM_SIMP_TAC[LN_RATIO] THEN REAL_ARITH_TAC;
      CONJ_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
      EXISTS_TAC `a(@x:A. x IN z) + ln(nu(@x. x IN z))` THEN
      X_GEN_TAC `y:A` THEN DISCH_TAC THEN
      MATCH_MP_TAC(REAL_ARITH `a + n = k ==> a = --n + k`) THEN
      ASM_MESON_TAC[]];
    DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC (X_CHOOSE_TAC `k:real`)) THEN
    EXISTS_TAC `\x:A. ln(C x) + k` THEN REPEAT STRIP_TAC THEN
    ASM_SIMP_TAC[LN_RATIO] THEN REAL_ARITH_TAC]);;

state "thm-marginal" "THM_MARGINAL" THM_MARGINAL;;
