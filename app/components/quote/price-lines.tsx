import { BlockStack, Box, DataTable, Divider, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { Price } from "../../quotes/model.ts";
import { ByWidth } from "../common/by-width.tsx";
import { formatMoney } from "../common/format.ts";
import { COPY } from "./copy.ts";
import { Note, Subheading } from "../common/text.tsx";

const { headings, total: TOTAL, line: lineText, totals } = COPY.price;

/** The cost of each line: a table, on a phone a list. */
export function PriceLines({ price }: { price: Price }) {
  return <ByWidth phone={() => <Stacked price={price} />} wide={() => <Table price={price} />} />;
}

function Table({ price }: { price: Price }) {
  const show = (amount: string) => formatMoney(amount, price.currency);
  return (
    <DataTable
      columnContentTypes={["text", "numeric", "numeric", "numeric", "numeric", "numeric", "numeric"]}
      headings={[...headings]}
      rows={price.lines.map((line) => [
        line.itemSku,
        line.quantity,
        show(line.baseCost),
        show(line.goods),
        show(line.shippingFee),
        show(line.taxFee),
        show(line.total),
      ])}
      totals={["", "", "", show(price.goods), show(price.shipping), show(price.tax), show(price.total)]}
      totalsName={{ singular: TOTAL, plural: TOTAL }}
      showTotalsInFooter
      hoverable={false}
    />
  );
}

function Stacked({ price }: { price: Price }) {
  const show = (amount: string) => formatMoney(amount, price.currency);
  return (
    <BlockStack>
      {price.lines.map((line, at) => (
        <Box key={at}>
          <Divider />
          <Box padding="400">
            <Line name={line.itemSku} total={show(line.total)}>
              {lineText(
                line.quantity,
                show(line.baseCost),
                show(line.goods),
                show(line.shippingFee),
                show(line.taxFee),
              )}
            </Line>
          </Box>
        </Box>
      ))}
      <Divider />
      <Box padding="400" background="bg-surface-secondary">
        <Line name={TOTAL} total={show(price.total)}>
          {totals(show(price.goods), show(price.shipping), show(price.tax))}
        </Line>
      </Box>
    </BlockStack>
  );
}

function Line({ name, total, children }: { name: string; total: string; children: ReactNode }) {
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        <Subheading breakWord>{name}</Subheading>
        <Text as="span" variant="headingSm" numeric>
          {total}
        </Text>
      </InlineStack>
      <Note>{children}</Note>
    </BlockStack>
  );
}
