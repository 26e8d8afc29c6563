import { BlockStack, Button, InlineStack, Select, Text, Banner, Checkbox, List } from "@shopify/polaris";
import { useState } from "react";
import type { ReprintReason } from "../../../prisma/client/client.ts";
import type { ReprintRequest, ReprintPreview, ReprintResult } from "../../orders/actions/reprint.ts";
import { REPRINT_REASON_OF } from "../../orders/core/claims.ts";
import { REPRINT_REASONS } from "../../orders/core/reprints.ts";
import type { ClaimView } from "../../orders/pages/details/claim-views.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import { AT_PROVIDER_STATES, UNSHIPPED_STATES } from "../../orders/core/states.ts";
import type { ItemView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { FocusedWarning, MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { ReprintAnswer } from "../../orders/pages/details/live-snapshot.ts";
import { COPY } from "../common/copy.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import {
  chosenLines,
  firstQuantities,
  quantityError,
  SentQuantities,
  type TypedQuantities,
} from "./sent-quantities.tsx";
import { useJsonFetcher } from "../common/json-requests.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import type { ArtworkView } from "../../orders/pages/details/line-views.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { PriceResult } from "../../quotes/basket.ts";
import { formatMoney } from "../common/format.ts";
import { Note, Strong, Subheading } from "../common/text.tsx";
import { Artwork } from "./lines.tsx";
import { CUSTOMER } from "./copy.ts";
import { NO_PRICE_MESSAGES } from "./price-copy.ts";

interface ReprintDialogProps {
  orderNumber: string;
  submission: SubmissionView;
  /** The claim that the reprint is asked for from. */
  claim?: ClaimView | undefined;
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
export function ReprintDialog({ orderNumber, submission, claim, onClose }: ReprintDialogProps) {
  const { items } = submission;
  const [choice, setChoice] = useState<Choice>(() =>
    claim ? claimedChoice(items, claim) : { quantities: firstQuantities(items), reason: "" },
  );
  const [reprintAgain, setReprintAgain] = useState(false);
  const { seen, problem, busy, preview, send, back } = useReprint(orderNumber, claim, onClose);
  const { reason } = choice;
  const lines = chosenLines(choice.quantities, items);
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
  quantities: TypedQuantities;
  reason: ReprintReason | "";
}

/** What the claim is about. */
const claimedChoice = (items: readonly ItemView[], { lines, kind }: ClaimView): Choice => ({
  quantities: Object.fromEntries(
    items.map(({ id, lineId }) => [id, String(lines.find((line) => line.lineId === lineId)?.quantity ?? 0)]),
  ),
  reason: REPRINT_REASON_OF[kind],
});

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
      <SentQuantities
        items={items}
        typed={choice.quantities}
        errorOf={(item) => quantityError(choice.quantities, item)}
        onChange={(quantities) => onChange({ ...choice, quantities })}
      />
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
function useReprint(orderNumber: string, claim: ClaimView | undefined, onDone: () => void) {
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
      const reprinted = claim ? { id: claim.id, version: claim.version } : null;
      send({ step: "send", request, lines: plain(lines), reason, preview: hash, reprintAgain, claim: reprinted });
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

interface ReprintPreviewProps {
  preview: ReprintPreview;
  /** Of each item. */
  artwork: ArtworkView[][];
  priced: PriceResult | null;
  /** Staff confirms that items are reprinted once more. */
  reprintAgain: boolean;
  onReprintAgain(confirmed: boolean): void;
}

/** What a reprint sends, what it costs, and what staff answers by sending it. */
export function ReprintPreviewView({ preview, artwork, priced, reprintAgain, onReprintAgain }: ReprintPreviewProps) {
  const { payload, serviceName, holds, earlier } = preview;
  const codes = (answered: boolean) => [
    ...new Set(holds.filter((hold) => hold.answered === answered).map(({ code }) => ATTENTION[code].label)),
  ];
  if (!payload) return <Reasons title={REPRINT.blocked} labels={codes(false)} />;
  return (
    <BlockStack gap="400">
      {earlier.length > 0 && (
        <Banner tone="warning" title={REPRINT.earlier.title}>
          <BlockStack gap="200">
            <p>{REPRINT.earlier.text(earlier)}</p>
            <Checkbox label={REPRINT.earlier.checkbox} checked={reprintAgain} onChange={onReprintAgain} />
          </BlockStack>
        </Banner>
      )}
      <Text as="p">{REPRINT.previewTitle}</Text>
      <Items payload={payload} artwork={artwork} />
      <Destination payload={payload} serviceName={serviceName} />
      {priced && <Text as="p">{priceText(priced)}</Text>}
      <Reasons title={REPRINT.approves} labels={codes(true)} />
      <Reasons title={REPRINT.waits} labels={codes(false)} />
      <Note>{REPRINT.tracking}</Note>
    </BlockStack>
  );
}

const priceText = (priced: PriceResult): string =>
  priced.status === "priced"
    ? REPRINT.price(formatMoney(priced.price.total, priced.price.currency))
    : NO_PRICE_MESSAGES[priced.status];

function Items({ payload, artwork }: { payload: PrintOrder; artwork: ArtworkView[][] }) {
  return payload.items.map((item, at) => {
    const title = [item.productName, item.variantTitle].join(", ");
    const shown = artwork[at] ?? [];
    return (
      <BlockStack key={at} gap="200">
        <Text as="p" breakWord>
          <Strong>{title}</Strong>
        </Text>
        <Note breakWord>{REPRINT.item(item.itemSku, item.quantity)}</Note>
        {item.note !== "" && <Text as="p">{REPRINT.note(item.note)}</Text>}
        {shown.length > 0 && <Artwork artwork={shown} title={title} />}
      </BlockStack>
    );
  });
}

function Destination({ payload, serviceName }: { payload: PrintOrder; serviceName: string | null }) {
  const { name, address1, address2, city, province, zip, country, phone, email } = payload;
  const lines = [name, address1, address2, [city, province, zip].filter(Boolean).join(", "), country, phone, email];
  return (
    <BlockStack gap="100">
      <Subheading>{REPRINT.shipTo}</Subheading>
      <div>
        {lines
          .filter((text) => text !== "")
          .map((text, at) => (
            <Text as="p" key={at} breakWord>
              {text}
            </Text>
          ))}
      </div>
      <Note>
        {REPRINT.shippingMethod}: {serviceName ?? CUSTOMER.methodName(payload.method)}
      </Note>
    </BlockStack>
  );
}

function Reasons({ title, labels }: { title: string; labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="p">{title}</Text>
      <List>
        {labels.map((label) => (
          <List.Item key={label}>{label}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

export const REPRINT = {
  button: "Reprint items…",
  title: "Reprint items",
  intro:
    "Choose what to print and ship again. A reprint is sent right away, unless sending is paused. The order in Shopify doesn't change.",
  reason: "Reason",
  chooseReason: "Select a reason",
  notShipped:
    "These items haven't shipped yet. If the print service won't print them, send a replacement instead of a reprint.",
  toNewAddress: "Reprint to the new address…",
  preview: "Preview reprint",
  send: "Send reprint",
  back: "Change items",
  previewTitle: "This is sent to the print service:",
  item: (sku: string, quantity: number) => `${sku} · Quantity ${quantity}`,
  note: (note: string) => `Note: ${note}`,
  shipTo: "Ship to",
  shippingMethod: "Shipping method",
  price: (total: string) => `The print service charges ${total} with standard shipping.`,
  approves: "Sending the reprint also approves:",
  waits: "The reprint waits until these are resolved:",
  blocked: "These items can't be reprinted yet:",
  earlier: {
    title: "Some of these items were reprinted before",
    text: (references: readonly string[]) =>
      `Reprint ${references.join(", ")}. Another one is printed and charged, too.`,
    checkbox: "Reprint these items again",
  },
  tracking: "The new tracking number is added to the fulfillment in Shopify.",
  done: "Reprint requested",
};

const REASON_LABELS: Readonly<Record<ReprintReason, string>> = {
  damaged: "Arrived damaged",
  lost: "Lost in transit",
  misprint: "Misprinted",
  other: "Other",
};

/** Why a reprint was not previewed, or not sent. */
const REFUSAL_MESSAGES: Readonly<Record<Exclude<ReprintResult["result"], "done">, string>> = {
  not_found:
    "Shopify doesn't show this order to Inkbridge. Orders older than 60 days need access to older orders in Settings.",
  invalid_state: "These items can't be reprinted: the order or the print order changed. Reload the page.",
  unavailable: "Shopify can't be reached. Try again in a moment.",
  changed: "The order changed. Check the new preview before you send the reprint.",
  again: "Someone reprinted some of these items in the meantime. Check the preview before you send another reprint.",
  blocked: "These items can't be reprinted until the reasons below are resolved.",
  claim_changed: "Someone reprinted or changed this claim in the meantime. Close this dialog and check the claim.",
};
