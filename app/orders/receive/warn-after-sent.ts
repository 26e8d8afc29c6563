import { isMasked } from "../../common/clean-text.ts";
import { codesFoundBy, type CodeFoundBy } from "../core/attention.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import { clearReasons, raiseReason, type OrderRows } from "../core/order-rows.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { idsOf } from "../core/history.ts";
import { addressIn, isSameAddress } from "../compose/changed-values.ts";
import { MUTABLE_STATES, SENT_STATES, SHIPPED_STATES } from "../core/states.ts";
import { withoutReprints } from "../core/reprints.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";
import type { CurrentChanges } from "../compose/current-changes.ts";
import { excessQuantity, partsByLine } from "../compose/line-quantities.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";
import { addressHash } from "./order-row.ts";

interface AfterSentInput {
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  changes: CurrentChanges;
}

/** The service has no update and no cancel: staff is shown what changes after sending, once per change. */
export function warnAfterSent(
  rows: OrderRows,
  ctx: Pick<OrdersContext, "clock" | "ids" | "encryptor">,
  { snapshot, lines, changes }: AfterSentInput,
): void {
  const { order, submissions } = rows;
  const partsOf = partsByLine(submissions);
  clearForUnsent(rows, ctx);
  const sent = submissions.filter((s) => SENT_STATES.includes(s.state) && !s.replacedAt);
  const unfinished = sent.filter((s) => !SHIPPED_STATES.includes(s.state));
  if (unfinished.length === 0) return;
  const { cancelledAt } = snapshot;
  if (cancelledAt) {
    const warning = { code: "cancelled_after_sent", subject: "", basis: cancelledAt.toISOString() } as const;
    for (const submission of unfinished) warnOnce(rows, ctx, submission, warning);
  }
  for (const line of cancelledAt ? [] : lines) {
    const excess = excessQuantity(line.snapshot, partsOf(line.row.id));
    const affected = withoutReprints(unfinished).find((s) => s.lines.some((l) => l.orderLineId === line.row.id));
    if (excess === 0 || !affected) continue;
    const warning = { code: "reduced_after_sent", subject: line.snapshot.gid, basis: String(excess) } as const;
    warnOnce(rows, ctx, affected, warning);
  }
  const currentHash = addressHash(ctx, snapshot.shippingAddress);
  if (currentHash === null || order.addressHash === null || currentHash === order.addressHash) return;
  if (isCorrection(snapshot, changes) || Object.values(addressIn(snapshot)).some(isMasked)) return;
  const warning = { code: "address_changed_after_sent", subject: "", basis: currentHash } as const;
  for (const submission of unfinished) warnOnce(rows, ctx, submission, warning);
}

const WARNINGS = codesFoundBy("order_change");

/** What the service turned out not to have is sent as the order is by then: the change came in time. */
function clearForUnsent(rows: OrderRows, ctx: WriteContext): void {
  for (const { id } of rows.submissions.filter(({ state }) => MUTABLE_STATES.includes(state)))
    clearReasons(rows, ctx, { submissionId: id, codes: WARNINGS }, "facts");
}

/** Shopify shows the address that staff had the order sent to: the correction was saved there, too. */
const isCorrection = (snapshot: OrderSnapshot, { ofOrder }: CurrentChanges): boolean =>
  ofOrder?.values.address !== undefined && isSameAddress(addressIn(snapshot), ofOrder.values.address);

/** A warning that staff has resolved is not raised again. */
function warnOnce(
  rows: OrderRows,
  ctx: WriteContext,
  submission: SubmissionWithLines,
  warning: { code: CodeFoundBy<"order_change">; subject: string; basis: string },
): void {
  const isKnown = rows.attentions.some(
    ({ submissionId, code, subject, basis, clearedAt, clearedBy }) =>
      submissionId === submission.id &&
      code === warning.code &&
      subject === warning.subject &&
      basis === warning.basis &&
      (clearedAt === null || clearedBy === "person"),
  );
  if (!isKnown) raiseReason(rows, ctx, { ...idsOf(submission), ...warning });
}
