import { useEffect } from "react";
import { useRevalidator } from "@remix-run/react";

const INTERVAL_MS = 10_000;

/** Reloads the page every ten seconds while its tab is visible, so that states stay current. */
export function useAutoRefresh(paused: boolean): void {
  const { revalidate, state } = useRevalidator();
  const idle = state === "idle" && !paused;
  useEffect(() => {
    if (!idle) return;
    const refresh = () => {
      if (document.visibilityState === "visible" && navigator.onLine && !isTyping()) revalidate();
    };
    const timer = setInterval(refresh, INTERVAL_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [idle, revalidate]);
}

/** A reload while a merchant types would move the list below the field. */
function isTyping(): boolean {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && field.type !== "checkbox" && field.type !== "radio";
}
