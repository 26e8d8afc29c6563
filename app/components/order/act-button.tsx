import { Button } from "@shopify/polaris";
import type { AttentionCode } from "../../orders/attention.ts";
import type { Act } from "../../orders/person/acts.ts";
import { labelOf, type Wish } from "./act-words.ts";

/** What the page's parts need to let a person act. */
export interface Acting {
  /** What is being done right now. */
  busy: Wish | null;
  /** Whether something is asked before it is done. */
  asks(act: Act, submissionId: string): boolean;
  /** Does it, after that question. */
  wish(act: Act, submissionId: string): void;
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
