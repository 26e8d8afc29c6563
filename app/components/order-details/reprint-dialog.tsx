import { BlockStack, Button, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ReprintReason } from "../../../prisma/client/client.ts";
import type { ReprintRequest } from "../../orders/actions/reprint.ts";
import { REPRINT_REASONS } from "../../orders/core/reprints.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import { AT_PROVIDER_STATES, UNSHIPPED_STATES } from "../../orders/core/states.ts";
import type { ItemView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { FocusedWarning, MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { REASON_LABELS, REPRINT, REFUSAL_MESSAGES, ReprintPreviewView } from "./reprint-preview.tsx";
import { typedQuantity } from "./change-fields.tsx";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { ReprintAnswer } from "../../orders/pages/details/live-snapshot.ts";
import { COPY } from "../common/copy.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";

interface ReprintDialogProps {
  orderNumber: string;
  submission: SubmissionView;
  onClose(): void;
}

/** Whether items of a submission can be printed once more. */
export const mayReprint = (page: Pick<OrderDetails, "cancelled" | "erased">, submission: SubmissionView): boolean =>
  AT_PROVIDER_STATES.includes(submission.state) &&
  !submission.replaced &&
  submission.kind !== "reprint" &&
  !page.cancelled &&
  !page.erased;

/** First the items and the reason, then what is sent. */
export function ReprintDialog({ orderNumber, submission, onClose }: ReprintDialogProps) {
  const { items } = submission;
  const [choice, setChoice] = useState<Choice>(() => firstChoice(items));
  const [reprintAgain, setReprintAgain] = useState(false);
  const { seen, problem, busy, preview, send, back } = useReprint(orderNumber, onClose);
  const { reason } = choice;
  const lines = chosenLines(items, choice);
  const isSendable = seen?.preview.payload != null && (seen.preview.earlier.length === 0 || reprintAgain);
  return (
    <ConfirmDialog
      title={REPRINT.title}
      label={seen ? REPRINT.send : REPRINT.preview}
      disabled={busy || reason === "" || (seen ? !isSendable : lines === null)}
      busy={busy}
      onConfirm={() => {
        if (seen && reason !== "") send({ reason, reprintAgain });
        else if (lines) preview(lines);
      }}
      onClose={onClose}
    >
      <BlockStack gap="400">
        {problem !== null && <FocusedWarning text={problem} />}
        {seen ? (
          <>
            <ReprintPreviewView {...seen} reprintAgain={reprintAgain} onReprintAgain={setReprintAgain} />
            <InlineStack>
              <Button variant="plain" disabled={busy} onClick={back}>
                {REPRINT.back}
              </Button>
            </InlineStack>
          </>
        ) : (
          <ChoiceForm submission={submission} choice={choice} onChange={setChoice} />
        )}
      </BlockStack>
    </ConfirmDialog>
  );
}

interface Choice {
  /** As typed, by the item's id. */
  quantities: Readonly<Record<string, string>>;
  reason: ReprintReason | "";
}

/** A single item is meant whole; of several, staff says which. */
const firstChoice = (items: readonly ItemView[]): Choice => ({
  quantities: Object.fromEntries(items.map(({ id, quantity }) => [id, items.length === 1 ? String(quantity) : "0"])),
  reason: "",
});

const quantityOf = ({ quantities }: Choice, { id, quantity }: ItemView): number | null =>
  typedQuantity(quantities[id] ?? "", { min: 0, max: quantity });

/** null: nothing is chosen, or a quantity is none. */
function chosenLines(items: readonly ItemView[], choice: Choice): ReprintRequest["lines"] | null {
  const chosen = items.map((item) => ({ lineId: item.lineId, quantity: quantityOf(choice, item) }));
  const lines = chosen.flatMap(({ lineId, quantity }) => (quantity ? [{ lineId, quantity }] : []));
  return lines.length === 0 || chosen.some(({ quantity }) => quantity === null) ? null : lines;
}

interface ChoiceFormProps {
  submission: SubmissionView;
  choice: Choice;
  onChange(choice: Choice): void;
}

function ChoiceForm({ submission: { items, state }, choice, onChange }: ChoiceFormProps) {
  return (
    <BlockStack gap="400">
      <Text as="p">{REPRINT.intro}</Text>
      {UNSHIPPED_STATES.includes(state) && <MessageBanner tone="warning" text={REPRINT.notShipped} />}
      {items.map((item) => (
        <TextField
          key={item.id}
          label={REPRINT.quantity(item.title)}
          type="number"
          inputMode="numeric"
          min={0}
          max={item.quantity}
          suffix={REPRINT.ofSent(item.quantity)}
          value={choice.quantities[item.id] ?? ""}
          error={quantityOf(choice, item) === null ? REPRINT.badQuantity(item.quantity) : undefined}
          onChange={(value) => onChange({ ...choice, quantities: { ...choice.quantities, [item.id]: value } })}
          autoComplete="off"
        />
      ))}
      <Select
        label={REPRINT.reason}
        placeholder={REPRINT.chooseReason}
        options={REPRINT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
        value={choice.reason}
        onChange={(value) => onChange({ ...choice, reason: REPRINT_REASONS.find((one) => one === value) ?? "" })}
      />
    </BlockStack>
  );
}

type Preview = Extract<ReprintAnswer, { step: "preview"; result: "done" }>;
type Lines = ReprintRequest["lines"];

/**
 * The dialog's requests. Its id of the reprint is made once: what is sent twice is printed once. Where the order or its
 * reprints changed, the preview is read again.
 */
function useReprint(orderNumber: string, onDone: () => void) {
  const [request] = useState(() => crypto.randomUUID());
  const [lines, setLines] = useState<Lines>([]);
  const [seen, setSeen] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const bridge = useAppBridge();

  const onAnswer = (answer: ReprintAnswer | RequestFailed) => {
    if (hasFailed(answer)) {
      setProblem(COPY.entriesKept);
    } else if (answer.result !== "done") {
      setProblem(REFUSAL_MESSAGES[answer.result]);
      if (answer.result === "changed" || answer.result === "again") send({ step: "preview", lines: plain(lines) });
    } else if (answer.step === "preview") {
      setSeen(answer);
    } else {
      bridge.toast.show(REPRINT.done);
      onDone();
    }
  };
  const { busy, send } = useJsonFetcher<ReprintAnswer | RequestFailed>(onAnswer, `/app/orders/${orderNumber}/reprint`);

  return {
    seen,
    problem,
    busy,
    preview(chosen: Lines) {
      setProblem(null);
      setLines(chosen);
      send({ step: "preview", lines: plain(chosen) });
    },
    send({ reason, reprintAgain }: Pick<ReprintRequest, "reason" | "reprintAgain">) {
      if (!seen) return;
      setProblem(null);
      const { hash } = seen.preview;
      send({ step: "send", request, lines: plain(lines), reason, preview: hash, reprintAgain });
    },
    /** Back to the choice of items. */
    back() {
      setProblem(null);
      setSeen(null);
    },
  };
}

/** As JSON: an interface is no JSON value to the compiler. */
const plain = (lines: Lines) => lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
