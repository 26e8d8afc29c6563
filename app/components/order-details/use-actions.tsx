import { useState, type ReactNode } from "react";
import type { Action } from "../../orders/actions/actions.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ActionControls, ActionRequest } from "./action-button.tsx";
import { confirmationFor, LINE_CONFIRMATIONS, ORDER_CONFIRMATIONS } from "./action-copy.ts";
import { ActionDialog, LineActionDialog, OrderActionDialog } from "./action-dialog.tsx";
import { CHANGE } from "./change-copy.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { changeIsLastHold, isHeld, reasonsResolvedBy, sendsOnceResolved } from "./reason-groups.ts";
import type { OrderLineId, SubmissionId } from "../../ports/ids.ts";

/** The controls of a page's actions, and the dialog of the one that waits for confirmation. */
export function useActions(
  page: OrderDetails,
  busy: ActionRequest | null,
  onAction: (request: ActionRequest) => void,
  onDone: (message: string) => void,
): { controls: ActionControls; dialog: ReactNode } {
  const [pending, setPending] = useState<Exclude<ActionRequest, { action: "refresh" }> | null>(null);
  const [changed, setChanged] = useState<{ lineId: OrderLineId | null; addTexts: readonly string[] } | null>(null);
  const resolvedBy = (action: Action, submissionId: SubmissionId) =>
    reasonsResolvedBy(page.reasons, { action, submissionId });
  const sends = (action: Action, submissionId: SubmissionId) => sendsOnceResolved(page, { action, submissionId });
  const confirmationOf = (action: Action, submissionId: SubmissionId) =>
    confirmationFor(action, resolvedBy(action, submissionId).length, sends(action, submissionId));
  const controls: ActionControls = {
    busy,
    needsConfirmation: (action, submissionId) => confirmationOf(action, submissionId) !== null,
    sends,
    isHeld: (submissionId) => isHeld(page.reasons, submissionId),
    request: (action, submissionId) => {
      const seen = resolvedBy(action, submissionId).map(({ version }) => version);
      (confirmationOf(action, submissionId) ? setPending : onAction)({ action, submissionId, seen });
    },
    requestForOrder: (action) => (ORDER_CONFIRMATIONS[action] ? setPending : onAction)({ action }),
    requestForLine: (action, lineId) => (LINE_CONFIRMATIONS[action] ? setPending : onAction)({ action, lineId }),
    requestChange: (lineId, addTexts) => setChanged({ lineId, addTexts }),
  };
  if (changed) {
    const line = page.lines.find(({ id }) => id === changed.lineId);
    const onClose = () => setChanged(null);
    const dialog = (
      <ChangeDialog
        orderNumber={page.number}
        {...changed}
        isLastHold={changeIsLastHold(page, changed.lineId)}
        title={line ? CHANGE.itemTitle(line.title) : CHANGE.orderTitle}
        onClose={onClose}
        onDone={(message) => {
          onClose();
          onDone(message);
        }}
      />
    );
    return { controls, dialog };
  }
  if (!pending) return { controls, dialog: null };
  const handlers = {
    onClose: () => setPending(null),
    onConfirm: () => {
      setPending(null);
      onAction(pending);
    },
  };
  if ("lineId" in pending) {
    const line = page.lines.find(({ id }) => id === pending.lineId);
    const confirmation = LINE_CONFIRMATIONS[pending.action];
    const dialog = line && confirmation && <LineActionDialog confirmation={confirmation} line={line} {...handlers} />;
    return { controls, dialog };
  }
  if (!("submissionId" in pending)) {
    const confirmation = ORDER_CONFIRMATIONS[pending.action];
    return { controls, dialog: confirmation && <OrderActionDialog confirmation={confirmation} {...handlers} /> };
  }
  const { action, submissionId } = pending;
  const submission = page.submissions.find(({ id }) => id === submissionId);
  const confirmation = confirmationOf(action, submissionId);
  const dialog = submission && confirmation && (
    <ActionDialog
      action={action}
      confirmation={confirmation}
      submission={submission}
      resolvedReasons={resolvedBy(action, submissionId)}
      {...handlers}
    />
  );
  return { controls, dialog };
}
