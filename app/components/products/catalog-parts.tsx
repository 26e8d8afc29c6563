import { Badge, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { CATALOG } from "./catalog-copy.ts";

/** A picture of the catalog, by a signed address; null: there is none. One that does not come leaves its place empty. */
export function CatalogPicture({ preview, alt, pixels }: { preview: string | null; alt: string; pixels: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before React ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(preview);
  }, [preview]);
  const frame = {
    ...{ width: pixels, height: pixels, flexShrink: 0, overflow: "hidden", display: "grid", placeItems: "center" },
    ...{ border: "1px solid var(--p-color-border)", borderRadius: "var(--p-border-radius-200)" },
    background: "var(--p-color-bg-surface-secondary)",
  } as const;
  if (preview === null || preview === failed) return <div style={frame} aria-hidden />;
  const shape = { width: pixels, height: pixels, style: { objectFit: "contain", display: "block" } as const };
  return (
    <div style={frame}>
      <img ref={image} src={preview} alt={alt} {...shape} loading="lazy" onError={() => setFailed(preview)} />
    </div>
  );
}

/** A color with its swatch, where the service tells one. */
export function ColorName({ name, hex }: { name: string; hex: string | null }) {
  return (
    <span style={{ display: "inline-flex", alignItems: "center", gap: "var(--p-space-100)" }}>
      {hex && (
        <span
          aria-hidden
          style={{
            ...{ width: 12, height: 12, flexShrink: 0, borderRadius: "50%", background: hex },
            border: "1px solid var(--p-color-border)",
          }}
        />
      )}
      {name}
    </span>
  );
}

const SHOWN_COLORS = 6;

/** The colors of a product, the first of them. */
export function Colors({ colors }: { colors: readonly { name: string; hex: string | null }[] }) {
  const more = colors.length - SHOWN_COLORS;
  return (
    <div style={{ whiteSpace: "normal", maxWidth: 260 }}>
      <InlineStack gap="200">
        {colors.slice(0, SHOWN_COLORS).map((color) => (
          <ColorName key={color.name} {...color} />
        ))}
        {more > 0 && (
          <Text as="span" tone="subdued">
            {CATALOG.moreColors(more)}
          </Text>
        )}
      </InlineStack>
    </div>
  );
}

/** Whether a product, or a variant alone, can be had. */
export function StockBadge({ isGone, inStock, variants }: { isGone: boolean; inStock: number; variants: number }) {
  if (isGone) return <Badge tone="critical">{CATALOG.gone}</Badge>;
  if (inStock === 0) return <Badge tone="warning">{CATALOG.outOfStock}</Badge>;
  if (inStock < variants) return <Badge tone="attention">{CATALOG.partly(inStock, variants)}</Badge>;
  return <Badge tone="success">{CATALOG.inStock}</Badge>;
}
