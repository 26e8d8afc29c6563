import { useEffect } from "react";
import { useRevalidator } from "@remix-run/react";

/** Reloads the page's data at an interval while `active` and while the tab is visible, so that states stay current. */
export function useAutoRefresh(intervalMs: number, active: boolean): void {
  const { revalidate, state } = useRevalidator();
  const idle = state === "idle" && active;
  useEffect(() => {
    if (!idle) return;
    const refresh = () => {
      if (document.visibilityState === "visible" && navigator.onLine && !isTyping()) revalidate();
    };
    const timer = setInterval(refresh, intervalMs);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [idle, intervalMs, revalidate]);
}

/** A reload while a merchant types would move the list below the field. */
function isTyping(): boolean {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && field.type !== "checkbox" && field.type !== "radio";
}
