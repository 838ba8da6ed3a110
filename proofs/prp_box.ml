(* prp-box: What a box leaves open at exponent 2, from the loss [finite latents, corners among them]
page: theory/80_isometries_and_stability

Finitely many latents in the cube [0,1]^n, its corners among them, positives with the
density e^(-lambda |z-y|^2) / C(z), uniform negatives, any M >= 1, and the score
-|h(z)-h(y)|^2 / tau with lambda tau = 1. It has the least loss of all scores if and
only if h is a rigid motion, h(z) = Qz + b. If h has values in the cube, that is so
if and only if h permutes and reflects coordinates.

on the page          in HOL
Z                    z             a finite set with all corners of the cube
M, lambda, tau       M, la, tau
p(y|z), C(z)         p x y, C x
nu                   nu y = n      the same positive number for all y
rigid motion         h x = Q ** x + b with orthogonal_matrix Q
permutes, reflects   p permutes 1..N; output p i is h x$p i = x$i or 1 - x$i

Leaves out: latents that are not finitely many; and part 2, which sides of a box the
motions need, apart from the motions themselves.
*)
needs "report.ml";;
needs "thm_encoder.ml";;
needs "thm_linear.ml";;
needs "signed_permutation.ml";;

(* who keeps distances on a set that spans is a rigid motion *)
let RIGID = prove
 (`!z (h:real^N->real^N) c.
     c IN z /\ span(IMAGE (\x. x - c) z) = (:real^N) /\
     (!x y. x IN z /\ y IN z ==> norm(h x - h y) = norm(x - y))
     ==> ?Q. orthogonal_matrix Q /\ !x. x IN z ==> h x = Q ** (x - c) + h c`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`IMAGE (\x:real^N. x - c) z`; `\v:real^N. (h:real^N->real^N)(v + c) - h c`;
    `&1`] THM_LINEAR) THEN
  ASM_REWRITE_TAC[] THEN REWRITE_TAC[IMP_CONJ; RIGHT_FORALL_IMP_THM] THEN
  REWRITE_TAC[FORALL_IN_IMAGE; VECTOR_ARITH `(x - c) + c:real^N = x`] THEN ANTS_TAC THENL
   [REPEAT STRIP_TAC THEN REWRITE_TAC[REAL_MUL_LID] THEN
    MATCH_MP_TAC(REAL_ARITH `&2 * a = &2 * b ==> a = b`) THEN
    SUBGOAL_THEN `!u v:real^N. &2 * (u dot v) = norm u pow 2 + norm v pow 2 - norm(u - v) pow 2`
     (fun th -> REWRITE_TAC[th]) THENL
     [REWRITE_TAC[NORM_POW_2] THEN VECTOR_ARITH_TAC; ALL_TAC] THEN
    REWRITE_TAC[VECTOR_ARITH `(x - c) - (y - c):real^N = x - y`] THEN ASM_SIMP_TAC[];
    DISCH_THEN(X_CHOOSE_THEN `Q:real^N^N` STRIP_ASSUME_TAC)] THEN
  EXISTS_TAC `Q:real^N^N` THEN REWRITE_TAC[ORTHOGONAL_MATRIX] THEN CONJ_TAC THENL
   [ASM_REWRITE_TAC[] THEN SIMP_TAC[CART_EQ; MATRIX_CMUL_COMPONENT; REAL_MUL_LID];
    REPEAT STRIP_TAC THEN FIRST_X_ASSUM(MP_TAC o SPEC `x:real^N`) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN VECTOR_ARITH_TAC]);;

let RIGID_KEEPS = prove
 (`!Q b x y:real^N. orthogonal_matrix Q
                    ==> norm((Q ** x + b) - (Q ** y + b)) = norm(x - y)`,
  REPEAT STRIP_TAC THEN
  REWRITE_TAC[VECTOR_ARITH `(x + b) - (y + b):real^N = x - y`; GSYM MATRIX_VECTOR_MUL_SUB_LDISTRIB] THEN
  MP_TAC(ISPEC `\x:real^N. Q:real^N^N ** x` ORTHOGONAL_TRANSFORMATION) THEN
  ASM_SIMP_TAC[GSYM ORTHOGONAL_MATRIX_TRANSFORMATION; ORTHOGONAL_TRANSFORMATION_MATRIX;
    MATRIX_OF_MATRIX_VECTOR_MUL; MATRIX_VECTOR_MUL_LINEAR]);;

(* the rows of an orthogonal matrix whose image of the corners fits into the cube *)
let ROWS_THAT_FIT = prove
 (`!(Q:real^N^N) b.
     orthogonal_matrix Q /\
     (!x i. (!j. j IN 1..dimindex(:N) ==> x$j = &0 \/ x$j = &1) /\ i IN 1..dimindex(:N)
            ==> &0 <= (Q ** x + b)$i /\ (Q ** x + b)$i <= &1)
     ==> !i. i IN 1..dimindex(:N)
             ==> sum (1..dimindex(:N)) (\j. abs(Q$i$j)) <= &1 /\
                 sum (1..dimindex(:N)) (\j. Q$i$j pow 2) = &1`,
  REPEAT STRIP_TAC THENL
   [FIRST_ASSUM(MP_TAC o SPECL
     [`(lambda j. if &0 <= (Q:real^N^N)$i$j then &1 else &0):real^N`; `i:num`]) THEN
    FIRST_X_ASSUM(MP_TAC o SPECL
     [`(lambda j. if &0 <= (Q:real^N^N)$i$j then &0 else &1):real^N`; `i:num`]) THEN
    ASM_REWRITE_TAC[] THEN
    ANTS_TAC THENL
     [SIMP_TAC[LAMBDA_BETA; IN_NUMSEG] THEN MESON_TAC[]; ALL_TAC] THEN
    DISCH_THEN(MP_TAC o CONJUNCT1) THEN
    DISCH_TAC THEN ANTS_TAC THENL
     [SIMP_TAC[LAMBDA_BETA; IN_NUMSEG] THEN MESON_TAC[]; ALL_TAC] THEN
    DISCH_THEN(MP_TAC o CONJUNCT2) THEN POP_ASSUM MP_TAC THEN
    REWRITE_TAC[VECTOR_ADD_COMPONENT] THEN
    RULE_ASSUM_TAC(REWRITE_RULE[IN_NUMSEG]) THEN
    ASM_SIMP_TAC[MATRIX_VECTOR_MUL_COMPONENT; dot; LAMBDA_BETA] THEN
    MATCH_MP_TAC(REAL_ARITH `s = p - q ==> &0 <= q + b ==> p + b <= &1 ==> s <= &1`) THEN
    REWRITE_TAC[GSYM SUM_SUB_NUMSEG] THEN MATCH_MP_TAC SUM_EQ_NUMSEG THEN
    SIMP_TAC[LAMBDA_BETA] THEN REPEAT STRIP_TAC THEN
    COND_CASES_TAC THEN ASM_REAL_ARITH_TAC;
    RULE_ASSUM_TAC(REWRITE_RULE[IN_NUMSEG; ORTHOGONAL_MATRIX_ORTHONORMAL_ROWS]) THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `i:num` o CONJUNCT1) THEN
    ASM_SIMP_TAC[NORM_EQ_1; row; dot; LAMBDA_BETA] THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN MATCH_MP_TAC SUM_EQ_NUMSEG THEN
    SIMP_TAC[LAMBDA_BETA; REAL_POW_2]]);;

let FITS_SIGNED_PERMUTATION = prove
 (`!(Q:real^N^N) b.
     orthogonal_matrix Q /\
     (!x i. (!j. j IN 1..dimindex(:N) ==> x$j = &0 \/ x$j = &1) /\ i IN 1..dimindex(:N)
            ==> &0 <= (Q ** x + b)$i /\ (Q ** x + b)$i <= &1)
     ==> ?p. p permutes 1..dimindex(:N) /\
             !j. j IN 1..dimindex(:N)
                 ==> (!x. (Q ** x + b)$(p j) = x$j) \/ (!x. (Q ** x + b)$(p j) = &1 - x$j)`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`Q:real^N^N`; `b:real^N`] ROWS_THAT_FIT) THEN
  ASM_REWRITE_TAC[] THEN DISCH_TAC THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
          ==> abs((Q:real^N^N)$i$j) = Q$i$j pow 2`
  ASSUME_TAC THENL
   [X_GEN_TAC `i:num` THEN
    ASM_CASES_TAC `i IN 1..dimindex(:N)` THEN ASM_REWRITE_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN ASM_REWRITE_TAC[] THEN STRIP_TAC THEN
    SUBGOAL_THEN `!j. j IN 1..dimindex(:N) ==> (Q:real^N^N)$i$j pow 2 <= abs(Q$i$j)`
    ASSUME_TAC THENL
     [REPEAT STRIP_TAC THEN
      MP_TAC(ISPECL [`\j. abs((Q:real^N^N)$i$j)`; `sum (1..dimindex(:N)) (\j. abs((Q:real^N^N)$i$j))`;
        `1..dimindex(:N)`] SUM_POS_BOUND) THEN
      REWRITE_TAC[FINITE_NUMSEG; REAL_ABS_POS; REAL_LE_REFL] THEN
      DISCH_THEN(MP_TAC o SPEC `j:num`) THEN ASM_REWRITE_TAC[] THEN DISCH_TAC THEN
      SUBGOAL_THEN `abs((Q:real^N^N)$i$j) <= &1` MP_TAC THENL
       [ASM_MESON_TAC[REAL_LE_TRANS]; ALL_TAC] THEN
      MP_TAC(SPEC `(Q:real^N^N)$i$j` REAL_ABS_POS) THEN
      GEN_REWRITE_TAC (RAND_CONV o RAND_CONV o LAND_CONV) [GSYM REAL_POW2_ABS] THEN
      SPEC_TAC(`abs((Q:real^N^N)$i$j)`,`q:real`) THEN
      REPEAT STRIP_TAC THEN REWRITE_TAC[REAL_POW_2] THEN
      GEN_REWRITE_TAC RAND_CONV [GSYM REAL_MUL_RID] THEN
      MATCH_MP_TAC REAL_LE_LMUL THEN ASM_REWRITE_TAC[];
      ALL_TAC] THEN
    MP_TAC(ISPECL [`\j. abs((Q:real^N^N)$i$j) - Q$i$j pow 2`; `1..dimindex(:N)`]
      SUM_POS_EQ_0) THEN
    ASM_SIMP_TAC[FINITE_NUMSEG; REAL_SUB_LE; SUM_SUB_NUMSEG] THEN ANTS_TAC THENL
     [SUBGOAL_THEN `&1 <= sum (1..dimindex(:N)) (\j. abs((Q:real^N^N)$i$j))` MP_TAC THENL
       [UNDISCH_TAC `sum (1..dimindex(:N)) (\j. (Q:real^N^N)$i$j pow 2) = &1` THEN
        DISCH_THEN(SUBST1_TAC o SYM) THEN MATCH_MP_TAC SUM_LE THEN
        ASM_SIMP_TAC[FINITE_NUMSEG];
        UNDISCH_TAC `sum (1..dimindex(:N)) (\j. abs((Q:real^N^N)$i$j)) <= &1` THEN
        REAL_ARITH_TAC];
      SIMP_TAC[REAL_SUB_0]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N) /\ ~((Q:real^N^N)$i$j = &0)
          ==> Q$i$j = &1 \/ Q$i$j = -- &1`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`i:num`; `j:num`]) THEN ASM_REWRITE_TAC[] THEN
    UNDISCH_TAC `~((Q:real^N^N)$i$j = &0)` THEN
    REWRITE_TAC[real_abs] THEN COND_CASES_TAC THEN CONV_TAC REAL_RING;
    ALL_TAC] THEN
  SUBGOAL_THEN `!j. j IN 1..dimindex(:N) ==> ?i. i IN 1..dimindex(:N) /\ ~((Q:real^N^N)$i$j = &0)`
  ASSUME_TAC THENL
   [X_GEN_TAC `j:num` THEN DISCH_TAC THEN
    ASM_CASES_TAC `!i. i IN 1..dimindex(:N) ==> (Q:real^N^N)$i$j = &0` THENL
     [UNDISCH_TAC `orthogonal_matrix(Q:real^N^N)` THEN
      REWRITE_TAC[ORTHOGONAL_MATRIX_ORTHONORMAL_COLUMNS] THEN
      DISCH_THEN(MP_TAC o SPEC `j:num` o CONJUNCT1) THEN
      RULE_ASSUM_TAC(REWRITE_RULE[IN_NUMSEG]) THEN
      ASM_SIMP_TAC[NORM_EQ_1; column; dot; LAMBDA_BETA; REAL_MUL_LZERO; SUM_0] THEN
      REWRITE_TAC[REAL_OF_NUM_EQ; ARITH_EQ];
      POP_ASSUM MP_TAC THEN MESON_TAC[]];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`dimindex(:N)`; `\i j. (Q:real^N^N)$i$j`] ONE_IN_A_ROW) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL
   [CONJ_TAC THENL
     [REPEAT STRIP_TAC THEN
      REWRITE_TAC[TAUT `p \/ q <=> ~(~p /\ ~q)`] THEN STRIP_TAC THEN
      SUBGOAL_THEN `sum {j,k} (\j. (Q:real^N^N)$i$j pow 2) <= &1` MP_TAC THENL
       [MATCH_MP_TAC REAL_LE_TRANS THEN
        EXISTS_TAC `sum (1..dimindex(:N)) (\j. (Q:real^N^N)$i$j pow 2)` THEN CONJ_TAC THENL
         [MATCH_MP_TAC SUM_SUBSET_SIMPLE THEN
          REWRITE_TAC[FINITE_NUMSEG; REAL_LE_POW_2] THEN
          REWRITE_TAC[SUBSET; IN_INSERT; NOT_IN_EMPTY] THEN ASM_MESON_TAC[];
          ASM_MESON_TAC[REAL_LE_REFL]];
        SIMP_TAC[SUM_CLAUSES; FINITE_INSERT; FINITE_EMPTY] THEN
        ASM_REWRITE_TAC[IN_INSERT; NOT_IN_EMPTY] THEN
        SUBGOAL_THEN `(Q:real^N^N)$i$j pow 2 = &1 /\ Q$i$k pow 2 = &1`
         (fun th -> REWRITE_TAC[th]) THENL
         [CONJ_TAC THENL
           [FIRST_X_ASSUM(MP_TAC o SPECL [`i:num`; `j:num`]);
            FIRST_X_ASSUM(MP_TAC o SPECL [`i:num`; `k:num`])] THEN
          ASM_REWRITE_TAC[] THEN STRIP_TAC THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC;
          REAL_ARITH_TAC]];
      ASM_REWRITE_TAC[]];
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `p:num->num` THEN STRIP_TAC THEN
    ASM_REWRITE_TAC[]] THEN
  X_GEN_TAC `j:num` THEN DISCH_TAC THEN
  SUBGOAL_THEN `p(j:num) IN 1..dimindex(:N)` ASSUME_TAC THENL
   [ASM_MESON_TAC[PERMUTES_IN_IMAGE]; ALL_TAC] THEN
  SUBGOAL_THEN `!x. ((Q:real^N^N) ** x + b)$(p(j:num)) = Q$(p j)$j * x$j + b$(p j)`
  ASSUME_TAC THENL
   [X_GEN_TAC `x:real^N` THEN REWRITE_TAC[VECTOR_ADD_COMPONENT; REAL_EQ_ADD_RCANCEL] THEN
    RULE_ASSUM_TAC(REWRITE_RULE[IN_NUMSEG]) THEN
    ASM_SIMP_TAC[MATRIX_VECTOR_MUL_COMPONENT; dot] THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..dimindex(:N)) (\k. if k = j then (Q:real^N^N)$(p j)$k * (x:real^N)$k else &0)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ_NUMSEG THEN X_GEN_TAC `k:num` THEN STRIP_TAC THEN
      REWRITE_TAC[] THEN COND_CASES_TAC THEN ASM_REWRITE_TAC[REAL_ENTIRE] THEN
      DISJ1_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[] THEN
      ASM_MESON_TAC[PERMUTES_INJECTIVE];
      ASM_REWRITE_TAC[SUM_PICK; IN_NUMSEG]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `&0 <= (b:real^N)$(p(j:num)) /\ b$(p j) <= &1 /\
    &0 <= (Q:real^N^N)$(p j)$j + b$(p j) /\ Q$(p j)$j + b$(p j) <= &1`
  STRIP_ASSUME_TAC THENL
   [FIRST_ASSUM(MP_TAC o SPECL [`vec 0:real^N`; `p(j:num):num`] o
      check (fun th -> free_in `(<=):real->real->bool` (concl th))) THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`basis j:real^N`; `p(j:num):num`] o
      check (fun th -> free_in `(<=):real->real->bool` (concl th))) THEN
    ASM_REWRITE_TAC[VEC_COMPONENT; REAL_MUL_RZERO; REAL_ADD_LID] THEN
    SUBGOAL_THEN
     `(!k. k IN 1..dimindex(:N) ==> (basis j:real^N)$k = &0 \/ (basis j:real^N)$k = &1) /\
      (basis j:real^N)$j = &1` (fun th -> REWRITE_TAC[th]) THENL
     [UNDISCH_TAC `j IN 1..dimindex(:N)` THEN
      SIMP_TAC[BASIS_COMPONENT; IN_NUMSEG] THEN MESON_TAC[];
      ASM_REWRITE_TAC[REAL_MUL_RID] THEN SIMP_TAC[]];
    ALL_TAC] THEN
  SUBGOAL_THEN `(Q:real^N^N)$(p j)$j = &1 \/ Q$(p j)$j = -- &1` MP_TAC THENL
   [FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[] THEN
    UNDISCH_TAC `!j. j IN 1..dimindex(:N) ==> ?i. i IN 1..dimindex(:N) /\ ~((Q:real^N^N)$i$j = &0)` THEN
    DISCH_THEN(MP_TAC o SPEC `j:num`) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN(X_CHOOSE_THEN `i:num` STRIP_ASSUME_TAC) THEN
    ASM_CASES_TAC `i = p(j:num):num` THENL [ASM_MESON_TAC[]; ASM_MESON_TAC[]];
    STRIP_TAC THENL [DISJ1_TAC; DISJ2_TAC] THEN ASM_REWRITE_TAC[] THEN
    GEN_TAC THEN ASM_REAL_ARITH_TAC]);;

(* the corners of the cube span *)
let SPAN_CORNERS = prove
 (`!z:real^N->bool.
     (!x. (!j. j IN 1..dimindex(:N) ==> x$j = &0 \/ x$j = &1) ==> x IN z)
     ==> vec 0 IN z /\ span(IMAGE (\x. x - vec 0) z) = (:real^N)`,
  GEN_TAC THEN DISCH_TAC THEN CONJ_TAC THENL
   [FIRST_X_ASSUM MATCH_MP_TAC THEN REWRITE_TAC[VEC_COMPONENT]; ALL_TAC] THEN
  REWRITE_TAC[VECTOR_SUB_RZERO; IMAGE_ID] THEN
  MATCH_MP_TAC(SET_RULE `(:real^N) SUBSET t ==> t = (:real^N)`) THEN
  REWRITE_TAC[GSYM SPAN_STDBASIS] THEN MATCH_MP_TAC SPAN_MONO THEN
  REWRITE_TAC[SUBSET; FORALL_IN_GSPEC] THEN REPEAT STRIP_TAC THEN
  FIRST_X_ASSUM MATCH_MP_TAC THEN
  ASM_SIMP_TAC[IN_NUMSEG; BASIS_COMPONENT] THEN MESON_TAC[]);;

let PRP_BOX_RIGID = prove
 (`!M (z:real^N->bool) w p nu C n la tau (h:real^N->real^N).
     1 <= M /\ FINITE z /\
     (!x. (!j. j IN 1..dimindex(:N) ==> x$j = &0 \/ x$j = &1) ==> x IN z) /\
     (!x. x IN z ==> &0 < w x) /\ &0 < n /\ (!y. y IN z ==> nu y = n) /\
     &0 < tau /\ la * tau = &1 /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(--(la * norm(x - y) pow 2)) / C x)
     ==> ((!t. infonce M z z w p nu (\x y. --(norm(h x - h y) pow 2) / tau)
               <= infonce M z z w p nu t) <=>
          ?Q b. orthogonal_matrix Q /\ !x. x IN z ==> h x = Q ** x + b)`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:real^N->bool`; `w:real^N->real`; `p:real^N->real^N->real`;
    `nu:real^N->real`; `C:real^N->real`; `\x y:real^N. norm(x - y) pow 2`;
    `h:real^N->real^N`; `\x y:real^N. norm(x - y) pow 2`; `la:real`; `tau:real`; `n:real`]
    THM_ENCODER_DISTANCE) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[VECTOR_SUB_REFL; NORM_0] THEN REAL_ARITH_TAC;
    REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC] THEN
  ASM_REWRITE_TAC[REAL_MUL_ASSOC; REAL_MUL_LID] THEN
  SUBGOAL_THEN `!u:real^N v:real^N. norm u pow 2 = norm v pow 2 <=> norm u = norm v`
   (fun th -> REWRITE_TAC[th]) THENL
   [REWRITE_TAC[NORM_POW_2; NORM_EQ];
    ALL_TAC] THEN
  EQ_TAC THENL
   [DISCH_TAC THEN
    MP_TAC(ISPEC `z:real^N->bool` SPAN_CORNERS) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; STRIP_TAC] THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `h:real^N->real^N`; `vec 0:real^N`] RIGID) THEN
    ANTS_TAC THENL [ASM_REWRITE_TAC[]; REWRITE_TAC[VECTOR_SUB_RZERO]] THEN
    DISCH_THEN(X_CHOOSE_TAC `Q:real^N^N`) THEN
    MAP_EVERY EXISTS_TAC [`Q:real^N^N`; `(h:real^N->real^N) (vec 0)`] THEN
    ASM_REWRITE_TAC[];
    STRIP_TAC THEN ASM_SIMP_TAC[RIGID_KEEPS]]);;

let PRP_BOX = prove
 (`!M (z:real^N->bool) w p nu C n la tau (h:real^N->real^N).
     1 <= M /\ FINITE z /\
     (!x. (!j. j IN 1..dimindex(:N) ==> x$j = &0 \/ x$j = &1) ==> x IN z) /\
     (!x. x IN z ==> &0 < w x) /\ &0 < n /\ (!y. y IN z ==> nu y = n) /\
     &0 < tau /\ la * tau = &1 /\ (!x. x IN z ==> &0 < C x) /\
     (!x y. x IN z /\ y IN z ==> p x y = exp(--(la * norm(x - y) pow 2)) / C x) /\
     (!x i. x IN z /\ i IN 1..dimindex(:N) ==> &0 <= h x$i /\ h x$i <= &1)
     ==> ((!t. infonce M z z w p nu (\x y. --(norm(h x - h y) pow 2) / tau)
               <= infonce M z z w p nu t) <=>
          ?p. p permutes 1..dimindex(:N) /\
              !i. i IN 1..dimindex(:N)
                  ==> (!x. x IN z ==> h x$(p i) = x$i) \/
                      (!x. x IN z ==> h x$(p i) = &1 - x$i))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`M:num`; `z:real^N->bool`; `w:real^N->real`; `p:real^N->real^N->real`;
    `nu:real^N->real`; `C:real^N->real`; `n:real`; `la:real`; `tau:real`; `h:real^N->real^N`]
    PRP_BOX_RIGID) THEN
  ANTS_TAC THENL [ASM_REWRITE_TAC[]; DISCH_THEN SUBST1_TAC] THEN
  EQ_TAC THENL
   [STRIP_TAC THEN
    MP_TAC(ISPECL [`Q:real^N^N`; `b:real^N`] FITS_SIGNED_PERMUTATION) THEN
    ANTS_TAC THENL
     [ASM_REWRITE_TAC[] THEN REPEAT GEN_TAC THEN STRIP_TAC THEN
      SUBGOAL_THEN `(x:real^N) IN z` ASSUME_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
      SUBGOAL_THEN `(Q:real^N^N) ** (x:real^N) + b = h x` SUBST1_TAC THENL
       [CONV_TAC SYM_CONV THEN FIRST_X_ASSUM MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
        FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[]];
      MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `q:num->num` THEN
      STRIP_TAC THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `i:num` o check (is_forall o concl)) THEN
      ASM_SIMP_TAC[] THEN MESON_TAC[]];
    STRIP_TAC THEN
    MP_TAC(ISPEC `z:real^N->bool` SPAN_CORNERS) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; STRIP_TAC] THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `h:real^N->real^N`; `vec 0:real^N`] RIGID) THEN
    ASM_REWRITE_TAC[] THEN ANTS_TAC THENL
     [ALL_TAC;
      REWRITE_TAC[VECTOR_SUB_RZERO] THEN DISCH_THEN(X_CHOOSE_TAC `Q:real^N^N`) THEN
      MAP_EVERY EXISTS_TAC [`Q:real^N^N`; `(h:real^N->real^N) (vec 0)`] THEN
      ASM_REWRITE_TAC[]] THEN
    REPEAT STRIP_TAC THEN REWRITE_TAC[NORM_EQ; dot] THEN
    MP_TAC(ISPECL [`\i. ((h:real^N->real^N) x - h y)$i * (h x - h y)$i`; `p':num->num`;
      `1..dimindex(:N)`] SUM_PERMUTE) THEN
    ASM_REWRITE_TAC[o_DEF] THEN DISCH_THEN SUBST1_TAC THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    REWRITE_TAC[VECTOR_SUB_COMPONENT] THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `i:num` o check (is_forall o concl)) THEN
    ASM_REWRITE_TAC[] THEN STRIP_TAC THEN ASM_SIMP_TAC[] THEN REAL_ARITH_TAC]);;

state "prp-box" "PRP_BOX_RIGID" PRP_BOX_RIGID;;
state "prp-box" "PRP_BOX" PRP_BOX;;
