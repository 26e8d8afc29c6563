import { Button, InlineStack } from "@shopify/polaris";
import { REPAIRS_FOR, type Repair } from "../../orders/reconciliation/buckets.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { COPY, repairLabel } from "./copy.ts";

/** The repair under way, and a way to start one. */
export interface RepairState {
  /** The row in repair; "all" for several; null for none. */
  busy: { key: string; repair: Repair } | "all" | null;
  repair(repair: Repair, row: ReconciliationRow): void;
}

/** The buttons of a row: its repairs, or a link to find the order. */
export function RowActions({ row, repairing }: { row: ReconciliationRow; repairing: RepairState }) {
  const { busy, repair } = repairing;
  const name = row.order?.name ?? row.reference;
  return (
    <InlineStack gap="200">
      {REPAIRS_FOR[row.why].map((one) => {
        const isBusy = busy !== null && busy !== "all" && busy.key === row.key && busy.repair === one;
        const label = repairLabel(one, row.why);
        return (
          <Button
            key={one}
            size="slim"
            loading={isBusy}
            disabled={busy !== null && !isBusy}
            accessibilityLabel={`${label}: ${name}`}
            onClick={() => repair(one, row)}
          >
            {label}
          </Button>
        );
      })}
      {!row.order && <FindOrder row={row} />}
    </InlineStack>
  );
}

/** The reference may carry the name of an order of this store. */
function FindOrder({ row: { orderHint, reference } }: { row: ReconciliationRow }) {
  if (orderHint?.number) {
    return (
      <Button size="slim" url={`/app/orders/${orderHint.number}`}>
        {COPY.row.open(orderHint.name)}
      </Button>
    );
  }
  const query = encodeURIComponent(orderHint?.name ?? reference);
  return (
    <Button
      size="slim"
      url={`shopify://admin/orders?query=${query}`}
      target="_top"
      accessibilityLabel={`${COPY.row.find}: ${reference}`}
    >
      {COPY.row.find}
    </Button>
  );
}
