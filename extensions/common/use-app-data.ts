import { useCallback, useEffect, useState } from "preact/hooks";
import { ask, type Answered } from "./call-app.ts";

/** What the app answers to a path; undefined while it comes. null: nothing is asked. `again` asks anew. */
export function useAnswer<T>(path: string | null): { read: Answered<T> | undefined; again(): void } {
  const [read, setRead] = useState<Answered<T>>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === null) return;
    let wanted = true;
    setRead(undefined);
    void ask<T>(path).then((answer) => {
      if (wanted) setRead(answer);
    });
    return () => {
      wanted = false;
    };
  }, [path, turn]);
  return { read, again: useCallback(() => setTurn((before) => before + 1), []) };
}
