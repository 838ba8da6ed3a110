(* Everything but the topology. The vectors come first: Library/transc.ml, which
   the others need, gives another meaning to `sum`, and the proofs of the vectors
   rely on the first one. *)
needs "thm_linear.ml";;
needs "thm_alignment.ml";;
needs "thm_alignment_corners.ml";;
needs "thm_stability.ml";;
needs "thm_every_m.ml";;
needs "loss_of_the_notebook.ml";;
needs "thm_encoder.ml";;
needs "prp_negatives.ml";;
needs "thm_marginal.ml";;
needs "thm_isometries.ml";;
needs "thm_match.ml";;
needs "thm_two.ml";;
needs "prp_own.ml";;
needs "prp_typical.ml";;
needs "thm_within.ml";;
needs "thm_ceiling.ml";;
needs "prp_saturation.ml";;
needs "prp_golden.ml";;
needs "prp_noise.ml";;
needs "lem_sign.ml";;
needs "thm_box.ml";;
needs "prp_box.ml";;
needs "thm_counterexample.ml";;
needs "types.ml";;
