import { useState } from "preact/hooks";
import type { BulkLine } from "../../../app/extension-api/responses.ts";
import { t } from "../../common/host.ts";
import { actOnOrders, BULK, type Bulk } from "./run-bulk-action.ts";
import { Results } from "./results.tsx";

/** One thing done with the orders that were selected in the admin's list. */
export function OrdersBulk({ selected, onClose }: { selected: readonly string[]; onClose(): void }) {
  const [bulk, choose] = useState<Bulk>("check");
  const [lines, setLines] = useState<BulkLine[]>([]);
  const [step, setStep] = useState<"asking" | "doing" | "done">("asking");
  const go = async () => {
    setStep("doing");
    await actOnOrders(bulk, selected, (more) => setLines((before) => [...before, ...more]));
    setStep("done");
  };
  return (
    <s-admin-action heading={t("heading", { count: selected.length })}>
      <s-stack gap="base">
        {step === "asking" ? (
          <Choice bulk={bulk} onChoose={choose} />
        ) : (
          <Results lines={lines} of={selected.length} step={step} />
        )}
      </s-stack>
      {step !== "done" && (
        <s-button slot="primary-action" variant="primary" loading={step === "doing"} onClick={() => void go()}>
          {t(`do.${bulk}`, { count: selected.length })}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={onClose}>
        {t("close")}
      </s-button>
    </s-admin-action>
  );
}

function Choice({ bulk, onChoose }: { bulk: Bulk; onChoose(bulk: Bulk): void }) {
  return (
    <>
      <s-choice-list
        label={t("what")}
        name="bulk"
        values={[bulk]}
        onChange={(event) => onChoose((event.currentTarget.values[0] as Bulk | undefined) ?? bulk)}
      >
        {BULK.map((one) => (
          <s-choice key={one} value={one} selected={one === bulk}>
            {t(`choice.${one}`)}
          </s-choice>
        ))}
      </s-choice-list>
      <s-paragraph>{t(`says.${bulk}`)}</s-paragraph>
    </>
  );
}
