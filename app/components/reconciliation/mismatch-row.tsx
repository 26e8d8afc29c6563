import { BlockStack, Box, IndexTable, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { LedgerRow } from "../../orders/reconciliation/rows.ts";
import { HereCell, OrderCell, ThereCell, WhyCell } from "./mismatch-cells.tsx";
import { RowActs, type Repairing } from "./row-actions.tsx";

interface RowProps {
  row: LedgerRow;
  position: number;
  repairing: Repairing;
}

export const HEADINGS = [
  { title: "Order" },
  { title: "Here" },
  { title: "At the print service" },
  { title: "What differs" },
  { title: "Repair" },
];

/** A disagreement in the table. */
export function LedgerTableRow({ row, position, repairing }: RowProps) {
  return (
    <IndexTable.Row id={row.key} position={position}>
      <IndexTable.Cell>
        <OrderCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <HereCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <ThereCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Sentence>
          <WhyCell row={row} />
        </Sentence>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <RowActs row={row} repairing={repairing} />
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

/** The same on a phone. */
export function LedgerPhoneRow({ row, position, repairing }: RowProps) {
  return (
    <IndexTable.Row id={row.key} position={position}>
      <Box padding="300" width="100%">
        <Sentence>
          <BlockStack gap="300">
            <OrderCell row={row} />
            <WhyCell row={row} />
            <Side title="Here">
              <HereCell row={row} />
            </Side>
            <Side title="At the print service">
              <ThereCell row={row} />
            </Side>
            <RowActs row={row} repairing={repairing} />
          </BlockStack>
        </Sentence>
      </Box>
    </IndexTable.Row>
  );
}

/** A phone has no room for the table's headings. */
function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BlockStack gap="050">
      <Text as="span" variant="bodySm" fontWeight="medium">
        {title}
      </Text>
      {children}
    </BlockStack>
  );
}

/** Cells of an index table keep to one line; a sentence has to break. */
function Sentence({ children }: { children: ReactNode }) {
  return <div style={{ whiteSpace: "normal", minWidth: "11rem" }}>{children}</div>;
}
