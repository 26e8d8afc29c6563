import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { writeForm, type BasketForm } from "../../quotes/basket-form.ts";
import { isReachable } from "../common/use-auto-refresh.ts";

/** Opens the address of a quote. Where the app cannot be reached, an error would replace the page and what was typed. */
export function useGetQuote() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<BasketForm | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (!asked) return;
    // Staff that has left for another page is not brought back.
    const left = new AbortController();
    void isReachable(left.signal).then((reachable) => {
      if (left.signal.aborted) return;
      setAsked(null);
      setUnreachable(!reachable);
      if (reachable) navigate({ search: writeForm(asked).toString() });
    });
    return () => left.abort();
  }, [asked]);
  return { asking: asked !== null, unreachable, getQuote: setAsked };
}
