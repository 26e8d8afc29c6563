import { Badge, BlockStack, Divider, InlineGrid, InlineStack, Link, Text } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import type { OrderLineId } from "../../ports/ids.ts";
import type { Property } from "../../ports/order-model.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { ArtworkView, LineView } from "../../orders/pages/details/line-views.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import { ARTWORK, eligibilityMessage, ITEMS, KIND_LABELS, LINES_CARD, quantityText } from "./copy.ts";
import { TitledCard, Note, Subheading, Small } from "../common/text.tsx";
import { MUTABLE_STATES } from "../../orders/core/states.ts";
import { refusalText } from "../common/copy.ts";
import type { DrawnTextView, ItemView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { ChangedValuesNote } from "./changed-values.tsx";
import { ArtworkPlaceholder, ArtworkThumbnail, Thumbnail } from "../common/artwork-thumbnail.tsx";

interface ItemsCardProps {
  page: OrderDetails;
  /** undefined while loading. */
  personalization: Personalization | undefined;
}

/** The print orders that still count: neither canceled nor replaced. */
export const activeOf = ({ submissions }: Pick<OrderDetails, "submissions">): SubmissionView[] =>
  submissions.filter(({ state, replaced }) => state !== "cancelled" && !replaced);

/** What was ordered: the items of each print order that still counts, and then the lines of none. */
export function ItemsCard({ page, personalization }: ItemsCardProps) {
  const active = activeOf(page).toReversed();
  const printed = new Set(active.flatMap(({ items }) => items.map(({ lineId }) => lineId)));
  const others = page.lines.filter(({ id }) => !printed.has(id));
  const ignored = page.ignoredReason !== null || page.cancelled;
  return (
    <TitledCard title={printed.size > 0 ? ITEMS.title : LINES_CARD.title}>
      {active.map((submission) => (
        <BlockStack key={submission.id} gap="400">
          {active.length > 1 && <Subheading>{ITEMS.of(KIND_LABELS[submission.kind])}</Subheading>}
          <Items submission={submission} lines={page.lines} personalization={personalization} />
        </BlockStack>
      ))}
      {others.length > 0 && printed.size > 0 && (
        <>
          <Divider />
          <Subheading>{LINES_CARD.others}</Subheading>
        </>
      )}
      {others.map((line, at) => (
        <Fragment key={line.id}>
          {at > 0 && <Divider />}
          <Line line={line} texts={customerTexts(personalization, line.id)} ignored={ignored} />
        </Fragment>
      ))}
    </TitledCard>
  );
}

/** A line that is in no print order, and why. `ignored`: Inkbridge sends nothing more of the order. */
function Line({ line, texts, ignored }: { line: LineView; texts: readonly Property[]; ignored: boolean }) {
  const printable = line.eligibility === "printable";
  const message = printable && ignored ? "" : eligibilityMessage(line);
  const facts = [
    line.variantTitle,
    line.sku && LINES_CARD.sku(line.sku),
    line.itemSku !== "" && LINES_CARD.printSku(line.itemSku),
    quantityText(line),
  ];
  return (
    <Pictured
      artwork={line.artwork}
      title={line.title}
      facts={facts}
      badge={<EligibilityBadge line={line} ignored={ignored} />}
    >
      {message !== "" && <Note>{message}</Note>}
      <CustomerTexts texts={texts} />
    </Pictured>
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

interface PicturedProps {
  artwork: ArtworkView[];
  title: string;
  facts: readonly (string | false | null)[];
  badge: ReactNode;
  /** Below the first of the page. */
  lazy?: boolean;
  children?: ReactNode;
}

/** Pictures are as high before they come, and a text that comes later grows beside them: neither moves what is below. */
const BESIDE = { xs: "min(144px, 38vw) minmax(0, 1fr)", md: "fit-content(300px) minmax(0, 1fr)" };

/** One picture is large enough to be judged; several stand in pairs. */
const pixelsOf = (artwork: readonly ArtworkView[]): number => (artwork.length === 1 ? 240 : 144);

/** A line with its artwork beside what is said of it. */
function Pictured({ artwork, title, facts, badge, lazy, children }: PicturedProps) {
  const text = (
    <BlockStack gap="100" inlineAlign="start">
      <Subheading breakWord>{title}</Subheading>
      <Text as="p" breakWord>
        {facts.filter((part) => part).join(" · ")}
      </Text>
      {badge}
      {children}
    </BlockStack>
  );
  if (artwork.length === 0) return text;
  return (
    <InlineGrid columns={BESIDE} gap="400">
      <Artwork artwork={artwork} title={title} pixels={pixelsOf(artwork)} lazy={lazy} />
      {text}
    </InlineGrid>
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
}

/** The items of a submission: what is printed, how often and with what, and the print service's status of each. */
export function Items({ submission, lines, personalization }: ItemsProps) {
  return (
    <BlockStack gap="400">
      {submission.items.map((item, at) => (
        <Item
          key={item.id}
          item={item}
          line={lines.find(({ id }) => id === item.lineId)}
          texts={customerTexts(personalization, item.lineId)}
          noteNow={noteNow(personalization, item.lineId)}
          isMutable={MUTABLE_STATES.includes(submission.state)}
          lazy={at > 0}
        />
      ))}
    </BlockStack>
  );
}

/** The customer's texts on an item's artwork, and why one is not drawn. */
export function DrawnTexts({ texts }: { texts: readonly DrawnTextView[] }) {
  return texts.map(({ side, text, problem, makesFile, made }) => (
    <BlockStack key={side}>
      <Text as="p" breakWord>
        {ITEMS.drawn(ARTWORK.side(side), text.replaceAll("\n", " / "))}
      </Text>
      {problem ? (
        <Text as="p" tone="critical" breakWord>
          {refusalText(problem)}
        </Text>
      ) : (
        <Note>{!makesFile ? ITEMS.pictureOnly : made ? ITEMS.fileMade : ITEMS.makesFile}</Note>
      )}
    </BlockStack>
  ));
}

interface ItemProps {
  item: ItemView;
  line: LineView | undefined;
  texts: readonly Property[];
  /** null: not known. */
  noteNow: string | null;
  isMutable: boolean;
  lazy: boolean;
}

/** The note that the line would be sent with now, also before the stored payload has followed a change of the settings. */
const noteNow = (personalization: Personalization | undefined, lineId: OrderLineId): string | null =>
  personalization?.status === "read"
    ? (personalization.lines.find((one) => one.lineId === lineId)?.note ?? null)
    : null;

function Item({ item, line, texts, noteNow, isMutable, lazy }: ItemProps) {
  const isFinal = item.fulfilled >= item.quantity;
  // Before the first complete payload, the mapping shows what is there already.
  const artwork = item.artwork.length === 0 && isMutable ? (line?.artwork ?? []) : item.artwork;
  const note = (isMutable ? noteNow : null) ?? item.note;
  const facts = [
    ITEMS.sku(item.itemSku),
    ITEMS.quantity(item.quantity),
    item.fulfilled > 0 && ITEMS.fulfilled(item.fulfilled, item.quantity),
  ];
  const badge = <ProviderStatus item={item} isFinal={isFinal} />;
  return (
    <Pictured artwork={artwork} title={item.title} facts={facts} badge={badge} lazy={lazy}>
      <CustomerTexts texts={texts} />
      <DrawnTexts texts={item.texts} />
      {isMutable &&
        artwork.flatMap(({ side, warnings = [] }) =>
          warnings.map((warning) => (
            <Note key={`${side} ${warning}`} breakWord>
              {`${ARTWORK.side(side)}: ${warning}`}
            </Note>
          )),
        )}
      {note !== "" && <Note breakWord>{ITEMS.note(note)}</Note>}
      {line?.change && <ChangedValuesNote change={line.change} />}
    </Pictured>
  );
}

/** The print service's own words. `isFinal`: the item is fulfilled, and the last status that was reported is none any more. */
function ProviderStatus({ item: { orderStatus, paymentStatus }, isFinal }: { item: ItemView; isFinal: boolean }) {
  const paid = paymentStatus?.toLowerCase() === "paid";
  if ((orderStatus === null || isFinal) && (paymentStatus === null || paid)) return null;
  return (
    <InlineStack gap="200">
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
  lazy?: boolean;
}

/** The artwork of a line, each side with a link to the full image. */
export function Artwork({ artwork, title, pixels = THUMBNAIL_PIXELS, lazy = false }: ArtworkProps) {
  return (
    <InlineStack gap="300">
      {artwork.map(({ side, url, preview, drawn }) => (
        <BlockStack key={side} gap="100" inlineAlign="center">
          {url === "" ? (
            <ArtworkPlaceholder label={ARTWORK.none} pixels={pixels} />
          ) : drawn !== undefined ? (
            <Thumbnail path={drawn} alt={ARTWORK.withText(ARTWORK.alt(ARTWORK.side(side), title))} pixels={pixels} />
          ) : (
            <Link url={url} target="_blank" removeUnderline>
              <ArtworkThumbnail
                url={url}
                preview={preview}
                alt={ARTWORK.fullImage(ARTWORK.alt(ARTWORK.side(side), title))}
                pixels={pixels}
                lazy={lazy}
              />
            </Link>
          )}
          <Small>{ARTWORK.side(side)}</Small>
        </BlockStack>
      ))}
    </InlineStack>
  );
}
