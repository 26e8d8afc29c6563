import { useState } from "preact/hooks";
import type { VariantChecked } from "../../app/extension-api/responses.ts";
import { ask, type Answered } from "./call-app.ts";
import { Badge } from "./badge.tsx";
import { t } from "./host.ts";

/** A button that has the mapping checked, and what was found. */
export function VariantCheck({ number }: { number: string }) {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Answered<VariantChecked>>();
  const check = async () => {
    setBusy(true);
    setFound(await ask<VariantChecked>(`variants/${number}`, { act: "check" }));
    setBusy(false);
  };
  return (
    <s-stack gap="base">
      {found && !found.ok && <s-banner tone="warning" heading={found.trouble} />}
      {found?.ok &&
        found.answer.lines.map(({ label, fine, says }) => (
          <s-stack key={label} gap="small-300">
            <s-stack direction="inline" gap="small-200">
              <s-text type="strong">{label}</s-text>
              <Badge label={fine ? t("common.fine") : t("common.amiss")} tone={fine ? "success" : "critical"} />
            </s-stack>
            <s-text>{says}</s-text>
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
