import { useState, type ReactNode } from "react";
import type { Action } from "../../orders/actions/actions.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ActionControls, ActionRequest } from "./action-button.tsx";
import { confirmationFor } from "./action-copy.ts";
import { ActionDialog, ExcludeDialog } from "./action-dialog.tsx";

/** The controls of a page's actions, and the dialog of the one that waits for confirmation. */
export function useActions(
  page: OrderDetails,
  busy: ActionRequest | null,
  onAction: (request: ActionRequest) => void,
): { controls: ActionControls; dialog: ReactNode } {
  const [pending, setPending] = useState<{ action: Action; submissionId: string } | null>(null);
  const [excludingLineId, setExcludingLineId] = useState<string | null>(null);
  const reasonsResolvedBy = (action: Action, submissionId: string) =>
    page.reasons.filter((reason) => reason.submissionId === submissionId && reason.actions.includes(action));
  const confirmationOf = (action: Action, submissionId: string) =>
    confirmationFor(action, reasonsResolvedBy(action, submissionId).length);
  const controls: ActionControls = {
    busy,
    needsConfirmation: (action, submissionId) => confirmationOf(action, submissionId) !== null,
    request: (action, submissionId) => {
      const request = { action, submissionId };
      if (confirmationOf(action, submissionId)) setPending(request);
      else onAction(request);
    },
    requestForLine: (action, lineId) => {
      if (action === "exclude_line") setExcludingLineId(lineId);
      else onAction({ action, lineId });
    },
  };
  const line = page.lines.find(({ id }) => id === excludingLineId);
  if (line) {
    const onConfirm = () => {
      setExcludingLineId(null);
      onAction({ action: "exclude_line", lineId: line.id });
    };
    return {
      controls,
      dialog: <ExcludeDialog line={line} onClose={() => setExcludingLineId(null)} onConfirm={onConfirm} />,
    };
  }
  const submission = page.submissions.find(({ id }) => id === pending?.submissionId);
  const confirmation = pending && confirmationOf(pending.action, pending.submissionId);
  const dialog = pending && submission && confirmation && (
    <ActionDialog
      pending={{
        action: pending.action,
        confirmation,
        submission,
        resolvedReasons: reasonsResolvedBy(pending.action, submission.id),
      }}
      onClose={() => setPending(null)}
      onConfirm={() => {
        setPending(null);
        onAction(pending);
      }}
    />
  );
  return { controls, dialog };
}
