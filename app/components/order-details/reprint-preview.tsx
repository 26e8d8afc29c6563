import { Banner, BlockStack, Checkbox, List, Text } from "@shopify/polaris";
import type { ReprintPreview } from "../../orders/actions/reprint.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { artworkOf } from "../../orders/pages/details/artwork-views.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { PriceResult } from "../../quotes/model.ts";
import { formatMoney } from "../common/format.ts";
import { Note, Strong, Subheading } from "../common/text.tsx";
import { Artwork } from "./artwork.tsx";
import { CUSTOMER } from "./copy.ts";
import { NO_PRICE_MESSAGES } from "./price-copy.ts";
import { REPRINT } from "./reprint-copy.ts";

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
