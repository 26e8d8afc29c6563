import { Badge, BlockStack, Box, InlineStack, Link } from "@shopify/polaris";
import type { VariantRow, VariantsPage } from "../../../catalog/variants/read-variants-page.ts";
import type { VariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { gidNumber } from "../../../ports/gid.ts";
import { cursorPagination, ResponsiveTable, type ResponsiveTableProps } from "../../common/responsive-table.tsx";
import { Small, Strong } from "../../common/text.tsx";
import type { MappingForm } from "../use-mapping-form.ts";
import { COPY, variantBadges, variantName, variantTitle, VIEW_COPY } from "./copy.ts";
import { ArtworkLinkField, OwnClicks, SkuField } from "./variant-fields.tsx";

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
