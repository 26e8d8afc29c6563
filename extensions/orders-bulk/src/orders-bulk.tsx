import { useState } from "preact/hooks";
import type { BulkLine } from "../../../app/extension-api/responses.ts";
import { t } from "../../common/host.ts";
import { runBulkAction, BULK_ACTIONS, type BulkAction } from "./run-bulk-action.ts";
import { Results } from "./results.tsx";

/** One action on the orders selected in the admin's list. */
export function OrdersBulk({ selected, onClose }: { selected: readonly string[]; onClose(): void }) {
  const [action, setAction] = useState<BulkAction>("check");
  const [lines, setLines] = useState<BulkLine[]>([]);
  const [step, setStep] = useState<"asking" | "doing" | "done">("asking");
  const run = async () => {
    setStep("doing");
    await runBulkAction(action, selected, (results) => setLines((before) => [...before, ...results]));
    setStep("done");
  };
  return (
    <s-admin-action heading={t("heading", { count: selected.length })}>
      <s-stack gap="base">
        {step === "asking" ? (
          <Choice action={action} onChoose={setAction} />
        ) : (
          <Results lines={lines} total={selected.length} step={step} />
        )}
      </s-stack>
      {step !== "done" && (
        <s-button slot="primary-action" variant="primary" loading={step === "doing"} onClick={() => void run()}>
          {t(`button.${action}`, { count: selected.length })}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={onClose}>
        {t("close")}
      </s-button>
    </s-admin-action>
  );
}

function Choice({ action, onChoose }: { action: BulkAction; onChoose(action: BulkAction): void }) {
  return (
    <>
      <s-choice-list
        label={t("choose")}
        name="bulk"
        values={[action]}
        onChange={(event) => onChoose((event.currentTarget.values[0] as BulkAction | undefined) ?? action)}
      >
        {BULK_ACTIONS.map((one) => (
          <s-choice key={one} value={one} selected={one === action}>
            {t(`choice.${one}`)}
          </s-choice>
        ))}
      </s-choice-list>
      <s-paragraph>{t(`message.${action}`)}</s-paragraph>
    </>
  );
}
