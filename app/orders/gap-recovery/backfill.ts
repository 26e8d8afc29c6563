import type { PrintAccount, Prisma, SyncGapProblem } from "../../../prisma/client/client.ts";
import { RemoteError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { requireComplete, scanHistory, type CompleteScan } from "../provider-reader/list-scan.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { PrintAccountId, ShopId, OrderId } from "../../ports/ids.ts";
import { DAY_MS } from "../../ports/clock.ts";
import { artworkHash } from "../core/provider-order.ts";
import { orderTags, parseReference } from "../core/reference.ts";

const NO_SYNC_GAP = { syncGapFrom: null, syncGapDetectedAt: null, syncGapProblem: null } as const;

const KNOWN_ORDER_DAYS = 14;
const KNOWN_ORDER_COUNT = 5;

/**
 * Reads in the service's list what was sent in a sync gap of this database, stores it as orphans, and lets the account
 * send again. That needs a complete scan that shows the last orders known from before the gap: nothing was sent after
 * the gap, so no later order could show that the list is up to date.
 */
export async function backfill(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
): Promise<"no_gap" | "too_early" | "completed" | SyncGapProblem> {
  const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: printAccountId } });
  const { syncGapFrom, syncGapDetectedAt } = account;
  if (!syncGapFrom || !syncGapDetectedAt) return "no_gap";
  // Calls that ran when the gap was noticed have ended by then, and the service has listed them.
  const listedAfterMs = ctx.policy.createTimeoutMs + ctx.policy.providerLagMs;
  if (ctx.clock.now().getTime() < syncGapDetectedAt.getTime() + listedAfterMs) return "too_early";
  const reading = await readSyncGap(ctx, account, syncGapFrom);
  // Also from an incomplete scan: what the list shows is at the service. Repeating is harmless; the gap is closed last.
  await recordOrphans(ctx, { id: printAccountId, syncGapFrom }, reading.rows);
  await wakeOrdersWithOrphans(ctx, printAccountId);
  if (reading.outcome === "complete") return closeSyncGap(ctx, reading.scan, syncGapDetectedAt);
  const where = { id: account.id, syncGapDetectedAt };
  await ctx.db.printAccount.updateMany({ where, data: { syncGapProblem: reading.outcome } });
  return reading.outcome;
}

type GapReading = { rows: readonly SyncedOrder[] } & (
  { outcome: "complete"; scan: CompleteScan } | { outcome: SyncGapProblem }
);

async function readSyncGap(ctx: OrdersContext, account: PrintAccount, syncGapFrom: Date): Promise<GapReading> {
  const known = await recentKnownOrders(ctx, account.id, syncGapFrom);
  const from = known.reduce((first, { sentAt }) => (sentAt && sentAt < first ? sentAt : first), syncGapFrom);
  try {
    const scan = await scanHistory(ctx, account.id, from);
    const checked = await requireComplete(ctx, scan);
    if (checked.outcome !== "complete") return { outcome: checked.outcome, rows: scan.rows };
    const showsKnown = known.every(({ reference }) => scan.orders.has(reference));
    return showsKnown ? { ...checked, rows: scan.rows } : { outcome: "known_order_missing", rows: scan.rows };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ account: account.id, error: error.name }, "the list could not be read after a gap; nothing is sent");
    return { outcome: "unreadable", rows: [] };
  }
}

/**
 * Takes a complete scan: from any other one no order may be concluded to be absent. Leaves a gap that was noticed
 * meanwhile.
 */
async function closeSyncGap(
  { db }: OrdersContext,
  { account }: CompleteScan,
  syncGapDetectedAt: Date,
): Promise<"completed" | "too_early"> {
  const where = { id: account, syncGapDetectedAt };
  const { count } = await db.printAccount.updateMany({ where, data: NO_SYNC_GAP });
  return count === 1 ? "completed" : "too_early";
}

/**
 * Staff has compared the service's list: the account of the shop sends again. Only where the list could not be used. `alsoCommit` is
 * committed with it.
 */
export async function overrideHistoryCheck(
  ctx: Pick<OrdersContext, "db" | "log">,
  shopId: ShopId,
  alsoCommit?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<boolean> {
  const count = await ctx.db.$transaction(async (tx) => {
    const overridden = await tx.printAccount.updateMany({
      where: { shops: { some: { id: shopId } }, syncGapFrom: { not: null }, syncGapProblem: { not: null } },
      data: NO_SYNC_GAP,
    });
    if (overridden.count > 0) await alsoCommit?.(tx);
    return overridden.count;
  });
  if (count > 0) ctx.log.warn({ shop: shopId }, "staff confirmed the history of a print account after a sync gap");
  return count > 0;
}

/** The last orders known to be at the service: a list without one of them lacks others, too. */
function recentKnownOrders(ctx: OrdersContext, printAccountId: PrintAccountId, syncGapFrom: Date) {
  return ctx.db.submission.findMany({
    where: {
      printAccountId,
      state: { in: [...AT_PROVIDER_STATES] },
      foundAt: null,
      replacedAt: null,
      sentAt: { gte: new Date(syncGapFrom.getTime() - KNOWN_ORDER_DAYS * DAY_MS) },
    },
    orderBy: { sentAt: "desc" },
    take: KNOWN_ORDER_COUNT,
    select: { reference: true, sentAt: true },
  });
}

const BATCH_SIZE = 500;

/**
 * Stores the rows of the list that no submission is known to have at the service; their orders adopt them (adopt-orphans.ts). A
 * reading that was not complete may have shown some of the orders into which the service has split one: of a submission that
 * was found since the gap began, the others are stored, too.
 */
export async function recordOrphans(
  ctx: Pick<OrdersContext, "db" | "clock" | "ids" | "encryptor">,
  { id: printAccountId, syncGapFrom }: { id: PrintAccountId; syncGapFrom: Date },
  rows: readonly SyncedOrder[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows.slice(at, at + BATCH_SIZE);
    const known = await ctx.db.submission.findMany({
      where: {
        reference: { in: batch.map((row) => row.reference) },
        state: { in: [...AT_PROVIDER_STATES] },
        OR: [{ foundAt: null }, { foundAt: { lt: syncGapFrom } }],
      },
      select: { reference: true },
    });
    const knownReferences = new Set(known.map((row) => row.reference));
    await ctx.db.orphan.createMany({
      data: batch
        .filter((row) => !knownReferences.has(row.reference))
        .map((row) => ({
          id: ctx.ids.uuid(),
          printAccountId,
          reference: row.reference,
          tag: parseReference(row.reference)?.tag ?? "",
          serviceOrderId: row.serviceOrderId,
          enteredAt: row.enteredAt,
          items: row.items.map((item) => ({
            itemSku: item.itemSku,
            quantity: item.quantity,
            artworkHash: artworkHash(ctx, item.artworkFront, item.artworkBack),
          })),
          foundAt: ctx.clock.now(),
        })),
      skipDuplicates: true,
    });
  }
}

/**
 * Makes every order due for which the account has an orphan, also orders of which nothing is to be sent any longer. Orders that
 * are not known yet adopt theirs when they are received.
 */
async function wakeOrdersWithOrphans(ctx: OrdersContext, printAccountId: PrintAccountId): Promise<void> {
  const orphans = await ctx.db.orphan.findMany({ where: { printAccountId, adoptedAt: null }, select: { tag: true } });
  const tags = new Set(orphans.map((orphan) => orphan.tag));
  let after: OrderId | undefined;
  while (tags.size > 0) {
    const orders = await ctx.db.order.findMany({
      where: { shop: { uninstalledAt: null }, ...(after ? { id: { gt: after } } : {}) },
      orderBy: { id: "asc" },
      take: BATCH_SIZE,
      select: { id: true, shopifyGid: true, shop: { select: { domain: true } } },
    });
    const matching = orders.filter((order) =>
      [...orderTags(ctx.encryptor, order.shop.domain, order.shopifyGid).keys()].some((tag) => tags.has(tag)),
    );
    await ctx.db.order.updateMany({
      where: { id: { in: matching.map((order) => order.id) } },
      data: { dueAt: ctx.clock.now() },
    });
    for (const { id } of matching) ctx.wake.order(id);
    after = orders.at(-1)?.id;
    if (orders.length < BATCH_SIZE) return;
  }
}
