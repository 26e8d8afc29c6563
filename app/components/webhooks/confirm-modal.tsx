import { Modal, Text } from "@shopify/polaris";
import { COPY } from "../common/copy.ts";

export interface ConfirmModalProps {
  open: boolean;
  title: string;
  text: string;
  /** The button that confirms. */
  label: string;
  destructive?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for a confirmation. */
export function ConfirmModal({ open, title, text, label, destructive = false, onConfirm, onClose }: ConfirmModalProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      primaryAction={{ content: label, destructive, onAction: confirm }}
      secondaryActions={[{ content: COPY.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{text}</Text>
      </Modal.Section>
    </Modal>
  );
}
