(* thm-every-m: InfoNCE at every number of negatives [continuous latents]
page: theory/10_infonce_limit

Let the candidates lie in a compact convex body with an inner point, the anchors in the closure
of the interior of a compact set, of any dimension; let the weight of the anchors, p(y|z) and
the density nu(y) of the negatives be continuous and positive, and M >= 1. Among all continuous
scores InfoNCE with M negatives is least if and only if s(z,y) = ln(p(y|z)/nu(y)) + c(z)
everywhere. (thm-encoder) With uniform negatives, p(y|z) proportional to e^-d(z,y) and the score
-e(h(z),h(y)), d and e continuous and zero on the diagonal, it is least if and only if
e(h(x),h(y)) = d(x,y) for all x, y.

on the page          in HOL
M + 1                dimindex(:P)  at least 2; one theorem for each size
y_0, ..., y_M        cand v 1, ... the rows of v in real^(P,N)finite_prod
anchors, candidates  c, k
p(z)                 w x           not assumed to have total 1
p(y|z), nu(y)        p x y, nu y   not assumed to have total 1
s(z,y)               s x y
L(M; s)              infonce (:P) c k w p nu s   one integral over all candidates together
delta, lambda, tau   d of the latents and e of their representations, with their factors

Leaves out: scores that are only measurable, "almost everywhere", densities with zeros or
poles, and the sphere, whose surface measure the library lacks.
*)
needs "cross_entropy_continuous.ml";;

(* the i-th candidate *)
let cand = new_definition `cand (v:real^(P,N)finite_prod) i = (matrify v:real^N^P)$i`;;

let candidates = new_definition
 `(candidates:(real^N->bool)->real^(P,N)finite_prod->bool) k =
    {v | !i. i IN 1..dimindex(:P) ==> cand v i IN k}`;;

let infonce = new_definition
 `infonce (d:P->bool) (c:real^M->bool) (k:real^N->bool) w p nu s =
    total c (\x. w x * total (candidates k:real^(P,N)finite_prod->bool)
      (\v. p x (cand v 1) * product (2..dimindex(:P)) (\i. nu (cand v i)) *
           (log(sum (1..dimindex(:P)) (\i. exp(s x (cand v i)))) - s x (cand v 1))))`;;

let CAND_LINEAR = prove
 (`!i. i IN 1..dimindex(:P) ==> linear (\v:real^(P,N)finite_prod. cand v i)`,
  REWRITE_TAC[IN_NUMSEG] THEN REPEAT STRIP_TAC THEN
  REWRITE_TAC[linear; cand; MATRIFY_ADD; MATRIFY_CMUL] THEN
  SIMP_TAC[CART_EQ; VECTOR_ADD_COMPONENT; VECTOR_MUL_COMPONENT] THEN
  ASM_SIMP_TAC[MATRIX_ADD_COMPONENT; MATRIX_CMUL_COMPONENT]);;

let CAND_CONT = prove
 (`!i s. i IN 1..dimindex(:P) ==> (\v:real^(P,N)finite_prod. cand v i) continuous_on s`,
  SIMP_TAC[CAND_LINEAR; LINEAR_CONTINUOUS_ON]);;

let CAND_VECTORIZE = prove
 (`!f i. i IN 1..dimindex(:P) ==> cand (vectorize((lambda i. f i):real^N^P)) i = f i`,
  SIMP_TAC[cand; MATRIFY_VECTORIZE; IN_NUMSEG; LAMBDA_BETA]);;

let ONE_IN = prove
 (`1 IN 1..dimindex(:P)`,
  REWRITE_TAC[IN_NUMSEG; LE_REFL; DIMINDEX_GE_1]);;

let CANDIDATES_SOLID = prove
 (`!k:real^N->bool. compact k /\ convex k /\ ~(interior k = {})
     ==> solid(candidates k:real^(P,N)finite_prod->bool)`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC SOLID_CONVEX THEN REPEAT CONJ_TAC THENL
   [REWRITE_TAC[COMPACT_EQ_BOUNDED_CLOSED] THEN CONJ_TAC THENL
     [FIRST_ASSUM(MP_TAC o MATCH_MP COMPACT_IMP_BOUNDED) THEN REWRITE_TAC[BOUNDED_POS] THEN
      DISCH_THEN(X_CHOOSE_THEN `B:real` STRIP_ASSUME_TAC) THEN
      EXISTS_TAC `&(dimindex(:P)) * B pow 2 + &1` THEN CONJ_TAC THENL
       [MATCH_MP_TAC REAL_LET_ADD THEN
        SIMP_TAC[REAL_LE_MUL; REAL_POS; REAL_LE_POW_2; REAL_LT_01];
        REWRITE_TAC[candidates; IN_ELIM_THM] THEN X_GEN_TAC `v:real^(P,N)finite_prod` THEN DISCH_TAC THEN
        MATCH_MP_TAC(REAL_ARITH
          `&0 <= (x - &1) * (x - &1) /\ &0 <= x * x /\ x * x <= a ==> x <= a + &1`) THEN
        REWRITE_TAC[REAL_LE_SQUARE; GSYM REAL_POW_2] THEN
        MP_TAC(ISPEC `matrify(v:real^(P,N)finite_prod)` NORM_VECTORIZE_POW_2) THEN
        REWRITE_TAC[VECTORIZE_MATRIFY] THEN DISCH_THEN SUBST1_TAC THEN
        GEN_REWRITE_TAC (RAND_CONV o LAND_CONV o RAND_CONV) [GSYM CARD_NUMSEG_1] THEN
        MATCH_MP_TAC SUM_BOUND THEN REWRITE_TAC[FINITE_NUMSEG] THEN REPEAT STRIP_TAC THEN
        MATCH_MP_TAC REAL_POW_LE2 THEN REWRITE_TAC[NORM_POS_LE; GSYM cand] THEN ASM_SIMP_TAC[]];
      SUBGOAL_THEN `(candidates k:real^(P,N)finite_prod->bool) =
        INTERS {{v | cand v i IN k} | i IN 1..dimindex(:P)}` SUBST1_TAC THENL
       [REWRITE_TAC[candidates; INTERS_GSPEC; EXTENSION; IN_ELIM_THM]; ALL_TAC] THEN
      MATCH_MP_TAC CLOSED_INTERS THEN REWRITE_TAC[FORALL_IN_GSPEC] THEN REPEAT STRIP_TAC THEN
      MATCH_MP_TAC CONTINUOUS_CLOSED_PREIMAGE_UNIV THEN ASM_SIMP_TAC[COMPACT_IMP_CLOSED] THEN
      ASM_SIMP_TAC[LINEAR_CONTINUOUS_AT; CAND_LINEAR]];
    REWRITE_TAC[convex; candidates; IN_ELIM_THM] THEN REPEAT STRIP_TAC THEN
    FIRST_ASSUM(ASSUME_TAC o MATCH_MP CAND_LINEAR) THEN
    FIRST_ASSUM(ASSUME_TAC o MATCH_MP LINEAR_ADD) THEN
    FIRST_ASSUM(ASSUME_TAC o MATCH_MP LINEAR_CMUL) THEN
    RULE_ASSUM_TAC BETA_RULE THEN ASM_REWRITE_TAC[] THEN
    ASM_MESON_TAC[convex];
    MATCH_MP_TAC(SET_RULE `!s. ~(s = {}) /\ s SUBSET t ==> ~(t = {})`) THEN
    EXISTS_TAC `{v:real^(P,N)finite_prod | !i. i IN 1..dimindex(:P) ==> cand v i IN interior k}` THEN
    CONJ_TAC THENL
     [FIRST_X_ASSUM(X_CHOOSE_TAC `e:real^N` o GEN_REWRITE_RULE I [GSYM MEMBER_NOT_EMPTY]) THEN
      REWRITE_TAC[GSYM MEMBER_NOT_EMPTY; IN_ELIM_THM] THEN
      EXISTS_TAC `vectorize((lambda i. (e:real^N)):real^N^P)` THEN
      ASM_SIMP_TAC[BETA_RULE(ISPEC `\i:num. e:real^N` CAND_VECTORIZE)];
      MATCH_MP_TAC INTERIOR_MAXIMAL THEN CONJ_TAC THENL
       [REWRITE_TAC[SUBSET; candidates; IN_ELIM_THM] THEN MESON_TAC[INTERIOR_SUBSET; SUBSET];
        SUBGOAL_THEN `{v:real^(P,N)finite_prod | !i. i IN 1..dimindex(:P) ==> cand v i IN interior k} =
          INTERS {{v | cand v i IN interior k} | i IN 1..dimindex(:P)}` SUBST1_TAC THENL
         [REWRITE_TAC[INTERS_GSPEC; EXTENSION; IN_ELIM_THM]; ALL_TAC] THEN
        MATCH_MP_TAC OPEN_INTERS THEN REWRITE_TAC[FORALL_IN_GSPEC] THEN
        SIMP_TAC[SIMPLE_IMAGE; FINITE_IMAGE; FINITE_NUMSEG] THEN REPEAT STRIP_TAC THEN
        MATCH_MP_TAC CONTINUOUS_OPEN_PREIMAGE_UNIV THEN REWRITE_TAC[OPEN_INTERIOR] THEN
        ASM_SIMP_TAC[LINEAR_CONTINUOUS_AT; CAND_LINEAR]]]]);;

(* exchange of the first and the j-th candidate *)
let exch = new_definition
 `exch j (v:real^(P,N)finite_prod) = vectorize((lambda i. cand v (swap(1,j) i)):real^N^P)`;;

let SWAP_IN = prove
 (`!i j n. j IN 1..n /\ i IN 1..n ==> swap(1,j) i IN 1..n`,
  REWRITE_TAC[swap; IN_NUMSEG] THEN REPEAT STRIP_TAC THEN
  REPEAT COND_CASES_TAC THEN ASM_ARITH_TAC);;

let CAND_EXCH = prove
 (`!i j v:real^(P,N)finite_prod. i IN 1..dimindex(:P) ==> cand (exch j v) i = cand v (swap(1,j) i)`,
  REWRITE_TAC[exch] THEN
  SIMP_TAC[BETA_RULE(ISPEC `\i. cand (v:real^(P,N)finite_prod) (swap(1,j) i)` CAND_VECTORIZE)]);;

let PERMUTES_EXCH = prove
 (`!j n. j IN 1..n ==> swap(1,j) permutes 1..n`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC PERMUTES_SWAP THEN ASM_REWRITE_TAC[] THEN
  POP_ASSUM MP_TAC THEN REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC);;

let EXCH_ORTHOGONAL = prove
 (`!j. j IN 1..dimindex(:P) ==> orthogonal_transformation (exch j:real^(P,N)finite_prod->real^(P,N)finite_prod)`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[ORTHOGONAL_TRANSFORMATION] THEN CONJ_TAC THENL
   [REWRITE_TAC[linear; exch; GSYM VECTORIZE_ADD; GSYM VECTORIZE_CMUL; VECTORIZE_EQ] THEN
    SIMP_TAC[CART_EQ; MATRIX_ADD_COMPONENT; MATRIX_CMUL_COMPONENT; LAMBDA_BETA] THEN
    CONJ_TAC THEN REPEAT STRIP_TAC THEN
    (SUBGOAL_THEN `swap(1,j) i IN 1..dimindex(:P)` MP_TAC THENL
      [MATCH_MP_TAC SWAP_IN THEN ASM_REWRITE_TAC[] THEN ASM_REWRITE_TAC[IN_NUMSEG]; ALL_TAC]) THEN
    DISCH_THEN(ASSUME_TAC o MATCH_MP CAND_LINEAR) THEN
    FIRST_ASSUM(ASSUME_TAC o MATCH_MP LINEAR_ADD) THEN
    FIRST_ASSUM(ASSUME_TAC o MATCH_MP LINEAR_CMUL) THEN
    RULE_ASSUM_TAC BETA_RULE THEN
    ASM_SIMP_TAC[VECTOR_ADD_COMPONENT; VECTOR_MUL_COMPONENT];
    X_GEN_TAC `v:real^(P,N)finite_prod` THEN
    MATCH_MP_TAC REAL_POW_EQ THEN EXISTS_TAC `2` THEN REWRITE_TAC[NORM_POS_LE; ARITH_EQ] THEN
    GEN_REWRITE_TAC (RAND_CONV o LAND_CONV o RAND_CONV) [GSYM VECTORIZE_MATRIFY] THEN
    REWRITE_TAC[exch; NORM_VECTORIZE_POW_2] THEN
    FIRST_ASSUM(fun th -> GEN_REWRITE_TAC RAND_CONV [MATCH_MP SUM_PERMUTE (MATCH_MP PERMUTES_EXCH th)]) THEN
    MATCH_MP_TAC SUM_EQ THEN SIMP_TAC[o_THM; IN_NUMSEG; LAMBDA_BETA; cand]]);;

let IMAGE_EXCH = prove
 (`!j k:real^N->bool. j IN 1..dimindex(:P)
     ==> IMAGE (exch j) (candidates k) = (candidates k:real^(P,N)finite_prod->bool)`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `!v:real^(P,N)finite_prod. exch j (exch j v) = v` ASSUME_TAC THENL
   [GEN_TAC THEN GEN_REWRITE_TAC RAND_CONV [GSYM VECTORIZE_MATRIFY] THEN
    GEN_REWRITE_TAC LAND_CONV [exch] THEN REWRITE_TAC[VECTORIZE_EQ] THEN
    ONCE_REWRITE_TAC[CART_EQ] THEN SIMP_TAC[LAMBDA_BETA] THEN X_GEN_TAC `i:num` THEN STRIP_TAC THEN
    ASM_SIMP_TAC[CAND_EXCH; SWAP_IN; IN_NUMSEG] THEN REWRITE_TAC[cand] THEN AP_TERM_TAC THEN
    REWRITE_TAC[swap] THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!v:real^(P,N)finite_prod. v IN candidates k ==> exch j v IN candidates k` MP_TAC THENL
   [REWRITE_TAC[candidates; IN_ELIM_THM] THEN ASM_SIMP_TAC[CAND_EXCH; SWAP_IN]; ASM SET_TAC[]]);;

let TOTAL_EXCH = prove
 (`!j (k:real^N->bool) f. j IN 1..dimindex(:P) /\ compact(candidates k:real^(P,N)finite_prod->bool) /\
     (\v. lift(f v)) continuous_on (candidates k:real^(P,N)finite_prod->bool)
     ==> total (candidates k) (\v. f (exch j v)) = total (candidates k) f`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[total] THEN AP_TERM_TAC THEN
  MP_TAC(ISPECL [`\v:real^(P,N)finite_prod. lift(f v)`; `exch j:real^(P,N)finite_prod->real^(P,N)finite_prod`;
    `candidates k:real^(P,N)finite_prod->bool`] INTEGRAL_CHANGE_OF_VARIABLES_LINEAR) THEN
  ASM_SIMP_TAC[IMAGE_EXCH] THEN
  MP_TAC(ISPEC `j:num` EXCH_ORTHOGONAL) THEN ASM_REWRITE_TAC[ORTHOGONAL_TRANSFORMATION_MATRIX] THEN
  DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC (MP_TAC o MATCH_MP DET_ORTHOGONAL_MATRIX)) THEN
  ASM_SIMP_TAC[ABSOLUTELY_INTEGRABLE_COMPACT] THEN
  STRIP_TAC THEN ASM_REWRITE_TAC[o_DEF; REAL_ABS_NEG; REAL_ABS_NUM; VECTOR_MUL_LID] THEN
  DISCH_THEN(SUBST1_TAC o SYM) THEN REFL_TAC);;

(* Gibbs' inequality for the index of the positive *)
let INDEX = prove
 (`!n R s. 1 <= n /\ (!i. i IN 1..n ==> &0 < R i)
     ==> sum (1..n) (\j. R j * (log(sum (1..n) R) - log(R j))) <=
           sum (1..n) (\j. R j * (log(sum (1..n) (\i. exp(s i))) - s j)) /\
         (sum (1..n) (\j. R j * (log(sum (1..n) (\i. exp(s i))) - s j)) =
            sum (1..n) (\j. R j * (log(sum (1..n) R) - log(R j))) <=>
          ?a. !i. i IN 1..n ==> s i = log(R i) + a)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  ABBREV_TAC `U = sum (1..n) R` THEN ABBREV_TAC `E = sum (1..n) (\i. exp(s i))` THEN
  SUBGOAL_THEN `&0 < U /\ &0 < E` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "U" THEN EXPAND_TAC "E" THEN CONJ_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    ASM_SIMP_TAC[REAL_EXP_POS_LT; FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT]; ALL_TAC] THEN
  ABBREV_TAC `q = \j:num. U * exp(s j) / E` THEN
  SUBGOAL_THEN `!j:num. &0 < q j /\ log(q j) = log U + s j - log E` ASSUME_TAC THENL
   [GEN_TAC THEN EXPAND_TAC "q" THEN REWRITE_TAC[] THEN
    ASM_SIMP_TAC[REAL_LT_MUL; REAL_LT_DIV; REAL_EXP_POS_LT; LOG_MUL; LOG_DIV; LOG_EXP]; ALL_TAC] THEN
  SUBGOAL_THEN `sum (1..n) q = U` ASSUME_TAC THENL
   [EXPAND_TAC "q" THEN REWRITE_TAC[SUM_LMUL; real_div; SUM_RMUL] THEN ASM_REWRITE_TAC[] THEN
    UNDISCH_TAC `&0 < E` THEN CONV_TAC REAL_FIELD; ALL_TAC] THEN
  ABBREV_TAC `D = \j:num. (--(R j * log(q j)) - --(R j * log(R j))) - (R j - q j)` THEN
  SUBGOAL_THEN `!j. j IN 1..n ==> &0 <= D j /\ (D j = &0 <=> R j:real = q j)` ASSUME_TAC THENL
   [X_GEN_TAC `j:num` THEN DISCH_TAC THEN EXPAND_TAC "D" THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC GIBBS_POINT THEN ASM_SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `(sum (1..n) D = &0 <=> !j. j IN 1..n ==> R j:real = q j) /\ &0 <= sum (1..n) D`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THENL
     [EQ_TAC THENL
       [DISCH_TAC THEN
        MP_TAC(ISPECL [`D:num->real`; `1..n`] SUM_POS_EQ_0) THEN
        ASM_SIMP_TAC[FINITE_NUMSEG];
        DISCH_TAC THEN MATCH_MP_TAC SUM_EQ_0 THEN ASM_SIMP_TAC[]];
      MATCH_MP_TAC SUM_POS_LE THEN ASM_SIMP_TAC[FINITE_NUMSEG]]; ALL_TAC] THEN
  SUBGOAL_THEN `sum (1..n) D = sum (1..n) (\j. R j * (log E - s j)) -
                               sum (1..n) (\j. R j * (log U - log(R j)))` SUBST_ALL_TAC THENL
   [SUBGOAL_THEN `sum (1..n) D + (sum (1..n) R - sum (1..n) q) =
       sum (1..n) (\j. R j * (log E - s j)) - sum (1..n) (\j. R j * (log U - log(R j)))`
     (fun th -> MP_TAC th THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC) THEN
    REWRITE_TAC[GSYM SUM_SUB_NUMSEG; GSYM SUM_ADD_NUMSEG] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    EXPAND_TAC "D" THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC; ALL_TAC] THEN
  RULE_ASSUM_TAC(REWRITE_RULE[REAL_SUB_LE; REAL_SUB_0]) THEN ASM_REWRITE_TAC[] THEN
  EQ_TAC THENL
   [DISCH_TAC THEN EXISTS_TAC `log E - log U` THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    SUBGOAL_THEN `log(R(i:num)) = log(q i)` MP_TAC THENL [ASM_SIMP_TAC[]; ASM_REWRITE_TAC[]] THEN
    REAL_ARITH_TAC;
    DISCH_THEN(X_CHOOSE_TAC `a:real`) THEN
    SUBGOAL_THEN `!i:num. i IN 1..n ==> exp(s i) = exp a * R i` (LABEL_TAC "exp") THENL
     [X_GEN_TAC `i:num` THEN DISCH_TAC THEN
      SUBGOAL_THEN `(s:num->real) i = a + log(R i)` SUBST1_TAC THENL
       [ASM_MESON_TAC[REAL_ADD_SYM]; ASM_SIMP_TAC[REAL_EXP_ADD; EXP_LOG]]; ALL_TAC] THEN
    SUBGOAL_THEN `E = exp a * U` (LABEL_TAC "E") THENL
     [MATCH_MP_TAC EQ_TRANS THEN EXISTS_TAC `exp a * sum (1..n) R` THEN
      CONJ_TAC THENL [EXPAND_TAC "E" THEN REWRITE_TAC[GSYM SUM_LMUL]; ASM_REWRITE_TAC[]] THEN
      MATCH_MP_TAC SUM_EQ THEN REWRITE_TAC[] THEN USE_THEN "exp" ACCEPT_TAC; ALL_TAC] THEN
    X_GEN_TAC `j:num` THEN DISCH_TAC THEN EXPAND_TAC "q" THEN REWRITE_TAC[] THEN
    USE_THEN "exp" (fun th -> ASM_SIMP_TAC[th]) THEN
    USE_THEN "E" SUBST1_TAC THEN
    MP_TAC(ASSUME `&0 < U`) THEN MP_TAC(SPEC `a:real` REAL_EXP_POS_LT) THEN CONV_TAC REAL_FIELD]);;


let CONT_SUM = prove
 (`!f n (s:real^N->bool). (!j. j IN 1..n ==> (\v. lift(f j v)) continuous_on s)
     ==> (\v. lift(sum (1..n) (\j. f j v))) continuous_on s`,
  REPEAT STRIP_TAC THEN SIMP_TAC[LIFT_SUM; FINITE_NUMSEG; o_DEF] THEN
  MATCH_MP_TAC CONTINUOUS_ON_VSUM THEN ASM_SIMP_TAC[FINITE_NUMSEG]);;

let CONT_PRODUCT = prove
 (`!f m n (s:real^N->bool). (!j. j IN m..n ==> (\v. lift(f j v)) continuous_on s)
     ==> (\v. lift(product (m..n) (\j. f j v))) continuous_on s`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(BETA_RULE(ISPECL [`\v j. (f:num->real^N->real) j v`; `s:real^N->bool`; `m..n`] CONTINUOUS_ON_LIFT_PRODUCT)) THEN
  ASM_SIMP_TAC[FINITE_NUMSEG]);;

let TOTAL_SUM = prove
 (`!f n k:real^N->bool. compact k /\ (!j. j IN 1..n ==> (\v. lift(f j v)) continuous_on k)
     ==> total k (\v. sum (1..n) (\j. f j v)) = sum (1..n) (\j. total k (f j))`,
  GEN_TAC THEN INDUCT_TAC THEN GEN_TAC THEN
  DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC (LABEL_TAC "c")) THENL
   [REWRITE_TAC[SUM_CLAUSES_NUMSEG; ARITH_EQ] THEN REWRITE_TAC[total; LIFT_NUM; INTEGRAL_0; DROP_VEC];
    REWRITE_TAC[SUM_CLAUSES_NUMSEG; ARITH_RULE `1 <= SUC n`] THEN
    SUBGOAL_THEN `!j. j IN 1..n ==> (\v. lift((f:num->real^N->real) j v)) continuous_on k` ASSUME_TAC THENL
     [REPEAT STRIP_TAC THEN USE_THEN "c" MATCH_MP_TAC THEN POP_ASSUM MP_TAC THEN
      REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC; ALL_TAC] THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `k:real^N->bool`) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\v. sum (1..n) (\j. (f:num->real^N->real) j v)`;
      `(f:num->real^N->real) (SUC n)`] TOTAL_ADD)) THEN
    ASM_SIMP_TAC[CONT_SUM] THEN USE_THEN "c" MATCH_MP_TAC THEN REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC]);;

let CAND_COMP = prove
 (`!f (k:real^N->bool) i. i IN 1..dimindex(:P) /\ (\y. lift(f y)) continuous_on k
     ==> (\v:real^(P,N)finite_prod. lift(f(cand v i))) continuous_on candidates k`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF] (ISPECL [`\v:real^(P,N)finite_prod. cand v i`;
    `\y. lift((f:real^N->real) y)`] CONTINUOUS_ON_COMPOSE)) THEN
  ASM_SIMP_TAC[CAND_CONT] THEN
  MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `k:real^N->bool` THEN
  ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; candidates; IN_ELIM_THM] THEN ASM_SIMP_TAC[]);;

let CAND_JOINT = prove
 (`!f (c:real^M->bool) (k:real^N->bool) i. i IN 1..dimindex(:P) /\
     (\z. lift(f (fstcart z) (sndcart z))) continuous_on (c PCROSS k)
     ==> (\z. lift(f (fstcart z) (cand (sndcart z:real^(P,N)finite_prod) i))) continuous_on (c PCROSS candidates k)`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(REWRITE_RULE[o_DEF; FSTCART_PASTECART; SNDCART_PASTECART]
    (ISPECL [`\z:real^(M,(P,N)finite_prod)finite_sum. pastecart (fstcart z) (cand (sndcart z) i)`;
       `\z. lift((f:real^M->real^N->real) (fstcart z) (sndcart z))`] CONTINUOUS_ON_COMPOSE)) THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC CONTINUOUS_ON_PASTECART THEN
    CONJ_TAC THENL
     [REWRITE_TAC[ETA_AX] THEN SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_FSTCART]; ALL_TAC] THEN
    MATCH_MP_TAC(REWRITE_RULE[o_DEF] (ISPECL [`sndcart:real^(M,(P,N)finite_prod)finite_sum->real^(P,N)finite_prod`;
      `\v:real^(P,N)finite_prod. cand v i`] CONTINUOUS_ON_COMPOSE)) THEN
    ASM_SIMP_TAC[CAND_CONT; LINEAR_CONTINUOUS_ON; LINEAR_SNDCART];
    MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(c:real^M->bool) PCROSS (k:real^N->bool)` THEN
    ASM_REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; FORALL_IN_PCROSS; FSTCART_PASTECART; SNDCART_PASTECART;
                    PASTECART_IN_PCROSS] THEN
    REWRITE_TAC[candidates; IN_ELIM_THM] THEN ASM_SIMP_TAC[]]);;

(* one anchor *)
let many = new_definition
 `many (d:P->bool) (k:real^N->bool) p nu s =
    total (candidates k:real^(P,N)finite_prod->bool)
      (\v. p (cand v 1) * product (2..dimindex(:P)) (\i. nu (cand v i)) *
           (log(sum (1..dimindex(:P)) (\i. exp(s (cand v i)))) - s (cand v 1)))`;;

let MANY_LOWER = prove
 (`!(k:real^N->bool) p nu.
     2 <= dimindex(:P) /\ compact k /\ convex k /\ ~(interior k = {}) /\
     (\y. lift(p y)) continuous_on k /\ (\y. lift(nu y)) continuous_on k /\
     (!y. y IN k ==> &0 < p y) /\ (!y. y IN k ==> &0 < nu y)
     ==> ?m. !s. (\y. lift(s y)) continuous_on k
             ==> m <= many (:P) k p nu s /\
                 (many (:P) k p nu s = m <=> ?a. !y. y IN k ==> s y = log(p y / nu y) + a)`,
  REPEAT STRIP_TAC THEN ABBREV_TAC `n = dimindex(:P)` THEN
  ABBREV_TAC `b:real^(P,N)finite_prod->bool = candidates k` THEN
  ABBREV_TAC `R = \y:real^N. p y / nu y` THEN
  SUBGOAL_THEN `solid(b:real^(P,N)finite_prod->bool) /\ compact b` STRIP_ASSUME_TAC THENL
   [ASM_MESON_TAC[CANDIDATES_SOLID; solid]; ALL_TAC] THEN
  SUBGOAL_THEN `!v:real^(P,N)finite_prod i. v IN b /\ i IN 1..n ==> cand v i IN k` ASSUME_TAC THENL
   [EXPAND_TAC "b" THEN EXPAND_TAC "n" THEN REWRITE_TAC[candidates; IN_ELIM_THM] THEN SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!f i. i IN 1..n /\ (\y:real^N. lift(f y)) continuous_on k
     ==> (\v:real^(P,N)finite_prod. lift(f(cand v i))) continuous_on b` ASSUME_TAC THENL
   [EXPAND_TAC "b" THEN EXPAND_TAC "n" THEN REWRITE_TAC[CAND_COMP]; ALL_TAC] THEN
  SUBGOAL_THEN `(!y:real^N. y IN k ==> &0 < R y) /\ (\y. lift(R y)) continuous_on k` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "R" THEN ASM_SIMP_TAC[REAL_LT_DIV] THEN REWRITE_TAC[real_div] THEN
    MATCH_MP_TAC CONT_MUL THEN ASM_SIMP_TAC[CONT_INV]; ALL_TAC] THEN
  ABBREV_TAC `w = \v:real^(P,N)finite_prod. product (1..n) (\i. nu(cand v i:real^N))` THEN
  SUBGOAL_THEN `(\v:real^(P,N)finite_prod. lift(w v)) continuous_on b /\ (!v. v IN b ==> &0 < w v)`
  STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "w" THEN REWRITE_TAC[] THEN CONJ_TAC THENL
     [MATCH_MP_TAC CONT_PRODUCT THEN ASM_SIMP_TAC[];
      REPEAT STRIP_TAC THEN MATCH_MP_TAC PRODUCT_POS_LT THEN ASM_SIMP_TAC[FINITE_NUMSEG]]; ALL_TAC] THEN
  ABBREV_TAC `B = \v:real^(P,N)finite_prod. sum (1..n) (\j. R(cand v j:real^N) *
     (log(sum (1..n) (\i. R(cand v i))) - log(R(cand v j))))` THEN
  SUBGOAL_THEN `(\v:real^(P,N)finite_prod. lift(B v)) continuous_on b` ASSUME_TAC THENL
   [EXPAND_TAC "B" THEN REWRITE_TAC[] THEN MATCH_MP_TAC CONT_SUM THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC CONT_MUL THEN ASM_SIMP_TAC[] THEN MATCH_MP_TAC CONT_SUB THEN
    CONJ_TAC THEN MATCH_MP_TAC CONT_LOG THEN ASM_SIMP_TAC[CONT_SUM] THEN
    REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    ASM_SIMP_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; ARITH_RULE `2 <= n ==> 1 <= n`]; ALL_TAC] THEN
  EXISTS_TAC `total b (\v:real^(P,N)finite_prod. w v * B v) / &n` THEN
  X_GEN_TAC `s:real^N->real` THEN DISCH_TAC THEN
  ABBREV_TAC `L = \v:real^(P,N)finite_prod. log(sum (1..n) (\i. exp(s(cand v i:real^N))))` THEN
  ABBREV_TAC `A = \v:real^(P,N)finite_prod. sum (1..n) (\j. R(cand v j:real^N) * (L v - s(cand v j)))` THEN
  SUBGOAL_THEN `(\v:real^(P,N)finite_prod. lift(L v)) continuous_on b` ASSUME_TAC THENL
   [EXPAND_TAC "L" THEN REWRITE_TAC[] THEN MATCH_MP_TAC CONT_LOG THEN CONJ_TAC THENL
     [MATCH_MP_TAC CONT_SUM THEN ASM_SIMP_TAC[CONT_EXP];
      REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
      ASM_SIMP_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; REAL_EXP_POS_LT; ARITH_RULE `2 <= n ==> 1 <= n`]];
    ALL_TAC] THEN
  SUBGOAL_THEN `!j. j IN 1..n ==>
     (\v:real^(P,N)finite_prod. lift(R(cand v j:real^N) * w v * (L v - s(cand v j)))) continuous_on b` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC CONT_MUL THEN ASM_SIMP_TAC[] THEN
    MATCH_MP_TAC CONT_MUL THEN ASM_SIMP_TAC[] THEN MATCH_MP_TAC CONT_SUB THEN ASM_SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `(\v:real^(P,N)finite_prod. lift(A v)) continuous_on b` ASSUME_TAC THENL
   [EXPAND_TAC "A" THEN REWRITE_TAC[] THEN MATCH_MP_TAC CONT_SUM THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC CONT_MUL THEN ASM_SIMP_TAC[] THEN MATCH_MP_TAC CONT_SUB THEN ASM_SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `1 IN 1..n` ASSUME_TAC THENL
   [REWRITE_TAC[IN_NUMSEG] THEN UNDISCH_TAC `2 <= n` THEN ARITH_TAC; ALL_TAC] THEN
  (* the loss, with the ratio *)
  SUBGOAL_THEN `many (:P) k p nu s = total b (\v:real^(P,N)finite_prod. R(cand v 1:real^N) * w v * (L v - s(cand v 1)))`
  (LABEL_TAC "ratio") THENL
   [REWRITE_TAC[many] THEN ASM_REWRITE_TAC[] THEN MATCH_MP_TAC TOTAL_EQ THEN
    X_GEN_TAC `v:real^(P,N)finite_prod` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    EXPAND_TAC "L" THEN EXPAND_TAC "w" THEN EXPAND_TAC "R" THEN REWRITE_TAC[] THEN
    ASM_SIMP_TAC[PRODUCT_CLAUSES_LEFT; ARITH_RULE `2 <= n ==> 1 <= n`; ARITH_RULE `1 + 1 = 2`] THEN
    SUBGOAL_THEN `&0 < nu(cand (v:real^(P,N)finite_prod) 1:real^N)` MP_TAC THENL
     [ASM_SIMP_TAC[]; CONV_TAC REAL_FIELD]; ALL_TAC] THEN
  (* every candidate in turn *)
  SUBGOAL_THEN `!j. j IN 1..n ==> many (:P) k p nu s =
     total b (\v:real^(P,N)finite_prod. R(cand v j:real^N) * w v * (L v - s(cand v j)))` (LABEL_TAC "turn") THENL
   [X_GEN_TAC `j:num` THEN DISCH_TAC THEN USE_THEN "ratio" SUBST1_TAC THEN
    MP_TAC(ISPECL [`j:num`; `k:real^N->bool`;
      `\v:real^(P,N)finite_prod. R(cand v 1:real^N) * w v * (L v - s(cand v 1))`] TOTAL_EXCH) THEN
    ASM_SIMP_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN MATCH_MP_TAC TOTAL_EQ THEN
    X_GEN_TAC `v:real^(P,N)finite_prod` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `cand (exch j (v:real^(P,N)finite_prod)) 1 = (cand v j:real^N)` SUBST1_TAC THENL
     [ASM_SIMP_TAC[CAND_EXCH] THEN REWRITE_TAC[swap]; ALL_TAC] THEN
    SUBGOAL_THEN `w (exch j (v:real^(P,N)finite_prod)):real = w v /\ L (exch j v):real = L v`
      (fun th -> REWRITE_TAC[th]) THEN
    MP_TAC(ISPECL [`j:num`; `n:num`] PERMUTES_EXCH) THEN ASM_REWRITE_TAC[] THEN DISCH_TAC THEN
    EXPAND_TAC "w" THEN EXPAND_TAC "L" THEN REWRITE_TAC[] THEN CONJ_TAC THENL
     [FIRST_X_ASSUM(fun th -> GEN_REWRITE_TAC RAND_CONV [MATCH_MP PRODUCT_PERMUTE th]) THEN
      MATCH_MP_TAC PRODUCT_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[o_THM] THEN ASM_SIMP_TAC[CAND_EXCH];
      AP_TERM_TAC THEN
      FIRST_X_ASSUM(fun th -> GEN_REWRITE_TAC RAND_CONV [MATCH_MP SUM_PERMUTE th]) THEN
      MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[o_THM] THEN ASM_SIMP_TAC[CAND_EXCH]];
    ALL_TAC] THEN
  SUBGOAL_THEN `&n * many (:P) (k:real^N->bool) p nu s = total b (\v:real^(P,N)finite_prod. w v * A v)` ASSUME_TAC THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `total b (\v:real^(P,N)finite_prod. sum (1..n) (\j. R(cand v j:real^N) * w v * (L v - s(cand v j))))` THEN
    CONJ_TAC THENL
     [MP_TAC(BETA_RULE(ISPECL [`\j v:real^(P,N)finite_prod. R(cand v j:real^N) * w v * (L v - s(cand v j)):real`;
        `n:num`; `b:real^(P,N)finite_prod->bool`] TOTAL_SUM)) THEN
      (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
      MATCH_MP_TAC EQ_TRANS THEN EXISTS_TAC `sum (1..n) (\j. many (:P) (k:real^N->bool) p nu s)` THEN CONJ_TAC THENL
       [REWRITE_TAC[SUM_CONST_NUMSEG; ADD_SUB];
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        USE_THEN "turn" (fun th -> ACCEPT_TAC(MATCH_MP th (ASSUME `j IN 1..n`)))];
      MATCH_MP_TAC TOTAL_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN EXPAND_TAC "A" THEN
      REWRITE_TAC[GSYM SUM_LMUL] THEN MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`b:real^(P,N)finite_prod->bool`; `w:real^(P,N)finite_prod->real`; `A:real^(P,N)finite_prod->real`;
    `B:real^(P,N)finite_prod->real`;
    `\v:real^(P,N)finite_prod. ?a. !i. i IN 1..n ==> s(cand v i:real^N) = log(R(cand v i)) + a`] OUTER) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[] THEN X_GEN_TAC `v:real^(P,N)finite_prod` THEN DISCH_TAC THEN
    EXPAND_TAC "A" THEN EXPAND_TAC "B" THEN EXPAND_TAC "L" THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`n:num`; `\i. R(cand (v:real^(P,N)finite_prod) i:real^N):real`;
      `\i. s(cand (v:real^(P,N)finite_prod) i:real^N):real`] INDEX) THEN
    REWRITE_TAC[] THEN DISCH_THEN MATCH_MP_TAC THEN
    ASM_SIMP_TAC[ARITH_RULE `2 <= n ==> 1 <= n`];
    ALL_TAC] THEN
  FIRST_X_ASSUM(SUBST1_TAC o SYM o check (fun th -> is_eq(concl th) &&
    can (find_term (fun t -> t = `many (:P) k p nu (s:real^N->real)`)) (lhand(concl th)) &&
    lhand(concl th) <> `many (:P) k p nu (s:real^N->real)`)) THEN
  SUBGOAL_THEN `&0 < &n` ASSUME_TAC THENL
   [REWRITE_TAC[REAL_OF_NUM_LT] THEN UNDISCH_TAC `2 <= n` THEN ARITH_TAC; ALL_TAC] THEN
  REMOVE_THEN "ratio" (K ALL_TAC) THEN REMOVE_THEN "turn" (K ALL_TAC) THEN
  MP_TAC(ASSUME `&0 < &n`) THEN SIMP_TAC[REAL_LE_LDIV_EQ; REAL_EQ_RDIV_EQ] THEN
  DISCH_THEN(K ALL_TAC) THEN
  SUBGOAL_THEN `many (:P) (k:real^N->bool) p nu s * &n = &n * many (:P) k p nu s` SUBST1_TAC THENL
   [MATCH_ACCEPT_TAC REAL_MUL_SYM; ALL_TAC] THEN
  DISCH_THEN(CONJUNCTS_THEN2 (fun th -> REWRITE_TAC[th]) SUBST1_TAC) THEN
  EQ_TAC THENL
   [DISCH_THEN(LABEL_TAC "all") THEN
    SUBGOAL_THEN `?e:real^N. e IN k` STRIP_ASSUME_TAC THENL
     [ASM_MESON_TAC[MEMBER_NOT_EMPTY; INTERIOR_SUBSET; SUBSET]; ALL_TAC] THEN
    EXISTS_TAC `s(e:real^N) - log(R e)` THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    ABBREV_TAC `v = vectorize((lambda i. if i = 1 then y else (e:real^N)):real^N^P)` THEN
    SUBGOAL_THEN `!i. i IN 1..n ==> cand (v:real^(P,N)finite_prod) i = if i = 1 then y else (e:real^N)` ASSUME_TAC THENL
     [EXPAND_TAC "n" THEN EXPAND_TAC "v" THEN
      REWRITE_TAC[BETA_RULE(ISPEC `\i:num. if i = 1 then y else (e:real^N)` CAND_VECTORIZE)]; ALL_TAC] THEN
    USE_THEN "all" (MP_TAC o SPEC `v:real^(P,N)finite_prod`) THEN
    ANTS_TAC THENL
     [EXPAND_TAC "b" THEN REWRITE_TAC[candidates; IN_ELIM_THM] THEN ASM_REWRITE_TAC[] THEN
      ASM_SIMP_TAC[] THEN REPEAT STRIP_TAC THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[];
      DISCH_THEN(X_CHOOSE_THEN `a:real` (fun th -> MP_TAC(SPEC `1` th) THEN MP_TAC(SPEC `2` th))) THEN
      SUBGOAL_THEN `2 IN 1..n` ASSUME_TAC THENL
       [REWRITE_TAC[IN_NUMSEG] THEN UNDISCH_TAC `2 <= n` THEN ARITH_TAC; ALL_TAC] THEN
      ASM_SIMP_TAC[ARITH_EQ] THEN EXPAND_TAC "R" THEN REWRITE_TAC[] THEN REAL_ARITH_TAC];
    DISCH_THEN(X_CHOOSE_TAC `a:real`) THEN REPEAT STRIP_TAC THEN EXISTS_TAC `a:real` THEN
    REPEAT STRIP_TAC THEN EXPAND_TAC "R" THEN REWRITE_TAC[] THEN ASM_MESON_TAC[]]);;

let MANY_CONT = prove
 (`!(c:real^M->bool) (k:real^N->bool) p nu s.
     compact c /\ compact k /\ convex k /\ ~(interior k = {}) /\
     (\z. lift(p (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (\y. lift(nu y)) continuous_on k /\
     (\z. lift(s (fstcart z) (sndcart z))) continuous_on (c PCROSS k)
     ==> (\x. lift(many (:P) k (p x) nu (s x))) continuous_on c`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[many] THEN
  MP_TAC(ISPEC `k:real^N->bool` CANDIDATES_SOLID) THEN ASM_REWRITE_TAC[solid] THEN STRIP_TAC THEN
  MATCH_MP_TAC(BETA_RULE(ISPECL [`\(x:real^M) (v:real^(P,N)finite_prod).
     p x (cand v 1:real^N) * product (2..dimindex(:P)) (\i. nu (cand v i)) *
     (log(sum (1..dimindex(:P)) (\i. exp(s x (cand v i)))) - s x (cand v 1))`] TOTAL_CONT)) THEN
  ASM_REWRITE_TAC[] THEN
  MATCH_MP_TAC CONT_MUL THEN CONJ_TAC THENL [ASM_SIMP_TAC[CAND_JOINT; ONE_IN]; ALL_TAC] THEN
  MATCH_MP_TAC CONT_MUL THEN CONJ_TAC THENL
   [MATCH_MP_TAC CONT_PRODUCT THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    SUBGOAL_THEN `i IN 1..dimindex(:P)` ASSUME_TAC THENL
     [POP_ASSUM MP_TAC THEN REWRITE_TAC[IN_NUMSEG] THEN ARITH_TAC; ALL_TAC] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`\v:real^(P,N)finite_prod. nu(cand v i:real^N):real`] CONT_SND)) THEN
    ASM_SIMP_TAC[CAND_COMP]; ALL_TAC] THEN
  MATCH_MP_TAC CONT_SUB THEN CONJ_TAC THENL [ALL_TAC; ASM_SIMP_TAC[CAND_JOINT; ONE_IN]] THEN
  MATCH_MP_TAC CONT_LOG THEN CONJ_TAC THENL
   [MATCH_MP_TAC CONT_SUM THEN REPEAT STRIP_TAC THEN MATCH_MP_TAC CONT_EXP THEN ASM_SIMP_TAC[CAND_JOINT];
    REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_POS_LT_ALL THEN
    REWRITE_TAC[FINITE_NUMSEG; NUMSEG_EMPTY; NOT_LT; DIMINDEX_GE_1; REAL_EXP_POS_LT]]);;

let INFONCE_EVERY = prove
 (`!(c:real^M->bool) (k:real^N->bool) w p nu s t.
     2 <= dimindex(:P) /\ solid c /\ compact k /\ convex k /\ ~(interior k = {}) /\
     (\x. lift(w x)) continuous_on c /\ (!x. x IN c ==> &0 < w x) /\
     (\z. lift(p (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (!x y. x IN c /\ y IN k ==> &0 < p x y) /\
     (\y. lift(nu y)) continuous_on k /\ (!y. y IN k ==> &0 < nu y) /\
     (\z. lift(s (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (\z. lift(t (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (?a. !x y. x IN c /\ y IN k ==> t x y = log(p x y / nu y) + a x)
     ==> infonce (:P) c k w p nu t <= infonce (:P) c k w p nu s /\
         (infonce (:P) c k w p nu s = infonce (:P) c k w p nu t <=>
          ?a. !x y. x IN c /\ y IN k ==> s x y = log(p x y / nu y) + a x)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `compact(c:real^M->bool)` ASSUME_TAC THENL [ASM_MESON_TAC[solid]; ALL_TAC] THEN
  MP_TAC(BETA_RULE(ISPECL [`c:real^M->bool`; `w:real^M->real`;
    `\x:real^M. many (:P) (k:real^N->bool) (p x) nu (s x)`;
    `\x:real^M. many (:P) (k:real^N->bool) (p x) nu (t x)`;
    `\x:real^M. ?a. !y:real^N. y IN k ==> s x y = log(p x y / nu y) + a`] OUTER)) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[MANY_CONT] THEN X_GEN_TAC `x:real^M` THEN DISCH_TAC THEN
    MP_TAC(ISPECL [`k:real^N->bool`; `(p:real^M->real^N->real) x`; `nu:real^N->real`] MANY_LOWER) THEN
    ASM_SIMP_TAC[] THEN ANTS_TAC THENL [MATCH_MP_TAC CONT_SLICE THEN ASM_MESON_TAC[]; ALL_TAC] THEN
    DISCH_THEN(X_CHOOSE_THEN `m:real` (fun th ->
      MP_TAC(SPEC `(s:real^M->real^N->real) x` th) THEN MP_TAC(SPEC `(t:real^M->real^N->real) x` th))) THEN
    ANTS_TAC THENL [MATCH_MP_TAC CONT_SLICE THEN ASM_MESON_TAC[]; ALL_TAC] THEN
    SUBGOAL_THEN `?a. !y. y IN k ==> (t:real^M->real^N->real) x y = log(p x y / nu y) + a`
      (fun th -> REWRITE_TAC[th]) THENL [ASM_MESON_TAC[]; ALL_TAC] THEN
    DISCH_THEN(SUBST1_TAC o CONJUNCT2) THEN
    DISCH_THEN MATCH_MP_TAC THEN MATCH_MP_TAC CONT_SLICE THEN ASM_MESON_TAC[];
    REWRITE_TAC[many; infonce] THEN
    DISCH_THEN(CONJUNCTS_THEN2 (fun th -> REWRITE_TAC[th]) SUBST1_TAC) THEN
    EQ_TAC THENL
     [REWRITE_TAC[RIGHT_IMP_EXISTS_THM; SKOLEM_THM] THEN MESON_TAC[]; MESON_TAC[]]]);;

(* minimal among all continuous scores; M + 1 = dimindex(:P) >= 2 candidates *)
let THM_EVERY_M_CONTINUOUS = prove
 (`!(c:real^M->bool) (k:real^N->bool) w p nu s.
     2 <= dimindex(:P) /\ solid c /\ compact k /\ convex k /\ ~(interior k = {}) /\
     (\x. lift(w x)) continuous_on c /\ (!x. x IN c ==> &0 < w x) /\
     (\z. lift(p (fstcart z) (sndcart z))) continuous_on (c PCROSS k) /\
     (!x y. x IN c /\ y IN k ==> &0 < p x y) /\
     (\y. lift(nu y)) continuous_on k /\ (!y. y IN k ==> &0 < nu y) /\
     (\z. lift(s (fstcart z) (sndcart z))) continuous_on (c PCROSS k)
     ==> ((!t. (\z. lift(t (fstcart z) (sndcart z))) continuous_on (c PCROSS k)
               ==> infonce (:P) c k w p nu s <= infonce (:P) c k w p nu t) <=>
          ?a. !x y. x IN c /\ y IN k ==> s x y = log(p x y / nu y) + a x)`,
  REPEAT STRIP_TAC THEN EQ_TAC THENL
   [DISCH_THEN(MP_TAC o SPEC `\(x:real^M) (y:real^N). log(p x y / nu y)`) THEN
    MP_TAC(ISPECL [`c:real^M->bool`; `k:real^N->bool`; `w:real^M->real`; `p:real^M->real^N->real`;
      `nu:real^N->real`; `s:real^M->real^N->real`; `\(x:real^M) (y:real^N). log(p x y / nu y)`] INFONCE_EVERY) THEN
    REWRITE_TAC[] THEN
    SUBGOAL_THEN `(\z:real^(M,N)finite_sum. lift(log(p (fstcart z) (sndcart z) / nu (sndcart z))))
                  continuous_on (c PCROSS k)` ASSUME_TAC THENL
     [MATCH_MP_TAC CONT_LOG THEN
      ASM_SIMP_TAC[FORALL_IN_PCROSS; FSTCART_PASTECART; SNDCART_PASTECART; REAL_LT_DIV] THEN
      REWRITE_TAC[real_div] THEN MATCH_MP_TAC CONT_MUL THEN ASM_REWRITE_TAC[] THEN
      MATCH_MP_TAC CONT_INV THEN ASM_SIMP_TAC[FORALL_IN_PCROSS; SNDCART_PASTECART; CONT_SND];
      ALL_TAC] THEN
    ASM_REWRITE_TAC[] THEN ANTS_TAC THENL
     [EXISTS_TAC `\x:real^M. &0` THEN REWRITE_TAC[REAL_ADD_RID]; ALL_TAC] THEN
    MESON_TAC[REAL_LE_ANTISYM];
    DISCH_TAC THEN X_GEN_TAC `t:real^M->real^N->real` THEN DISCH_TAC THEN
    MP_TAC(ISPECL [`c:real^M->bool`; `k:real^N->bool`; `w:real^M->real`; `p:real^M->real^N->real`;
      `nu:real^N->real`; `t:real^M->real^N->real`; `s:real^M->real^N->real`] INFONCE_EVERY) THEN
    ASM_REWRITE_TAC[] THEN SIMP_TAC[]]);;

(* any distances d and e *)
let ENCODER_EVERY_M = prove
 (`!k w d (e:real^Q->real^Q->real) (h:real^N->real^Q).
     2 <= dimindex(:P) /\ compact k /\ convex k /\ ~(interior k = {}) /\
     (\x. lift(w x)) continuous_on k /\ (!x. x IN k ==> &0 < w x) /\
     (\z. lift(d (fstcart z) (sndcart z))) continuous_on (k PCROSS k) /\
     (\z. lift(e (h(fstcart z)) (h(sndcart z)))) continuous_on (k PCROSS k) /\
     (!x. x IN k ==> d x x = &0) /\ (!u. e u u = &0)
     ==> infonce (:P) k k w (dens k (\x y. --(d x y))) (\y. &1) (\x y. --(d x y)) <=
         infonce (:P) k k w (dens k (\x y. --(d x y))) (\y. &1) (\x y. --(e (h x) (h y))) /\
         (infonce (:P) k k w (dens k (\x y. --(d x y))) (\y. &1) (\x y. --(e (h x) (h y))) =
          infonce (:P) k k w (dens k (\x y. --(d x y))) (\y. &1) (\x y. --(d x y)) <=>
          !x y. x IN k /\ y IN k ==> e (h x) (h y) = d x y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `solid(k:real^N->bool) /\ ~(k = {})` STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[SOLID_CONVEX] THEN ASM_MESON_TAC[INTERIOR_EMPTY]; ALL_TAC] THEN
  SUBGOAL_THEN
   `(\z. lift(--((d:real^N->real^N->real) (fstcart z) (sndcart z)))) continuous_on (k PCROSS k) /\
    (\z. lift(--((e:real^Q->real^Q->real) (h(fstcart z:real^N)) (h(sndcart z:real^N))))) continuous_on (k PCROSS k)`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC CONT_NEG THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `\x y. --((d:real^N->real^N->real) x y)`] DENS) THEN
  (ANTS_TAC THENL [ASM_REWRITE_TAC[]; STRIP_TAC]) THEN
  RULE_ASSUM_TAC BETA_RULE THEN
  MP_TAC(ISPECL [`k:real^N->bool`; `k:real^N->bool`; `w:real^N->real`;
    `dens (k:real^N->bool) (\x y. --((d:real^N->real^N->real) x y))`; `\y:real^N. &1`;
    `\x y. --((e:real^Q->real^Q->real) (h(x:real^N)) (h(y:real^N)))`;
    `\x y. --((d:real^N->real^N->real) x y)`] INFONCE_EVERY) THEN
  ASM_REWRITE_TAC[REAL_DIV_1; CONTINUOUS_ON_CONST; REAL_LT_01] THEN
  SUBGOAL_THEN `!x y:real^N. x IN k /\ y IN k
     ==> log(dens k (\x y. --((d:real^N->real^N->real) x y)) x y) =
         --(d x y) - log(total k (\y. exp(--(d x y))))` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN REWRITE_TAC[dens] THEN
    ASM_SIMP_TAC[LOG_DIV; REAL_EXP_POS_LT; LOG_EXP]; ALL_TAC] THEN
  ANTS_TAC THENL
   [EXISTS_TAC `\x:real^N. log(total k (\y:real^N. exp(--(d x y))))` THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC; ALL_TAC] THEN
  DISCH_THEN(CONJUNCTS_THEN2 (fun th -> REWRITE_TAC[th]) SUBST1_TAC) THEN EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_THEN `a:real^N->real` (LABEL_TAC "a")) THEN
    MAP_EVERY X_GEN_TAC [`x:real^N`; `y:real^N`] THEN STRIP_TAC THEN
    REMOVE_THEN "a" (fun th -> MP_TAC(SPECL [`x:real^N`; `y:real^N`] th) THEN
                               MP_TAC(SPECL [`x:real^N`; `x:real^N`] th)) THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC;
    DISCH_TAC THEN EXISTS_TAC `\x:real^N. log(total k (\y:real^N. exp(--(d x y))))` THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC]);;

state "thm-every-m" "cand" cand;;
state "thm-every-m" "candidates" candidates;;
state "thm-every-m" "infonce" infonce;;
state "thm-every-m" "THM_EVERY_M_CONTINUOUS" THM_EVERY_M_CONTINUOUS;;
state "thm-encoder" "ENCODER_EVERY_M" ENCODER_EVERY_M;;
