import { BlockStack, InlineStack, Link } from "@shopify/polaris";
import type { ArtworkView } from "../../orders/pages/details/artwork-views.ts";
import { ArtworkPlaceholder, ArtworkThumbnail } from "../common/artwork-thumbnail.tsx";
import { Small } from "../common/text.tsx";
import { ARTWORK } from "./copy.ts";

const THUMBNAIL_PIXELS = 120;

/** The artwork of a line, each side with a link to the full image. */
export function Artwork({ artwork, title }: { artwork: ArtworkView[]; title: string }) {
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
    <Link url={url} target="_blank" removeUnderline>
      <ArtworkThumbnail url={url} alt={ARTWORK.fullImage(alt)} pixels={THUMBNAIL_PIXELS} />
    </Link>
  );
}
