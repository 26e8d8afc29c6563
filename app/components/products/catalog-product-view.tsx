import { BlockStack, Card, InlineStack, Page, Text } from "@shopify/polaris";
import type { StoredProduct, StoredVariant } from "../../print-catalog/catalog.ts";
import { sideName, type Side } from "../../ports/order-model.ts";
import { formatMoney, formatNumber } from "../common/format.ts";
import { addressOfList, usePages } from "../common/list-address.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { CardHeading, Note, Small, Strong, Subdued, TitledCard } from "../common/text.tsx";
import { CATALOG } from "./catalog-copy.ts";
import { CatalogPicture, ColorName, StockBadge } from "./catalog-parts.tsx";

/** A product of the catalog, and one page of its variants. */
export interface CatalogProductPage {
  product: StoredProduct & { preview: string | null };
  variants: StoredVariant[];
  /** How many there are, and how many of the present ones are in stock. */
  counts: { all: number; present: number; inStock: number };
  after: number | null;
  next: number | null;
  currency: string;
}

const text = CATALOG.variants;

/** One product of the print service, with the SKU of each variant. */
export function CatalogProductView({ page }: { page: CatalogProductPage }) {
  const { product, variants, counts, currency } = page;
  // Mostly all variants have the same areas: these are named once.
  const areas = variants.map(areasOf);
  const differ = new Set(areas.map((all) => all.join())).size > 1;
  const headings = differ ? [...text.headings, text.areas] : text.headings;
  const pages = usePages(page.after, page.next, (after) => `?after=${after}`);
  return (
    <Page title={product.name} backAction={{ content: CATALOG.back, url: addressOfList("/app/catalog") }}>
      <BlockStack gap="400">
        <Card>
          <InlineStack gap="400" wrap={false} blockAlign="center">
            <CatalogPicture preview={product.preview} alt={product.name} pixels={96} />
            <BlockStack gap="200" inlineAlign="start">
              {product.code !== product.name && <Note breakWord>{product.code}</Note>}
              <StockBadge isGone={product.isGone} inStock={counts.inStock} variants={counts.present} />
            </BlockStack>
          </InlineStack>
        </Card>
        {!differ && areas[0] && areas[0].length > 0 && (
          <TitledCard title={text.areas}>
            <Areas areas={areas[0]} />
          </TitledCard>
        )}
        <Card padding="0">
          <div style={{ padding: "var(--p-space-400)" }}>
            <CardHeading>{`${text.title} (${formatNumber(counts.all)})`}</CardHeading>
          </div>
          <ResponsiveTable
            rows={variants}
            resource={text.resource}
            headings={headings}
            idOf={({ id }) => id}
            empty={text.none}
            pagination={pages && { ...pages, accessibilityLabel: text.pages }}
            cells={(variant) => [
              <Sku variant={variant} />,
              <VariantName variant={variant} />,
              <Costs variant={variant} currency={currency} />,
              <MadeIn variant={variant} />,
              <VariantStock variant={variant} />,
              ...(differ ? [<Areas areas={areasOf(variant)} />] : []),
            ]}
            phone={(variant) => (
              <BlockStack gap="100" inlineAlign="start">
                <Sku variant={variant} />
                <VariantName variant={variant} />
                <Costs variant={variant} currency={currency} />
                <Small>
                  <MadeIn variant={variant} />
                </Small>
                <VariantStock variant={variant} />
                {differ && <Areas areas={areasOf(variant)} />}
              </BlockStack>
            )}
          />
        </Card>
      </BlockStack>
    </Page>
  );
}

interface VariantProps {
  variant: StoredVariant;
}

function Sku({ variant: { itemSku, oldSkus } }: VariantProps) {
  return (
    <div style={{ whiteSpace: "normal", minWidth: 160 }}>
      <BlockStack>
        <Strong breakWord>{itemSku}</Strong>
        {oldSkus.length > 0 && <Small breakWord>{text.old(oldSkus)}</Small>}
      </BlockStack>
    </div>
  );
}

/** Title, and the attributes that the title does not say. */
function VariantName({ variant: { title, attributes, color, hexColor } }: VariantProps) {
  const more = attributes.filter(({ value }) => value !== "" && value !== color && !title.includes(value));
  return (
    <div style={{ whiteSpace: "normal" }}>
      <BlockStack>
        {color ? <ColorName name={title || color} hex={hexColor} /> : <span>{title}</span>}
        {more.length > 0 && <Small>{more.map(({ name, value }) => `${name}: ${value}`).join(", ")}</Small>}
      </BlockStack>
    </div>
  );
}

/** One cost, or that of each place. */
function Costs({ variant: { locations, cost }, currency }: VariantProps & { currency: string }) {
  if (cost === null) return <Subdued>{CATALOG.unknownCost}</Subdued>;
  const known = locations.flatMap(({ baseCost, ...place }) =>
    baseCost === null ? [] : [{ baseCost, madeIn: placeName(place) }],
  );
  const isSame = new Set(known.map(({ baseCost }) => baseCost)).size === 1;
  if (isSame) return <>{formatMoney(cost, currency)}</>;
  return (
    <BlockStack>
      {known.map(({ baseCost, madeIn }) => (
        <span key={`${madeIn} ${baseCost}`}>
          {formatMoney(baseCost, currency)} {madeIn && <Small>{madeIn}</Small>}
        </span>
      ))}
    </BlockStack>
  );
}

const placeName = ({ name, madeIn, code }: Pick<StoredVariant["locations"][number], "name" | "madeIn" | "code">) =>
  name || madeIn || code;

function MadeIn({ variant: { locations } }: VariantProps) {
  const places = new Set(locations.map(placeName).filter(Boolean));
  return <span style={{ whiteSpace: "normal" }}>{[...places].join(", ")}</span>;
}

/** Each area once, with its pixels and resolution as far as they are told. */
function areasOf({ locations }: StoredVariant): string[] {
  const areas = locations.flatMap(({ printAreas }) =>
    printAreas.map(({ name, key, width, height, resolution, fileFormat }) => {
      const size = width !== null && height !== null ? `${formatNumber(width)} × ${formatNumber(height)} pixels` : "";
      const dpi = resolution === null ? "" : `${formatNumber(resolution)} dpi`;
      return [sideName((name || key) as Side), [size, dpi, fileFormat ?? ""].filter(Boolean).join(", ")]
        .filter(Boolean)
        .join(": ");
    }),
  );
  return [...new Set(areas)];
}

const Areas = ({ areas }: { areas: readonly string[] }) => (
  <div style={{ whiteSpace: "normal", minWidth: 180 }}>
    {areas.map((area) => (
      <Text as="p" key={area} variant="bodySm">
        {area}
      </Text>
    ))}
  </div>
);

const VariantStock = ({ variant: { isGone, outOfStock } }: VariantProps) => (
  <StockBadge isGone={isGone} inStock={outOfStock ? 0 : 1} variants={1} />
);
