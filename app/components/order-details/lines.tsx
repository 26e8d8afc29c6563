import { Badge, BlockStack, Button, Divider, InlineStack, Text, Link } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import type { OrderLineId } from "../../ports/ids.ts";
import type { Property } from "../../ports/order-model.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import { LineActionButton, ChangeButton, type ActionControls } from "./actions.tsx";
import { eligibilityMessage, LINES_CARD, quantityText, ITEMS, ARTWORK } from "./copy.ts";
import { mappingUrl } from "./reasons.ts";
import { TitledCard, Note, Subheading, Small } from "../common/text.tsx";
import { MUTABLE_STATES } from "../../orders/core/states.ts";
import type { ItemView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { CHANGE } from "./change-copy.ts";
import { ChangedValuesNote } from "./change-fields.tsx";
import type { ArtworkView } from "../../orders/pages/details/artwork-views.ts";
import { ArtworkPlaceholder, ArtworkThumbnail } from "../common/artwork-thumbnail.tsx";

interface LinesCardProps {
  title: string;
  lines: LineView[];
  /** undefined while loading. */
  personalization: Personalization | undefined;
  orderNumber: string;
  /** Inkbridge sends nothing more of the order. */
  ignored: boolean;
  controls: ActionControls;
}

/** The line items that are in no print order: why, and what can be done. */
export function LinesCard({ title, lines, personalization, ...shared }: LinesCardProps) {
  return (
    <TitledCard title={title}>
      {lines.map((line, at) => (
        <Fragment key={line.id}>
          {at > 0 && <Divider />}
          <Line line={line} texts={customerTexts(personalization, line.id)} {...shared} />
        </Fragment>
      ))}
    </TitledCard>
  );
}

type LineProps = { line: LineView; texts: readonly Property[] } & Omit<
  LinesCardProps,
  "title" | "lines" | "personalization"
>;

function Line({ line, texts, ignored, ...shared }: LineProps) {
  const printable = line.eligibility === "printable";
  const isUndecided = printable || (line.reason === "no_match" && line.quantity > 0);
  const message = printable && ignored ? "" : eligibilityMessage(line.reason);
  const facts = [
    line.variantTitle,
    line.sku && LINES_CARD.sku(line.sku),
    line.itemSku !== "" && LINES_CARD.printSku(line.itemSku),
    quantityText(line),
  ].filter((part) => part);
  return (
    <BlockStack gap="300">
      <LineHead title={line.title} facts={facts.join(" · ")} badge={<EligibilityBadge line={line} ignored={ignored} />}>
        {message !== "" && <Note>{message}</Note>}
        <CustomerTexts texts={texts} />
      </LineHead>
      {line.artwork.length > 0 && <Artwork artwork={line.artwork} title={line.title} />}
      <LineButtons line={line} canMap={isUndecided && !ignored} {...shared} />
    </BlockStack>
  );
}

/** The customer's texts on a line; none while Shopify does not show the order. */
const customerTexts = (personalization: Personalization | undefined, lineId: OrderLineId): readonly Property[] =>
  personalization?.status === "read" ? (personalization.lines.find((one) => one.lineId === lineId)?.texts ?? []) : [];

/** What the customer entered for a line. */
function CustomerTexts({ texts }: { texts: readonly Property[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      {texts.map(({ name, value }, at) => (
        <Text as="p" key={at} breakWord>
          {LINES_CARD.customerText(name, value)}
        </Text>
      ))}
    </>
  );
}

/** What every row of a line begins with. */
function LineHead(props: { title: string; facts: string; badge: ReactNode; children?: ReactNode }) {
  return (
    <InlineStack gap="200" align="space-between" blockAlign="start">
      <BlockStack gap="100">
        <Subheading breakWord>{props.title}</Subheading>
        <Text as="p" breakWord>
          {props.facts}
        </Text>
        {props.children}
      </BlockStack>
      {props.badge}
    </InlineStack>
  );
}

/** What staff can do with a line. */
function LineButtons(props: {
  line: LineView;
  canMap: boolean;
  orderNumber: string;
  controls: ActionControls;
}): ReactNode {
  const { line, canMap, orderNumber, controls } = props;
  const mapUrl = canMap && !line.mapped ? mappingUrl(line, orderNumber) : null;
  if (!mapUrl && !line.action) return null;
  return (
    <InlineStack gap="400" blockAlign="center">
      {mapUrl && (
        <Button url={mapUrl} accessibilityLabel={`${LINES_CARD.mapProduct} ${line.title}`}>
          {LINES_CARD.mapProduct}
        </Button>
      )}
      {line.action && <LineActionButton action={line.action} lineId={line.id} title={line.title} controls={controls} />}
    </InlineStack>
  );
}

function EligibilityBadge({ line: { quantity, eligibility, mapped }, ignored }: { line: LineView; ignored: boolean }) {
  const { badges } = LINES_CARD;
  if (quantity === 0) return <Badge>{badges.removed}</Badge>;
  if (eligibility !== "printable" || ignored) return <Badge>{badges.notPrinted}</Badge>;
  return mapped ? <Badge tone="info">{badges.printed}</Badge> : <Badge tone="warning">{badges.notMapped}</Badge>;
}

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

const THUMBNAIL_PIXELS = 120;

interface ArtworkProps {
  artwork: ArtworkView[];
  title: string;
  pixels?: number;
}

/** The artwork of a line, each side with a link to the full image. */
export function Artwork({ artwork, title, pixels = THUMBNAIL_PIXELS }: ArtworkProps) {
  return (
    <InlineStack gap="300">
      {artwork.map(({ side, url }) => (
        <BlockStack key={side} gap="100" inlineAlign="center">
          {url === "" ? (
            <ArtworkPlaceholder label={ARTWORK.none} pixels={pixels} />
          ) : (
            <LinkedImage url={url} alt={ARTWORK.alt(ARTWORK.sides[side], title)} pixels={pixels} />
          )}
          <Small>{ARTWORK.sides[side]}</Small>
        </BlockStack>
      ))}
    </InlineStack>
  );
}

function LinkedImage({ url, alt, pixels }: { url: string; alt: string; pixels: number }) {
  return (
    <Link url={url} target="_blank" removeUnderline>
      <ArtworkThumbnail url={url} alt={ARTWORK.fullImage(alt)} pixels={pixels} />
    </Link>
  );
}
