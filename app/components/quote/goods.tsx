import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { MAX_ROWS, NEW_ROW, type BasketRow } from "../../quotes/basket-form.ts";
import { pluralize } from "../common/format.ts";
import { ItemRow } from "./item-row.tsx";
import type { QuoteViewProps } from "./quote-props.ts";

type Props = Pick<QuoteViewProps, "problems" | "quoteResult" | "skus"> & {
  /** As it is written; `form` is what was asked. */
  rows: BasketRow[];
  form: QuoteViewProps["form"];
  onChange(rows: BasketRow[]): void;
};

/** Rows of SKU and quantity. The keyboard goes to a row that is new, and to the one before a row that went. */
export function Goods({ rows, form: submittedForm, problems, quoteResult, skus, onChange }: Props) {
  const [focused, setFocused] = useState<number | null>(null);
  const change = (next: BasketRow[], focus: number | null) => {
    setFocused(focus);
    onChange(next);
  };
  const rejected = quoteResult?.status === "rejected" ? quoteResult.rejectedSkus : [];
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Goods
        </Text>
        {rows.map((row, at) => (
          <ItemRow
            key={at}
            number={at + 1}
            row={row}
            submittedRow={submittedForm.rows[at]}
            problems={problems.rows[at]}
            rejected={rejected.includes(row.sku)}
            skus={skus}
            focused={focused === at}
            onChange={(changed) => change(rows.with(at, changed), null)}
            onRemove={rows.length > 1 ? () => change(rows.toSpliced(at, 1), Math.max(at - 1, 0)) : undefined}
          />
        ))}
        {problems.tooMany ? (
          <Text as="p" tone="critical">
            A quote has at most {pluralize(MAX_ROWS, "line")}. The others were left out.
          </Text>
        ) : null}
        <InlineStack>
          <Button disabled={rows.length >= MAX_ROWS} onClick={() => change([...rows, NEW_ROW], rows.length)}>
            Add another SKU
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
