import { Modal, Text } from "@shopify/polaris";
import type { BulkAct } from "../../orders/actions/bulk-actions.ts";
import { counted } from "../common/format.ts";
import { FocusBack } from "../common/restore-focus.tsx";

/** What is asked before it is done with several orders at once. */
export type AskedAct = Extract<BulkAct, "approve" | "send_now">;

const WORDS: Readonly<
  Record<AskedAct, { title(orders: string): string; button(orders: string): string; says: string }>
> = {
  approve: {
    title: (orders) => `Approve ${orders}?`,
    button: (orders) => `Approve ${orders}`,
    says: "This answers everything in them that waits for your word: approval, personalization, risk of fraud, margin, and holds. They go to print as soon as nothing else holds them.",
  },
  send_now: {
    title: (orders) => `Send ${orders} to print now?`,
    button: (orders) => `Send ${orders}`,
    says: "What is ready goes to the print service at once, without waiting for the time in which an order can still be edited. What is on hold stays on hold. Once sent, an order cannot be taken back from here.",
  },
};

export interface BulkModalProps {
  /** null: closed. */
  act: AskedAct | null;
  count: number;
  onDo(act: AskedAct): void;
  onClose(): void;
}

/** Asks before something that is not taken back is done with several orders. */
export function BulkModal({ act, count, onDo, onClose }: BulkModalProps) {
  if (!act) return null;
  const orders = counted(count, "order");
  const { title, button, says } = WORDS[act];
  return (
    <Modal
      open
      onClose={onClose}
      title={title(orders)}
      primaryAction={{ content: button(orders), onAction: () => onDo(act) }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <FocusBack />
        <Text as="p">{says}</Text>
      </Modal.Section>
    </Modal>
  );
}
