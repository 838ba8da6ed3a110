(* cor-slope: A bound on the slope suffices [all of R^n, as on the page]
page: theory/52_coverings

Let psi be a differentiable map of R^n into itself whose derivative has an inverse of
norm at most K everywhere. Then psi is a diffeomorphism of R^n onto itself, and its
inverse has the Lipschitz constant K. With a sigmoid in each coordinate it is proper, a
homeomorphism of R^n onto the cube. The maps x + r(x) meet the hypothesis if the
derivative of r has a norm of at most L < 1, with K = 1/(1 - L).

on the page          in HOL
psi                  psi           of type real^N->real^N
D psi(x)             psi' x, a linear map
its inverse          inv' x, with the operator norm onorm(inv' x) at most k
sigma                sg, with the inverse ls on (0,1), both continuous
chi                  \x. lambda i. sg(psi x$i)
the inverse of psi   phi, with the derivative phi' y at y

Leaves out: nothing. The derivative need not be continuous. That chi is a diffeomorphism,
where sigma is one, is the chain rule. The definition `lifts` is for the proof only.
*)
needs "report.ml";;
needs "thm_proper.ml";;

let INJECTIVE_NEAR_COMPACT = prove
 (`!f:real^M->real^N s.
     f continuous_on (:real^M) /\ compact s /\
     (!x. x IN s ==> ?u. open u /\ x IN u /\
                         !y z. y IN u /\ z IN u /\ f y = f z ==> y = z) /\
     (!x y. x IN s /\ y IN s /\ f x = f y ==> x = y)
     ==> ?w. open w /\ s SUBSET w /\
             !x y. x IN w /\ y IN w /\ f x = f y ==> x = y`,
  REPEAT STRIP_TAC THEN
  ABBREV_TAC `b = {pastecart y z | ~(y:real^M = z) /\ (f:real^M->real^N) y = f z}` THEN
  MP_TAC(ISPECL [`(s:real^M->bool) PCROSS s`;
    `closure b:real^(M,M)finite_sum->bool`] SEPARATE_COMPACT_CLOSED) THEN
  ANTS_TAC THENL
   [ASM_SIMP_TAC[COMPACT_PCROSS; CLOSED_CLOSURE] THEN
    REWRITE_TAC[EXTENSION; IN_INTER; NOT_IN_EMPTY; FORALL_PASTECART;
                PASTECART_IN_PCROSS] THEN
    MAP_EVERY X_GEN_TAC [`x:real^M`; `y:real^M`] THEN
    REWRITE_TAC[CLOSURE_APPROACHABLE] THEN STRIP_TAC THEN
    SUBGOAL_THEN
     `?d. &0 < d /\ !x' y'. dist(x',x) < d /\ dist(y',y) < d /\
                            (f:real^M->real^N) x' = f y' ==> x':real^M = y'`
    STRIP_ASSUME_TAC THENL
     [ASM_CASES_TAC `x:real^M = y` THENL
       [FIRST_X_ASSUM(MP_TAC o SPEC `x:real^M` o
          check (fun th -> is_forall(concl th) &&
            free_in `open:(real^M->bool)->bool` (concl th))) THEN
        ASM_REWRITE_TAC[] THEN DISCH_THEN(X_CHOOSE_THEN `u:real^M->bool` STRIP_ASSUME_TAC) THEN
        UNDISCH_TAC `open(u:real^M->bool)` THEN REWRITE_TAC[open_def] THEN
        DISCH_THEN(MP_TAC o SPEC `y:real^M`) THEN ASM_REWRITE_TAC[] THEN
        MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `d:real` THEN STRIP_TAC THEN
        ASM_REWRITE_TAC[] THEN REPEAT STRIP_TAC THEN FIRST_X_ASSUM MATCH_MP_TAC THEN
        ASM_SIMP_TAC[];
        SUBGOAL_THEN `&0 < dist((f:real^M->real^N) x,f y)` ASSUME_TAC THENL
         [REWRITE_TAC[GSYM DIST_NZ] THEN ASM_MESON_TAC[]; ALL_TAC] THEN
        UNDISCH_TAC `(f:real^M->real^N) continuous_on (:real^M)` THEN
        SIMP_TAC[CONTINUOUS_ON_EQ_CONTINUOUS_AT; OPEN_UNIV; IN_UNIV; continuous_at] THEN
        DISCH_THEN(fun th ->
          MP_TAC(SPECL [`x:real^M`; `dist((f:real^M->real^N) x,f y) / &2`] th) THEN
          MP_TAC(SPECL [`y:real^M`; `dist((f:real^M->real^N) x,f y) / &2`] th)) THEN
        ASM_REWRITE_TAC[REAL_HALF] THEN
        DISCH_THEN(X_CHOOSE_THEN `d1:real` STRIP_ASSUME_TAC) THEN
        DISCH_THEN(X_CHOOSE_THEN `d2:real` STRIP_ASSUME_TAC) THEN
        EXISTS_TAC `min d1 d2:real` THEN ASM_REWRITE_TAC[REAL_LT_MIN] THEN
        REPEAT STRIP_TAC THEN
        SUBGOAL_THEN `dist((f:real^M->real^N) x',f x) < dist((f:real^M->real^N) x,f y) / &2 /\
           dist((f:real^M->real^N) y',f y) < dist((f:real^M->real^N) x,f y) / &2`
        MP_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
        UNDISCH_TAC `(f:real^M->real^N) x' = f y'` THEN
        CONV_TAC NORM_ARITH];
      FIRST_X_ASSUM(MP_TAC o SPEC `d:real` o
        check (fun th -> is_forall(concl th) &&
          free_in `b:real^(M,M)finite_sum->bool` (concl th))) THEN
      ASM_REWRITE_TAC[] THEN EXPAND_TAC "b" THEN
      REWRITE_TAC[EXISTS_PASTECART; IN_ELIM_PASTECART_THM] THEN
      DISCH_THEN(X_CHOOSE_THEN `p:real^M` (X_CHOOSE_THEN `q:real^M` STRIP_ASSUME_TAC)) THEN
      MP_TAC(ISPECL [`pastecart (p:real^M) (q:real^M)`; `pastecart (x:real^M) (y:real^M)`]
        DIST_FSTCART) THEN
      MP_TAC(ISPECL [`pastecart (p:real^M) (q:real^M)`; `pastecart (x:real^M) (y:real^M)`]
        DIST_SNDCART) THEN
      REWRITE_TAC[FSTCART_PASTECART; SNDCART_PASTECART] THEN REPEAT DISCH_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPECL [`p:real^M`; `q:real^M`] o
        check (fun th -> is_forall(concl th) && free_in `d:real` (concl th))) THEN
      ASM_REWRITE_TAC[NOT_IMP] THEN ASM_REAL_ARITH_TAC];
    DISCH_THEN(X_CHOOSE_THEN `d:real` STRIP_ASSUME_TAC)] THEN
  EXISTS_TAC `UNIONS {ball(x:real^M,d / &2) | x IN s}` THEN
  SIMP_TAC[OPEN_UNIONS; FORALL_IN_GSPEC; OPEN_BALL] THEN
  REWRITE_TAC[UNIONS_GSPEC; SUBSET; IN_ELIM_THM; IN_BALL] THEN CONJ_TAC THENL
   [ASM_MESON_TAC[DIST_REFL; REAL_HALF];
    MAP_EVERY X_GEN_TAC [`y:real^M`; `z:real^M`] THEN
    DISCH_THEN(CONJUNCTS_THEN2 (X_CHOOSE_THEN `p:real^M` STRIP_ASSUME_TAC)
     (CONJUNCTS_THEN2 (X_CHOOSE_THEN `q:real^M` STRIP_ASSUME_TAC) ASSUME_TAC)) THEN
    ASM_CASES_TAC `y:real^M = z` THEN ASM_REWRITE_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o SPECL
     [`pastecart (p:real^M) (q:real^M)`; `pastecart (y:real^M) (z:real^M)`]) THEN
    ASM_REWRITE_TAC[PASTECART_IN_PCROSS] THEN
    SUBGOAL_THEN `pastecart (y:real^M) (z:real^M) IN closure b` ASSUME_TAC THENL
     [MATCH_MP_TAC(REWRITE_RULE[SUBSET] CLOSURE_SUBSET) THEN EXPAND_TAC "b" THEN
      REWRITE_TAC[IN_ELIM_PASTECART_THM] THEN ASM_REWRITE_TAC[];
      ASM_REWRITE_TAC[REAL_NOT_LE] THEN
      TRANS_TAC REAL_LET_TRANS `dist(p:real^M,y) + dist(q:real^M,z)` THEN
      REWRITE_TAC[dist; PASTECART_SUB; NORM_PASTECART_LE] THEN
      REWRITE_TAC[GSYM dist] THEN ASM_REAL_ARITH_TAC]]);;

let EPSILON_CLOSE = prove
 (`!x y c. (!e. &0 < e ==> x <= y + e * c) ==> x <= y`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[GSYM REAL_NOT_LT] THEN DISCH_TAC THEN
  ASM_CASES_TAC `c <= &0` THENL
   [FIRST_X_ASSUM(MP_TAC o SPEC `&1`) THEN ASM_REAL_ARITH_TAC;
    RULE_ASSUM_TAC(REWRITE_RULE[REAL_NOT_LE]) THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `(x - y) / (&2 * c)`) THEN
    ASM_SIMP_TAC[REAL_LT_DIV; REAL_LT_MUL; REAL_SUB_LT; REAL_OF_NUM_LT; ARITH] THEN
    ASM_SIMP_TAC[REAL_FIELD `&0 < c ==> (x - y) / (&2 * c) * c = (x - y) / &2`] THEN
    ASM_REAL_ARITH_TAC]);;

(* a line from psi a to psi x that lifts to a path from a to x, of speed at most k times
   that of the line *)
let lifts = new_definition
 `lifts (psi:real^N->real^N) k a x <=>
  ?g:real^1->real^N.
     (!s t. s IN interval[vec 0,vec 1] /\ t IN interval[vec 0,vec 1]
            ==> norm(g s - g t) <= k * norm(psi x - psi a) * norm(s - t)) /\
     (!t. t IN interval[vec 0,vec 1]
          ==> psi(g t) = (&1 - drop t) % psi a + drop t % psi x) /\
     g(vec 0) = a /\ g(vec 1) = x`;;

let UNIT_LINE = prove
 (`vec 0:real^1 IN interval[vec 0,vec 1] /\ vec 1:real^1 IN interval[vec 0,vec 1] /\
   (!t:real^1. t IN interval[vec 0,vec 1] ==> &0 <= drop t /\ drop t <= &1) /\
   (!s t:real^1. s IN interval[vec 0,vec 1] /\ t IN interval[vec 0,vec 1]
                ==> norm(s - t) <= &1)`,
  REWRITE_TAC[IN_INTERVAL_1; DROP_VEC; NORM_1; DROP_SUB] THEN REAL_ARITH_TAC);;

let LIFTS_CLOSED = prove
 (`!psi:real^N->real^N k a.
     psi continuous_on (:real^N) /\ &0 <= k ==> closed {x | lifts psi k a x}`,
  REPEAT STRIP_TAC THEN REWRITE_TAC[CLOSED_SEQUENTIAL_LIMITS; IN_ELIM_THM] THEN
  MAP_EVERY X_GEN_TAC [`x:num->real^N`; `l:real^N`] THEN
  REWRITE_TAC[lifts; SKOLEM_THM; LEFT_AND_EXISTS_THM; LEFT_IMP_EXISTS_THM] THEN
  X_GEN_TAC `g:num->real^1->real^N` THEN REWRITE_TAC[FORALL_AND_THM] THEN
  DISCH_THEN(CONJUNCTS_THEN2 MP_TAC (LABEL_TAC "lim")) THEN
  INTRO_TAC "lip img start stop" THEN
  SUBGOAL_THEN `!l. (psi:real^N->real^N) continuous at l` (LABEL_TAC "cont") THENL
   [ASM_MESON_TAC[CONTINUOUS_ON_EQ_CONTINUOUS_AT; OPEN_UNIV; IN_UNIV]; ALL_TAC] THEN
  SUBGOAL_THEN `((\n. (psi:real^N->real^N) ((x:num->real^N) n)) --> psi l) sequentially` (LABEL_TAC "plim") THENL
   [MATCH_MP_TAC LIM_CONTINUOUS_FUNCTION THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `?b. !n. norm((psi:real^N->real^N) ((x:num->real^N) n) - psi a) <= b` STRIP_ASSUME_TAC THENL
   [USE_THEN "plim" (MP_TAC o MATCH_MP CONVERGENT_IMP_BOUNDED) THEN
    REWRITE_TAC[bounded; FORALL_IN_IMAGE; IN_UNIV] THEN
    DISCH_THEN(X_CHOOSE_TAC `b:real`) THEN
    EXISTS_TAC `b + norm((psi:real^N->real^N) a)` THEN X_GEN_TAC `n:num` THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `n:num`) THEN CONV_TAC NORM_ARITH;
    ALL_TAC] THEN
  MP_TAC(ISPECL [`g:num->real^1->real^N`; `interval[vec 0:real^1,vec 1]`; `{a:real^N}`;
    `k * b:real`] ARZELA_ASCOLI_LIPSCHITZ) THEN
  ANTS_TAC THENL
   [REWRITE_TAC[COMPACT_INTERVAL; BOUNDED_SING] THEN CONJ_TAC THENL
     [MAP_EVERY X_GEN_TAC [`n:num`; `t:real^1`] THEN DISCH_TAC THEN
      REWRITE_TAC[GSYM MEMBER_NOT_EMPTY] THEN EXISTS_TAC `a:real^N` THEN
      REWRITE_TAC[IN_INTER; IN_IMAGE; IN_SING] THEN EXISTS_TAC `vec 0:real^1` THEN
      ASM_REWRITE_TAC[UNIT_LINE];
      REPEAT STRIP_TAC THEN
      TRANS_TAC REAL_LE_TRANS `k * norm((psi:real^N->real^N) (x(n:num)) - psi a) * norm(x':real^1 - y)` THEN
      ASM_SIMP_TAC[GSYM REAL_MUL_ASSOC; REAL_LE_LMUL; REAL_LE_RMUL; NORM_POS_LE]];
    DISCH_THEN(X_CHOOSE_THEN `h:real^1->real^N` (CONJUNCTS_THEN2 (K ALL_TAC)
     (X_CHOOSE_THEN `r:num->num` STRIP_ASSUME_TAC)))] THEN
  SUBGOAL_THEN
   `!t. t IN interval[vec 0,vec 1]
        ==> ((\n:num. (g:num->real^1->real^N) (r n) t) --> h t) sequentially`
  (LABEL_TAC "glim") THENL
   [REPEAT STRIP_TAC THEN REWRITE_TAC[LIM_SEQUENTIALLY; dist] THEN
    ASM_MESON_TAC[GE]; ALL_TAC] THEN
  SUBGOAL_THEN `((\n:num. (x:num->real^N) (r n)) --> l) sequentially` (LABEL_TAC "xlim") THENL
   [ASM_MESON_TAC[REWRITE_RULE[o_DEF] LIM_SUBSEQUENCE]; ALL_TAC] THEN
  SUBGOAL_THEN `((\n:num. (psi:real^N->real^N) ((x:num->real^N) (r n))) --> psi l) sequentially` (LABEL_TAC "rlim") THENL
   [MATCH_MP_TAC LIM_CONTINUOUS_FUNCTION THEN ASM_REWRITE_TAC[]; ALL_TAC] THEN
  EXISTS_TAC `h:real^1->real^N` THEN REPEAT CONJ_TAC THENL
   [MAP_EVERY X_GEN_TAC [`s:real^1`; `t:real^1`] THEN STRIP_TAC THEN
    MATCH_MP_TAC EPSILON_CLOSE THEN EXISTS_TAC `&2 + k` THEN
    X_GEN_TAC `e:real` THEN DISCH_TAC THEN
    USE_THEN "rlim" (MP_TAC o SPEC `e:real` o REWRITE_RULE[LIM_SEQUENTIALLY]) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN(X_CHOOSE_TAC `n1:num`)] THEN
    USE_THEN "glim" (MP_TAC o SPEC `t:real^1`) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[LIM_SEQUENTIALLY]] THEN
    DISCH_THEN(MP_TAC o SPEC `e:real`) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN(X_CHOOSE_TAC `n2:num`)] THEN
    USE_THEN "glim" (MP_TAC o SPEC `s:real^1`) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; REWRITE_TAC[LIM_SEQUENTIALLY]] THEN
    DISCH_THEN(MP_TAC o SPEC `e:real`) THEN
    ANTS_TAC THENL [FIRST_ASSUM ACCEPT_TAC; DISCH_THEN(X_CHOOSE_TAC `n3:num`)] THEN
    ABBREV_TAC `n = n1 + n2 + n3:num` THEN
    SUBGOAL_THEN `n1 <= n /\ n2 <= n /\ n3 <= n:num` STRIP_ASSUME_TAC THENL
     [EXPAND_TAC "n" THEN ARITH_TAC; ALL_TAC] THEN
    SUBGOAL_THEN
     `dist((psi:real^N->real^N) (x(r(n:num):num)),psi l) < e /\
      dist((g:num->real^1->real^N) (r n) t,h t) < e /\
      dist((g:num->real^1->real^N) (r n) s,h s) < e`
    STRIP_ASSUME_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
    USE_THEN "lip" (MP_TAC o SPECL [`(r:num->num) n`; `s:real^1`; `t:real^1`]) THEN
    ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; DISCH_TAC] THEN
    SUBGOAL_THEN
     `k * norm((psi:real^N->real^N) (x(r(n:num):num)) - psi a) * norm(s - t:real^1) <=
      k * norm(psi l - psi a) * norm(s - t) + k * e`
    ASSUME_TAC THENL
     [REWRITE_TAC[GSYM REAL_ADD_LDISTRIB] THEN MATCH_MP_TAC REAL_LE_LMUL THEN
      ASM_REWRITE_TAC[] THEN
      TRANS_TAC REAL_LE_TRANS `(norm((psi:real^N->real^N) l - psi a) + e) * norm(s - t:real^1)` THEN
      CONJ_TAC THENL
       [MATCH_MP_TAC REAL_LE_RMUL THEN REWRITE_TAC[NORM_POS_LE] THEN
        UNDISCH_TAC `dist((psi:real^N->real^N) (x(r(n:num):num)),psi l) < e` THEN
        CONV_TAC NORM_ARITH;
        REWRITE_TAC[REAL_ADD_RDISTRIB; REAL_LE_LADD] THEN
        GEN_REWRITE_TAC RAND_CONV [GSYM REAL_MUL_RID] THEN
        MATCH_MP_TAC REAL_LE_LMUL THEN ASM_MESON_TAC[UNIT_LINE; REAL_LT_IMP_LE]];
      SUBGOAL_THEN
       `norm((h:real^1->real^N) s - h t) <=
        norm((g:num->real^1->real^N) (r(n:num)) s - g (r n) t) + &2 * e`
      MP_TAC THENL
       [UNDISCH_TAC `dist((g:num->real^1->real^N) (r(n:num)) t,h t) < e` THEN
        UNDISCH_TAC `dist((g:num->real^1->real^N) (r(n:num)) s,h s) < e` THEN
        CONV_TAC NORM_ARITH;
        ASM_REAL_ARITH_TAC]];
    X_GEN_TAC `t:real^1` THEN DISCH_TAC THEN
    MATCH_MP_TAC(ISPEC `sequentially` LIM_UNIQUE) THEN
    EXISTS_TAC `\n:num. (psi:real^N->real^N) ((g:num->real^1->real^N) (r n) t)` THEN
    REWRITE_TAC[TRIVIAL_LIMIT_SEQUENTIALLY] THEN CONJ_TAC THENL
     [MATCH_MP_TAC LIM_CONTINUOUS_FUNCTION THEN ASM_SIMP_TAC[];
      ASM_SIMP_TAC[] THEN MATCH_MP_TAC LIM_ADD THEN REWRITE_TAC[LIM_CONST] THEN
      MATCH_MP_TAC LIM_CMUL THEN ASM_REWRITE_TAC[]];
    MATCH_MP_TAC(ISPEC `sequentially` LIM_UNIQUE) THEN
    EXISTS_TAC `\n:num. (g:num->real^1->real^N) (r n) (vec 0)` THEN
    REWRITE_TAC[TRIVIAL_LIMIT_SEQUENTIALLY] THEN
    ASM_SIMP_TAC[UNIT_LINE; LIM_CONST];
    MATCH_MP_TAC(ISPEC `sequentially` LIM_UNIQUE) THEN
    EXISTS_TAC `\n:num. (g:num->real^1->real^N) (r n) (vec 1)` THEN
    REWRITE_TAC[TRIVIAL_LIMIT_SEQUENTIALLY] THEN CONJ_TAC THENL
     [ASM_SIMP_TAC[UNIT_LINE]; ASM_REWRITE_TAC[]]]);;

let LIFTS_OPEN = prove
 (`!psi:real^N->real^N psi' k a.
     (!x. (psi has_derivative psi' x) (at x) /\ ~(det(matrix(psi' x)) = &0)) /\
     &0 <= k /\ (!x v. norm v <= k * norm(psi' x v))
     ==> open {x | lifts psi k a x}`,
  REPEAT GEN_TAC THEN INTRO_TAC "deriv pos bound" THEN
  SUBGOAL_THEN `(psi:real^N->real^N) continuous_on (:real^N)` (LABEL_TAC "cont") THENL
   [MATCH_MP_TAC CONTINUOUS_AT_IMP_CONTINUOUS_ON THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC DIFFERENTIABLE_IMP_CONTINUOUS_AT THEN REWRITE_TAC[differentiable] THEN
    ASM_MESON_TAC[]; ALL_TAC] THEN
  REWRITE_TAC[open_def; IN_ELIM_THM] THEN X_GEN_TAC `x:real^N` THEN
  GEN_REWRITE_TAC LAND_CONV [lifts] THEN
  DISCH_THEN(X_CHOOSE_THEN `g:real^1->real^N` MP_TAC) THEN
  INTRO_TAC "lip img start stop" THEN
  ABBREV_TAC `s = IMAGE (g:real^1->real^N) (interval[vec 0,vec 1])` THEN
  SUBGOAL_THEN `compact(s:real^N->bool)` ASSUME_TAC THENL
   [EXPAND_TAC "s" THEN MATCH_MP_TAC COMPACT_CONTINUOUS_IMAGE THEN
    REWRITE_TAC[COMPACT_INTERVAL] THEN MATCH_MP_TAC LIPSCHITZ_IMP_CONTINUOUS_ON THEN
    EXISTS_TAC `k * norm((psi:real^N->real^N) x - psi a)` THEN
    ASM_SIMP_TAC[GSYM REAL_MUL_ASSOC];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`psi:real^N->real^N`; `s:real^N->bool`] INJECTIVE_NEAR_COMPACT) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[] THEN CONJ_TAC THENL
     [X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
      MP_TAC(ISPECL [`psi:real^N->real^N`; `psi':real^N->real^N->real^N`; `y:real^N`;
        `(:real^N)`] INVERSE_FUNCTION_THEOREM) THEN
      ASM_REWRITE_TAC[OPEN_UNIV; IN_UNIV] THEN
      MATCH_MP_TAC MONO_EXISTS THEN REWRITE_TAC[homeomorphism] THEN MESON_TAC[];
      EXPAND_TAC "s" THEN REWRITE_TAC[IMP_CONJ; RIGHT_FORALL_IMP_THM; FORALL_IN_IMAGE] THEN
      X_GEN_TAC `t:real^1` THEN DISCH_TAC THEN X_GEN_TAC `u:real^1` THEN DISCH_TAC THEN
      ASM_SIMP_TAC[] THEN DISCH_TAC THEN
      SUBGOAL_THEN `norm((psi:real^N->real^N) x - psi a) * norm(t - u:real^1) = &0` ASSUME_TAC THENL
       [REWRITE_TAC[NORM_1; DROP_SUB] THEN
        MATCH_MP_TAC(MESON[NORM_MUL; REAL_MUL_SYM; NORM_0]
          `c % (v:real^N) = vec 0 ==> norm v * abs c = &0`) THEN
        REWRITE_TAC[VECTOR_ARITH `(t - u) % (x - a):real^N = vec 0 <=>
          (&1 - t) % a + t % x = (&1 - u) % a + u % x`] THEN
        FIRST_X_ASSUM ACCEPT_TAC;
        USE_THEN "lip" (MP_TAC o SPECL [`t:real^1`; `u:real^1`]) THEN
        ANTS_TAC THENL [CONJ_TAC THEN FIRST_ASSUM ACCEPT_TAC; ALL_TAC] THEN
        FIRST_X_ASSUM SUBST1_TAC THEN
        REWRITE_TAC[REAL_MUL_RZERO; NORM_LE_0; VECTOR_SUB_EQ]]];
    DISCH_THEN(X_CHOOSE_THEN `w:real^N->bool` STRIP_ASSUME_TAC)] THEN
  SUBGOAL_THEN `open(IMAGE (psi:real^N->real^N) w)` ASSUME_TAC THENL
   [MATCH_MP_TAC DIFFERENTIABLE_IMP_OPEN_MAP THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `?q. !y. y IN w ==> q((psi:real^N->real^N) y):real^N = y` STRIP_ASSUME_TAC THENL
   [ASM_REWRITE_TAC[GSYM INJECTIVE_ON_LEFT_INVERSE]; ALL_TAC] THEN
  SUBGOAL_THEN
   `?q'. !y. y IN IMAGE (psi:real^N->real^N) w
             ==> ((q:real^N->real^N) has_derivative q' y) (at y) /\ onorm(q' y) <= k`
  STRIP_ASSUME_TAC THENL
   [REWRITE_TAC[GSYM SKOLEM_THM; RIGHT_EXISTS_IMP_THM; FORALL_IN_IMAGE] THEN
    X_GEN_TAC `y:real^N` THEN DISCH_TAC THEN
    REMOVE_THEN "deriv" (STRIP_ASSUME_TAC o SPEC `y:real^N`) THEN
    SUBGOAL_THEN `linear((psi':real^N->real^N->real^N) y)` ASSUME_TAC THENL
     [ASM_MESON_TAC[has_derivative]; ALL_TAC] THEN
    SUBGOAL_THEN `?q':real^N->real^N. linear q' /\ psi' (y:real^N) o q' = I /\ q' o psi' y = I`
    MP_TAC THENL [ASM_MESON_TAC[DET_MATRIX_EQ_0]; ALL_TAC] THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `p:real^N->real^N` THEN STRIP_TAC THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC HAS_DERIVATIVE_INVERSE_STRONG THEN
      MAP_EVERY EXISTS_TAC [`(psi':real^N->real^N->real^N) y`; `w:real^N->bool`] THEN
      ASM_SIMP_TAC[] THEN ASM_MESON_TAC[CONTINUOUS_ON_SUBSET; SUBSET_UNIV];
      SUBGOAL_THEN `!v. norm((p:real^N->real^N) v) <= k * norm v` MP_TAC THENL
       [X_GEN_TAC `v:real^N` THEN
        USE_THEN "bound" (MP_TAC o SPECL [`y:real^N`; `(p:real^N->real^N) v`]) THEN
        UNDISCH_TAC `psi' (y:real^N) o (p:real^N->real^N) = I` THEN
        SIMP_TAC[FUN_EQ_THM; o_THM; I_THM];
        ASM_MESON_TAC[ONORM]]];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`IMAGE (psi:real^N->real^N) s`; `(:real^N) DIFF IMAGE (psi:real^N->real^N) w`]
    SEPARATE_COMPACT_CLOSED) THEN
  ANTS_TAC THENL
   [REPEAT CONJ_TAC THENL
     [MATCH_MP_TAC COMPACT_CONTINUOUS_IMAGE THEN
      ASM_MESON_TAC[CONTINUOUS_ON_SUBSET; SUBSET_UNIV];
      ASM_REWRITE_TAC[GSYM OPEN_CLOSED];
      ASM SET_TAC[]];
    DISCH_THEN(X_CHOOSE_THEN `e:real` STRIP_ASSUME_TAC)] THEN
  SUBGOAL_THEN `(x:real^N) IN s /\ (a:real^N) IN s` STRIP_ASSUME_TAC THENL
   [EXPAND_TAC "s" THEN REWRITE_TAC[IN_IMAGE] THEN ASM_MESON_TAC[UNIT_LINE]; ALL_TAC] THEN
  SUBGOAL_THEN `(x:real^N) IN w /\ (a:real^N) IN w` STRIP_ASSUME_TAC THENL
   [ASM SET_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN
   `?d. &0 < d /\ !x':real^N. dist(x',x) < d
          ==> x' IN w /\ dist((psi:real^N->real^N) x',psi x) < e`
  MP_TAC THENL
   [UNDISCH_TAC `open(w:real^N->bool)` THEN REWRITE_TAC[open_def] THEN
    DISCH_THEN(MP_TAC o SPEC `x:real^N`) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN(X_CHOOSE_THEN `d1:real` STRIP_ASSUME_TAC) THEN
    USE_THEN "cont" MP_TAC THEN
    SIMP_TAC[CONTINUOUS_ON_EQ_CONTINUOUS_AT; OPEN_UNIV; IN_UNIV; continuous_at] THEN
    DISCH_THEN(MP_TAC o SPECL [`x:real^N`; `e:real`]) THEN ASM_REWRITE_TAC[] THEN
    DISCH_THEN(X_CHOOSE_THEN `d2:real` STRIP_ASSUME_TAC) THEN
    EXISTS_TAC `min d1 d2:real` THEN ASM_SIMP_TAC[REAL_LT_MIN];
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `d:real` THEN STRIP_TAC THEN
    ASM_REWRITE_TAC[] THEN X_GEN_TAC `x':real^N` THEN DISCH_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `x':real^N`) THEN ASM_REWRITE_TAC[] THEN STRIP_TAC] THEN
  REWRITE_TAC[lifts] THEN
  EXISTS_TAC `\t. (q:real^N->real^N)((&1 - drop t) % psi(a:real^N) + drop t % psi(x':real^N))` THEN
  REWRITE_TAC[] THEN
  SUBGOAL_THEN
   `!t. t IN interval[vec 0,vec 1]
        ==> ((&1 - drop t) % psi(a:real^N) + drop t % psi(x':real^N)) IN
            IMAGE (psi:real^N->real^N) w`
  ASSUME_TAC THENL
   [X_GEN_TAC `t:real^1` THEN DISCH_TAC THEN
    MATCH_MP_TAC(SET_RULE `~(z IN UNIV DIFF u) ==> z IN u`) THEN DISCH_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPECL
     [`(psi:real^N->real^N) (g(t:real^1))`;
      `(&1 - drop t) % psi(a:real^N) + drop t % psi(x':real^N):real^N`]) THEN
    ASM_REWRITE_TAC[NOT_IMP] THEN CONJ_TAC THENL
     [EXPAND_TAC "s" THEN ASM SET_TAC[]; ALL_TAC] THEN
    ASM_SIMP_TAC[dist; VECTOR_ARITH
     `((&1 - t) % a + t % x) - ((&1 - t) % a + t % y):real^N = t % (x - y)`] THEN
    REWRITE_TAC[REAL_NOT_LE; NORM_MUL] THEN
    TRANS_TAC REAL_LET_TRANS `&1 * norm((psi:real^N->real^N) x - psi x')` THEN CONJ_TAC THENL
     [MATCH_MP_TAC REAL_LE_RMUL THEN REWRITE_TAC[NORM_POS_LE] THEN
      MP_TAC(CONJUNCT1(CONJUNCT2(CONJUNCT2 UNIT_LINE))) THEN
      DISCH_THEN(MP_TAC o SPEC `t:real^1`) THEN ASM_REWRITE_TAC[] THEN REAL_ARITH_TAC;
      UNDISCH_TAC `dist((psi:real^N->real^N) x',psi x) < e` THEN CONV_TAC NORM_ARITH];
    ALL_TAC] THEN
  REPEAT CONJ_TAC THENL
   [MAP_EVERY X_GEN_TAC [`t:real^1`; `u:real^1`] THEN STRIP_TAC THEN
    MP_TAC(ISPECL [`q:real^N->real^N`; `q':real^N->real^N->real^N`;
      `segment[(psi:real^N->real^N) a,psi x']`; `k:real`] DIFFERENTIABLE_BOUND) THEN
    ANTS_TAC THENL
     [REWRITE_TAC[CONVEX_SEGMENT] THEN
      SUBGOAL_THEN `segment[(psi:real^N->real^N) a,psi x'] SUBSET IMAGE psi w` ASSUME_TAC THENL
       [REWRITE_TAC[SUBSET; IN_SEGMENT] THEN X_GEN_TAC `z:real^N` THEN
        DISCH_THEN(X_CHOOSE_THEN `c:real` STRIP_ASSUME_TAC) THEN
        FIRST_X_ASSUM(MP_TAC o SPEC `lift c`) THEN
        ASM_REWRITE_TAC[IN_INTERVAL_1; DROP_VEC; LIFT_DROP];
        ASM_MESON_TAC[SUBSET; HAS_DERIVATIVE_AT_WITHIN]];
      DISCH_THEN(MP_TAC o SPECL
       [`(&1 - drop t) % psi(a:real^N) + drop t % psi(x':real^N):real^N`;
        `(&1 - drop u) % psi(a:real^N) + drop u % psi(x':real^N):real^N`]) THEN
      ANTS_TAC THENL
       [REWRITE_TAC[IN_SEGMENT] THEN ASM_MESON_TAC[UNIT_LINE];
        MATCH_MP_TAC(REAL_ARITH `b = c ==> a <= b ==> a <= c`) THEN
        AP_TERM_TAC THEN
        REWRITE_TAC[VECTOR_ARITH
         `((&1 - t) % a + t % y) - ((&1 - u) % a + u % y):real^N = (t - u) % (y - a)`] THEN
        REWRITE_TAC[NORM_MUL; NORM_1; DROP_SUB; REAL_MUL_SYM]]];
    X_GEN_TAC `t:real^1` THEN DISCH_TAC THEN FIRST_X_ASSUM(MP_TAC o SPEC `t:real^1`) THEN
    ASM_REWRITE_TAC[IN_IMAGE] THEN DISCH_THEN(X_CHOOSE_THEN `y:real^N` STRIP_ASSUME_TAC) THEN
    ASM_SIMP_TAC[];
    REWRITE_TAC[DROP_VEC; VECTOR_ARITH `(&1 - &0) % a + &0 % y:real^N = a`] THEN ASM_SIMP_TAC[];
    REWRITE_TAC[DROP_VEC; VECTOR_ARITH `(&1 - &1) % a + &1 % y:real^N = y`] THEN ASM_SIMP_TAC[]]);;

let SLOPE_DET = prove
 (`!psi:real^N->real^N psi' k.
     (!x. (psi has_derivative psi' x) (at x)) /\
     (!x v. norm v <= k * norm(psi' x v))
     ==> !x. ~(det(matrix(psi' x)) = &0)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN X_GEN_TAC `x:real^N` THEN
  SUBGOAL_THEN `linear((psi':real^N->real^N->real^N) x)` ASSUME_TAC THENL
   [ASM_MESON_TAC[has_derivative]; ALL_TAC] THEN
  ASM_SIMP_TAC[DET_MATRIX_EQ_0_LEFT] THEN
  ASM_SIMP_TAC[GSYM LINEAR_INJECTIVE_LEFT_INVERSE_EQ] THEN
  MAP_EVERY X_GEN_TAC [`v:real^N`; `y:real^N`] THEN DISCH_TAC THEN
  FIRST_X_ASSUM(MP_TAC o SPECL [`x:real^N`; `v - y:real^N`]) THEN
  ASM_SIMP_TAC[LINEAR_SUB; VECTOR_SUB_REFL; NORM_0; REAL_MUL_RZERO; NORM_LE_0;
               VECTOR_SUB_EQ]);;

(* who never shrinks a step by more than the factor k never shrinks a distance by more *)
let SLOPE_BOUND = prove
 (`!psi:real^N->real^N psi' k.
     (!x. (psi has_derivative psi' x) (at x)) /\
     (!x v. norm v <= k * norm(psi' x v))
     ==> !a x. norm(x - a) <= k * norm(psi x - psi a)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN GEN_TAC THEN
  SUBGOAL_THEN `&0 <= k` ASSUME_TAC THENL
   [FIRST_X_ASSUM(MP_TAC o SPECL [`a:real^N`; `basis 1:real^N`]) THEN
    SIMP_TAC[NORM_BASIS; LE_REFL; DIMINDEX_GE_1] THEN
    ASM_CASES_TAC `&0 <= k` THEN ASM_REWRITE_TAC[REAL_NOT_LE] THEN
    MATCH_MP_TAC(REAL_ARITH `&0 <= --k * n ==> k * n < &1`) THEN
    MATCH_MP_TAC REAL_LE_MUL THEN REWRITE_TAC[NORM_POS_LE] THEN ASM_REAL_ARITH_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN `!x. ~(det(matrix((psi':real^N->real^N->real^N) x)) = &0)` ASSUME_TAC THENL
   [MATCH_MP_TAC SLOPE_DET THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPEC `{x | lifts (psi:real^N->real^N) k a x}` CLOPEN) THEN
  MATCH_MP_TAC(TAUT `p /\ ~q /\ (r ==> s) ==> (p <=> q \/ r) ==> s`) THEN
  REPEAT CONJ_TAC THENL
   [MATCH_MP_TAC LIFTS_CLOSED THEN ASM_REWRITE_TAC[] THEN
    MATCH_MP_TAC CONTINUOUS_AT_IMP_CONTINUOUS_ON THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC DIFFERENTIABLE_IMP_CONTINUOUS_AT THEN REWRITE_TAC[differentiable] THEN
    ASM_MESON_TAC[];
    MATCH_MP_TAC LIFTS_OPEN THEN ASM_MESON_TAC[];
    REWRITE_TAC[GSYM MEMBER_NOT_EMPTY; IN_ELIM_THM] THEN EXISTS_TAC `a:real^N` THEN
    REWRITE_TAC[lifts] THEN EXISTS_TAC `(\t. a):real^1->real^N` THEN
    REWRITE_TAC[VECTOR_SUB_REFL; NORM_0; REAL_MUL_LZERO; REAL_MUL_RZERO; REAL_LE_REFL] THEN
    REPEAT STRIP_TAC THEN VECTOR_ARITH_TAC;
    REWRITE_TAC[EXTENSION; IN_ELIM_THM; IN_UNIV] THEN
    MATCH_MP_TAC MONO_FORALL THEN X_GEN_TAC `x:real^N` THEN REWRITE_TAC[lifts] THEN
    DISCH_THEN(X_CHOOSE_THEN `g:real^1->real^N` STRIP_ASSUME_TAC) THEN
    FIRST_X_ASSUM(MP_TAC o SPECL [`vec 1:real^1`; `vec 0:real^1`] o check
      (fun th -> is_forall(concl th) && is_forall(snd(dest_forall(concl th))))) THEN
    ASM_REWRITE_TAC[UNIT_LINE] THEN
    REWRITE_TAC[NORM_1; DROP_SUB; DROP_VEC] THEN REAL_ARITH_TAC]);;

let SLOPE_DIFFEOMORPHISM = prove
 (`!psi:real^N->real^N psi' k.
     (!x. (psi has_derivative psi' x) (at x)) /\
     (!x v. norm v <= k * norm(psi' x v))
     ==> ?phi phi'. homeomorphism ((:real^N),(:real^N)) (psi,phi) /\
           (!y. (phi has_derivative phi' y) (at y) /\
                psi' (phi y) o phi' y = I /\ phi' y o psi' (phi y) = I) /\
           (!y z. norm(phi y - phi z) <= k * norm(y - z))`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  SUBGOAL_THEN `!a x. norm(x - a) <= k * norm((psi:real^N->real^N) x - psi a)` ASSUME_TAC THENL
   [MATCH_MP_TAC SLOPE_BOUND THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `!x. ~(det(matrix((psi':real^N->real^N->real^N) x)) = &0)` ASSUME_TAC THENL
   [MATCH_MP_TAC SLOPE_DET THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN `(psi:real^N->real^N) continuous_on (:real^N)` ASSUME_TAC THENL
   [MATCH_MP_TAC CONTINUOUS_AT_IMP_CONTINUOUS_ON THEN REPEAT STRIP_TAC THEN
    MATCH_MP_TAC DIFFERENTIABLE_IMP_CONTINUOUS_AT THEN REWRITE_TAC[differentiable] THEN
    ASM_MESON_TAC[]; ALL_TAC] THEN
  MP_TAC(ISPECL [`psi:real^N->real^N`; `psi':real^N->real^N->real^N`; `(:real^N)`; `(:real^N)`]
    THM_PROPER_DIFFEOMORPHISM) THEN
  ANTS_TAC THENL
   [ASM_REWRITE_TAC[OPEN_UNIV; CONNECTED_UNIV; UNIV_NOT_EMPTY; SUBSET_UNIV; IN_UNIV] THEN
    SIMP_TAC[CONVEX_IMP_SIMPLY_CONNECTED; CONVEX_UNIV] THEN
    X_GEN_TAC `c:real^N->bool` THEN DISCH_TAC THEN
    REWRITE_TAC[COMPACT_EQ_BOUNDED_CLOSED] THEN CONJ_TAC THENL
     [FIRST_ASSUM(MP_TAC o MATCH_MP COMPACT_IMP_BOUNDED) THEN
      REWRITE_TAC[bounded; IN_ELIM_THM] THEN DISCH_THEN(X_CHOOSE_TAC `b:real`) THEN
      EXISTS_TAC `abs k * (b + norm((psi:real^N->real^N) (vec 0)))` THEN
      X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
      FIRST_X_ASSUM(MP_TAC o SPECL [`vec 0:real^N`; `x:real^N`] o check
        (fun th -> is_forall(concl th) && is_forall(snd(dest_forall(concl th))) &&
           not(free_in `psi':real^N->real^N->real^N` (concl th)))) THEN
      REWRITE_TAC[VECTOR_SUB_RZERO] THEN MATCH_MP_TAC(REAL_ARITH
       `b <= c ==> a <= b ==> a <= c`) THEN
      TRANS_TAC REAL_LE_TRANS
       `abs k * norm((psi:real^N->real^N) x - psi(vec 0))` THEN CONJ_TAC THENL
       [MATCH_MP_TAC REAL_LE_RMUL THEN REWRITE_TAC[NORM_POS_LE] THEN REAL_ARITH_TAC;
        MATCH_MP_TAC REAL_LE_LMUL THEN REWRITE_TAC[REAL_ABS_POS] THEN
        FIRST_X_ASSUM(MP_TAC o SPEC `(psi:real^N->real^N) x`) THEN ASM_REWRITE_TAC[] THEN
        CONV_TAC NORM_ARITH];
      MP_TAC(ISPECL [`psi:real^N->real^N`; `(:real^N)`; `c:real^N->bool`]
        CONTINUOUS_CLOSED_PREIMAGE) THEN
      ASM_SIMP_TAC[CLOSED_UNIV; COMPACT_IMP_CLOSED; IN_UNIV]];
    REWRITE_TAC[IN_UNIV] THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `phi:real^N->real^N` THEN
    MATCH_MP_TAC MONO_EXISTS THEN GEN_TAC THEN STRIP_TAC THEN
    ASM_REWRITE_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o check (fun th -> not(is_forall(concl th)) &&
      free_in `phi:real^N->real^N` (concl th))) THEN
    REWRITE_TAC[homeomorphism; IN_UNIV] THEN ASM_MESON_TAC[]]);;

let COR_SLOPE = prove
 (`!psi:real^N->real^N psi' inv' k.
     (!x. (psi has_derivative psi' x) (at x) /\
          psi' x o inv' x = I /\ inv' x o psi' x = I /\ onorm(inv' x) <= k)
     ==> ?phi phi'. homeomorphism ((:real^N),(:real^N)) (psi,phi) /\
           (!y. (phi has_derivative phi' y) (at y) /\
                psi' (phi y) o phi' y = I /\ phi' y o psi' (phi y) = I) /\
           (!y z. norm(phi y - phi z) <= k * norm(y - z))`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC SLOPE_DIFFEOMORPHISM THEN ASM_REWRITE_TAC[] THEN
  MAP_EVERY X_GEN_TAC [`x:real^N`; `v:real^N`] THEN
  FIRST_X_ASSUM(STRIP_ASSUME_TAC o SPEC `x:real^N`) THEN
  SUBGOAL_THEN `linear((inv':real^N->real^N->real^N) x)` ASSUME_TAC THENL
   [ASM_MESON_TAC[has_derivative; RIGHT_INVERSE_LINEAR]; ALL_TAC] THEN
  TRANS_TAC REAL_LE_TRANS
   `onorm((inv':real^N->real^N->real^N) x) * norm((psi':real^N->real^N->real^N) x v)` THEN
  ASM_SIMP_TAC[REAL_LE_RMUL; NORM_POS_LE] THEN
  MP_TAC(ISPEC `(inv':real^N->real^N->real^N) x` ONORM) THEN ASM_REWRITE_TAC[] THEN
  DISCH_THEN(MP_TAC o SPEC `(psi':real^N->real^N->real^N) x v` o CONJUNCT1) THEN
  UNDISCH_TAC `(inv':real^N->real^N->real^N) x o psi' x = I` THEN
  REWRITE_TAC[FUN_EQ_THM; o_THM; I_THM] THEN SIMP_TAC[]);;

let COR_SLOPE_CUBE = prove
 (`!psi:real^N->real^N psi' inv' k sg ls.
     (!x. (psi has_derivative psi' x) (at x) /\
          psi' x o inv' x = I /\ inv' x o psi' x = I /\ onorm(inv' x) <= k) /\
     (!t. &0 < sg t /\ sg t < &1) /\ (!t. ls(sg t) = t) /\
     (!y. &0 < y /\ y < &1 ==> sg(ls y) = y) /\
     (lift o sg o drop) continuous_on (:real^1) /\
     (lift o ls o drop) continuous_on interval(vec 0,vec 1)
     ==> (!m:real^N->bool. compact m /\ m SUBSET interval(vec 0,vec 1)
              ==> compact {x | (lambda i. sg(psi x$i)) IN m}) /\
         ?phi. homeomorphism ((:real^N),interval(vec 0:real^N,vec 1))
                             ((\x. lambda i. sg(psi x$i)),phi)`,
  REPEAT GEN_TAC THEN DISCH_THEN(CONJUNCTS_THEN2 MP_TAC STRIP_ASSUME_TAC) THEN
  DISCH_THEN(MP_TAC o MATCH_MP COR_SLOPE) THEN
  DISCH_THEN(X_CHOOSE_THEN `phi:real^N->real^N` (CHOOSE_THEN (MP_TAC o CONJUNCT1))) THEN
  DISCH_TAC THEN
  SUBGOAL_THEN
   `homeomorphism ((:real^N),interval(vec 0:real^N,vec 1))
                  ((\y. lambda i. sg(y$i)),(\y. lambda i. ls(y$i)))`
  MP_TAC THENL
   [REWRITE_TAC[HOMEOMORPHISM; IN_UNIV; SUBSET; FORALL_IN_IMAGE] THEN
    ASM_SIMP_TAC[IN_INTERVAL; CART_EQ; LAMBDA_BETA; VEC_COMPONENT] THEN
    CONJ_TAC THENL
     [ONCE_REWRITE_TAC[CONTINUOUS_ON_COMPONENTWISE_LIFT] THEN
      X_GEN_TAC `i:num` THEN STRIP_TAC THEN ASM_SIMP_TAC[LAMBDA_BETA] THEN
      SUBGOAL_THEN `(\y:real^N. lift(sg(y$i))) = (lift o sg o drop) o (\y. lift(y$i))`
      SUBST1_TAC THENL [REWRITE_TAC[o_DEF; LIFT_DROP]; ALL_TAC] THEN
      MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
      ASM_SIMP_TAC[CONTINUOUS_ON_LIFT_COMPONENT] THEN
      ASM_MESON_TAC[CONTINUOUS_ON_SUBSET; SUBSET_UNIV];
      ONCE_REWRITE_TAC[CONTINUOUS_ON_COMPONENTWISE_LIFT] THEN
      X_GEN_TAC `i:num` THEN STRIP_TAC THEN ASM_SIMP_TAC[LAMBDA_BETA] THEN
      SUBGOAL_THEN `(\y:real^N. lift(ls(y$i))) = (lift o ls o drop) o (\y. lift(y$i))`
      SUBST1_TAC THENL [REWRITE_TAC[o_DEF; LIFT_DROP]; ALL_TAC] THEN
      MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
      ASM_SIMP_TAC[CONTINUOUS_ON_LIFT_COMPONENT] THEN
      FIRST_ASSUM(MATCH_MP_TAC o MATCH_MP (REWRITE_RULE[IMP_CONJ] CONTINUOUS_ON_SUBSET)) THEN
      REWRITE_TAC[SUBSET; FORALL_IN_IMAGE; IN_INTERVAL_1; DROP_VEC; LIFT_DROP] THEN
      ASM_SIMP_TAC[IN_INTERVAL; VEC_COMPONENT]];
    FIRST_X_ASSUM(fun th -> DISCH_THEN(MP_TAC o MATCH_MP HOMEOMORPHISM_COMPOSE o CONJ th))] THEN
  REWRITE_TAC[o_DEF] THEN DISCH_THEN(LABEL_TAC "h") THEN CONJ_TAC THENL
   [USE_THEN "h" (MP_TAC o MATCH_MP THM_PROPER_CONVERSE) THEN REWRITE_TAC[IN_UNIV];
    USE_THEN "h" (fun th -> EXISTS_TAC(rand(rand(concl th))) THEN ACCEPT_TAC th)]);;

let COR_SLOPE_RESIDUAL = prove
 (`!r:real^N->real^N r' l.
     (!x. (r has_derivative r' x) (at x) /\ onorm(r' x) <= l) /\ l < &1
     ==> ?phi. homeomorphism ((:real^N),(:real^N)) ((\x. x + r x),phi) /\
               (!y z. norm(phi y - phi z) <= inv(&1 - l) * norm(y - z))`,
  REPEAT STRIP_TAC THEN
  MP_TAC(ISPECL [`\x:real^N. x + r x:real^N`; `\x v:real^N. v + r' (x:real^N) v:real^N`;
    `inv(&1 - l)`] SLOPE_DIFFEOMORPHISM) THEN
  ANTS_TAC THENL
   [REWRITE_TAC[] THEN CONJ_TAC THENL
     [X_GEN_TAC `x:real^N` THEN MATCH_MP_TAC HAS_DERIVATIVE_ADD THEN
      ASM_REWRITE_TAC[HAS_DERIVATIVE_ID; ETA_AX];
      MAP_EVERY X_GEN_TAC [`x:real^N`; `v:real^N`] THEN
      GEN_REWRITE_TAC RAND_CONV [REAL_MUL_SYM] THEN REWRITE_TAC[GSYM real_div] THEN
      ASM_SIMP_TAC[REAL_LE_RDIV_EQ; REAL_SUB_LT] THEN
      FIRST_X_ASSUM(STRIP_ASSUME_TAC o SPEC `x:real^N`) THEN
      SUBGOAL_THEN `norm((r':real^N->real^N->real^N) x v) <= l * norm v` MP_TAC THENL
       [TRANS_TAC REAL_LE_TRANS `onorm((r':real^N->real^N->real^N) x) * norm(v:real^N)` THEN
        ASM_SIMP_TAC[REAL_LE_RMUL; NORM_POS_LE] THEN ASM_MESON_TAC[ONORM; has_derivative];
        REWRITE_TAC[REAL_SUB_LDISTRIB; REAL_MUL_RID] THEN
        GEN_REWRITE_TAC (LAND_CONV o RAND_CONV) [REAL_MUL_SYM] THEN DISCH_TAC THEN
        MATCH_MP_TAC(NORM_ARITH `norm(w:real^N) <= c ==> norm v - c <= norm(v + w)`) THEN
        ASM_REWRITE_TAC[]]];
    MATCH_MP_TAC MONO_EXISTS THEN MESON_TAC[]]);;

state "cor-slope" "COR_SLOPE" COR_SLOPE;;
state "cor-slope" "COR_SLOPE_CUBE" COR_SLOPE_CUBE;;
state "cor-slope" "COR_SLOPE_RESIDUAL" COR_SLOPE_RESIDUAL;;
