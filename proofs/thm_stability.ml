(* thm-stability: Excess bounds the distance from affine: Steps 3 and 4 [finite latents, the algebra]
page: theory/80_isometries_and_stability

Let z have mean 0 and covariance I/N, let u(z) have norm 1 and mean m, A = N E[u z^T],
and w = E|u - Az - m|^2, the share of u that no affine map explains. Let eta be the mean
of (u.u' - z.z' - a)^2 over independent pairs, with any function a of the anchor. Then
2 w + |m|^4 is at most N eta; and with the orthogonal factor Q of A, A = PQ with P
positive semidefinite, E|u - m - Qz|^2 is at most 3/2 N eta.

on the page          in HOL
z, uniform           x in z with the weights w x, which add up to 1
u(z)                 u x           of type real^N->real^N: as many outputs as latents
E u                  m
A                    A = N E[u z^T], entry by entry
w of the page        sum z (\x. w x * norm(u x - A ** x - m) pow 2)
eta                  the double sum over x and y, for the given a
Q, P                 orthogonal_matrix Q, P ** Q = A, P symmetric and positive semidefinite

Leaves out: Steps 1 and 2, which bound eta by the excess of the loss, with the
constants of the sphere. Of the sphere only the mean and the covariance of the latents
are used. That every A has such factors needs the library's topology: the hypothesis is
gone in THM_STABILITY_ORTHOGONAL.
*)
needs "report.ml";;
needs "Multivariate/determinants.ml";;

let PRODUCT_OF_SUMS = prove
 (`!(n:num->bool) f g. sum n f * sum n g = sum n (\i. sum n (\j. f i * g j))`,
  REWRITE_TAC[SUM_LMUL; SUM_RMUL; ETA_AX]);;

let SUM_SWAP_3 = prove
 (`!(z:A->bool) (n:num->bool) g.
     FINITE z /\ FINITE n
     ==> sum z (\y. sum (n:num->bool) (\i. sum n (\j. g y i j))) =
         sum (n:num->bool) (\i. sum n (\j. sum z (\y. g y i j)))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`\(y:A) (i:num). sum (n:num->bool) (\j. g y i j)`; `z:A->bool`; `n:num->bool`] SUM_SWAP) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  MP_TAC(ISPECL [`\(y:A) (j:num). g y (i:num) j:real`; `z:A->bool`; `n:num->bool`] SUM_SWAP) THEN
  ASM_REWRITE_TAC[]);;

(* the mean of a product of two dot products of independent points *)
let DOUBLE_MEAN = prove
 (`!z:real^N->bool w (a:real^N->real^N) (b:real^N->real^N) (c:real^N->real^N) (d:real^N->real^N).
     FINITE z
     ==> sum z (\x. w x * sum z (\y. w y * ((a x dot b y) * (c x dot d y)))) =
         sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
           sum z (\x. w x * a x$i * c x$j) * sum z (\y. w y * b y$i * d y$j)))`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `n = 1..dimindex(:N)` THEN
  SUBGOAL_THEN `FINITE(n:num->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "n" THEN REWRITE_TAC[FINITE_NUMSEG]; ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum z (\x:real^N. sum z (\y:real^N. sum (n:num->bool) (\i. sum n (\j.
     (w x * (a:real^N->real^N) x$i * (c:real^N->real^N) x$j) *
     (w y * (b:real^N->real^N) y$i * (d:real^N->real^N) y$j)))))` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    REWRITE_TAC[GSYM SUM_LMUL] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    ASM_REWRITE_TAC[dot; PRODUCT_OF_SUMS] THEN REWRITE_TAC[GSYM SUM_LMUL] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN
    REWRITE_TAC[REAL_MUL_AC];
    ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum z (\x:real^N. sum (n:num->bool) (\i. sum n (\j. sum z (\y:real^N.
     (w x * (a:real^N->real^N) x$i * (c:real^N->real^N) x$j) *
     (w y * (b:real^N->real^N) y$i * (d:real^N->real^N) y$j)))))` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `n:num->bool`;
      `\(y:real^N) i j. (w x * (a:real^N->real^N) x$i * (c:real^N->real^N) x$j) *
                        (w y * (b:real^N->real^N) y$i * (d:real^N->real^N) y$j)`] SUM_SWAP_3) THEN
    ASM_REWRITE_TAC[];
    MP_TAC(ISPECL [`z:real^N->bool`; `n:num->bool`;
      `\(x:real^N) i j. sum z (\y:real^N.
         (w x * (a:real^N->real^N) x$i * (c:real^N->real^N) x$j) *
         (w y * (b:real^N->real^N) y$i * (d:real^N->real^N) y$j))`] SUM_SWAP_3) THEN
    ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN REWRITE_TAC[SUM_LMUL; SUM_RMUL]]);;

(* sum over both indices of squares is at least the squared trace by N *)
let SQUARES_TRACE = prove
 (`!n (s:num->num->real). 1 <= n
     ==> (sum (1..n) (\i. s i i)) pow 2 / &n
         <= sum (1..n) (\i. sum (1..n) (\j. s i j * s i j))`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `sum (1..n) (\i. (s:num->num->real) i i * s i i)` THEN CONJ_TAC THENL
   [ABBREV_TAC `t = sum (1..n) (\i. (s:num->num->real) i i)` THEN
    SUBGOAL_THEN `&0 <= sum (1..n) (\i. ((s:num->num->real) i i - t / &n) pow 2)` MP_TAC THENL
     [MATCH_MP_TAC SUM_POS_LE THEN REWRITE_TAC[FINITE_NUMSEG; REAL_LE_POW_2]; ALL_TAC] THEN
    REWRITE_TAC[REAL_ARITH `(x - m) pow 2 = x * x - &2 * m * x + m pow 2`] THEN
    ASM_SIMP_TAC[SUM_ADD_NUMSEG; SUM_SUB_NUMSEG; SUM_LMUL; SUM_CONST_NUMSEG; ADD_SUB] THEN
    SUBGOAL_THEN `~(&n = &0)` MP_TAC THENL
     [REWRITE_TAC[REAL_OF_NUM_EQ] THEN ASM_ARITH_TAC; ALL_TAC] THEN
    SPEC_TAC(`sum (1..n) (\i. (s:num->num->real) i i * s i i)`,`q:real`) THEN
    GEN_TAC THEN DISCH_TAC THEN
    SUBGOAL_THEN `&2 * t / &n * t = &2 * (t pow 2 / &n) /\
                  &n * (t / &n) pow 2 = t pow 2 / &n`
     (fun th -> REWRITE_TAC[th]) THENL
     [UNDISCH_TAC `~(&n = &0)` THEN CONV_TAC REAL_FIELD; REAL_ARITH_TAC];
    MATCH_MP_TAC SUM_LE_NUMSEG THEN X_GEN_TAC `i:num` THEN STRIP_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum {i} (\j. (s:num->num->real) i j * s i j)` THEN CONJ_TAC THENL
     [REWRITE_TAC[SUM_SING; REAL_LE_REFL];
      MATCH_MP_TAC SUM_SUBSET_SIMPLE THEN
      REWRITE_TAC[FINITE_NUMSEG; REAL_LE_SQUARE] THEN
      ASM_REWRITE_TAC[SUBSET; IN_SING; IN_NUMSEG] THEN ASM_MESON_TAC[]]]);;

(* a constant that is added to a function of mean 0 adds to its mean square *)
let MEAN_SQUARE = prove
 (`!(z:A->bool) w t c.
     FINITE z /\ sum z w = &1 /\ sum z (\x. w x * t x) = &0
     ==> sum z (\x. w x * (t x + c) pow 2) = sum z (\x. w x * t x pow 2) + c pow 2`,
  REPEAT STRIP_TAC THEN
  REWRITE_TAC[REAL_ARITH `w * (t + c) pow 2 = w * t pow 2 + &2 * c * (w * t) + c pow 2 * w`] THEN
  ASM_SIMP_TAC[SUM_ADD; SUM_LMUL; ETA_AX] THEN REAL_ARITH_TAC);;

(* a mean against a linear function, coordinate by coordinate *)
let MEAN_DOT = prove
 (`!z:real^N->bool w g a.
     FINITE z
     ==> sum z (\x. w x * g x * (a dot x)) =
         sum (1..dimindex(:N)) (\j. a$j * sum z (\x. w x * g x * x$j))`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[dot; GSYM SUM_LMUL] THEN
  MP_TAC(ISPECL [`\(x:real^N) j. w x * g x * (a:real^N)$j * x$j`; `z:real^N->bool`; `1..dimindex(:N)`] SUM_SWAP) THEN
  ASM_REWRITE_TAC[FINITE_NUMSEG] THEN DISCH_THEN SUBST1_TAC THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REAL_ARITH_TAC);;

(* where the covariance is I/n, a coordinate meets a linear function in its coefficient *)
let MEAN_COORDINATE = prove
 (`!z:real^N->bool w a n k.
     FINITE z /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv n else &0) /\
     k IN 1..dimindex(:N)
     ==> sum z (\x. w x * x$k * (a dot x)) = a$k * inv n`,
  REPEAT GEN_TAC THEN INTRO_TAC "fin cov k" THEN
  USE_THEN "fin" (fun th -> REWRITE_TAC[(MATCH_MP o BETA_RULE)
    (ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x:real^N. x$k`; `a:real^N`] MEAN_DOT) th]) THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum (1..dimindex(:N)) (\j. if j = k then (a:real^N)$k * inv n else &0)` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    USE_THEN "cov" (MP_TAC o SPECL [`k:num`; `j:num`]) THEN
    (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
    ASM_CASES_TAC `k:num = j` THEN ASM_REWRITE_TAC[REAL_MUL_RZERO];
    REWRITE_TAC[SUM_DELTA] THEN ASM_REWRITE_TAC[]]);;

(* the linear function with the right means is the best one *)
let ONE_ROW = prove
 (`!z:real^N->bool w g a n.
     FINITE z /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv n else &0) /\
     (!j. j IN 1..dimindex(:N) ==> sum z (\x. w x * g x * x$j) = a$j * inv n)
     ==> sum z (\x. w x * (g x - a dot x) pow 2) =
         sum z (\x. w x * g x pow 2) - sum (1..dimindex(:N)) (\j. a$j pow 2) * inv n`,
  REPEAT GEN_TAC THEN INTRO_TAC "fin cov mean" THEN
  SUBGOAL_THEN
   `sum z (\x:real^N. w x * g x * (a dot x)) = sum (1..dimindex(:N)) (\j. a$j pow 2) * inv n`
  (LABEL_TAC "one") THENL
   [USE_THEN "fin" (fun th -> REWRITE_TAC[(MATCH_MP o BETA_RULE)
      (ISPECL [`z:real^N->bool`; `w:real^N->real`; `g:real^N->real`; `a:real^N`] MEAN_DOT) th]) THEN
    REWRITE_TAC[GSYM SUM_RMUL] THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    USE_THEN "mean" (fun th -> POP_ASSUM(fun j -> REWRITE_TAC[MATCH_MP th j])) THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `sum z (\x:real^N. w x * (a dot x) * (a dot x)) = sum (1..dimindex(:N)) (\j. a$j pow 2) * inv n`
  (LABEL_TAC "two") THENL
   [USE_THEN "fin" (fun th -> REWRITE_TAC[(MATCH_MP o BETA_RULE)
      (ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x:real^N. (a:real^N) dot x`; `a:real^N`] MEAN_DOT) th]) THEN
    REWRITE_TAC[GSYM SUM_RMUL] THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    SUBGOAL_THEN `sum z (\x:real^N. w x * (a dot x) * x$j) = a$j * inv n` SUBST1_TAC THENL
     [ONCE_REWRITE_TAC[REAL_ARITH `w * d * x:real = w * x * d`] THEN
      MATCH_MP_TAC MEAN_COORDINATE THEN
      USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN USE_THEN "cov" (fun th -> REWRITE_TAC[th]) THEN
      FIRST_ASSUM ACCEPT_TAC;
      REAL_ARITH_TAC];
    ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `sum z (\x:real^N. w x * g x pow 2) - &2 * sum z (\x. w x * g x * (a dot x)) +
              sum z (\x. w x * (a dot x) * (a dot x))` THEN
  CONJ_TAC THENL
   [REWRITE_TAC[GSYM SUM_LMUL] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; GSYM SUM_SUB; GSYM SUM_ADD]) THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC;
    USE_THEN "one" SUBST1_TAC THEN USE_THEN "two" SUBST1_TAC THEN REAL_ARITH_TAC]);;

let STABILITY_MOMENTS = prove
 (`!z:real^N->bool w (u:real^N->real^N) a m (A:real^N^N).
     FINITE z /\ (!x. x IN z ==> &0 <= w x) /\ sum z w = &1 /\
     vsum z (\x. w x % x) = vec 0 /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv(&(dimindex(:N))) else &0) /\
     (!x. x IN z ==> norm(u x) = &1) /\
     vsum z (\x. w x % u x) = m /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> A$i$j = &(dimindex(:N)) * sum z (\x. w x * u x$i * x$j))
     ==> (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
                ==> sum z (\x. w x * (u x - m)$i * x$j) = A$i$j * inv(&(dimindex(:N)))) /\
         sum (1..dimindex(:N)) (\i. sum z (\x. w x * (u x - m)$i * (u x - m)$i)) =
         &1 - norm m pow 2 /\
         sum z (\x. w x * norm(u x - A ** x - m) pow 2) =
         &1 - norm m pow 2 -
         sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. A$i$j pow 2)) * inv(&(dimindex(:N))) /\
         sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
           sum z (\x. w x * (u x - m)$i * (u x - m)$j) * sum z (\x. w x * (u x - m)$i * (u x - m)$j))) -
         &2 * sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. A$i$j pow 2)) *
         inv(&(dimindex(:N))) pow 2 + inv(&(dimindex(:N)))
         <= sum z (\x. w x * sum z (\y. w y * (u x dot u y - x dot y - a x) pow 2))`,
  REPEAT GEN_TAC THEN INTRO_TAC "fin pos one zmean cov unit umean A" THEN
  ABBREV_TAC `n = &(dimindex(:N))` THEN
  SUBGOAL_THEN `&0 < n /\ ~(n = &0) /\ 1 <= dimindex(:N)` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "n" THEN
    REWRITE_TAC[DIMINDEX_GE_1; REAL_OF_NUM_LT; REAL_OF_NUM_EQ] THEN
    MP_TAC(ISPEC `UNIV:N->bool` DIMINDEX_GE_1) THEN ARITH_TAC;
    ALL_TAC] THEN
  (* means of coordinates *)
  SUBGOAL_THEN `!j. j IN 1..dimindex(:N) ==> sum z (\x:real^N. w x * x$j) = &0` (LABEL_TAC "z0") THENL
   [X_GEN_TAC `j:num` THEN REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
    USE_THEN "zmean" (MP_TAC o AP_TERM `\v:real^N. v$j`) THEN REWRITE_TAC[VEC_COMPONENT] THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN
    USE_THEN "fin" (fun th -> ASM_SIMP_TAC[th; VSUM_COMPONENT; VECTOR_MUL_COMPONENT]);
    ALL_TAC] THEN
  SUBGOAL_THEN `!j. j IN 1..dimindex(:N) ==> sum z (\x. w x * (u:real^N->real^N) x$j) = (m:real^N)$j`
  (LABEL_TAC "u0") THENL
   [X_GEN_TAC `j:num` THEN REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
    USE_THEN "umean" (SUBST1_TAC o SYM) THEN
    USE_THEN "fin" (fun th -> ASM_SIMP_TAC[th; VSUM_COMPONENT; VECTOR_MUL_COMPONENT]);
    ALL_TAC] THEN
  ABBREV_TAC `v = \x:real^N. (u:real^N->real^N) x - m` THEN
  SUBGOAL_THEN `!x:real^N i. (v:real^N->real^N) x$i = (u:real^N->real^N) x$i - (m:real^N)$i` (LABEL_TAC "v") THENL
   [EXPAND_TAC "v" THEN REWRITE_TAC[VECTOR_SUB_COMPONENT]; ALL_TAC] THEN
  SUBGOAL_THEN `!j. j IN 1..dimindex(:N) ==> sum z (\x:real^N. w x * (v:real^N->real^N) x$j) = &0`
  (LABEL_TAC "v0") THENL
   [X_GEN_TAC `j:num` THEN DISCH_TAC THEN USE_THEN "v" (fun th -> REWRITE_TAC[th]) THEN
    REWRITE_TAC[REAL_SUB_LDISTRIB] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_SUB; SUM_RMUL; ETA_AX]) THEN
    USE_THEN "one" (fun th -> REWRITE_TAC[th]) THEN
    USE_THEN "u0" (fun th -> POP_ASSUM(fun j -> REWRITE_TAC[MATCH_MP th j])) THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
          ==> sum z (\x. w x * (u:real^N->real^N) x$i * x$j) = (A:real^N^N)$i$j * inv n`
  (LABEL_TAC "ux") THENL
   [REPEAT GEN_TAC THEN DISCH_TAC THEN
    USE_THEN "A" (fun th -> POP_ASSUM(fun j -> REWRITE_TAC[MATCH_MP th j])) THEN
    UNDISCH_TAC `~(n = &0)` THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
          ==> sum z (\x. w x * (v:real^N->real^N) x$i * x$j) = (A:real^N^N)$i$j * inv n`
  (LABEL_TAC "vx") THENL
   [REPEAT GEN_TAC THEN DISCH_TAC THEN USE_THEN "v" (fun th -> REWRITE_TAC[th]) THEN
    REWRITE_TAC[REAL_ARITH `w * (u - m) * x:real = w * u * x - m * w * x`] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_SUB; SUM_LMUL]) THEN
    USE_THEN "ux" (fun th -> FIRST_ASSUM(fun j -> REWRITE_TAC[MATCH_MP th j])) THEN
    USE_THEN "z0" (fun th -> FIRST_ASSUM(fun j -> REWRITE_TAC[MATCH_MP th (CONJUNCT2 j)])) THEN
    REAL_ARITH_TAC;
    ALL_TAC] THEN
  ABBREV_TAC `S = \i j. sum z (\x:real^N. w x * (v:real^N->real^N) x$i * v x$j)` THEN
  ABBREV_TAC `M = norm(m:real^N) pow 2` THEN
  (* the trace *)
  SUBGOAL_THEN `sum (1..dimindex(:N)) (\i. S i i) = &1 - M` (LABEL_TAC "trace") THENL
   [EXPAND_TAC "S" THEN
    MP_TAC(ISPECL [`\i (x:real^N). w x * (v:real^N->real^N) x$i * v x$i`; `1..dimindex(:N)`;
                   `z:real^N->bool`] SUM_SWAP) THEN
    USE_THEN "fin" (fun th -> REWRITE_TAC[th; FINITE_NUMSEG]) THEN DISCH_THEN SUBST1_TAC THEN
    REWRITE_TAC[SUM_LMUL] THEN REWRITE_TAC[GSYM dot] THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum z (\x:real^N. w x - &2 * w x * ((u:real^N->real^N) x dot m) + M * w x)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      SUBGOAL_THEN `(u:real^N->real^N) x dot u x = &1` MP_TAC THENL
       [USE_THEN "unit" (fun th -> POP_ASSUM(fun j -> MP_TAC(MATCH_MP th j))) THEN
        SIMP_TAC[GSYM NORM_POW_2] THEN REAL_ARITH_TAC;
        ALL_TAC] THEN
      EXPAND_TAC "v" THEN EXPAND_TAC "M" THEN
      REWRITE_TAC[NORM_POW_2; DOT_LSUB; DOT_RSUB] THEN
      MP_TAC(ISPECL [`m:real^N`; `(u:real^N->real^N) x`] DOT_SYM) THEN CONV_TAC REAL_RING;
      ALL_TAC] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_SUB; SUM_ADD; SUM_LMUL; ETA_AX]) THEN
    SUBGOAL_THEN `sum z (\x:real^N. w x * ((u:real^N->real^N) x dot m)) = M` SUBST1_TAC THENL
     [EXPAND_TAC "M" THEN REWRITE_TAC[NORM_POW_2] THEN
      MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `(vsum z (\x:real^N. w x % (u:real^N->real^N) x)) dot m` THEN CONJ_TAC THENL
       [USE_THEN "fin" (fun th -> SIMP_TAC[th; DOT_LSUM; DOT_LMUL]);
        USE_THEN "umean" (fun th -> REWRITE_TAC[th])];
      USE_THEN "one" (fun th -> REWRITE_TAC[th]) THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  ABBREV_TAC `F2 = sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (A:real^N^N)$i$j pow 2))` THEN
  (* what no affine map explains *)
  SUBGOAL_THEN `sum z (\x. w x * norm((u:real^N->real^N) x - A ** x - m) pow 2) = &1 - M - F2 * inv n`
  (LABEL_TAC "rest") THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..dimindex(:N)) (\i. sum z (\x:real^N.
                  w x * ((v:real^N->real^N) x$i - (A:real^N^N)$i dot x) pow 2))` THEN
    CONJ_TAC THENL
     [MP_TAC(ISPECL [`\i (x:real^N). w x * ((v:real^N->real^N) x$i - (A:real^N^N)$i dot x) pow 2`;
        `1..dimindex(:N)`; `z:real^N->bool`] SUM_SWAP) THEN
      USE_THEN "fin" (fun th -> REWRITE_TAC[th; FINITE_NUMSEG]) THEN DISCH_THEN SUBST1_TAC THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[SUM_LMUL] THEN
      AP_TERM_TAC THEN REWRITE_TAC[NORM_POW_2] THEN REWRITE_TAC[dot] THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
      USE_THEN "v" (fun th -> REWRITE_TAC[th; VECTOR_SUB_COMPONENT]) THEN
      ASM_SIMP_TAC[MATRIX_VECTOR_MUL_COMPONENT] THEN REWRITE_TAC[dot] THEN REAL_ARITH_TAC;
      ALL_TAC] THEN
    MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..dimindex(:N)) (\i. (S:num->num->real) i i -
                  sum (1..dimindex(:N)) (\j. (A:real^N^N)$i$j pow 2) * inv n)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x:real^N. (v:real^N->real^N) x$i`;
                     `(A:real^N^N)$i`; `n:real`] ONE_ROW) THEN
      REWRITE_TAC[] THEN ANTS_TAC THENL
       [USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN
        USE_THEN "cov" (fun th -> REWRITE_TAC[th]) THEN
        REPEAT STRIP_TAC THEN USE_THEN "vx" MATCH_MP_TAC THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
        DISCH_THEN SUBST1_TAC] THEN
      EXPAND_TAC "S" THEN REWRITE_TAC[REAL_POW_2];
      ALL_TAC] THEN
    SIMP_TAC[SUM_SUB; FINITE_NUMSEG; SUM_RMUL] THEN
    USE_THEN "trace" (fun th -> REWRITE_TAC[th]) THEN
    EXPAND_TAC "F2" THEN REWRITE_TAC[] THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  (* as the statement has them *)
  SUBGOAL_THEN `!x:real^N. (u:real^N->real^N) x - m = v x` (fun th -> REWRITE_TAC[th]) THENL
   [EXPAND_TAC "v" THEN REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!i j. sum z (\x:real^N. w x * (v:real^N->real^N) x$i * v x$j) = S i j`
   (fun th -> REWRITE_TAC[th]) THENL [EXPAND_TAC "S" THEN REWRITE_TAC[]; ALL_TAC] THEN
  USE_THEN "trace" (fun th -> REWRITE_TAC[th]) THEN
  USE_THEN "rest" (fun th -> REWRITE_TAC[th]) THEN
  ASM_REWRITE_TAC[] THEN
  (* Step 3: the best function of the anchor *)
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `sum z (\x. w x * sum z (\y. w y * ((u:real^N->real^N) x dot v y - x dot y) pow 2))` THEN
  CONJ_TAC THENL
   [ALL_TAC;
    MATCH_MP_TAC SUM_LE THEN (CONJ_TAC THENL [USE_THEN "fin" ACCEPT_TAC; ALL_TAC]) THEN
    X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC REAL_LE_LMUL THEN
    (CONJ_TAC THENL [USE_THEN "pos" (fun th -> ASM_SIMP_TAC[th]); ALL_TAC]) THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`;
      `\y:real^N. (u:real^N->real^N) x dot v y - x dot y`;
      `(u:real^N->real^N) x dot m - a x`] MEAN_SQUARE) THEN
    REWRITE_TAC[] THEN ANTS_TAC THENL
     [USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN
      USE_THEN "one" (fun th -> REWRITE_TAC[th]) THEN
      REWRITE_TAC[REAL_SUB_LDISTRIB] THEN
      USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_SUB]) THEN
      SUBGOAL_THEN `!g:real^N->real^N q:real^N.
          (!j. j IN 1..dimindex(:N) ==> sum z (\y. w y * g y$j) = &0)
          ==> sum z (\y. w y * (q dot g y)) = &0`
       (fun th -> MP_TAC(ISPECL [`v:real^N->real^N`; `(u:real^N->real^N) x`] th) THEN
                  MP_TAC(ISPECL [`\y:real^N. y`; `x:real^N`] th)) THENL
       [REPEAT STRIP_TAC THEN REWRITE_TAC[dot; GSYM SUM_LMUL] THEN
        MP_TAC(ISPECL [`\(y:real^N) j. w y * (q:real^N)$j * (g:real^N->real^N) y$j`; `z:real^N->bool`;
                       `1..dimindex(:N)`] SUM_SWAP) THEN
        USE_THEN "fin" (fun th -> REWRITE_TAC[th; FINITE_NUMSEG]) THEN DISCH_THEN SUBST1_TAC THEN
        MATCH_MP_TAC SUM_EQ_0 THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        ONCE_REWRITE_TAC[REAL_ARITH `w * q * g:real = q * w * g`] THEN
        REWRITE_TAC[SUM_LMUL] THEN ASM_SIMP_TAC[REAL_MUL_RZERO];
        REWRITE_TAC[] THEN
        USE_THEN "z0" (fun th -> REWRITE_TAC[th]) THEN USE_THEN "v0" (fun th -> REWRITE_TAC[th]) THEN
        DISCH_THEN SUBST1_TAC THEN DISCH_THEN SUBST1_TAC THEN REAL_ARITH_TAC];
      SUBGOAL_THEN
       `!y. ((u:real^N->real^N) x dot v y - x dot y) + u x dot m - a x =
            u x dot u y - x dot y - a x`
       (fun th -> REWRITE_TAC[th]) THENL
       [GEN_TAC THEN EXPAND_TAC "v" THEN REWRITE_TAC[DOT_RSUB] THEN REAL_ARITH_TAC;
        DISCH_THEN SUBST1_TAC THEN REWRITE_TAC[REAL_LE_ADDR; REAL_LE_POW_2]]]] THEN
  (* the three means of independent pairs *)
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC
   `sum z (\x. w x * sum z (\y. w y * ((u:real^N->real^N) x dot v y) * (u x dot v y))) -
    &2 * sum z (\x. w x * sum z (\y. w y * ((u:real^N->real^N) x dot v y) * (x dot y))) +
    sum z (\x. w x * sum z (\y. w y * (x dot y) * (x dot y)))` THEN
  CONJ_TAC THENL
   [ALL_TAC;
    MATCH_MP_TAC REAL_EQ_IMP_LE THEN REWRITE_TAC[GSYM SUM_LMUL] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; GSYM SUM_SUB; GSYM SUM_ADD]) THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC] THEN
  USE_THEN "fin" (fun fin ->
    REWRITE_TAC[BETA_RULE(MATCH_MP (ISPECL [`z:real^N->bool`; `w:real^N->real`;
        `u:real^N->real^N`; `v:real^N->real^N`; `u:real^N->real^N`; `v:real^N->real^N`] DOUBLE_MEAN) fin);
      BETA_RULE(MATCH_MP (ISPECL [`z:real^N->bool`; `w:real^N->real`;
        `u:real^N->real^N`; `v:real^N->real^N`; `\x:real^N. x`; `\x:real^N. x`] DOUBLE_MEAN) fin);
      BETA_RULE(MATCH_MP (ISPECL [`z:real^N->bool`; `w:real^N->real`;
        `\x:real^N. x`; `\x:real^N. x`; `\x:real^N. x`; `\x:real^N. x`] DOUBLE_MEAN) fin)]) THEN
  SUBGOAL_THEN
   `sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
      sum z (\x. w x * (u:real^N->real^N) x$i * x$j) * sum z (\y. w y * (v:real^N->real^N) y$i * y$j))) =
    F2 * inv n pow 2 /\
    sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
      sum z (\x:real^N. w x * x$i * x$j) * sum z (\y. w y * y$i * y$j))) = inv n`
  (CONJUNCTS_THEN SUBST1_TAC) THENL
   [CONJ_TAC THENL
     [EXPAND_TAC "F2" THEN CONV_TAC(RAND_CONV(REWRITE_CONV[GSYM SUM_RMUL])) THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      USE_THEN "ux" (MP_TAC o SPECL [`i:num`; `j:num`]) THEN
      (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
      USE_THEN "vx" (MP_TAC o SPECL [`i:num`; `j:num`]) THEN
      (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
      REAL_ARITH_TAC;
      MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `sum (1..dimindex(:N)) (\i. inv n * inv n)` THEN CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        MATCH_MP_TAC EQ_TRANS THEN
        EXISTS_TAC `sum (1..dimindex(:N)) (\j. if j = i then inv n * inv n else &0)` THEN CONJ_TAC THENL
         [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
          USE_THEN "cov" (MP_TAC o SPECL [`i:num`; `j:num`]) THEN
          (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
          ASM_CASES_TAC `i:num = j` THEN ASM_REWRITE_TAC[REAL_MUL_LZERO];
          REWRITE_TAC[SUM_DELTA] THEN ASM_REWRITE_TAC[]];
        REWRITE_TAC[SUM_CONST_NUMSEG; ADD_SUB] THEN ASM_REWRITE_TAC[] THEN
        UNDISCH_TAC `~(n = &0)` THEN CONV_TAC REAL_FIELD]];
    ALL_TAC] THEN
  (* the first mean: second moments are covariances and a square *)
  MATCH_MP_TAC(REAL_ARITH `a <= b ==> a - f + i:real <= b - f + i`) THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
     ==> sum z (\x. w x * (u:real^N->real^N) x$i * u x$j) = S i j + (m:real^N)$i * m$j`
  (LABEL_TAC "uu") THENL
   [REPEAT GEN_TAC THEN STRIP_TAC THEN EXPAND_TAC "S" THEN
    SUBGOAL_THEN `!x:real^N. w x * (u:real^N->real^N) x$i * u x$j =
       w x * (v:real^N->real^N) x$i * v x$j + (m:real^N)$i * (w x * v x$j) +
       m$j * (w x * v x$i) + (m$i * m$j) * w x` (fun th -> REWRITE_TAC[th]) THENL
     [GEN_TAC THEN USE_THEN "v" (fun th -> REWRITE_TAC[th]) THEN REAL_ARITH_TAC; ALL_TAC] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_ADD; SUM_LMUL; ETA_AX]) THEN
    USE_THEN "one" (fun th -> REWRITE_TAC[th]) THEN
    USE_THEN "v0" (fun th -> ASM_SIMP_TAC[th]) THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC
   `sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (S:num->num->real) i j * S i j)) +
    sum z (\x:real^N. w x * ((m:real^N) dot (v:real^N->real^N) x) pow 2)` THEN
  CONJ_TAC THENL
   [REWRITE_TAC[REAL_LE_ADDR] THEN
    MATCH_MP_TAC SUM_POS_LE THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC REAL_LE_MUL THEN REWRITE_TAC[REAL_LE_POW_2] THEN
    USE_THEN "pos" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
    ALL_TAC] THEN
  MATCH_MP_TAC REAL_EQ_IMP_LE THEN
  SUBGOAL_THEN
   `sum z (\x:real^N. w x * ((m:real^N) dot (v:real^N->real^N) x) pow 2) =
    sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (m$i * m$j) * (S:num->num->real) i j))`
  SUBST1_TAC THENL
   [MP_TAC(ISPECL [`z:real^N->bool`; `1..dimindex(:N)`;
      `\(x:real^N) i j. ((m:real^N)$i * m$j) * w x * (v:real^N->real^N) x$i * v x$j`] SUM_SWAP_3) THEN
    USE_THEN "fin" (fun th -> REWRITE_TAC[th; FINITE_NUMSEG]) THEN
    EXPAND_TAC "S" THEN REWRITE_TAC[SUM_LMUL] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    REWRITE_TAC[dot; REAL_POW_2; PRODUCT_OF_SUMS] THEN REWRITE_TAC[GSYM SUM_LMUL] THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
    MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SIMP_TAC[GSYM SUM_ADD; FINITE_NUMSEG] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  SIMP_TAC[GSYM SUM_ADD; FINITE_NUMSEG] THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
  USE_THEN "uu" (MP_TAC o SPECL [`i:num`; `j:num`]) THEN
  (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
  SUBGOAL_THEN `sum z (\y:real^N. w y * (v:real^N->real^N) y$i * v y$j) = S i j` SUBST1_TAC THENL
   [EXPAND_TAC "S" THEN REWRITE_TAC[]; REAL_ARITH_TAC]);;

let THM_STABILITY_ALGEBRA = prove
 (`!z:real^N->bool w (u:real^N->real^N) a m (A:real^N^N).
     FINITE z /\ (!x. x IN z ==> &0 <= w x) /\ sum z w = &1 /\
     vsum z (\x. w x % x) = vec 0 /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv(&(dimindex(:N))) else &0) /\
     (!x. x IN z ==> norm(u x) = &1) /\
     vsum z (\x. w x % u x) = m /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> A$i$j = &(dimindex(:N)) * sum z (\x. w x * u x$i * x$j))
     ==> (&2 * sum z (\x. w x * norm(u x - A ** x - m) pow 2) + norm m pow 4) / &(dimindex(:N))
         <= sum z (\x. w x * sum z (\y. w y * (u x dot u y - x dot y - a x) pow 2))`,
  REPEAT GEN_TAC THEN DISCH_THEN(MP_TAC o MATCH_MP STABILITY_MOMENTS) THEN
  DISCH_THEN(MP_TAC o SPEC `a:real^N->real`) THEN
  ABBREV_TAC `S = \i j. sum z (\x:real^N. w x * ((u:real^N->real^N) x - m)$i * (u x - m)$j)` THEN
  SUBGOAL_THEN `!i j. sum z (\x:real^N. w x * ((u:real^N->real^N) x - m)$i * (u x - m)$j) = S i j`
   (fun th -> REWRITE_TAC[th]) THENL [EXPAND_TAC "S" THEN REWRITE_TAC[]; ALL_TAC] THEN
  ABBREV_TAC `F2 = sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (A:real^N^N)$i$j pow 2))` THEN
  INTRO_TAC "vx trace rest eta" THEN
  MP_TAC(SPECL [`dimindex(:N)`; `S:num->num->real`] SQUARES_TRACE) THEN
  REWRITE_TAC[DIMINDEX_GE_1] THEN
  USE_THEN "trace" (fun th -> REWRITE_TAC[th]) THEN
  USE_THEN "rest" (fun th -> REWRITE_TAC[th]) THEN DISCH_TAC THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `(&1 - norm(m:real^N) pow 2) pow 2 / &(dimindex(:N)) -
              &2 * F2 * inv(&(dimindex(:N))) pow 2 + inv(&(dimindex(:N)))` THEN
  CONJ_TAC THENL [ALL_TAC; USE_THEN "eta" MP_TAC THEN POP_ASSUM MP_TAC THEN REAL_ARITH_TAC] THEN
  MATCH_MP_TAC REAL_EQ_IMP_LE THEN
  SUBST1_TAC(REAL_ARITH `norm(m:real^N) pow 4 = (norm m pow 2) pow 2`) THEN
  SUBGOAL_THEN `~(&(dimindex(:N)) = &0)` MP_TAC THENL
   [REWRITE_TAC[REAL_OF_NUM_EQ] THEN MP_TAC(ISPEC `UNIV:N->bool` DIMINDEX_GE_1) THEN ARITH_TAC;
    CONV_TAC REAL_FIELD]);;

(* any other linear function is worse by the square of the difference *)
let OTHER_ROW = prove
 (`!z:real^N->bool w g a q n.
     FINITE z /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv n else &0) /\
     (!j. j IN 1..dimindex(:N) ==> sum z (\x. w x * g x * x$j) = a$j * inv n)
     ==> sum z (\x. w x * (g x - q dot x) pow 2) =
         sum z (\x. w x * (g x - a dot x) pow 2) +
         sum (1..dimindex(:N)) (\j. (a$j - q$j) pow 2) * inv n`,
  REPEAT GEN_TAC THEN INTRO_TAC "fin cov mean" THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x:real^N. (g:real^N->real) x - (q:real^N) dot x`;
                 `a - q:real^N`; `n:real`] ONE_ROW) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL
   [USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN USE_THEN "cov" (fun th -> REWRITE_TAC[th]) THEN
    X_GEN_TAC `j:num` THEN DISCH_TAC THEN
    REWRITE_TAC[REAL_ARITH `w * (g - d) * x:real = w * g * x - w * x * d`] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_SUB]) THEN
    USE_THEN "mean" (fun th -> FIRST_ASSUM(fun j -> REWRITE_TAC[MATCH_MP th j])) THEN
    SUBGOAL_THEN `sum z (\x:real^N. w x * x$j * (q dot x)) = q$j * inv n` SUBST1_TAC THENL
     [MATCH_MP_TAC MEAN_COORDINATE THEN
      USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN USE_THEN "cov" (fun th -> REWRITE_TAC[th]) THEN
      FIRST_ASSUM ACCEPT_TAC;
      REWRITE_TAC[VECTOR_SUB_COMPONENT] THEN REAL_ARITH_TAC];
    REWRITE_TAC[DOT_LSUB; REAL_ARITH `g - q - (a - q):real = g - a`; VECTOR_SUB_COMPONENT] THEN
    DISCH_THEN SUBST1_TAC THEN REAL_ARITH_TAC]);;

(* P + I lengthens where P is positive semidefinite *)
let SQUARE_BOUND = prove
 (`!P:real^N^N x. (!y. &0 <= y dot (P ** y))
     ==> norm(P ** x - x) pow 2 <= norm(P ** (P ** x) - x) pow 2`,
  REPEAT STRIP_TAC THEN ABBREV_TAC `v = (P:real^N^N) ** (x:real^N) - x` THEN
  SUBGOAL_THEN `(P:real^N^N) ** (P ** (x:real^N)) - x = P ** (v:real^N) + v` SUBST1_TAC THENL
   [EXPAND_TAC "v" THEN REWRITE_TAC[MATRIX_VECTOR_MUL_SUB_LDISTRIB] THEN VECTOR_ARITH_TAC;
    ALL_TAC] THEN
  FIRST_X_ASSUM(MP_TAC o SPEC `v:real^N`) THEN
  MP_TAC(ISPEC `(P:real^N^N) ** (v:real^N)` DOT_POS_LE) THEN
  REWRITE_TAC[NORM_POW_2; DOT_LADD; DOT_RADD] THEN
  MP_TAC(ISPECL [`(P:real^N^N) ** (v:real^N)`; `v:real^N`] DOT_SYM) THEN REAL_ARITH_TAC);;

(* the orthogonal factor is nearer than the defect of the Gram matrix *)
let FACTOR_BOUND = prove
 (`!A Q P:real^N^N.
     orthogonal_matrix Q /\ transp P = P /\ (!y. &0 <= y dot (P ** y)) /\ P ** Q = A
     ==> sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (A$i$j - Q$i$j) pow 2))
         <= sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
              (A$i dot A$j - (if i = j then &1 else &0)) pow 2))`,
  REPEAT GEN_TAC THEN INTRO_TAC "Q sym psd A" THEN
  SUBGOAL_THEN `!i x. 1 <= i /\ i <= dimindex(:N) ==> ((P:real^N^N) ** (x:real^N))$i = P$i dot x`
  (LABEL_TAC "comp") THENL
   [SIMP_TAC[MATRIX_VECTOR_MUL_COMPONENT]; ALL_TAC] THEN
  SUBGOAL_THEN `!i. 1 <= i /\ i <= dimindex(:N) ==> (P:real^N^N) ** (basis i:real^N) = P$i` (LABEL_TAC "col") THENL
   [REPEAT STRIP_TAC THEN ASM_SIMP_TAC[MATRIX_VECTOR_MUL_BASIS] THEN
    USE_THEN "sym" (fun th -> GEN_REWRITE_TAC (LAND_CONV o RAND_CONV) [GSYM th]) THEN
    ASM_SIMP_TAC[COLUMN_TRANSP] THEN ASM_SIMP_TAC[row; CART_EQ; LAMBDA_BETA];
    ALL_TAC] THEN
  SUBGOAL_THEN `!i. 1 <= i /\ i <= dimindex(:N) ==> (A:real^N^N)$i = transp Q ** (P:real^N^N)$i`
  (LABEL_TAC "row") THENL
   [REPEAT STRIP_TAC THEN USE_THEN "A" (SUBST1_TAC o SYM) THEN
    ASM_SIMP_TAC[CART_EQ; MATRIX_MUL_COMPONENT] THEN
    ASM_SIMP_TAC[matrix_mul; LAMBDA_BETA; MATRIX_VECTOR_MUL_COMPONENT; dot; TRANSP_COMPONENT] THEN
    REPEAT STRIP_TAC THEN MATCH_MP_TAC SUM_EQ_NUMSEG THEN
    ASM_SIMP_TAC[transp; LAMBDA_BETA; REAL_MUL_SYM];
    ALL_TAC] THEN
  SUBGOAL_THEN `!i. 1 <= i /\ i <= dimindex(:N) ==> (Q:real^N^N)$i = transp Q ** (basis i:real^N)`
  (LABEL_TAC "unit") THENL
   [REPEAT STRIP_TAC THEN ASM_SIMP_TAC[MATRIX_VECTOR_MUL_BASIS; COLUMN_TRANSP] THEN
    ASM_SIMP_TAC[row; CART_EQ; LAMBDA_BETA];
    ALL_TAC] THEN
  SUBGOAL_THEN `orthogonal_matrix(transp(Q:real^N^N))` (LABEL_TAC "T") THENL
   [USE_THEN "Q" (fun th -> REWRITE_TAC[ORTHOGONAL_MATRIX_TRANSP; th]); ALL_TAC] THEN
  MATCH_MP_TAC SUM_LE_NUMSEG THEN X_GEN_TAC `i:num` THEN STRIP_TAC THEN REWRITE_TAC[] THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN EXISTS_TAC `norm((P:real^N^N) ** (basis i:real^N) - basis i) pow 2` THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC REAL_EQ_IMP_LE THEN MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `norm((A:real^N^N)$i - (Q:real^N^N)$i) pow 2` THEN CONJ_TAC THENL
     [REWRITE_TAC[NORM_POW_2; dot; VECTOR_SUB_COMPONENT; REAL_POW_2];
      USE_THEN "row" (fun th -> ASM_SIMP_TAC[th]) THEN USE_THEN "unit" (fun th -> ASM_SIMP_TAC[th]) THEN
      REWRITE_TAC[GSYM MATRIX_VECTOR_MUL_SUB_LDISTRIB] THEN
      USE_THEN "T" (fun th -> SIMP_TAC[th; ORTHOGONAL_MATRIX_NORM]) THEN
      USE_THEN "col" (fun th -> ASM_SIMP_TAC[th])];
    ALL_TAC] THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `norm((P:real^N^N) ** (P ** (basis i:real^N)) - basis i) pow 2` THEN CONJ_TAC THENL
   [MATCH_MP_TAC SQUARE_BOUND THEN USE_THEN "psd" ACCEPT_TAC; ALL_TAC] THEN
  MATCH_MP_TAC REAL_EQ_IMP_LE THEN REWRITE_TAC[NORM_POW_2] THEN
  GEN_REWRITE_TAC LAND_CONV [dot] THEN REWRITE_TAC[GSYM REAL_POW_2] THEN
  MATCH_MP_TAC SUM_EQ_NUMSEG THEN X_GEN_TAC `j:num` THEN STRIP_TAC THEN REWRITE_TAC[] THEN
  AP_THM_TAC THEN AP_TERM_TAC THEN
  ASM_SIMP_TAC[VECTOR_SUB_COMPONENT; BASIS_COMPONENT] THEN
  SUBGOAL_THEN `(transp(Q:real^N^N) ** (P:real^N^N)$i) dot (transp Q ** P$j) = P$j dot P$i` SUBST1_TAC THENL
   [REWRITE_TAC[DOT_MATRIX_TRANSP_LMUL; MATRIX_VECTOR_MUL_ASSOC] THEN
    USE_THEN "Q" (fun th -> REWRITE_TAC[REWRITE_RULE[orthogonal_matrix] th]) THEN
    REWRITE_TAC[MATRIX_VECTOR_MUL_LID; DOT_SYM];
    ASM_CASES_TAC `i:num = j` THEN ASM_REWRITE_TAC[]]);;

(* a mean square, output by output *)
let MEAN_ROWS = prove
 (`!z:real^N->bool w v B:real^N^N.
     FINITE z
     ==> sum z (\x. w x * norm(v x - B ** x) pow 2) =
         sum (1..dimindex(:N)) (\i. sum z (\x. w x * (v x$i - B$i dot x) pow 2))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`\i (x:real^N). w x * ((v:real^N->real^N) x$i - (B:real^N^N)$i dot x) pow 2`;
    `1..dimindex(:N)`; `z:real^N->bool`] SUM_SWAP) THEN
  ASM_REWRITE_TAC[FINITE_NUMSEG] THEN DISCH_THEN SUBST1_TAC THEN
  MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[SUM_LMUL] THEN
  AP_TERM_TAC THEN REWRITE_TAC[NORM_POW_2] THEN GEN_REWRITE_TAC LAND_CONV [dot] THEN
  MATCH_MP_TAC SUM_EQ_NUMSEG THEN
  SIMP_TAC[VECTOR_SUB_COMPONENT; MATRIX_VECTOR_MUL_COMPONENT; REAL_POW_2]);;

(* what no linear map explains adds to the Gram matrix of the linear part *)
let GRAM_BOUND = prove
 (`!z:real^N->bool w (v:real^N->real^N) (A:real^N^N) n.
     FINITE z /\ (!x. x IN z ==> &0 <= w x) /\ &0 < n /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv n else &0) /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * v x$i * x$j) = A$i$j * inv n)
     ==> sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (A$i dot A$j) pow 2)) * inv n pow 2
         <= sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
              sum z (\x. w x * v x$i * v x$j) * sum z (\x. w x * v x$i * v x$j)))`,
  REPEAT GEN_TAC THEN INTRO_TAC "fin pos n cov vx" THEN
  ABBREV_TAC `S = \i j. sum z (\x:real^N. w x * (v:real^N->real^N) x$i * v x$j)` THEN
  SUBGOAL_THEN `!i j. sum z (\x:real^N. w x * (v:real^N->real^N) x$i * v x$j) = S i j`
   (fun th -> REWRITE_TAC[th]) THENL [EXPAND_TAC "S" THEN REWRITE_TAC[]; ALL_TAC] THEN
  ABBREV_TAC `R = \i j. sum z (\x:real^N. w x * ((v:real^N->real^N) x$i - (A:real^N^N)$i dot x) *
                                            (v x$j - A$j dot x))` THEN
  SUBGOAL_THEN
   `!i g. i IN 1..dimindex(:N) /\
          (!k. k IN 1..dimindex(:N) ==> sum z (\x. w x * g x * x$k) = (A:real^N^N)$i$k * inv n)
      ==> !j. j IN 1..dimindex(:N)
              ==> sum z (\x:real^N. w x * g x * (A$j dot x)) = (A$i dot A$j) * inv n`
  (LABEL_TAC "mix") THENL
   [REPEAT STRIP_TAC THEN
    USE_THEN "fin" (fun th -> REWRITE_TAC[MATCH_MP
      (ISPECL [`z:real^N->bool`; `w:real^N->real`; `g:real^N->real`; `(A:real^N^N)$j`] MEAN_DOT) th]) THEN
    REWRITE_TAC[dot; GSYM SUM_RMUL] THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `k:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
    FIRST_X_ASSUM(fun th -> FIRST_ASSUM(fun k -> REWRITE_TAC[MATCH_MP th k])) THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
          ==> S i j = ((A:real^N^N)$i dot A$j) * inv n + R i j` (LABEL_TAC "split") THENL
   [REPEAT STRIP_TAC THEN
    USE_THEN "mix" (MP_TAC o SPECL [`i:num`; `\x:real^N. (v:real^N->real^N) x$i`]) THEN
    (ANTS_TAC THENL
      [CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
        USE_THEN "vx" MATCH_MP_TAC THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC]; ALL_TAC]) THEN
    DISCH_THEN(MP_TAC o SPEC `j:num`) THEN (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[]]) THEN
    DISCH_TAC THEN
    USE_THEN "mix" (MP_TAC o SPECL [`j:num`; `\x:real^N. (v:real^N->real^N) x$j`]) THEN
    (ANTS_TAC THENL
      [CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
        USE_THEN "vx" MATCH_MP_TAC THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC]; ALL_TAC]) THEN
    DISCH_THEN(MP_TAC o SPEC `i:num`) THEN (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[]]) THEN
    DISCH_TAC THEN
    USE_THEN "mix" (MP_TAC o SPECL [`i:num`; `\x:real^N. (A:real^N^N)$i dot x`]) THEN
    (ANTS_TAC THENL
      [CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; X_GEN_TAC `k:num` THEN DISCH_TAC THEN REWRITE_TAC[]] THEN
       ONCE_REWRITE_TAC[REAL_ARITH `w * d * x:real = w * x * d`] THEN
       MATCH_MP_TAC MEAN_COORDINATE THEN
       USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN USE_THEN "cov" (fun th -> REWRITE_TAC[th]) THEN
       FIRST_ASSUM ACCEPT_TAC;
       ALL_TAC]) THEN
    DISCH_THEN(MP_TAC o SPEC `j:num`) THEN (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[]]) THEN
    DISCH_TAC THEN
    EXPAND_TAC "S" THEN EXPAND_TAC "R" THEN
    REWRITE_TAC[REAL_ARITH `w * (a - b) * (c - d):real = w * a * c - w * a * d - w * c * b + w * b * d`] THEN
    USE_THEN "fin" (fun th -> SIMP_TAC[th; SUM_SUB; SUM_ADD]) THEN
    ASM_REWRITE_TAC[] THEN
    MP_TAC(ISPECL [`(A:real^N^N)$i`; `(A:real^N^N)$j`] DOT_SYM) THEN
    DISCH_THEN SUBST1_TAC THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `&0 <= sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. ((A:real^N^N)$i dot A$j) * R i j))`
  (LABEL_TAC "cross") THENL
   [MATCH_MP_TAC(MESON[] `(?y. x = y /\ &0 <= y) ==> &0 <= x`) THEN
    EXISTS_TAC `sum z (\x:real^N. w x *
      norm(vsum (1..dimindex(:N)) (\i. ((v:real^N->real^N) x$i - (A:real^N^N)$i dot x) % A$i)) pow 2)` THEN
    CONJ_TAC THENL
     [MP_TAC(ISPECL [`z:real^N->bool`; `1..dimindex(:N)`;
        `\(x:real^N) i j. ((A:real^N^N)$i dot A$j) * w x * ((v:real^N->real^N) x$i - A$i dot x) *
                          (v x$j - A$j dot x)`] SUM_SWAP_3) THEN
      USE_THEN "fin" (fun th -> REWRITE_TAC[th; FINITE_NUMSEG]) THEN
      EXPAND_TAC "R" THEN REWRITE_TAC[SUM_LMUL] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
      MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN REWRITE_TAC[NORM_POW_2] THEN
      SIMP_TAC[DOT_LSUM; DOT_RSUM; FINITE_NUMSEG; DOT_LMUL; DOT_RMUL] THEN
      REWRITE_TAC[GSYM SUM_LMUL] THEN
      MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC SUM_EQ THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN REAL_ARITH_TAC;
      MATCH_MP_TAC SUM_POS_LE THEN REPEAT STRIP_TAC THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC REAL_LE_MUL THEN REWRITE_TAC[REAL_LE_POW_2] THEN
      USE_THEN "pos" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC];
    ALL_TAC] THEN
  MATCH_MP_TAC REAL_LE_TRANS THEN
  EXISTS_TAC `sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
     ((A:real^N^N)$i dot A$j) pow 2 * inv n pow 2 + (&2 * inv n) * ((A$i dot A$j) * R i j)))` THEN
  CONJ_TAC THENL
   [SIMP_TAC[SUM_ADD; FINITE_NUMSEG; SUM_RMUL; SUM_LMUL] THEN REWRITE_TAC[REAL_LE_ADDR] THEN
    MATCH_MP_TAC REAL_LE_MUL THEN (CONJ_TAC THENL [ALL_TAC; USE_THEN "cross" ACCEPT_TAC]) THEN
    MATCH_MP_TAC REAL_LE_MUL THEN REWRITE_TAC[REAL_POS] THEN
    USE_THEN "n" (fun th -> SIMP_TAC[th; REAL_LE_INV_EQ; REAL_LT_IMP_LE]);
    MATCH_MP_TAC SUM_LE THEN REWRITE_TAC[FINITE_NUMSEG] THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    MATCH_MP_TAC SUM_LE THEN REWRITE_TAC[FINITE_NUMSEG] THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN
    USE_THEN "split" (MP_TAC o SPECL [`i:num`; `j:num`]) THEN
    (ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
    MP_TAC(SPEC `(R:num->num->real) i j` REAL_LE_SQUARE) THEN REAL_ARITH_TAC]);;

let THM_STABILITY_ROTATION = prove
 (`!z:real^N->bool w (u:real^N->real^N) a m (A:real^N^N) Q P.
     FINITE z /\ (!x. x IN z ==> &0 <= w x) /\ sum z w = &1 /\
     vsum z (\x. w x % x) = vec 0 /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> sum z (\x. w x * x$i * x$j) = if i = j then inv(&(dimindex(:N))) else &0) /\
     (!x. x IN z ==> norm(u x) = &1) /\
     vsum z (\x. w x % u x) = m /\
     (!i j. i IN 1..dimindex(:N) /\ j IN 1..dimindex(:N)
            ==> A$i$j = &(dimindex(:N)) * sum z (\x. w x * u x$i * x$j)) /\
     orthogonal_matrix Q /\ transp P = P /\ (!y. &0 <= y dot (P ** y)) /\ P ** Q = A
     ==> sum z (\x. w x * norm(u x - m - Q ** x) pow 2)
         <= &3 / &2 * &(dimindex(:N)) *
            sum z (\x. w x * sum z (\y. w y * (u x dot u y - x dot y - a x) pow 2))`,
  REPEAT GEN_TAC THEN INTRO_TAC "fin pos one zmean cov unit umean A Q sym psd polar" THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `u:real^N->real^N`; `a:real^N->real`; `m:real^N`;
                 `A:real^N^N`] THM_STABILITY_ALGEBRA) THEN
  (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; INTRO_TAC "first"]) THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `u:real^N->real^N`; `a:real^N->real`; `m:real^N`;
                 `A:real^N^N`] STABILITY_MOMENTS) THEN
  (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; INTRO_TAC "vx trace rest eta"]) THEN
  ABBREV_TAC
   `eta = sum z (\x:real^N. w x * sum z (\y. w y * ((u:real^N->real^N) x dot u y - x dot y - a x) pow 2))` THEN
  ABBREV_TAC `n = &(dimindex(:N))` THEN
  SUBGOAL_THEN `&0 < n` (LABEL_TAC "n") THENL
   [EXPAND_TAC "n" THEN REWRITE_TAC[REAL_OF_NUM_LT] THEN
    MP_TAC(ISPEC `UNIV:N->bool` DIMINDEX_GE_1) THEN ARITH_TAC;
    ALL_TAC] THEN
  MP_TAC(ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x. (u:real^N->real^N) x - m`; `A:real^N^N`; `n:real`]
    GRAM_BOUND) THEN
  REWRITE_TAC[] THEN
  (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; INTRO_TAC "gram"]) THEN
  MP_TAC(ISPECL [`A:real^N^N`; `Q:real^N^N`; `P:real^N^N`] FACTOR_BOUND) THEN
  (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; INTRO_TAC "factor"]) THEN
  ABBREV_TAC `W = sum z (\x:real^N. w x * norm((u:real^N->real^N) x - A ** x - m) pow 2)` THEN
  ABBREV_TAC
   `d = sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. ((A:real^N^N)$i$j - (Q:real^N^N)$i$j) pow 2))` THEN
  SUBGOAL_THEN `sum z (\x:real^N. w x * norm((u:real^N->real^N) x - m - Q ** x) pow 2) = W + d * inv n`
  SUBST1_TAC THENL
   [EXPAND_TAC "W" THEN EXPAND_TAC "d" THEN
    SUBGOAL_THEN `!x:real^N. (u:real^N->real^N) x - A ** x - m = (u x - m) - A ** x`
     (fun th -> REWRITE_TAC[th]) THENL [VECTOR_ARITH_TAC; ALL_TAC] THEN
    USE_THEN "fin" (fun fin -> REWRITE_TAC[(MATCH_MP o BETA_RULE)
      (ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x. (u:real^N->real^N) x - m`; `A:real^N^N`] MEAN_ROWS) fin;
      (MATCH_MP o BETA_RULE)
      (ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x. (u:real^N->real^N) x - m`; `Q:real^N^N`] MEAN_ROWS) fin]) THEN
    REWRITE_TAC[GSYM SUM_RMUL] THEN SIMP_TAC[GSYM SUM_ADD; FINITE_NUMSEG] THEN
    MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[SUM_RMUL] THEN
    MATCH_MP_TAC(BETA_RULE(ISPECL [`z:real^N->bool`; `w:real^N->real`; `\x. ((u:real^N->real^N) x - m)$i`;
      `(A:real^N^N)$i`; `(Q:real^N^N)$i`; `n:real`] OTHER_ROW)) THEN
    USE_THEN "fin" (fun th -> REWRITE_TAC[th]) THEN
    (CONJ_TAC THENL [USE_THEN "cov" ACCEPT_TAC; REPEAT STRIP_TAC]) THEN
    USE_THEN "vx" MATCH_MP_TAC THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
    ALL_TAC] THEN
  ABBREV_TAC `g = sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. ((A:real^N^N)$i dot A$j) pow 2))` THEN
  ABBREV_TAC `F2 = sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. (A:real^N^N)$i$j pow 2))` THEN
  SUBGOAL_THEN
   `sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j.
      ((A:real^N^N)$i dot A$j - (if i = j then &1 else &0)) pow 2)) = g - &2 * F2 + n`
  (fun th -> USE_THEN "factor" (LABEL_TAC "near" o REWRITE_RULE[th])) THENL
   [MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum (1..dimindex(:N)) (\i. sum (1..dimindex(:N)) (\j. ((A:real^N^N)$i dot A$j) pow 2) -
                  &2 * sum (1..dimindex(:N)) (\j. A$i$j pow 2) + &1)` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
      MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `sum (1..dimindex(:N)) (\j. ((A:real^N^N)$i dot A$j) pow 2 +
                    (if j = i then &1 - &2 * (A$i dot A$i) else &0))` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN REWRITE_TAC[] THEN
        ASM_CASES_TAC `i:num = j` THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC;
        SIMP_TAC[SUM_ADD; FINITE_NUMSEG] THEN REWRITE_TAC[SUM_DELTA] THEN
        UNDISCH_TAC `i IN 1..dimindex(:N)` THEN DISCH_THEN(fun th -> REWRITE_TAC[th]) THEN
        SUBGOAL_THEN `(A:real^N^N)$i dot A$i = sum (1..dimindex(:N)) (\j. A$i$j pow 2)` SUBST1_TAC THENL
         [REWRITE_TAC[dot; REAL_POW_2]; REAL_ARITH_TAC]];
      SIMP_TAC[SUM_ADD; SUM_SUB; SUM_LMUL; FINITE_NUMSEG] THEN
      REWRITE_TAC[SUM_CONST_NUMSEG; ADD_SUB] THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  SUBGOAL_THEN `&2 * W <= n * eta` (LABEL_TAC "W") THENL
   [USE_THEN "first" MP_TAC THEN USE_THEN "n" (fun th -> SIMP_TAC[th; REAL_LE_LDIV_EQ]) THEN
    MP_TAC(ISPEC `norm(m:real^N) pow 2` REAL_LE_POW_2) THEN REWRITE_TAC[REAL_POW_POW] THEN
    CONV_TAC NUM_REDUCE_CONV THEN REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `(g - &2 * F2 + n) * inv n <= n * eta` MP_TAC THENL
   [SUBGOAL_THEN `g * inv n pow 2 - &2 * F2 * inv n pow 2 + inv n <= eta` MP_TAC THENL
     [USE_THEN "eta" MP_TAC THEN USE_THEN "gram" MP_TAC THEN REAL_ARITH_TAC; ALL_TAC] THEN
    DISCH_THEN(MP_TAC o SPEC `n:real` o MATCH_MP (REWRITE_RULE[IMP_CONJ_ALT] (GEN_ALL REAL_LE_LMUL))) THEN
    USE_THEN "n" (fun th -> SIMP_TAC[th; REAL_LT_IMP_LE]) THEN
    MATCH_MP_TAC(REAL_ARITH `a = b ==> a <= c ==> b:real <= c`) THEN
    USE_THEN "n" MP_TAC THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  SUBGOAL_THEN `d * inv n <= (g - &2 * F2 + n) * inv n` MP_TAC THENL
   [MATCH_MP_TAC REAL_LE_RMUL THEN USE_THEN "near" (fun th -> REWRITE_TAC[th]) THEN
    USE_THEN "n" (fun th -> SIMP_TAC[th; REAL_LE_INV_EQ; REAL_LT_IMP_LE]);
    USE_THEN "W" MP_TAC THEN REAL_ARITH_TAC]);;

state "thm-stability" "THM_STABILITY_ALGEBRA" THM_STABILITY_ALGEBRA;;
state "thm-stability" "THM_STABILITY_ROTATION" THM_STABILITY_ROTATION;;
