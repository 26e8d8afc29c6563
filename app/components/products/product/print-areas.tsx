import { BlockStack, InlineStack, Text } from "@shopify/polaris";
import { areaDpi, areaWarnings, typeName, type SideArea } from "../../../artwork/print-areas.ts";
import type { SideChoices } from "../../../catalog/artwork-findings.ts";
import { isWebUrl, type Draft } from "../../../catalog/mapping-drafts.ts";
import { sideName } from "../../../ports/order-model.ts";
import { linkOf } from "../../../ports/sides.ts";
import { ArtworkThumbnail, usePreview } from "../../common/artwork-thumbnail.tsx";
import { Note, SmallNote } from "../../common/text.tsx";
import { COPY, warningMessage } from "../copy.ts";

const text = COPY.printAreas;

/** The longer edge of an area, and the side of the product's picture. */
const PIXELS = 160;

interface PrintAreasProps {
  draft: Draft;
  areas: readonly SideArea[];
  pictureUrl: string;
  pixels: SideChoices["pixels"];
}

/** Each area with its artwork, as large as fits in whole, beside the picture of the product. Where an area is on the product is not known. */
export function PrintAreas({ draft, areas, pictureUrl, pixels }: PrintAreasProps) {
  return (
    <BlockStack gap="300">
      <Note>{text.about}</Note>
      <InlineStack gap="400" blockAlign="start">
        {pictureUrl !== "" && (
          <BlockStack gap="100">
            <ArtworkThumbnail url={pictureUrl} alt={text.template} pixels={PIXELS} />
            <SmallNote>{text.template}</SmallNote>
          </BlockStack>
        )}
        {areas.map((area) => {
          const link = linkOf(draft, area.side).trim();
          return <Area key={area.side} area={area} link={isWebUrl(link) ? link : ""} pixels={pixels[link] ?? null} />;
        })}
      </InlineStack>
    </BlockStack>
  );
}

interface AreaProps {
  area: SideArea;
  /** "": no artwork. */
  link: string;
  /** Of the artwork; null: not read yet. */
  pixels: { width: number; height: number } | null;
}

function Area({ area, link, pixels }: AreaProps) {
  const { side, size, types } = area;
  const name = sideName(side);
  return (
    <div style={{ width: PIXELS }}>
      <BlockStack gap="100">
        <div style={{ height: PIXELS, display: "grid", placeItems: "center" }}>
          <div
            style={{
              ...shapeOf(size ?? { width: 1, height: 1 }),
              border: "1px dashed var(--p-color-border-emphasis)",
              background: "var(--p-color-bg-surface-secondary)",
            }}
          >
            {link !== "" && <AreaPicture link={link} alt={text.alt(name)} />}
          </div>
        </div>
        <Text as="p" fontWeight="semibold">
          {name}
        </Text>
        <SmallNote breakWord>{text.size(area)}</SmallNote>
        {types && <SmallNote breakWord>{text.types(types.map(typeName))}</SmallNote>}
        <SmallNote breakWord>
          {link === "" ? text.empty : pixels ? text.fits(wordsOf(area, pixels)) : text.unread}
        </SmallNote>
      </BlockStack>
    </div>
  );
}

/** The area's own shape, its longer edge as long as any other's. */
function shapeOf({ width, height }: { width: number; height: number }) {
  const longer = Math.max(width, height);
  return { width: (PIXELS * width) / longer, height: (PIXELS * height) / longer };
}

function AreaPicture({ link, alt }: { link: string; alt: string }) {
  const preview = usePreview(`/app/artwork?link=${encodeURIComponent(link)}`);
  if (preview.state !== "loaded") return null;
  return (
    <img
      src={preview.source}
      alt={alt}
      style={{ display: "block", width: "100%", height: "100%", objectFit: "contain" }}
    />
  );
}

/** How the artwork suits the area. */
function wordsOf(area: SideArea, pixels: { width: number; height: number }): string[] {
  const warnings = areaWarnings(pixels, area).map(warningMessage);
  if (warnings.length > 0 || !area.size) return warnings;
  const dpi = areaDpi(pixels, area);
  return [dpi === null ? text.largeEnough : text.dpi(dpi)];
}
