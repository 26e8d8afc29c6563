import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Sends JSON to the page's action. `onResponse` gets each answer once, after the page has loaded the stored data again. */
export function useJsonFetcher<T>(onResponse: (response: T) => void) {
  const fetcher = useFetcher();
  const latest = useRef(onResponse);
  latest.current = onResponse;
  const { state, data } = fetcher;
  useEffect(() => {
    if (state === "idle" && data !== undefined) latest.current(data as T);
  }, [state, data]);
  return {
    busy: state !== "idle",
    send: (body: Parameters<typeof fetcher.submit>[0]) =>
      fetcher.submit(body, { method: "POST", encType: "application/json" }),
  };
}
