import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 300;

/** The text of a search box: what is typed shows at once and is asked for after a pause; what the address says wins when it changes. */
export function useSearchBox(asked: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(asked);
  const own = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(onSearch);
  latest.current = onSearch;

  useEffect(() => {
    if (asked === own.current) return;
    own.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (words: string, pauseMs: number) => {
    setText(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      own.current = words.trim();
      latest.current(own.current);
    }, pauseMs);
  };
  return {
    text,
    type: (words: string) => search(words, PAUSE_MS),
    clear: () => search("", 0),
  };
}
