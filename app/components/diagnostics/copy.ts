import type { ShopResult } from "../../diagnostics/findings.ts";
import { pluralize } from "../common/format.ts";

/** Texts of the diagnostics page. The texts of the checks are in check-copy.ts. */
export const COPY = {
  title: "Diagnostics",
  subtitle: "Check everything that your orders need to be printed.",
  run: "Run checks",
  again: "Check again",
  running: "Checking your store, your print service, and Inkbridge. This takes a few seconds.",
  heading: "Checks",
  failed: "The checks couldn't be run",
  checked: "Checked",
  unknownAnswers: {
    heading: "Unknown answers",
    note: "The print service sent fields or status words that Inkbridge doesn't know. Fields are kept without their values, and words only if they're short. Send this list to support.",
    resource: { singular: "field", plural: "fields" },
    columns: ["Request", "Field", "Type", "Answers", "Last seen"],
  },
  summary: (failed: number, warnings: number) => {
    if (failed + warnings === 0) return "Everything works.";
    const found = [failed > 0 && pluralize(failed, "problem"), warnings > 0 && pluralize(warnings, "warning")];
    return found.filter(Boolean).join(" and ");
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
