(* From the loss to the latents with continuous latents: the integral of HOL Light and all below it. *)
needs "box_continuous.ml";;
