import { useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 300;

/** The text of a search box. Typing searches after a pause; a change of the page's address replaces the text. */
export function useSearchBox(query: string, onSearch: (typed: string) => void) {
  const [text, setText] = useState(query);
  const lastQuery = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const onSearchRef = useRef(onSearch);
  onSearchRef.current = onSearch;

  useEffect(() => {
    if (query === lastQuery.current) return;
    lastQuery.current = query;
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (typed: string, delayMs: number) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      lastQuery.current = typed.trim();
      onSearchRef.current(lastQuery.current);
    }, delayMs);
  };
  return {
    text,
    type: (typed: string) => search(typed, DEBOUNCE_MS),
    clear: () => search("", 0),
  };
}
