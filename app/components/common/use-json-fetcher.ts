import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Sends JSON to an action, by default the page's own. `onAnswer` gets each answer once, after the page has loaded the
 * stored data again; `answer` keeps the last one until the next request.
 */
export function useJsonFetcher<T>(onAnswer: (answer: T) => void, action?: string) {
  const fetcher = useFetcher();
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  const { state, data } = fetcher;
  useEffect(() => {
    if (state === "idle" && data !== undefined) latest.current(data as T);
  }, [state, data]);
  return {
    busy: state !== "idle",
    answer: state === "idle" ? (data as T | undefined) : undefined,
    send: (body: Parameters<typeof fetcher.submit>[0]) =>
      fetcher.submit(body, { method: "POST", action, encType: "application/json" }),
  };
}
