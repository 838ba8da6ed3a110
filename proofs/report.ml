(* Keeps the theorems that the pages show, and prints them with the axioms.
   A theorem with a hypothesis, or a fourth axiom, ends the check.           *)

let statements = ref ([] : (string * string * thm) list);;

let state label name th =
  if hyp th <> [] then failwith (name ^ " has a hypothesis left") else
  statements := !statements @ [label,name,th];;

let report () =
  let line s = print_string (s ^ "\n") in
  line "STATEMENTS";
  do_list (fun (label,name,th) ->
    line ("\n" ^ label ^ "  " ^ name); line (string_of_thm th)) (!statements);
  let known = map concl [INFINITY_AX; SELECT_AX; ETA_AX] in
  let found = map concl (axioms()) in
  if not (set_eq found known) then failwith "not HOL's three axioms" else
  line ("\nAXIOMS (" ^ string_of_int (length found) ^ ")");
  do_list (fun th -> line (string_of_thm th)) (axioms());;
