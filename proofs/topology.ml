(* What needs HOL Light's topology, Multivariate/derivatives.ml and all below it, and at
   the end its measure, which stands on it. *)
needs "thm_proper.ml";;
needs "thm_repaired.ml";;
needs "cor_slope.ml";;
needs "thm_stability_factor.ml";;
needs "prp_content.ml";;
needs "prp_local.ml";;
needs "thm_repaired_density.ml";;
needs "types.ml";;
