import { Button } from "@shopify/polaris";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { Act } from "../../orders/actions/actions.ts";
import type { LineAct } from "../../orders/actions/exclude-line.ts";
import { labelOf, LINE_ACT_LABELS, type Wish } from "./act-words.ts";

/** What the page's parts need to let a person act. */
export interface Acting {
  /** What is being done right now. */
  busy: Wish | null;
  /** Whether something is asked before it is done. */
  asks(act: Act, submissionId: string): boolean;
  /** Does it, after that question. */
  wish(act: Act, submissionId: string): void;
  /** Does it with a line, after a question where there is one. */
  wishLine(act: LineAct, lineId: string): void;
}

/** A button for one act on one submission. `code`: the reason that it stands beside. */
export function ActButton(props: { act: Act; submissionId: string; acting: Acting; code?: AttentionCode }) {
  const { act, submissionId, acting, code } = props;
  const { busy } = acting;
  const mine = busy?.act === act && "submissionId" in busy && busy.submissionId === submissionId;
  return (
    <Button
      variant={act === "replace" && code === undefined ? "plain" : undefined}
      loading={mine}
      disabled={busy !== null && !mine}
      onClick={() => acting.wish(act, submissionId)}
    >
      {acting.asks(act, submissionId) ? `${labelOf(act, code)}…` : labelOf(act, code)}
    </Button>
  );
}

/** A button for one act on one line; `title` tells it from those of other lines. */
export function LineActButton(props: { act: LineAct; lineId: string; title: string; plain?: boolean; acting: Acting }) {
  const { act, lineId, title, plain, acting } = props;
  const { busy } = acting;
  const mine = busy?.act === act && "lineId" in busy && busy.lineId === lineId;
  const label = act === "exclude_line" ? `${LINE_ACT_LABELS[act]}…` : LINE_ACT_LABELS[act];
  return (
    <Button
      variant={plain ? "plain" : undefined}
      loading={mine}
      disabled={busy !== null && !mine}
      accessibilityLabel={`${label} ${title}`}
      onClick={() => acting.wishLine(act, lineId)}
    >
      {label}
    </Button>
  );
}
