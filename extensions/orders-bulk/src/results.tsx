import type { BulkLine } from "../../../app/extension-api/responses.ts";
import { t } from "../../common/host.ts";
import { Badge } from "../../common/badge.tsx";

/** The result for each order, failed orders first. A message of an order that is done says why nothing was left to do. */
export function Results({ lines, total, step }: { lines: BulkLine[]; total: number; step: "doing" | "done" }) {
  const failed = lines.filter(({ done }) => !done);
  const unneeded = lines.filter(({ done, message }) => done && message !== "").length;
  return (
    <>
      {step === "doing" && <s-text>{t("progress", { done: lines.length, count: total })}</s-text>}
      {step === "done" && (
        <s-banner tone={failed.length === 0 ? "success" : "warning"}>
          {outcome(failed.length, unneeded, total)}
        </s-banner>
      )}
      {[...failed, ...lines.filter(({ done }) => done)].map((line) => (
        <Result key={line.gid} line={line} />
      ))}
    </>
  );
}

function outcome(failed: number, unneeded: number, all: number): string {
  if (failed > 0) return t("someFailed", { count: failed, all });
  return unneeded > 0 ? t("someUnneeded", { count: unneeded, all }) : t("allDone", { count: all });
}

function Result({ line: { name, state, reason, message } }: { line: BulkLine }) {
  return (
    <s-stack gap="small-300">
      <s-stack direction="inline" gap="small-200">
        <s-text type="strong">{name}</s-text>
        {state && <Badge {...state} />}
        {reason && <Badge {...reason} />}
      </s-stack>
      {message !== "" && <s-text>{message}</s-text>}
    </s-stack>
  );
}
