import type { ShopResult } from "../../diagnostics/findings.ts";

/** Texts of the diagnostics page. The texts of the checks are in app/diagnostics/copy.ts. */
export const COPY = {
  title: "Diagnostics",
  subtitle: "Check everything that your orders need to be printed.",
  run: "Run checks",
  again: "Check again",
  running: "Checking your store, your print service, and Inkbridge. This takes a few seconds.",
  heading: "Checks",
  failed: "The checks couldn't be run",
  checked: "Checked",
  summary: (failed: number, warnings: number) => {
    if (failed + warnings === 0) return "Everything works.";
    const problems = failed === 1 ? "1 problem" : `${failed} problems`;
    const hints = warnings === 1 ? "1 warning" : `${warnings} warnings`;
    return [failed > 0 ? problems : "", warnings > 0 ? hints : ""].filter(Boolean).join(" and ");
  },
} as const;

export const BADGES: Readonly<
  Record<ShopResult["finding"]["tone"], { tone?: "success" | "warning" | "critical" | "info"; label: string }>
> = {
  ok: { tone: "success", label: "OK" },
  off: { label: "Not applicable" },
  unknown: { tone: "info", label: "Unknown" },
  warning: { tone: "warning", label: "Warning" },
  failed: { tone: "critical", label: "Problem" },
};
