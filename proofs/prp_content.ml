(* prp-content: The content part of an invertible map [open sets of R^n]
page: theory/54_proposition

Let C be open in R^m and S open and connected in R^n, both not empty, and h a continuous
one-to-one map of C x S onto itself whose content part depends on c alone. Then the
content part is a homeomorphism of C.

on the page          in HOL
C, S                 c, s          of types real^M->bool and real^N->bool
C x S                c PCROSS s, with the points pastecart x y
h                    h(pastecart x y) = pastecart (hc x) (hs x y)
h_c, h_s             hc, hs
its inverse          gc

Leaves out: manifolds other than open sets of R^n, and finitely many components of S.
*)
needs "report.ml";;
needs "thm_proper.ml";;

let PRP_CONTENT = prove
 (`!h:real^(M,N)finite_sum->real^(M,N)finite_sum (hc:real^M->real^M)
    (hs:real^M->real^N->real^N) c s.
     open c /\ open s /\ connected s /\ ~(s = {}) /\
     h continuous_on (c PCROSS s) /\
     (!x y. x IN c /\ y IN s ==> h(pastecart x y) = pastecart (hc x) (hs x y)) /\
     IMAGE h (c PCROSS s) = c PCROSS s /\
     (!p q. p IN c PCROSS s /\ q IN c PCROSS s /\ h p = h q ==> p = q)
     ==> ?gc. homeomorphism (c,c) (hc,gc)`,
  REPEAT GEN_TAC THEN INTRO_TAC "openc opens conn ne cont form onto inj" THEN
  REMOVE_THEN "ne" MP_TAC THEN REWRITE_TAC[GSYM MEMBER_NOT_EMPTY] THEN
  DISCH_THEN(X_CHOOSE_TAC `y0:real^N`) THEN
  SUBGOAL_THEN `!x y. x IN c /\ y IN s ==> (hc:real^M->real^M) x IN c /\ (hs:real^M->real^N->real^N) x y IN s`
  (LABEL_TAC "into") THENL
   [REPEAT GEN_TAC THEN STRIP_TAC THEN
    SUBGOAL_THEN `pastecart ((hc:real^M->real^M) x) ((hs:real^M->real^N->real^N) x y) IN c PCROSS s` MP_TAC THENL
     [USE_THEN "onto" (SUBST1_TAC o SYM) THEN REWRITE_TAC[IN_IMAGE] THEN
      EXISTS_TAC `pastecart (x:real^M) (y:real^N)` THEN ASM_SIMP_TAC[PASTECART_IN_PCROSS];
      REWRITE_TAC[PASTECART_IN_PCROSS]];
    ALL_TAC] THEN
  SUBGOAL_THEN `!x y x' y'. x IN c /\ y IN s /\ x' IN c /\ y' IN s /\
     (hc:real^M->real^M) x = hc x' /\ (hs:real^M->real^N->real^N) x y = hs x' y' ==> x = x' /\ y = y'`
  (LABEL_TAC "one") THENL
   [REPEAT GEN_TAC THEN STRIP_TAC THEN
    USE_THEN "inj" (MP_TAC o SPECL [`pastecart (x:real^M) (y:real^N)`; `pastecart (x':real^M) (y':real^N)`]) THEN
    ASM_SIMP_TAC[PASTECART_IN_PCROSS; PASTECART_INJ];
    ALL_TAC] THEN
  SUBGOAL_THEN `!u v. u IN c /\ v IN s ==> ?x y. x IN c /\ y IN s /\
      (hc:real^M->real^M) x = u /\ (hs:real^M->real^N->real^N) x y = v`
  (LABEL_TAC "all") THENL
   [REPEAT GEN_TAC THEN STRIP_TAC THEN
    SUBGOAL_THEN `pastecart (u:real^M) (v:real^N) IN IMAGE (h:real^(M,N)finite_sum->real^(M,N)finite_sum) (c PCROSS s)` MP_TAC THENL
     [USE_THEN "onto" SUBST1_TAC THEN ASM_REWRITE_TAC[PASTECART_IN_PCROSS]; ALL_TAC] THEN
    REWRITE_TAC[IN_IMAGE; EXISTS_PASTECART; PASTECART_IN_PCROSS] THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `x:real^M` THEN
    MATCH_MP_TAC MONO_EXISTS THEN X_GEN_TAC `y:real^N` THEN
    DISCH_THEN(CONJUNCTS_THEN2 MP_TAC STRIP_ASSUME_TAC) THEN
    ASM_SIMP_TAC[PASTECART_INJ];
    ALL_TAC] THEN
  SUBGOAL_THEN `(hc:real^M->real^M) continuous_on c` (LABEL_TAC "contc") THENL
   [MATCH_MP_TAC CONTINUOUS_ON_EQ THEN
    EXISTS_TAC `\x. fstcart((h:real^(M,N)finite_sum->real^(M,N)finite_sum) (pastecart x y0))` THEN
    ASM_SIMP_TAC[FSTCART_PASTECART] THEN
    SUBGOAL_THEN `(\x. fstcart((h:real^(M,N)finite_sum->real^(M,N)finite_sum) (pastecart x y0))) =
      fstcart o (h:real^(M,N)finite_sum->real^(M,N)finite_sum) o (\x. pastecart (x:real^M) y0)`
    SUBST1_TAC THENL [REWRITE_TAC[FUN_EQ_THM; o_THM]; ALL_TAC] THEN
    MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
    SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_FSTCART] THEN
    MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
    SIMP_TAC[CONTINUOUS_ON_PASTECART; CONTINUOUS_ON_ID; CONTINUOUS_ON_CONST] THEN
    FIRST_ASSUM(MATCH_MP_TAC o MATCH_MP (REWRITE_RULE[IMP_CONJ] CONTINUOUS_ON_SUBSET)) THEN
    ASM_SIMP_TAC[SUBSET; FORALL_IN_IMAGE; PASTECART_IN_PCROSS];
    ALL_TAC] THEN
  SUBGOAL_THEN `!x. x IN c ==> open(IMAGE ((hs:real^M->real^N->real^N) x) s)` (LABEL_TAC "opn") THENL
   [X_GEN_TAC `x:real^M` THEN DISCH_TAC THEN MATCH_MP_TAC INVARIANCE_OF_DOMAIN THEN
    ASM_REWRITE_TAC[] THEN CONJ_TAC THENL
     [MATCH_MP_TAC CONTINUOUS_ON_EQ THEN
      EXISTS_TAC `\y. sndcart((h:real^(M,N)finite_sum->real^(M,N)finite_sum) (pastecart x y))` THEN
    ASM_SIMP_TAC[SNDCART_PASTECART] THEN
    SUBGOAL_THEN `(\y. sndcart((h:real^(M,N)finite_sum->real^(M,N)finite_sum) (pastecart x y))) =
      sndcart o (h:real^(M,N)finite_sum->real^(M,N)finite_sum) o (\y. pastecart (x:real^M) (y:real^N))`
    SUBST1_TAC THENL [REWRITE_TAC[FUN_EQ_THM; o_THM]; ALL_TAC] THEN
    MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
    SIMP_TAC[LINEAR_CONTINUOUS_ON; LINEAR_SNDCART] THEN
    MATCH_MP_TAC CONTINUOUS_ON_COMPOSE THEN
    SIMP_TAC[CONTINUOUS_ON_PASTECART; CONTINUOUS_ON_ID; CONTINUOUS_ON_CONST] THEN
    FIRST_ASSUM(MATCH_MP_TAC o MATCH_MP (REWRITE_RULE[IMP_CONJ] CONTINUOUS_ON_SUBSET)) THEN
      ASM_SIMP_TAC[SUBSET; FORALL_IN_IMAGE; PASTECART_IN_PCROSS];
      REPEAT STRIP_TAC THEN USE_THEN "one" (MP_TAC o SPECL
        [`x:real^M`; `x':real^N`; `x:real^M`; `y:real^N`]) THEN ASM_SIMP_TAC[]];
    ALL_TAC] THEN
  SUBGOAL_THEN `!x x'. x IN c /\ x' IN c /\ (hc:real^M->real^M) x = hc x' ==> x = x'` (LABEL_TAC "injc") THENL
   [MAP_EVERY X_GEN_TAC [`a:real^M`; `b:real^M`] THEN STRIP_TAC THEN
    ASM_CASES_TAC `a:real^M = b` THEN ASM_REWRITE_TAC[] THEN
    ABBREV_TAC `t = UNIONS {IMAGE ((hs:real^M->real^N->real^N) x) s | x | x IN c /\ hc x:real^M = hc b /\ ~(x = a)}` THEN
    USE_THEN "conn" MP_TAC THEN REWRITE_TAC[connected; NOT_EXISTS_THM] THEN
    DISCH_THEN(MP_TAC o SPECL [`IMAGE ((hs:real^M->real^N->real^N) a) s`; `t:real^N->bool`]) THEN
    REWRITE_TAC[] THEN REPEAT CONJ_TAC THENL
     [ASM_SIMP_TAC[];
      EXPAND_TAC "t" THEN MATCH_MP_TAC OPEN_UNIONS THEN
      REWRITE_TAC[FORALL_IN_GSPEC] THEN ASM_SIMP_TAC[];
      REWRITE_TAC[SUBSET; IN_UNION] THEN X_GEN_TAC `v:real^N` THEN DISCH_TAC THEN
      EXPAND_TAC "t" THEN REWRITE_TAC[UNIONS_GSPEC; IN_ELIM_THM; IN_IMAGE] THEN
      USE_THEN "all" (MP_TAC o SPECL [`(hc:real^M->real^M) b`; `v:real^N`]) THEN
      ANTS_TAC THENL [ASM_MESON_TAC[]; ALL_TAC] THEN
      DISCH_THEN(X_CHOOSE_THEN `x:real^M` (X_CHOOSE_THEN `y:real^N` STRIP_ASSUME_TAC)) THEN
      ASM_CASES_TAC `x:real^M = a` THENL [ASM_MESON_TAC[]; ALL_TAC] THEN
      DISJ2_TAC THEN EXISTS_TAC `x:real^M` THEN ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[];
      REWRITE_TAC[EXTENSION; IN_INTER; NOT_IN_EMPTY] THEN X_GEN_TAC `v:real^N` THEN
      EXPAND_TAC "t" THEN REWRITE_TAC[UNIONS_GSPEC; IN_ELIM_THM; IN_IMAGE] THEN
      DISCH_THEN(CONJUNCTS_THEN2 (X_CHOOSE_THEN `y:real^N` STRIP_ASSUME_TAC)
       (CONJUNCTS_THEN2 (X_CHOOSE_THEN `x:real^M` (CONJUNCTS_THEN2 STRIP_ASSUME_TAC
         (X_CHOOSE_THEN `y':real^N` STRIP_ASSUME_TAC))) (K ALL_TAC))) THEN
      USE_THEN "one" (MP_TAC o SPECL [`a:real^M`; `y:real^N`; `x:real^M`; `y':real^N`]) THEN
      ASM_REWRITE_TAC[] THEN ASM_MESON_TAC[];
      REWRITE_TAC[GSYM MEMBER_NOT_EMPTY; IN_INTER] THEN
      EXISTS_TAC `(hs:real^M->real^N->real^N) a y0` THEN ASM_MESON_TAC[FUN_IN_IMAGE];
      REWRITE_TAC[GSYM MEMBER_NOT_EMPTY; IN_INTER] THEN
      EXISTS_TAC `(hs:real^M->real^N->real^N) b y0` THEN
      CONJ_TAC THENL [ALL_TAC; ASM_MESON_TAC[]] THEN
      EXPAND_TAC "t" THEN REWRITE_TAC[UNIONS_GSPEC; IN_ELIM_THM] THEN
      EXISTS_TAC `b:real^M` THEN ASM_REWRITE_TAC[] THEN ASM_SIMP_TAC[FUN_IN_IMAGE]];
    ALL_TAC] THEN
  MP_TAC(ISPECL [`hc:real^M->real^M`; `c:real^M->bool`] INVARIANCE_OF_DOMAIN_HOMEOMORPHISM) THEN
  ASM_REWRITE_TAC[LE_REFL] THEN
  SUBGOAL_THEN `IMAGE (hc:real^M->real^M) c = c` SUBST1_TAC THENL
   [REWRITE_TAC[EXTENSION; IN_IMAGE] THEN ASM_MESON_TAC[]; ALL_TAC] THEN
  DISCH_THEN ACCEPT_TAC);;

state "prp-content" "PRP_CONTENT" PRP_CONTENT;;
