import { useEffect } from "react";
import { useRevalidator } from "@remix-run/react";

const INTERVAL_MS = 10_000;

/** Reads the page again every ten seconds while it is looked at, so that states move before the merchant's eyes. */
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

/** Nothing moves under somebody's hands. */
function isTyping(): boolean {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && field.type !== "checkbox" && field.type !== "radio";
}
