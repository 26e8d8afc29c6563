import { Banner, BlockStack, Checkbox, List, Text } from "@shopify/polaris";
import type { ReprintPreview, ReprintResult } from "../../orders/actions/reprint.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { artworkOf } from "../../orders/pages/details/artwork-views.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { PriceResult } from "../../quotes/basket.ts";
import { formatMoney } from "../common/format.ts";
import { Note, Strong, Subheading } from "../common/text.tsx";
import { Artwork } from "./lines.tsx";
import { CUSTOMER } from "./copy.ts";
import { NO_PRICE_MESSAGES } from "./price-copy.ts";
import type { ReprintReason } from "../../../prisma/client/client.ts";

interface ReprintPreviewProps {
  preview: ReprintPreview;
  priced: PriceResult | null;
  /** Staff confirms that items are reprinted once more. */
  reprintAgain: boolean;
  onReprintAgain(confirmed: boolean): void;
}

/** What a reprint sends, what it costs, and what staff answers by sending it. */
export function ReprintPreviewView({ preview, priced, reprintAgain, onReprintAgain }: ReprintPreviewProps) {
  const { payload, holds, earlier } = preview;
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
      <Items payload={payload} />
      <Destination payload={payload} />
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

function Items({ payload }: { payload: PrintOrder }) {
  return payload.items.map((item, at) => {
    const title = [item.productName, item.variantTitle].join(", ");
    const artwork = artworkOf(item, []);
    return (
      <BlockStack key={at} gap="200">
        <Text as="p" breakWord>
          <Strong>{title}</Strong>
        </Text>
        <Note breakWord>{REPRINT.item(item.itemSku, item.quantity)}</Note>
        {item.note !== "" && <Text as="p">{REPRINT.note(item.note)}</Text>}
        {artwork.length > 0 && <Artwork artwork={artwork} title={title} />}
      </BlockStack>
    );
  });
}

function Destination({ payload }: { payload: PrintOrder }) {
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
        {REPRINT.shippingMethod}: {CUSTOMER.methodName(payload.method)}
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
  quantity: (title: string) => `Quantity of ${title}`,
  ofSent: (quantity: number) => `of ${quantity}`,
  badQuantity: (quantity: number) => `Enter a whole number from 0 to ${quantity}.`,
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

export const REASON_LABELS: Readonly<Record<ReprintReason, string>> = {
  damaged: "Arrived damaged",
  lost: "Lost in transit",
  misprint: "Misprinted",
  other: "Other",
};

/** Why a reprint was not previewed, or not sent. */
export const REFUSAL_MESSAGES: Readonly<Record<Exclude<ReprintResult["result"], "done">, string>> = {
  not_found:
    "Shopify doesn't show this order to Inkbridge. Orders older than 60 days need access to older orders in Settings.",
  invalid_state: "These items can't be reprinted: the order or the print order changed. Reload the page.",
  unavailable: "Shopify can't be reached. Try again in a moment.",
  changed: "The order changed. Check the new preview before you send the reprint.",
  again: "Someone reprinted some of these items in the meantime. Check the preview before you send another reprint.",
  blocked: "These items can't be reprinted until the reasons below are resolved.",
};
