import { Modal, Text } from "@shopify/polaris";
import { RestoreFocus } from "../common/restore-focus.tsx";
import { BULK_CONFIRMATIONS, CANCEL_LABEL, type ConfirmedBulkAction } from "./copy.ts";

export interface BulkModalProps {
  /** null: closed. */
  action: ConfirmedBulkAction | null;
  count: number;
  onConfirm(action: ConfirmedBulkAction): void;
  onClose(): void;
}

/** Asks a merchant to confirm an action on several orders. */
export function BulkModal({ action, count, onConfirm, onClose }: BulkModalProps) {
  if (!action) return null;
  const { title, button, message } = BULK_CONFIRMATIONS[action];
  return (
    <Modal
      open
      onClose={onClose}
      title={title(count)}
      primaryAction={{ content: button(count), onAction: () => onConfirm(action) }}
      secondaryActions={[{ content: CANCEL_LABEL, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <Text as="p">{message}</Text>
      </Modal.Section>
    </Modal>
  );
}
