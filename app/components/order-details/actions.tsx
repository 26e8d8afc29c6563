import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import type { Action } from "../../orders/actions/actions.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import {
  confirmationFor,
  LINE_CONFIRMATIONS,
  ORDER_CONFIRMATIONS,
  DIALOG,
  LINE_DIALOG,
  DONE_MESSAGES,
  amountDueText,
  SAME_ADDRESS_WARNING,
  type Confirmation,
  actionLabel,
  LINE_ACTION_LABELS,
  ORDER_ACTION_LABELS,
} from "./action-copy.ts";
import type { OrderRefresh } from "../../orders/actions/refresh-order.ts";
import type { ActionResult } from "../../orders/core/order-rows.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY } from "../common/copy.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { CHANGE } from "./change-copy.ts";
import { PAGE, refreshDoneMessage, refreshProblems } from "./copy.ts";
import { changeIsLastHold, isHeld, reasonsResolvedBy, sendsOnceResolved, isAddressUnchanged } from "./reasons.ts";
import type { OrderLineId, SubmissionId } from "../../ports/ids.ts";
import { Banner, BlockStack, Checkbox, List, Text, Button } from "@shopify/polaris";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { useDenial, useDenied, useDeniedAction } from "../common/shop-context.tsx";
import { Note, SmallNote } from "../common/text.tsx";
import { UncertaintySummary } from "./uncertainty.tsx";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";
import type { OrderAction } from "../../orders/core/attention-registry.ts";

const ChangeDialog = lazy(() => import("./change-dialog.tsx").then((file) => ({ default: file.ChangeDialog })));
/** Few visits of the page are for them. */
export const AttemptsAndLookups = lazy(() =>
  import("./calls.tsx").then((file) => ({ default: file.AttemptsAndLookups })),
);

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
      <Suspense>
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
      </Suspense>
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
        {action === "pay_at_provider" && <Text as="p">{amountDueText(submission.amountDue)}</Text>}
        {action === "replace" && isAddressUnchanged(resolvedReasons) && (
          <Banner tone="warning">
            <p>{SAME_ADDRESS_WARNING}</p>
          </Banner>
        )}
        {resolvedReasons.length > 1 && <ResolvedReasons reasons={resolvedReasons} />}
        {decidesUncertain && submission.uncertainty && <UncertaintySummary uncertainty={submission.uncertainty} />}
        {decidesUncertain && (
          <Suspense>
            <AttemptsAndLookups submission={submission} />
          </Suspense>
        )}
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

/** The next step is primary, what else can be done is plain. */
export type ButtonVariant = "primary" | "plain";

/** What a merchant asks for on the page of an order. */
export type ActionRequest =
  | { action: "refresh" }
  | { action: OrderAction }
  | { action: Action; submissionId: SubmissionId; seen: string[] }
  | { action: LineAction; lineId: OrderLineId };

/** What the cards of the page need to offer actions. */
export interface ActionControls {
  /** The action under way. */
  busy: ActionRequest | null;
  /** Whether a dialog comes before the action. */
  needsConfirmation(action: Action, submissionId: SubmissionId): boolean;
  /** Whether nothing else keeps the submission, so that the action sends it at once. */
  sends(action: Action, submissionId: SubmissionId): boolean;
  /** Whether something holds the submission. */
  isHeld(submissionId: SubmissionId): boolean;
  /** Runs the action, after its dialog if it has one. */
  request(action: Action, submissionId: SubmissionId): void;
  /** Runs the action on the order, after its dialog if it has one. */
  requestForOrder(action: OrderAction): void;
  /** Runs the action on a line, after its dialog if it has one. */
  requestForLine(action: LineAction, lineId: OrderLineId): void;
  /**
   * Opens the dialog that changes a line, or with null the address and shipping of the order. `addTexts`: line item properties
   * whose texts the dialog adds to the print note.
   */
  requestChange(lineId: OrderLineId | null, addTexts: readonly string[]): void;
}

/** The button of an action on a submission. `code`: the reason that the button resolves. */
export function ActionButton(props: {
  action: Action;
  submissionId: SubmissionId;
  controls: ActionControls;
  code?: AttentionCode;
  variant?: ButtonVariant;
}) {
  const { action, submissionId, controls, code, variant } = props;
  const { busy } = controls;
  const denied = useDeniedAction()(action);
  const isRunning = busy?.action === action && "submissionId" in busy && busy.submissionId === submissionId;
  const standing = { sends: controls.sends(action, submissionId), held: controls.isHeld(submissionId) };
  const label = actionLabel(action, standing, code);
  return (
    <Button
      variant={variant ?? (action === "replace" ? "plain" : undefined)}
      loading={isRunning}
      disabled={denied || (busy !== null && !isRunning)}
      onClick={() => controls.request(action, submissionId)}
    >
      {controls.needsConfirmation(action, submissionId) ? `${label}…` : label}
    </Button>
  );
}

/** The button of an action on a line. `title` names the line for screen readers. */
export function LineActionButton(props: {
  action: LineAction;
  lineId: OrderLineId;
  title: string;
  controls: ActionControls;
}) {
  const { action, lineId, title, controls } = props;
  const { busy } = controls;
  const denial = useDenial(action === "mark_not_printed" ? "map" : "approve");
  const pageDenial = useDenial();
  const isRunning = busy?.action === action && "lineId" in busy && busy.lineId === lineId;
  const label = LINE_CONFIRMATIONS[action] ? `${LINE_ACTION_LABELS[action]}…` : LINE_ACTION_LABELS[action];
  return (
    <>
      <Button
        variant="plain"
        loading={isRunning}
        disabled={denial !== undefined || (busy !== null && !isRunning)}
        accessibilityLabel={`${label} ${title}`}
        onClick={() => controls.requestForLine(action, lineId)}
      >
        {label}
      </Button>
      {/* The frame says the other one above the page. */}
      {denial !== undefined && denial !== pageDenial && <SmallNote>{denial}</SmallNote>}
    </>
  );
}

/** The button of the dialog that changes a line or the order. `title` names the line for screen readers. */
export function ChangeButton(props: {
  label: string;
  lineId: OrderLineId | null;
  title: string;
  controls: ActionControls;
  addTexts?: readonly string[];
  variant?: ButtonVariant;
}) {
  const { label, lineId, title, controls, addTexts = [], variant = "plain" } = props;
  const denied = useDenied();
  return (
    <Button
      variant={variant}
      disabled={denied || controls.busy !== null}
      accessibilityLabel={`${label} ${title}`.trim()}
      onClick={() => controls.requestChange(lineId, addTexts)}
    >
      {label}
    </Button>
  );
}

/** The button of an action on the whole order. */
export function OrderActionButton(props: { action: OrderAction; controls: ActionControls; variant?: ButtonVariant }) {
  const { action, controls, variant } = props;
  const { busy } = controls;
  const denied = useDeniedAction()(action);
  const isRunning = busy?.action === action;
  return (
    <Button
      variant={variant}
      loading={isRunning}
      disabled={denied || (busy !== null && !isRunning)}
      onClick={() => controls.requestForOrder(action)}
    >
      {ORDER_CONFIRMATIONS[action] ? `${ORDER_ACTION_LABELS[action]}…` : ORDER_ACTION_LABELS[action]}
    </Button>
  );
}

export interface RequestFeedbackProps {
  /** The last action did not reach the app, or its answer did not come back. */
  failed: boolean;
  /** The last action was not done: the order changed before it. */
  conflict: boolean;
  /** What the last refresh could not find out, in sentences. */
  problems: readonly string[];
}

/** What became of the last request, where it was not done. */
export function RequestFeedback({ failed, conflict, problems }: RequestFeedbackProps) {
  return (
    <>
      {failed && <MessageBanner tone="critical" {...COPY.requestFailed} />}
      {conflict && <MessageBanner tone="warning" {...PAGE.conflict} />}
      {problems.length > 0 && (
        <Banner tone="warning" title={PAGE.refreshProblems}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      )}
    </>
  );
}

/** The requests of a page of one order. */
export interface OrderRequests extends RequestFeedbackProps {
  /** The action under way. */
  busy: ActionRequest | null;
  onAction(request: ActionRequest): void;
  /** A change of the order was saved or withdrawn. */
  onChanged(message: string): void;
}

interface Answer {
  result: ActionResult;
  action: ActionRequest["action"];
  /** null: not a refresh. */
  refreshed: OrderRefresh | null;
}

/** Asks the order's own route, whichever page of the order asks, and shows a toast for what was done. */
export function useOrderRequests(orderNumber: string): OrderRequests {
  const fetcher = useFetcher<Answer | RequestFailed>();
  const bridge = useAppBridge();
  const { data: latest, state } = fetcher;
  const failed = hasFailed(latest);
  const answer = failed ? undefined : latest;
  useEffect(() => {
    const message = answer ? toastMessage(answer) : null;
    if (message) bridge.toast.show(message);
  }, [answer, bridge]);
  const busy = state === "idle" ? null : ((fetcher.json ?? null) as ActionRequest | null);
  const problems = answer?.refreshed ? refreshProblems(answer.refreshed) : [];
  const conflict = answer !== undefined && !SUCCESSES.includes(answer.result);
  return {
    busy,
    ...(busy ? NO_FEEDBACK : { failed, conflict, problems }),
    onAction: (request) =>
      fetcher.submit(request, {
        method: "post",
        action: `/app/orders/${orderNumber}`,
        encType: "application/json",
      }),
    onChanged: (message) => bridge.toast.show(message),
  };
}

const NO_FEEDBACK = { failed: false, conflict: false, problems: [] };
const SUCCESSES: readonly ActionResult[] = ["done", "unchanged"];

/** The toast after an action; none after a conflict or a refresh with problems, which the page shows. */
function toastMessage({ result, action, refreshed }: Answer): string | null {
  if (result !== "done") return result === "unchanged" ? PAGE.unchanged : null;
  if (action !== "refresh") return DONE_MESSAGES[action];
  return refreshed && refreshProblems(refreshed).length === 0 ? refreshDoneMessage(refreshed) : null;
}
