import type { Prisma, SnoozeReason } from "../../../prisma/client/client.ts";
import type { AttentionId, OrderId, ShopId } from "../../ports/ids.ts";
import { instantOf } from "../../settings/wall-time.ts";
import type { OrdersContext } from "../core/context.ts";
import { historyRow, type HistoryCode } from "../core/history.ts";
import type { StaffOfShop } from "./bulk-actions.ts";

type TriageContext = Pick<OrdersContext, "db" | "clock" | "ids">;

/** What became of the orders. `changed`: those that were not as staff wanted them already. */
export type TriageResult =
  { outcome: "saved"; changed: OrderId[] } | { outcome: "invalid"; problem: "past" | "unreadable" | "unknown_staff" };

/** Assigns orders of a shop to a member of its staff whom the app knows, to the acting one, or to nobody (null). */
export async function assignOrders(
  ctx: TriageContext,
  staff: StaffOfShop,
  orderIds: readonly OrderId[],
  to: string | null,
): Promise<TriageResult> {
  const { shopId, userId } = staff;
  if (to !== null && to !== userId) {
    const known = await ctx.db.staffMember.findUnique({ where: { shopId_userId: { shopId, userId: to } } });
    if (!known) return { outcome: "invalid", problem: "unknown_staff" };
  }
  const whom = to === null ? "nobody" : to === userId ? "self" : "colleague";
  return change(ctx, staff, orderIds, { code: "order.assigned", data: { to: whom, assignee: to } }, (tx) =>
    to === null
      ? tx.$queryRaw<Changed[]>`UPDATE "OrderTriage" SET "assignedTo" = NULL
          WHERE "shopId" = ${shopId}::uuid AND "orderId" = ANY(${[...orderIds]}::uuid[]) AND "assignedTo" IS NOT NULL
          RETURNING "orderId"`
      : tx.$queryRaw<Changed[]>`INSERT INTO "OrderTriage" AS i ("orderId", "shopId", "assignedTo")
          SELECT o."id", o."shopId", ${to} FROM "Order" o
          WHERE o."shopId" = ${shopId}::uuid AND o."id" = ANY(${[...orderIds]}::uuid[]) ORDER BY o."id"
          ON CONFLICT ("orderId") DO UPDATE SET "assignedTo" = EXCLUDED."assignedTo"
          WHERE i."assignedTo" IS DISTINCT FROM EXCLUDED."assignedTo" RETURNING i."orderId"`,
  );
}

export interface Snooze {
  /** Each with the open reasons that staff saw: one that is opened meanwhile is not snoozed. */
  orders: readonly { orderId: OrderId; reasonIds: readonly AttentionId[] }[];
  /** A time of the shop's clock: `2026-11-21T12:07`. */
  until: string;
  reason: SnoozeReason;
}

/** Leaves orders out of the inbox until a time, or until a new reason is open. */
export async function snoozeOrders(
  ctx: TriageContext,
  staff: StaffOfShop & { timezone: string },
  { orders, until, reason }: Snooze,
): Promise<TriageResult> {
  const end = instantOf(until, staff.timezone);
  if (!end) return { outcome: "invalid", problem: "unreadable" };
  if (end <= ctx.clock.now()) return { outcome: "invalid", problem: "past" };
  const { shopId } = staff;
  const seen = JSON.stringify(orders);
  const entry = { code: "order.snoozed", data: { why: reason, until: end.toISOString() } } as const;
  return change(
    ctx,
    staff,
    orders.map(({ orderId }) => orderId),
    entry,
    (tx) => tx.$queryRaw<Changed[]>`
      INSERT INTO "OrderTriage" AS i ("orderId", "shopId", "snoozedUntil", "snoozeReason", "snoozedReasons")
      SELECT o."id", o."shopId", ${end}, ${reason}::"SnoozeReason", x."reasonIds"
      FROM jsonb_to_recordset(${seen}::jsonb) AS x("orderId" uuid, "reasonIds" uuid[])
      JOIN "Order" o ON o."id" = x."orderId" AND o."shopId" = ${shopId}::uuid ORDER BY o."id"
      ON CONFLICT ("orderId") DO UPDATE SET "snoozedUntil" = EXCLUDED."snoozedUntil",
        "snoozeReason" = EXCLUDED."snoozeReason", "snoozedReasons" = EXCLUDED."snoozedReasons"
      RETURNING i."orderId"`,
  );
}

/** Brings orders back into the inbox before their time. */
export const endSnooze = (
  ctx: TriageContext,
  staff: StaffOfShop,
  orderIds: readonly OrderId[],
): Promise<TriageResult> =>
  change(
    ctx,
    staff,
    orderIds,
    { code: "order.snooze_ended", data: {} },
    (tx) => tx.$queryRaw<Changed[]>`
      UPDATE "OrderTriage" SET "snoozedUntil" = NULL, "snoozeReason" = NULL, "snoozedReasons" = '{}'
      WHERE "shopId" = ${staff.shopId}::uuid AND "orderId" = ANY(${[...orderIds]}::uuid[]) AND "snoozedUntil" IS NOT NULL
      RETURNING "orderId"`,
  );

interface Changed {
  orderId: OrderId;
}

interface Entry {
  code: HistoryCode;
  data: Prisma.InputJsonObject;
}

/** Writes, and notes in the history of each order that it changed who did that: under the locks of the orders, as all that adds to it. */
async function change(
  ctx: TriageContext,
  { shopId, userId }: { shopId: ShopId; userId: string | null },
  orderIds: readonly OrderId[],
  entry: Entry,
  write: (tx: Prisma.TransactionClient) => Promise<Changed[]>,
): Promise<TriageResult> {
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "shopId" = ${shopId}::uuid AND "id" = ANY(${[...orderIds]}::uuid[])
      ORDER BY "id" FOR UPDATE`;
    const changed = (await write(tx)).map(({ orderId }) => orderId);
    const data = changed.map((orderId) => historyRow(ctx, { shopId, orderId, ...entry, actor: { userId } }));
    await tx.history.createMany({ data });
    return { outcome: "saved", changed };
  });
}
