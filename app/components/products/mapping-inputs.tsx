import { useFetcher } from "@remix-run/react";
import { useEffect, lazy, Suspense, useState } from "react";
import { BlockStack, Box, Button, InlineStack, TextField, Checkbox, type TextFieldProps } from "@shopify/polaris";
import { SkuField, type SkuFieldProps } from "../common/sku-field.tsx";
import { ArtworkThumbnail, ArtworkPlaceholder } from "../common/artwork-thumbnail.tsx";
import { COPY } from "./copy.ts";
import { FILES } from "./files/copy.ts";
import { isWebUrl } from "../../catalog/mapping-drafts.ts";
import { allOverridable, type FieldProblems } from "../../catalog/field-problems.ts";

const SUGGEST_DEBOUNCE_MS = 200;

/** A print SKU, with suggestions out of the shop's mappings. */
export function MappedSkuField(props: Omit<SkuFieldProps, "suggestions" | "focused">) {
  const { load, data } = useFetcher<{ skus: string[] }>();
  const { value } = props;
  const typed = value.trim();
  useEffect(() => {
    if (typed === "") return;
    const timer = setTimeout(() => load(`/app/products/skus?near=${encodeURIComponent(typed)}`), SUGGEST_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, load]);
  return <SkuField {...props} suggestions={typed === "" ? [] : (data?.skus ?? [])} />;
}

// Loaded when it is opened.
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
