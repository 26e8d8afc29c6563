import { useState, type ReactNode } from "react";
import type { Action } from "../../orders/actions/actions.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ActionControls, ActionRequest } from "./action-button.tsx";
import {
  confirmationFor,
  LINE_CONFIRMATIONS,
  ORDER_CONFIRMATIONS,
  DIALOG,
  LINE_DIALOG,
  SAME_ADDRESS_WARNING,
  type Confirmation,
} from "./action-copy.ts";
import { CHANGE } from "./change-copy.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { changeIsLastHold, isHeld, reasonsResolvedBy, sendsOnceResolved, isAddressUnchanged } from "./reasons.ts";
import type { OrderLineId, SubmissionId } from "../../ports/ids.ts";
import { Banner, BlockStack, Checkbox, List, Text } from "@shopify/polaris";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { Note } from "../common/text.tsx";
import { UncertaintySummary, AttemptsAndLookups } from "./uncertainty.tsx";

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

interface DialogProps {
  onConfirm(): void;
  onClose(): void;
}

interface ActionDialogProps extends DialogProps {
  action: Action;
  confirmation: Confirmation;
  submission: SubmissionView;
  /** The open reasons that the action resolves. */
  resolvedReasons: ReasonView[];
}

/** Asks a merchant to confirm an action on a submission. */
function ActionDialog({ action, confirmation, submission, resolvedReasons, ...handlers }: ActionDialogProps) {
  const [confirmed, setConfirmed] = useState(false);
  const { title, message, checkboxLabel, buttonLabel, destructive } = confirmation;
  const decidesUncertain = action === "confirm_received" || action === "confirm_not_received";
  return (
    <ConfirmDialog
      title={title}
      label={buttonLabel}
      destructive={destructive}
      disabled={checkboxLabel !== null && !confirmed}
      {...handlers}
    >
      <BlockStack gap="400">
        <Text as="p">{message}</Text>
        <Note>{DIALOG.reference(submission.reference)}</Note>
        {action === "replace" && isAddressUnchanged(resolvedReasons) && (
          <Banner tone="warning">
            <p>{SAME_ADDRESS_WARNING}</p>
          </Banner>
        )}
        {resolvedReasons.length > 1 && <ResolvedReasons reasons={resolvedReasons} />}
        {decidesUncertain && submission.uncertainty && <UncertaintySummary uncertainty={submission.uncertainty} />}
        {decidesUncertain && <AttemptsAndLookups submission={submission} />}
        {checkboxLabel !== null && <Checkbox label={checkboxLabel} checked={confirmed} onChange={setConfirmed} />}
      </BlockStack>
    </ConfirmDialog>
  );
}

function ResolvedReasons({ reasons }: { reasons: ReasonView[] }) {
  return (
    <BlockStack gap="200">
      <Text as="p">{DIALOG.resolves}</Text>
      <List>
        {reasons.map(({ id, message, about }) => (
          <List.Item key={id}>{about ? `${message} (${about})` : message}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

/** Asks a merchant to confirm an action on a line. */
function LineActionDialog(props: DialogProps & { confirmation: Confirmation; line: LineView }) {
  const { confirmation, line, ...handlers } = props;
  const { title, message, buttonLabel, destructive } = confirmation;
  const about = [line.title, line.variantTitle, LINE_DIALOG.quantity(line.remaining)];
  return (
    <ConfirmDialog title={title} label={buttonLabel} destructive={destructive} {...handlers}>
      <BlockStack gap="400">
        <Text as="p" fontWeight="semibold" breakWord>
          {about.filter(Boolean).join(" · ")}
        </Text>
        <Text as="p">{message}</Text>
      </BlockStack>
    </ConfirmDialog>
  );
}

/** Asks a merchant to confirm an action on the whole order. */
function OrderActionDialog({ confirmation, ...handlers }: DialogProps & { confirmation: Confirmation }) {
  const [confirmed, setConfirmed] = useState(false);
  const { title, message, checkboxLabel, buttonLabel } = confirmation;
  return (
    <ConfirmDialog title={title} label={buttonLabel} disabled={checkboxLabel !== null && !confirmed} {...handlers}>
      <BlockStack gap="400">
        <Text as="p">{message}</Text>
        {checkboxLabel !== null && <Checkbox label={checkboxLabel} checked={confirmed} onChange={setConfirmed} />}
      </BlockStack>
    </ConfirmDialog>
  );
}
