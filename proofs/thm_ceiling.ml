(* thm-ceiling: What a batch can hear: both bounds, growth and limit [finite latents]
page: theory/90_information_per_pair

The least loss L* is at least ln(M+1) - D and at least 0, and at most
E ln(1 + M/r(z,y_0)), where D = E ln r. And I_M = ln(M+1) - L* grows with M, is at most
D, and at least D - chi^2/(M+1): so it tends to D.

on the page          in HOL
L*(M)                L, the loss at s = ln(p/nu), which is minimal by THM_EVERY_M
r(z,y)               p x y / nu y
p(z), p(y|z), nu     w x, p x y, nu y     each adds up to 1
D                    D
I_M                  I M
D_2, chi^2           chi2 = E_p[r - 1], which is E_nu[(r - 1)^2]

Leaves out: latents that are not finitely many; and that I_M is a mutual information.
*)
needs "report.ml";;
needs "loss_of_the_notebook.ml";;

(* the negatives are independent of the positive and of each other *)
let EXPECT_POSITIVE = prove
 (`!c:A->bool nu g M. FINITE c /\ sum c nu = &1
     ==> sum (tuples M c) (\y. g (y 0) * product (1..M) (\i. nu (y i))) = sum c g`,
  REWRITE_TAC[RIGHT_FORALL_IMP_THM] THEN REPEAT GEN_TAC THEN STRIP_TAC THEN
  GEN_TAC THEN INDUCT_TAC THENL
   [REWRITE_TAC[PRODUCT_CLAUSES_NUMSEG; ARITH_EQ; REAL_MUL_RID; SUM_TUPLES_0];
    ASM_SIMP_TAC[SUM_TUPLES_SUC; PRODUCT_CLAUSES_NUMSEG; ARITH_RULE `1 <= SUC M`;
                 ARITH_RULE `~(0 = SUC M)`] THEN
    FIRST_X_ASSUM(SUBST1_TAC o SYM) THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
    SUBGOAL_THEN `!a:A. product (1..M) (\i. nu (if i = SUC M then a else y i)) =
                        product (1..M) (\i. nu (y i))` (fun th -> REWRITE_TAC[th]) THENL
     [GEN_TAC THEN MATCH_MP_TAC PRODUCT_EQ_NUMSEG THEN
      SIMP_TAC[ARITH_RULE `i <= M ==> ~(i = SUC M)`];
      ASM_REWRITE_TAC[REAL_MUL_ASSOC; SUM_LMUL; ETA_AX; REAL_MUL_RID]]]);;

let EXPECT_NEGATIVE = prove
 (`!c:A->bool nu g f k M. FINITE c /\ sum c nu = &1 /\ 1 <= k /\ k <= M
     ==> sum (tuples M c) (\y. g (y 0) * product (1..M) (\i. nu (y i)) * f (y k)) =
         sum c g * sum c (\a. nu a * f a)`,
  REPLICATE_TAC 5 GEN_TAC THEN INDUCT_TAC THENL [ARITH_TAC; STRIP_TAC] THEN
  ASM_SIMP_TAC[SUM_TUPLES_SUC; PRODUCT_CLAUSES_NUMSEG; ARITH_RULE `1 <= SUC M`;
               ARITH_RULE `~(0 = SUC M)`] THEN
  SUBGOAL_THEN `!a:A y. product (1..M) (\i. nu (if i = SUC M then a else y i)) =
                        product (1..M) (\i. nu (y i))` (fun th -> REWRITE_TAC[th]) THENL
   [REPEAT GEN_TAC THEN MATCH_MP_TAC PRODUCT_EQ_NUMSEG THEN
    SIMP_TAC[ARITH_RULE `i <= M ==> ~(i = SUC M)`];
    ALL_TAC] THEN
  ASM_CASES_TAC `k = SUC M` THENL
   [ASM_REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`c:A->bool`; `nu:A->real`; `g:A->real`; `M:num`] EXPECT_POSITIVE) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
    REWRITE_TAC[GSYM SUM_RMUL] THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
    REWRITE_TAC[GSYM REAL_MUL_ASSOC; SUM_LMUL];
    FIRST_X_ASSUM(MP_TAC o check (is_imp o concl)) THEN
    ANTS_TAC THENL [ASM_REWRITE_TAC[] THEN ASM_ARITH_TAC; ALL_TAC] THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN ASM_REWRITE_TAC[] THEN
    REWRITE_TAC[REAL_ARITH `g * (p * n) * f:real = (g * p * f) * n`] THEN
    REWRITE_TAC[SUM_LMUL] THEN
    ASM_REWRITE_TAC[ETA_AX; REAL_MUL_RID]]);;

let CEILING_ROW = prove
 (`!M c:A->bool p nu.
     FINITE c /\ (!a. a IN c ==> &0 < p a) /\ (!a. a IN c ==> &0 < nu a) /\
     sum c p = &1 /\ sum c nu = &1
     ==> ln(&(M + 1)) - sum c (\a. p a * ln(p a / nu a))
         <= infonce_row M c p nu (\a. ln(p a / nu a)) /\
         &0 <= infonce_row M c p nu (\a. ln(p a / nu a)) /\
         infonce_row M c p nu (\a. ln(p a / nu a))
         <= sum c (\a. p a * ln(&1 + &M / (p a / nu a)))`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  ABBREV_TAC `r = \a:A. p a / nu a` THEN
  SUBGOAL_THEN `!a:A. p a / nu a = r a` (fun th -> REWRITE_TAC[th]) THENL
   [EXPAND_TAC "r" THEN REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!a:A. a IN c ==> &0 < r a /\ nu a * r a = p a` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN EXPAND_TAC "r" THEN
    ASM_SIMP_TAC[REAL_LT_DIV; REAL_DIV_LMUL; REAL_LT_IMP_NZ];
    ALL_TAC] THEN
  ABBREV_TAC `S = \y:num->A. sum (0..M) (\i. r (y i))` THEN
  ABBREV_TAC `v = \y:num->A. p (y 0) * product (1..M) (\i. nu (y i))` THEN
  SUBGOAL_THEN `!y:num->A. y IN tuples M c ==> &0 < S y /\ &0 < v y /\ r (y 0) <= S y /\ &0 < r (y 0)`
  ASSUME_TAC THENL
   [GEN_TAC THEN DISCH_TAC THEN EXPAND_TAC "S" THEN EXPAND_TAC "v" THEN
    REWRITE_TAC[] THEN
    SUBGOAL_THEN `!i. i IN 0..M ==> (y:num->A) i IN c` ASSUME_TAC THENL
     [ASM_MESON_TAC[TUPLES_IN]; ALL_TAC] THEN
    SUBGOAL_THEN `0 IN 0..M` ASSUME_TAC THENL [REWRITE_TAC[IN_NUMSEG; LE_0]; ALL_TAC] THEN
    REPEAT CONJ_TAC THENL
     [MATCH_MP_TAC SUM_POS_LT_ALL THEN
      REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0] THEN ASM_SIMP_TAC[];
      MATCH_MP_TAC REAL_LT_MUL THEN ASM_SIMP_TAC[] THEN
      MATCH_MP_TAC PRODUCT_POS_LT THEN REWRITE_TAC[FINITE_NUMSEG] THEN
      X_GEN_TAC `i:num` THEN DISCH_TAC THEN
      SUBGOAL_THEN `i IN 0..M` ASSUME_TAC THENL
       [UNDISCH_TAC `i IN 1..M` THEN REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC;
        ASM_SIMP_TAC[]];
      SIMP_TAC[SUM_CLAUSES_LEFT; LE_0; REAL_LE_ADDR] THEN
      MATCH_MP_TAC SUM_POS_LE THEN REWRITE_TAC[FINITE_NUMSEG] THEN
      X_GEN_TAC `i:num` THEN DISCH_TAC THEN
      SUBGOAL_THEN `i IN 0..M` ASSUME_TAC THENL
       [UNDISCH_TAC `i IN 0 + 1..M` THEN REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC;
        ASM_SIMP_TAC[REAL_LT_IMP_LE]];
      ASM_SIMP_TAC[]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `infonce_row M c p nu (\a:A. ln(r a)) =
    sum (tuples M c) (\y. v y * ln(S y / r (y 0)))` SUBST1_TAC THENL
   [REWRITE_TAC[infonce_row] THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `sum (0..M) (\i. exp(ln(r((y:num->A) i)))) = S y` SUBST1_TAC THENL
     [EXPAND_TAC "S" THEN REWRITE_TAC[] THEN MATCH_MP_TAC SUM_EQ THEN
      REWRITE_TAC[] THEN ASM_MESON_TAC[EXP_LN; TUPLES_IN];
      ALL_TAC] THEN
    EXPAND_TAC "v" THEN REWRITE_TAC[GSYM REAL_MUL_ASSOC] THEN
    AP_TERM_TAC THEN AP_TERM_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `y:num->A`) THEN ASM_SIMP_TAC[] THEN STRIP_TAC THEN
    ASM_SIMP_TAC[EXP_LN; LN_DIV] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `FINITE(tuples M (c:A->bool))` ASSUME_TAC THENL
   [ASM_SIMP_TAC[FINITE_TUPLES]; ALL_TAC] THEN
  SUBGOAL_THEN `!g. sum (tuples M c) (\y:num->A. v y * g (y 0)) = sum c (\a. p a * g a)`
  ASSUME_TAC THENL
   [GEN_TAC THEN
    MP_TAC(ISPECL [`c:A->bool`; `nu:A->real`; `\a:A. p a * g a`; `M:num`]
      EXPECT_POSITIVE) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
    MATCH_MP_TAC SUM_EQ THEN EXPAND_TAC "v" THEN REWRITE_TAC[REAL_MUL_AC];
    ALL_TAC] THEN
  SUBGOAL_THEN `sum (tuples M c) (v:(num->A)->real) = &1` ASSUME_TAC THENL
   [FIRST_X_ASSUM(MP_TAC o SPEC `\a:A. &1`) THEN
    ASM_REWRITE_TAC[REAL_MUL_RID; ETA_AX];
    ALL_TAC] THEN
  REPEAT CONJ_TAC THENL
   [ABBREV_TAC `m = &(M + 1)` THEN
    SUBGOAL_THEN `&0 < m` ASSUME_TAC THENL
     [EXPAND_TAC "m" THEN REWRITE_TAC[REAL_OF_NUM_LT] THEN ARITH_TAC; ALL_TAC] THEN
    SUBGOAL_THEN `sum (tuples M c) (\y:num->A. v y * inv(S y)) = inv m` ASSUME_TAC THENL
     [MP_TAC(ISPECL [`M:num`; `c:A->bool`; `p:A->real`; `nu:A->real`;
        `\a:A S:real. inv S`; `r:A->real`] INDEX_GENERAL) THEN
      ASM_REWRITE_TAC[] THEN
      SUBGOAL_THEN `!y:num->A. sum (0..M) (\i. r (y i)) = S y` (fun th -> REWRITE_TAC[th]) THENL
       [EXPAND_TAC "S" THEN REWRITE_TAC[]; ALL_TAC] THEN
      SUBGOAL_THEN `!a:A. p a / nu a = r a` (fun th -> REWRITE_TAC[th; SUM_RMUL]) THENL
       [EXPAND_TAC "r" THEN REWRITE_TAC[]; ALL_TAC] THEN
      SUBGOAL_THEN `!y:num->A. sum (0..M) (\i. r (y i)) = S y` (fun th -> REWRITE_TAC[th]) THENL
       [EXPAND_TAC "S" THEN REWRITE_TAC[]; ALL_TAC] THEN
      SUBGOAL_THEN
       `sum (tuples M c) (\y:num->A. product (0..M) (\i. nu (y i)) * S y * inv(S y)) = &1`
      SUBST1_TAC THENL
       [MP_TAC(ISPECL [`c:A->bool`; `nu:A->real`; `nu:A->real`; `M:num`]
          EXPECT_POSITIVE) THEN
        ASM_REWRITE_TAC[] THEN DISCH_THEN(fun th -> REWRITE_TAC[GSYM th]) THEN
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
        SIMP_TAC[PRODUCT_CLAUSES_LEFT; LE_0; ADD_CLAUSES] THEN
        FIRST_X_ASSUM(MP_TAC o SPEC `y:num->A`) THEN ASM_SIMP_TAC[] THEN
        SIMP_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ; REAL_MUL_RID];
        EXPAND_TAC "v" THEN REWRITE_TAC[GSYM REAL_MUL_ASSOC] THEN
        UNDISCH_TAC `&0 < m` THEN CONV_TAC REAL_FIELD];
      ALL_TAC] THEN
    SUBGOAL_THEN
     `sum (tuples M c) (\y:num->A. v y * (ln m - ln(r (y 0)) + &1 - m * inv(S y)))
      <= sum (tuples M c) (\y. v y * ln(S y / r (y 0)))` MP_TAC THENL
     [MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN
      X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC REAL_LE_LMUL THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `y:num->A`) THEN ASM_SIMP_TAC[REAL_LT_IMP_LE; LN_DIV] THEN
      STRIP_TAC THEN MP_TAC(SPEC `m / (S:(num->A)->real) y` LN_LE_TANGENT) THEN
      ASM_SIMP_TAC[REAL_LT_DIV; LN_DIV] THEN REWRITE_TAC[real_div] THEN REAL_ARITH_TAC;
      REWRITE_TAC[REAL_ARITH `v * (a - l + &1 - m * i) = v * (a + &1) - v * l - m * v * i`] THEN
      ASM_SIMP_TAC[SUM_SUB; SUM_RMUL; SUM_LMUL] THEN
      ASM_REWRITE_TAC[ETA_AX] THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `\a. ln((r:A->real) a)`) THEN REWRITE_TAC[] THEN
      DISCH_THEN SUBST1_TAC THEN
      ASM_SIMP_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ] THEN REAL_ARITH_TAC];
    MATCH_MP_TAC SUM_POS_LE THEN ASM_REWRITE_TAC[] THEN
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `y:num->A`) THEN ASM_SIMP_TAC[] THEN STRIP_TAC THEN
    MATCH_MP_TAC REAL_LE_MUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
    MATCH_MP_TAC LN_POS THEN ASM_SIMP_TAC[REAL_LE_RDIV_EQ; REAL_MUL_LID];
    ABBREV_TAC `q = \a:A. &1 + &M / r a` THEN
    SUBGOAL_THEN `!a:A. a IN c ==> &0 < q a` ASSUME_TAC THENL
     [REPEAT STRIP_TAC THEN EXPAND_TAC "q" THEN MATCH_MP_TAC REAL_LTE_ADD THEN
      ASM_SIMP_TAC[REAL_LT_01; REAL_LE_DIV; REAL_POS; REAL_LT_IMP_LE];
      ALL_TAC] THEN
    SUBGOAL_THEN `!a:A. &1 + &M / r a = q a` (fun th -> REWRITE_TAC[th]) THENL
     [EXPAND_TAC "q" THEN REWRITE_TAC[]; ALL_TAC] THEN
    SUBGOAL_THEN
     `sum (tuples M c) (\y:num->A. v y * (S y / r (y 0) / q (y 0))) = &1`
    ASSUME_TAC THENL
     [MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `sum (tuples M c) (\y:num->A. v y * inv(q (y 0)) +
        sum (1..M) (\k. (p (y 0) * inv(r (y 0)) * inv(q (y 0))) *
                        product (1..M) (\i. nu (y i)) * r (y k)))` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
        FIRST_X_ASSUM(MP_TAC o SPEC `y:num->A`) THEN ASM_SIMP_TAC[] THEN
        STRIP_TAC THEN EXPAND_TAC "S" THEN EXPAND_TAC "v" THEN
        REWRITE_TAC[SUM_LMUL] THEN
        SIMP_TAC[SUM_CLAUSES_LEFT; LE_0; ADD_CLAUSES] THEN
        UNDISCH_TAC `&0 < r((y:num->A) 0)` THEN REWRITE_TAC[real_div] THEN
        SPEC_TAC(`sum (1..M) (\k. (r:A->real) (y(k:num)))`,`t:real`) THEN
        CONV_TAC REAL_FIELD;
        ALL_TAC] THEN
      ASM_SIMP_TAC[SUM_ADD] THEN
      FIRST_ASSUM(MP_TAC o SPEC `\a. inv((q:A->real) a)`) THEN REWRITE_TAC[] THEN
      DISCH_THEN SUBST1_TAC THEN
      MP_TAC(ISPECL [`\(y:num->A) k. (p (y 0) * inv(r (y 0)) * inv(q (y 0))) *
        product (1..M) (\i. nu (y i)) * r (y k)`; `tuples M (c:A->bool)`; `1..M`]
        SUM_SWAP) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG] THEN DISCH_THEN SUBST1_TAC THEN
      SUBGOAL_THEN
       `!k. k IN 1..M ==> sum (tuples M c) (\y:num->A.
          (p (y 0) * inv(r (y 0)) * inv(q (y 0))) *
          product (1..M) (\i. nu (y i)) * r (y k)) =
          sum c (\a. p a * inv(r a) * inv(q a))`
      ASSUME_TAC THENL
       [REWRITE_TAC[IN_NUMSEG] THEN REPEAT STRIP_TAC THEN
        MP_TAC(ISPECL [`c:A->bool`; `nu:A->real`; `\a:A. p a * inv(r a) * inv(q a)`;
          `r:A->real`; `k:num`; `M:num`] EXPECT_NEGATIVE) THEN
        ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
        SUBGOAL_THEN `sum c (\a:A. nu a * r a) = sum c p` SUBST1_TAC THENL
         [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[]; ASM_REWRITE_TAC[REAL_MUL_RID]];
        ALL_TAC] THEN
      SUBGOAL_THEN
       `sum (1..M) (\k. sum (tuples M c) (\y:num->A.
          (p (y 0) * inv(r (y 0)) * inv(q (y 0))) *
          product (1..M) (\i. nu (y i)) * r (y k))) =
        &M * sum c (\a:A. p a * inv(r a) * inv(q a))`
      SUBST1_TAC THENL
       [MATCH_MP_TAC EQ_TRANS THEN
        EXISTS_TAC `sum (1..M) (\k. sum c (\a:A. p a * inv(r a) * inv(q a)))` THEN
        CONJ_TAC THENL
         [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[];
          SIMP_TAC[SUM_CONST; FINITE_NUMSEG; CARD_NUMSEG_1]];
        ALL_TAC] THEN
      REWRITE_TAC[GSYM SUM_LMUL] THEN ASM_SIMP_TAC[GSYM SUM_ADD] THEN
      UNDISCH_TAC `sum c (p:A->real) = &1` THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `a:A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      SUBGOAL_THEN `&0 < r(a:A) /\ &0 < q a /\ q a = &1 + &M / r a` MP_TAC THENL
       [ASM_SIMP_TAC[] THEN EXPAND_TAC "q" THEN REWRITE_TAC[]; CONV_TAC REAL_FIELD];
      ALL_TAC] THEN
    FIRST_ASSUM(fun th -> ONCE_REWRITE_TAC[GSYM(BETA_RULE(SPEC `\a. ln((q:A->real) a)` th))]) THEN
    MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum (tuples M c) (\y:num->A. v y * ln(q (y 0)) +
                  v y * (S y / r (y 0) / q (y 0)) - v y)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN
      X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      REWRITE_TAC[REAL_ARITH `v * a + v * b - v = v * (a + b - &1)`] THEN
      MATCH_MP_TAC REAL_LE_LMUL THEN
      SUBGOAL_THEN `&0 < q((y:num->A) 0)` ASSUME_TAC THENL
       [ASM_MESON_TAC[TUPLES_IN; IN_NUMSEG; LE_0]; ALL_TAC] THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `y:num->A`) THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
      STRIP_TAC THEN
      MP_TAC(SPEC `(S:(num->A)->real) y / r (y 0) / q (y 0)` LN_LE_TANGENT) THEN
      ASM_SIMP_TAC[REAL_LT_DIV; LN_DIV] THEN REAL_ARITH_TAC;
      ASM_SIMP_TAC[SUM_ADD; SUM_SUB] THEN ASM_REWRITE_TAC[ETA_AX] THEN
      REAL_ARITH_TAC]]);;

let THM_CEILING = prove
 (`!M (z:Z->bool) (c:A->bool) w p nu.
     FINITE z /\ FINITE c /\ (!x. x IN z ==> &0 < w x) /\ sum z w = &1 /\
     (!x y. x IN z /\ y IN c ==> &0 < p x y) /\ (!y. y IN c ==> &0 < nu y) /\
     (!x. x IN z ==> sum c (\y. p x y) = &1) /\ sum c nu = &1
     ==> let L = infonce M z c w p nu (\x y. ln(p x y / nu y)) in
         let D = sum z (\x. w x * sum c (\y. p x y * ln(p x y / nu y))) in
         ln(&(M + 1)) - D <= L /\ &0 <= L /\
         L <= sum z (\x. w x * sum c (\y. p x y * ln(&1 + &M / (p x y / nu y))))`,
  REPEAT STRIP_TAC THEN REPEAT LET_TAC THEN
  MAP_EVERY EXPAND_TAC ["L"; "D"] THEN REWRITE_TAC[INFONCE_ROWS] THEN
  SUBGOAL_THEN
   `!x. x IN z
     ==> ln(&(M + 1)) - sum c (\a. (p:Z->A->real) x a * ln(p x a / nu a))
         <= infonce_row M c (p x) nu (\a. ln(p x a / nu a)) /\
         &0 <= infonce_row M c (p x) nu (\a. ln(p x a / nu a)) /\
         infonce_row M c (p x) nu (\a. ln(p x a / nu a))
         <= sum c (\a. p x a * ln(&1 + &M / (p x a / nu a)))`
  ASSUME_TAC THENL
   [GEN_TAC THEN DISCH_TAC THEN MATCH_MP_TAC CEILING_ROW THEN
    ASM_SIMP_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `x:Z`) THEN ASM_REWRITE_TAC[ETA_AX];
    ALL_TAC] THEN
  REPEAT CONJ_TAC THENL
   [SUBGOAL_THEN `ln(&(M + 1)) = sum z (\x:Z. w x * ln(&(M + 1)))` SUBST1_TAC THENL
     [ASM_REWRITE_TAC[SUM_RMUL; ETA_AX; REAL_MUL_LID];
      ASM_SIMP_TAC[GSYM SUM_SUB; GSYM REAL_SUB_LDISTRIB] THEN
      MATCH_MP_TAC SUM_LE THEN ASM_SIMP_TAC[REAL_LE_LMUL; REAL_LT_IMP_LE]];
    MATCH_MP_TAC SUM_POS_LE THEN ASM_SIMP_TAC[REAL_LE_MUL; REAL_LT_IMP_LE];
    MATCH_MP_TAC SUM_LE THEN ASM_SIMP_TAC[REAL_LE_LMUL; REAL_LT_IMP_LE]]);;

(* --- growth -------------------------------------------------------------- *)

(* the last candidate is drawn and left out of a function of the others *)
let DROP_LAST = prove
 (`!M c:A->bool nu r g.
     FINITE c /\ sum c nu = &1
     ==> sum (tuples (SUC M) c) (\y. product (0..SUC M) (\i. nu (y i)) *
           g(sum (0..SUC M) (\i. r (y i)) - r (y (SUC M)))) =
         sum (tuples M c) (\y. product (0..M) (\i. nu (y i)) * g(sum (0..M) (\i. r (y i))))`,
  REPEAT STRIP_TAC THEN ASM_SIMP_TAC[SUM_TUPLES_SUC] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  REWRITE_TAC[PRODUCT_CLAUSES_NUMSEG; SUM_CLAUSES_NUMSEG; LE_0] THEN
  SUBGOAL_THEN `!a:A. product (0..M) (\i. nu (if i = SUC M then a else y i)) =
                      product (0..M) (\i. nu (y i)) /\
                      sum (0..M) (\i. r (if i = SUC M then a else y i)) =
                      sum (0..M) (\i. r (y i))` (fun th -> REWRITE_TAC[th]) THENL
   [GEN_TAC THEN CONJ_TAC THENL
     [MATCH_MP_TAC PRODUCT_EQ_NUMSEG; MATCH_MP_TAC SUM_EQ_NUMSEG] THEN
    SIMP_TAC[ARITH_RULE `i <= M ==> ~(i = SUC M)`];
    REWRITE_TAC[REAL_ARITH `(a + b) - b:real = a`] THEN
    REWRITE_TAC[GSYM REAL_MUL_ASSOC] THEN REWRITE_TAC[SUM_LMUL] THEN
    AP_TERM_TAC THEN REWRITE_TAC[SUM_RMUL] THEN
    ASM_REWRITE_TAC[ETA_AX; REAL_MUL_LID]]);;

(* and so is any other one *)
let DROP_ANY = prove
 (`!M c:A->bool nu r g k.
     FINITE c /\ sum c nu = &1 /\ k IN 0..SUC M
     ==> sum (tuples (SUC M) c) (\y. product (0..SUC M) (\i. nu (y i)) *
           g(sum (0..SUC M) (\i. r (y i)) - r (y k))) =
         sum (tuples M c) (\y. product (0..M) (\i. nu (y i)) * g(sum (0..M) (\i. r (y i))))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `c:A->bool`; `nu:A->real`; `r:A->real`; `g:real->real`] DROP_LAST) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
  SUBGOAL_THEN
   `!k. k IN 0..SUC M
        ==> sum (tuples (SUC M) c) (\y:num->A. product (0..SUC M) (\i. nu (y i)) *
              g(sum (0..SUC M) (\i. r (y i)) - r (y 0)):real) =
            sum (tuples (SUC M) c) (\y. product (0..SUC M) (\i. nu (y i)) *
              g(sum (0..SUC M) (\i. r (y i)) - r (y k)))`
   (fun th -> MP_TAC(SPEC `k:num` th) THEN MP_TAC(SPEC `SUC M` th)) THENL
   [X_GEN_TAC `l:num` THEN DISCH_TAC THEN
    MP_TAC(ISPECL [`SUC M`; `c:A->bool`; `l:num`;
      `\y:num->A. product (0..SUC M) (\i. nu (y i)) *
              g(sum (0..SUC M) (\i. r (y i)) - r (y 0)):real`] SUM_TUPLES_SWAP) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`SUC M`; `l:num`; `\i:num. (nu:A->real) (y i)`] PRODUCT_SWAPPED) THEN
    MP_TAC(ISPECL [`SUC M`; `l:num`; `\i:num. (r:A->real) (y i)`] SUM_SWAPPED) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN DISCH_THEN SUBST1_TAC THEN
    REWRITE_TAC[swap];
    ASM_REWRITE_TAC[IN_NUMSEG; LE_0; LE_REFL] THEN
    UNDISCH_TAC `k IN 0..SUC M` THEN REWRITE_TAC[IN_NUMSEG] THEN MESON_TAC[]]);;

let TUPLE_POSITIVE = prove
 (`!M c:A->bool r y.
     (!a. a IN c ==> &0 < r a) /\ y IN tuples M c ==> &0 < sum (0..M) (\i. r (y i))`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
  REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0] THEN ASM_MESON_TAC[TUPLES_IN]);;

(* what the least loss of an anchor is *)
let ROW_VALUE = prove
 (`!M c:A->bool p nu.
     FINITE c /\ (!a. a IN c ==> &0 < p a) /\ (!a. a IN c ==> &0 < nu a) /\
     sum c p = &1 /\ sum c nu = &1
     ==> &(M + 1) * (infonce_row M c p nu (\a. ln(p a / nu a)) +
                     sum c (\a. p a * ln(p a / nu a))) =
         sum (tuples M c) (\y. product (0..M) (\i. nu (y i)) *
           sum (0..M) (\i. p (y i) / nu (y i)) * ln(sum (0..M) (\i. p (y i) / nu (y i))))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `!a:A. a IN c ==> &0 < p a / nu a` ASSUME_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV]; ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `&(M + 1) * sum (tuples M c) (\y:num->A. p (y 0) * product (1..M) (\i. nu (y i)) *
                ln(sum (0..M) (\i. p (y i) / nu (y i))))` THEN
  CONJ_TAC THENL
   [AP_TERM_TAC THEN
    MP_TAC(ISPECL [`c:A->bool`; `nu:A->real`; `\a:A. p a * ln(p a / nu a)`; `M:num`]
      EXPECT_POSITIVE) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
    REWRITE_TAC[infonce_row] THEN ASM_SIMP_TAC[GSYM SUM_ADD; FINITE_TUPLES] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `sum (0..M) (\i. exp(ln(p((y:num->A) i) / nu(y i)))) =
                  sum (0..M) (\i. p(y i) / nu(y i))` SUBST1_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN REWRITE_TAC[] THEN ASM_MESON_TAC[EXP_LN; TUPLES_IN];
      ALL_TAC] THEN
    SUBGOAL_THEN `&0 < p((y:num->A) 0) / nu(y 0)` ASSUME_TAC THENL
     [ASM_MESON_TAC[TUPLES_IN; IN_NUMSEG; LE_0]; ALL_TAC] THEN
    MP_TAC(ISPECL [`M:num`; `c:A->bool`; `\a:A. p a / nu a`; `y:num->A`] TUPLE_POSITIVE) THEN
    ASM_REWRITE_TAC[] THEN DISCH_TAC THEN ASM_SIMP_TAC[EXP_LN; LN_DIV] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  MP_TAC(ISPECL [`M:num`; `c:A->bool`; `p:A->real`; `nu:A->real`; `\(a:A) t. ln t`;
                 `\a:A. p a / nu a`] INDEX_GENERAL) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
  MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[SUM_RMUL]);;

let TANGENT_XLNX = prove
 (`!a b. &0 < a /\ &0 < b ==> b * ln a + b - a <= b * ln b`,
  REPEAT STRIP_TAC THEN MP_TAC(SPEC `a / b` LN_LE_TANGENT) THEN
  ASM_SIMP_TAC[REAL_LT_DIV; LN_DIV] THEN
  DISCH_TAC THEN
  SUBGOAL_THEN `b * (ln a - ln b) <= b * (a / b - &1)` MP_TAC THENL
   [MATCH_MP_TAC REAL_LE_LMUL THEN ASM_REAL_ARITH_TAC;
    ASM_SIMP_TAC[REAL_SUB_LDISTRIB; REAL_DIV_LMUL; REAL_LT_IMP_NZ] THEN REAL_ARITH_TAC]);;

(* leaving one of several out, on average: Jensen for x ln x *)
let LEAVE_ONE_OUT = prove
 (`!M r. (!i. i IN 0..SUC M ==> &0 < r i)
     ==> &(M + 1) * sum (0..SUC M) r * (ln(sum (0..SUC M) r) + ln(&(M + 1)) - ln(&(M + 2)))
         <= sum (0..SUC M) (\k. (sum (0..SUC M) r - r k) * ln(sum (0..SUC M) r - r k))`,
  REPEAT STRIP_TAC THEN ABBREV_TAC `t = sum (0..SUC M) r` THEN
  SUBGOAL_THEN `!k. k IN 0..SUC M ==> &0 < t - r k` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `t - r k = sum ((0..SUC M) DELETE k) r` SUBST1_TAC THENL
     [EXPAND_TAC "t" THEN ASM_SIMP_TAC[SUM_DELETE; FINITE_NUMSEG]; ALL_TAC] THEN
    MATCH_MP_TAC SUM_POS_LT_ALL THEN
    SIMP_TAC[FINITE_DELETE; FINITE_NUMSEG; IN_DELETE] THEN ASM_SIMP_TAC[] THEN
    REWRITE_TAC[GSYM MEMBER_NOT_EMPTY; IN_DELETE; IN_NUMSEG; LE_0] THEN
    EXISTS_TAC `if k = 0 then SUC M else 0` THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[] THEN ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < t` ASSUME_TAC THENL
   [EXPAND_TAC "t" THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    ASM_SIMP_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0];
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 < &(M + 1) /\ &0 < &(M + 2) /\ &(M + 2) = &(M + 1) + &1` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[REAL_OF_NUM_LT; REAL_OF_NUM_ADD; REAL_OF_NUM_EQ] THEN ARITH_TAC; ALL_TAC] THEN
  ABBREV_TAC `a = &(M + 1) * t / &(M + 2)` THEN
  SUBGOAL_THEN `&0 < a` ASSUME_TAC THENL
   [EXPAND_TAC "a" THEN ASM_SIMP_TAC[REAL_LT_MUL; REAL_LT_DIV]; ALL_TAC] THEN
  SUBGOAL_THEN `ln a = ln t + ln(&(M + 1)) - ln(&(M + 2))` (SUBST1_TAC o SYM) THENL
   [EXPAND_TAC "a" THEN ASM_SIMP_TAC[LN_MUL; LN_DIV; REAL_LT_DIV] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `sum (0..SUC M) (\k. (t - r k) * ln a + (t - r k) - a)` THEN CONJ_TAC THENL
   [MATCH_MP_TAC REAL_EQ_IMP_LE THEN
    SIMP_TAC[SUM_ADD; SUM_SUB; SUM_RMUL; FINITE_NUMSEG] THEN
    REWRITE_TAC[SUM_CONST_NUMSEG; ETA_AX] THEN
    ASM_REWRITE_TAC[ARITH_RULE `(SUC M + 1) - 0 = M + 2`] THEN
    EXPAND_TAC "a" THEN
    UNDISCH_TAC `&(M + 2) = &(M + 1) + &1` THEN UNDISCH_TAC `&0 < &(M + 2)` THEN
    CONV_TAC REAL_FIELD;
    MATCH_MP_TAC SUM_LE THEN REWRITE_TAC[FINITE_NUMSEG] THEN
    ASM_SIMP_TAC[TANGENT_XLNX]]);;

let GROWTH_ROW = prove
 (`!M c:A->bool p nu.
     FINITE c /\ (!a. a IN c ==> &0 < p a) /\ (!a. a IN c ==> &0 < nu a) /\
     sum c p = &1 /\ sum c nu = &1
     ==> infonce_row (M + 1) c p nu (\a. ln(p a / nu a)) - ln(&(M + 2))
         <= infonce_row M c p nu (\a. ln(p a / nu a)) - ln(&(M + 1))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `c:A->bool`; `p:A->real`; `nu:A->real`] ROW_VALUE) THEN
  MP_TAC(ISPECL [`SUC M`; `c:A->bool`; `p:A->real`; `nu:A->real`] ROW_VALUE) THEN
  ASM_REWRITE_TAC[] THEN REWRITE_TAC[ARITH_RULE `SUC M + 1 = M + 2`; GSYM ADD1] THEN
  ABBREV_TAC `r = \a:A. p a / nu a` THEN
  SUBGOAL_THEN `!a:A. p a / nu a = r a` (fun th -> REWRITE_TAC[th]) THENL
   [EXPAND_TAC "r" THEN REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!a:A. a IN c ==> &0 < r a` ASSUME_TAC THENL
   [EXPAND_TAC "r" THEN ASM_SIMP_TAC[REAL_LT_DIV]; ALL_TAC] THEN
  ABBREV_TAC `d = sum c (\a:A. p a * ln(r a))` THEN
  ABBREV_TAC `l0 = infonce_row M c p nu (\a:A. ln(r a))` THEN
  ABBREV_TAC `l1 = infonce_row (SUC M) c p nu (\a:A. ln(r a))` THEN
  ABBREV_TAC `v1 = sum (tuples (SUC M) c) (\y:num->A. product (0..SUC M) (\i. nu (y i)) *
     sum (0..SUC M) (\i. r (y i)) * ln(sum (0..SUC M) (\i. r (y i))))` THEN
  ABBREV_TAC `v0 = sum (tuples M c) (\y:num->A. product (0..M) (\i. nu (y i)) *
     sum (0..M) (\i. r (y i)) * ln(sum (0..M) (\i. r (y i))))` THEN
  (* the mean of the sum *)
  SUBGOAL_THEN `sum (tuples (SUC M) c) (\y:num->A. product (0..SUC M) (\i. nu (y i)) *
                  sum (0..SUC M) (\i. r (y i))) = &(M + 2)` ASSUME_TAC THENL
   [MP_TAC(ISPECL [`SUC M`; `c:A->bool`; `p:A->real`; `nu:A->real`; `\(a:A) (t:real). &1`;
                   `r:A->real`] INDEX_GENERAL) THEN
    ASM_REWRITE_TAC[REAL_MUL_RID] THEN
    SUBGOAL_THEN `!a:A. p a / nu a = r a` (fun th -> REWRITE_TAC[th]) THENL
     [EXPAND_TAC "r" THEN REWRITE_TAC[]; ALL_TAC] THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN
    MP_TAC(ISPECL [`c:A->bool`; `nu:A->real`; `p:A->real`; `SUC M`] EXPECT_POSITIVE) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
    REWRITE_TAC[ARITH_RULE `SUC M + 1 = M + 2`; REAL_MUL_RID];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `&(M + 1) * (v1 + (ln(&(M + 1)) - ln(&(M + 2))) * &(M + 2)) <= &(M + 2) * v0`
  MP_TAC THENL
   [MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum (tuples (SUC M) c) (\y:num->A. product (0..SUC M) (\i. nu (y i)) *
      sum (0..SUC M) (\k. (sum (0..SUC M) (\i. r (y i)) - r (y k)) *
                          ln(sum (0..SUC M) (\i. r (y i)) - r (y k))))` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC REAL_LE_TRANS THEN
      EXISTS_TAC `sum (tuples (SUC M) c) (\y:num->A. product (0..SUC M) (\i. nu (y i)) *
        &(M + 1) * sum (0..SUC M) (\i. r (y i)) *
        (ln(sum (0..SUC M) (\i. r (y i))) + ln(&(M + 1)) - ln(&(M + 2))))` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC REAL_EQ_IMP_LE THEN
        ABBREV_TAC `q = ln(&(M + 1)) - ln(&(M + 2))` THEN
        FIRST_X_ASSUM(SUBST1_TAC o SYM o check (fun th -> rand(concl th) = `&(M + 2)`)) THEN
        EXPAND_TAC "v1" THEN
        MATCH_MP_TAC EQ_TRANS THEN
        EXISTS_TAC `sum (tuples (SUC M) c) (\y:num->A.
          &(M + 1) * (product (0..SUC M) (\i. nu (y i)) *
            sum (0..SUC M) (\i. r (y i)) * ln(sum (0..SUC M) (\i. r (y i)))) +
          (&(M + 1) * q) * (product (0..SUC M) (\i. nu (y i)) * sum (0..SUC M) (\i. r (y i))))` THEN
        CONJ_TAC THENL
         [ASM_SIMP_TAC[SUM_ADD; FINITE_TUPLES] THEN REWRITE_TAC[SUM_LMUL] THEN
          ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC;
          MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN REAL_ARITH_TAC];
        MATCH_MP_TAC SUM_LE THEN ASM_SIMP_TAC[FINITE_TUPLES] THEN
        X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
        MATCH_MP_TAC REAL_LE_LMUL THEN CONJ_TAC THENL
         [MATCH_MP_TAC PRODUCT_POS_LE THEN REWRITE_TAC[FINITE_NUMSEG] THEN
          ASM_MESON_TAC[TUPLES_IN; REAL_LT_IMP_LE];
          MP_TAC(SPECL [`M:num`; `\i:num. (r:A->real) (y i)`] LEAVE_ONE_OUT) THEN
          REWRITE_TAC[] THEN DISCH_THEN MATCH_MP_TAC THEN ASM_MESON_TAC[TUPLES_IN]]];
      MATCH_MP_TAC REAL_EQ_IMP_LE THEN REWRITE_TAC[GSYM SUM_LMUL] THEN
      MP_TAC(ISPECL [`\(y:num->A) k. product (0..SUC M) (\i. nu (y i)) *
        (sum (0..SUC M) (\i. r (y i)) - r (y k)) * ln(sum (0..SUC M) (\i. r (y i)) - r (y k))`;
        `tuples (SUC M) (c:A->bool)`; `0..SUC M`] SUM_SWAP) THEN
      ASM_SIMP_TAC[FINITE_TUPLES; FINITE_NUMSEG] THEN DISCH_THEN(K ALL_TAC) THEN
      MATCH_MP_TAC EQ_TRANS THEN EXISTS_TAC `sum (0..SUC M) (\k. v0)` THEN CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `k:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        MP_TAC(ISPECL [`M:num`; `c:A->bool`; `nu:A->real`; `r:A->real`; `\x. x * ln x`; `k:num`]
          DROP_ANY) THEN
        ASM_REWRITE_TAC[];
        REWRITE_TAC[SUM_CONST_NUMSEG; ARITH_RULE `(SUC M + 1) - 0 = M + 2`]]];
    ALL_TAC] THEN
  DISCH_TAC THEN
  DISCH_THEN(MP_TAC o SYM) THEN DISCH_THEN(fun a -> DISCH_THEN(MP_TAC o SYM) THEN ASSUME_TAC a) THEN
  DISCH_TAC THEN
  SUBGOAL_THEN `&0 < &(M + 1) * &(M + 2)` ASSUME_TAC THENL
   [MATCH_MP_TAC REAL_LT_MUL THEN REWRITE_TAC[REAL_OF_NUM_LT] THEN ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `(&(M + 1) * &(M + 2)) * (l1 - ln(&(M + 2))) <=
                (&(M + 1) * &(M + 2)) * (l0 - ln(&(M + 1)))` MP_TAC THENL
   [UNDISCH_TAC `&(M + 1) * (v1 + (ln(&(M + 1)) - ln(&(M + 2))) * &(M + 2)) <= &(M + 2) * v0` THEN
    ASM_REWRITE_TAC[ADD1] THEN REAL_ARITH_TAC;
    POP_ASSUM(fun th -> REWRITE_TAC[MATCH_MP REAL_LE_LMUL_EQ th]) THEN REWRITE_TAC[ADD1]]);;

(* ln(1 + M/r) is at most ln(M+1) - ln r + (r - 1)/(M+1) *)
let CEILING_RATE = prove
 (`!M r. &0 < r ==> ln(&1 + &M / r) <= ln(&(M + 1)) - ln r + (r - &1) / &(M + 1)`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `&0 < &(M + 1) /\ &0 <= &M /\ &(M + 1) = &M + &1` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[REAL_OF_NUM_LT; REAL_POS; REAL_OF_NUM_ADD; REAL_OF_NUM_EQ] THEN ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `&1 + &M / r = (r + &M) / &(M + 1) * (&(M + 1) / r) /\ &0 < r + &M`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THENL [UNDISCH_TAC `&0 < &(M + 1)`; ASM_REAL_ARITH_TAC] THEN
    UNDISCH_TAC `&0 < r` THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  FIRST_X_ASSUM(SUBST1_TAC o check (fun th -> is_eq(concl th) && free_in `r:real` (concl th))) THEN
  ABBREV_TAC `m = &(M + 1)` THEN
  SUBGOAL_THEN `ln((r + &M) / m * m / r) = ln((r + &M) / m) + ln m - ln r` SUBST1_TAC THENL
   [MP_TAC(SPECL [`(r + &M) / m`; `m / r`] LN_MUL) THEN MP_TAC(SPECL [`r:real`; `m:real`] (GEN_ALL LN_DIV)) THEN
    SUBGOAL_THEN `&0 < (r + &M) / m /\ &0 < m / r` (fun th -> REWRITE_TAC[th]) THENL
     [CONJ_TAC THEN MATCH_MP_TAC REAL_LT_DIV THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
    UNDISCH_TAC `&0 < m` THEN UNDISCH_TAC `&0 < r` THEN
    DISCH_THEN(fun r -> DISCH_THEN(fun m -> REWRITE_TAC[r; m])) THEN
    DISCH_THEN SUBST1_TAC THEN DISCH_THEN SUBST1_TAC THEN REFL_TAC;
    ALL_TAC] THEN
  MP_TAC(SPEC `(r + &M) / m` LN_LE_TANGENT) THEN
  (ANTS_TAC THENL
    [MATCH_MP_TAC REAL_LT_DIV THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
     DISCH_THEN(MP_TAC o CONJUNCT1)]) THEN
  SUBGOAL_THEN `(r + &M) / m - &1 = (r - &1) / m` SUBST1_TAC THENL
   [UNDISCH_TAC `m = &M + &1` THEN UNDISCH_TAC `&0 < m` THEN CONV_TAC REAL_FIELD;
    REAL_ARITH_TAC]);;

let THM_CEILING_GROWTH = prove
 (`!M (z:Z->bool) (c:A->bool) w p nu.
     FINITE z /\ FINITE c /\ (!x. x IN z ==> &0 < w x) /\ sum z w = &1 /\
     (!x y. x IN z /\ y IN c ==> &0 < p x y) /\ (!y. y IN c ==> &0 < nu y) /\
     (!x. x IN z ==> sum c (\y. p x y) = &1) /\ sum c nu = &1
     ==> let I = \M. ln(&(M + 1)) - infonce M z c w p nu (\x y. ln(p x y / nu y)) in
         let D = sum z (\x. w x * sum c (\y. p x y * ln(p x y / nu y))) in
         let chi2 = sum z (\x. w x * sum c (\y. p x y * (p x y / nu y - &1))) in
         I M <= I (M + 1) /\ I (M + 1) <= D /\ D - chi2 / &(M + 1) <= I M`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:Z->bool`; `c:A->bool`; `w:Z->real`; `p:Z->A->real`; `nu:A->real`]
    THM_CEILING) THEN
  MP_TAC(ISPECL [`M + 1`; `z:Z->bool`; `c:A->bool`; `w:Z->real`; `p:Z->A->real`; `nu:A->real`]
    THM_CEILING) THEN
  ASM_REWRITE_TAC[] THEN CONV_TAC(TOP_DEPTH_CONV let_CONV) THEN REWRITE_TAC[] THEN
  REWRITE_TAC[ARITH_RULE `(M + 1) + 1 = M + 2`] THEN STRIP_TAC THEN STRIP_TAC THEN
  CONJ_TAC THENL
   [REWRITE_TAC[INFONCE_ROWS] THEN
    SUBGOAL_THEN `!t:real. sum z (\x:Z. w x * t) = t` (LABEL_TAC "const") THENL
     [GEN_TAC THEN REWRITE_TAC[SUM_RMUL] THEN ASM_REWRITE_TAC[ETA_AX; REAL_MUL_LID]; ALL_TAC] THEN
    SUBGOAL_THEN
     `sum z (\x:Z. w x * (infonce_row (M + 1) c ((p:Z->A->real) x) nu (\y. ln(p x y / nu y)) - ln(&(M + 2))))
      <= sum z (\x. w x * (infonce_row M c (p x) nu (\y. ln(p x y / nu y)) - ln(&(M + 1))))`
    MP_TAC THENL
     [MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
      REWRITE_TAC[] THEN MATCH_MP_TAC REAL_LE_LMUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
      MATCH_MP_TAC(REWRITE_RULE[ETA_AX] GROWTH_ROW) THEN ASM_SIMP_TAC[] THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `x:Z`) THEN ASM_REWRITE_TAC[ETA_AX] THEN ASM_MESON_TAC[];
      REWRITE_TAC[REAL_SUB_LDISTRIB] THEN ASM_SIMP_TAC[SUM_SUB] THEN
      USE_THEN "const" (fun th -> REWRITE_TAC[th]) THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  CONJ_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  MATCH_MP_TAC(MESON[REAL_ARITH `l <= u /\ u <= n - d + x ==> d - x <= n - l`]
    `(?u. l <= u /\ u <= n - d + x) ==> d - x <= n - l`) THEN
  EXISTS_TAC `sum z (\x:Z. w x * sum c (\y:A. p x y * ln(&1 + &M / (p x y / nu y))))` THEN
  (CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
  SUBGOAL_THEN
   `sum z (\x:Z. w x * sum c (\y:A. p x y * ln(&1 + &M / (p x y / nu y))))
    <= sum z (\x. w x * sum c (\y. p x y * (ln(&(M + 1)) - ln(p x y / nu y) +
                                            (p x y / nu y - &1) * inv(&(M + 1)))))`
  MP_TAC THENL
   [MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
    REWRITE_TAC[] THEN MATCH_MP_TAC REAL_LE_LMUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
    MATCH_MP_TAC SUM_LE THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `y:A` THEN DISCH_TAC THEN
    REWRITE_TAC[] THEN MATCH_MP_TAC REAL_LE_LMUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
    REWRITE_TAC[GSYM real_div] THEN MATCH_MP_TAC CEILING_RATE THEN ASM_SIMP_TAC[REAL_LT_DIV];
    MATCH_MP_TAC(REAL_ARITH `b = c ==> a <= b ==> a <= c`)] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum z (\x:Z. w x * ln(&(M + 1)) - w x * sum c (\y:A. p x y * ln(p x y / nu y)) +
                (w x * sum c (\y. p x y * (p x y / nu y - &1))) * inv(&(M + 1)))` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    REWRITE_TAC[REAL_ARITH `p * (l - r + q * i):real = l * p - p * r + (p * q) * i`] THEN
    ASM_SIMP_TAC[SUM_ADD; SUM_SUB; SUM_LMUL; SUM_RMUL] THEN REAL_ARITH_TAC;
    ASM_SIMP_TAC[SUM_ADD; SUM_SUB; SUM_RMUL; real_div] THEN
    ASM_REWRITE_TAC[ETA_AX; REAL_MUL_LID]]);;

state "thm-ceiling" "THM_CEILING" THM_CEILING;;
state "thm-ceiling" "THM_CEILING_GROWTH" THM_CEILING_GROWTH;;
