(* thm-ceiling: What a batch can hear: both bounds [finite latents, without the growth of I_M]
page: theory/90_information_per_pair

The least loss L* is at least ln(M+1) - D and at least 0, and at most
E ln(1 + M/r(z,y_0)), where D = E ln r.

on the page          in HOL
L*(M)                L, the loss at s = ln(p/nu), which is minimal by THM_EVERY_M
r(z,y)               p x y / nu y
p(z), p(y|z), nu     w x, p x y, nu y     each adds up to 1
D                    D

Leaves out: latents that are not finitely many; and that I_M = ln(M+1) - L* is an
information, increases with M, and tends to D.
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

state "thm-ceiling" "THM_CEILING" THM_CEILING;;
