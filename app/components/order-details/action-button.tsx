import { Button } from "@shopify/polaris";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { Action } from "../../orders/actions/actions.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";
import type { OrderAction } from "../../orders/core/attention-registry.ts";
import {
  actionLabel,
  LINE_ACTION_LABELS,
  LINE_CONFIRMATIONS,
  ORDER_ACTION_LABELS,
  ORDER_CONFIRMATIONS,
} from "./action-copy.ts";
import type { SubmissionId, OrderLineId } from "../../ports/ids.ts";

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
  const isRunning = busy?.action === action && "submissionId" in busy && busy.submissionId === submissionId;
  const standing = { sends: controls.sends(action, submissionId), held: controls.isHeld(submissionId) };
  const label = actionLabel(action, standing, code);
  return (
    <Button
      variant={variant ?? (action === "replace" ? "plain" : undefined)}
      loading={isRunning}
      disabled={busy !== null && !isRunning}
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
  const isRunning = busy?.action === action && "lineId" in busy && busy.lineId === lineId;
  const label = LINE_CONFIRMATIONS[action] ? `${LINE_ACTION_LABELS[action]}…` : LINE_ACTION_LABELS[action];
  return (
    <Button
      variant="plain"
      loading={isRunning}
      disabled={busy !== null && !isRunning}
      accessibilityLabel={`${label} ${title}`}
      onClick={() => controls.requestForLine(action, lineId)}
    >
      {label}
    </Button>
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
  return (
    <Button
      variant={variant}
      disabled={controls.busy !== null}
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
  const isRunning = busy?.action === action;
  return (
    <Button
      variant={variant}
      loading={isRunning}
      disabled={busy !== null && !isRunning}
      onClick={() => controls.requestForOrder(action)}
    >
      {ORDER_CONFIRMATIONS[action] ? `${ORDER_ACTION_LABELS[action]}…` : ORDER_ACTION_LABELS[action]}
    </Button>
  );
}
