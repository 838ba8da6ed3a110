(* prp-negatives: Negatives that are not uniform [finite latents]
page: theory/10_infonce_limit

Let p(y|z) = e^(-lambda delta(z,y)) / C(z) with delta symmetric and zero on the
diagonal, and let the score be symmetric with a constant diagonal, as the scores of
encoders are. If it has the least loss of all scores with negatives of density nu,
then nu is constant.

on the page          in HOL
Z                    z             a finite set, of any type
delta, lambda        d, la         la of any sign
p(y|z), C(z)         p x y, C x
nu(y)                nu y
s(z,y), s(z,z)       s x y, a

Leaves out: latents that are not finitely many, so continuity is not needed.
*)
needs "report.ml";;
needs "thm_encoder.ml";;

let PRP_NEGATIVES = prove
 (`!M (z:A->bool) w p nu C d la s a.
     1 <= M /\ FINITE z /\ (!x. x IN z ==> &0 < w x) /\
     (!y. y IN z ==> &0 < nu y) /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(--(la * d x y)) / C x) /\
     (!x y. x IN z /\ y IN z ==> d x y = d y x) /\ (!x. x IN z ==> d x x = &0) /\
     (!x y. x IN z /\ y IN z ==> s x y = s y x) /\ (!x. x IN z ==> s x x = a) /\
     (!t. infonce M z z w p nu s <= infonce M z z w p nu t)
     ==> !x y. x IN z /\ y IN z ==> nu x = nu y`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:A->bool`; `z:A->bool`; `w:A->real`; `p:A->A->real`;
                 `nu:A->real`; `s:A->A->real`] THM_EVERY_M) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV; REAL_EXP_POS_LT]; ASM_REWRITE_TAC[]] THEN
  DISCH_THEN(X_CHOOSE_THEN `k:A->real` (fun th ->
    MAP_EVERY (fun l -> MP_TAC(SPECL l th))
     [[`x:A`;`y:A`]; [`y:A`;`x:A`]; [`x:A`;`x:A`]; [`y:A`;`y:A`]])) THEN
  SUBGOAL_THEN `(s:A->A->real) x y = s y x /\ (d:A->A->real) x y = d y x`
  MP_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
  ASM_SIMP_TAC[LN_RATIO] THEN STRIP_TAC THEN REPEAT DISCH_TAC THEN
  SUBGOAL_THEN `ln(nu(x:A)) = ln(nu y)` MP_TAC THENL
   [ASM_REAL_ARITH_TAC; ASM_SIMP_TAC[LN_INJ]]);;

state "prp-negatives" "PRP_NEGATIVES" PRP_NEGATIVES;;
