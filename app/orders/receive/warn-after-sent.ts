import type { Attention } from "@prisma/client";
import { isMasked } from "../../common/masked-text.ts";
import { codesFoundBy, type CodeFoundBy } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { idsOf } from "../core/history.ts";
import { addressIn, isSameAddress } from "../print-order/changed-values.ts";
import { MUTABLE_STATES, SENT_STATES, SHIPPED_STATES } from "../core/states.ts";
import { withoutReprints } from "../core/reprints.ts";
import type { DecidedLine } from "./apply-lines.ts";
import type { CurrentChanges } from "./current-changes.ts";
import { excessQuantity, type PartsOf } from "./line-quantities.ts";
import type { SubmissionWithLines } from "./open-submission.ts";
import { addressHash } from "./order-row.ts";

interface AfterSentInput {
  order: { addressHash: string | null };
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  submissions: readonly SubmissionWithLines[];
  partsOf: PartsOf;
  changes: CurrentChanges;
  /** Of the order and its submissions, open and cleared. */
  attentions: readonly Attention[];
}

/** The service has no update and no cancel: staff is shown what changes after sending, once per change. */
export async function warnAfterSent(tx: Tx, ctx: OrdersContext, input: AfterSentInput): Promise<void> {
  const { order, snapshot, lines, submissions, partsOf, changes } = input;
  await clearForUnsent(tx, ctx, input);
  const sent = submissions.filter((s) => SENT_STATES.includes(s.state) && !s.replacedAt);
  const unfinished = sent.filter((s) => !SHIPPED_STATES.includes(s.state));
  if (unfinished.length === 0) return;
  const { cancelledAt } = snapshot;
  if (cancelledAt) {
    const warning = { code: "cancelled_after_sent", subject: "", basis: cancelledAt.toISOString() } as const;
    for (const submission of unfinished) await warnOnce(tx, ctx, submission, warning);
  }
  for (const line of cancelledAt ? [] : lines) {
    const excess = excessQuantity(line.snapshot, partsOf(line.row.id));
    const affected = withoutReprints(unfinished).find((s) => s.lines.some((l) => l.orderLineId === line.row.id));
    if (excess === 0 || !affected) continue;
    const warning = { code: "reduced_after_sent", subject: line.snapshot.gid, basis: String(excess) } as const;
    await warnOnce(tx, ctx, affected, warning);
  }
  const currentHash = addressHash(ctx, snapshot.shippingAddress);
  if (currentHash === null || order.addressHash === null || currentHash === order.addressHash) return;
  if (isCorrection(snapshot, changes) || Object.values(addressIn(snapshot)).some(isMasked)) return;
  const warning = { code: "address_changed_after_sent", subject: "", basis: currentHash } as const;
  for (const submission of unfinished) await warnOnce(tx, ctx, submission, warning);
}

const WARNINGS = codesFoundBy("order_change");

/** What the service turned out not to have is sent as the order is by then: the change came in time. */
async function clearForUnsent(tx: Tx, ctx: OrdersContext, { submissions, attentions }: AfterSentInput): Promise<void> {
  const warned = new Set(
    attentions.flatMap(({ clearedAt, code, submissionId }) =>
      clearedAt === null && WARNINGS.some((one) => one === code) ? [submissionId] : [],
    ),
  );
  for (const submission of submissions.filter(({ id, state }) => warned.has(id) && MUTABLE_STATES.includes(state)))
    await clearAttentions(tx, ctx, { ...idsOf(submission), codes: WARNINGS }, "facts");
}

/** Shopify shows the address that staff had the order sent to: the correction was saved there, too. */
const isCorrection = (snapshot: OrderSnapshot, { ofOrder }: CurrentChanges): boolean =>
  ofOrder?.values.address !== undefined && isSameAddress(addressIn(snapshot), ofOrder.values.address);

/** A warning that staff has resolved is not raised again. */
async function warnOnce(
  tx: Tx,
  ctx: OrdersContext,
  submission: SubmissionWithLines,
  warning: { code: CodeFoundBy<"order_change">; subject: string; basis: string },
): Promise<void> {
  const where = {
    submissionId: submission.id,
    ...warning,
    OR: [{ clearedAt: null }, { clearedBy: "person" as const }],
  };
  const existing = await tx.attention.findFirst({ where });
  if (!existing) await raiseAttention(tx, ctx, { ...idsOf(submission), ...warning });
}
