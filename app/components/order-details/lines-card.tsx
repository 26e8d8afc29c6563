import { Badge, BlockStack, Button, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import type { OrderLineId } from "../../ports/ids.ts";
import type { Property } from "../../ports/order-model.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import { LineActionButton, type ActionControls } from "./action-button.tsx";
import { Artwork } from "./artwork.tsx";
import { eligibilityMessage, LINES_CARD, quantityText } from "./copy.ts";
import { mappingUrl } from "./fix-links.ts";
import { TitledCard } from "../common/titled-card.tsx";
import { Note, Subheading } from "../common/text.tsx";

export interface LinesCardProps {
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
export const customerTexts = (
  personalization: Personalization | undefined,
  lineId: OrderLineId,
): readonly Property[] =>
  personalization?.status === "read" ? (personalization.lines.find((one) => one.lineId === lineId)?.texts ?? []) : [];

/** What the customer entered for a line. */
export function CustomerTexts({ texts }: { texts: readonly Property[] }) {
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
export function LineHead(props: { title: string; facts: string; badge: ReactNode; children?: ReactNode }) {
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
export function LineButtons(props: {
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
