import { Modal, Text } from "@shopify/polaris";
import type { BulkAction } from "../../orders/actions/bulk-actions.ts";
import { pluralize } from "../common/format.ts";
import { RestoreFocus } from "../common/restore-focus.tsx";

/** What is asked before it is done with several orders at once. */
export type ConfirmedBulkAction = Extract<BulkAction, "approve" | "send_now">;

const COPY: Readonly<
  Record<ConfirmedBulkAction, { title(orders: string): string; button(orders: string): string; message: string }>
> = {
  approve: {
    title: (orders) => `Approve ${orders}?`,
    button: (orders) => `Approve ${orders}`,
    message:
      "This answers everything in them that waits for your word: approval, personalization, risk of fraud, margin, and holds. They go to print as soon as nothing else holds them.",
  },
  send_now: {
    title: (orders) => `Send ${orders} to print now?`,
    button: (orders) => `Send ${orders}`,
    message:
      "What is ready goes to the print service at once, without waiting for the time in which an order can still be edited. What is on hold stays on hold. Once sent, an order cannot be taken back from here.",
  },
};

export interface BulkModalProps {
  /** null: closed. */
  action: ConfirmedBulkAction | null;
  count: number;
  onConfirm(action: ConfirmedBulkAction): void;
  onClose(): void;
}

/** Asks before something that is not taken back is done with several orders. */
export function BulkModal({ action, count, onConfirm, onClose }: BulkModalProps) {
  if (!action) return null;
  const orders = pluralize(count, "order");
  const { title, button, message } = COPY[action];
  return (
    <Modal
      open
      onClose={onClose}
      title={title(orders)}
      primaryAction={{ content: button(orders), onAction: () => onConfirm(action) }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <Text as="p">{message}</Text>
      </Modal.Section>
    </Modal>
  );
}
