import { Badge, BlockStack, Box, Button, Divider, InlineStack, Link, Text } from "@shopify/polaris";
import { Fragment } from "react";
import type { ArtworkView, LineView } from "../../orders/pages/details/line-views.ts";
import { ArtworkPlaceholder, ArtworkThumbnail } from "../common/artwork-thumbnail.tsx";
import { LineActionButton, type ActionControls } from "./action-button.tsx";
import { ARTWORK, eligibilityMessage, LINES_CARD, quantityText } from "./copy.ts";
import { TitledCard } from "../common/titled-card.tsx";
import { Note, Small, Subheading } from "../common/text.tsx";

const THUMBNAIL_PIXELS = 64;

/** Every line item of the order: printed or not, and why. `ignored`: Inkbridge sends nothing of the order. */
export function LinesCard({ lines, ...shared }: { lines: LineView[]; ignored: boolean; controls: ActionControls }) {
  return (
    <TitledCard title={LINES_CARD.title}>
      {lines.map((line, at) => (
        <Fragment key={line.id}>
          {at > 0 && <Divider />}
          <Line line={line} {...shared} />
        </Fragment>
      ))}
    </TitledCard>
  );
}

function Line({ line, ignored, controls }: { line: LineView; ignored: boolean; controls: ActionControls }) {
  const printable = line.eligibility === "printable";
  const mapUrl = printable && !line.mapped && !ignored && line.productId && `/app/products/${line.productId}`;
  const message = printable && ignored ? "" : eligibilityMessage(line.reason);
  return (
    <BlockStack gap="300">
      <InlineStack gap="400" align="space-between" blockAlign="start" wrap={false}>
        <BlockStack gap="100">
          <Subheading breakWord>{line.title}</Subheading>
          <Facts line={line} />
          {message !== "" && <Note>{message}</Note>}
        </BlockStack>
        <Box minWidth="fit-content">
          <EligibilityBadge line={line} ignored={ignored} />
        </Box>
      </InlineStack>
      {line.artwork.length > 0 && <Artwork artwork={line.artwork} title={line.title} />}
      {(mapUrl || line.action) && (
        <InlineStack gap="400" blockAlign="center">
          {mapUrl && <Button url={mapUrl}>{LINES_CARD.mapProduct}</Button>}
          {line.action && (
            <LineActionButton action={line.action} lineId={line.id} title={line.title} controls={controls} plain />
          )}
        </InlineStack>
      )}
    </BlockStack>
  );
}

function EligibilityBadge({ line: { quantity, eligibility, mapped }, ignored }: { line: LineView; ignored: boolean }) {
  const { badges } = LINES_CARD;
  if (quantity === 0) return <Badge>{badges.removed}</Badge>;
  if (eligibility !== "printable" || ignored) return <Badge>{badges.notPrinted}</Badge>;
  return mapped ? <Badge tone="info">{badges.printed}</Badge> : <Badge tone="warning">{badges.notMapped}</Badge>;
}

function Facts({ line }: { line: LineView }) {
  const parts = [
    line.variantTitle,
    line.sku && LINES_CARD.sku(line.sku),
    line.itemSku !== "" && LINES_CARD.printSku(line.itemSku),
    quantityText(line),
  ].filter((part) => part);
  return (
    <Text as="p" breakWord>
      {parts.join(" · ")}
    </Text>
  );
}

/** The artwork of a line, each side with a link to the full image. */
function Artwork({ artwork, title }: { artwork: ArtworkView[]; title: string }) {
  return (
    <InlineStack gap="300">
      {artwork.map(({ side, url }) => (
        <BlockStack key={side} gap="100" inlineAlign="center">
          {url === "" ? (
            <ArtworkPlaceholder label={ARTWORK.none} pixels={THUMBNAIL_PIXELS} />
          ) : (
            <LinkedImage url={url} alt={ARTWORK.alt(ARTWORK.sides[side], title)} />
          )}
          <Small>{ARTWORK.sides[side]}</Small>
        </BlockStack>
      ))}
    </InlineStack>
  );
}

function LinkedImage({ url, alt }: { url: string; alt: string }) {
  return (
    <Link url={url} external accessibilityLabel={ARTWORK.fullImage(alt)} removeUnderline>
      <ArtworkThumbnail url={url} alt={alt} pixels={THUMBNAIL_PIXELS} />
    </Link>
  );
}
