import { useEffect, useRef, useState } from "react";
import { writeForm, type BasketForm } from "../../quotes/basket-form.ts";
import type { FormProblems } from "../../quotes/read-form.ts";

/** The form as it is written; another address (back, a link) brings another form. */
export function useFormState(submittedForm: BasketForm): [BasketForm, (form: BasketForm) => void] {
  const [form, setForm] = useState(submittedForm);
  const query = writeForm(submittedForm).toString();
  const shownQuery = useRef(query);
  useEffect(() => {
    if (shownQuery.current !== query) setForm(submittedForm);
    shownQuery.current = query;
  }, [submittedForm, query]);
  return [form, setForm];
}

/** Leads the keyboard to the first field that is wrong, once an answer says so. */
export function useFocusOnProblem<E extends HTMLElement>(problems: FormProblems) {
  const container = useRef<E>(null);
  useEffect(() => {
    container.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  return container;
}
