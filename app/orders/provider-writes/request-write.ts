import { Decimal } from "decimal.js";
import {
  Prisma,
  type ProviderWrite,
  type ProviderWriteKind,
  type Submission,
  type SubmissionCost,
} from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { HOUR_MS, MINUTE_MS } from "../../ports/clock.ts";
import { RemoteError } from "../../ports/errors.ts";
import type { OrderId, OrderLineId, PrintAccountId, ShopId, SubmissionId } from "../../ports/ids.ts";
import { canWrite, versionsWith } from "../../ports/print-service.ts";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import { startOfDay } from "../../settings/wall-time.ts";
import { transact } from "../core/append.ts";
import { codesOffering } from "../core/attention.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { idsOf, type Staff } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import {
  clearReasons,
  isAsSeen,
  noteHistory,
  setColumns,
  submissionIn,
  type ActionResult,
  type LoadedSubmission,
  type OrderRows,
  type SeenReasons,
} from "../core/order-rows.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { raisePaymentDue, unpaidLines } from "../provider-updates/status-meaning.ts";
import { isUnwanted } from "./decide-write.ts";

const VERSIONS_THAT_CANCEL = versionsWith("cancel");

/** The orders of the service that are known to be part of a submission. */
export const serviceOrdersOf = ({
  serviceOrderIds,
  serviceOrderId,
}: Pick<Submission, "serviceOrderIds" | "serviceOrderId">): string[] =>
  serviceOrderIds.length > 0 ? serviceOrderIds : serviceOrderId === null ? [] : [serviceOrderId];

export interface Amount {
  amount: string;
  currency: string;
}

/** What `knownAmount` reads. */
export const AMOUNT_COLUMNS = { billedTotal: true, total: true, tax: true, currency: true } as const;

/** What a submission costs: as it was billed, else as it was quoted, with tax. null: not known before it is paid. */
export function knownAmount(cost: Pick<SubmissionCost, keyof typeof AMOUNT_COLUMNS> | null | undefined): Amount | null {
  if (!cost?.currency) return null;
  const amount = cost.billedTotal ?? (cost.total === null ? null : Decimal.sum(cost.total, cost.tax ?? 0).toFixed());
  return amount === null || !new Decimal(amount).greaterThan(0) ? null : { amount, currency: cost.currency };
}

interface WriteRequest extends SeenReasons {
  shopId: ShopId;
  submissionId: SubmissionId;
  /** null: a setting of the shop asks for it. */
  by: Staff | null;
  kind: ProviderWriteKind;
}

/**
 * Has a submission paid for, or canceled, at the service: the intent is committed here, and `performProviderWrites` does the rest. Clicked
 * twice, or by two people, the second finds it under way. A payment that a setting asked for, and that was not called for yet, becomes the
 * person's: it no longer waits for the end of a pause.
 */
export async function requestWrite(ctx: OrdersContext, request: WriteRequest): Promise<ActionResult> {
  const { shopId, submissionId, kind } = request;
  const found = await readTarget(ctx, submissionId, shopId);
  if (!found) return "not_found";
  if (!canWrite(found.printAccount, kind)) return "invalid_state";
  if (serviceOrdersOf(found).length === 0) await readFromService(ctx, found);
  return commitRequest(ctx, found, request);
}

function commitRequest(
  ctx: OrdersContext,
  found: Target,
  { submissionId: id, kind, by, ...seen }: WriteRequest,
): Promise<ActionResult> {
  return transact(ctx, async (tx) => {
    const { lines, open } = await lockWithWrites(tx, found.orderId, id);
    const cost = await readCost(tx, id);
    const shop = kind === "pay" && (await readPayingShop(tx, found));
    let isTakenOver = false;
    const result = await changeOrderIn(tx, found.orderId, (rows): ActionResult => {
      const row = submissionIn(rows, id);
      isTakenOver = by !== null && isUncalledPayment(row, open) && row.openWrite === kind;
      if (row.openWrite === kind && !isTakenOver) return "unchanged";
      if (shop && !mayPay(shop, by)) return "invalid_state";
      const refusal = kind === "pay" ? refusePayment(rows, row, seen) : refuseCancellation(rows, row, lines, open);
      if (refusal) return refusal;
      if (!row.printAccountId || serviceOrdersOf(row).length === 0) return "invalid_state";
      if (kind === "pay" && by)
        clearReasons(rows, ctx, { submissionId: id, codes: codesOffering("pay_at_provider") }, by);
      noteRequest(rows, ctx, row, kind, by);
      return "done";
    });
    if (result !== "done") return result;
    if (isTakenOver && by && open.length > 0) {
      await takeOver(tx, ctx, id, by);
      return "done";
    }
    await endUncalled(tx, ctx, id);
    await insertWrites(tx, ctx, id, { kind, by, cost: kind === "pay" ? knownAmount(cost) : null });
    return "done";
  });
}

/** What decides besides the order whether a shop pays for an order of one of its print accounts. */
interface PayingShop {
  settings: unknown;
  timezone: string | null;
  sendingPausedAt: Date | null;
  sendingPausedUntil: Date | null;
  /** It is installed, and connected with some print account. */
  isConnected: boolean;
  /** With this one, or with another row of the same account of the service, to which it has moved. */
  usesAccount: boolean;
}

/** null: another transaction changes the shop (`lock`). */
export async function readPayingShop(
  tx: Tx,
  { shopId, printAccountId }: { shopId: ShopId; printAccountId: PrintAccountId | null },
  lock = Prisma.empty,
): Promise<PayingShop | null> {
  const [shop] = await tx.query<PayingShop>`
    SELECT s."settings", s."timezone", s."sendingPausedAt", s."sendingPausedUntil",
      s."uninstalledAt" IS NULL AND s."printAccountId" IS NOT NULL AS "isConnected",
      s."uninstalledAt" IS NULL AND ${printAccountId}::uuid IN (s."printAccountId",
        CASE WHEN m."movedAt" IS NOT NULL AND m."toAccountId" = s."printAccountId" THEN m."fromAccountId" END) IS TRUE AS "usesAccount"
    FROM "Shop" s LEFT JOIN "AccountMove" m ON m."shopId" = s."id" WHERE s."id" = ${shopId}::uuid ${lock}`;
  return shop ?? null;
}

/** A setting spends no money of an account that the shop has left; a person may pay for what was sent there, unless it uses none. */
export const mayPay = ({ isConnected, usesAccount }: PayingShop, by: Staff | null): boolean =>
  by ? isConnected : usesAccount;

function refusePayment(rows: OrderRows, row: LoadedSubmission, seen: SeenReasons): ActionResult | null {
  if (row.openWrite === "cancel" || row.replacedAt || rows.order.cancelledAt) return "invalid_state";
  if (unpaidLines(row).length === 0) return "invalid_state";
  return isAsSeen(rows, row.id, codesOffering("pay_at_provider"), seen) ? null : "changed";
}

/** An order some of whose items are still wanted is for a person and the service's support: it is canceled as a whole. */
function refuseCancellation(
  { order }: OrderRows,
  row: LoadedSubmission,
  lines: readonly Line[],
  open: readonly ProviderWrite[],
): ActionResult | null {
  if (row.state !== "submitted" || row.replacedAt || !isUnwanted(order, lines, row)) return "invalid_state";
  // A payment that may have reached the service comes first.
  return open.some(({ calls }) => calls > 0) ? "invalid_state" : null;
}

function noteRequest(
  rows: OrderRows,
  ctx: OrdersContext,
  row: LoadedSubmission,
  kind: ProviderWriteKind,
  by: Staff | null,
): void {
  const { version } = submissionIn(rows, row.id);
  setColumns(rows.submissions, row.id, { openWrite: kind, version: version + 1 });
  noteHistory(rows, ctx, { ...idsOf(row), code: `submission.${kind}_requested`, actor: by ?? "system" });
}

type Line = { id: OrderLineId; quantity: number };

/** Locks the order, then reads what decides besides the rows of its submissions. */
export async function lockWithWrites(
  tx: Tx,
  orderId: OrderId,
  submissionId: SubmissionId,
): Promise<{ lines: Line[]; open: ProviderWrite[] }> {
  const [, lines, open] = await Promise.all([
    lockOrder(tx, orderId),
    tx.query<Line>`SELECT "id", "quantity" FROM "OrderLine" WHERE "orderId" = ${orderId}::uuid`,
    readRows(
      tx,
      "ProviderWrite",
      Prisma.sql`WHERE "submissionId" = ${submissionId}::uuid AND "settledAt" IS NULL ORDER BY "createdAt", "id"`,
    ),
  ]);
  return { lines, open };
}

/** A payment that a setting of the shop has planned, and that was not called for yet. `open`: the writes of its orders. */
export const isUncalledPayment = (
  { openWrite }: Pick<Submission, "openWrite">,
  open: readonly Pick<ProviderWrite, "requestedBy" | "calls">[],
): boolean => openWrite === "pay" && open.every(({ requestedBy, calls }) => requestedBy === null && calls === 0);

/** Keeps what is known of the payment. A step that is under way ends first. */
const takeOver = (tx: Tx, { clock }: Pick<OrdersContext, "clock">, submissionId: SubmissionId, by: Staff) => tx.execute`
  UPDATE "ProviderWrite" SET "requestedBy" = ${by.userId}::text,
    "dueAt" = CASE WHEN "claimToken" IS NULL THEN ${clock.now()}::timestamptz ELSE "dueAt" END
  WHERE "submissionId" = ${submissionId}::uuid AND "settledAt" IS NULL`;

/** A payment that was never asked for is not wanted before a cancellation. */
const endUncalled = (tx: Tx, { clock }: Pick<OrdersContext, "clock">, submissionId: SubmissionId) => tx.execute`
  UPDATE "ProviderWrite" SET "settledAt" = ${clock.now()}, "outcome" = 'obsolete', "dueAt" = NULL, "claimToken" = NULL
  WHERE "submissionId" = ${submissionId}::uuid AND "settledAt" IS NULL`;

/** One for each order of the service. */
async function insertWrites(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  submissionId: SubmissionId,
  { kind, by, cost }: { kind: ProviderWriteKind; by: Staff | null; cost: Amount | null },
): Promise<void> {
  const [row] = await readRows(tx, "Submission", Prisma.sql`WHERE "id" = ${submissionId}::uuid`);
  if (!row) throw new Error("the submission was deleted meanwhile");
  const orders = serviceOrdersOf(row);
  const now = ctx.clock.now();
  const inserted = await tx.execute`
    INSERT INTO "ProviderWrite" ("id", "shopId", "orderId", "submissionId", "printAccountId", "serviceOrderId", "kind", "requestedBy",
      "amount", "currency", "createdAt", "dueAt")
    SELECT x."id", ${row.shopId}::uuid, ${row.orderId}::uuid, ${row.id}::uuid, ${row.printAccountId}::uuid, x."order",
      ${kind}::"ProviderWriteKind", ${by?.userId ?? null}::text, CASE WHEN x."at" = 1 THEN ${cost?.amount ?? null}::text END,
      CASE WHEN x."at" = 1 THEN ${cost?.currency ?? null}::text END, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(${orders.map(() => ctx.ids.uuid())}::uuid[], ${orders}::text[]) WITH ORDINALITY AS x("id", "order", "at")
    ON CONFLICT ("printAccountId", "serviceOrderId") WHERE "settledAt" IS NULL DO NOTHING`;
  if (inserted < orders.length) throw new Error("another write of an order of the service is open");
}

/** What a submission is known to cost. */
async function readCost(tx: Tx, id: SubmissionId): Promise<SubmissionCost | null> {
  const [cost] = await readRows(tx, "SubmissionCost", Prisma.sql`WHERE "submissionId" = ${id}::uuid`);
  return cost ?? null;
}

type Target = NonNullable<Awaited<ReturnType<typeof readTarget>>>;

const readTarget = ({ db }: OrdersContext, id: SubmissionId, shopId: ShopId) =>
  db.submission.findFirst({
    where: { id, shopId },
    select: {
      ...{ id: true, shopId: true, orderId: true, reference: true, printAccountId: true },
      ...{ serviceOrderId: true, serviceOrderIds: true, serviceDate: true, sentAt: true, lastAttemptAt: true },
      providerUpdatedAt: true,
      printAccount: { select: { kind: true, interfaceVersion: true } },
    },
  });

/** A create tells no id of the service: what the detail shows of the order is applied. Returns whether the service answered. */
async function readFromService(ctx: OrdersContext, target: Target): Promise<boolean> {
  const { id: submissionId, printAccountId } = target;
  if (!printAccountId) return true;
  try {
    const found = await findOrder(ctx, queryFor(target, printAccountId));
    if (found.outcome === "found") await applyProviderOrder(ctx, { submissionId, ...found, reportedBy: "detail" });
    else await ctx.db.submission.update({ where: { id: submissionId }, data: { checkedAt: ctx.clock.now() } });
    return true;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return false;
  }
}

/** Submissions that one run looks at. */
const AT_ONCE = 50;
/** A submission whose order the service does not show yet is asked about once in so long. */
const ASK_AGAIN_MS = MINUTE_MS;
/** A quote is asked for soon after the sending. For so long the amount may still come. */
const AMOUNT_AWAITED_MS = HOUR_MS;

/** Cancels at the service what was canceled in Shopify, where the shop wants that. */
export async function requestCancellations(ctx: OrdersContext): Promise<void> {
  const rows = await ctx.sql.query<PlannedRow>`
    SELECT s."id", s."shopId", s."printAccountId" FROM "Submission" s
    JOIN "Order" o ON o."id" = s."orderId"
    JOIN "Shop" h ON h."id" = s."shopId" AND h."uninstalledAt" IS NULL
      AND h."settings" ->> 'cancelAtProvider' = 'automatically'
    JOIN "PrintAccount" a ON a."id" = s."printAccountId" AND a."kind" = 'live'
      AND a."interfaceVersion"::text = ANY(${VERSIONS_THAT_CANCEL}::text[])
    WHERE s."id" IN (SELECT "submissionId" FROM "Attention"
        WHERE "clearedAt" IS NULL AND "code" = ANY(${[...codesOffering("cancel_at_provider")]}::text[]))
      AND s."state" = 'submitted' AND s."replacedAt" IS NULL AND s."kind" <> 'reprint' AND s."openWrite" IS DISTINCT FROM 'cancel'
      AND (o."cancelledAt" IS NOT NULL OR NOT EXISTS (SELECT FROM "SubmissionLine" p JOIN "OrderLine" l
        ON l."id" = p."orderLineId" AND l."quantity" > 0 WHERE p."submissionId" = s."id"))
      AND (s."serviceOrderId" IS NOT NULL OR s."checkedAt" IS NULL OR s."checkedAt" <= ${before(ctx, ASK_AGAIN_MS)})
      AND NOT EXISTS (SELECT FROM "ProviderWrite" w WHERE w."submissionId" = s."id"
        AND (w."kind" = 'cancel' OR (w."settledAt" IS NULL AND w."calls" > 0)))
    ORDER BY random() LIMIT ${AT_ONCE}`;
  await planEach(ctx, rows, async ({ id: submissionId, shopId }) => {
    const found = await readTarget(ctx, submissionId, shopId);
    if (!found) return true;
    if (serviceOrdersOf(found).length === 0 && !(await readFromService(ctx, found))) return false;
    await commitRequest(ctx, found, { shopId, submissionId, by: null, kind: "cancel" });
    return true;
  });
}

type PlannedRow = Pick<Submission, "id" | "shopId" | "printAccountId">;

/** `plan` returns false where the service does not answer: the account's other rows wait. A row that fails leaves the others alone. */
async function planEach(
  ctx: OrdersContext,
  rows: readonly PlannedRow[],
  plan: (row: PlannedRow) => Promise<boolean>,
): Promise<void> {
  const silent = new Set<PrintAccountId | null>();
  for (const row of rows) {
    if (silent.has(row.printAccountId)) continue;
    try {
      if (!(await plan(row))) silent.add(row.printAccountId);
    } catch (error) {
      ctx.log.error({ submission: row.id, error }, "a payment or a cancellation could not be planned");
    }
  }
}

const before = ({ clock }: Pick<OrdersContext, "clock">, ms: number): Date => new Date(clock.now().getTime() - ms);

/**
 * Has orders paid that were found unpaid, within the limits of their shops. What exceeds a limit is for a person. While staff has paused
 * sending, nothing is paid for: that begins the production, too.
 */
export async function requestPayments(ctx: OrdersContext): Promise<void> {
  const now = ctx.clock.now();
  const rows = await ctx.sql.query<PlannedRow>`
    SELECT s."id", s."shopId", s."printAccountId" FROM "Submission" s JOIN "Shop" h ON h."id" = s."shopId" AND h."uninstalledAt" IS NULL
    WHERE s."openWrite" = 'pay' AND (h."sendingPausedAt" IS NULL OR h."sendingPausedUntil" <= ${now})
      AND NOT EXISTS (SELECT FROM "ProviderWrite" w WHERE w."submissionId" = s."id" AND w."settledAt" IS NULL)
    ORDER BY random() LIMIT ${AT_ONCE}`;
  await planEach(ctx, rows, ({ id, shopId }) => requestPayment(ctx, id, shopId));
}

/** Returns false where the service does not answer. */
export async function requestPayment(ctx: OrdersContext, id: SubmissionId, shopId: ShopId): Promise<boolean> {
  const found = await readTarget(ctx, id, shopId);
  if (!found) return true;
  if (serviceOrdersOf(found).length === 0 && !(await readFromService(ctx, found))) return false;
  await transact(ctx, async (tx) => {
    const { lines, open } = await lockWithWrites(tx, found.orderId, id);
    if (open.length > 0) return;
    // One at a time for a shop: the sum of the day counts each of them before its call.
    await tx.query`SELECT pg_advisory_xact_lock(hashtext(${`automatic payments ${shopId}`}))::text`;
    const [cost, limits] = await Promise.all([readCost(tx, id), readLimits(tx, ctx, found)]);
    const amount = await changeOrderIn(tx, found.orderId, (rows): Amount | null => {
      const row = submissionIn(rows, id);
      if (row.openWrite !== "pay") return null;
      const isOver = unpaidLines(row).length === 0 || row.replacedAt !== null;
      const decided = isUnwanted(rows.order, lines, row)
        ? { declined: { reason: "payment_not_wanted" } }
        : withinLimits(row, knownAmount(cost), limits);
      if (!isOver && "unknown" in decided && isAmountAwaited(ctx, row, cost)) return null;
      if (!isOver && "pay" in decided) {
        noteRequest(rows, ctx, row, "pay", null);
        return decided.pay;
      }
      setColumns(rows.submissions, id, { openWrite: null, version: row.version + 1 });
      raisePaymentDue(rows, ctx, id, "declined" in decided ? decided.declined : { reason: "payment_amount_unknown" });
      return null;
    });
    if (amount) await insertWrites(tx, ctx, id, { kind: "pay", by: null, cost: amount });
  });
  return true;
}

interface Limits {
  usesAccount: boolean;
  settings: ShopSettings;
  /** Of the shop's automatic payments today, calls that were not made yet included. */
  paidToday: string;
}

async function readLimits(tx: Tx, { clock }: Pick<OrdersContext, "clock">, target: Target): Promise<Limits> {
  const { shopId } = target;
  const shop = await readPayingShop(tx, target);
  const since = startOfDay(clock.now(), shop?.timezone ?? "UTC");
  const settings = readSettings(shop?.settings);
  const [sum] = await tx.query<{ paid: string }>`
    SELECT coalesce(sum("amount"::numeric), 0)::text AS "paid" FROM "ProviderWrite"
    WHERE "shopId" = ${shopId}::uuid AND "createdAt" >= ${since} AND "kind" = 'pay' AND "requestedBy" IS NULL
      AND "currency" = ${settings.serviceCurrency} AND ("outcome" IS NULL OR "outcome" IN ('done', 'unclear') OR "calls" > 0)`;
  return { settings, paidToday: sum?.paid ?? "0", usesAccount: shop !== null && mayPay(shop, null) };
}

/** The amount that may be paid, or why a person decides. `unknown`: the amount is not known. */
function withinLimits(
  row: LoadedSubmission,
  known: Amount | null,
  { settings, paidToday, usesAccount }: Limits,
): { pay: Amount } | { declined: Record<string, string> } | { unknown: true } {
  const { perDay, perOrder } = settings.automaticPayment;
  if (!usesAccount) return { declined: { reason: "payment_disconnected" } };
  if (perDay === null) return { declined: { reason: "payment_by_hand" } };
  if (serviceOrdersOf(row).length === 0) return { declined: { reason: "payment_not_shown" } };
  if (known?.currency !== settings.serviceCurrency) return { unknown: true };
  const due = { amountDue: `${known.amount} ${known.currency}` };
  if (perOrder !== null && new Decimal(known.amount).greaterThan(perOrder))
    return { declined: { reason: "payment_over_order_limit", ...due } };
  if (Decimal.sum(known.amount, paidToday).greaterThan(perDay))
    return { declined: { reason: "payment_over_day_limit", ...due } };
  return { pay: known };
}

const isAmountAwaited = (
  ctx: Pick<OrdersContext, "clock">,
  { submittedAt }: LoadedSubmission,
  cost: SubmissionCost | null,
): boolean =>
  cost !== null && cost.dueAt !== null && submittedAt !== null && submittedAt > before(ctx, AMOUNT_AWAITED_MS);

/** Payments of a print account that wait for its balance are tried again now. `alsoCommit` is committed with that. */
export async function retryPayments(
  ctx: Pick<OrdersContext, "db" | "clock">,
  id: PrintAccountId,
  alsoCommit?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<boolean> {
  const where = { id, paymentProblem: { not: null } };
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.printAccount.updateMany({ where, data: { paymentRetryAt: ctx.clock.now() } });
    if (count > 0) await alsoCommit?.(tx);
    return count > 0;
  });
}
