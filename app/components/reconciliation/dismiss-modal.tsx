import { Modal, Text } from "@shopify/polaris";
import { RestoreFocus } from "../common/restore-focus.tsx";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { REASON_TEXT } from "../../orders/reconciliation/copy.ts";

/** Asks before a difference is taken out of the ledger by a person's word. */
export function DismissModal({
  row,
  onConfirm,
  onClose,
}: {
  row: ReconciliationRow | null;
  onConfirm(): void;
  onClose(): void;
}) {
  return (
    <Modal
      open={row !== null}
      title="Mark as seen to?"
      onClose={onClose}
      primaryAction={{ content: "Mark as seen to", onAction: onConfirm }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <Text as="p">
          {row && `Order ${row.order?.name ?? row.reference}: ${REASON_TEXT[row.why]} `}
          This takes the difference out of the ledger for good. It changes nothing at the print service or in Shopify.
        </Text>
      </Modal.Section>
    </Modal>
  );
}
