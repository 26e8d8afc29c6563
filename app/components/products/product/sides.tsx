import { Button, Box, Select } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { SideChoices, SkuAreas } from "../../../catalog/artwork-findings.ts";
import type { Draft } from "../../../catalog/mapping-drafts.ts";
import { PRINT_SIDES, sideName, type ArtworkSide, type FurtherSide } from "../../../ports/order-model.ts";
import { ARTWORK_SIDES, FURTHER_SIDES } from "../../../ports/sides.ts";
import { COPY } from "../copy.ts";

export const isFurtherSide = (field: string): field is FurtherSide => FURTHER_SIDES.some((side) => side === field);
export const isPrintSide = (side: ArtworkSide): boolean => PRINT_SIDES.some((one) => one === side);

interface Sides {
  /** Those with a field. */
  shown: ArtworkSide[];
  /** Those that a field may be added for. */
  offered: FurtherSide[];
  /** null: not known yet. */
  product: SkuAreas | null;
}

/** Of a product with more sides, fields are added one by one. */
const SIDES_AT_ONCE = 3;

/** The sides of a mapping: those that the catalog names for its print SKU; where it names none, all that the account takes may be added. */
export function useSides({ itemSku, artworkSides, requiredSides }: Draft, choices: SideChoices): Sides {
  const product = useSkuAreas(itemSku.trim(), choices);
  const named = product?.areas ? product.areas.map(({ side }) => side).filter(isFurtherSide) : FURTHER_SIDES;
  const possible = choices.further && product ? named : [];
  const atOnce = possible.length <= SIDES_AT_ONCE ? possible : [];
  const isShown = (side: ArtworkSide) =>
    isPrintSide(side) ||
    (isFurtherSide(side) && (artworkSides[side] !== undefined || atOnce.includes(side))) ||
    requiredSides.includes(side);
  const shown = ARTWORK_SIDES.filter(isShown);
  return { shown, offered: possible.filter((side) => !shown.includes(side)), product };
}

const DEBOUNCE_MS = 400;

/** Asks for a SKU that is typed; the page has those of stored mappings. */
function useSkuAreas(sku: string, { bySku, further }: SideChoices): SkuAreas | null {
  const { load, data } = useFetcher<{ sku: string; product: SkuAreas }>();
  const stored = Object.hasOwn(bySku, sku) ? bySku[sku] : undefined;
  const isAsked = stored === undefined && sku !== "" && further;
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => load(`/app/products/areas?sku=${encodeURIComponent(sku)}`), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isAsked, sku, load]);
  if (stored) return stored;
  return isAsked && data?.sku === sku ? data.product : null;
}

/** Adds the field of a side. */
export function AddSide({ sides, onAdd }: { sides: readonly FurtherSide[]; onAdd(side: FurtherSide): void }) {
  const text = COPY.fields;
  const add = (chosen: string) => void (isFurtherSide(chosen) && onAdd(chosen));
  const options = sides.map((side) => ({ label: sideName(side), value: side }));
  return (
    <Box maxWidth="260px">
      <Select label={text.addSide} placeholder={text.addSideHint} options={options} value="" onChange={add} />
    </Box>
  );
}

// Loaded when it is opened.
const PrintAreas = lazy(() => import("./print-areas.tsx").then(({ PrintAreas: areas }) => ({ default: areas })));

interface PrintAreasCardProps {
  draft: Draft;
  sides: Sides;
  pixels: SideChoices["pixels"];
}

/** Shows the artwork in the print areas of the product, where the catalog tells them. */
export function PrintAreasCard({ draft, sides: { shown, product }, pixels }: PrintAreasCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { show, hide } = COPY.printAreas;
  if (!product?.areas) return null;
  return (
    <>
      <Box>
        <Button
          variant="plain"
          disclosure={isOpen ? "up" : "down"}
          ariaExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? hide : show}
        </Button>
      </Box>
      {isOpen && (
        <Suspense>
          <PrintAreas
            draft={draft}
            areas={product.areas.filter(({ side }) => shown.includes(side))}
            pictureUrl={product.pictureUrl}
            pixels={pixels}
          />
        </Suspense>
      )}
    </>
  );
}
