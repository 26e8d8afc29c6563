import { Banner, BlockStack, Box, InlineGrid, SkeletonBodyText, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { foldName } from "../../common/clean-text.ts";
import type { Property } from "../../ports/order-model.ts";
import { Note, Subdued, Subheading } from "../common/text.tsx";
import { ITEMS, PERSONALIZATION } from "./copy.ts";
import { Artwork } from "./lines.tsx";
import { REVIEW } from "./review-copy.ts";
import type { Review, ReviewedItem } from "./use-review.ts";

interface ReviewItemProps {
  reviewed: ReviewedItem;
  /** undefined while loading. */
  personalization: Personalization | undefined;
  pixels: number;
  /** Below the texts. */
  children?: ReactNode;
}

/** An item with its artwork beside what the customer wrote for it, and the note that is sent. */
export function ReviewItem({ reviewed, personalization, pixels, children }: ReviewItemProps) {
  const { item, line, reasons } = reviewed;
  // Before the first complete payload, the mapping shows what is there already.
  const artwork = item.artwork.length === 0 ? (line?.artwork ?? []) : item.artwork;
  const unused = reasons.filter(({ code }) => code === "details_unused");
  return (
    <InlineGrid columns={{ xs: 1, md: ["oneHalf", "oneHalf"] }} gap="400">
      {artwork.length > 0 ? (
        <Artwork artwork={artwork} title={item.title} pixels={pixels} />
      ) : (
        <Note>{REVIEW.noArtwork}</Note>
      )}
      <BlockStack gap="300">
        <BlockStack gap="050">
          <Subheading breakWord>{item.title}</Subheading>
          <Text as="p" breakWord>
            {[ITEMS.sku(item.itemSku), ITEMS.quantity(item.quantity)].join(" · ")}
          </Text>
        </BlockStack>
        {unused.map(({ id, message }) => (
          <Banner key={id} tone="warning">
            <p>{message}</p>
          </Banner>
        ))}
        <Texts reviewed={reviewed} personalization={personalization} />
        {children}
      </BlockStack>
    </InlineGrid>
  );
}

function Texts({ reviewed, personalization }: Pick<ReviewItemProps, "reviewed" | "personalization">) {
  if (personalization === undefined) {
    return (
      <Box minHeight="120px">
        <SkeletonBodyText lines={4} />
      </Box>
    );
  }
  if (personalization.status === "unreadable") return <Text as="p">{REVIEW.textsUnread}</Text>;
  const { texts, note } = textsOf(reviewed, personalization);
  return (
    <>
      <BlockStack gap="100">
        <Subdued>{REVIEW.customerWrote}</Subdued>
        {texts.length === 0 && <Text as="p">{PERSONALIZATION.changed}</Text>}
        {texts.map(({ name, value }, at) => (
          <BlockStack key={at}>
            <Text as="p" breakWord>
              {name}
            </Text>
            <Text as="p" variant="headingLg" breakWord>
              “{value}”
            </Text>
          </BlockStack>
        ))}
      </BlockStack>
      <BlockStack gap="100">
        <Subdued>{REVIEW.printNote}</Subdued>
        <Text as="p" variant={note ? "headingMd" : "bodyMd"} breakWord>
          {note ? `“${note}”` : REVIEW.noNote}
        </Text>
      </BlockStack>
    </>
  );
}

function textsOf(
  { item }: ReviewedItem,
  personalization: Extract<Personalization, { status: "read" }>,
): { texts: Property[]; note: string | null } {
  return personalization.lines.find(({ lineId }) => lineId === item.lineId) ?? { texts: [], note: null };
}

/** Whether every text that waits for a review is on the page: nothing is approved that nobody has seen. */
export function isShown({ reasons, items }: Review, personalization: Personalization | undefined): boolean {
  if (personalization?.status !== "read") return false;
  return reasons.every((reason) => {
    const reviewed = items.find((one) => one.reasons.includes(reason));
    if (!reviewed) return false;
    const names = textsOf(reviewed, personalization).texts.map(({ name }) => foldName(name));
    return [reason.detail["properties"] ?? []].flat().every((name) => names.includes(foldName(String(name))));
  });
}
