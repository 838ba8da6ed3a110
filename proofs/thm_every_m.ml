(* thm-every-m: InfoNCE at every number of negatives [finite latents]
page: theory/10_infonce_limit

Let M >= 1, and let the weights of the anchors w(z), the conditional p(y|z) and
the density of the negatives nu(y) be positive. Among all scores the loss with M
negatives is minimal if and only if s(z,y) = ln(p(y|z)/nu(y)) + c(z).

on the page          in HOL
M                    M
anchors, candidates  z, c          two finite sets, of any type
p(z)                 w x           not assumed to add up to 1
p(y|z)               p x y         not assumed to add up to 1
nu(y)                nu y          not assumed to add up to 1
s(z,y)               s x y
c(z)                 k x
L(M; s)              infonce M z c w p nu s
y_0, ..., y_M        y 0, ..., y M for y in tuples M c

Leaves out: latents that are not finitely many. The integrals of the page are
sums here, and "almost everywhere" is everywhere.
*)
needs "report.ml";;
needs "prelude_real.ml";;

prioritize_real();;

(* --- Gibbs' inequality for unnormalised weights a, b -------------------- *)

let GIBBS = prove
 (`!k:A->bool a b.
        FINITE k /\ ~(k = {}) /\
        (!i. i IN k ==> &0 < a i) /\ (!i. i IN k ==> &0 < b i)
        ==> sum k (\i. a i * --ln(a i / sum k a))
            <= sum k (\i. a i * --ln(b i / sum k b)) /\
            (sum k (\i. a i * --ln(a i / sum k a)) =
             sum k (\i. a i * --ln(b i / sum k b)) <=>
             !i. i IN k ==> b i / sum k b = a i / sum k a)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `&0 < sum k (a:A->real) /\ &0 < sum k (b:A->real)`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN ASM_REWRITE_TAC[];
    ALL_TAC] THEN
  ABBREV_TAC `s = sum k (a:A->real)` THEN ABBREV_TAC `t = sum k (b:A->real)` THEN
  ABBREV_TAC `d = \i:A. a i * ((b i / t) / (a i / s) - &1 - ln((b i / t) / (a i / s)))` THEN
  SUBGOAL_THEN
   `sum k (\i:A. a i * --ln(b i / t)) - sum k (\i. a i * --ln(a i / s)) = sum k d`
  ASSUME_TAC THENL
   [SUBGOAL_THEN `sum k (\i:A. s * (b i / t) - a i) = &0` MP_TAC THENL
     [ASM_REWRITE_TAC[SUM_SUB; SUM_LMUL; real_div; SUM_RMUL] THEN
      ASM_SIMP_TAC[SUM_SUB; SUM_LMUL; SUM_RMUL; REAL_MUL_RINV; REAL_LT_IMP_NZ] THEN
      REAL_ARITH_TAC;
      ALL_TAC] THEN
    MATCH_MP_TAC(REAL_ARITH `c + u = d ==> u = &0 ==> c = d`) THEN
    ASM_SIMP_TAC[GSYM SUM_SUB; GSYM SUM_ADD] THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `i:A` THEN DISCH_TAC THEN EXPAND_TAC "d" THEN
    REWRITE_TAC[] THEN
    SUBGOAL_THEN `&0 < (a:A->real) i / s /\ &0 < (b:A->real) i / t`
    STRIP_ASSUME_TAC THENL [ASM_SIMP_TAC[REAL_LT_DIV]; ALL_TAC] THEN
    ASM_SIMP_TAC[LN_DIV] THEN
    SUBGOAL_THEN `(a:A->real) i * (b i / t) / (a i / s) = s * b i / t` MP_TAC THENL
     [SUBGOAL_THEN `~((a:A->real) i = &0)` MP_TAC THENL
       [ASM_MESON_TAC[REAL_LT_REFL]; ALL_TAC] THEN
      UNDISCH_TAC `&0 < s` THEN UNDISCH_TAC `&0 < t` THEN CONV_TAC REAL_FIELD;
      REAL_ARITH_TAC];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i:A. i IN k ==> &0 <= d i /\ (d i = &0 <=> b i / t = a i / s)`
  ASSUME_TAC THENL
   [X_GEN_TAC `i:A` THEN DISCH_TAC THEN EXPAND_TAC "d" THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `&0 < (a:A->real) i /\ &0 < a i / s /\ &0 < (b:A->real) i / t`
    STRIP_ASSUME_TAC THENL [ASM_SIMP_TAC[REAL_LT_DIV]; ALL_TAC] THEN
    MP_TAC(SPEC `((b:A->real) i / t) / (a i / s)` LN_LE_TANGENT) THEN
    ASM_SIMP_TAC[REAL_LT_DIV] THEN STRIP_TAC THEN CONJ_TAC THENL
     [MATCH_MP_TAC REAL_LE_MUL THEN ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
      ASM_REAL_ARITH_TAC;
      ASM_SIMP_TAC[REAL_ENTIRE; REAL_LT_IMP_NZ] THEN
      ASM_SIMP_TAC[REAL_ARITH `a - &1 - l = &0 <=> l = a - &1`] THEN
      ASM_SIMP_TAC[REAL_EQ_LDIV_EQ; REAL_MUL_LID]];
    ALL_TAC] THEN
  CONJ_TAC THENL
   [SUBGOAL_THEN `&0 <= sum k (d:A->real)` MP_TAC THENL
     [MATCH_MP_TAC SUM_POS_LE THEN ASM_SIMP_TAC[]; ASM_REAL_ARITH_TAC];
    MATCH_MP_TAC EQ_TRANS THEN EXISTS_TAC `sum k (d:A->real) = &0` THEN
    CONJ_TAC THENL [ASM_REAL_ARITH_TAC; EQ_TAC] THENL
     [DISCH_TAC THEN X_GEN_TAC `i:A` THEN DISCH_TAC THEN
      SUBGOAL_THEN `d (i:A) = &0` MP_TAC THENL
       [MP_TAC(ISPECL [`d:A->real`; `k:A->bool`] SUM_POS_EQ_0) THEN
        ANTS_TAC THENL [ASM_SIMP_TAC[]; DISCH_THEN MATCH_MP_TAC THEN ASM_REWRITE_TAC[]];
        ASM_SIMP_TAC[]];
      DISCH_TAC THEN MATCH_MP_TAC SUM_EQ_0 THEN ASM_SIMP_TAC[]]]);;

(* --- the loss with M negatives, on a finite set of candidates ----------- *)

(* tuples y_0,...,y_M of candidates *)
let tuples = new_definition
 `tuples M (c:A->bool) =
    {y:num->A | (!i. i IN 0..M ==> y i IN c) /\ (!i. ~(i IN 0..M) ==> y i = ARB)}`;;

(* E[-log e^s(z,y_0) / sum_i e^s(z,y_i)]: y_0 from p(.|z), the others from nu *)
let infonce = new_definition
 `infonce M (z:Z->bool) (c:A->bool) w p nu s =
    sum z (\x. w x *
      sum (tuples M c) (\y. p x (y 0) * product (1..M) (\i. nu (y i)) *
        --ln(exp(s x (y 0)) / sum (0..M) (\i. exp(s x (y i))))))`;;

(* the part of one anchor *)
let infonce_row = new_definition
 `infonce_row M (c:A->bool) p nu s =
    sum (tuples M c) (\y. p (y 0) * product (1..M) (\i. nu (y i)) *
        --ln(exp(s (y 0)) / sum (0..M) (\i. exp(s (y i)))))`;;

let INFONCE_ROWS = prove
 (`infonce M (z:Z->bool) (c:A->bool) w p nu s =
   sum z (\x. w x * infonce_row M c (p x) nu (s x))`,
  REWRITE_TAC[infonce; infonce_row]);;

let FINITE_TUPLES = prove
 (`!M c:A->bool. FINITE c ==> FINITE (tuples M c)`,
  SIMP_TAC[tuples; FINITE_FUNSPACE; FINITE_NUMSEG]);;

let TUPLES_IN = prove
 (`!M c:A->bool y i. y IN tuples M c /\ i IN 0..M ==> y i IN c`,
  REWRITE_TAC[tuples; IN_ELIM_THM] THEN MESON_TAC[]);;

(* --- the places of the candidates may be exchanged ---------------------- *)

let TUPLES_SWAP = prove
 (`!M c:A->bool k y.
     k IN 0..M /\ y IN tuples M c ==> (\i. y(swap(0,k) i)) IN tuples M c`,
  REPEAT GEN_TAC THEN REWRITE_TAC[tuples; IN_ELIM_THM] THEN STRIP_TAC THEN
  SUBGOAL_THEN `!i. swap(0,k) i IN 0..M <=> i IN 0..M`
   (fun th -> ASM_MESON_TAC[th]) THEN
  UNDISCH_TAC `k IN 0..M` THEN
  REWRITE_TAC[IN_NUMSEG; swap] THEN REPEAT STRIP_TAC THEN
  REPEAT(COND_CASES_TAC THEN ASM_REWRITE_TAC[]) THEN ASM_ARITH_TAC);;

let SUM_TUPLES_SWAP = prove
 (`!M c:A->bool k f.
     k IN 0..M
     ==> sum (tuples M c) f = sum (tuples M c) (\y. f(\i. y(swap(0,k) i)))`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_EQ_GENERAL_INVERSES THEN
  EXISTS_TAC `\y:num->A. (\i. y(swap(0,k) i))` THEN
  EXISTS_TAC `\y:num->A. (\i. y(swap(0,k) i))` THEN
  ASM_SIMP_TAC[TUPLES_SWAP] THEN
  SUBGOAL_THEN `!i. swap(0,k) (swap(0,k) i) = i` (fun th -> REWRITE_TAC[th; ETA_AX]) THEN
  MP_TAC(ISPECL [`0`; `k:num`] SWAP_IDEMPOTENT) THEN
  REWRITE_TAC[FUN_EQ_THM; o_THM; I_THM]);;

let SUM_SWAPPED = prove
 (`!M k f. k IN 0..M ==> sum (0..M) (\i. f(swap(0,k) i)) = sum (0..M) f`,
  REPEAT STRIP_TAC THEN CONV_TAC SYM_CONV THEN
  MP_TAC(ISPECL [`f:num->real`; `swap(0,k)`; `0..M`] SUM_PERMUTE) THEN
  ASM_SIMP_TAC[PERMUTES_SWAP; IN_NUMSEG; LE_0; o_DEF] THEN
  ASM_MESON_TAC[PERMUTES_SWAP; IN_NUMSEG; LE_0]);;

let PRODUCT_SWAPPED = prove
 (`!M k f. k IN 0..M ==> product (0..M) (\i. f(swap(0,k) i)) = product (0..M) f`,
  REPEAT STRIP_TAC THEN CONV_TAC SYM_CONV THEN REWRITE_TAC[product] THEN
  MP_TAC(ISPECL [`f:num->real`; `swap(0,k)`; `0..M`]
    (MATCH_MP ITERATE_PERMUTE MONOIDAL_REAL_MUL)) THEN
  REWRITE_TAC[o_DEF] THEN DISCH_THEN MATCH_MP_TAC THEN
  MATCH_MP_TAC PERMUTES_SWAP THEN ASM_REWRITE_TAC[IN_NUMSEG; LE_0]);;

(* --- the loss as the cross-entropy of an index -------------------------- *)

let INDEX_GENERAL = prove
 (`!M c:A->bool p nu G h.
     FINITE c /\ (!a. a IN c ==> &0 < nu a)
     ==> &(M + 1) * sum (tuples M c) (\y. p (y 0) * product (1..M) (\i. nu (y i)) *
           G (y 0) (sum (0..M) (\i. h (y i)))) =
         sum (tuples M c) (\y. product (0..M) (\i. nu (y i)) *
           sum (0..M) (\k. p (y k) / nu (y k) *
             G (y k) (sum (0..M) (\i. h (y i)))))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN
   `!k. k IN 0..M
        ==> sum (tuples M (c:A->bool)) (\y. p (y 0) * product (1..M) (\i. nu (y i)) *
           G (y 0) (sum (0..M) (\i. h (y i)))) =
            sum (tuples M c) (\y. product (0..M) (\i. nu (y i)) *
               p (y k) / nu (y k) *
               G (y k) (sum (0..M) (\i. h (y i))))`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC
     `sum (tuples M (c:A->bool)) (\y. product (0..M) (\i. nu (y i)) *
               p (y 0) / nu (y 0) *
               G (y 0) (sum (0..M) (\i. h (y i))))` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
      REWRITE_TAC[] THEN SIMP_TAC[PRODUCT_CLAUSES_LEFT; LE_0] THEN
      REWRITE_TAC[ADD_CLAUSES] THEN
      SUBGOAL_THEN `&0 < (nu:A->real) (y 0)` MP_TAC THENL
       [ASM_MESON_TAC[TUPLES_IN; IN_NUMSEG; LE_0]; CONV_TAC REAL_FIELD];
      MP_TAC(ISPECL [`M:num`; `c:A->bool`; `k:num`] SUM_TUPLES_SWAP) THEN
      ASM_REWRITE_TAC[] THEN
      DISCH_THEN(fun th -> GEN_REWRITE_TAC LAND_CONV [th]) THEN
      REWRITE_TAC[] THEN
      MP_TAC(ISPECL [`M:num`; `k:num`] SUM_SWAPPED) THEN
      MP_TAC(ISPECL [`M:num`; `k:num`] PRODUCT_SWAPPED) THEN
      ASM_REWRITE_TAC[] THEN REPEAT DISCH_TAC THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
      REWRITE_TAC[] THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `\i. (h:A->real) (y(i:num))`) THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `\i. (nu:A->real) (y(i:num))`) THEN
      REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN DISCH_THEN SUBST1_TAC THEN
      SUBGOAL_THEN `swap(0,k) 0 = k` (fun th -> REWRITE_TAC[th]) THEN
      REWRITE_TAC[swap]];
    ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC
   `sum (0..M) (\k. sum (tuples M (c:A->bool)) (\y. product (0..M) (\i. nu (y i)) *
       p (y k) / nu (y k) *
       G (y k) (sum (0..M) (\i. h (y i)))))` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (0..M) (\k:num. sum (tuples M (c:A->bool)) (\y. p (y 0) * product (1..M) (\i. nu (y i)) *
           G (y 0) (sum (0..M) (\i. h (y i)))))` THEN
    CONJ_TAC THENL
     [SIMP_TAC[SUM_CONST; FINITE_NUMSEG; CARD_NUMSEG; SUB_0]; ALL_TAC] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `k:num` THEN DISCH_TAC THEN
    REWRITE_TAC[] THEN FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[];
    MP_TAC(ISPECL
     [`\k y. product (0..M) (\i. (nu:A->real) (y i)) *
       p (y k) / nu (y k) *
       G (y k) (sum (0..M) (\i. h (y i)))`;
      `0..M`; `tuples M (c:A->bool)`] SUM_SWAP) THEN
    ASM_SIMP_TAC[FINITE_NUMSEG; FINITE_TUPLES] THEN DISCH_THEN SUBST1_TAC THEN
    REWRITE_TAC[SUM_LMUL]]);;


let INDEX = prove
 (`!M c:A->bool p nu s.
     FINITE c /\ (!a. a IN c ==> &0 < nu a)
     ==> &(M + 1) * infonce_row M c p nu s =
         sum (tuples M c) (\y. product (0..M) (\i. nu (y i)) *
           sum (0..M) (\k. p (y k) / nu (y k) *
             --ln(exp(s (y k)) / sum (0..M) (\i. exp(s (y i))))))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[infonce_row] THEN
  MATCH_MP_TAC(BETA_RULE(ISPECL [`M:num`; `c:A->bool`; `p:A->real`; `nu:A->real`;
    `\a S. --ln(exp(s(a:A)) / S)`; `\a:A. exp(s a)`] INDEX_GENERAL)) THEN
  ASM_REWRITE_TAC[]);;

(* --- Gibbs' inequality in every tuple, with any positive weights v ------- *)

let TUPLES_MINIMAL = prove
 (`!M c:A->bool r v s.
     1 <= M /\ FINITE c /\ (!a. a IN c ==> &0 < r a) /\
     (!y. y IN tuples M c ==> &0 < v y)
     ==> sum (tuples M c) (\y. v y * sum (0..M) (\k. r (y k) *
           --ln(exp(ln(r (y k))) / sum (0..M) (\i. exp(ln(r (y i)))))))
         <= sum (tuples M c) (\y. v y * sum (0..M) (\k. r (y k) *
              --ln(exp(s (y k)) / sum (0..M) (\i. exp(s (y i)))))) /\
         (sum (tuples M c) (\y. v y * sum (0..M) (\k. r (y k) *
           --ln(exp(ln(r (y k))) / sum (0..M) (\i. exp(ln(r (y i))))))) =
          sum (tuples M c) (\y. v y * sum (0..M) (\k. r (y k) *
              --ln(exp(s (y k)) / sum (0..M) (\i. exp(s (y i)))))) <=>
          ?k. !a. a IN c ==> s a = ln(r a) + k)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  ABBREV_TAC
   `g = \t y. sum (0..M) (\k. r (y k) *
                --ln(exp(t (y k)) / sum (0..M) (\i. exp(t (y i:A)))))` THEN
  SUBGOAL_THEN
   `!t. (\y. v y * sum (0..M) (\k. r (y k) *
           --ln(exp(t (y k)) / sum (0..M) (\i. exp(t (y i:A)))))) =
        (\y. v y * g t y)`
   (fun th -> REWRITE_TAC[BETA_RULE(SPEC `\a:A. ln(r a)` th); th]) THENL
   [EXPAND_TAC "g" THEN REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN
   `!y:num->A. y IN tuples M c
      ==> g (\a:A. ln(r a)) y <= g s y /\
          (g (\a:A. ln(r a)) y = g s y <=>
           !i. i IN 0..M ==> exp(s(y i)) / sum (0..M) (\i. exp(s (y i))) =
                             r(y i) / sum (0..M) (\i. r (y i)))`
  ASSUME_TAC THENL
   [X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
    SUBGOAL_THEN
     `g (\a:A. ln(r a)) y =
      sum (0..M) (\k. r (y k) * --ln(r (y k) / sum (0..M) (\i. r (y i))))`
    SUBST1_TAC THENL
     [EXPAND_TAC "g" THEN REWRITE_TAC[] THEN
      SUBGOAL_THEN `sum (0..M) (\i. exp(ln(r(y i:A)))) = sum (0..M) (\i. r (y i))`
      SUBST1_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN REWRITE_TAC[] THEN ASM_MESON_TAC[EXP_LN; TUPLES_IN];
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
        REWRITE_TAC[] THEN
        SUBGOAL_THEN `exp(ln(r((y:num->A) i))) = r (y i)` SUBST1_TAC THENL
         [ASM_MESON_TAC[EXP_LN; TUPLES_IN]; REFL_TAC]];
      ALL_TAC] THEN
    EXPAND_TAC "g" THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`0..M`; `\i. r((y:num->A) i):real`; `\i. exp(s((y:num->A) i))`]
      GIBBS) THEN
    REWRITE_TAC[ETA_AX] THEN DISCH_THEN MATCH_MP_TAC THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; LT; NOT_LT; LE_0; REAL_EXP_POS_LT] THEN
    ASM_MESON_TAC[TUPLES_IN];
    ALL_TAC] THEN
  SUBGOAL_THEN `FINITE (tuples M (c:A->bool))` ASSUME_TAC THENL
   [ASM_SIMP_TAC[FINITE_TUPLES]; ALL_TAC] THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_LE THEN ASM_SIMP_TAC[REAL_LE_LMUL; REAL_LT_IMP_LE];
    ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `!y:num->A. y IN tuples M c ==> g (\a:A. ln(r a)) y:real = g s y` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC
     `sum (tuples M (c:A->bool)) (\y. v y * (g s y - g (\a:A. ln(r a)) y)) = &0` THEN
    CONJ_TAC THENL
     [ASM_SIMP_TAC[REAL_SUB_LDISTRIB; SUM_SUB] THEN REAL_ARITH_TAC;
      EQ_TAC THENL
       [DISCH_TAC THEN
        MP_TAC(ISPECL
         [`\y:num->A. v y * (g s y - g (\a:A. ln(r a)) y)`;
          `tuples M (c:A->bool)`] SUM_POS_EQ_0) THEN
        ANTS_TAC THENL
         [ASM_SIMP_TAC[REAL_LE_MUL; REAL_LT_IMP_LE; REAL_SUB_LE];
          MATCH_MP_TAC MONO_FORALL THEN X_GEN_TAC `y:num->A` THEN
          REWRITE_TAC[REAL_ENTIRE; REAL_SUB_0] THEN ASM_MESON_TAC[REAL_LT_REFL]];
        DISCH_TAC THEN MATCH_MP_TAC SUM_EQ_0 THEN
        ASM_SIMP_TAC[REAL_SUB_REFL; REAL_MUL_RZERO]]];
    ALL_TAC] THEN
  ASM_SIMP_TAC[] THEN EQ_TAC THENL
   [DISCH_TAC THEN
    SUBGOAL_THEN
     `!a b:A. a IN c /\ b IN c ==> s a - ln(r a) = s b - ln(r b)`
    ASSUME_TAC THENL
     [REPEAT STRIP_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPEC
        `\i. if i = 0 then a:A else if i IN 0..M then b else ARB`) THEN
      ANTS_TAC THENL
       [REWRITE_TAC[tuples; IN_ELIM_THM] THEN
        CONJ_TAC THEN GEN_TAC THEN REPEAT COND_CASES_TAC THEN
        ASM_REWRITE_TAC[IN_NUMSEG; LE_0];
        ALL_TAC] THEN
      ABBREV_TAC `y = \i. if i = 0 then a:A else if i IN 0..M then b else ARB` THEN
      SUBGOAL_THEN `(y:num->A) 0 = a /\ y 1 = b` STRIP_ASSUME_TAC THENL
       [EXPAND_TAC "y" THEN ASM_REWRITE_TAC[ARITH_EQ; IN_NUMSEG; LE_0]; ALL_TAC] THEN
      DISCH_THEN(fun th -> MP_TAC(SPEC `0` th) THEN MP_TAC(SPEC `1` th)) THEN
      ASM_REWRITE_TAC[IN_NUMSEG; LE_0] THEN
      SUBGOAL_THEN `!i. i IN 0..M ==> (y:num->A) i IN c` ASSUME_TAC THENL
       [EXPAND_TAC "y" THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
        COND_CASES_TAC THEN ASM_REWRITE_TAC[];
        ALL_TAC] THEN
      SUBGOAL_THEN `&0 < sum (0..M) (\i. exp(s((y:num->A) i))) /\
                    &0 < sum (0..M) (\i. r((y:num->A) i))` MP_TAC THENL
       [CONJ_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
        ASM_SIMP_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0; REAL_EXP_POS_LT];
        ALL_TAC] THEN
      SPEC_TAC(`sum (0..M) (\i. exp(s((y:num->A) i)))`,`u:real`) THEN
      SPEC_TAC(`sum (0..M) (\i. r((y:num->A) i))`,`q:real`) THEN
      REPEAT STRIP_TAC THEN
      SUBGOAL_THEN `ln(exp(s(a:A)) / u) = ln(r a / q) /\ ln(exp(s(b:A)) / u) = ln(r b / q)`
      MP_TAC THENL [ASM_REWRITE_TAC[]; ALL_TAC] THEN
      ASM_SIMP_TAC[LN_DIV; REAL_EXP_POS_LT; LN_EXP] THEN REAL_ARITH_TAC;
      EXISTS_TAC `s(@a:A. a IN c) - ln(r(@a. a IN c))` THEN
      X_GEN_TAC `a:A` THEN DISCH_TAC THEN
      MATCH_MP_TAC(REAL_ARITH `s - r = k ==> s = r + k`) THEN
      FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_MESON_TAC[]];
    DISCH_THEN(X_CHOOSE_TAC `k:real`) THEN
    X_GEN_TAC `y:num->A` THEN DISCH_TAC THEN
    SUBGOAL_THEN `!i. i IN 0..M ==> exp(s((y:num->A) i)) = r(y i) * exp k`
    ASSUME_TAC THENL
     [REPEAT STRIP_TAC THEN
      SUBGOAL_THEN `(y:num->A) i IN c` ASSUME_TAC THENL
       [ASM_MESON_TAC[TUPLES_IN]; ASM_SIMP_TAC[REAL_EXP_ADD; EXP_LN]];
      ALL_TAC] THEN
    SUBGOAL_THEN `sum (0..M) (\i. exp(s((y:num->A) i))) = sum (0..M) (\i. r(y i)) * exp k`
    SUBST1_TAC THENL
     [REWRITE_TAC[GSYM SUM_RMUL] THEN MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[];
      ASM_SIMP_TAC[] THEN REPEAT STRIP_TAC THEN
      SUBGOAL_THEN `&0 < sum (0..M) (\i. r((y:num->A) i))` MP_TAC THENL
       [MATCH_MP_TAC SUM_POS_LT_ALL THEN
        REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; LE_0] THEN
        ASM_MESON_TAC[TUPLES_IN];
        MP_TAC(SPEC `k:real` REAL_EXP_POS_LT) THEN CONV_TAC REAL_FIELD]]]);;

(* --- one anchor --------------------------------------------------------- *)

let ROW = prove
 (`!M c:A->bool p nu s.
     1 <= M /\ FINITE c /\
     (!a. a IN c ==> &0 < p a) /\ (!a. a IN c ==> &0 < nu a)
     ==> infonce_row M c p nu (\a. ln(p a / nu a)) <= infonce_row M c p nu s /\
         (infonce_row M c p nu (\a. ln(p a / nu a)) = infonce_row M c p nu s <=>
          ?k. !a. a IN c ==> s a = ln(p a / nu a) + k)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `c:A->bool`; `\a:A. p a / nu a`;
    `\y. product (0..M) (\i. (nu:A->real) (y i))`; `s:A->real`] TUPLES_MINIMAL) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[REAL_LT_DIV] THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC PRODUCT_POS_LT THEN REWRITE_TAC[FINITE_NUMSEG] THEN
    ASM_MESON_TAC[TUPLES_IN];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`M:num`; `c:A->bool`; `p:A->real`; `nu:A->real`] INDEX) THEN
  DISCH_THEN(fun th -> MP_TAC(SPEC `s:A->real` th) THEN
    MP_TAC(BETA_RULE(SPEC `\a:A. ln(p a / nu a)` th))) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
  DISCH_THEN(SUBST1_TAC o SYM) THEN
  SUBGOAL_THEN `&0 < &(M + 1)` ASSUME_TAC THENL
   [REWRITE_TAC[REAL_OF_NUM_LT] THEN ARITH_TAC; ALL_TAC] THEN
  ASM_SIMP_TAC[REAL_LE_LMUL_EQ; REAL_EQ_MUL_LCANCEL; REAL_LT_IMP_NZ]);;

(* --- the theorem -------------------------------------------------------- *)

let THM_EVERY_M = prove
 (`!M (z:Z->bool) (c:A->bool) w p nu s.
     1 <= M /\ FINITE z /\ FINITE c /\
     (!x. x IN z ==> &0 < w x) /\
     (!x y. x IN z /\ y IN c ==> &0 < p x y) /\
     (!y. y IN c ==> &0 < nu y)
     ==> ((!t. infonce M z c w p nu s <= infonce M z c w p nu t) <=>
          (?k. !x y. x IN z /\ y IN c ==> s x y = ln(p x y / nu y) + k x))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN
   `!t x:Z. x IN z
       ==> infonce_row M (c:A->bool) (p x) nu (\a. ln(p x a / nu a))
           <= infonce_row M c (p x) nu (t x) /\
           (infonce_row M c (p x) nu (\a. ln(p x a / nu a)) =
            infonce_row M c (p x) nu (t x) <=>
            ?k. !a. a IN c ==> t x a = ln(p x a / nu a) + k)`
  ASSUME_TAC THENL
   [REPEAT GEN_TAC THEN DISCH_TAC THEN MATCH_MP_TAC ROW THEN ASM_SIMP_TAC[];
    ALL_TAC] THEN
  EQ_TAC THENL
   [DISCH_THEN(MP_TAC o SPEC `\x:Z a:A. ln(p x a / nu a)`) THEN
    REWRITE_TAC[INFONCE_ROWS] THEN DISCH_TAC THEN
    SUBGOAL_THEN
     `!x:Z. x IN z ==> ?k. !a:A. a IN c ==> s x a = ln(p x a / nu a) + k`
    MP_TAC THENL [ALL_TAC; MESON_TAC[]] THEN
    ASM_SIMP_TAC[] THEN
    MP_TAC(ISPECL
     [`\x:Z. w x * (infonce_row M (c:A->bool) (p x) nu (s x) -
                    infonce_row M c (p x) nu (\a. ln(p x a / nu a)))`;
      `z:Z->bool`] SUM_POS_EQ_0) THEN
    ANTS_TAC THENL
     [ASM_REWRITE_TAC[] THEN
      MATCH_MP_TAC(TAUT `p /\ (p ==> q) ==> p /\ q`) THEN CONJ_TAC THENL
       [ASM_SIMP_TAC[REAL_LE_MUL; REAL_LT_IMP_LE; REAL_SUB_LE]; DISCH_TAC] THEN
      REWRITE_TAC[GSYM REAL_LE_ANTISYM] THEN CONJ_TAC THENL
       [ASM_SIMP_TAC[REAL_SUB_LDISTRIB; SUM_SUB] THEN ASM_REAL_ARITH_TAC;
        MATCH_MP_TAC SUM_POS_LE THEN ASM_REWRITE_TAC[]];
      REWRITE_TAC[] THEN DISCH_TAC THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `x:Z`) THEN
      ASM_SIMP_TAC[REAL_ENTIRE; REAL_LT_IMP_NZ; REAL_SUB_0] THEN
      DISCH_THEN(ASSUME_TAC o SYM) THEN
      FIRST_X_ASSUM(MP_TAC o SPECL [`s:Z->A->real`; `x:Z`]) THEN
      ASM_REWRITE_TAC[] THEN DISCH_THEN(ACCEPT_TAC o CONJUNCT2)];
    DISCH_THEN(X_CHOOSE_TAC `k:Z->real`) THEN X_GEN_TAC `t:Z->A->real` THEN
    REWRITE_TAC[INFONCE_ROWS] THEN MATCH_MP_TAC SUM_LE THEN
    ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:Z` THEN DISCH_TAC THEN
    REWRITE_TAC[] THEN MATCH_MP_TAC REAL_LE_LMUL THEN
    ASM_SIMP_TAC[REAL_LT_IMP_LE] THEN
    SUBGOAL_THEN
     `infonce_row M (c:A->bool) (p(x:Z)) nu (s x) =
      infonce_row M c (p x) nu (\a. ln(p x a / nu a))`
    SUBST1_TAC THENL
     [CONV_TAC SYM_CONV THEN ASM_SIMP_TAC[] THEN ASM_MESON_TAC[]; ASM_SIMP_TAC[]]]);;

state "eq-loss" "tuples" tuples;;
state "eq-loss" "infonce" infonce;;
state "thm-every-m" "THM_EVERY_M" THM_EVERY_M;;
