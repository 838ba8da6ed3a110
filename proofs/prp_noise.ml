(* prp-noise: Signal and noise of a free score [finite latents]
page: theory/90_information_per_pair

Move the scores from equal ones by e phi(z,y), where phi has mean 0 over negatives for
every anchor. The limit of many negatives has the slope -E[phi(z,y_0)] at e = 0; its
square is at most chi^2 times the mean square of phi over unrelated pairs, and
phi = r - 1 attains the bound.

on the page          in HOL
r(z,y)               r x y         mean 1 under nu for every anchor
phi(z,y)             f x y
E over z, y ~ nu     E g = sum z (\x. w x * sum c (\y. nu y * g x y))
E phi(z,y_0)         E (\x y. r x y * f x y)
chi^2                chi2

Leaves out: latents that are not finitely many; that chi^2 = 2D(1 + o(1)) for weak
pairs; and that the function differentiated is the limit of many negatives.
*)
needs "report.ml";;
needs "prelude_real.ml";;

let PRP_NOISE = prove
 (`!(z:Z->bool) (c:A->bool) w nu r f.
     FINITE z /\ FINITE c /\ (!x. x IN z ==> &0 < w x) /\
     (!y. y IN c ==> &0 < nu y) /\ sum c nu = &1 /\
     (!x. x IN z ==> sum c (\y. nu y * r x y) = &1) /\
     (!x. x IN z ==> sum c (\y. nu y * f x y) = &0)
     ==> let E = \g. sum z (\x. w x * sum c (\y. nu y * g x y)) in
         let chi2 = E (\x y. (r x y - &1) pow 2) in
         ((\e. sum z (\x. w x *
                (ln(sum c (\y. nu y * exp(e * f x y))) -
                 sum c (\y. nu y * r x y * e * f x y))))
          diffl --(E (\x y. r x y * f x y))) (&0) /\
         E (\x y. r x y * f x y) pow 2 <= chi2 * E (\x y. f x y pow 2) /\
         E (\x y. r x y * (r x y - &1)) = chi2`,
  REPEAT STRIP_TAC THEN REPEAT LET_TAC THEN
  SUBGOAL_THEN `!g:Z->A->real. E g = sum z (\x. w x * sum c (\y. nu y * g x y))`
  ASSUME_TAC THENL [EXPAND_TAC "E" THEN REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!g h a b. E (\x y. a * g x y + b * h x y) = a * E g + b * E (h:Z->A->real)`
  ASSUME_TAC THENL
   [REPEAT GEN_TAC THEN ASM_REWRITE_TAC[] THEN
    REWRITE_TAC[GSYM SUM_LMUL] THEN ASM_SIMP_TAC[GSYM SUM_ADD] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    REWRITE_TAC[REAL_ARITH `a * w * s + b * w * t:real = w * (a * s + b * t)`] THEN
    AP_TERM_TAC THEN REWRITE_TAC[GSYM SUM_LMUL] THEN ASM_SIMP_TAC[GSYM SUM_ADD] THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `!g:Z->A->real. (!x y. x IN z /\ y IN c ==> &0 <= g x y) ==> &0 <= E g`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN ASM_REWRITE_TAC[] THEN
    MATCH_MP_TAC SUM_POS_LE THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:Z` THEN
    DISCH_TAC THEN REWRITE_TAC[] THEN MATCH_MP_TAC REAL_LE_MUL THEN
    ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN MATCH_MP_TAC SUM_POS_LE THEN
    ASM_SIMP_TAC[REAL_LE_MUL; REAL_LT_IMP_LE];
    ALL_TAC] THEN
  SUBGOAL_THEN `!g h:Z->A->real. (!x y. g x y = h x y) ==> (E g:real) = E h` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN AP_TERM_TAC THEN ASM_REWRITE_TAC[FUN_EQ_THM]; ALL_TAC] THEN
  SUBGOAL_THEN `E (f:Z->A->real) = &0 /\ E (\x y. r x y - &1) = &0` STRIP_ASSUME_TAC THENL
   [ASM_REWRITE_TAC[] THEN CONJ_TAC THEN MATCH_MP_TAC SUM_EQ_0 THEN
    ASM_SIMP_TAC[REAL_MUL_RZERO; REAL_SUB_LDISTRIB; SUM_SUB; REAL_MUL_RID] THEN
    ASM_REWRITE_TAC[ETA_AX] THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  UNDISCH_THEN `!g:Z->A->real. E g = sum z (\x. w x * sum c (\y. nu y * g x y))`
   (K ALL_TAC) THEN
  SUBGOAL_THEN
   `E (\x y. r x y * f x y):real = E (\x y. (r x y - &1) * (f:Z->A->real) x y) /\
    E (\x y. r x y * (r x y - &1)) = chi2`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THENL
     [FIRST_X_ASSUM(MP_TAC o SPECL [`\x y. (r x y - &1) * (f:Z->A->real) x y`;
        `f:Z->A->real`; `&1`; `&1`] o check (fun th -> can (find_term ((=) `b:real`)) (concl th)));
      FIRST_X_ASSUM(MP_TAC o SPECL [`\x:Z y:A. (r x y - &1) pow 2`;
        `\x:Z y:A. r x y - &1`; `&1`; `&1`] o check (fun th -> can (find_term ((=) `b:real`)) (concl th)))] THEN
    ASM_REWRITE_TAC[REAL_MUL_LID; REAL_ADD_RID] THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
    REPEAT GEN_TAC THEN REWRITE_TAC[] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  CONJ_TAC THENL [ALL_TAC; CONJ_TAC THENL [ALL_TAC; ASM_REWRITE_TAC[]]] THENL
   [SUBGOAL_THEN `!g:Z->A->real. E g = sum z (\x. w x * sum c (\y. nu y * g x y))`
     (fun th -> REWRITE_TAC[th]) THENL [EXPAND_TAC "E" THEN REWRITE_TAC[]; ALL_TAC] THEN
    REWRITE_TAC[GSYM SUM_NEG] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\x e. (w:Z->real) x *
       (ln(sum c (\y:A. nu y * exp(e * f x y))) - sum c (\y. nu y * r x y * e * f x y))`]
       DIFF_SUM_SET)) THEN
    ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
    REWRITE_TAC[GSYM REAL_MUL_RNEG] THEN MATCH_MP_TAC DIFF_LMUL THEN
    SUBGOAL_THEN `((\e. sum c (\y:A. nu y * r x y * e * f (x:Z) y)) diffl
                   sum c (\y. nu y * r x y * f x y)) (&0)` ASSUME_TAC THENL
     [MATCH_MP_TAC(BETA_RULE(ISPECL [`\y:A e. nu y * r (x:Z) y * e * f x y`] DIFF_SUM_SET)) THEN
      ASM_REWRITE_TAC[] THEN X_GEN_TAC `y:A` THEN DISCH_TAC THEN
      MATCH_MP_TAC DIFF_LMUL THEN MATCH_MP_TAC DIFF_LMUL THEN
      ONCE_REWRITE_TAC[REAL_MUL_SYM] THEN
      MP_TAC(ISPECL [`\e:real. e`; `(f:Z->A->real) x y`; `&1`; `&0`] DIFF_LMUL) THEN
      REWRITE_TAC[DIFF_X; REAL_MUL_RID];
      ALL_TAC] THEN
    SUBGOAL_THEN `((\e. ln(sum c (\y:A. nu y * exp(e * f (x:Z) y)))) diffl &0) (&0)`
    ASSUME_TAC THENL
     [MP_TAC(BETA_RULE(ISPECL [`ln`; `\e. sum c (\y:A. nu y * exp(e * f (x:Z) y))`; `&1`; `&0`;
        `&0`] DIFF_CHAIN)) THEN
      REWRITE_TAC[REAL_MUL_RZERO] THEN DISCH_THEN MATCH_MP_TAC THEN
      REWRITE_TAC[REAL_MUL_LZERO; REAL_EXP_0; REAL_MUL_RID] THEN CONJ_TAC THENL
       [ASM_REWRITE_TAC[ETA_AX] THEN
        MP_TAC(SPEC `&1` DIFF_LN) THEN REWRITE_TAC[REAL_LT_01; REAL_INV_1];
        SUBGOAL_THEN
         `((\e. sum c (\y:A. nu y * exp(e * f (x:Z) y))) diffl
           sum c (\y. nu y * f x y)) (&0)`
        MP_TAC THENL [ALL_TAC; ASM_SIMP_TAC[]] THEN
        MATCH_MP_TAC(BETA_RULE(ISPECL [`\y:A e. nu y * exp(e * f (x:Z) y)`] DIFF_SUM_SET)) THEN
        ASM_REWRITE_TAC[] THEN X_GEN_TAC `y:A` THEN DISCH_TAC THEN
        MATCH_MP_TAC DIFF_LMUL THEN
        MP_TAC(BETA_RULE(ISPECL [`exp`; `\e. e * (f:Z->A->real) x y`; `&1`;
          `(f:Z->A->real) x y`; `&0`] DIFF_CHAIN)) THEN
        REWRITE_TAC[REAL_MUL_LID] THEN DISCH_THEN MATCH_MP_TAC THEN
        MP_TAC(SPEC `&0` DIFF_EXP) THEN SIMP_TAC[REAL_MUL_LZERO; REAL_EXP_0] THEN
        DISCH_TAC THEN ONCE_REWRITE_TAC[REAL_MUL_SYM] THEN
        MP_TAC(ISPECL [`\e:real. e`; `(f:Z->A->real) x y`; `&1`; `&0`] DIFF_LMUL) THEN
        REWRITE_TAC[DIFF_X; REAL_MUL_RID]];
      MP_TAC(BETA_RULE(ISPECL [`\e. ln(sum c (\y:A. nu y * exp(e * f (x:Z) y)))`;
        `\e. sum c (\y:A. nu y * r (x:Z) y * e * f x y)`; `&0`;
        `sum c (\y:A. nu y * r (x:Z) y * f x y)`; `&0`] DIFF_SUB)) THEN
      ASM_REWRITE_TAC[REAL_SUB_LZERO]];
    ABBREV_TAC `v = E (\x y. (f:Z->A->real) x y pow 2):real` THEN
    ABBREV_TAC `k = E (\x y. (r x y - &1) * (f:Z->A->real) x y):real` THEN
    ASM_REWRITE_TAC[] THEN
    SUBGOAL_THEN `!t. &0 <= chi2 - &2 * t * k + t pow 2 * v` ASSUME_TAC THENL
     [GEN_TAC THEN
      SUBGOAL_THEN
       `chi2 - &2 * t * k + t pow 2 * v =
        E (\x y. ((r x y - &1) - t * (f:Z->A->real) x y) pow 2)` SUBST1_TAC THENL
       [FIRST_X_ASSUM(fun th ->
          MP_TAC(BETA_RULE(SPECL
           [`\x y. &1 * (r x y - &1) pow 2 +
                   --(&2 * t) * ((r x y - &1) * (f:Z->A->real) x y)`;
            `\x y. (f:Z->A->real) x y pow 2`; `&1`; `t pow 2`] th)) THEN
          MP_TAC(BETA_RULE(SPECL
           [`\x:Z y:A. (r x y - &1) pow 2`;
            `\x y. (r x y - &1) * (f:Z->A->real) x y`; `&1`; `--(&2 * t)`] th))) THEN
        SUBGOAL_THEN
         `E (\x y. ((r x y - &1) - t * (f:Z->A->real) x y) pow 2):real =
          E (\x y. &1 * (&1 * (r x y - &1) pow 2 +
                         --(&2 * t) * ((r x y - &1) * f x y)) +
                   t pow 2 * f x y pow 2)`
        SUBST1_TAC THENL
         [FIRST_X_ASSUM MATCH_MP_TAC THEN REPEAT GEN_TAC THEN REWRITE_TAC[] THEN
          REAL_ARITH_TAC;
          DISCH_TAC THEN DISCH_THEN SUBST1_TAC THEN ASM_REWRITE_TAC[] THEN
          REAL_ARITH_TAC];
        FIRST_X_ASSUM MATCH_MP_TAC THEN REWRITE_TAC[REAL_LE_POW_2]];
      ALL_TAC] THEN
    SUBGOAL_THEN `&0 <= v` ASSUME_TAC THENL
     [EXPAND_TAC "v" THEN FIRST_X_ASSUM MATCH_MP_TAC THEN REWRITE_TAC[REAL_LE_POW_2];
      ALL_TAC] THEN
    ASM_CASES_TAC `v = &0` THENL
     [SUBGOAL_THEN `k = &0` SUBST1_TAC THENL
       [ASM_CASES_TAC `k = &0` THEN ASM_REWRITE_TAC[] THEN
        FIRST_X_ASSUM(MP_TAC o SPEC `(chi2 + &1) / (&2 * k)`) THEN
        ASM_REWRITE_TAC[] THEN
        SUBGOAL_THEN `&2 * (chi2 + &1) / (&2 * k) * k = chi2 + &1` SUBST1_TAC THENL
         [UNDISCH_TAC `~(k = &0)` THEN CONV_TAC REAL_FIELD; REAL_ARITH_TAC];
        ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC];
      SUBGOAL_THEN `&0 < v` ASSUME_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `k / v`) THEN
      SUBGOAL_THEN `chi2 - &2 * k / v * k + (k / v) pow 2 * v = (chi2 * v - k pow 2) / v`
      SUBST1_TAC THENL
       [UNDISCH_TAC `&0 < v` THEN CONV_TAC REAL_FIELD;
        ASM_SIMP_TAC[REAL_LE_RDIV_EQ; REAL_MUL_LZERO] THEN REAL_ARITH_TAC]]]);;

state "prp-noise" "PRP_NOISE" PRP_NOISE;;
