import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showDenial, type RequestFailed } from "./request-failed.ts";

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

/** Posts JSON to one of the app's routes, without reloading the page. */
export async function postJson<T>(path: string, body: unknown): Promise<T | RequestFailed> {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.status === 403) showDenial(await answer.json());
    return answer.ok ? ((await answer.json()) as T) : { outcome: "failed" };
  } catch {
    // The browser is offline, or the answer was lost.
    return { outcome: "failed" };
  }
}
