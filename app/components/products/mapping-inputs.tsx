import { useFetcher } from "@remix-run/react";
import { useEffect, lazy, Suspense, useState } from "react";
import { BlockStack, Box, Button, InlineStack, TextField, Checkbox, type TextFieldProps } from "@shopify/polaris";
import { SkuField, type SkuFieldProps } from "../common/sku-field.tsx";
import { ArtworkThumbnail, ArtworkPlaceholder } from "../common/artwork-thumbnail.tsx";
import { SmallNote } from "../common/text.tsx";
import type { SkuHint, SkuOffer } from "../../catalog/catalog-skus.ts";
import { CATALOG_PICKER, MATCHES, hintText, offeredSku } from "./catalog-picker-copy.ts";
import { COPY } from "./copy.ts";
import { FILES } from "./files/copy.ts";
import { isWebUrl } from "../../catalog/mapping-drafts.ts";
import { allOverridable, type FieldProblems } from "../../catalog/field-problems.ts";

const SUGGEST_DEBOUNCE_MS = 200;

// Loaded when it is opened.
const CatalogPicker = lazy(() =>
  import("./catalog-picker.tsx").then(({ CatalogPicker: picker }) => ({ default: picker })),
);

/** The answer about a SKU that somebody may be typing. */
export interface SkuAnswer {
  near: string;
  /** Of the shop's mappings, likeliest first. */
  skus: string[];
  /** What the catalog says of the text as a SKU; null: nothing. */
  hint: SkuHint | null;
}

interface MappedSkuFieldProps extends Omit<SkuFieldProps, "suggestions" | "focused"> {
  /**
   * What staff can choose the SKU from, beside the field, which then also says what the print service's catalog says of the SKU. Left out:
   * the field is one of many.
   */
  offer?: SkuOffer;
}

/** A print SKU, with suggestions out of the shop's mappings. */
export function MappedSkuField({ offer, ...props }: MappedSkuFieldProps) {
  const { load, data } = useFetcher<SkuAnswer>();
  const [choosing, setChoosing] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const { value, label, onChange } = props;
  const typed = value.trim();
  const isAsked = typed !== "" && (isTyped || offer !== undefined);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => load(`/app/products/skus?near=${encodeURIComponent(typed)}`), SUGGEST_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, isAsked, load]);
  const type = (sku: string) => {
    setTyped(true);
    onChange(sku);
  };
  const hint = offer !== undefined && data?.near === typed ? data.hint : null;
  return (
    <BlockStack gap="100" inlineAlign="stretch">
      <SkuField {...props} onChange={type} suggestions={typed === "" ? [] : (data?.skus ?? [])} />
      {hint && <CatalogHint hint={hint} onUse={onChange} />}
      {offer && (
        <Button
          variant="plain"
          textAlign="start"
          accessibilityLabel={CATALOG_PICKER.actionLabel[offer](label)}
          onClick={() => setChoosing(true)}
        >
          {CATALOG_PICKER.action[offer]}
        </Button>
      )}
      {offer && choosing && (
        <Suspense>
          <CatalogPicker
            offer={offer}
            choice={{
              kind: "sku",
              onChoose: (sku) => {
                setChoosing(false);
                onChange(sku);
              },
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </BlockStack>
  );
}

/** What the catalog says of a SKU. The SKU can be saved all the same. */
function CatalogHint({ hint, onUse }: { hint: SkuHint; onUse(sku: string): void }) {
  const offered = offeredSku(hint);
  return (
    <InlineStack gap="200" blockAlign="center">
      <div role="status">
        <SmallNote tone="caution" breakWord>
          {hintText(hint)}
        </SmallNote>
      </div>
      {offered !== null && (
        <Button variant="plain" size="micro" onClick={() => onUse(offered)}>
          {MATCHES.use(offered)}
        </Button>
      )}
    </InlineStack>
  );
}

const FilePicker = lazy(() =>
  import("./files/file-picker.tsx").then(({ FilePicker: picker }) => ({ default: picker })),
);

const DEBOUNCE_MS = 600;
const PIXELS = 64;

type ArtworkFieldProps = { label: string; noFile?: string } & Required<Pick<TextFieldProps, "value">> &
  Pick<TextFieldProps, "onBlur" | "error" | "helpText"> & { onChange(value: string): void };

/** A link to artwork, with its picture: typed, or that of a file in Shopify. */
export function ArtworkField(props: ArtworkFieldProps) {
  const { label, noFile = COPY.fields.noArtwork, value, onChange, onBlur, error, helpText } = props;
  const link = useDebounced(value.trim());
  const [choosing, setChoosing] = useState(false);
  return (
    <InlineStack gap="300" wrap={false} blockAlign="start">
      <Box paddingBlockStart="600">
        {isWebUrl(link) ? (
          <ArtworkThumbnail url={link} alt={label} pixels={PIXELS} />
        ) : (
          <ArtworkPlaceholder label={noFile} pixels={PIXELS} />
        )}
      </Box>
      <div style={{ flex: "1 1 0", minWidth: 0 }}>
        <BlockStack gap="100" inlineAlign="stretch">
          <TextField
            label={label}
            type="url"
            autoComplete="off"
            inputMode="url"
            placeholder="https://"
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={error}
            helpText={helpText}
          />
          <Button
            variant="plain"
            textAlign="start"
            accessibilityLabel={FILES.actionLabel(label)}
            onClick={() => setChoosing(true)}
          >
            {FILES.action}
          </Button>
        </BlockStack>
      </div>
      {choosing && (
        <Suspense>
          <FilePicker
            onClose={() => setChoosing(false)}
            onChoose={(chosen) => {
              setChoosing(false);
              onChange(chosen);
            }}
          />
        </Suspense>
      )}
    </InlineStack>
  );
}

/** The value once it has been stable for a moment, so that not every keystroke loads a picture. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

interface SaveAnywayProps {
  /** How many variants the save is for. */
  variants: number;
  problems: FieldProblems;
  checked: boolean;
  onChange(saveAnyway: boolean): void;
}

/** Offers to save despite the problems, where staff may. */
export function SaveAnyway({ variants, problems, checked, onChange }: SaveAnywayProps) {
  const { saveAnyway, saveAnywayHelp } = COPY.fields;
  if (!allOverridable(problems)) return null;
  return <Checkbox label={saveAnyway} helpText={saveAnywayHelp(variants)} checked={checked} onChange={onChange} />;
}
