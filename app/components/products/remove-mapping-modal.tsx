import { BlockStack, Modal, Text } from "@shopify/polaris";
import { RestoreFocus } from "../common/restore-focus.tsx";
import { pluralize } from "../common/format.ts";

export interface RemoveMappingModalProps {
  /** Name of the variant; null: closed. */
  name: string | null;
  /** Orders not sent yet that print the variant. */
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
      title={`Remove the mapping of ${name ?? ""}?`}
      primaryAction={{ content: "Remove mapping", destructive: true, loading: busy, onAction: onRemove }}
      secondaryActions={[{ content: "Cancel", disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="400">
          {unsentOrders > 0 && (
            <Text as="p" fontWeight="semibold">
              {pluralize(unsentOrders, "order")} not sent yet {unsentOrders === 1 ? "uses" : "use"} this mapping and
              will be put on hold until you map the variant again or exclude the line.
            </Text>
          )}
          <Text as="p">
            New orders with this variant are no longer sent to print: they are held as long as other variants of the
            product are mapped, and left alone otherwise. Orders that were sent already are not affected.
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
