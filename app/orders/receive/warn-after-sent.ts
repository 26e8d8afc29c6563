import { isMasked } from "../../common/clean-text.ts";
import { codesFoundBy, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import { clearReasons, raiseUnlessResolved, setColumns, type OrderRows } from "../core/order-rows.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { idsOf } from "../core/history.ts";
import { addressIn, isSameAddress } from "../compose/changed-values.ts";
import { AT_PROVIDER_STATES, MUTABLE_STATES, SENT_STATES, SHIPPED_STATES } from "../core/states.ts";
import { withoutReprints } from "../core/reprints.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";
import type { CurrentChanges } from "../compose/current-changes.ts";
import { excessQuantity, partsByLine } from "../compose/line-quantities.ts";
import { findLinesToSend } from "../compose/lines-to-send.ts";
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
  // Nobody could be warned of what was found at the service before it shipped.
  const unwarned = sent.filter((s) => unfinished.includes(s) || isFoundUnwanted(s));
  const { cancelledAt } = snapshot;
  if (cancelledAt) {
    const warning = { code: "cancelled_after_sent", subject: "", basis: cancelledAt.toISOString() } as const;
    for (const submission of unwarned) raiseUnlessResolved(rows, ctx, { ...idsOf(submission), ...warning });
  }
  for (const line of cancelledAt ? [] : lines) {
    const excess = excessQuantity(line.snapshot, partsOf(line.row.id));
    const affected = withoutReprints(unwarned).find((s) => s.lines.some((l) => l.orderLineId === line.row.id));
    if (excess === 0 || !affected) continue;
    const warning = { code: "reduced_after_sent", subject: line.snapshot.gid, basis: String(excess) } as const;
    raiseUnlessResolved(rows, ctx, { ...idsOf(affected), ...warning });
  }
  for (const found of sent.filter(isFoundUnwanted)) alarmFoundUnwanted(rows, ctx, found, { lines, changes });
  const currentHash = addressHash(ctx, snapshot.shippingAddress);
  if (currentHash === null || order.addressHash === null || currentHash === order.addressHash) return;
  if (isCorrection(snapshot, changes) || Object.values(addressIn(snapshot)).some(isMasked)) return;
  const warning = { code: "address_changed_after_sent", subject: "", basis: currentHash } as const;
  for (const submission of unfinished) raiseUnlessResolved(rows, ctx, { ...idsOf(submission), ...warning });
}

/** The service turned out to have it although nothing of it was to be sent any more (provider-updates/mark-seen.ts). */
const isFoundUnwanted = ({ unproven, state }: SubmissionWithLines): boolean =>
  unproven === "unwanted" && AT_PROVIDER_STATES.includes(state);

/** Tells staff of it unless its items are wanted again, or a warning tells of it already. */
function alarmFoundUnwanted(
  rows: OrderRows,
  ctx: WriteContext,
  found: SubmissionWithLines,
  { lines, changes }: Pick<AfterSentInput, "lines" | "changes">,
): void {
  setColumns(rows.submissions, found.id, { unproven: null });
  const partsOf = partsByLine(rows.submissions.filter(({ id }) => id !== found.id));
  const wanted = findLinesToSend(lines, { partsOf, changes, printFulfilled: rows.order.printFulfilledAt !== null });
  const isTold = rows.attentions.some(
    ({ submissionId, code, clearedAt }) => submissionId === found.id && clearedAt === null && TELLING.includes(code),
  );
  if (isTold || wanted.some(({ row }) => found.lines.some(({ orderLineId }) => orderLineId === row.id))) return;
  raiseUnlessResolved(rows, ctx, { ...idsOf(found), code: "printed_after_cancelled" });
}

const TELLING: readonly AttentionCode[] = ["cancelled_after_sent", "reduced_after_sent"];

const WARNINGS = codesFoundBy("order_change");

/** What the service turned out not to have is sent as the order is by then: the change came in time. */
function clearForUnsent(rows: OrderRows, ctx: WriteContext): void {
  for (const { id } of rows.submissions.filter(({ state }) => MUTABLE_STATES.includes(state)))
    clearReasons(rows, ctx, { submissionId: id, codes: WARNINGS }, "facts");
}

/** Shopify shows the address that staff had the order sent to: the correction was saved there, too. */
const isCorrection = (snapshot: OrderSnapshot, { ofOrder }: CurrentChanges): boolean =>
  ofOrder?.values.address !== undefined && isSameAddress(addressIn(snapshot), ofOrder.values.address);
