import { Modal, Text } from "@shopify/polaris";
import { FocusBack } from "../common/restore-focus.tsx";
import type { LedgerRow } from "../../orders/reconciliation/rows.ts";
import { WHY_WORDS } from "../../orders/reconciliation/copy.ts";

/** Asks before a difference is taken out of the ledger by a person's word. */
export function NoteModal({ row, onNote, onClose }: { row: LedgerRow | null; onNote(): void; onClose(): void }) {
  return (
    <Modal
      open={row !== null}
      title="Mark as seen to?"
      onClose={onClose}
      primaryAction={{ content: "Mark as seen to", onAction: onNote }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <FocusBack />
        <Text as="p">
          {row && `Order ${row.order?.name ?? row.reference}: ${WHY_WORDS[row.why]} `}
          This takes the difference out of the ledger for good. It changes nothing at the print service or in Shopify.
        </Text>
      </Modal.Section>
    </Modal>
  );
}
