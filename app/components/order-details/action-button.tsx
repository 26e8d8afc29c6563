import { Button } from "@shopify/polaris";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { Action } from "../../orders/actions/actions.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";
import { actionLabel, LINE_ACTION_LABELS, type ActionRequest } from "./act-words.ts";

/** What the page's parts need to let a person act. */
export interface ActionControls {
  /** What is being done right now. */
  busy: ActionRequest | null;
  /** Whether something is asked before it is done. */
  needsConfirmation(action: Action, submissionId: string): boolean;
  /** Does it, after that question. */
  request(action: Action, submissionId: string): void;
  /** Does it with a line, after a question where there is one. */
  requestForLine(action: LineAction, lineId: string): void;
}

/** A button for one act on one submission. `code`: the reason that it stands beside. */
export function ActionButton(props: {
  action: Action;
  submissionId: string;
  controls: ActionControls;
  code?: AttentionCode;
}) {
  const { action, submissionId, controls, code } = props;
  const { busy } = controls;
  const isRunning = busy?.action === action && "submissionId" in busy && busy.submissionId === submissionId;
  return (
    <Button
      variant={action === "replace" && code === undefined ? "plain" : undefined}
      loading={isRunning}
      disabled={busy !== null && !isRunning}
      onClick={() => controls.request(action, submissionId)}
    >
      {controls.needsConfirmation(action, submissionId) ? `${actionLabel(action, code)}…` : actionLabel(action, code)}
    </Button>
  );
}

/** A button for one act on one line; `title` tells it from those of other lines. */
export function LineActionButton(props: {
  action: LineAction;
  lineId: string;
  title: string;
  plain?: boolean;
  controls: ActionControls;
}) {
  const { action, lineId, title, plain, controls } = props;
  const { busy } = controls;
  const isRunning = busy?.action === action && "lineId" in busy && busy.lineId === lineId;
  const label = action === "exclude_line" ? `${LINE_ACTION_LABELS[action]}…` : LINE_ACTION_LABELS[action];
  return (
    <Button
      variant={plain ? "plain" : undefined}
      loading={isRunning}
      disabled={busy !== null && !isRunning}
      accessibilityLabel={`${label} ${title}`}
      onClick={() => controls.requestForLine(action, lineId)}
    >
      {label}
    </Button>
  );
}
