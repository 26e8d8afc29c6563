import { useEffect } from "react";
import { useRevalidator } from "@remix-run/react";

/** Reloads the page's data at an interval while `active` and while the tab is visible, so that states stay current. */
export function useAutoRefresh(intervalMs: number, active: boolean): void {
  const { revalidate, state } = useRevalidator();
  const idle = state === "idle" && active;
  useEffect(() => {
    if (!idle) return;
    const ended = new AbortController();
    const refresh = async () => {
      if (isWanted() && (await isReachable(ended.signal)) && isWanted()) revalidate();
    };
    const onTime = () => void refresh();
    const timer = setInterval(onTime, intervalMs);
    document.addEventListener("visibilitychange", onTime);
    return () => {
      ended.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onTime);
    };
  }, [idle, intervalMs, revalidate]);
}

/**
 * A reload while a merchant types would move the list below the field; one that changes the page would close an open
 * dialog, and lose what was typed there.
 */
function isWanted(): boolean {
  const field = document.activeElement;
  const isTyping = field instanceof HTMLInputElement && field.type !== "checkbox" && field.type !== "radio";
  return document.visibilityState === "visible" && !isTyping && document.querySelector('[role="dialog"]') === null;
}

/** A reload that fails replaces the page by an error: while the connection is lost, what is shown stays. */
export const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch("/healthz", { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
