import type { BulkLine } from "../../../app/extension-api/responses.ts";
import { t } from "../../common/host.ts";
import { Badge } from "../../common/badge.tsx";

/** The result for each order, failed orders first. */
export function Results({ lines, total, step }: { lines: BulkLine[]; total: number; step: "doing" | "done" }) {
  const failed = lines.filter(({ done }) => !done);
  return (
    <>
      {step === "doing" && <s-text>{t("progress", { done: lines.length, count: total })}</s-text>}
      {step === "done" && (
        <s-banner tone={failed.length === 0 ? "success" : "warning"}>
          {failed.length === 0 ? t("allDone", { count: total }) : t("someFailed", { count: failed.length, all: total })}
        </s-banner>
      )}
      {[...failed, ...lines.filter(({ done }) => done)].map((line) => (
        <Result key={line.gid} line={line} />
      ))}
    </>
  );
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
