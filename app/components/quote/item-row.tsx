import { Box, Button, InlineGrid, InlineStack, TextField } from "@shopify/polaris";
import type { BasketRow } from "../../quotes/basket-form.ts";
import type { RowProblems } from "../../quotes/read-form.ts";
import { SkuField } from "./sku-field.tsx";

interface Props {
  /** Counted from 1: tells the row's controls apart. */
  number: number;
  row: BasketRow;
  /** The row as it was when `problems` were found: what was changed since is not wrong any more. */
  submittedRow: BasketRow | undefined;
  problems: RowProblems | undefined;
  /** The print service does not take this SKU. */
  rejected: boolean;
  skus: string[];
  focused: boolean;
  onChange(row: BasketRow): void;
  onRemove: (() => void) | undefined;
}

export function ItemRow({ number, row, submittedRow, problems, rejected, skus, focused, onChange, onRemove }: Props) {
  const skuProblem = row.sku === submittedRow?.sku ? problems?.sku : null;
  const quantityProblem = row.quantity === submittedRow?.quantity ? problems?.quantity : null;
  return (
    <div role="group" aria-label={`Line ${number}`}>
      <InlineGrid columns={{ xs: 1, sm: "1fr auto" }} gap={{ xs: "200", sm: "300" }} alignItems="start">
        <SkuField
          label="SKU"
          value={row.sku}
          suggestions={skus}
          focused={focused}
          error={rejected ? "The print service refuses this SKU for this destination" : (skuProblem ?? undefined)}
          onChange={(sku) => onChange({ ...row, sku })}
        />
        <InlineStack gap="200" blockAlign="start" wrap={false}>
          <Box width="8rem">
            <TextField
              label="Quantity"
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
          {onRemove ? (
            <Box paddingBlockStart="600">
              <Button size="large" onClick={onRemove} accessibilityLabel={`Remove line ${number}`}>
                Remove
              </Button>
            </Box>
          ) : null}
        </InlineStack>
      </InlineGrid>
    </div>
  );
}
