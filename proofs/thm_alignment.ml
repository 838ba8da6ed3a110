(* thm-alignment: Alignment on the sphere [finite latents, the spectral gap assumed]
page: theory/56_without_negatives

Let la be the largest eigenvalue of the pairs on functions of mean 0, attained by the
linear functions and by no other. An encoder with mean 0 and E|u|^2 = 1 has an
alignment of at most la, and la exactly if it is linear, u(z) = A z.

on the page          in HOL
Z                    z             a finite subset of real^N
uniform z            w x           weights, of any sign
a pair               q x y         weights of pairs, of any sign
lambda_1             la            the second hypothesis says that it is the largest
u                    u             of type real^N->real^K
E u                  vsum z (\x. w x % u x)

Leaves out: the sphere; its theorem of Funk and Hecke, which proves the second
hypothesis there (THM_ALIGNMENT_CORNERS proves it for the corners of a cube); and that A
is orthogonal under 1 or 2 of the page.
*)
needs "report.ml";;
needs "thm_linear.ml";;

let THM_ALIGNMENT = prove
 (`!(z:real^N->bool) w q la (u:real^N->real^K).
     FINITE z /\
     (!f. sum z (\x. w x * f x) = &0
          ==> sum z (\x. sum z (\y. q x y * f x * f y))
              <= la * sum z (\x. w x * f x pow 2) /\
              (sum z (\x. sum z (\y. q x y * f x * f y)) =
               la * sum z (\x. w x * f x pow 2) <=>
               ?a. !x. x IN z ==> f x = a dot x)) /\
     vsum z (\x. w x % u x) = vec 0 /\
     sum z (\x. w x * norm(u x) pow 2) = &1
     ==> sum z (\x. sum z (\y. q x y * (u x dot u y))) <= la /\
         (sum z (\x. sum z (\y. q x y * (u x dot u y))) = la <=>
          ?A:real^N^K. !x. x IN z ==> u x = A ** x)`,
  REPEAT GEN_TAC THEN STRIP_TAC THEN
  ABBREV_TAC `Q = \i. sum z (\x. sum z (\y. q x y * (u:real^N->real^K) x$i * u y$i))` THEN
  ABBREV_TAC `P = \i. sum z (\x. w x * (u:real^N->real^K) x$i pow 2)` THEN
  SUBGOAL_THEN
   `sum z (\x. sum z (\y. q x y * ((u:real^N->real^K) x dot u y))) =
    sum (1..dimindex(:K)) Q`
  SUBST1_TAC THENL
   [EXPAND_TAC "Q" THEN MATCH_MP_TAC EQ_TRANS THEN
    EXISTS_TAC `sum z (\x. sum (1..dimindex(:K)) (\i. sum z (\y. q x y *
                  (u:real^N->real^K) x$i * u y$i)))` THEN
    CONJ_TAC THENL
     [MATCH_MP_TAC SUM_EQ THEN X_GEN_TAC `x:real^N` THEN DISCH_TAC THEN
      REWRITE_TAC[dot; GSYM SUM_LMUL] THEN
      MP_TAC(ISPECL [`\y i. q x y * (u:real^N->real^K) x$i * u y$i`; `z:real^N->bool`;
        `1..dimindex(:K)`] SUM_SWAP) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG];
      MP_TAC(ISPECL [`\x i. sum z (\y. q x y * (u:real^N->real^K) x$i * u y$i)`;
        `z:real^N->bool`; `1..dimindex(:K)`] SUM_SWAP) THEN
      ASM_REWRITE_TAC[FINITE_NUMSEG]];
    ALL_TAC] THEN
  SUBGOAL_THEN `sum (1..dimindex(:K)) P = &1` ASSUME_TAC THENL
   [EXPAND_TAC "P" THEN
    UNDISCH_TAC `sum z (\x. w x * norm((u:real^N->real^K) x) pow 2) = &1` THEN
    DISCH_THEN(SUBST1_TAC o SYM) THEN
    REWRITE_TAC[NORM_POW_2; dot; GSYM SUM_LMUL; REAL_POW_2] THEN
    MP_TAC(ISPECL [`\x i. w x * (u:real^N->real^K) x$i * u x$i`; `z:real^N->bool`;
      `1..dimindex(:K)`] SUM_SWAP) THEN
    ASM_REWRITE_TAC[FINITE_NUMSEG] THEN DISCH_THEN SUBST1_TAC THEN REFL_TAC;
    ALL_TAC] THEN
  SUBGOAL_THEN
   `!i. i IN 1..dimindex(:K)
        ==> Q i <= la * P i /\
            (Q i = la * P i <=> ?a. !x. x IN z ==> (u:real^N->real^K) x$i = a dot x)`
  ASSUME_TAC THENL
   [X_GEN_TAC `i:num` THEN REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
    EXPAND_TAC "Q" THEN EXPAND_TAC "P" THEN REWRITE_TAC[] THEN
    FIRST_X_ASSUM(MP_TAC o SPEC `\x. (u:real^N->real^K) x$i` o
      check (is_forall o concl)) THEN
    REWRITE_TAC[] THEN DISCH_THEN MATCH_MP_TAC THEN
    MP_TAC(ISPECL [`z:real^N->bool`; `\x. w x % (u:real^N->real^K) x`; `i:num`]
      VSUM_COMPONENT) THEN
    ASM_REWRITE_TAC[VEC_COMPONENT] THEN DISCH_THEN(SUBST1_TAC) THEN
    MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[VECTOR_MUL_COMPONENT];
    ALL_TAC] THEN
  SUBGOAL_THEN `sum (1..dimindex(:K)) (\i. la * P i) = la` ASSUME_TAC THENL
   [ASM_REWRITE_TAC[SUM_LMUL; ETA_AX; REAL_MUL_RID]; ALL_TAC] THEN
  CONJ_TAC THENL
   [MATCH_MP_TAC REAL_LE_TRANS THEN
    EXISTS_TAC `sum (1..dimindex(:K)) (\i. la * P i)` THEN CONJ_TAC THENL
     [MATCH_MP_TAC SUM_LE THEN ASM_SIMP_TAC[FINITE_NUMSEG];
      ASM_REWRITE_TAC[REAL_LE_REFL]];
    ALL_TAC] THEN
  MATCH_MP_TAC EQ_TRANS THEN
  EXISTS_TAC `!i. i IN 1..dimindex(:K) ==> Q i = la * P i` THEN CONJ_TAC THENL
   [EQ_TAC THENL
     [DISCH_TAC THEN
      MP_TAC(ISPECL [`\i:num. la * P i - Q i:real`; `1..dimindex(:K)`] SUM_POS_EQ_0) THEN
      REWRITE_TAC[FINITE_NUMSEG] THEN ANTS_TAC THENL
       [ASM_SIMP_TAC[REAL_SUB_LE] THEN
        SIMP_TAC[SUM_SUB; FINITE_NUMSEG; SUM_LMUL; ETA_AX] THEN
        ASM_REWRITE_TAC[REAL_MUL_RID; REAL_SUB_REFL];
        SIMP_TAC[REAL_SUB_0]];
      DISCH_TAC THEN
      MATCH_MP_TAC EQ_TRANS THEN
      EXISTS_TAC `sum (1..dimindex(:K)) (\i. la * P i)` THEN
      CONJ_TAC THENL [MATCH_MP_TAC SUM_EQ THEN ASM_SIMP_TAC[]; ASM_REWRITE_TAC[]]];
    ASM_SIMP_TAC[] THEN EQ_TAC THENL
     [DISCH_THEN(X_CHOOSE_TAC `a:num->real^N` o
        REWRITE_RULE[RIGHT_IMP_EXISTS_THM; SKOLEM_THM]) THEN
      EXISTS_TAC `(lambda i. a i):real^N^K` THEN
      SIMP_TAC[CART_EQ; MATRIX_VECTOR_MUL_COMPONENT; LAMBDA_BETA] THEN
      ASM_MESON_TAC[IN_NUMSEG];
      DISCH_THEN(X_CHOOSE_TAC `A:real^N^K`) THEN X_GEN_TAC `i:num` THEN
      REWRITE_TAC[IN_NUMSEG] THEN STRIP_TAC THEN
      EXISTS_TAC `(A:real^N^K)$i` THEN
      ASM_SIMP_TAC[MATRIX_VECTOR_MUL_COMPONENT]]]);;

state "thm-alignment" "THM_ALIGNMENT" THM_ALIGNMENT;;
