import { useEffect, useRef, useState } from "react";
import { writeForm, type BasketForm } from "../../quotes/basket-form.ts";
import type { FormProblems } from "../../quotes/read-form.ts";

/** The form as it is written; another address (back, a link) brings another form. */
export function useFormState(asked: BasketForm): [BasketForm, (form: BasketForm) => void] {
  const [form, setForm] = useState(asked);
  const query = writeForm(asked).toString();
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current !== query) setForm(asked);
    shown.current = query;
  }, [asked, query]);
  return [form, setForm];
}

/** Leads the keyboard to the first field that is wrong, once an answer says so. */
export function useFocusOnProblem<E extends HTMLElement>(problems: FormProblems) {
  const place = useRef<E>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  return place;
}
