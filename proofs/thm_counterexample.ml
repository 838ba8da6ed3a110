(* thm-counterexample: The wrapped plane is many to one [derivatives, period, sum over preimages]
page: theory/52_coverings

The map (x, y) -> (sigma(e^x cos y), sigma(e^x sin y)) has values in the open square,
partial derivatives with a positive determinant everywhere, and the period 2 pi in y:
so each of its values is taken infinitely often. This holds for every sigmoid sigma
with a positive derivative, and so for some pair of functions: the proof takes the
logistic one. With the page's density p of the contents, density by determinant adds up
to 1 over the preimages (x, y + 2 pi k), k = ..., -1, 0, 1, ..., of every output: what
the density of a uniform output is.

on the page          in HOL
contents c_1, c_2    x, y
outputs              c1 x y, c2 x y in THM_COUNTEREXAMPLE
Phi                  sg            any function into (0,1) with derivative sg' > 0
                                   in SUM_OVER_PREIMAGES, with the limits 0 and 1
its derivative       phi           the normal density
p_1, p_2             exp x pow 2 * exp(--(exp x pow 2 / &2)), (sg y - sg(y - 2 pi)) / (2 pi)
det D chi            a * d - b * c of the four partial derivatives
f'(x) = l            (f diffl l) x

Leaves out: the change of variables, by which that sum is the density of the output:
the part of the library that has densities was not loaded. The derivatives are partial
ones; that they are continuous, so that the map is locally invertible, is not stated.
That the page's Phi has the normal density as its derivative remains to be supplied;
SUM_OVER_PREIMAGES takes the determinant with that density as it is written there.
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

(* --- the density of the output --------------------------------------------- *)

let TELESCOPE = prove
 (`!f y t n m.
     sum (0..m) (\k. f(y + (&k - n) * t) - f((y + (&k - n) * t) - t)) =
     f(y + (&m - n) * t) - f(y - n * t - t)`,
  GEN_TAC THEN GEN_TAC THEN GEN_TAC THEN GEN_TAC THEN INDUCT_TAC THENL
   [REWRITE_TAC[SUM_SING_NUMSEG] THEN
    REWRITE_TAC[REAL_ARITH `(y + (&0 - n) * t) - t = y - n * t - t`];
    ASM_REWRITE_TAC[SUM_CLAUSES_NUMSEG; LE_0] THEN
    REWRITE_TAC[GSYM REAL_OF_NUM_SUC] THEN
    REWRITE_TAC[REAL_ARITH `(y + ((m + &1) - n) * t) - t:real = y + (m - n) * t`] THEN
    REAL_ARITH_TAC]);;

(* on the plane of contents: density by determinant *)
let DENSITY_BY_DETERMINANT = prove
 (`!phi x y q.
     (!t. phi t = exp(--(t pow 2 / &2)) / sqrt(&2 * pi))
     ==> ((exp x pow 2 * exp(--(exp x pow 2 / &2))) * q / (&2 * pi)) /
         (phi(exp x * cos y) * phi(exp x * sin y) * exp x pow 2) = q`,
  REPEAT STRIP_TAC THEN ASM_REWRITE_TAC[] THEN
  SUBGOAL_THEN `exp(--((exp x * cos y) pow 2 / &2)) * exp(--((exp x * sin y) pow 2 / &2)) =
                exp(--(exp x pow 2 / &2))` ASSUME_TAC THENL
   [REWRITE_TAC[GSYM REAL_EXP_ADD] THEN AP_TERM_TAC THEN
    MP_TAC(SPEC `y:real` SIN_CIRCLE) THEN CONV_TAC REAL_RING;
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < pi /\ &0 < &2 * pi /\ &0 < exp x /\ &0 < exp(--(exp x pow 2 / &2))` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[PI_POS; REAL_EXP_POS_LT] THEN MP_TAC PI_POS THEN REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `sqrt(&2 * pi) * sqrt(&2 * pi) = &2 * pi /\ &0 < sqrt(&2 * pi)` STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[GSYM REAL_POW_2; SQRT_POW_2; REAL_LT_IMP_LE; SQRT_POS_LT]; ALL_TAC] THEN
  SUBGOAL_THEN
   `exp(--((exp x * cos y) pow 2 / &2)) / sqrt(&2 * pi) *
    exp(--((exp x * sin y) pow 2 / &2)) / sqrt(&2 * pi) * exp x pow 2 =
    exp(--(exp x pow 2 / &2)) / (&2 * pi) * exp x pow 2` SUBST1_TAC THENL
   [REPEAT(POP_ASSUM MP_TAC) THEN
    SPEC_TAC(`exp(--((exp x * cos y) pow 2 / &2))`,`a:real`) THEN
    SPEC_TAC(`exp(--((exp x * sin y) pow 2 / &2))`,`b:real`) THEN
    SPEC_TAC(`exp(--(exp x pow 2 / &2))`,`c:real`) THEN
    SPEC_TAC(`sqrt(&2 * pi)`,`s:real`) THEN SPEC_TAC(`exp x`,`e:real`) THEN
    REPEAT GEN_TAC THEN REPEAT DISCH_TAC THEN
    SUBGOAL_THEN `a / s * b / s * e pow 2 = (a * b) / (s * s) * e pow 2` SUBST1_TAC THENL
     [UNDISCH_TAC `&0 < s` THEN CONV_TAC REAL_FIELD; ASM_REWRITE_TAC[]];
    UNDISCH_TAC `&0 < exp(--(exp x pow 2 / &2))` THEN UNDISCH_TAC `&0 < exp x` THEN
    UNDISCH_TAC `&0 < pi` THEN
    SPEC_TAC(`exp(--(exp x pow 2 / &2))`,`c:real`) THEN SPEC_TAC(`exp x`,`e:real`) THEN
    CONV_TAC REAL_FIELD]);;

(* over the contents of one output the density by the determinant adds up to 1 *)
let SUM_OVER_PREIMAGES = prove
 (`!sg phi p.
     (!t. phi t = exp(--(t pow 2 / &2)) / sqrt(&2 * pi)) /\
     (!e. &0 < e ==> ?b. !t. b <= t ==> abs(sg t - &1) < e) /\
     (!e. &0 < e ==> ?b. !t. t <= b ==> abs(sg t) < e) /\
     (!x y. p x y = (exp x pow 2 * exp(--(exp x pow 2 / &2))) * (sg y - sg(y - &2 * pi)) / (&2 * pi))
     ==> !x y e. &0 < e
           ==> ?N. !n. N <= n
                 ==> abs(sum (0..2 * n) (\k.
                       p x (y + (&k - &n) * &2 * pi) /
                       (phi(exp x * cos(y + (&k - &n) * &2 * pi)) *
                        phi(exp x * sin(y + (&k - &n) * &2 * pi)) * exp x pow 2)) - &1) < e`,
  REPEAT GEN_TAC THEN INTRO_TAC "phi one zero p" THEN REPEAT STRIP_TAC THEN
  USE_THEN "p" (fun p -> USE_THEN "phi" (fun phi ->
    REWRITE_TAC[p; MATCH_MP DENSITY_BY_DETERMINANT phi])) THEN
  REWRITE_TAC[TELESCOPE] THEN
  USE_THEN "one" (MP_TAC o SPEC `e / &2`) THEN
  (ANTS_TAC THENL [ASM_REAL_ARITH_TAC; DISCH_THEN(X_CHOOSE_THEN `a:real` (LABEL_TAC "a"))]) THEN
  USE_THEN "zero" (MP_TAC o SPEC `e / &2`) THEN
  (ANTS_TAC THENL [ASM_REAL_ARITH_TAC; DISCH_THEN(X_CHOOSE_THEN `b:real` (LABEL_TAC "b"))]) THEN
  SUBGOAL_THEN `&0 < &2 * pi` ASSUME_TAC THENL [MP_TAC PI_POS THEN REAL_ARITH_TAC; ALL_TAC] THEN
  MP_TAC(SPEC `max (a - y) (y - b)` (MATCH_MP REAL_ARCH (ASSUME `&0 < &2 * pi`))) THEN
  MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `N:num` THEN DISCH_TAC THEN
  X_GEN_TAC `n:num` THEN DISCH_TAC THEN
  SUBGOAL_THEN `&N * &2 * pi <= &n * &2 * pi` ASSUME_TAC THENL
   [MATCH_MP_TAC REAL_LE_RMUL THEN ASM_SIMP_TAC[REAL_OF_NUM_LE; REAL_LT_IMP_LE]; ALL_TAC] THEN
  USE_THEN "a" (MP_TAC o SPEC `y + (&(2 * n) - &n) * &2 * pi`) THEN
  USE_THEN "b" (MP_TAC o SPEC `y - &n * &2 * pi - &2 * pi`) THEN
  REWRITE_TAC[GSYM REAL_OF_NUM_MUL] THEN
  (ANTS_TAC THENL [ASM_REAL_ARITH_TAC; DISCH_TAC]) THEN
  (ANTS_TAC THENL
    [REWRITE_TAC[REAL_ARITH `(&2 * n - n) * t = n * t`] THEN ASM_REAL_ARITH_TAC; DISCH_TAC]) THEN
  ASM_REAL_ARITH_TAC);;

state "thm-counterexample" "WRAPPED_PLANE" WRAPPED_PLANE;;
state "thm-counterexample" "THM_COUNTEREXAMPLE" THM_COUNTEREXAMPLE;;
state "thm-counterexample" "SUM_OVER_PREIMAGES" SUM_OVER_PREIMAGES;;
