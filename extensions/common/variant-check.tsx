import { useState } from "preact/hooks";
import type { VariantCheckResult } from "../../app/extension-api/responses.ts";
import { callApp, type AppResponse } from "./call-app.ts";
import { Badge } from "./badge.tsx";
import { t } from "./host.ts";

/** A button that checks the mapping, and the result. */
export function VariantCheck({ number }: { number: string }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<AppResponse<VariantCheckResult>>();
  const check = async () => {
    setBusy(true);
    setResult(await callApp<VariantCheckResult>(`variants/${number}`, { action: "check" }));
    setBusy(false);
  };
  return (
    <s-stack gap="base">
      {result && !result.ok && <s-banner tone="warning" heading={result.error} />}
      {result?.ok &&
        result.data.lines.map(({ label, ok, message }) => (
          <s-stack key={label} gap="small-300">
            <s-stack direction="inline" gap="small-200">
              <s-text type="strong">{label}</s-text>
              <Badge label={ok ? t("common.ok") : t("common.problem")} tone={ok ? "success" : "critical"} />
            </s-stack>
            <s-text>{message}</s-text>
          </s-stack>
        ))}
      <s-stack direction="inline">
        <s-button loading={busy} onClick={() => void check()}>
          {t("common.check")}
        </s-button>
      </s-stack>
    </s-stack>
  );
}
