(* What needs HOL Light's topology: Multivariate/paths.ml and all below it. *)
needs "thm_proper.ml";;
needs "thm_repaired.ml";;
needs "thm_translation.ml";;
needs "thm_box_cube.ml";;
