import { Box, Button, InlineGrid, InlineStack, TextField } from "@shopify/polaris";
import type { BasketRow } from "../../quotes/basket-form.ts";
import type { RowProblems } from "../../quotes/read-form.ts";
import { COPY } from "./copy.ts";
import { SkuField } from "../common/sku-field.tsx";
import { nearestSkus } from "../../quotes/nearest-skus.ts";

const MAX_SUGGESTIONS = 8;

interface Props {
  /** Counted from 1; part of the controls' names. */
  number: number;
  row: BasketRow;
  /** The row when `problems` were found: a problem ends when its field changes. */
  submittedRow: BasketRow | undefined;
  problems: RowProblems | undefined;
  /** The print service rejected this SKU. */
  rejected: boolean;
  skus: string[];
  focused: boolean;
  onChange(row: BasketRow): void;
  onRemove: (() => void) | undefined;
}

export function ItemRow({ number, row, submittedRow, problems, rejected, skus, focused, onChange, onRemove }: Props) {
  const text = COPY.items;
  const skuProblem = row.sku === submittedRow?.sku ? problems?.sku : null;
  const quantityProblem = row.quantity === submittedRow?.quantity ? problems?.quantity : null;
  return (
    <div role="group" aria-label={text.row(number)}>
      <InlineGrid columns={{ xs: 1, sm: "1fr auto" }} gap={{ xs: "200", sm: "300" }} alignItems="start">
        <SkuField
          label={text.sku}
          value={row.sku}
          suggestions={nearestSkus(row.sku, skus, MAX_SUGGESTIONS)}
          focused={focused}
          error={rejected ? text.skuRejected : (skuProblem ?? undefined)}
          onChange={(sku) => onChange({ ...row, sku })}
        />
        <InlineStack gap="200" blockAlign="start" wrap={false}>
          <Box width="8rem">
            <TextField
              label={text.quantity}
              type="number"
              min={1}
              max={999}
              step={1}
              autoComplete="off"
              value={row.quantity}
              error={quantityProblem ?? undefined}
              onChange={(quantity) => onChange({ ...row, quantity })}
            />
          </Box>
          {onRemove && (
            <Box paddingBlockStart="600">
              <Button size="large" onClick={onRemove} accessibilityLabel={text.removeRow(number)}>
                {text.remove}
              </Button>
            </Box>
          )}
        </InlineStack>
      </InlineGrid>
    </div>
  );
}
