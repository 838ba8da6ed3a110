(* thm-isometries: The general answer [finite latents]
page: theory/80_isometries_and_stability

Let p(y|z) = e^(-delta(z,y)) / C(z) relative to the density nu of the negatives, with
delta zero on the diagonal, and let h map the latents into themselves. Its score
-delta(h(z),h(y)) has the least loss of all scores if and only if h keeps delta. If
delta is positive off the diagonal, such a map is one to one and onto.

on the page          in HOL
Z                    z             a finite set, of any type
nu                   nu y          any positive weights
p(y|z) nu(y)         p x y = nu y * exp(--(d x y)) / C x
delta                d x y         not assumed symmetric

Leaves out: latents that are not finitely many; for a compact space the page has
Lemma A in place of counting. Least of all scores is the same as least among the
maps h, since the identity is one of them (CLASS_WITH_A_MATCH).
*)
needs "report.ml";;
needs "thm_encoder.ml";;

let THM_ISOMETRIES = prove
 (`!M (z:A->bool) w p nu C d (h:A->A).
     1 <= M /\ FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     (!y. y IN z ==> &0 < nu y) /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = nu y * exp(--(d x y)) / C x) /\
     (!x. x IN z ==> d x x = &0) /\ (!x. x IN z ==> h x IN z)
     ==> ((!t. infonce M z z w p nu (\x y. --(d (h x) (h y)))
               <= infonce M z z w p nu t) <=>
          (!x y. x IN z /\ y IN z ==> d (h x) (h y) = d x y))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:A->bool`; `z:A->bool`; `w:A->real`; `p:A->A->real`;
     `nu:A->real`; `\x y. --(d ((h:A->A) x) (h y))`] THM_EVERY_M) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV; REAL_LT_MUL; REAL_EXP_POS_LT]; DISCH_THEN SUBST1_TAC] THEN
  SUBGOAL_THEN
   `!x y:A. x IN z /\ y IN z ==> ln(p x y / nu y) = --(d x y) - ln(C x)`
  MP_TAC THENL
   [REPEAT STRIP_TAC THEN ASM_SIMP_TAC[] THEN
    SUBGOAL_THEN `(nu(y:A) * exp(--(d (x:A) y)) / C x) / nu y = exp(--(d x y)) / C x`
    SUBST1_TAC THENL
     [SUBGOAL_THEN `&0 < nu(y:A) /\ &0 < C(x:A)` MP_TAC THENL
       [ASM_SIMP_TAC[]; CONV_TAC REAL_FIELD];
      ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP]];
    FIRST_X_ASSUM(K ALL_TAC o SPECL [`x:A`; `y:A`]) THEN DISCH_TAC] THEN
  REWRITE_TAC[] THEN EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_TAC `k:A->real`) THEN REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(fun th -> MAP_EVERY (fun l -> MP_TAC(SPECL l th))
      [[`x:A`;`y:A`]; [`x:A`;`x:A`]]) THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC;
    DISCH_TAC THEN EXISTS_TAC `\x:A. ln(C x)` THEN
    REPEAT STRIP_TAC THEN ASM_SIMP_TAC[] THEN REAL_ARITH_TAC]);;

(* a map of a finite space into itself that keeps a positive delta is onto *)
let ISOMETRY_BIJECTION = prove
 (`!(z:A->bool) d (h:A->A).
     FINITE z /\ (!x. x IN z ==> d x x = &0) /\
     (!x y. x IN z /\ y IN z /\ ~(x = y) ==> &0 < d x y) /\
     (!x. x IN z ==> h x IN z) /\
     (!x y. x IN z /\ y IN z ==> d (h x) (h y) = d x y)
     ==> !y. y IN z ==> ?!x. x IN z /\ h x = y`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `!x y:A. x IN z /\ y IN z /\ (h:A->A) x = h y ==> x = y` ASSUME_TAC THENL
   [ASM_MESON_TAC[REAL_LT_REFL]; ALL_TAC] THEN
  MP_TAC(ISPECL [`z:A->bool`; `h:A->A`] SURJECTIVE_IFF_INJECTIVE) THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE] THEN ASM_MESON_TAC[]);;

state "thm-isometries" "THM_ISOMETRIES" THM_ISOMETRIES;;
state "thm-isometries" "ISOMETRY_BIJECTION" ISOMETRY_BIJECTION;;
