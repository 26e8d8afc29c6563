import type { Prisma, PrismaClient } from "../../../prisma/client/client.ts";
import type { AttentionCode } from "../core/attention.ts";
import { stateIn } from "../core/state-in.ts";
import { MUTABLE_STATES, UNSENT_STATES } from "../core/states.ts";
import type { OrdersContext } from "../core/context.ts";
import { readableSince } from "../core/order-access.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";
import type { Wake } from "../../ports/wake.ts";

/** Within a transaction, `wake` has to wait for its commit (`commitThenWake`). */
export type WakeContext<Db = PrismaClient | Prisma.TransactionClient> = { db: Db } & Pick<
  OrdersContext,
  "clock" | "wake"
>;

/**
 * Commits a change together with the orders that the change makes due: a process that dies in between would leave them on hold for
 * what was mended. Workers are woken after the commit.
 */
export async function commitThenWake<T>(
  { db, clock, wake }: WakeContext<PrismaClient>,
  change: (inTransaction: WakeContext<Prisma.TransactionClient>) => Promise<T>,
): Promise<T> {
  const wakes: (() => void)[] = [];
  const afterCommit: Wake = {
    delivery: (...of) => void wakes.push(() => wake.delivery(...of)),
    order: (...of) => void wakes.push(() => wake.order(...of)),
    submission: (...of) => void wakes.push(() => wake.submission(...of)),
    parcel: (...of) => void wakes.push(() => wake.parcel(...of)),
  };
  const result = await db.$transaction((tx) => change({ db: tx, clock, wake: afterCommit }));
  for (const one of wakes) one();
  return result;
}

/** Why an item counts as not printed that a mapping, or the word of staff, may change. */
const UNMATCHED = ["no_match", "not_printed"] as const;

/**
 * Makes every order of a shop due that has an open item of these products and did not count as printable: it is decided again
 * with the mapping that the product has now. Orders that are canceled, erased or ignored stay. Returns how many.
 */
export async function wakeUnmatched(
  ctx: WakeContext,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<number> {
  return wakeOrders(ctx, unmatchedIn(shopId, productGids));
}

function unmatchedIn(shopId: ShopId, productGids: readonly Gid<"Product">[]): Prisma.OrderWhereInput {
  const line = {
    productGid: { in: [...productGids] },
    eligibilityReason: { in: [...UNMATCHED] },
    remaining: { gt: 0 },
  };
  return { shopId, cancelledAt: null, redactedAt: null, ignoredReason: null, lines: { some: line } };
}

/**
 * Makes every order of a shop due that has something of these products still to be sent, whatever holds it: what a page shows as
 * waiting is what will be sent. Returns how many.
 */
export async function wakeUnsent(
  ctx: WakeContext,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<number> {
  return wakeOrders(ctx, unsentIn(shopId, productGids));
}

const unsentIn = (shopId: ShopId, productGids: readonly Gid<"Product">[]): Prisma.OrderWhereInput => ({
  shopId,
  submissions: {
    some: {
      state: { in: [...MUTABLE_STATES] },
      lines: { some: { orderLine: { productGid: { in: [...productGids] } } } },
    },
  },
});

/** Woken at once. Workers find the other due orders by polling. */
const MAX_WAKES = 500;

/** Makes every order of a shop due that one of these codes holds: a mapping was saved, an account connected. Returns how many. */
export async function wakeHeld(ctx: WakeContext, shopId: ShopId, codes: readonly AttentionCode[]): Promise<number> {
  return wakeOrders(ctx, heldBy(shopId, codes));
}

const heldBy = (shopId: ShopId, codes: readonly AttentionCode[]): Prisma.OrderWhereInput => ({
  shopId,
  attentions: { some: { shopId, code: { in: [...codes] }, clearedAt: null } },
});

/**
 * Makes the orders of a shop due about which other rules may decide now: what is still to be sent, and what a rule kept from being sent.
 * Nobody is woken: workers find the due orders by polling. Returns how many.
 */
export async function rescheduleForRules(
  ctx: Omit<WakeContext, "wake">,
  shopId: ShopId,
  dueAt = ctx.clock.now(),
): Promise<number> {
  const shopifyCreatedAt = { gte: readableSince(ctx) };
  const excluded = { eligibilityReason: "excluded_by_rule", remaining: { gt: 0 } } as const;
  const unsent = { shopId, state: { in: [...MUTABLE_STATES] }, replacedAt: null };
  const ofSubmissions = await ctx.db.submission.findMany({ where: unsent, select: { orderId: true } });
  const ofLines = await ctx.db.order.findMany({
    where: {
      shopId,
      shopifyCreatedAt,
      cancelledAt: null,
      redactedAt: null,
      ignoredReason: null,
      lines: { some: excluded },
    },
    select: { id: true },
  });
  const ids = new Set([...ofSubmissions.map(({ orderId }) => orderId), ...ofLines.map(({ id }) => id)]);
  await rescheduleOrders(ctx, [...ids], dueAt);
  return ids.size;
}

/** The orders with an item of these products that `wakeUnmatched` or `wakeUnsent` makes due, or `wakeHeld` by one of these codes. */
export async function findWaitingFor(
  { db }: Pick<WakeContext, "db">,
  shopId: ShopId,
  { codes, productGids }: { codes: readonly AttentionCode[]; productGids: readonly Gid<"Product">[] },
): Promise<OrderId[]> {
  const held = { ...heldBy(shopId, codes), lines: { some: { productGid: { in: [...productGids] } } } };
  // One query for all would read every order of the shop.
  const found = await Promise.all(
    [held, unmatchedIn(shopId, productGids), unsentIn(shopId, productGids)].map((where) =>
      db.order.findMany({ where, select: { id: true } }),
    ),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** Makes the submissions due that a check just before sending holds by one of these codes: only that check can end the hold. */
export async function recheckHeld(ctx: WakeContext, shopId: ShopId, codes: readonly AttentionCode[]): Promise<void> {
  const attentions = { some: { code: { in: [...codes] }, clearedAt: null } };
  const where = { shopId, state: { in: [...UNSENT_STATES] }, attentions };
  const rows = await ctx.db.submission.findMany({ where, select: { id: true } });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await ctx.db.$executeRaw`
    WITH locked AS MATERIALIZED (
      SELECT "id" FROM "Submission" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE)
    UPDATE "Submission" s SET "dueAt" = ${ctx.clock.now()} FROM locked
    WHERE s."id" = locked."id" AND ${stateIn("s", UNSENT_STATES)}`;
  for (const id of ids.slice(0, MAX_WAKES)) ctx.wake.submission(id);
}

/** Makes the orders due. Returns how many. */
export async function wakeOrders(ctx: WakeContext, where: Prisma.OrderWhereInput): Promise<number> {
  const rows = await ctx.db.order.findMany({ where, select: { id: true } });
  const ids = rows.map(({ id }) => id);
  await rescheduleOrders(ctx, ids);
  for (const id of ids.slice(0, MAX_WAKES)) ctx.wake.order(id);
  return ids.length;
}

/** Locked in one sequence: of two people who save at once, each would wait for the other. Workers find the orders by polling. */
export async function rescheduleOrders(
  { db, clock }: Omit<WakeContext, "wake">,
  ids: readonly OrderId[],
  dueAt = clock.now(),
): Promise<void> {
  if (ids.length === 0) return;
  await db.$executeRaw`
    WITH locked AS MATERIALIZED (
      SELECT "id" FROM "Order" WHERE "id" = ANY(${[...ids]}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE)
    UPDATE "Order" o SET "dueAt" = ${dueAt} FROM locked WHERE o."id" = locked."id"`;
}
