import { Badge, BlockStack, InlineStack } from "@shopify/polaris";
import { MUTABLE_STATES } from "../../orders/core/states.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { ItemView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { ChangeButton, type ActionControls } from "./action-button.tsx";
import { CHANGE } from "./change-copy.ts";
import { ChangedValuesNote } from "./change-preview.tsx";
import { Artwork } from "./artwork.tsx";
import { ITEMS } from "./copy.ts";
import { CustomerTexts, customerTexts, LineButtons, LineHead } from "./lines-card.tsx";
import type { OrderLineId } from "../../ports/ids.ts";
import type { Property } from "../../ports/order-model.ts";
import { Note, Subheading } from "../common/text.tsx";

interface ItemsProps {
  submission: SubmissionView;
  lines: LineView[];
  /** undefined while loading. */
  personalization: Personalization | undefined;
  orderNumber: string;
  controls: ActionControls;
}

/** The items of a submission: what is printed, how often and with what, and the print service's status of each. */
export function Items({ submission, lines, personalization, ...shared }: ItemsProps) {
  return (
    <BlockStack gap="400">
      <Subheading>{ITEMS.title}</Subheading>
      {submission.items.map((item) => (
        <Item
          key={item.id}
          item={item}
          line={lines.find(({ id }) => id === item.lineId)}
          texts={customerTexts(personalization, item.lineId)}
          noteNow={noteNow(personalization, item.lineId)}
          isMutable={MUTABLE_STATES.includes(submission.state)}
          {...shared}
        />
      ))}
    </BlockStack>
  );
}

type ItemProps = Pick<ItemsProps, "orderNumber" | "controls"> & {
  item: ItemView;
  line: LineView | undefined;
  texts: readonly Property[];
  /** null: not known. */
  noteNow: string | null;
  isMutable: boolean;
};

/** The note that the line would be sent with now, also before the stored payload has followed a change of the settings. */
const noteNow = (personalization: Personalization | undefined, lineId: OrderLineId): string | null =>
  personalization?.status === "read"
    ? (personalization.lines.find((one) => one.lineId === lineId)?.note ?? null)
    : null;

function Item({ item, line, texts, noteNow, isMutable, ...shared }: ItemProps) {
  const isFinal = item.fulfilled >= item.quantity;
  // Before the first complete payload, the mapping shows what is there already.
  const artwork = item.artwork.length === 0 && isMutable ? (line?.artwork ?? []) : item.artwork;
  const note = (isMutable ? noteNow : null) ?? item.note;
  const facts = [
    ITEMS.sku(item.itemSku),
    ITEMS.quantity(item.quantity),
    item.fulfilled > 0 && ITEMS.fulfilled(item.fulfilled, item.quantity),
  ].filter((part) => part);
  return (
    <BlockStack gap="300">
      <LineHead title={item.title} facts={facts.join(" · ")} badge={<ProviderStatus item={item} isFinal={isFinal} />}>
        <CustomerTexts texts={texts} />
        {note !== "" && <Note breakWord>{ITEMS.note(note)}</Note>}
      </LineHead>
      {artwork.length > 0 && <Artwork artwork={artwork} title={item.title} />}
      {line?.change && <ChangedValuesNote change={line.change} />}
      {line && isMutable && (
        <InlineStack>
          <ChangeButton label={CHANGE.item} lineId={line.id} title={item.title} controls={shared.controls} />
        </InlineStack>
      )}
      {line && isMutable && <LineButtons line={line} canMap {...shared} />}
    </BlockStack>
  );
}

/** The print service's own words. `isFinal`: the item is fulfilled, and the last status that was reported is none any more. */
function ProviderStatus({ item: { orderStatus, paymentStatus }, isFinal }: { item: ItemView; isFinal: boolean }) {
  const paid = paymentStatus?.toLowerCase() === "paid";
  return (
    <InlineStack gap="200" align="end">
      {orderStatus !== null && !isFinal && (
        <Badge tone={orderStatus.toLowerCase() === "not verify" ? "critical" : "info"}>
          {ITEMS.status(orderStatus)}
        </Badge>
      )}
      {paymentStatus !== null && !paid && <Badge tone="attention">{ITEMS.billing(paymentStatus)}</Badge>}
    </InlineStack>
  );
}
