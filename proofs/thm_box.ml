(* thm-box: The affine isometries of a cube are signed permutations [after the affine step]
page: theory/40_convex_bodies_lp

Let z -> Az + t keep delta(u,v) = sum_i |u_i - v_i|^alpha for all u, v in the cube
[0,1]^n, alpha > 0, alpha not 2. Then A is a signed permutation: it permutes and
reflects coordinates.

on the page          in HOL
alpha                al
A_ij, t_i            a i j, t i    indices 1..n; functions, not vectors
signed permutation   p permutes 1..n, abs(a (p j) j) = 1 and zeros elsewhere

Leaves out: that an isometry of the cube is affine (thm-translation, or Mankiewicz),
bodies other than the cube, and alpha = 2.
*)
needs "report.ml";;
needs "lem_sign.ml";;

(* a difference of two points of the cube, up to a factor, is any vector *)
let CUBE_DIFFERENCE = prove
 (`!n x. ?s u v. &0 < s /\
      (!i. i IN 1..n ==> &0 <= u i /\ u i <= &1 /\ &0 <= v i /\ v i <= &1) /\
      (!i. i IN 1..n ==> u i - v i = s * x i)`,
  REPEAT GEN_TAC THEN
  ABBREV_TAC `m = &1 + sum (1..n) (\i. abs(x i))` THEN
  SUBGOAL_THEN `&1 <= m` ASSUME_TAC THENL
   [EXPAND_TAC "m" THEN REWRITE_TAC[REAL_LE_ADDR] THEN
    MATCH_MP_TAC SUM_POS_LE THEN REWRITE_TAC[FINITE_NUMSEG; REAL_ABS_POS];
    ALL_TAC] THEN
  SUBGOAL_THEN `!i. i IN 1..n ==> abs(x i) <= m` ASSUME_TAC THENL
   [REPEAT STRIP_TAC THEN MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum (1..n) (\i. abs(x i))` THEN CONJ_TAC THENL
     [MP_TAC(ISPECL [`\i:num. abs(x i)`; `sum (1..n) (\i. abs(x i))`; `1..n`]
        SUM_POS_BOUND) THEN
      REWRITE_TAC[FINITE_NUMSEG; REAL_ABS_POS; REAL_LE_REFL] THEN
      DISCH_THEN MATCH_MP_TAC THEN ASM_REWRITE_TAC[];
      EXPAND_TAC "m" THEN REAL_ARITH_TAC];
    ALL_TAC] THEN
  MAP_EVERY EXISTS_TAC
   [`inv m`; `\i:num. (abs(x i) + x i) / (&2 * m)`; `\i:num. (abs(x i) - x i) / (&2 * m)`] THEN
  SUBGOAL_THEN `&0 < m /\ &0 < &2 * m` STRIP_ASSUME_TAC THENL
   [ASM_REAL_ARITH_TAC; ALL_TAC] THEN
  ASM_REWRITE_TAC[REAL_LT_INV_EQ] THEN CONJ_TAC THENL
   [X_GEN_TAC `i:num` THEN DISCH_TAC THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `i:num`) THEN
    ASM_SIMP_TAC[REAL_LE_LDIV_EQ; REAL_LE_RDIV_EQ] THEN REAL_ARITH_TAC;
    REPEAT STRIP_TAC THEN UNDISCH_TAC `&0 < m` THEN CONV_TAC REAL_FIELD]);;

let THM_BOX_AFFINE = prove
 (`!n (a:num->num->real) t al.
      &0 < al /\ ~(al = &2) /\
      (!u v. (!i. i IN 1..n ==> &0 <= u i /\ u i <= &1 /\ &0 <= v i /\ v i <= &1)
             ==> sum (1..n) (\i. pw al (abs((sum (1..n) (\j. a i j * u j) + t i) -
                                            (sum (1..n) (\j. a i j * v j) + t i)))) =
                 sum (1..n) (\i. pw al (abs(u i - v i))))
      ==> ?p. p permutes 1..n /\
              !i j. i IN 1..n /\ j IN 1..n
                    ==> if i = p j then abs(a i j) = &1 else a i j = &0`,
  REPEAT STRIP_TAC THEN MATCH_MP_TAC SIGNED_PERMUTATION THEN
  EXISTS_TAC `al:real` THEN ASM_REWRITE_TAC[] THEN X_GEN_TAC `x:num->real` THEN
  MP_TAC(SPECL [`n:num`; `x:num->real`] CUBE_DIFFERENCE) THEN
  DISCH_THEN(X_CHOOSE_THEN `s:real` (X_CHOOSE_THEN `u:num->real`
    (X_CHOOSE_THEN `v:num->real` STRIP_ASSUME_TAC))) THEN
  FIRST_X_ASSUM(MP_TAC o SPECL [`u:num->real`; `v:num->real`]) THEN
  ANTS_TAC THENL [ASM_SIMP_TAC[]; ALL_TAC] THEN
  SUBGOAL_THEN
   `sum (1..n) (\i. pw al (abs(u i - v i))) =
    pw al s * sum (1..n) (\i. pw al (abs(x i))) /\
    sum (1..n) (\i. pw al (abs((sum (1..n) (\j. a i j * u j) + t i) -
                               (sum (1..n) (\j. a i j * v j) + t i)))) =
    pw al s * sum (1..n) (\i. pw al (abs(sum (1..n) (\j. a i j * x j))))`
  (fun th -> REWRITE_TAC[th]) THENL
   [REWRITE_TAC[GSYM SUM_LMUL] THEN CONJ_TAC THEN MATCH_MP_TAC SUM_EQ THEN
    X_GEN_TAC `i:num` THEN DISCH_TAC THEN REWRITE_TAC[] THENL
     [ASM_SIMP_TAC[REAL_ABS_MUL; PW_MUL; REAL_ABS_POS];
      SUBGOAL_THEN
       `(sum (1..n) (\j. a (i:num) j * u j) + t i) -
        (sum (1..n) (\j. a i j * v j) + t i) = s * sum (1..n) (\j. a i j * x j)`
      SUBST1_TAC THENL
       [REWRITE_TAC[REAL_ARITH `(a + t) - (b + t):real = a - b`] THEN
        REWRITE_TAC[GSYM SUM_SUB_NUMSEG; GSYM SUM_LMUL] THEN
        MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `j:num` THEN DISCH_TAC THEN
        REWRITE_TAC[GSYM REAL_SUB_LDISTRIB] THEN ASM_SIMP_TAC[] THEN REAL_ARITH_TAC;
        ALL_TAC]] THEN
    SIMP_TAC[REAL_ABS_MUL; PW_MUL; REAL_ABS_POS] THEN
    ASM_SIMP_TAC[REAL_ARITH `&0 < s ==> abs s = s`];
    ASM_SIMP_TAC[REAL_EQ_MUL_LCANCEL; PW_POS_LT; REAL_LT_IMP_NZ]]);;

state "thm-box" "THM_BOX_AFFINE" THM_BOX_AFFINE;;
