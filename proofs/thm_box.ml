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
  REPEAT STRIP_TAC THEN MATCH_MP_TAC BOX_AFFINE_GEN THEN
  MAP_EVERY EXISTS_TAC [`t:num->real`; `pw al`] THEN ASM_SIMP_TAC[PW_POWER_LIKE]);;

state "thm-box" "THM_BOX_AFFINE" THM_BOX_AFFINE;;
