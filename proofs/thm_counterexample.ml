(* thm-counterexample: The wrapped plane is many to one [derivatives and period, not the uniform output]
page: theory/52_coverings

The map (x, y) -> (sigma(e^x cos y), sigma(e^x sin y)) has values in the open square,
partial derivatives with a positive determinant everywhere, and the period 2 pi in y:
so each of its values is taken infinitely often. This holds for every sigmoid sigma
with a positive derivative, and so for some pair of functions: the proof takes the
logistic one.

on the page          in HOL
contents c_1, c_2    x, y
outputs              c1 x y, c2 x y in THM_COUNTEREXAMPLE
Phi                  sg            any function into (0,1) with derivative sg' > 0
det D chi            a * d - b * c of the four partial derivatives
f'(x) = l            (f diffl l) x

Leaves out: that the output is uniform: the part of the library that has densities
was not loaded. The derivatives are partial ones; that they are continuous, so that
the map is locally invertible, is not stated. For the page's own sigmoid Phi it
remains to be supplied that it has a derivative, which is positive.
*)
needs "report.ml";;
needs "prelude_real.ml";;

let WRAPPED_PARTIALS = prove
 (`!sg sg' x y.
     (!t. (sg diffl (sg' t)) t)
     ==> ((\x. sg(exp x * cos y)) diffl (sg'(exp x * cos y) * exp x * cos y)) x /\
         ((\y. sg(exp x * cos y)) diffl (sg'(exp x * cos y) * exp x * --(sin y))) y /\
         ((\x. sg(exp x * sin y)) diffl (sg'(exp x * sin y) * exp x * sin y)) x /\
         ((\y. sg(exp x * sin y)) diffl (sg'(exp x * sin y) * exp x * cos y)) y`,
  REPEAT STRIP_TAC THENL
   [MATCH_MP_TAC(BETA_RULE(ISPECL [`sg:real->real`; `\x. exp x * cos y`] DIFF_CHAIN));
    MATCH_MP_TAC(BETA_RULE(ISPECL [`sg:real->real`; `\y. exp x * cos y`] DIFF_CHAIN));
    MATCH_MP_TAC(BETA_RULE(ISPECL [`sg:real->real`; `\x. exp x * sin y`] DIFF_CHAIN));
    MATCH_MP_TAC(BETA_RULE(ISPECL [`sg:real->real`; `\y. exp x * sin y`] DIFF_CHAIN))] THEN
  ASM_REWRITE_TAC[] THENL
   [ONCE_REWRITE_TAC[REAL_MUL_SYM]; ALL_TAC;
    ONCE_REWRITE_TAC[REAL_MUL_SYM]; ALL_TAC] THEN
  MATCH_MP_TAC DIFF_CMUL THEN REWRITE_TAC[DIFF_EXP; DIFF_COS; DIFF_SIN]);;

let WRAPPED_DETERMINANT = prove
 (`!s t x y.
     (s * exp x * cos y) * (t * exp x * cos y) -
     (s * exp x * --(sin y)) * (t * exp x * sin y) = s * t * exp x pow 2`,
  REPEAT GEN_TAC THEN MP_TAC(SPEC `y:real` SIN_CIRCLE) THEN
  CONV_TAC REAL_RING);;

(* values in the square, a positive determinant everywhere, many to one *)
let WRAPPED_PLANE = prove
 (`!sg sg'.
     (!t. (sg diffl (sg' t)) t /\ &0 < sg' t /\ &0 < sg t /\ sg t < &1)
     ==> (!x y. &0 < sg(exp x * cos y) /\ sg(exp x * cos y) < &1 /\
                &0 < sg(exp x * sin y) /\ sg(exp x * sin y) < &1) /\
         (!x y. ?a b c d.
            ((\x. sg(exp x * cos y)) diffl a) x /\ ((\y. sg(exp x * cos y)) diffl b) y /\
            ((\x. sg(exp x * sin y)) diffl c) x /\ ((\y. sg(exp x * sin y)) diffl d) y /\
            a * d - b * c = sg'(exp x * cos y) * sg'(exp x * sin y) * exp x pow 2 /\
            &0 < a * d - b * c) /\
         (!x y k. sg(exp x * cos(y + &k * &2 * pi)) = sg(exp x * cos y) /\
                  sg(exp x * sin(y + &k * &2 * pi)) = sg(exp x * sin y))`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN CONJ_TAC THENL [ASM_REWRITE_TAC[]; CONJ_TAC] THENL
   [REPEAT GEN_TAC THEN
    MP_TAC(ISPECL [`sg:real->real`; `sg':real->real`; `x:real`; `y:real`]
      WRAPPED_PARTIALS) THEN
    ASM_REWRITE_TAC[] THEN STRIP_TAC THEN
    MAP_EVERY EXISTS_TAC
     [`sg'(exp x * cos y) * exp x * cos y`; `sg'(exp x * cos y) * exp x * --(sin y)`;
      `sg'(exp x * sin y) * exp x * sin y`; `sg'(exp x * sin y) * exp x * cos y`] THEN
    ASM_REWRITE_TAC[WRAPPED_DETERMINANT] THEN
    ASM_SIMP_TAC[REAL_LT_MUL; REAL_POW_LT; REAL_EXP_POS_LT];
    SUBGOAL_THEN `!k y. cos(y + &k * &2 * pi) = cos y /\ sin(y + &k * &2 * pi) = sin y`
     (fun th -> REWRITE_TAC[th]) THEN
    INDUCT_TAC THEN REWRITE_TAC[REAL_MUL_LZERO; REAL_ADD_RID] THEN
    REWRITE_TAC[GSYM REAL_OF_NUM_SUC; REAL_ADD_RDISTRIB; REAL_MUL_LID] THEN
    ASM_REWRITE_TAC[REAL_ADD_ASSOC; COS_PERIODIC; SIN_PERIODIC]]);;

(* the logistic function is such a sigmoid: an explicit example *)
let DIFF_1_EXPNEG = prove
 (`!t. ((\t. &1 + exp(--t)) diffl --(exp(--t))) t`,
  GEN_TAC THEN
  MP_TAC(BETA_RULE(ISPECL [`exp`; `\t. --t`; `exp(--t)`; `--(&1)`; `t:real`] DIFF_CHAIN)) THEN
  ANTS_TAC THENL
   [REWRITE_TAC[DIFF_EXP] THEN MATCH_MP_TAC(BETA_RULE(ISPEC `\t:real. t` DIFF_NEG)) THEN
    REWRITE_TAC[DIFF_X];
    DISCH_TAC THEN
    MP_TAC(BETA_RULE(ISPECL [`\t:real. &1`; `\t. exp(--t)`; `&0`; `exp(--t) * --(&1)`;
                             `t:real`] DIFF_ADD)) THEN
    ASM_REWRITE_TAC[DIFF_CONST] THEN
    REWRITE_TAC[REAL_ADD_LID; REAL_MUL_RNEG; REAL_MUL_RID]]);;

let LOGISTIC = prove
 (`!t. ((\t. inv(&1 + exp(--t))) diffl (exp(--t) / (&1 + exp(--t)) pow 2)) t /\
       &0 < exp(--t) / (&1 + exp(--t)) pow 2 /\
       &0 < inv(&1 + exp(--t)) /\ inv(&1 + exp(--t)) < &1`,
  GEN_TAC THEN
  SUBGOAL_THEN `&0 < exp(--t) /\ &1 < &1 + exp(--t) /\ &0 < &1 + exp(--t)`
  STRIP_ASSUME_TAC THENL
   [MP_TAC(SPEC `--t` REAL_EXP_POS_LT) THEN REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[REAL_LT_DIV; REAL_POW_LT; REAL_LT_INV_EQ; REAL_INV_LT_1] THEN
  MP_TAC(BETA_RULE(ISPECL [`\t. &1 + exp(--t)`; `--(exp(--t))`; `t:real`] DIFF_INV)) THEN
  ASM_SIMP_TAC[DIFF_1_EXPNEG; REAL_LT_IMP_NZ] THEN
  REWRITE_TAC[real_div; REAL_MUL_LNEG; REAL_NEG_NEG]);;

let THM_COUNTEREXAMPLE = prove
 (`?c1 c2:real->real->real.
     (!x y. &0 < c1 x y /\ c1 x y < &1 /\ &0 < c2 x y /\ c2 x y < &1) /\
     (!x y. ?a b c d.
        ((\x. c1 x y) diffl a) x /\ ((\y. c1 x y) diffl b) y /\
        ((\x. c2 x y) diffl c) x /\ ((\y. c2 x y) diffl d) y /\
        &0 < a * d - b * c) /\
     (!x y k. c1 x (y + &k * &2 * pi) = c1 x y /\ c2 x (y + &k * &2 * pi) = c2 x y)`,
  MP_TAC(ISPECL [`\t. inv(&1 + exp(--t))`; `\t. exp(--t) / (&1 + exp(--t)) pow 2`]
    WRAPPED_PLANE) THEN
  ANTS_TAC THENL [REWRITE_TAC[LOGISTIC]; ALL_TAC] THEN
  REWRITE_TAC[] THEN STRIP_TAC THEN
  EXISTS_TAC `\x y. inv(&1 + exp(--(exp x * cos y)))` THEN
  EXISTS_TAC `\x y. inv(&1 + exp(--(exp x * sin y)))` THEN
  ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[]);;

state "thm-counterexample" "WRAPPED_PLANE" WRAPPED_PLANE;;
state "thm-counterexample" "THM_COUNTEREXAMPLE" THM_COUNTEREXAMPLE;;
