import { BlockStack, Modal, Text } from "@shopify/polaris";
import { RestoreFocus } from "../common/restore-focus.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";

export interface RemoveMappingModalProps {
  /** The name of the variant; null closes the dialog. */
  name: string | null;
  /** The number of unsent orders with the variant. */
  unsentOrders: number;
  busy: boolean;
  onClose(): void;
  onRemove(): void;
}

/** Asks before a mapping is removed. */
export function RemoveMappingModal({ name, unsentOrders, busy, onClose, onRemove }: RemoveMappingModalProps) {
  return (
    <Modal
      open={name !== null}
      onClose={onClose}
      title={COPY.remove.title(name ?? "")}
      primaryAction={{ content: COPY.variant.remove, destructive: true, loading: busy, onAction: onRemove }}
      secondaryActions={[{ content: COMMON.cancel, disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="400">
          {unsentOrders > 0 && (
            <Text as="p" fontWeight="semibold">
              {COPY.remove.unsent(unsentOrders)}
            </Text>
          )}
          <Text as="p">{COPY.remove.text}</Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
