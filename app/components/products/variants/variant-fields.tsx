import { BlockStack, Checkbox, TextField } from "@shopify/polaris";
import type { ReactNode } from "react";
import { allOverridable, type MappingField } from "../../../catalog/field-problems.ts";
import { mainSide } from "../../../catalog/variants/main-side.ts";
import type { VariantRow } from "../../../catalog/variants/read-variants-page.ts";
import { COPY as PRODUCTS, problemMessage } from "../copy.ts";
import type { MappingForm } from "../use-mapping-form.ts";
import { ArtworkWarnings } from "../artwork-finding-banners.tsx";
import { COPY, variantName } from "./copy.ts";

interface FieldProps {
  row: VariantRow;
  form: MappingForm;
  /** With a visible label. */
  labeled?: boolean;
}

/** The print SKU of a row, with its problem. */
export function SkuField({ row, form, labeled = false }: FieldProps) {
  const problems = form.problems(row.gid);
  return (
    <OwnClicks>
      <BlockStack gap="100">
        <TextField
          label={labeled ? PRODUCTS.fields.printSku : COPY.fields.printSku(variantName(row))}
          labelHidden={!labeled}
          autoComplete="off"
          spellCheck={false}
          {...bind(form, row, "itemSku")}
        />
        {allOverridable(problems) && (
          <Checkbox
            label={PRODUCTS.fields.saveAnyway}
            checked={form.saveAnyway(row.gid)}
            onChange={(saveAnyway) => form.setSaveAnyway(row.gid, saveAnyway)}
          />
        )}
      </BlockStack>
    </OwnClicks>
  );
}

/** The artwork link of a row's main side, with its problem and what may spoil the print. */
export function ArtworkLinkField({ row, form, labeled = false }: FieldProps) {
  const field = mainSide(row.mapping) === "back" ? "artworkBack" : "artworkFront";
  return (
    <OwnClicks>
      <BlockStack gap="100">
        <TextField
          label={
            labeled ? PRODUCTS.fields[field === "artworkBack" ? "back" : "front"] : COPY.fields[field](variantName(row))
          }
          labelHidden={!labeled}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={field === "artworkBack" ? COPY.fields.back : "https://"}
          {...bind(form, row, field)}
        />
        <ArtworkWarnings findings={row.artworkFindings} link={form.draft(row.gid)[field]} />
      </BlockStack>
    </OwnClicks>
  );
}

function bind(form: MappingForm, { gid }: VariantRow, field: MappingField) {
  const problem = form.problems(gid)[field];
  return {
    value: form.draft(gid)[field],
    onChange: (value: string) => form.change([gid], { [field]: value }),
    onBlur: () => form.validateField(gid, field),
    error: problem && problemMessage(field, problem),
  };
}

/** A click on the content does not select the row, and keys do not move through the table. */
export function OwnClicks({ children }: { children: ReactNode }) {
  return (
    <div
      role="presentation"
      style={{ minWidth: 0, whiteSpace: "normal" }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </div>
  );
}
