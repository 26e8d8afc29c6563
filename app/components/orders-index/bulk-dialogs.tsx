import { BlockStack, List, Modal, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState, type ReactNode } from "react";
import type { AmountsDue as Amounts } from "../../orders/provider-writes/read-payments.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { EditableMessage } from "../common/editable-message.tsx";
import { useRestoreFocus } from "../common/focus.ts";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { formatMoney } from "../common/format.ts";
import { useDeniedAction, useShop } from "../common/shop-context.tsx";
import { Note } from "../common/text.tsx";
import {
  bulkApproval,
  bulkDismissal,
  bulkMessage,
  offeredActions,
  type BulkMessage,
  type OfferedAction,
  type useBulk,
} from "./bulk-actions.tsx";
import { BULK_APPROVAL, BULK_CONFIRMATIONS, BULK_LABELS, BULK_MESSAGE, BULK_PAYMENT, type BulkDialog } from "./copy.ts";

interface ButtonOfOrders {
  content: string;
  disabled: boolean;
  onAction(): void;
}

interface ConfirmedAction extends OfferedAction {
  dialog: BulkDialog;
  orders: readonly OrderSummary[];
  /** The page may be read again while the dialog is open, which goes on showing these orders as they were. */
  shownAt: string;
}

interface DialogSettings {
  /** When the page was read. */
  shownAt: string;
  /** In percent; null: margins are not checked. */
  minimumMargin: number | null;
  /** The print service's support; "": not known. */
  printServiceEmail: string;
}

/** What fits the selected orders, a refresh of everything, and the dialog that is open, if any. */
export function useBulkActions(
  selected: readonly OrderSummary[],
  { busy: disabled, run }: Pick<ReturnType<typeof useBulk>, "busy" | "run">,
  { shownAt, minimumMargin, printServiceEmail }: DialogSettings,
): { fitting: ButtonOfOrders[]; refresh: ButtonOfOrders; dialog: ReactNode } {
  const { name: shopName, pays } = useShop();
  const isDenied = useDeniedAction();
  const [confirming, setConfirming] = useState<ConfirmedAction | null>(null);
  const [writing, setWriting] = useState<BulkMessage | null>(null);
  const ids = selected.map(({ id }) => id);
  const message = bulkMessage(selected, shopName);
  const fitting = offeredActions(selected, { pays }).map(({ dialog, ...offered }) => ({
    content: offered.label,
    disabled: disabled || isDenied(offered.action),
    onAction: () => {
      if (dialog === null) return run(offered.action, offered.orderIds, shownAt);
      const orders = selected.filter(({ id }) => offered.orderIds.includes(id));
      setConfirming({ ...offered, dialog, orders, shownAt });
    },
  }));
  if (message) fitting.push({ content: PROVIDER_MESSAGE.open, disabled, onAction: () => setWriting(message) });
  return {
    fitting,
    refresh: { content: BULK_LABELS.refresh, disabled, onAction: () => run("refresh", ids, shownAt) },
    dialog: writing ? (
      <BulkMessageDialog message={writing} email={printServiceEmail} onClose={() => setWriting(null)} />
    ) : confirming ? (
      <ConfirmDialog
        title={BULK_CONFIRMATIONS[confirming.dialog].title(confirming.orderIds.length)}
        label={BULK_CONFIRMATIONS[confirming.dialog].button(confirming.orderIds.length)}
        onClose={() => setConfirming(null)}
        onConfirm={() => {
          setConfirming(null);
          run(confirming.action, confirming.orderIds, confirming.shownAt);
        }}
      >
        <DialogContent {...confirming} minimumMargin={minimumMargin} />
      </ConfirmDialog>
    ) : null,
  };
}

interface DialogContentProps extends Pick<ConfirmedAction, "dialog" | "orders"> {
  minimumMargin: number | null;
}

function DialogContent({ dialog, orders, minimumMargin }: DialogContentProps) {
  if (dialog === "approve") return <BulkApprovalList orders={orders} minimumMargin={minimumMargin} />;
  if (dialog === "acknowledge") return <BulkDismissalList orders={orders} />;
  if (dialog === "pay_at_provider") return <AmountsDue orders={orders} />;
  return <Text as="p">{BULK_CONFIRMATIONS[dialog].message}</Text>;
}

interface BulkApprovalListProps {
  orders: readonly OrderSummary[];
  /** In percent; null: margins are not checked. */
  minimumMargin: number | null;
}

/** What an approval of the selected orders does, before it is done. */
export function BulkApprovalList({ orders, minimumMargin }: BulkApprovalListProps) {
  const { ends, stays } = bulkApproval(orders);
  return (
    <BlockStack gap="300">
      <Lines
        title={BULK_APPROVAL.ends}
        lines={ends.map(({ code, names }) => BULK_APPROVAL.ended(code, names.length))}
      />
      <Lines title={BULK_APPROVAL.stays} lines={stays.map(({ code, names }) => BULK_APPROVAL.staying(code, names))} />
      <Text as="p">{BULK_CONFIRMATIONS.approve.message}</Text>
      {minimumMargin !== null && <Text as="p">{BULK_APPROVAL.margin(minimumMargin)}</Text>}
    </BlockStack>
  );
}

/** What marking the selected orders as resolved dismisses. */
function BulkDismissalList({ orders }: { orders: readonly OrderSummary[] }) {
  const lines = bulkDismissal(orders).map(({ code, names }) => BULK_APPROVAL.staying(code, names));
  return (
    <BlockStack gap="300">
      <Lines title={BULK_APPROVAL.dismisses} lines={lines} />
      <Text as="p">{BULK_CONFIRMATIONS.acknowledge.message}</Text>
    </BlockStack>
  );
}

/** What the selected orders cost, as far as that is known before they are paid for. */
function AmountsDue({ orders }: { orders: readonly OrderSummary[] }) {
  const { load, data, state } = useFetcher<Amounts>();
  const ids = orders.map(({ id }) => id).join(",");
  useEffect(() => load(`/app/payments?orders=${ids}`), [ids, load]);
  return (
    <BlockStack gap="300">
      {data ? (
        <Lines
          title={BULK_PAYMENT.sum}
          lines={[
            ...data.known.map((one) => BULK_PAYMENT.known(one.orders, formatMoney(one.amount, one.currency))),
            ...(data.unknown > 0 ? [BULK_PAYMENT.unknown(data.unknown)] : []),
          ]}
        />
      ) : (
        <Text as="p">{state === "idle" ? "" : BULK_PAYMENT.loading}</Text>
      )}
      <Text as="p">{BULK_CONFIRMATIONS.pay_at_provider.message}</Text>
    </BlockStack>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="p" fontWeight="semibold">
        {title}
      </Text>
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

interface BulkMessageDialogProps {
  message: BulkMessage;
  /** The print service's support; "": not known. */
  email: string;
  onClose(): void;
}

/** A message to the print service about several orders, ready to copy. */
function BulkMessageDialog({ message, email, onClose }: BulkMessageDialogProps) {
  useRestoreFocus();
  const { text, references, left } = message;
  return (
    <Modal open title={PROVIDER_MESSAGE.title} onClose={onClose}>
      <Modal.Section>
        <BlockStack gap="400">
          {left.length > 0 && <Note>{BULK_MESSAGE.left(left)}</Note>}
          <EditableMessage text={text} email={email} references={references} />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
