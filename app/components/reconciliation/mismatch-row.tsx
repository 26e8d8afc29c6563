import { BlockStack, Box, IndexTable, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { COPY } from "./copy.ts";
import { AppCell, OrderCell, ProviderCell, ReasonCell } from "./mismatch-cells.tsx";
import { RowActions, type RepairState } from "./row-actions.tsx";

interface RowProps {
  row: ReconciliationRow;
  position: number;
  repairing: RepairState;
}

const { order, app, provider, difference, fix } = COPY.table;
export const HEADINGS = [order, app, provider, difference, fix].map((title) => ({ title }));

/** A difference in the table. */
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

/** A difference on a phone. */
export function MismatchPhoneRow({ row, position, repairing }: RowProps) {
  return (
    <IndexTable.Row id={row.key} position={position}>
      <Box padding="300" width="100%">
        <Sentence>
          <BlockStack gap="300">
            <OrderCell row={row} />
            <ReasonCell row={row} />
            <Side title={app}>
              <AppCell row={row} />
            </Side>
            <Side title={provider}>
              <ProviderCell row={row} />
            </Side>
            <RowActions row={row} repairing={repairing} />
          </BlockStack>
        </Sentence>
      </Box>
    </IndexTable.Row>
  );
}

/** One side with its heading: a phone has no room for the table's headings. */
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

/** Lets a sentence wrap: the cells of an index table do not. */
function Sentence({ children }: { children: ReactNode }) {
  return <div style={{ whiteSpace: "normal", minWidth: "11rem" }}>{children}</div>;
}
