import { BlockStack, Button } from "@shopify/polaris";
import { gidNumber } from "../../ports/gid.ts";
import type { VariantToMap } from "../../catalog/variants-to-map.ts";
import { DateTime } from "../common/date-time.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { Small, Strong, Subdued } from "../common/text.tsx";
import { COPY, TAB_COPY } from "./copy.ts";

const text = COPY.toMap;

interface VariantsToMapProps {
  /** waiting: with orders on hold. sold: in orders that nothing holds. */
  tab: "waiting" | "sold";
  variants: readonly VariantToMap[];
}

/** Unmapped variants that orders have. */
export function VariantsToMap({ tab, variants }: VariantsToMapProps) {
  const { empty, hint } = TAB_COPY[tab];
  return (
    <ResponsiveTable
      rows={variants}
      resource={text.resource}
      headings={text.headings[tab]}
      idOf={({ variantGid, title }) => variantGid ?? title}
      empty={{ title: empty, hint }}
      cells={(variant) => [
        <Name variant={variant} />,
        variant.sku,
        heldText(variant),
        <DateTime at={variant.since} />,
        <MapButton variant={variant} />,
      ]}
      phone={(variant) => (
        <BlockStack gap="200" inlineAlign="start">
          <Name variant={variant} />
          <Small>
            {heldText(variant)} {text.since} <DateTime at={variant.since} />
          </Small>
          <MapButton variant={variant} />
        </BlockStack>
      )}
    />
  );
}

function Name({ variant }: { variant: VariantToMap }) {
  return (
    <BlockStack>
      <Strong breakWord>{variant.title}</Strong>
      {variant.variantTitle && <Small breakWord>{variant.variantTitle}</Small>}
    </BlockStack>
  );
}

function MapButton({ variant: { productGid, variantGid, title, variantTitle } }: { variant: VariantToMap }) {
  if (productGid === null || variantGid === null) return <Subdued>{text.deleted}</Subdued>;
  const url = `/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`;
  const name = [title, variantTitle].filter(Boolean).join(", ");
  return (
    <Button url={url} accessibilityLabel={text.mapLabel(name)}>
      {text.map}
    </Button>
  );
}

const heldText = ({ orders, pieces }: VariantToMap) => text.held(orders, pieces);
