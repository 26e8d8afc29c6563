import type { IgnoredReason, Order, OrderLine } from "../../../prisma/client/client.ts";
import { firstText } from "../../common/clean-text.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { DecideContext, OrdersContext, WriteContext } from "../core/context.ts";
import { cancelUnsent, setOrder, type OrderRows, clearReasons, raiseReason } from "../core/order-rows.ts";
import type { DrawnFiles } from "../core/drawn-files.ts";
import { NOT_DUE } from "../core/reschedule.ts";
import { withoutReprints, isReprint } from "../core/reprints.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { MUTABLE_STATES, SENT_STATES, SHIPPED_STATES } from "../core/states.ts";
import { fulfillmentOrdersColumn } from "../fulfill/read-fulfillment.ts";
import { needsWholeOrder, type MappingLookup } from "../compose/eligibility.ts";
import { decidingShippingChoice } from "../compose/shipping-method.ts";
import { findUndecidedOrphans } from "./adopt-orphans.ts";
import { decideLines, type DecidedLine } from "../compose/decide-lines.ts";
import { buildNewSubmission, buildSubmission, type ReadySubmission, type PreSendResult } from "./build-submission.ts";
import { currentChanges, forReprint, type CurrentChanges } from "../compose/current-changes.ts";
import {
  moneyColumn,
  customerColumns,
  addressHash,
  contradictsStored,
  findIgnoredReason,
  isDueSinceRead,
  lacksRemaining,
  withKnownOrders,
  paidForPrintable,
} from "./order-row.ts";
import { partsByLine } from "../compose/line-quantities.ts";
import { findLinesToSend, type LineToSend, lineToSend } from "../compose/lines-to-send.ts";
import { newSubmission } from "./new-submission.ts";
import { syncAddressWrite } from "./sync-address-write.ts";
import { holdUndecidedLines } from "./not-printed.ts";
import { warnAfterSent } from "./warn-after-sent.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";

/** Everything that decides how a snapshot is applied, as it is under the order's lock. */
export interface OrderState {
  rows: OrderRows;
  /** The order's row is new. */
  created: boolean;
  shop: ShopRow;
  /** Of the shop. */
  settings: ShopSettings;
  mappings: MappingLookup;
  /** The print files that were made for the order. */
  drawnFiles: DrawnFiles;
  /** The order was erased with its shop's data before. */
  tombstoned: boolean;
  /** The lines as they were stored before the snapshot. */
  knownLines: readonly OrderLine[];
  /** Orphans were adopted with this snapshot. */
  justAdopted: boolean;
}

/**
 * The order has to be read from Shopify: a webhook's snapshot lacks facts that the shop's rule needs by now, cannot tell fulfilled
 * pieces from held ones, or nobody can say whether it is newer than what is stored.
 */
export class NeedsRead extends Error {}

/** The shop's data was erased since its row was read: nothing new about its orders is stored. */
export class ErasedShop extends Error {}

/** Why what the snapshot says cannot be applied; null where it can. ErasedShop: of an order that has no row. */
export function checkSnapshot(
  ctx: Pick<OrdersContext, "encryptor">,
  { rows, created, shop, settings }: OrderState,
  snapshot: OrderSnapshot,
  unreadable: boolean,
): NeedsRead | ErasedShop | null {
  const { order, lines } = rows;
  // The erasure waits for new rows that were decided before it began (`waitForOrdersUnderWay`).
  if (created && shop.redactedAt) return new ErasedShop();
  const inDoubt =
    lacksWholeOrder(snapshot, settings) ||
    lacksRemaining(lines, snapshot) ||
    contradictsStored(ctx, { order, created, lines }, snapshot);
  return inDoubt && !unreadable ? new NeedsRead() : null;
}

const lacksWholeOrder = ({ complete }: OrderSnapshot, settings: ShopSettings): boolean =>
  !complete && needsWholeOrder(settings);

/**
 * Decides what a snapshot makes of an order: changes its rows, and makes no statement and no call. Returns the submissions that can
 * be sent; null where the whole order is ignored.
 */
export function decideOrder(
  rows: OrderRows,
  ctx: DecideContext,
  { shop, settings, mappings, drawnFiles, created, tombstoned, knownLines, justAdopted }: OrderState,
  { snapshot: read, preSendResult }: Pick<DecideInput, "snapshot" | "preSendResult">,
): ReadySubmission[] | null {
  const snapshot = withKnownOrders(ctx, rows.order, read, settings);
  const lines = decideLines(rows, ctx, snapshot, { settings, mappings, created });
  const ignoredReason = findIgnoredReason(rows.order, created, { shop, tombstoned });
  const cancelled = snapshot.cancelledAt !== null;
  const changes = currentChanges(ctx, rows.changes);
  if (lacksWholeOrder(snapshot, settings) && !ignoredReason)
    holdUndecidedLines(rows, ctx, { lines, known: knownLines });
  if (!ignoredReason) warnAfterSent(rows, ctx, { snapshot, lines, changes });
  const submissions = withoutReprints(rows.submissions);
  const printFulfilled = rows.order.printFulfilledAt !== null;
  const linesToSend =
    ignoredReason || cancelled
      ? []
      : findLinesToSend(lines, { partsOf: partsByLine(submissions), printFulfilled, changes });
  setOrder(rows, orderColumns(rows, ctx, snapshot, { settings, lines, ignoredReason, linesToSend }));
  if (changes.ofOrder) syncAddressWrite(rows, ctx, changes.ofOrder, snapshot);
  if (ignoredReason) return null;
  syncFulfilledElsewhere(rows, ctx, { created, cancelled, lines, submissions });
  const input = { shop, settings, snapshot, lines, changes, preSendResult, drawnFiles };
  const ordered = decideOrdered(rows, ctx, { ...input, linesToSend, justAdopted });
  return [...(ordered ? [ordered] : []), ...decideReprints(rows, ctx, input)];
}

/** What the customer ordered and nobody has sent yet: one open submission has all of it. */
function decideOrdered(
  rows: OrderRows,
  ctx: DecideContext,
  input: DecideInput & { linesToSend: LineToSend[]; justAdopted: boolean },
): ReadySubmission | null {
  const { shop, snapshot, linesToSend, justAdopted } = input;
  const open = withoutReprints(rows.submissions).find(({ state }) => MUTABLE_STATES.includes(state));
  if (linesToSend.length === 0) {
    if (open) cancelUnsent(rows, ctx, open.id, snapshot.cancelledAt ? "order_cancelled" : "nothing_left");
    return null;
  }
  const undecidedOrphans = findUndecidedOrphans(rows, ctx, justAdopted);
  if (open) return buildSubmission(rows, ctx, { ...input, undecidedOrphans, submissionId: open.id });
  const earlier = withoutReprints(rows.submissions);
  const submission = newSubmission(ctx, rows.order, { shopDomain: shop.domain, earlier });
  return buildNewSubmission(rows, ctx, { ...input, undecidedOrphans, submission });
}

interface OrderColumnsInput {
  settings: ShopSettings;
  lines: DecidedLine[];
  ignoredReason: IgnoredReason | null;
  linesToSend: LineToSend[];
}

function orderColumns(
  { order, submissions }: OrderRows,
  ctx: DecideContext,
  snapshot: OrderSnapshot,
  known: OrderColumnsInput,
): Partial<Order> {
  const printable = new Set(
    known.lines.filter(({ row }) => row.eligibility === "printable").map(({ row }) => row.shopifyGid),
  );
  // While something sent has not shipped, the hash stays that of the address it was sent to, so that a change shows.
  const underWay = submissions.some(
    (s) => SENT_STATES.includes(s.state) && !SHIPPED_STATES.includes(s.state) && s.replacedAt === null,
  );
  return {
    name: snapshot.name,
    shopifyUpdatedAt: snapshot.updatedAt,
    cancelledAt: snapshot.cancelledAt,
    financialStatus: snapshot.financialStatus,
    ...(snapshot.paymentKind ? { paymentKind: snapshot.paymentKind } : {}),
    currency: snapshot.currency,
    subtotal: paidForPrintable(snapshot.lines, snapshot.currency, (gid) => printable.has(gid)),
    shippingPaid: snapshot.shippingPaid,
    ...moneyColumn(order, snapshot),
    ...shippingTitleColumn(order, snapshot, known),
    ...customerColumns(ctx, order, snapshot, known.ignoredReason),
    test: snapshot.test,
    ...fulfillmentOrdersColumn(snapshot.fulfillmentOrders),
    ignoredReason: known.ignoredReason,
    version: order.version + 1,
    // One submission has them when the transaction ends. Its trigger would find the row wanting, and write the row again.
    ...(known.linesToSend.length > 0 ? { hasStandingSubmission: true } : {}),
    ...(underWay && order.addressHash !== null ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
    ...(snapshot.complete ? { readAt: snapshot.readAt ?? ctx.clock.now() } : {}),
    // Else the snapshot may not show what the order was made due for, such as the metafields of new settings.
    ...(snapshot.complete && !isDueSinceRead(ctx, order.dueAt, snapshot) ? NOT_DUE : {}),
  };
}

/** What the customer chose for what is printed. Only a complete snapshot tells the shipping of each line: a webhook replaces none of those. */
function shippingTitleColumn(
  { readAt }: Pick<Order, "readAt">,
  snapshot: OrderSnapshot,
  { settings, lines }: { settings: ShopSettings; lines: readonly DecidedLine[] },
): Partial<Pick<Order, "shippingTitle">> {
  if (!snapshot.complete && readAt !== null) return {};
  const printed = lines.filter(({ row }) => row.eligibility === "printable").map((line) => line.snapshot);
  const country = snapshot.shippingAddress?.countryCode ?? "";
  return {
    shippingTitle: firstText(decidingShippingChoice(snapshot, printed, country, settings.shippingRules)?.title) || null,
  };
}

interface FulfilledElsewhereInput {
  created: boolean;
  cancelled: boolean;
  lines: readonly DecidedLine[];
  /** Without reprints. */
  submissions: readonly SubmissionWithLines[];
}

const CODE = "fulfilled_elsewhere";

/**
 * Shopify shows every item to print as fulfilled, and nothing was sent, or only what staff had replaced since: the store fulfills
 * automatically, or somebody fulfilled by hand. Raised once: what staff resolved stays resolved.
 */
function syncFulfilledElsewhere(rows: OrderRows, ctx: WriteContext, input: FulfilledElsewhereInput): void {
  const { created, submissions } = input;
  const isFulfilled = isFulfilledElsewhere(rows.order, input);
  // A new order has no reason yet. Where a submission waits, the last snapshot had something to send, and cleared the reason.
  if (!isFulfilled && (created || submissions.some(({ state }) => MUTABLE_STATES.includes(state)))) return;
  const { id: orderId, shopId } = rows.order;
  const known = rows.attentions
    .filter(({ code, submissionId }) => code === CODE && submissionId === null)
    .toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())[0];
  if (!isFulfilled) clearReasons(rows, ctx, { submissionId: null, codes: [CODE] }, "facts");
  else if (!known || known.clearedBy === "facts") raiseReason(rows, ctx, { shopId, orderId, code: CODE });
}

function isFulfilledElsewhere(
  { printFulfilledAt }: Pick<Order, "printFulfilledAt">,
  { cancelled, lines, submissions }: FulfilledElsewhereInput,
): boolean {
  if (cancelled || printFulfilledAt) return false;
  if (submissions.some(({ state, replacedAt }) => SENT_STATES.includes(state) && replacedAt === null)) return false;
  const toPrint = lines.filter(({ row, snapshot }) => row.eligibility === "printable" && snapshot.quantity > 0);
  return toPrint.length > 0 && toPrint.every(({ snapshot }) => snapshot.remaining === 0);
}

/** What is decided with on an order whose lines are decided. */
interface DecideInput {
  shop: ShopRow;
  settings: ShopSettings;
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  changes: CurrentChanges;
  preSendResult: PreSendResult | null;
  drawnFiles: DrawnFiles;
}

/**
 * Builds every unsent reprint again, with the lines and quantities that staff chose and everything else as it is now: address,
 * artwork, holds. What was paid, fulfilled or refunded does not end a reprint; canceling the order does. Returns those that can
 * be sent.
 */
function decideReprints(rows: OrderRows, ctx: DecideContext, input: DecideInput): ReadySubmission[] {
  const changes = forReprint(input.changes);
  const reprints = rows.submissions.filter((one) => isReprint(one) && MUTABLE_STATES.includes(one.state));
  return reprints.flatMap((submission) => {
    const linesToSend = input.snapshot.cancelledAt ? null : chosenLines(submission, input.lines, changes);
    if (!linesToSend) {
      const why = input.snapshot.cancelledAt ? "order_cancelled" : "line_removed";
      cancelUnsent(rows, ctx, submission.id, why);
      return [];
    }
    const undecidedOrphans = adoptedSince(submission, rows.submissions);
    const built = { ...input, changes, submissionId: submission.id, linesToSend, undecidedOrphans };
    return buildSubmission(rows, ctx, built) ?? [];
  });
}

/** null: Shopify no longer shows one of the lines. */
function chosenLines(
  { lines: parts }: SubmissionWithLines,
  lines: readonly DecidedLine[],
  changes: CurrentChanges,
): LineToSend[] | null {
  const chosen = parts
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ orderLineId, quantity }) => {
      const line = lines.find(({ row }) => row.id === orderLineId);
      return line ? [lineToSend(line, changes, quantity)] : [];
    });
  return chosen.length === parts.length && chosen.length > 0 ? chosen : null;
}

/**
 * Reprints of the same lines that the service's list showed after staff had asked for this one: a backup was restored, and staff
 * may have asked twice. The basis of the hold `orphan_undecided`; null without any.
 */
function adoptedSince(reprint: SubmissionWithLines, submissions: readonly SubmissionWithLines[]): string | null {
  const lineIds = new Set(reprint.lines.map(({ orderLineId }) => orderLineId));
  const adopted = submissions.filter(
    (one) =>
      isReprint(one) &&
      one.foundAt !== null &&
      one.foundAt >= reprint.createdAt &&
      one.lines.some(({ orderLineId }) => lineIds.has(orderLineId)),
  );
  return adopted.length > 0 ? adopted.map(({ id }) => id).join(" ") : null;
}
