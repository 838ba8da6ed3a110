(* thm-translation: Translation-invariant distances [as on the page]
page: theory/80_isometries_and_stability

Let Z be a convex body and rho >= 0 continuous and even, 0 at 0 only, and rho(2v) >
rho(v) for all small v that are not 0. If h : Z -> R^N is continuous and
rho(h(x) - h(y)) = mu rho(x - y) with a mu > 0, then h is affine.

on the page          in HOL
Z                    k             compact and convex, with an inner point
rho                  rho           of type real^N->real
small d              norm v < e
h                    h             of type real^N->real^N; only its values on k count
mu                   c
affine               h x = A ** x + b with a matrix A

Leaves out: nothing. The compact group of the page's proof is not needed: a least
upper bound over all bijections that keep rho does in its place.
*)
needs "report.ml";;
needs "Multivariate/paths.ml";;

(* what is 0 near one point of a convex set and affine on its segments is 0 on all of it *)
let ZERO_NEAR_ZERO = prove
 (`!f:real^N->real^M s q d.
     (!x y t. x IN s /\ y IN s /\ &0 <= t /\ t <= &1
              ==> f((&1 - t) % x + t % y) = (&1 - t) % f x + t % f y) /\
     q IN s /\ &0 < d /\ (!x. x IN s /\ x IN ball(q,d) ==> f x = vec 0) /\ convex s
     ==> !x. x IN s ==> f x = vec 0`,
  REPEAT GEN_TAC THEN INTRO_TAC "seg q d zero conv" THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
  ABBREV_TAC `t = d / (d + norm(x - q:real^N))` THEN
  SUBGOAL_THEN `&0 < d + norm(x - q:real^N) /\ &0 <= norm(x - q)` STRIP_ASSUME_TAC THENL
   [ASM_SIMP_TAC[NORM_POS_LE; REAL_LTE_ADD]; ALL_TAC] THEN
  SUBGOAL_THEN `&0 < t /\ t <= &1 /\ t * norm(x - q:real^N) < d` STRIP_ASSUME_TAC THENL
   [SUBGOAL_THEN `t * (d + norm(x - q:real^N)) = d` ASSUME_TAC THENL
     [EXPAND_TAC "t" THEN UNDISCH_TAC `&0 < d + norm(x - q:real^N)` THEN CONV_TAC REAL_FIELD;
      ALL_TAC] THEN
    SUBGOAL_THEN `&0 < t` ASSUME_TAC THENL
     [EXPAND_TAC "t" THEN MATCH_MP_TAC REAL_LT_DIV THEN CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
      ALL_TAC] THEN
    MP_TAC(SPECL [`t:real`; `norm(x - q:real^N)`] REAL_LE_MUL) THEN
    MP_TAC(SPECL [`t:real`; `d:real`] REAL_LT_MUL) THEN
    MP_TAC(SPECL [`t:real`; `&1`; `d:real`] REAL_LE_LMUL_EQ) THEN
    ASM_REAL_ARITH_TAC;
    ALL_TAC] THEN
  ABBREV_TAC `y:real^N = (&1 - t) % q + t % x` THEN
  SUBGOAL_THEN `(f:real^N->real^M) y = vec 0 /\ f q = vec 0` STRIP_ASSUME_TAC THENL
   [CONJ_TAC THEN USE_THEN "zero" MATCH_MP_TAC THENL
     [ALL_TAC;
      CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[CENTRE_IN_BALL] THEN FIRST_ASSUM ACCEPT_TAC]] THEN
    EXPAND_TAC "y" THEN CONJ_TAC THENL
     [USE_THEN "conv" (MP_TAC o REWRITE_RULE[CONVEX_ALT]) THEN
      DISCH_THEN MATCH_MP_TAC THEN ASM_SIMP_TAC[REAL_LT_IMP_LE];
      REWRITE_TAC[IN_BALL; dist;
        VECTOR_ARITH `q - ((&1 - t) % q + t % x):real^N = --(t % (x - q))`] THEN
      REWRITE_TAC[NORM_NEG; NORM_MUL] THEN ASM_SIMP_TAC[REAL_ARITH `&0 < t ==> abs t = t`]];
    ALL_TAC] THEN
  USE_THEN "seg" (MP_TAC o SPECL [`q:real^N`; `x:real^N`; `t:real`]) THEN
  ANTS_TAC THENL [ASM_SIMP_TAC[REAL_LT_IMP_LE]; ASM_REWRITE_TAC[]] THEN
  REWRITE_TAC[VECTOR_MUL_RZERO; VECTOR_ADD_LID] THEN
  DISCH_THEN(MP_TAC o SYM) THEN REWRITE_TAC[VECTOR_MUL_EQ_0] THEN
  ASM_SIMP_TAC[REAL_LT_IMP_NZ]);;

(* an affine map on the segments of a convex set with an inner point is a matrix and a shift *)
let SEGMENTS_MATRIX = prove
 (`!h:real^N->real^M s.
     (!x y t. x IN s /\ y IN s /\ &0 <= t /\ t <= &1
              ==> h((&1 - t) % x + t % y) = (&1 - t) % h x + t % h y) /\
     convex s /\ ~(interior s = {})
     ==> ?A:real^N^M b. !x. x IN s ==> h x = A ** x + b`,
  REPEAT GEN_TAC THEN INTRO_TAC "seg conv int" THEN
  USE_THEN "int" (MP_TAC o REWRITE_RULE[GSYM MEMBER_NOT_EMPTY]) THEN
  DISCH_THEN(X_CHOOSE_THEN `p:real^N` MP_TAC) THEN
  REWRITE_TAC[IN_INTERIOR_CBALL] THEN
  DISCH_THEN(X_CHOOSE_THEN `e:real` STRIP_ASSUME_TAC) THEN
  SUBGOAL_THEN `(p:real^N) IN s` ASSUME_TAC THENL
   [ASM_MESON_TAC[SUBSET; CENTRE_IN_CBALL; REAL_LT_IMP_LE]; ALL_TAC] THEN
  SUBGOAL_THEN `!j. 1 <= j /\ j <= dimindex(:N) ==> (p + e % basis j:real^N) IN s` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `(p + e % basis j:real^N) IN cball(p,e)` MP_TAC THENL
     [REWRITE_TAC[IN_CBALL; dist; VECTOR_ARITH `p - (p + x):real^N = --x`; NORM_NEG; NORM_MUL] THEN
      ASM_SIMP_TAC[NORM_BASIS] THEN ASM_REAL_ARITH_TAC;
      ASM SET_TAC[]];
    ALL_TAC] THEN
  ABBREV_TAC `A:real^N^M = lambda i j. inv e * ((h:real^N->real^M)(p + e % basis j) - h p)$i` THEN
  SUBGOAL_THEN `!j. 1 <= j /\ j <= dimindex(:N)
                    ==> (h:real^N->real^M)(p + e % basis j) - h p = e % ((A:real^N^M) ** basis j)` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN ASM_SIMP_TAC[MATRIX_VECTOR_MUL_BASIS] THEN
    ASM_SIMP_TAC[CART_EQ; column; LAMBDA_BETA; VECTOR_MUL_COMPONENT] THEN
    X_GEN_TAC `i:num` THEN STRIP_TAC THEN EXPAND_TAC "A" THEN ASM_SIMP_TAC[LAMBDA_BETA] THEN
    UNDISCH_TAC `&0 < e` THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  MAP_EVERY EXISTS_TAC [`A:real^N^M`; `(h:real^N->real^M) p - A ** p`] THEN
  ABBREV_TAC `f = \x:real^N. (h:real^N->real^M) x - (A ** x + (h p - A ** p))` THEN
  SUBGOAL_THEN `!x. x IN s ==> (f:real^N->real^M) x = vec 0` MP_TAC THENL
   [ALL_TAC; EXPAND_TAC "f" THEN REWRITE_TAC[VECTOR_SUB_EQ]] THEN
  SUBGOAL_THEN
   `!x y t. x IN s /\ y IN s /\ &0 <= t /\ t <= &1
            ==> (f:real^N->real^M)((&1 - t) % x + t % y) = (&1 - t) % f x + t % f y`
   (LABEL_TAC "fseg") THENL
   [REPEAT STRIP_TAC THEN EXPAND_TAC "f" THEN REWRITE_TAC[] THEN
    USE_THEN "seg" (MP_TAC o SPECL [`x:real^N`; `y:real^N`; `t:real`]) THEN
    (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
    REWRITE_TAC[MATRIX_VECTOR_MUL_ADD_LDISTRIB; MATRIX_VECTOR_MUL_RMUL] THEN
    VECTOR_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `convex {x | x IN s /\ (f:real^N->real^M) x = vec 0}` ASSUME_TAC THENL
   [REWRITE_TAC[CONVEX_ALT; IN_ELIM_THM] THEN REPEAT GEN_TAC THEN STRIP_TAC THEN CONJ_TAC THENL
     [USE_THEN "conv" (MP_TAC o REWRITE_RULE[CONVEX_ALT]) THEN
      DISCH_THEN MATCH_MP_TAC THEN ASM_REWRITE_TAC[];
      USE_THEN "fseg" (MP_TAC o SPECL [`x:real^N`; `y:real^N`; `u:real`]) THEN
      (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THEN
      ASM_REWRITE_TAC[] THEN VECTOR_ARITH_TAC];
    ALL_TAC] THEN
  SUBGOAL_THEN `(f:real^N->real^M) p = vec 0 /\
                !j. 1 <= j /\ j <= dimindex(:N) ==> f(p + e % basis j) = vec 0`
  STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "f" THEN REWRITE_TAC[] THEN CONJ_TAC THENL [VECTOR_ARITH_TAC; ALL_TAC] THEN
    REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `(h:real^N->real^M)(p + e % basis j) - h p = e % ((A:real^N^M) ** basis j)` MP_TAC THENL
     [ASM_SIMP_TAC[]; ALL_TAC] THEN
    REWRITE_TAC[MATRIX_VECTOR_MUL_ADD_LDISTRIB; MATRIX_VECTOR_MUL_RMUL] THEN
    VECTOR_ARITH_TAC;
    ALL_TAC] THEN
  ASM_CASES_TAC `interior {x | x IN s /\ (f:real^N->real^M) x = vec 0} = {}` THENL
   [MP_TAC(ISPEC `{x | x IN s /\ (f:real^N->real^M) x = vec 0}` EMPTY_INTERIOR_SUBSET_HYPERPLANE) THEN
    ASM_REWRITE_TAC[] THEN
    DISCH_THEN(X_CHOOSE_THEN `a:real^N` (X_CHOOSE_THEN `b:real` STRIP_ASSUME_TAC)) THEN
    SUBGOAL_THEN `!x. x IN s /\ (f:real^N->real^M) x = vec 0 ==> a dot x = b` ASSUME_TAC THENL
     [ASM SET_TAC[]; ALL_TAC] THEN
    SUBGOAL_THEN `a = vec 0:real^N` MP_TAC THENL [ALL_TAC; ASM_MESON_TAC[]] THEN
    REWRITE_TAC[CART_EQ; VEC_COMPONENT] THEN X_GEN_TAC `j:num` THEN STRIP_TAC THEN
    SUBGOAL_THEN `a dot (p:real^N) = b /\ a dot (p + e % basis j) = b` MP_TAC THENL
     [CONJ_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_SIMP_TAC[]; ALL_TAC] THEN
    REWRITE_TAC[DOT_RADD; DOT_RMUL] THEN ASM_SIMP_TAC[DOT_BASIS] THEN
    UNDISCH_TAC `&0 < e` THEN CONV_TAC REAL_FIELD;
    ALL_TAC] THEN
  FIRST_X_ASSUM(MP_TAC o REWRITE_RULE[GSYM MEMBER_NOT_EMPTY]) THEN
  DISCH_THEN(X_CHOOSE_THEN `q:real^N` MP_TAC) THEN REWRITE_TAC[IN_INTERIOR] THEN
  DISCH_THEN(X_CHOOSE_THEN `d:real` STRIP_ASSUME_TAC) THEN
  MATCH_MP_TAC(ISPECL [`f:real^N->real^M`; `s:real^N->bool`; `q:real^N`; `d:real`] ZERO_NEAR_ZERO) THEN
  ASM_REWRITE_TAC[] THEN
  SUBGOAL_THEN `(q:real^N) IN ball(q,d)` MP_TAC THENL
   [ASM_REWRITE_TAC[CENTRE_IN_BALL]; ALL_TAC] THEN
  ASM SET_TAC[]);;

(* continuous and midpoints to midpoints: affine on segments *)
let MIDPOINTS_SEGMENTS = prove
 (`!h:real^N->real^M s.
     h continuous_on s /\ convex s /\
     (!x y. x IN s /\ y IN s ==> &2 % h(midpoint(x,y)) = h x + h y)
     ==> !x y t. x IN s /\ y IN s /\ &0 <= t /\ t <= &1
                 ==> h((&1 - t) % x + t % y) = (&1 - t) % h x + t % h y`,
  REPEAT GEN_TAC THEN INTRO_TAC "cont conv mid" THEN REPEAT STRIP_TAC THEN
  REWRITE_TAC[CART_EQ; VECTOR_ADD_COMPONENT; VECTOR_MUL_COMPONENT] THEN
  X_GEN_TAC `i:num` THEN STRIP_TAC THEN
  SUBGOAL_THEN `(\x. (h:real^N->real^M) x$i) convex_on s /\ (\x. --(h x$i)) convex_on s` MP_TAC THENL
   [CONJ_TAC THEN MATCH_MP_TAC CONTINUOUS_MIDPOINT_CONVEX THEN
    (CONJ_TAC THENL
      [REWRITE_TAC[o_DEF; LIFT_NEG] THEN TRY(MATCH_MP_TAC CONTINUOUS_ON_NEG) THEN
       MATCH_MP_TAC CONTINUOUS_ON_LIFT_COMPONENT_COMPOSE THEN
       USE_THEN "cont" ACCEPT_TAC;
       ALL_TAC]) THEN
    (CONJ_TAC THENL [USE_THEN "conv" ACCEPT_TAC; REPEAT STRIP_TAC]) THEN
    USE_THEN "mid" (MP_TAC o SPECL [`x':real^N`; `y':real^N`]) THEN
    (ANTS_TAC THENL [REPEAT CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_THEN (MP_TAC o AP_TERM `\v:real^M. v$i`)]) THEN
    REWRITE_TAC[VECTOR_ADD_COMPONENT; VECTOR_MUL_COMPONENT] THEN REAL_ARITH_TAC;
    REWRITE_TAC[convex_on] THEN
    DISCH_THEN(CONJUNCTS_THEN (MP_TAC o SPECL [`x:real^N`; `y:real^N`; `&1 - t`; `t:real`])) THEN
    ASM_REWRITE_TAC[REAL_SUB_LE; REAL_ARITH `&1 - t + t = &1`] THEN REAL_ARITH_TAC]);;

(* a bijection of H that keeps rho and is its own inverse fixes the centre of H:  *)
(* otherwise steps of z among all bijections would be longer than the longest    *)
let INVOLUTION_FIXES = prove
 (`!rho:real^N->real hh z d phi.
     (lift o rho) continuous_on (:real^N) /\ rho(vec 0) = &0 /\
     (!v. ~(v = vec 0) ==> &0 < rho v) /\ (!v. rho(--v) = rho v) /\
     (!v. ~(v = vec 0) /\ norm v <= d ==> rho v < rho(&2 % v)) /\
     z IN hh /\ (!x y. x IN hh /\ y IN hh ==> norm(x - y) <= d) /\
     (!x. x IN hh ==> &2 % z - x IN hh) /\
     (!x. x IN hh ==> phi x IN hh /\ phi(phi x) = x) /\
     (!x y. x IN hh /\ y IN hh ==> rho(phi x - phi y) = rho(x - y))
     ==> phi z = z`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC
   `iso = \g g'. (!x:real^N. x IN hh ==> g x IN hh /\ g' x IN hh /\
                                         g'(g x) = x /\ g(g' x):real^N = x) /\
                 (!x y. x IN hh /\ y IN hh ==> rho(g x - g y):real = rho(x - y))` THEN
  ABBREV_TAC
   `S = {r:real | ?g:real^N->real^N g':real^N->real^N. iso g g' /\ rho(g z - z) = r}` THEN
  SUBGOAL_THEN `(rho((phi:real^N->real^N) z - z):real) IN S` ASSUME_TAC THENL
   [EXPAND_TAC "S" THEN REWRITE_TAC[IN_ELIM_THM] THEN
    MAP_EVERY EXISTS_TAC [`phi:real^N->real^N`; `phi:real^N->real^N`] THEN
    EXPAND_TAC "iso" THEN ASM_SIMP_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!g g'. iso (g:real^N->real^N) (g':real^N->real^N)
           ==> norm(g z - z) <= d /\ (rho(&2 % (g z - z)):real) IN S`
  ASSUME_TAC THENL
   [REPEAT GEN_TAC THEN EXPAND_TAC "iso" THEN REWRITE_TAC[] THEN STRIP_TAC THEN
    CONJ_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
    EXPAND_TAC "S" THEN REWRITE_TAC[IN_ELIM_THM] THEN
    MAP_EVERY EXISTS_TAC
     [`\x:real^N. &2 % z - g'(&2 % z - g x):real^N`;
      `\x:real^N. (g':real^N->real^N)(&2 % z - g(&2 % z - x))`] THEN
    CONJ_TAC THENL
     [EXPAND_TAC "iso" THEN
      SIMP_TAC[VECTOR_ARITH `a - (a - x):real^N = x`] THEN CONJ_TAC THENL
       [X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
        SUBGOAL_THEN
         `&2 % z - (g:real^N->real^N) x IN hh /\ &2 % z - x IN hh /\
          &2 % z - g(&2 % z - x) IN hh`
        STRIP_ASSUME_TAC THENL
         [ASM_SIMP_TAC[];
          ASM_SIMP_TAC[VECTOR_ARITH `a - (a - x):real^N = x`]];
        ALL_TAC] THEN
      REPEAT STRIP_TAC THEN
      REWRITE_TAC[VECTOR_ARITH `(a - x) - (a - y):real^N = --(x - y)`] THEN
      ASM_REWRITE_TAC[] THEN
      SUBGOAL_THEN
       `!u v. u IN hh /\ v IN hh
              ==> rho((g':real^N->real^N) u - g' v):real = rho(u - v)`
       ASSUME_TAC THENL
       [REPEAT STRIP_TAC THEN
        FIRST_X_ASSUM(MP_TAC o SPECL [`(g':real^N->real^N) u`; `(g':real^N->real^N) v`]) THEN
        ASM_SIMP_TAC[];
        ASM_SIMP_TAC[VECTOR_ARITH `(a - x) - (a - y):real^N = --(x - y)`]];
      ALL_TAC] THEN
    REWRITE_TAC[VECTOR_ARITH `&2 % z - w - z:real^N = --(w - z)`] THEN
    ASM_REWRITE_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o SPECL
     [`(g':real^N->real^N)(&2 % z - g z)`; `z:real^N`] o check (is_forall o concl)) THEN
    ASM_SIMP_TAC[] THEN DISCH_THEN(SUBST1_TAC o SYM) THEN
    REWRITE_TAC[VECTOR_ARITH `(&2 % z - w) - w:real^N = --(&2 % (w - z))`] THEN
    ASM_REWRITE_TAC[];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`rho:real^N->real`; `cball(vec 0:real^N,d)`] CONTINUOUS_ATTAINS_SUP) THEN
  ANTS_TAC THENL
   [REWRITE_TAC[COMPACT_CBALL; CBALL_EQ_EMPTY; REAL_NOT_LT] THEN CONJ_TAC THENL
     [SUBGOAL_THEN `norm(z - z:real^N) <= d` MP_TAC THENL
       [ASM_SIMP_TAC[]; REWRITE_TAC[VECTOR_SUB_REFL; NORM_0]];
      (MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(:real^N)` THEN ASM_REWRITE_TAC[ETA_AX; SUBSET_UNIV])];
    REWRITE_TAC[IN_CBALL_0] THEN
    DISCH_THEN(X_CHOOSE_THEN `b:real^N` STRIP_ASSUME_TAC)] THEN
  MP_TAC(ISPEC `S:real->bool` SUP) THEN ANTS_TAC THENL
   [CONJ_TAC THENL
     [REWRITE_TAC[GSYM MEMBER_NOT_EMPTY] THEN
      EXISTS_TAC `rho((phi:real^N->real^N) z - z):real` THEN ASM_REWRITE_TAC[];
      EXISTS_TAC `rho(b:real^N):real`] THEN
    EXPAND_TAC "S" THEN REWRITE_TAC[IN_ELIM_THM] THEN
    REWRITE_TAC[LEFT_IMP_EXISTS_THM] THEN REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(SUBST1_TAC o SYM) THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`g:real^N->real^N`; `g':real^N->real^N`] o
      check (fun th -> free_in `iso:(real^N->real^N)->(real^N->real^N)->bool` (concl th) &&
                       is_forall (concl th))) THEN
    ASM_SIMP_TAC[];
    ABBREV_TAC `L = sup S` THEN STRIP_TAC] THEN
  ASM_CASES_TAC `(phi:real^N->real^N) z = z` THEN ASM_REWRITE_TAC[] THEN
  SUBGOAL_THEN `&0 < L` ASSUME_TAC THENL
   [MATCH_MP_TAC REAL_LTE_TRANS THEN EXISTS_TAC `rho((phi:real^N->real^N) z - z):real` THEN
    ASM_SIMP_TAC[VECTOR_SUB_EQ];
    ALL_TAC] THEN
  (* all steps of at least L/2 grow by a fixed amount when they are doubled *)
  SUBGOAL_THEN
   `?e. &0 < e /\ !v:real^N. norm v <= d /\ L / &2 <= rho v ==> rho v + e <= rho(&2 % v)`
  STRIP_ASSUME_TAC THENL
   [ASM_CASES_TAC `?v:real^N. norm v <= d /\ L / &2 <= rho v` THENL
     [ALL_TAC; ASM_MESON_TAC[REAL_LT_01]] THEN
    MP_TAC(ISPECL [`\v:real^N. rho(&2 % v) - rho v`;
      `{v:real^N | v IN cball(vec 0,d) /\ (lift o rho) v IN {t | t$1 >= L / &2}}`]
      CONTINUOUS_ATTAINS_INF) THEN
    ANTS_TAC THENL
     [REPEAT CONJ_TAC THENL
       [REWRITE_TAC[COMPACT_EQ_BOUNDED_CLOSED] THEN CONJ_TAC THENL
         [MATCH_MP_TAC BOUNDED_SUBSET THEN EXISTS_TAC `cball(vec 0:real^N,d)` THEN
          REWRITE_TAC[BOUNDED_CBALL] THEN SET_TAC[];
          MATCH_MP_TAC CONTINUOUS_CLOSED_PREIMAGE THEN
          REWRITE_TAC[CLOSED_CBALL; CLOSED_HALFSPACE_COMPONENT_GE] THEN
          (MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(:real^N)` THEN ASM_REWRITE_TAC[ETA_AX; SUBSET_UNIV])];
        FIRST_X_ASSUM(X_CHOOSE_TAC `v:real^N`) THEN
        REWRITE_TAC[GSYM MEMBER_NOT_EMPTY] THEN EXISTS_TAC `v:real^N` THEN
        REWRITE_TAC[IN_ELIM_THM; IN_CBALL_0; o_THM; GSYM drop; LIFT_DROP; real_ge] THEN
        ASM_REWRITE_TAC[];
        MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(:real^N)` THEN
        REWRITE_TAC[SUBSET_UNIV; o_DEF; LIFT_SUB] THEN
        MATCH_MP_TAC CONTINUOUS_ON_SUB THEN CONJ_TAC THENL
         [SUBGOAL_THEN `(\v. lift(rho(&2 % v:real^N))) = (lift o rho) o (\v. &2 % v)`
          SUBST1_TAC THENL [REWRITE_TAC[o_DEF]; ALL_TAC] THEN
          MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
          SIMP_TAC[CONTINUOUS_ON_CMUL; CONTINUOUS_ON_ID] THEN
          (MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(:real^N)` THEN ASM_REWRITE_TAC[ETA_AX; SUBSET_UNIV]);
          RULE_ASSUM_TAC(REWRITE_RULE[o_DEF]) THEN ASM_REWRITE_TAC[]]];
      REWRITE_TAC[IN_ELIM_THM; IN_CBALL_0; o_THM; GSYM drop; LIFT_DROP; real_ge] THEN
      DISCH_THEN(X_CHOOSE_THEN `w:real^N` STRIP_ASSUME_TAC)] THEN
    EXISTS_TAC `rho(&2 % w:real^N) - rho w:real` THEN CONJ_TAC THENL
     [REWRITE_TAC[REAL_SUB_LT] THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
      ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST_ALL_TAC THEN ASM_REAL_ARITH_TAC;
      REPEAT STRIP_TAC THEN FIRST_X_ASSUM(MP_TAC o SPEC `v:real^N`) THEN
      ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  SUBGOAL_THEN `?r. r IN S /\ max (L / &2) (L - e) < r` STRIP_ASSUME_TAC THENL
   [SUBGOAL_THEN `max (L / &2) (L - e) < L` MP_TAC THENL
     [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
    ASM_CASES_TAC `!x. x IN S ==> x <= max (L / &2) (L - e)` THENL
     [UNDISCH_TAC `!b. (!x. x IN S ==> x <= b) ==> L <= b` THEN
      DISCH_THEN(MP_TAC o SPEC `max (L / &2) (L - e)`) THEN
      ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC;
      POP_ASSUM MP_TAC THEN
      REWRITE_TAC[NOT_FORALL_THM; NOT_IMP; REAL_NOT_LE] THEN SIMP_TAC[]];
    ALL_TAC] THEN
  UNDISCH_TAC `(r:real) IN S` THEN EXPAND_TAC "S" THEN
  REWRITE_TAC[IN_ELIM_THM] THEN
  DISCH_THEN(X_CHOOSE_THEN `g:real^N->real^N` (X_CHOOSE_THEN `g':real^N->real^N`
    STRIP_ASSUME_TAC)) THEN
  SUBGOAL_THEN `norm((g:real^N->real^N) z - z) <= d /\ (rho(&2 % (g z - z)):real) IN S`
  STRIP_ASSUME_TAC THENL
   [FIRST_X_ASSUM(MP_TAC o SPECL [`g:real^N->real^N`; `g':real^N->real^N`] o
      check (fun th -> free_in `iso:(real^N->real^N)->(real^N->real^N)->bool` (concl th) &&
                       is_forall (concl th))) THEN
    ASM_SIMP_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `rho(&2 % ((g:real^N->real^N) z - z)) <= L` MP_TAC THENL
   [ASM_SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `rho((g:real^N->real^N) z - z) + e <= rho(&2 % (g z - z))` MP_TAC THENL
   [FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[] THEN ASM_REAL_ARITH_TAC;
    ASM_REAL_ARITH_TAC]);;

(* the reflection at the midpoint of the images, brought back by h *)
let MIDPOINT_FROM_REFLECTION = prove
 (`!k hh (h:real^N->real^N) rho c a b phi d.
     (lift o rho) continuous_on (:real^N) /\ rho(vec 0) = &0 /\
     (!v. ~(v = vec 0) ==> &0 < rho v) /\ (!v. rho(--v) = rho v) /\
     (!v. ~(v = vec 0) /\ norm v <= d ==> rho v < rho(&2 % v)) /\
     &0 < c /\ (!u v. u IN k /\ v IN k ==> rho(h u - h v) = c * rho(u - v)) /\
     a IN k /\ b IN k /\ midpoint(a,b) IN k /\
     (!x. x IN hh <=> x IN k /\ rho(x - a) <= rho(inv(&2) % (a - b)) /\
                               rho(x - b) <= rho(inv(&2) % (a - b))) /\
     (!x y. x IN hh /\ y IN hh ==> norm(x - y) <= d) /\
     (!x. x IN hh ==> (a + b) - x IN k) /\
     (!x. x IN hh ==> phi x IN k /\ h(phi x) = (h a + h b) - h x)
     ==> &2 % h(midpoint(a,b)) = h a + h b`,
  REPEAT GEN_TAC THEN
  INTRO_TAC "cont zero pos even dbl c keep a b z hh diam refl phi" THEN
  SUBGOAL_THEN `!x:real^N. x IN hh ==> x IN k` (LABEL_TAC "sub") THENL
   [USE_THEN "hh" (fun th -> SIMP_TAC[th]); ALL_TAC] THEN
  SUBGOAL_THEN `!u v:real^N. u IN k /\ v IN k /\ (h:real^N->real^N) u = h v ==> u = v`
  (LABEL_TAC "inj") THENL
   [INTRO_TAC "!u v; u v e" THEN ASM_CASES_TAC `u:real^N = v` THEN
    POP_ASSUM(fun th -> REWRITE_TAC[th] THEN ASSUME_TAC th) THEN
    USE_THEN "keep" (MP_TAC o SPECL [`u:real^N`; `v:real^N`]) THEN
    USE_THEN "u" (fun u -> USE_THEN "v" (fun v -> USE_THEN "e" (fun e ->
      USE_THEN "zero" (fun z -> REWRITE_TAC[u; v; e; z; VECTOR_SUB_REFL])))) THEN
    USE_THEN "pos" (MP_TAC o SPEC `u - v:real^N`) THEN
    POP_ASSUM(fun th -> REWRITE_TAC[VECTOR_SUB_EQ; th]) THEN
    USE_THEN "c" MP_TAC THEN MESON_TAC[REAL_LT_MUL; REAL_LT_REFL];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!x u:real^N. x IN hh /\ u IN k
        ==> c * rho((phi:real^N->real^N) x - u):real = rho((h a + h b) - h x - h u)`
  (LABEL_TAC "moved") THENL
   [REPEAT STRIP_TAC THEN
    USE_THEN "phi" (MP_TAC o SPEC `x:real^N`) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; STRIP_TAC] THEN
    USE_THEN "keep" (MP_TAC o SPECL [`(phi:real^N->real^N) x`; `u:real^N`]) THEN
    POP_ASSUM(fun e -> POP_ASSUM(fun k -> REWRITE_TAC[e; k])) THEN
    UNDISCH_TAC `(u:real^N) IN k` THEN SIMP_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!x:real^N. x IN hh ==> rho((phi:real^N->real^N) x - a):real = rho(x - b) /\
                           rho(phi x - b) = rho(x - a)`
  (LABEL_TAC "swap") THENL
   [REPEAT STRIP_TAC THEN
    MATCH_MP_TAC(MESON[REAL_FIELD `&0 < c /\ c * x = c * y ==> x = y`]
     `(?c. &0 < c /\ c * x = c * y) ==> x = y`) THEN EXISTS_TAC `c:real` THEN
    (CONJ_TAC THENL [USE_THEN "c" ACCEPT_TAC; ALL_TAC]) THENL
     [USE_THEN "moved" (MP_TAC o SPECL [`x:real^N`; `a:real^N`]);
      USE_THEN "moved" (MP_TAC o SPECL [`x:real^N`; `b:real^N`])] THEN
    USE_THEN "a" (fun a -> USE_THEN "b" (fun b -> REWRITE_TAC[a; b])) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN SUBST1_TAC]) THENL
     [SUBST1_TAC(VECTOR_ARITH `((h:real^N->real^N) a + h b) - h x - h a = --(h x - h b)`) THEN
      USE_THEN "keep" (MP_TAC o SPECL [`x:real^N`; `b:real^N`]);
      SUBST1_TAC(VECTOR_ARITH `((h:real^N->real^N) a + h b) - h x - h b = --(h x - h a)`) THEN
      USE_THEN "keep" (MP_TAC o SPECL [`x:real^N`; `a:real^N`])] THEN
    USE_THEN "even" (fun th -> REWRITE_TAC[th]) THEN
    DISCH_THEN MATCH_MP_TAC THEN
    USE_THEN "a" (fun a -> USE_THEN "b" (fun b -> REWRITE_TAC[a; b])) THEN
    USE_THEN "sub" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `!x:real^N. x IN hh ==> phi x IN hh` (LABEL_TAC "into") THENL
   [REPEAT STRIP_TAC THEN
    USE_THEN "swap" (MP_TAC o SPEC `x:real^N`) THEN
    USE_THEN "phi" (MP_TAC o SPEC `x:real^N`) THEN
    UNDISCH_TAC `(x:real^N) IN hh` THEN USE_THEN "hh" (fun th -> REWRITE_TAC[th]) THEN
    SIMP_TAC[];
    ALL_TAC] THEN
  SUBGOAL_THEN `(phi:real^N->real^N)(midpoint(a,b)) = midpoint(a,b)` MP_TAC THENL
   [MATCH_MP_TAC(ISPECL [`rho:real^N->real`; `hh:real^N->bool`; `midpoint(a,b):real^N`; `d:real`;
                         `phi:real^N->real^N`] INVOLUTION_FIXES) THEN
    REPEAT CONJ_TAC THENL
     [USE_THEN "cont" ACCEPT_TAC; USE_THEN "zero" ACCEPT_TAC; USE_THEN "pos" ACCEPT_TAC;
      USE_THEN "even" ACCEPT_TAC; USE_THEN "dbl" ACCEPT_TAC;
      USE_THEN "hh" (fun th -> REWRITE_TAC[th]) THEN
      USE_THEN "z" (fun th -> REWRITE_TAC[th]) THEN
      REWRITE_TAC[midpoint] THEN
      REWRITE_TAC[VECTOR_ARITH `inv(&2) % (a + b) - b:real^N = inv(&2) % (a - b)`;
                  VECTOR_ARITH `inv(&2) % (a + b) - a:real^N = --(inv(&2) % (a - b))`] THEN
      USE_THEN "even" (fun th -> REWRITE_TAC[th; REAL_LE_REFL]);
      USE_THEN "diam" ACCEPT_TAC;
      X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
      REWRITE_TAC[midpoint; VECTOR_ARITH `&2 % inv(&2) % v:real^N = v`] THEN
      USE_THEN "refl" (MP_TAC o SPEC `x:real^N`) THEN
      UNDISCH_TAC `(x:real^N) IN hh` THEN USE_THEN "hh" (fun th -> REWRITE_TAC[th]) THEN
      REWRITE_TAC[VECTOR_ARITH `((a + b) - x) - a:real^N = --(x - b)`;
                  VECTOR_ARITH `((a + b) - x) - b:real^N = --(x - a)`] THEN
      USE_THEN "even" (fun th -> REWRITE_TAC[th]) THEN SIMP_TAC[];
      X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN CONJ_TAC THENL
       [USE_THEN "into" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
      USE_THEN "inj" MATCH_MP_TAC THEN
      SUBGOAL_THEN `(phi:real^N->real^N) x IN hh` ASSUME_TAC THENL
       [USE_THEN "into" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
      USE_THEN "phi" (MP_TAC o SPEC `(phi:real^N->real^N) x`) THEN
      USE_THEN "phi" (MP_TAC o SPEC `x:real^N`) THEN
      POP_ASSUM(fun a -> POP_ASSUM(fun b -> REWRITE_TAC[a; b] THEN ASSUME_TAC b)) THEN
      DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC SUBST1_TAC) THEN
      DISCH_THEN(CONJUNCTS_THEN2 ASSUME_TAC SUBST1_TAC) THEN
      REPEAT CONJ_TAC THENL
       [FIRST_ASSUM ACCEPT_TAC;
        USE_THEN "sub" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
        VECTOR_ARITH_TAC];
      REPEAT STRIP_TAC THEN
      MATCH_MP_TAC(MESON[REAL_FIELD `&0 < c /\ c * x = c * y ==> x = y`]
       `(?c. &0 < c /\ c * x = c * y) ==> x = y`) THEN EXISTS_TAC `c:real` THEN
      CONJ_TAC THENL [USE_THEN "c" ACCEPT_TAC; ALL_TAC] THEN
      USE_THEN "moved" (MP_TAC o SPECL [`x:real^N`; `(phi:real^N->real^N) y`]) THEN
      ANTS_TAC THENL
       [CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
        USE_THEN "sub" MATCH_MP_TAC THEN USE_THEN "into" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
        DISCH_THEN SUBST1_TAC] THEN
      USE_THEN "phi" (MP_TAC o SPEC `y:real^N`) THEN
      ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN(SUBST1_TAC o CONJUNCT2)] THEN
      SUBST1_TAC(VECTOR_ARITH
       `((h:real^N->real^N) a + h b) - h x - ((h a + h b) - h y) = --(h x - h y)`) THEN
      USE_THEN "even" (fun th -> REWRITE_TAC[th]) THEN
      USE_THEN "keep" MATCH_MP_TAC THEN
      CONJ_TAC THEN USE_THEN "sub" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC];
    DISCH_TAC THEN
    USE_THEN "phi" (MP_TAC o SPEC `midpoint(a,b):real^N`) THEN
    ANTS_TAC THENL
     [USE_THEN "hh" (fun th -> REWRITE_TAC[th]) THEN
      USE_THEN "z" (fun th -> REWRITE_TAC[th]) THEN
      REWRITE_TAC[midpoint] THEN
      REWRITE_TAC[VECTOR_ARITH `inv(&2) % (a + b) - b:real^N = inv(&2) % (a - b)`;
                  VECTOR_ARITH `inv(&2) % (a + b) - a:real^N = --(inv(&2) % (a - b))`] THEN
      USE_THEN "even" (fun th -> REWRITE_TAC[th; REAL_LE_REFL]);
      POP_ASSUM SUBST1_TAC THEN DISCH_THEN(MP_TAC o CONJUNCT2) THEN VECTOR_ARITH_TAC]]);;

(* midpoints of nearby points go to midpoints *)
let LOCAL_MIDPOINT = prove
 (`!h:real^N->real^N rho p r c e0.
     &0 < r /\ h continuous_on cball(p,r) /\
     (lift o rho) continuous_on (:real^N) /\ rho(vec 0) = &0 /\
     (!v. ~(v = vec 0) ==> &0 < rho v) /\ (!v. rho(--v) = rho v) /\
     &0 < e0 /\ (!v. ~(v = vec 0) /\ norm v < e0 ==> rho v < rho(&2 % v)) /\
     &0 < c /\
     (!u v. u IN cball(p,r) /\ v IN cball(p,r) ==> rho(h u - h v) = c * rho(u - v))
     ==> ?e. &0 < e /\
             !a b. a IN ball(p,e) /\ b IN ball(p,e)
                   ==> &2 % h(midpoint(a,b)) = h a + h b`,
  REPEAT STRIP_TAC THEN
  SUBGOAL_THEN `!u v. u IN cball(p,r) /\ v IN cball(p,r) /\ (h:real^N->real^N) u = h v ==> u = v`
  ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`u:real^N`; `v:real^N`] o check (is_forall o concl)) THEN
    ASM_REWRITE_TAC[VECTOR_SUB_REFL] THEN
    ONCE_REWRITE_TAC[GSYM VECTOR_SUB_EQ] THEN
    ASM_MESON_TAC[REAL_LT_MUL; REAL_LT_REFL];
    ALL_TAC] THEN
  SUBGOAL_THEN `ball(p:real^N,r) SUBSET cball(p,r)` ASSUME_TAC THENL
   [REWRITE_TAC[BALL_SUBSET_CBALL]; ALL_TAC] THEN
  SUBGOAL_THEN `(p:real^N) IN ball(p,r)` ASSUME_TAC THENL
   [ASM_REWRITE_TAC[CENTRE_IN_BALL]; ALL_TAC] THEN
  MP_TAC(ISPECL [`h:real^N->real^N`; `ball(p:real^N,r)`] INVARIANCE_OF_DOMAIN) THEN
  REWRITE_TAC[OPEN_BALL] THEN ANTS_TAC THENL
   [CONJ_TAC THENL [ASM_MESON_TAC[CONTINUOUS_ON_SUBSET]; ASM SET_TAC[]]; ALL_TAC] THEN
  REWRITE_TAC[OPEN_CONTAINS_BALL] THEN
  DISCH_THEN(MP_TAC o SPEC `(h:real^N->real^N) p`) THEN
  ANTS_TAC THENL
   [MATCH_MP_TAC FUN_IN_IMAGE THEN ASM_REWRITE_TAC[];
    DISCH_THEN(X_CHOOSE_THEN `R:real` STRIP_ASSUME_TAC)] THEN
  SUBGOAL_THEN
   `?d. &0 < d /\ d <= r /\ d <= e0 / &4 /\
        !x. x IN ball(p,d) ==> norm((h:real^N->real^N) x - h p) < R / &3`
  STRIP_ASSUME_TAC THENL
   [UNDISCH_TAC `(h:real^N->real^N) continuous_on cball(p,r)` THEN
    REWRITE_TAC[continuous_on] THEN DISCH_THEN(MP_TAC o SPECL [`p:real^N`]) THEN
    ANTS_TAC THENL
     [ASM_SIMP_TAC[CENTRE_IN_CBALL; REAL_LT_IMP_LE]; DISCH_THEN(MP_TAC o SPEC `R / &3`)] THEN
    ANTS_TAC THENL [UNDISCH_TAC `&0 < R` THEN REAL_ARITH_TAC; ALL_TAC] THEN
    DISCH_THEN(X_CHOOSE_THEN `q:real` STRIP_ASSUME_TAC) THEN
    EXISTS_TAC `min q (min r (e0 / &4))` THEN
    REPEAT(CONJ_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC]) THEN
    REWRITE_TAC[IN_BALL; REAL_LT_MIN] THEN REPEAT STRIP_TAC THEN
    REWRITE_TAC[GSYM dist] THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
    REWRITE_TAC[IN_CBALL] THEN ASM_MESON_TAC[DIST_SYM; REAL_LT_IMP_LE];
    ALL_TAC] THEN
  (* rho is small near 0 only *)
  SUBGOAL_THEN
   `?m. &0 < m /\ !v:real^N. norm v <= &2 * r /\ rho v < m ==> norm v < d / &2`
  STRIP_ASSUME_TAC THENL
   [MP_TAC(ISPECL [`rho:real^N->real`; `cball(vec 0:real^N,&2 * r) DIFF ball(vec 0,d / &2)`]
      CONTINUOUS_ATTAINS_INF) THEN
    ANTS_TAC THENL
     [SIMP_TAC[COMPACT_DIFF; COMPACT_CBALL; OPEN_BALL] THEN CONJ_TAC THENL
       [REWRITE_TAC[GSYM MEMBER_NOT_EMPTY; IN_DIFF; IN_CBALL_0; IN_BALL_0] THEN
        MP_TAC(ISPEC `d / &2` (GEN_ALL VECTOR_CHOOSE_SIZE)) THEN
        ANTS_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
        MATCH_MP_TAC MONO_EXISTS THEN GEN_TAC THEN DISCH_THEN SUBST1_TAC THEN
        ASM_REAL_ARITH_TAC;
        (MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `(:real^N)` THEN ASM_REWRITE_TAC[ETA_AX; SUBSET_UNIV])];
      REWRITE_TAC[IN_DIFF; IN_CBALL_0; IN_BALL_0; REAL_NOT_LT] THEN
      DISCH_THEN(X_CHOOSE_THEN `w:real^N` STRIP_ASSUME_TAC)] THEN
    EXISTS_TAC `rho(w:real^N):real` THEN CONJ_TAC THENL
     [FIRST_X_ASSUM MATCH_MP_TAC THEN DISCH_THEN SUBST_ALL_TAC THEN
      RULE_ASSUM_TAC(REWRITE_RULE[NORM_0]) THEN ASM_REAL_ARITH_TAC;
      ASM_MESON_TAC[REAL_NOT_LT; REAL_NOT_LE]];
    ALL_TAC] THEN
  SUBGOAL_THEN `?q. &0 < q /\ !v:real^N. norm v < q ==> rho v < m` STRIP_ASSUME_TAC THENL
   [UNDISCH_TAC `(lift o (rho:real^N->real)) continuous_on (:real^N)` THEN
    REWRITE_TAC[continuous_on; IN_UNIV] THEN
    DISCH_THEN(MP_TAC o SPECL [`vec 0:real^N`; `m:real`]) THEN
    ASM_REWRITE_TAC[o_THM; DIST_LIFT; DIST_0; REAL_SUB_RZERO] THEN
    MATCH_MP_TAC MONO_EXISTS THEN ASM_MESON_TAC[REAL_ARITH `abs x < m ==> x < m`];
    ALL_TAC] THEN
  EXISTS_TAC `min q (d / &2)` THEN
  CONJ_TAC THENL [ASM_REAL_ARITH_TAC; REWRITE_TAC[IN_BALL; REAL_LT_MIN]] THEN
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `s = rho(inv(&2) % (a - b:real^N)):real` THEN
  ABBREV_TAC `z:real^N = inv(&2) % (a + b)` THEN
  SUBGOAL_THEN `&2 % z:real^N = a + b` ASSUME_TAC THENL
   [EXPAND_TAC "z" THEN VECTOR_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN `s < m` ASSUME_TAC THENL
   [EXPAND_TAC "s" THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
    REWRITE_TAC[NORM_MUL] THEN
    MAP_EVERY UNDISCH_TAC [`dist(p:real^N,a) < q`; `dist(p:real^N,b) < q`] THEN
    CONV_TAC NORM_ARITH;
    ALL_TAC] THEN
  ABBREV_TAC
   `H = {x:real^N | x IN cball(p,r) /\ rho(x - a) <= s /\ rho(x - b) <= s}` THEN
  SUBGOAL_THEN `a IN cball(p:real^N,r) /\ b IN cball(p,r)` STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[IN_CBALL] THEN ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  SUBGOAL_THEN
   `!x:real^N. x IN H ==> norm(x - a) < d / &2 /\ norm(x - b) < d / &2 /\ x IN ball(p,d)`
  (LABEL_TAC "near") THENL
   [EXPAND_TAC "H" THEN REWRITE_TAC[IN_ELIM_THM; IN_BALL] THEN
    GEN_TAC THEN STRIP_TAC THEN
    SUBGOAL_THEN `norm(x - a:real^N) < d / &2 /\ norm(x - b:real^N) < d / &2` MP_TAC THENL
     [CONJ_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
      (CONJ_TAC THENL [ALL_TAC; ASM_REAL_ARITH_TAC]) THEN
      RULE_ASSUM_TAC(REWRITE_RULE[IN_CBALL]) THEN
      MAP_EVERY UNDISCH_TAC [`dist(p:real^N,x) <= r`; `dist(p:real^N,a) <= r`;
                             `dist(p:real^N,b) <= r`] THEN CONV_TAC NORM_ARITH;
      ASM_REWRITE_TAC[] THEN UNDISCH_TAC `dist(p:real^N,a) < d / &2` THEN
      CONV_TAC NORM_ARITH];
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!x. x IN H ==> ?w. w IN ball(p,r) /\ (h:real^N->real^N) w = (h a + h b) - h x`
  MP_TAC THENL
   [REPEAT STRIP_TAC THEN
    SUBGOAL_THEN `((h:real^N->real^N) a + h b) - h x IN ball(h p,R)` MP_TAC THENL
     [REWRITE_TAC[IN_BALL] THEN
      SUBGOAL_THEN
       `norm((h:real^N->real^N) a - h p) < R / &3 /\ norm(h b - h p) < R / &3 /\
        norm(h x - h p) < R / &3` MP_TAC THENL
       [REPEAT CONJ_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_SIMP_TAC[] THEN
        REWRITE_TAC[IN_BALL] THEN ASM_REAL_ARITH_TAC;
        CONV_TAC NORM_ARITH];
      ASM SET_TAC[]];
    GEN_REWRITE_TAC (LAND_CONV o TOP_DEPTH_CONV) [RIGHT_IMP_EXISTS_THM; SKOLEM_THM] THEN
    DISCH_THEN(X_CHOOSE_THEN `phi:real^N->real^N` (LABEL_TAC "phi"))] THEN
  MP_TAC(ISPECL [`cball(p:real^N,r)`; `H:real^N->bool`; `h:real^N->real^N`; `rho:real^N->real`;
    `c:real`; `a:real^N`; `b:real^N`; `phi:real^N->real^N`; `e0 / &2`] MIDPOINT_FROM_REFLECTION) THEN
  DISCH_THEN MATCH_MP_TAC THEN
  REPEAT CONJ_TAC THEN TRY(FIRST_ASSUM ACCEPT_TAC) THENL
   [X_GEN_TAC `v:real^N` THEN STRIP_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
    CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ASM_REAL_ARITH_TAC];
    MATCH_MP_TAC(REWRITE_RULE[midpoint] MIDPOINT_IN_CONVEX) ORELSE
    MATCH_MP_TAC MIDPOINT_IN_CONVEX THEN REWRITE_TAC[CONVEX_CBALL] THEN
    CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
    EXPAND_TAC "H" THEN EXPAND_TAC "s" THEN REWRITE_TAC[IN_ELIM_THM];
    X_GEN_TAC `x:real^N` THEN X_GEN_TAC `y:real^N` THEN STRIP_TAC THEN
    USE_THEN "near" (fun th -> MP_TAC(SPEC `x:real^N` th) THEN MP_TAC(SPEC `y:real^N` th)) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; STRIP_TAC]) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; STRIP_TAC]) THEN
    MAP_EVERY UNDISCH_TAC [`(x:real^N) IN ball(p,d)`; `(y:real^N) IN ball(p,d)`; `d <= e0 / &4`] THEN
    REWRITE_TAC[IN_BALL] THEN CONV_TAC NORM_ARITH;
    X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    USE_THEN "near" (MP_TAC o SPEC `x:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; STRIP_TAC]) THEN
    MAP_EVERY UNDISCH_TAC [`norm(x - b:real^N) < d / &2`; `dist(p:real^N,a) < d / &2`;
                           `d <= r:real`] THEN
    REWRITE_TAC[IN_CBALL] THEN CONV_TAC NORM_ARITH;
    X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    USE_THEN "phi" (MP_TAC o SPEC `x:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    REWRITE_TAC[IN_BALL; IN_CBALL] THEN SIMP_TAC[REAL_LT_IMP_LE]]);;

let SHIFTED_SEGMENTS = prove
 (`!h:real^N->real^M A b s.
     (!x y t. x IN s /\ y IN s /\ &0 <= t /\ t <= &1
              ==> h((&1 - t) % x + t % y) = (&1 - t) % h x + t % h y)
     ==> !x y t. x IN s /\ y IN s /\ &0 <= t /\ t <= &1
              ==> (\x. h x - (A ** x + b)) ((&1 - t) % x + t % y) =
                  (&1 - t) % (\x. h x - (A ** x + b)) x + t % (\x. h x - (A ** x + b)) y`,
  REPEAT GEN_TAC THEN DISCH_TAC THEN REPEAT STRIP_TAC THEN
  FIRST_X_ASSUM(MP_TAC o SPECL [`x:real^N`; `y:real^N`; `t:real`]) THEN
  ASM_REWRITE_TAC[] THEN DISCH_THEN SUBST1_TAC THEN
  REWRITE_TAC[MATRIX_VECTOR_MUL_ADD_LDISTRIB; MATRIX_VECTOR_MUL_RMUL] THEN VECTOR_ARITH_TAC);;

(* affine on the segments of a ball around every inner point: affine *)
let LOCALLY_AFFINE = prove
 (`!h:real^N->real^M k.
     compact k /\ convex k /\ ~(interior k = {}) /\ h continuous_on k /\
     (!p. p IN interior k
          ==> ?d. &0 < d /\ ball(p,d) SUBSET k /\
                  !x y t. x IN ball(p,d) /\ y IN ball(p,d) /\ &0 <= t /\ t <= &1
                          ==> h((&1 - t) % x + t % y) = (&1 - t) % h x + t % h y)
     ==> ?A:real^N^M b. !x. x IN k ==> h x = A ** x + b`,
  REPEAT GEN_TAC THEN INTRO_TAC "comp conv int cont local" THEN
  USE_THEN "int" (MP_TAC o REWRITE_RULE[GSYM MEMBER_NOT_EMPTY]) THEN
  DISCH_THEN(X_CHOOSE_TAC `p:real^N`) THEN
  USE_THEN "local" (MP_TAC o SPEC `p:real^N`) THEN
  (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
  DISCH_THEN(X_CHOOSE_THEN `d:real` STRIP_ASSUME_TAC) THEN
  MP_TAC(ISPECL [`h:real^N->real^M`; `ball(p:real^N,d)`] SEGMENTS_MATRIX) THEN
  ANTS_TAC THENL
   [CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
    SIMP_TAC[CONVEX_BALL; INTERIOR_OPEN; OPEN_BALL; BALL_EQ_EMPTY] THEN ASM_REAL_ARITH_TAC;
    ALL_TAC] THEN
  MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `A:real^N^M` THEN
  MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `b:real^M` THEN INTRO_TAC "start" THEN
  SUBGOAL_THEN `!a d. ball(a:real^N,d) SUBSET k ==> ball(a,d) SUBSET interior k`
  (LABEL_TAC "open") THENL [SIMP_TAC[INTERIOR_MAXIMAL; OPEN_BALL]; ALL_TAC] THEN
  MP_TAC(ISPECL
   [`\x:real^N. ?e. &0 < e /\ !y. y IN ball(x,e) /\ y IN interior k
                          ==> (h:real^N->real^M) y = A ** y + b`;
    `interior k:real^N->bool`] CONNECTED_INDUCTION_SIMPLE) THEN
  REWRITE_TAC[] THEN ANTS_TAC THENL
   [CONJ_TAC THENL
     [MATCH_MP_TAC CONVEX_CONNECTED THEN MATCH_MP_TAC CONVEX_INTERIOR THEN
      FIRST_ASSUM ACCEPT_TAC;
      ALL_TAC] THEN
    X_GEN_TAC `a:real^N` THEN DISCH_TAC THEN
    USE_THEN "local" (MP_TAC o SPEC `a:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    DISCH_THEN(X_CHOOSE_THEN `r:real` (fun th ->
      let t = CONJUNCTS th in
      ASSUME_TAC(el 0 t) THEN ASSUME_TAC(el 1 t) THEN LABEL_TAC "seg" (el 2 t))) THEN
    EXISTS_TAC `interior k INTER ball(a:real^N,r)` THEN
    SIMP_TAC[OPEN_IN_OPEN_INTER; OPEN_BALL; IN_INTER] THEN
    (CONJ_TAC THENL [ASM_REWRITE_TAC[CENTRE_IN_BALL]; ALL_TAC]) THEN
    MAP_EVERY X_GEN_TAC [`x:real^N`; `y:real^N`] THEN
    DISCH_THEN(CONJUNCTS_THEN2 STRIP_ASSUME_TAC (CONJUNCTS_THEN2 STRIP_ASSUME_TAC
      (X_CHOOSE_THEN `e:real` (CONJUNCTS_THEN2 ASSUME_TAC (LABEL_TAC "zero"))))) THEN
    SUBGOAL_THEN `!z:real^N. z IN ball(a,r) ==> z IN interior k` (LABEL_TAC "in") THENL
     [REWRITE_TAC[GSYM SUBSET] THEN USE_THEN "open" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
      ALL_TAC] THEN
    SUBGOAL_THEN `!z. z IN ball(a:real^N,r) ==> (\x. (h:real^N->real^M) x - (A ** x + b)) z = vec 0`
    MP_TAC THENL
     [MATCH_MP_TAC ZERO_NEAR_ZERO THEN MAP_EVERY EXISTS_TAC [`x:real^N`; `e:real`] THEN
      REPEAT CONJ_TAC THENL
       [MATCH_MP_TAC SHIFTED_SEGMENTS THEN USE_THEN "seg" ACCEPT_TAC;
        FIRST_ASSUM ACCEPT_TAC; FIRST_ASSUM ACCEPT_TAC;
        REWRITE_TAC[VECTOR_SUB_EQ] THEN REPEAT STRIP_TAC THEN USE_THEN "zero" MATCH_MP_TAC THEN
        CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
        USE_THEN "in" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
        REWRITE_TAC[CONVEX_BALL]];
      REWRITE_TAC[VECTOR_SUB_EQ] THEN INTRO_TAC "all"] THEN
    MP_TAC(ISPEC `ball(a:real^N,r)` OPEN_CONTAINS_BALL) THEN REWRITE_TAC[OPEN_BALL] THEN
    DISCH_THEN(MP_TAC o SPEC `y:real^N`) THEN
    (ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `u:real` THEN STRIP_TAC THEN
    (CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN REPEAT STRIP_TAC THEN
    USE_THEN "all" MATCH_MP_TAC THEN ASM SET_TAC[];
    INTRO_TAC "ind"] THEN
  SUBGOAL_THEN `!x. x IN interior k ==> (h:real^N->real^M) x = A ** x + b` (LABEL_TAC "inner") THENL
   [X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
    USE_THEN "ind" (MP_TAC o SPECL [`p:real^N`; `x:real^N`]) THEN
    ANTS_TAC THENL
     [REPEAT CONJ_TAC THEN TRY(FIRST_ASSUM ACCEPT_TAC) THEN
      EXISTS_TAC `d:real` THEN (CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
      REPEAT STRIP_TAC THEN USE_THEN "start" MATCH_MP_TAC THEN FIRST_ASSUM ACCEPT_TAC;
      DISCH_THEN(X_CHOOSE_THEN `e:real` STRIP_ASSUME_TAC) THEN
      FIRST_X_ASSUM MATCH_MP_TAC THEN ASM_REWRITE_TAC[CENTRE_IN_BALL]];
    ALL_TAC] THEN
  SUBGOAL_THEN `closure(interior k) = k:real^N->bool` ASSUME_TAC THENL
   [ASM_SIMP_TAC[CONVEX_CLOSURE_INTERIOR] THEN
    ASM_SIMP_TAC[CLOSURE_CLOSED; COMPACT_IMP_CLOSED];
    ALL_TAC] THEN
  SUBGOAL_THEN `!x. x IN closure(interior k) ==> (h:real^N->real^M) x = (\x. A ** x + b) x` MP_TAC THENL
   [MATCH_MP_TAC CONTINUOUS_AGREE_ON_CLOSURE THEN
    POP_ASSUM(fun th -> REWRITE_TAC[th]) THEN
    USE_THEN "cont" (fun th -> REWRITE_TAC[th]) THEN
    (CONJ_TAC THENL [ALL_TAC; USE_THEN "inner" ACCEPT_TAC]) THEN
    MATCH_MP_TAC CONTINUOUS_ON_ADD THEN REWRITE_TAC[CONTINUOUS_ON_CONST] THEN
    SIMP_TAC[LINEAR_CONTINUOUS_ON; MATRIX_VECTOR_MUL_LINEAR];
    ASM_REWRITE_TAC[]]);;

let THM_TRANSLATION = prove
 (`!k (h:real^N->real^N) rho c e.
     compact k /\ convex k /\ ~(interior k = {}) /\ h continuous_on k /\
     (lift o rho) continuous_on (:real^N) /\ rho(vec 0) = &0 /\
     (!v. ~(v = vec 0) ==> &0 < rho v) /\ (!v. rho(--v) = rho v) /\
     &0 < e /\ (!v. ~(v = vec 0) /\ norm v < e ==> rho v < rho(&2 % v)) /\
     &0 < c /\ (!x y. x IN k /\ y IN k ==> rho(h x - h y) = c * rho(x - y))
     ==> ?A:real^N^N b. !x. x IN k ==> h x = A ** x + b`,
  REPEAT GEN_TAC THEN INTRO_TAC "comp conv int cont rho zero pos even e dbl c keep" THEN
  MATCH_MP_TAC LOCALLY_AFFINE THEN
  REPEAT CONJ_TAC THEN TRY(FIRST_ASSUM ACCEPT_TAC) THEN
  X_GEN_TAC `p:real^N` THEN REWRITE_TAC[IN_INTERIOR_CBALL] THEN
  DISCH_THEN(X_CHOOSE_THEN `r:real` STRIP_ASSUME_TAC) THEN
  MP_TAC(ISPECL [`h:real^N->real^N`; `rho:real^N->real`; `p:real^N`; `r:real`; `c:real`; `e:real`]
    LOCAL_MIDPOINT) THEN
  ANTS_TAC THENL
   [REPEAT CONJ_TAC THEN TRY(FIRST_ASSUM ACCEPT_TAC) THENL
     [MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `k:real^N->bool` THEN
      CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
      REPEAT STRIP_TAC THEN USE_THEN "keep" MATCH_MP_TAC THEN ASM SET_TAC[]];
    DISCH_THEN(X_CHOOSE_THEN `q:real` STRIP_ASSUME_TAC)] THEN
  EXISTS_TAC `min q r` THEN
  (CONJ_TAC THENL [ASM_REAL_ARITH_TAC; ALL_TAC]) THEN
  SUBGOAL_THEN `ball(p:real^N,min q r) SUBSET k /\ ball(p,min q r) SUBSET ball(p,q)`
  STRIP_ASSUME_TAC THENL
   [CONJ_TAC THENL
     [MATCH_MP_TAC SUBSET_TRANS THEN EXISTS_TAC `cball(p:real^N,r)` THEN
      (CONJ_TAC THENL [ALL_TAC; FIRST_ASSUM ACCEPT_TAC]) THEN
      REWRITE_TAC[SUBSET; IN_BALL; IN_CBALL] THEN REAL_ARITH_TAC;
      REWRITE_TAC[SUBSET; IN_BALL] THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  (CONJ_TAC THENL [FIRST_ASSUM ACCEPT_TAC; ALL_TAC]) THEN
  MATCH_MP_TAC MIDPOINTS_SEGMENTS THEN REWRITE_TAC[CONVEX_BALL] THEN CONJ_TAC THENL
   [MATCH_MP_TAC CONTINUOUS_ON_SUBSET THEN EXISTS_TAC `k:real^N->bool` THEN
    CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC;
    REPEAT STRIP_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN ASM SET_TAC[]]);;

state "thm-translation" "THM_TRANSLATION" THM_TRANSLATION;;
