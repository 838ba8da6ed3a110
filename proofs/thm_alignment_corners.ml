(* thm-alignment: Alignment on the corners of a cube [finite latents, the spectral gap proved]
page: theory/56_without_negatives

Let z be uniform on the 2^N sign vectors, and let the positive keep each sign with the
probability (1 + rho)/2, independently, 0 < rho < 1. An encoder with mean 0 and
E|u|^2 = 1 has an alignment of at most rho, and rho exactly if it is linear. If moreover
K = N and E u u^T = I/N, the alignment is rho exactly if u(z) = R z / sqrt N with an
orthogonal R. Nothing is assumed of eigenvalues: on the products of the coordinates of a
set s the pairs act by rho^|s|, which is rho for single coordinates and less for all others.

on the page          in HOL
Z                    z             the corners: every coordinate is 1 or -1
uniform z            w x           inv(&2 pow dimindex(:N))
a pair               q x y         w x times the probability of y given x
lambda_1             rho
u                    u             of type real^N->real^K
E u                  vsum z (\x. w x % u x)

Leaves out: the sphere, where the theorem of Funk and Hecke takes the place of the
products of coordinates. The corners divided by sqrt N lie on it.
*)
needs "report.ml";;
needs "thm_alignment.ml";;

let PRODUCT_1_PLUS = prove
 (`!t (a:num->real). FINITE t
     ==> product t (\i. &1 + a i) = sum {s | s SUBSET t} (\s. product s a)`,
  GEN_REWRITE_TAC I [SWAP_FORALL_THM] THEN GEN_TAC THEN
  MATCH_MP_TAC FINITE_INDUCT_STRONG THEN
  REWRITE_TAC[POWERSET_CLAUSES; SUM_SING; PRODUCT_CLAUSES] THEN
  MAP_EVERY X_GEN_TAC [`k:num`; `t:num->bool`] THEN STRIP_TAC THEN
  SUBGOAL_THEN
   `sum ({s | s SUBSET t} UNION IMAGE (\s. k INSERT s) {s | s SUBSET t}) (\s. product s a) =
    sum {s:num->bool | s SUBSET t} (\s. product s a) +
    sum (IMAGE (\s. k INSERT s) {s | s SUBSET t}) (\s. product s a)`
  SUBST1_TAC THENL
   [MATCH_MP_TAC SUM_UNION THEN ASM_SIMP_TAC[FINITE_POWERSET; FINITE_IMAGE] THEN
    REWRITE_TAC[DISJOINT; EXTENSION; NOT_IN_EMPTY; IN_INTER; IN_IMAGE; IN_ELIM_THM] THEN
    ASM SET_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `sum (IMAGE (\s. k INSERT s) {s | s SUBSET t}) (\s. product s (a:num->real)) =
    sum {s | s SUBSET t} (\s. a k * product s a)`
  SUBST1_TAC THENL
   [MP_TAC(ISPECL [`\s:num->bool. k INSERT s`; `\s. product s (a:num->real)`;
      `{s:num->bool | s SUBSET t}`] SUM_IMAGE) THEN
    ANTS_TAC THENL [REWRITE_TAC[IN_ELIM_THM] THEN ASM SET_TAC[]; DISCH_THEN SUBST1_TAC] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `s:num->bool` THEN
    REWRITE_TAC[IN_ELIM_THM; o_THM] THEN DISCH_TAC THEN
    SUBGOAL_THEN `FINITE(s:num->bool) /\ ~(k IN s)` STRIP_ASSUME_TAC THENL
     [ASM_MESON_TAC[FINITE_SUBSET; SUBSET]; ASM_SIMP_TAC[PRODUCT_CLAUSES]];
    ASM_SIMP_TAC[PRODUCT_CLAUSES; SUM_LMUL] THEN
    REWRITE_TAC[REAL_ADD_RDISTRIB; REAL_MUL_LID]]);;

(* the products of coordinates diagonalise the pairs; nothing is used of the points *)
let WALSH_EXPANSION = prove
 (`!r (x:real^N) (y:real^N).
     product (1..dimindex(:N)) (\i. &1 + r * x$i * y$i) =
     sum {s | s SUBSET 1..dimindex(:N)}
         (\s. r pow (CARD s) * product s (\i. x$i) * product s (\i. y$i))`,
  REPEAT GEN_TAC THEN
  TRANS_TAC EQ_TRANS `sum {s | s SUBSET 1..dimindex(:N)}
    (\s. product s (\i. r * (x:real^N)$i * (y:real^N)$i))` THEN
  CONJ_TAC THENL
   [MP_TAC(ISPECL [`1..dimindex(:N)`; `\i. r * (x:real^N)$i * (y:real^N)$i`] PRODUCT_1_PLUS) THEN
    REWRITE_TAC[FINITE_NUMSEG] THEN DISCH_THEN ACCEPT_TAC;
    ALL_TAC] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `s:num->bool` THEN REWRITE_TAC[IN_ELIM_THM] THEN
  DISCH_TAC THEN SUBGOAL_THEN `FINITE(s:num->bool)` ASSUME_TAC THENL
   [ASM_MESON_TAC[FINITE_SUBSET; FINITE_NUMSEG]; ALL_TAC] THEN
  ASM_SIMP_TAC[PRODUCT_MUL; PRODUCT_CONST]);;

let WALSH_QUADRATIC = prove
 (`!z:real^N->bool f r. FINITE z
     ==> sum z (\x. sum z (\y. product (1..dimindex(:N)) (\i. &1 + r * x$i * y$i) * f x * f y)) =
         sum {s | s SUBSET 1..dimindex(:N)}
             (\s. r pow (CARD s) * (sum z (\x. f x * product s (\i. x$i))) pow 2)`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `t = {s | s SUBSET 1..dimindex(:N)}` THEN
  SUBGOAL_THEN `FINITE(t:(num->bool)->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "t" THEN SIMP_TAC[FINITE_POWERSET; FINITE_NUMSEG]; ALL_TAC] THEN
  TRANS_TAC EQ_TRANS
   `sum z (\x:real^N. sum t (\s. sum z (\y:real^N.
      r pow (CARD(s:num->bool)) * (f x * product s (\i. x$i)) * f y * product s (\i. y$i))))` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o rand o snd) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    ASM_REWRITE_TAC[WALSH_EXPANSION; GSYM SUM_RMUL] THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN REAL_ARITH_TAC;
    W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o lhand o snd) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `s:num->bool` THEN DISCH_TAC THEN
    REWRITE_TAC[SUM_LMUL; SUM_RMUL; REAL_POW_2]]);;

let corners_finite = prove
 (`FINITE {x:real^N | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1}`,
  REWRITE_TAC[IN_NUMSEG] THEN MATCH_MP_TAC FINITE_CART THEN REPEAT STRIP_TAC THEN
  MATCH_MP_TAC FINITE_SUBSET THEN EXISTS_TAC `{&1,-- &1}` THEN
  REWRITE_TAC[FINITE_INSERT; FINITE_EMPTY] THEN SET_TAC[]);;

(* at rho = 1 the product is 2^N for the point itself, and 0 for every other *)
let CORNER_PRODUCT = prove
 (`!x y:real^N.
     (!i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1) /\
     (!i. i IN 1..dimindex(:N) ==> y$i = &1 \/ y$i = -- &1)
     ==> product (1..dimindex(:N)) (\i. &1 + x$i * y$i) =
         if y = x then &2 pow dimindex(:N) else &0`,
  REPEAT STRIP_TAC THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[] THENL
   [TRANS_TAC EQ_TRANS `product (1..dimindex(:N)) (\i. &2)` THEN CONJ_TAC THENL
     [MATCH_MP_TAC PRODUCT_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN ASM_REWRITE_TAC[] THEN
      STRIP_TAC THEN ASM_REWRITE_TAC[] THEN CONV_TAC REAL_RAT_REDUCE_CONV;
      SIMP_TAC[PRODUCT_CONST; FINITE_NUMSEG; CARD_NUMSEG_1]];
    SIMP_TAC[PRODUCT_EQ_0; FINITE_NUMSEG] THEN
    UNDISCH_TAC `~(y:real^N = x)` THEN
    REWRITE_TAC[CART_EQ; NOT_FORALL_THM; NOT_IMP; GSYM IN_NUMSEG] THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `i:num` THEN STRIP_TAC THEN
    ASM_REWRITE_TAC[] THEN
    REPEAT(FIRST_X_ASSUM(MP_TAC o SPEC `i:num` o check (is_forall o concl))) THEN
    ASM_REWRITE_TAC[] THEN
    REPEAT STRIP_TAC THEN ASM_REWRITE_TAC[] THEN ASM_REAL_ARITH_TAC]);;

let CORNER_INVERSION = prove
 (`!z (x:real^N) f.
     {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} = z /\ x IN z
     ==> sum z (\y. product (1..dimindex(:N)) (\i. &1 + x$i * y$i) * f y) =
         &2 pow dimindex(:N) * f x`,
  REPEAT STRIP_TAC THEN
  TRANS_TAC EQ_TRANS `sum z (\y:real^N. if y = x then &2 pow dimindex(:N) * f x else &0)` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`x:real^N`; `y:real^N`] CORNER_PRODUCT) THEN
    ANTS_TAC THENL [ASM SET_TAC[]; DISCH_THEN SUBST1_TAC] THEN
    COND_CASES_TAC THEN ASM_REWRITE_TAC[REAL_MUL_LZERO];
    ASM_SIMP_TAC[SUM_DELTA]]);;

(* a set of two and more coordinates is not seen by linear functions: turn one of them *)
let CORNER_FLIP = prove
 (`!z:real^N->bool j g.
     {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} = z /\
     (!x. x IN z ==> g((lambda k. if k = j then --(x$k) else x$k):real^N) = --(g x))
     ==> sum z g = &0`,
  REPEAT STRIP_TAC THEN
  MATCH_MP_TAC(REAL_ARITH `x = --x ==> x = &0`) THEN
  REWRITE_TAC[GSYM SUM_NEG] THEN MATCH_MP_TAC SUM_EQ_GENERAL_INVERSES THEN
  REPEAT(EXISTS_TAC `\x:real^N. (lambda k. if k = j then --(x$k) else x$k):real^N`) THEN
  MATCH_MP_TAC(TAUT `(q ==> p) /\ q ==> p /\ q`) THEN CONJ_TAC THENL [SIMP_TAC[]; ALL_TAC] THEN
  X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  ASM_SIMP_TAC[REAL_NEG_NEG] THEN CONJ_TAC THENL
   [UNDISCH_TAC `(x:real^N) IN z` THEN EXPAND_TAC "z" THEN
    REWRITE_TAC[IN_ELIM_THM; IN_NUMSEG] THEN
    MATCH_MP_TAC MONO_FORALL THEN X_GEN_TAC `i:num` THEN
    ASM_CASES_TAC `1 <= i /\ i <= dimindex(:N)` THEN ASM_REWRITE_TAC[] THEN
    ASM_SIMP_TAC[LAMBDA_BETA] THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC;
    REWRITE_TAC[CART_EQ] THEN X_GEN_TAC `i:num` THEN STRIP_TAC THEN
    ASM_CASES_TAC `i:num = j` THENL
     [FIRST_X_ASSUM SUBST_ALL_TAC THEN ASM_SIMP_TAC[LAMBDA_BETA; REAL_NEG_NEG];
      ASM_SIMP_TAC[LAMBDA_BETA]]]);;

let PRODUCT_FLIP = prove
 (`!s j (x:real^N). s SUBSET 1..dimindex(:N) /\ j IN s
     ==> product s (\i. ((lambda k. if k = j then --(x$k) else x$k):real^N)$i) =
         --(product s (\i. x$i))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `FINITE(s:num->bool)` ASSUME_TAC THENL
   [ASM_MESON_TAC[FINITE_SUBSET; FINITE_NUMSEG]; ALL_TAC] THEN
  SUBGOAL_THEN `!f. product s f = f j * product (s DELETE (j:num)) f`
   (fun th -> REWRITE_TAC[th]) THENL
   [GEN_TAC THEN
    SUBGOAL_THEN `product s f = product ((j:num) INSERT (s DELETE j)) f` SUBST1_TAC THENL
     [AP_THM_TAC THEN AP_TERM_TAC THEN ASM SET_TAC[];
      ASM_SIMP_TAC[PRODUCT_CLAUSES; FINITE_DELETE; IN_DELETE]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `product (s DELETE j) (\i. ((lambda k. if k = j then --((x:real^N)$k) else x$k):real^N)$i) =
    product (s DELETE j) (\i. x$i)`
  SUBST1_TAC THENL
   [MATCH_MP_TAC PRODUCT_EQ THEN X_GEN_TAC `i:num` THEN REWRITE_TAC[IN_DELETE] THEN STRIP_TAC THEN
    SUBGOAL_THEN `1 <= i /\ i <= dimindex(:N)` ASSUME_TAC THENL
     [ASM_MESON_TAC[SUBSET; IN_NUMSEG]; ASM_SIMP_TAC[LAMBDA_BETA]];
    SUBGOAL_THEN `1 <= j /\ j <= dimindex(:N)` ASSUME_TAC THENL
     [ASM_MESON_TAC[SUBSET; IN_NUMSEG]; ASM_SIMP_TAC[LAMBDA_BETA; REAL_MUL_LNEG]]]);;

let CORNER_GAP = prove
 (`!z:real^N->bool w q rho f.
     {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} = z /\
     (!x. x IN z ==> w x = inv(&2 pow dimindex(:N))) /\ &0 < rho /\ rho < &1 /\
     (!x y. x IN z /\ y IN z
            ==> q x y = w x * product (1..dimindex(:N)) (\i. (&1 + rho * x$i * y$i) / &2)) /\
     sum z (\x. w x * f x) = &0
     ==> sum z (\x. sum z (\y. q x y * f x * f y)) <= rho * sum z (\x. w x * f x pow 2) /\
         (sum z (\x. sum z (\y. q x y * f x * f y)) = rho * sum z (\x. w x * f x pow 2) <=>
          ?a. !x. x IN z ==> f x = a dot x)`,
  REPEAT GEN_TAC THEN INTRO_TAC "z w pos less q mean" THEN
  SUBGOAL_THEN `FINITE(z:real^N->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "z" THEN REWRITE_TAC[corners_finite]; ALL_TAC] THEN
  ABBREV_TAC `W = &2 pow dimindex(:N)` THEN
  SUBGOAL_THEN `&0 < W` ASSUME_TAC THENL
   [EXPAND_TAC "W" THEN MATCH_MP_TAC REAL_POW_LT THEN REAL_ARITH_TAC; ALL_TAC] THEN
  ABBREV_TAC `t = {s | s SUBSET 1..dimindex(:N)}` THEN
  SUBGOAL_THEN `FINITE(t:(num->bool)->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "t" THEN SIMP_TAC[FINITE_POWERSET; FINITE_NUMSEG]; ALL_TAC] THEN
  ABBREV_TAC `G = \s. sum z (\x:real^N. f x * product s (\i. x$i))` THEN
  SUBGOAL_THEN `(G:(num->bool)->real) {} = &0` ASSUME_TAC THENL
   [EXPAND_TAC "G" THEN REWRITE_TAC[PRODUCT_CLAUSES; REAL_MUL_RID; ETA_AX] THEN
    REMOVE_THEN "mean" MP_TAC THEN
    SUBGOAL_THEN `sum z (\x:real^N. w x * f x) = inv W * sum z f` SUBST1_TAC THENL
     [REWRITE_TAC[GSYM SUM_LMUL] THEN MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[];
      ASM_SIMP_TAC[REAL_ENTIRE; REAL_INV_EQ_0; REAL_LT_IMP_NZ]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `sum z (\x:real^N. sum z (\y:real^N. q x y * f x * f y)) =
    inv(W pow 2) * sum t (\s. rho pow (CARD s) * (G:(num->bool)->real) s pow 2)`
  SUBST1_TAC THENL
   [SUBGOAL_THEN
     `sum t (\s. rho pow (CARD s) * (G:(num->bool)->real) s pow 2) =
      sum z (\x. sum z (\y. product (1..dimindex(:N)) (\i. &1 + rho * (x:real^N)$i * y$i) *
                            f x * f y))`
    SUBST1_TAC THENL
     [EXPAND_TAC "G" THEN EXPAND_TAC "t" THEN REWRITE_TAC[] THEN CONV_TAC SYM_CONV THEN
      MATCH_MP_TAC WALSH_QUADRATIC THEN ASM_REWRITE_TAC[];
      ALL_TAC] THEN
    REWRITE_TAC[GSYM SUM_LMUL] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    ASM_SIMP_TAC[real_div; PRODUCT_MUL; FINITE_NUMSEG; PRODUCT_CONST; CARD_NUMSEG_1;
                 REAL_POW_INV] THEN
    REWRITE_TAC[REAL_POW_2; REAL_INV_MUL] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `sum z (\x:real^N. w x * f x pow 2) = inv(W pow 2) * sum t (\s. (G:(num->bool)->real) s pow 2)`
  SUBST1_TAC THENL
   [SUBGOAL_THEN
     `sum t (\s. (G:(num->bool)->real) s pow 2) =
      sum z (\x. sum z (\y. product (1..dimindex(:N)) (\i. &1 + (x:real^N)$i * y$i) *
                            f x * f y))`
    SUBST1_TAC THENL
     [EXPAND_TAC "G" THEN EXPAND_TAC "t" THEN REWRITE_TAC[] THEN CONV_TAC SYM_CONV THEN
      MATCH_MP_TAC(REWRITE_RULE[REAL_POW_ONE; REAL_MUL_LID]
        (ISPECL [`z:real^N->bool`; `f:real^N->real`; `&1`] WALSH_QUADRATIC)) THEN
      ASM_REWRITE_TAC[];
      ALL_TAC] THEN
    REWRITE_TAC[GSYM SUM_LMUL] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `x:real^N`; `\y:real^N. f x * f y:real`] CORNER_INVERSION) THEN
    ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
    DISCH_THEN(fun th -> REWRITE_TAC[SUM_LMUL; BETA_RULE th]) THEN
    ASM_SIMP_TAC[] THEN UNDISCH_TAC `&0 < W` THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  SUBGOAL_THEN `!s:num->bool. s IN t ==> FINITE s` ASSUME_TAC THENL
   [EXPAND_TAC "t" THEN REWRITE_TAC[IN_ELIM_THM] THEN
    MESON_TAC[FINITE_SUBSET; FINITE_NUMSEG]; ALL_TAC] THEN
  SUBGOAL_THEN
   `!s:num->bool. s IN t ==> &0 <= (rho - rho pow (CARD s)) * G s pow 2 /\
        ((rho - rho pow (CARD s)) * G s pow 2 = &0 <=> 2 <= CARD s ==> G s = &0)`
  ASSUME_TAC THENL
   [X_GEN_TAC `s:num->bool` THEN DISCH_TAC THEN
    ASM_CASES_TAC `CARD(s:num->bool) = 0` THENL
     [SUBGOAL_THEN `s:num->bool = {}` SUBST1_TAC THENL [ASM_MESON_TAC[CARD_EQ_0]; ALL_TAC] THEN
      ASM_REWRITE_TAC[] THEN CONV_TAC REAL_RAT_REDUCE_CONV THEN
      REWRITE_TAC[REAL_MUL_RZERO; REAL_LE_REFL];
      ALL_TAC] THEN
    ASM_CASES_TAC `CARD(s:num->bool) = 1` THENL
     [ASM_REWRITE_TAC[REAL_POW_1; REAL_SUB_REFL; REAL_MUL_LZERO; REAL_LE_REFL; ARITH]; ALL_TAC] THEN
    SUBGOAL_THEN `2 <= CARD(s:num->bool)` ASSUME_TAC THENL [ASM_ARITH_TAC; ALL_TAC] THEN
    SUBGOAL_THEN `rho pow (CARD(s:num->bool)) < rho` ASSUME_TAC THENL
     [TRANS_TAC REAL_LET_TRANS `rho pow 2` THEN CONJ_TAC THENL
       [MATCH_MP_TAC REAL_POW_MONO_INV THEN ASM_SIMP_TAC[REAL_LT_IMP_LE];
        GEN_REWRITE_TAC RAND_CONV [GSYM REAL_MUL_RID] THEN REWRITE_TAC[REAL_POW_2] THEN
        MATCH_MP_TAC REAL_LT_LMUL THEN ASM_REWRITE_TAC[]];
      ASM_REWRITE_TAC[REAL_ENTIRE; REAL_POW_EQ_0; ARITH] THEN CONJ_TAC THENL
       [MATCH_MP_TAC REAL_LE_MUL THEN REWRITE_TAC[REAL_LE_POW_2] THEN ASM_REAL_ARITH_TAC;
        ASM_SIMP_TAC[REAL_ARITH `r < rho ==> ~(rho - r = &0)`]]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `rho * inv(W pow 2) * sum t (\s. (G:(num->bool)->real) s pow 2) =
    inv(W pow 2) * sum t (\s. rho pow (CARD s) * G s pow 2) +
    inv(W pow 2) * sum t (\s. (rho - rho pow (CARD s)) * G s pow 2)`
  SUBST1_TAC THENL
   [REWRITE_TAC[REAL_SUB_RDISTRIB] THEN ASM_SIMP_TAC[SUM_SUB; SUM_LMUL] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `&0 <= sum t (\s. (rho - rho pow (CARD s)) * (G:(num->bool)->real) s pow 2)`
  ASSUME_TAC THENL [MATCH_MP_TAC SUM_POS_LE THEN ASM_SIMP_TAC[]; ALL_TAC] THEN
  CONJ_TAC THENL
   [REWRITE_TAC[REAL_LE_ADDR] THEN MATCH_MP_TAC REAL_LE_MUL THEN
    ASM_REWRITE_TAC[REAL_LE_INV_EQ; REAL_LE_POW_2];
    ALL_TAC] THEN
  REWRITE_TAC[REAL_ARITH `a = a + b <=> b = &0`; REAL_ENTIRE; REAL_INV_EQ_0] THEN
  ASM_SIMP_TAC[REAL_POW_EQ_0; REAL_LT_IMP_NZ] THEN
  SUBGOAL_THEN
   `sum t (\s. (rho - rho pow (CARD s)) * (G:(num->bool)->real) s pow 2) = &0 <=>
    !s. s IN t /\ 2 <= CARD s ==> G s = &0`
  SUBST1_TAC THENL
   [EQ_TAC THENL
     [DISCH_TAC THEN
      MP_TAC(ISPECL [`\s. (rho - rho pow (CARD s)) * (G:(num->bool)->real) s pow 2`;
        `t:(num->bool)->bool`] SUM_POS_EQ_0) THEN
      ASM_SIMP_TAC[] THEN ASM_MESON_TAC[];
      DISCH_TAC THEN MATCH_MP_TAC SUM_EQ_0 THEN ASM_SIMP_TAC[]];
    ALL_TAC] THEN
  EQ_TAC THENL
   [DISCH_TAC THEN
    EXISTS_TAC `(lambda i. inv W * G {i}):real^N` THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `x:real^N`; `f:real^N->real`] CORNER_INVERSION) THEN
    ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ASM_REWRITE_TAC[]] THEN
    SUBGOAL_THEN
     `sum z (\y:real^N. product (1..dimindex(:N)) (\i. &1 + (x:real^N)$i * y$i) * f y) =
      sum t (\s. product s (\i. x$i) * G s)`
    SUBST1_TAC THENL
     [TRANS_TAC EQ_TRANS
       `sum z (\y:real^N. sum t (\s. product s (\i. (x:real^N)$i) * f y * product s (\i. y$i)))` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        MP_TAC(ISPECL [`&1`; `x:real^N`; `y:real^N`] WALSH_EXPANSION) THEN
        ASM_REWRITE_TAC[REAL_MUL_LID; REAL_POW_ONE] THEN DISCH_THEN SUBST1_TAC THEN
        REWRITE_TAC[GSYM SUM_RMUL] THEN MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN
        REWRITE_TAC[] THEN REAL_ARITH_TAC;
        W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o lhand o snd) THEN
        ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
        EXPAND_TAC "G" THEN REWRITE_TAC[SUM_LMUL]];
      ALL_TAC] THEN
    SUBGOAL_THEN
     `sum t (\s. product s (\i. (x:real^N)$i) * G s) =
      sum (IMAGE (\i:num. {i}) (1..dimindex(:N))) (\s. product s (\i. x$i) * G s)`
    SUBST1_TAC THENL
     [MATCH_MP_TAC SUM_SUPERSET THEN EXPAND_TAC "t" THEN
      REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; IN_ELIM_THM; IN_SING] THEN
      CONJ_TAC THENL [MESON_TAC[]; X_GEN_TAC `s:num->bool` THEN STRIP_TAC] THEN
      SUBGOAL_THEN `(s:num->bool) IN t` ASSUME_TAC THENL
       [EXPAND_TAC "t" THEN ASM_REWRITE_TAC[IN_ELIM_THM; SUBSET]; ALL_TAC] THEN
      ASM_CASES_TAC `s:num->bool = {}` THEN ASM_REWRITE_TAC[REAL_MUL_RZERO] THEN
      SUBGOAL_THEN `2 <= CARD(s:num->bool)` (fun th -> ASM_SIMP_TAC[th; REAL_MUL_RZERO]) THEN
      MATCH_MP_TAC(ARITH_RULE `~(n = 0) /\ ~(n = 1) ==> 2 <= n`) THEN
      SUBGOAL_THEN `FINITE(s:num->bool)` ASSUME_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
      ASM_SIMP_TAC[CARD_EQ_0] THEN DISCH_TAC THEN
      SUBGOAL_THEN `(s:num->bool) HAS_SIZE 1` MP_TAC THENL
       [ASM_REWRITE_TAC[HAS_SIZE]; CONV_TAC(LAND_CONV HAS_SIZE_CONV)] THEN
      DISCH_THEN(X_CHOOSE_TAC `k:num`) THEN
      UNDISCH_TAC `~(s IN IMAGE (\i:num. {i}) (1..dimindex(:N)))` THEN
      REWRITE_TAC[IN_IMAGE] THEN EXISTS_TAC `k:num` THEN ASM_REWRITE_TAC[] THEN
      ASM SET_TAC[];
      ALL_TAC] THEN
    MP_TAC(ISPECL [`\i:num. {i}`; `\s. product s (\i. (x:real^N)$i) * G s`;
      `1..dimindex(:N)`] SUM_IMAGE) THEN
    ANTS_TAC THENL [SET_TAC[]; DISCH_THEN SUBST1_TAC] THEN
    REWRITE_TAC[o_DEF; PRODUCT_SING] THEN
    SIMP_TAC[dot; LAMBDA_BETA] THEN DISCH_TAC THEN
    SUBGOAL_THEN `(f:real^N->real) x = inv W * sum (1..dimindex(:N)) (\i. x$i * G {i})` SUBST1_TAC THENL
     [ASM_REWRITE_TAC[] THEN UNDISCH_TAC `&0 < W` THEN CONV_TAC REAL_FIELD;
      REWRITE_TAC[GSYM SUM_LMUL] THEN MATCH_MP_TAC SUM_EQ_NUMSEG THEN
      SIMP_TAC[LAMBDA_BETA] THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC];
    DISCH_THEN(X_CHOOSE_TAC `a:real^N`) THEN X_GEN_TAC `s:num->bool` THEN STRIP_TAC THEN
    EXPAND_TAC "G" THEN
    TRANS_TAC EQ_TRANS
     `sum z (\x:real^N. sum (1..dimindex(:N)) (\i. (a:real^N)$i * x$i * product s (\i. x$i)))` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      SUBGOAL_THEN `(f:real^N->real) x = a dot x` SUBST1_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
      REWRITE_TAC[dot; GSYM SUM_RMUL; REAL_MUL_ASSOC];
      ALL_TAC] THEN
    W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o lhand o snd) THEN
    ASM_REWRITE_TAC[FINITE_NUMSEG; corners_finite] THEN
    DISCH_THEN SUBST1_TAC THEN MATCH_MP_TAC SUM_EQ_0 THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    REWRITE_TAC[SUM_LMUL; REAL_ENTIRE] THEN DISJ2_TAC THEN
    SUBGOAL_THEN `?j:num. j IN s /\ ~(j = i)` STRIP_ASSUME_TAC THENL
     [MATCH_MP_TAC(SET_RULE `~(s SUBSET {i}) ==> ?j. j IN s /\ ~(j = i)`) THEN DISCH_TAC THEN
      MP_TAC(ISPECL [`s:num->bool`; `{i:num}`] CARD_SUBSET) THEN
      ASM_REWRITE_TAC[FINITE_SING; CARD_SING] THEN ASM_ARITH_TAC;
      ALL_TAC] THEN
    MATCH_MP_TAC CORNER_FLIP THEN EXISTS_TAC `j:num` THEN
    CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[]] THEN
    X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    SUBGOAL_THEN `s SUBSET 1..dimindex(:N)` ASSUME_TAC THENL
     [UNDISCH_TAC `(s:num->bool) IN t` THEN EXPAND_TAC "t" THEN REWRITE_TAC[IN_ELIM_THM]; ALL_TAC] THEN
    ASM_SIMP_TAC[PRODUCT_FLIP] THEN
    RULE_ASSUM_TAC(REWRITE_RULE[IN_NUMSEG]) THEN ASM_SIMP_TAC[LAMBDA_BETA] THEN
    REAL_ARITH_TAC]);;

let THM_ALIGNMENT_CORNERS = prove
 (`!z:real^N->bool w q rho (u:real^N->real^K).
     z = {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} /\
     (!x. x IN z ==> w x = inv(&2 pow dimindex(:N))) /\ &0 < rho /\ rho < &1 /\
     (!x y. x IN z /\ y IN z
            ==> q x y = w x * product (1..dimindex(:N)) (\i. (&1 + rho * x$i * y$i) / &2)) /\
     vsum z (\x. w x % u x) = vec 0 /\
     sum z (\x. w x * norm(u x) pow 2) = &1
     ==> sum z (\x. sum z (\y. q x y * (u x dot u y))) <= rho /\
         (sum z (\x. sum z (\y. q x y * (u x dot u y))) = rho <=>
          ?A. !x. x IN z ==> u x = A ** x)`,
  REPEAT GEN_TAC THEN DISCH_THEN(CONJUNCTS_THEN2 (ASSUME_TAC o SYM) STRIP_ASSUME_TAC) THEN
  MATCH_MP_TAC THM_ALIGNMENT THEN EXISTS_TAC `w:real^N->real` THEN
  CONJ_TAC THENL [EXPAND_TAC "z" THEN REWRITE_TAC[corners_finite]; ALL_TAC] THEN
  CONJ_TAC THENL
   [GEN_TAC THEN DISCH_TAC THEN MATCH_MP_TAC CORNER_GAP THEN
    REPEAT CONJ_TAC THEN FIRST_ASSUM MATCH_ACCEPT_TAC;
    CONJ_TAC THEN FIRST_ASSUM MATCH_ACCEPT_TAC]);;

let CORNER_COUNT = prove
 (`!z:real^N->bool.
     {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} = z
     ==> sum z (\x. &1) = &2 pow dimindex(:N)`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `FINITE(z:real^N->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "z" THEN REWRITE_TAC[corners_finite]; ALL_TAC] THEN
  ABBREV_TAC `t = {s | s SUBSET 1..dimindex(:N)}` THEN
  SUBGOAL_THEN `FINITE(t:(num->bool)->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "t" THEN SIMP_TAC[FINITE_POWERSET; FINITE_NUMSEG]; ALL_TAC] THEN
  SUBGOAL_THEN `(vec 1:real^N) IN z` ASSUME_TAC THENL
   [EXPAND_TAC "z" THEN REWRITE_TAC[IN_ELIM_THM; IN_NUMSEG] THEN SIMP_TAC[VEC_COMPONENT]; ALL_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `vec 1:real^N`; `\y:real^N. &1`] CORNER_INVERSION) THEN
  ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[REAL_MUL_RID]] THEN
  DISCH_THEN(SUBST1_TAC o SYM) THEN
  TRANS_TAC EQ_TRANS
   `sum z (\y:real^N. sum t (\s. product s (\i. (vec 1:real^N)$i) * product s (\i. y$i)))` THEN
  CONJ_TAC THENL
   [W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o rand o snd) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
    TRANS_TAC EQ_TRANS `sum {{}:num->bool} (\s. sum z (\y:real^N.
      product s (\i. (vec 1:real^N)$i) * product s (\i. y$i)))` THEN
    CONJ_TAC THENL [REWRITE_TAC[SUM_SING; PRODUCT_CLAUSES; REAL_MUL_RID]; ALL_TAC] THEN
    CONV_TAC SYM_CONV THEN MATCH_MP_TAC SUM_SUPERSET THEN EXPAND_TAC "t" THEN
    REWRITE_TAC[SUBSET; IN_SING; IN_ELIM_THM; FORALL_UNWIND_THM2; NOT_IN_EMPTY] THEN
    X_GEN_TAC `s:num->bool` THEN STRIP_TAC THEN REWRITE_TAC[SUM_LMUL; REAL_ENTIRE] THEN
    DISJ2_TAC THEN
    SUBGOAL_THEN `?j:num. j IN s` STRIP_ASSUME_TAC THENL [ASM SET_TAC[]; ALL_TAC] THEN
    MATCH_MP_TAC CORNER_FLIP THEN EXISTS_TAC `j:num` THEN
    CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC PRODUCT_FLIP THEN ASM_REWRITE_TAC[SUBSET];
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`&1`; `vec 1:real^N`; `y:real^N`] WALSH_EXPANSION) THEN
    ASM_REWRITE_TAC[REAL_MUL_LID; REAL_POW_ONE] THEN DISCH_THEN SUBST1_TAC THEN
    REWRITE_TAC[]]);;

let CORNER_MOMENTS = prove
 (`!z:real^N->bool w k l.
     {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} = z /\
     (!x. x IN z ==> w x = inv(&2 pow dimindex(:N))) /\
     k IN 1..dimindex(:N) /\ l IN 1..dimindex(:N)
     ==> sum z (\x. w x * x$k * x$l) = if k = l then &1 else &0`,
  REPEAT STRIP_TAC THEN
  TRANS_TAC EQ_TRANS `inv(&2 pow dimindex(:N)) * sum z (\x:real^N. x$k * x$l)` THEN CONJ_TAC THENL
   [REWRITE_TAC[GSYM SUM_LMUL] THEN MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[]; ALL_TAC] THEN
  COND_CASES_TAC THENL
   [MATCH_MP_TAC(REAL_FIELD `&0 < w /\ s = w ==> inv w * s = &1`) THEN
    SIMP_TAC[REAL_POW_LT; REAL_OF_NUM_LT; ARITH] THEN
    FIRST_ASSUM(fun th -> REWRITE_TAC[SYM(MATCH_MP CORNER_COUNT th)]) THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `(x:real^N)$l = &1 \/ x$l = -- &1` MP_TAC THENL
     [ASM SET_TAC[]; STRIP_TAC THEN ASM_REWRITE_TAC[] THEN CONV_TAC REAL_RAT_REDUCE_CONV];
    REWRITE_TAC[REAL_ENTIRE] THEN DISJ2_TAC THEN
    MATCH_MP_TAC CORNER_FLIP THEN EXISTS_TAC `k:num` THEN
    CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN REPEAT STRIP_TAC THEN
    RULE_ASSUM_TAC(REWRITE_RULE[IN_NUMSEG]) THEN ASM_SIMP_TAC[LAMBDA_BETA] THEN REAL_ARITH_TAC]);;

let THM_ALIGNMENT_CORNERS_WHITE = prove
 (`!z:real^N->bool w q rho (u:real^N->real^N).
     z = {x | !i. i IN 1..dimindex(:N) ==> x$i = &1 \/ x$i = -- &1} /\
     (!x. x IN z ==> w x = inv(&2 pow dimindex(:N))) /\ &0 < rho /\ rho < &1 /\
     (!x y. x IN z /\ y IN z
            ==> q x y = w x * product (1..dimindex(:N)) (\i. (&1 + rho * x$i * y$i) / &2)) /\
     vsum z (\x. w x % u x) = vec 0 /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * u x$i * u x$j) =
                if i = j then inv(&(dimindex(:N))) else &0)
     ==> sum z (\x. sum z (\y. q x y * (u x dot u y))) <= rho /\
         (sum z (\x. sum z (\y. q x y * (u x dot u y))) = rho <=>
          ?R. orthogonal_matrix R /\
              !x. x IN z ==> u x = inv(sqrt(&(dimindex(:N)))) % (R ** x))`,
  REPEAT GEN_TAC THEN INTRO_TAC "z w pos less q mean white" THEN
  REMOVE_THEN "z" (LABEL_TAC "z" o SYM) THEN
  SUBGOAL_THEN `FINITE(z:real^N->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "z" THEN REWRITE_TAC[corners_finite]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < &(dimindex(:N))` ASSUME_TAC THENL
   [REWRITE_TAC[REAL_OF_NUM_LT] THEN MATCH_MP_TAC(ARITH_RULE `1 <= n ==> 0 < n`) THEN
    REWRITE_TAC[DIMINDEX_GE_1]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < sqrt(&(dimindex(:N))) /\ sqrt(&(dimindex(:N))) pow 2 = &(dimindex(:N))`
  STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[SQRT_POS_LT; SQRT_POW_2; REAL_POS]; ALL_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `q:real^N->real^N->real`; `rho:real`;
    `u:real^N->real^N`] THM_ALIGNMENT_CORNERS) THEN
  ANTS_TAC THENL
   [CONJ_TAC THENL [USE_THEN "z" (ACCEPT_TAC o SYM); ALL_TAC] THEN
    REPLICATE_TAC 5 (CONJ_TAC THENL [FIRST_ASSUM MATCH_ACCEPT_TAC; ALL_TAC]) THEN
    REWRITE_TAC[NORM_POW_2; dot; GSYM SUM_LMUL] THEN
    W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o lhand o snd) THEN
    ASM_REWRITE_TAC[FINITE_NUMSEG; corners_finite] THEN DISCH_THEN SUBST1_TAC THEN
    TRANS_TAC EQ_TRANS `sum (1..dimindex(:N)) (\i. inv(&(dimindex(:N))))` THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      USE_THEN "white" (MP_TAC o SPECL [`i:num`; `i:num`]) THEN
      ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[] THEN DISCH_THEN ACCEPT_TAC];
      REWRITE_TAC[SUM_CONST_NUMSEG; ADD_SUB] THEN ASM_SIMP_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ]];
    ALL_TAC] THEN
  STRIP_TAC THEN ASM_REWRITE_TAC[] THEN
  EQ_TAC THENL
   [DISCH_THEN(X_CHOOSE_TAC `A:real^N^N`) THEN
    EXISTS_TAC `sqrt(&(dimindex(:N))) %% (A:real^N^N)` THEN CONJ_TAC THENL
     [ALL_TAC;
      X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
      ASM_SIMP_TAC[MATRIX_VECTOR_LMUL; VECTOR_MUL_ASSOC; REAL_MUL_LINV; REAL_LT_IMP_NZ;
                   VECTOR_MUL_LID]] THEN
    ONCE_REWRITE_TAC[GSYM ORTHOGONAL_MATRIX_TRANSP] THEN
    REWRITE_TAC[ORTHOGONAL_MATRIX; TRANSP_TRANSP; TRANSP_MATRIX_CMUL; MATRIX_MUL_LMUL;
                MATRIX_MUL_RMUL; MATRIX_CMUL_ASSOC; GSYM REAL_POW_2] THEN
    ASM_REWRITE_TAC[] THEN
    REWRITE_TAC[CART_EQ; MATRIX_CMUL_COMPONENT] THEN
    SIMP_TAC[mat; matrix_mul; transp; LAMBDA_BETA] THEN
    X_GEN_TAC `i:num` THEN STRIP_TAC THEN X_GEN_TAC `j:num` THEN STRIP_TAC THEN
    USE_THEN "white" (MP_TAC o SPECL [`i:num`; `j:num`]) THEN
    ANTS_TAC THENL [ASM_REWRITE_TAC[IN_NUMSEG]; ALL_TAC] THEN
    SUBGOAL_THEN
     `sum z (\x. w x * (u:real^N->real^N) x$i * u x$j) =
      sum (1..dimindex(:N)) (\k. (A:real^N^N)$i$k * A$j$k)`
    SUBST1_TAC THENL
     [TRANS_TAC EQ_TRANS
       `sum z (\x:real^N. sum (1..dimindex(:N)) (\k. sum (1..dimindex(:N)) (\l.
          ((A:real^N^N)$i$k * A$j$l) * w x * x$k * x$l)))` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        SUBGOAL_THEN `(u:real^N->real^N) x = A ** x` SUBST1_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
        ASM_SIMP_TAC[MATRIX_VECTOR_MUL_COMPONENT; dot] THEN
        REWRITE_TAC[GSYM SUM_LMUL; GSYM SUM_RMUL] THEN
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `k:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `l:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        REAL_ARITH_TAC;
        ALL_TAC] THEN
      W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o lhand o snd) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG; corners_finite] THEN DISCH_THEN SUBST1_TAC THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `k:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      W(MP_TAC o PART_MATCH (lhand o rand) SUM_SWAP o lhand o snd) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG; corners_finite] THEN DISCH_THEN SUBST1_TAC THEN
      TRANS_TAC EQ_TRANS
       `sum (1..dimindex(:N)) (\l. if l = k then (A:real^N^N)$i$k * A$j$k else &0)` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `l:num` THEN DISCH_TAC THEN
        REWRITE_TAC[SUM_LMUL] THEN
        MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `k:num`; `l:num`] CORNER_MOMENTS) THEN
        ANTS_TAC THENL
         [REPEAT CONJ_TAC THEN FIRST_ASSUM MATCH_ACCEPT_TAC; ALL_TAC] THEN
        DISCH_THEN SUBST1_TAC THEN
        ASM_CASES_TAC `l:num = k` THENL
         [ASM_REWRITE_TAC[REAL_MUL_RID];
          SUBGOAL_THEN `~(k:num = l)` ASSUME_TAC THENL [ASM_MESON_TAC[]; ALL_TAC] THEN
          ASM_REWRITE_TAC[REAL_MUL_RZERO]];
        ASM_REWRITE_TAC[SUM_DELTA]];
      ALL_TAC] THEN
    DISCH_THEN SUBST1_TAC THEN COND_CASES_TAC THEN
    ASM_SIMP_TAC[REAL_MUL_RZERO; REAL_MUL_RINV; REAL_LT_IMP_NZ];
    DISCH_THEN(X_CHOOSE_THEN `R:real^N^N` STRIP_ASSUME_TAC) THEN
    EXISTS_TAC `inv(sqrt(&(dimindex(:N)))) %% (R:real^N^N)` THEN
    ASM_SIMP_TAC[MATRIX_VECTOR_LMUL]]);;

state "thm-alignment" "THM_ALIGNMENT_CORNERS" THM_ALIGNMENT_CORNERS;;
state "thm-alignment" "THM_ALIGNMENT_CORNERS_WHITE" THM_ALIGNMENT_CORNERS_WHITE;;
