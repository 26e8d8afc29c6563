import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ArtworkView, Side } from "../../orders/pages/details/line-views.ts";
import { ArtworkThumbnail, ArtworkPlaceholder } from "../common/artwork-thumbnail.tsx";

const SIDES: Readonly<Record<Side, string>> = { front: "Front", back: "Back", mockup: "Mockup" };
const PIXELS = 64;

/** The pictures of a line, each with a link to the full one. */
export function Artwork({ artwork, title }: { artwork: ArtworkView[]; title: string }) {
  return (
    <InlineStack gap="300">
      {artwork.map(({ side, url }) => (
        <BlockStack key={side} gap="100" inlineAlign="center">
          {url === "" ? (
            <ArtworkPlaceholder label="No artwork" pixels={PIXELS} />
          ) : (
            <LinkedPicture url={url} alt={`${SIDES[side]} of ${title}`} />
          )}
          <Text as="span" variant="bodySm" tone="subdued">
            {SIDES[side]}
          </Text>
        </BlockStack>
      ))}
    </InlineStack>
  );
}

function LinkedPicture({ url, alt }: { url: string; alt: string }) {
  return (
    <Link url={url} external accessibilityLabel={`${alt}, full picture`} removeUnderline>
      <ArtworkThumbnail url={url} alt={alt} pixels={PIXELS} />
    </Link>
  );
}
