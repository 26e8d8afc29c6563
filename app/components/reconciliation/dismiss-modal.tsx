import { Modal, Text } from "@shopify/polaris";
import { RestoreFocus } from "../common/restore-focus.tsx";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { REASON_TEXT } from "../../orders/reconciliation/copy.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";

/** Asks before a difference is marked as resolved. */
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
      title={COPY.dismiss.title}
      onClose={onClose}
      primaryAction={{ content: COPY.dismiss.action, onAction: onConfirm }}
      secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <Text as="p">
          {row && `Order ${row.order?.name ?? row.reference}: ${REASON_TEXT[row.why]} `}
          {COPY.dismiss.text}
        </Text>
      </Modal.Section>
    </Modal>
  );
}
