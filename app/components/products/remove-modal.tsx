import { Modal, Text } from "@shopify/polaris";
import { FocusBack } from "../common/focus-back.tsx";

export interface RemoveModalProps {
  /** Name of the variant; null: closed. */
  name: string | null;
  busy: boolean;
  onClose(): void;
  onRemove(): void;
}

/** Asks before a mapping is removed. */
export function RemoveModal({ name, busy, onClose, onRemove }: RemoveModalProps) {
  return (
    <Modal
      open={name !== null}
      onClose={onClose}
      title={`Remove the mapping of ${name ?? ""}?`}
      primaryAction={{ content: "Remove mapping", destructive: true, loading: busy, onAction: onRemove }}
      secondaryActions={[{ content: "Cancel", disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        <FocusBack />
        <Text as="p">
          New orders with this variant are no longer sent to print: they are held as long as other variants of the
          product are mapped, and left alone otherwise. Orders that were sent already are not affected.
        </Text>
      </Modal.Section>
    </Modal>
  );
}
