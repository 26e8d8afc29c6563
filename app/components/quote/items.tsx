import { Button, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { MAX_ROWS, NEW_ROW, type BasketRow } from "../../quotes/basket-form.ts";
import { TitledCard } from "../common/titled-card.tsx";
import { COPY } from "./copy.ts";
import { ItemRow } from "./item-row.tsx";
import type { QuoteViewProps } from "./quote-props.ts";
import { Note } from "../common/text.tsx";

type Props = Pick<QuoteViewProps, "problems" | "quoteResult" | "skus"> & {
  /** The rows as typed; `form` holds the rows of the last quote. */
  rows: BasketRow[];
  form: QuoteViewProps["form"];
  onChange(rows: BasketRow[]): void;
};

/** Rows of SKU and quantity. The focus moves to a new row, and to the row before a removed one. */
export function Items({ rows, form: submittedForm, problems, quoteResult, skus, onChange }: Props) {
  const [focused, setFocused] = useState<number | null>(null);
  const change = (next: BasketRow[], focus: number | null) => {
    setFocused(focus);
    onChange(next);
  };
  const rejected = quoteResult?.status === "rejected" ? quoteResult.rejectedSkus : [];
  return (
    <TitledCard title={COPY.items.title}>
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
      {problems.tooMany && <Note tone="critical">{COPY.items.tooMany(MAX_ROWS)}</Note>}
      <InlineStack>
        <Button disabled={rows.length >= MAX_ROWS} onClick={() => change([...rows, NEW_ROW], rows.length)}>
          {COPY.items.add}
        </Button>
      </InlineStack>
    </TitledCard>
  );
}
