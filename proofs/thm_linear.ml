(* thm-linear: Proposition 2, corrected: dot products up to a factor [as on the page]
page: theory/30_sphere_isometry

Let D span R^N and let h : D -> R^K satisfy h(x).h(y) = c x.y for all x, y in D.
Then h(x) = H x with H^T H = c I. For c = k > 0 this is an equivalence: h is sqrt(k)
times orthonormal columns. The last step of Theorem 2 is the case of the unit
sphere, with an orthogonal matrix for K = N. Also Step 4 of the page on minimisers: if
dot products are kept up to a positive factor and a constant, K = N and D holds two
opposite points, then the constant is 0.

on the page          in HOL
D                    d             any subset of real^N with span d = (:real^N)
h : D -> R^K         h             of type real^N->real^K; only its values on d count
c                    c             of any sign
H^T H = c I          transp H ** H = c %% mat 1
H z                  H ** x

Leaves out: nothing. Types are not printed: in CONSTANT_VANISHES h has values in R^N,
as Step 4 needs.
*)
needs "report.ml";;
needs "Multivariate/determinants.ml";;

(* bilinear extension from a spanning set: the "basis" step of the page *)
let GRAM_SPAN = prove
 (`!g:real^N->real^K c b.
        linear g /\ (!x y. x IN b /\ y IN b ==> g x dot g y = c * (x dot y))
        ==> !x y. x IN span b /\ y IN span b ==> g x dot g y = c * (x dot y)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN
   `!x:real^N. x IN b
        ==> !y. y IN span b ==> (g:real^N->real^K) x dot g y = c * (x dot y)`
  ASSUME_TAC THENL
   [GEN_TAC THEN DISCH_TAC THEN MATCH_MP_TAC SPAN_INDUCT THEN
    ASM_SIMP_TAC[IN_ELIM_THM; subspace] THEN
    FIRST_ASSUM(fun th -> REWRITE_TAC
      [MATCH_MP LINEAR_0 th; MATCH_MP LINEAR_ADD th; MATCH_MP LINEAR_CMUL th]) THEN
    SIMP_TAC[DOT_RZERO; DOT_RADD; DOT_RMUL] THEN REAL_ARITH_TAC;
    REWRITE_TAC[TAUT `p /\ q ==> r <=> q ==> p ==> r`] THEN
    GEN_REWRITE_TAC I [SWAP_FORALL_THM] THEN X_GEN_TAC `y:real^N` THEN
    ASM_CASES_TAC `(y:real^N) IN span b` THEN ASM_REWRITE_TAC[] THEN
    MATCH_MP_TAC SPAN_INDUCT THEN
    ASM_SIMP_TAC[IN_ELIM_THM; subspace] THEN
    FIRST_ASSUM(fun th -> REWRITE_TAC
      [MATCH_MP LINEAR_0 th; MATCH_MP LINEAR_ADD th; MATCH_MP LINEAR_CMUL th]) THEN
    SIMP_TAC[DOT_LZERO; DOT_LADD; DOT_LMUL] THEN REAL_ARITH_TAC]);;

let THM_LINEAR = prove
 (`!d:real^N->bool h:real^N->real^K c.
        span d = (:real^N) /\
        (!x y. x IN d /\ y IN d ==> h x dot h y = c * (x dot y))
        ==> ?H:real^N^K. transp H ** H = c %% mat 1 /\
                         !x. x IN d ==> h x = H ** x`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPEC `d:real^N->bool` MAXIMAL_INDEPENDENT_SUBSET) THEN
  DISCH_THEN(X_CHOOSE_THEN `b:real^N->bool` STRIP_ASSUME_TAC) THEN
  SUBGOAL_THEN `!x:real^N. x IN span b` ASSUME_TAC THENL
   [MP_TAC(ISPECL [`d:real^N->bool`; `span b:real^N->bool`] SPAN_SUBSET_SUBSPACE) THEN
    ASM_REWRITE_TAC[SUBSPACE_SPAN; SUBSET_UNIV; SUBSET; IN_UNIV];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`h:real^N->real^K`; `b:real^N->bool`]
    LINEAR_INDEPENDENT_EXTEND) THEN
  ASM_REWRITE_TAC[] THEN
  DISCH_THEN(X_CHOOSE_THEN `g:real^N->real^K` STRIP_ASSUME_TAC) THEN
  SUBGOAL_THEN `!x y. (g:real^N->real^K) x dot g y = c * (x dot y)`
  ASSUME_TAC THENL
   [MP_TAC(ISPECL [`g:real^N->real^K`; `c:real`; `b:real^N->bool`] GRAM_SPAN) THEN
    ASM_REWRITE_TAC[] THEN ANTS_TAC THENL [ASM_MESON_TAC[SUBSET]; SIMP_TAC[]];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!z:real^N. z IN d
        ==> !y. y IN span b ==> (h:real^N->real^K) z dot g y = c * (z dot y)`
  ASSUME_TAC THENL
   [GEN_TAC THEN DISCH_TAC THEN MATCH_MP_TAC SPAN_INDUCT THEN
    CONJ_TAC THENL [REWRITE_TAC[IN_ELIM_THM] THEN ASM_MESON_TAC[SUBSET]; ALL_TAC] THEN
    REWRITE_TAC[IN_ELIM_THM; subspace] THEN
    UNDISCH_TAC `linear(g:real^N->real^K)` THEN DISCH_THEN(fun th -> REWRITE_TAC
      [MATCH_MP LINEAR_0 th; MATCH_MP LINEAR_ADD th; MATCH_MP LINEAR_CMUL th]) THEN
    SIMP_TAC[DOT_RZERO; DOT_RADD; DOT_RMUL] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  EXISTS_TAC `matrix(g:real^N->real^K)` THEN
  ASM_SIMP_TAC[MATRIX_WORKS] THEN CONJ_TAC THENL
   [REWRITE_TAC[MATRIX_EQ; GSYM MATRIX_VECTOR_MUL_ASSOC;
                MATRIX_VECTOR_LMUL; MATRIX_VECTOR_MUL_LID] THEN
    ASM_SIMP_TAC[GSYM VECTOR_EQ_LDOT; DOT_MATRIX_TRANSP_RMUL;
                 MATRIX_WORKS; DOT_RMUL];
    X_GEN_TAC `z:real^N` THEN DISCH_TAC THEN
    ONCE_REWRITE_TAC[GSYM VECTOR_SUB_EQ] THEN REWRITE_TAC[GSYM DOT_EQ_0] THEN
    REWRITE_TAC[DOT_LSUB; DOT_RSUB] THEN
    GEN_REWRITE_TAC (LAND_CONV o RAND_CONV o LAND_CONV) [DOT_SYM] THEN
    ASM_SIMP_TAC[] THEN REAL_ARITH_TAC]);;

(* the case of Theorem 2: the unit sphere, K >= N by the conclusion *)
let SPAN_UNIT_SPHERE = prove
 (`span {x:real^N | norm x = &1} = (:real^N)`,
  REWRITE_TAC[EXTENSION; IN_UNIV] THEN X_GEN_TAC `x:real^N` THEN
  ASM_CASES_TAC `x:real^N = vec 0` THEN ASM_REWRITE_TAC[SPAN_0] THEN
  SUBGOAL_THEN `x:real^N = norm x % (inv(norm x) % x)` SUBST1_TAC THENL
   [ASM_SIMP_TAC[VECTOR_MUL_ASSOC; REAL_MUL_RINV; NORM_EQ_0; VECTOR_MUL_LID];
    MATCH_MP_TAC SPAN_MUL THEN MATCH_MP_TAC SPAN_SUPERSET THEN
    ASM_SIMP_TAC[IN_ELIM_THM; NORM_MUL; REAL_ABS_INV; REAL_ABS_NORM;
                 REAL_MUL_LINV; NORM_EQ_0]]);;

(* an equivalence: c > 0 makes H a multiple of orthonormal columns *)
let DOT_ORTHONORMAL = prove
 (`!R:real^N^K x y. transp R ** R = mat 1 ==> (R ** x) dot (R ** y) = x dot y`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[GSYM DOT_MATRIX_TRANSP_RMUL] THEN
  ASM_REWRITE_TAC[MATRIX_VECTOR_MUL_ASSOC; MATRIX_VECTOR_MUL_LID]);;

let SCALED_ISOMETRY = prove
 (`!d:real^N->bool h:real^N->real^K k.
        span d = (:real^N) /\ &0 < k
        ==> ((!x y. x IN d /\ y IN d ==> h x dot h y = k * (x dot y)) <=>
             ?R:real^N^K. transp R ** R = mat 1 /\
                          !x. x IN d ==> h x = sqrt k % (R ** x))`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `&0 < sqrt k /\ sqrt k * sqrt k = k` STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[SQRT_POS_LT; GSYM REAL_POW_2; SQRT_POW_2; REAL_LT_IMP_LE];
    ALL_TAC] THEN
  EQ_TAC THENL
   [DISCH_TAC;
    STRIP_TAC THEN ASM_SIMP_TAC[DOT_LMUL; DOT_RMUL; DOT_ORTHONORMAL] THEN
    ASM_REWRITE_TAC[REAL_MUL_ASSOC]] THEN
  MP_TAC(ISPECL [`d:real^N->bool`; `h:real^N->real^K`; `k:real`] THM_LINEAR) THEN
  ASM_REWRITE_TAC[] THEN
  DISCH_THEN(X_CHOOSE_THEN `H:real^N^K` STRIP_ASSUME_TAC) THEN
  EXISTS_TAC `inv(sqrt k) %% (H:real^N^K)` THEN CONJ_TAC THENL
   [REWRITE_TAC[TRANSP_MATRIX_CMUL; MATRIX_MUL_LMUL; MATRIX_MUL_RMUL] THEN
    ASM_REWRITE_TAC[MATRIX_CMUL_ASSOC] THEN
    SUBGOAL_THEN `(inv(sqrt k) * inv(sqrt k)) * k = &1`
     (fun th -> REWRITE_TAC[th; MATRIX_CMUL_LID]) THEN
    UNDISCH_TAC `sqrt k * sqrt k = k` THEN UNDISCH_TAC `&0 < sqrt k` THEN
    CONV_TAC REAL_FIELD;
    ASM_REWRITE_TAC[MATRIX_VECTOR_LMUL; VECTOR_MUL_ASSOC] THEN
    ASM_SIMP_TAC[REAL_MUL_RINV; REAL_LT_IMP_NZ; VECTOR_MUL_LID]]);;

(* the last step of Theorem 2: the unit sphere, any K, and K = N *)
let THM_TWO_LAST_STEP = prove
 (`!h:real^N->real^K k.
        &0 < k
        ==> ((!x y. norm x = &1 /\ norm y = &1 ==> h x dot h y = k * (x dot y)) <=>
             ?R:real^N^K. transp R ** R = mat 1 /\
                          !x. norm x = &1 ==> h x = sqrt k % (R ** x))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`{x:real^N | norm x = &1}`; `h:real^N->real^K`; `k:real`]
    SCALED_ISOMETRY) THEN
  ASM_REWRITE_TAC[SPAN_UNIT_SPHERE; IN_ELIM_THM]);;

let THM_TWO_LAST_STEP_N = prove
 (`!h:real^N->real^N k.
        &0 < k
        ==> ((!x y. norm x = &1 /\ norm y = &1 ==> h x dot h y = k * (x dot y)) <=>
             ?R:real^N^N. orthogonal_matrix R /\
                          !x. norm x = &1 ==> h x = sqrt k % (R ** x))`,
  SIMP_TAC[THM_TWO_LAST_STEP; ORTHOGONAL_MATRIX]);;

(* N outputs leave no room for a constant: Step 4 of the page on minimisers *)
let CONSTANT_VANISHES = prove
 (`!z:real^N->bool h:real^N->real^N k c.
        span z = (:real^N) /\ &0 < k /\ (?x. x IN z /\ --x IN z) /\
        (!x y. x IN z /\ y IN z ==> h x dot h y = k * (x dot y) + c)
        ==> c = &0`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `v:real^N = inv(&2) % (h(x:real^N) + h(--x))` THEN
  SUBGOAL_THEN `!y:real^N. y IN z ==> v dot (h y:real^N) = c` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN EXPAND_TAC "v" THEN
    ASM_SIMP_TAC[DOT_LMUL; DOT_LADD; DOT_LNEG] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `v dot v:real^N = c` ASSUME_TAC THENL
   [GEN_REWRITE_TAC (LAND_CONV o RAND_CONV) [GSYM(ASSUME
      `inv (&2) % (h (x:real^N) + h (--x)):real^N = v`)] THEN
    ASM_SIMP_TAC[DOT_RMUL; DOT_RADD] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `\y:real^N. h y - v:real^N`; `k:real`]
    SCALED_ISOMETRY) THEN
  ASM_REWRITE_TAC[] THEN
  DISCH_THEN(MP_TAC o fst o EQ_IMP_RULE) THEN ANTS_TAC THENL
   [REPEAT STRIP_TAC THEN ASM_SIMP_TAC[DOT_LSUB; DOT_RSUB] THEN
    ONCE_REWRITE_TAC[DOT_SYM] THEN ASM_SIMP_TAC[] THEN
    ONCE_REWRITE_TAC[DOT_SYM] THEN REAL_ARITH_TAC;
    REWRITE_TAC[GSYM ORTHOGONAL_MATRIX] THEN
    DISCH_THEN(X_CHOOSE_THEN `R:real^N^N` STRIP_ASSUME_TAC)] THEN
  SUBGOAL_THEN `transp(R:real^N^N) ** v = vec 0:real^N` ASSUME_TAC THENL
   [REWRITE_TAC[GSYM ORTHOGONAL_REFL] THEN
    SUBGOAL_THEN `!y. y IN span z ==> orthogonal (transp(R:real^N^N) ** v) y`
     (fun th -> MATCH_MP_TAC th THEN ASM_REWRITE_TAC[IN_UNIV]) THEN
    MATCH_MP_TAC ORTHOGONAL_TO_SPAN THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    REWRITE_TAC[orthogonal; DOT_MATRIX_TRANSP_LMUL] THEN
    SUBGOAL_THEN `sqrt k * (v dot (R:real^N^N ** y)) = &0` MP_TAC THENL
     [REWRITE_TAC[GSYM DOT_RMUL] THEN
      FIRST_X_ASSUM(MP_TAC o SPEC `y:real^N`) THEN ASM_REWRITE_TAC[] THEN
      DISCH_THEN(SUBST1_TAC o SYM) THEN
      ASM_SIMP_TAC[DOT_RSUB] THEN REAL_ARITH_TAC;
      REWRITE_TAC[REAL_ENTIRE] THEN
      ASM_MESON_TAC[SQRT_POS_LT; REAL_LT_REFL]];
    ALL_TAC] THEN
  SUBGOAL_THEN `(R:real^N^N) ** (transp R ** v) = v:real^N` MP_TAC THENL
   [REWRITE_TAC[MATRIX_VECTOR_MUL_ASSOC] THEN
    ASM_MESON_TAC[orthogonal_matrix; MATRIX_VECTOR_MUL_LID];
    ASM_REWRITE_TAC[MATRIX_VECTOR_MUL_RZERO] THEN
    ASM_MESON_TAC[DOT_LZERO]]);;

state "thm-linear" "THM_LINEAR" THM_LINEAR;;
state "thm-linear" "SCALED_ISOMETRY" SCALED_ISOMETRY;;
state "thm-linear" "THM_TWO_LAST_STEP" THM_TWO_LAST_STEP;;
state "thm-linear" "THM_TWO_LAST_STEP_N" THM_TWO_LAST_STEP_N;;
state "thm-linear" "CONSTANT_VANISHES" CONSTANT_VANISHES;;
