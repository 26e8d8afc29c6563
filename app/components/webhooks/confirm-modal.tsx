import { Modal, Text } from "@shopify/polaris";

export interface ConfirmModalProps {
  open: boolean;
  title: string;
  text: string;
  /** Of the button that does it. */
  label: string;
  destructive?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is done that others notice. */
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
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{text}</Text>
      </Modal.Section>
    </Modal>
  );
}
