import { BlockStack, Box, IndexTable, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { AppCell, OrderCell, ProviderCell, ReasonCell } from "./mismatch-cells.tsx";
import { RowActions, type RepairState } from "./row-actions.tsx";

interface RowProps {
  row: ReconciliationRow;
  position: number;
  repairing: RepairState;
}

export const HEADINGS = [
  { title: "Order" },
  { title: "Here" },
  { title: "At the print service" },
  { title: "What differs" },
  { title: "Repair" },
];

/** A disagreement in the table. */
export function MismatchTableRow({ row, position, repairing }: RowProps) {
  return (
    <IndexTable.Row id={row.key} position={position}>
      <IndexTable.Cell>
        <OrderCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <AppCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <ProviderCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Sentence>
          <ReasonCell row={row} />
        </Sentence>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <RowActions row={row} repairing={repairing} />
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

/** The same on a phone. */
export function MismatchPhoneRow({ row, position, repairing }: RowProps) {
  return (
    <IndexTable.Row id={row.key} position={position}>
      <Box padding="300" width="100%">
        <Sentence>
          <BlockStack gap="300">
            <OrderCell row={row} />
            <ReasonCell row={row} />
            <Side title="Here">
              <AppCell row={row} />
            </Side>
            <Side title="At the print service">
              <ProviderCell row={row} />
            </Side>
            <RowActions row={row} repairing={repairing} />
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
