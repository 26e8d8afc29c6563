import { Badge, BlockStack, Box, InlineStack, Link, Checkbox, TextField } from "@shopify/polaris";
import type { VariantRow, VariantsPage } from "../../../catalog/variants/read-variants-page.ts";
import { mainSide, type VariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { gidNumber } from "../../../ports/gid.ts";
import {
  cursorPagination,
  OwnClicks,
  ResponsiveTable,
  type ResponsiveTableProps,
} from "../../common/responsive-table.tsx";
import { Small, Strong } from "../../common/text.tsx";
import type { MappingForm } from "../use-mapping-form.ts";
import { COPY, variantBadges, variantName, variantTitle, VIEW_COPY } from "./copy.ts";
import { allOverridable, type MappingField } from "../../../catalog/field-problems.ts";
import { COPY as PRODUCTS, problemMessage } from "../copy.ts";
import { ArtworkWarnings } from "../artwork-finding-banners.tsx";

type Selection =
  | "selected"
  | "selectedItemsCount"
  | "hasMoreItems"
  | "paginatedSelectAllText"
  | "onSelectionChange"
  | "promotedBulkActions"
  | "bulkActions";

interface VariantsTableProps extends Pick<ResponsiveTableProps<VariantRow>, Selection> {
  page: VariantsPage;
  query: VariantsQuery;
  form: MappingForm;
  /** The shop's variants are still read for the first time. */
  reading: boolean;
  onPage(cursor: Pick<VariantsQuery, "after" | "before">): void;
}

/** A page of variants, with the main fields of their mappings. */
export function VariantsTable({ page, query, form, reading, onPage, ...selection }: VariantsTableProps) {
  return (
    <ResponsiveTable
      rows={page.rows}
      resource={COPY.resource}
      headings={COPY.headings}
      idOf={({ gid }) => gid}
      selectable
      selectLabel={(row) => COPY.select(variantName(row))}
      {...selection}
      empty={emptyState(query, reading)}
      emptyPadding="800"
      // Another page would hide unsaved changes.
      pagination={form.dirty ? undefined : cursorPagination(page, COPY.pages, onPage)}
      cells={(row) => [
        <Box minWidth="10rem">
          <Name row={row} />
        </Box>,
        <Box maxWidth="10rem">
          <Small breakWord>{row.sku}</Small>
        </Box>,
        <Badges row={row} />,
        <Box minWidth="10rem">
          <SkuField row={row} form={form} />
        </Box>,
        <Box minWidth="14rem">
          <ArtworkLinkField row={row} form={form} />
        </Box>,
      ]}
      phone={(row) => (
        <BlockStack gap="200">
          <Name row={row} withSku />
          <Badges row={row} />
          <SkuField row={row} form={form} labeled />
          <ArtworkLinkField row={row} form={form} labeled />
        </BlockStack>
      )}
    />
  );
}

function emptyState({ query, view }: VariantsQuery, reading: boolean) {
  if (reading) return COPY.noneRead;
  const { empty, hint } = VIEW_COPY[view];
  return query ? COPY.noResults : { title: empty, hint };
}

function Name({ row, withSku = false }: { row: VariantRow; withSku?: boolean }) {
  const url = `/app/products/${gidNumber(row.productGid)}?variant=${gidNumber(row.gid)}`;
  return (
    <OwnClicks>
      <BlockStack>
        <Link monochrome removeUnderline url={url}>
          <Strong breakWord>{row.productTitle}</Strong>
        </Link>
        <Small breakWord>{variantTitle(row)}</Small>
        {withSku && row.sku && <Small breakWord>{COPY.sku(row.sku)}</Small>}
      </BlockStack>
    </OwnClicks>
  );
}

function Badges({ row }: { row: VariantRow }) {
  return (
    <InlineStack gap="100">
      {variantBadges(row).map(({ label, ...badge }) => (
        <Badge key={label} {...badge}>
          {label}
        </Badge>
      ))}
    </InlineStack>
  );
}

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
function ArtworkLinkField({ row, form, labeled = false }: FieldProps) {
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
