(* A type that the parser made up, since none was written, makes a statement more general
   than it reads. Here such a statement ends the check, and the type of every constant
   that a statement uses is printed with the statements.                             *)
needs "report.ml";;

let made_up tm = exists (fun v -> String.sub (dest_vartype v) 0 1 = "?") (type_vars_in_term tm);;

if not (made_up (mk_var("x",mk_vartype "?1"))) then failwith "made_up sees nothing" else ();;

let report () =
  let used = setify (map (fst o dest_const)
    (flat (map (fun (_,name,th) ->
       if made_up (concl th) then failwith (name ^ " has a type that nobody wrote")
       else find_terms is_const (concl th)) (!statements)))) in
  report ();
  print_string ("\nCONSTANTS (" ^ string_of_int (length used) ^ ")\n");
  do_list (fun c -> print_string (c ^ "  " ^ string_of_type (get_const_type c) ^ "\n")) used;;
