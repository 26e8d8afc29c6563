import { Decimal } from "decimal.js";
import { Prisma, type SubmissionCost } from "../../../prisma/client/client.ts";
import { defineRun } from "../../long-runs/engine.ts";
import type { OrdersContext } from "../../orders/core/context.ts";
import { lockOrders } from "../../orders/core/lock.ts";
import { AT_PROVIDER_STATES, SHIPPED_STATES, UNFINISHED_STATES } from "../../orders/core/states.ts";
import { statusMeaning } from "../../orders/provider-updates/status-meaning.ts";
import { MINUTE_MS } from "../../ports/clock.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import type { OrderMoney, ShippingMethod } from "../../ports/order-model.ts";
import { fasterShippingCost } from "../../quotes/margin.ts";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import { dayOf } from "../../settings/wall-time.ts";
import { spread, sumOf } from "../money.ts";
import {
  AMOUNTS,
  COUNTS,
  dayChanges,
  KEY_BUT_TIME,
  orderProfit,
  type CostAmounts,
  type CountedOrder,
  type DayPart,
  type KeptCost,
  type MadeSubmission,
  type OrderProfit,
  type ProfitRules,
} from "../order-profit.ts";
import { readOrderMoney } from "../order-revenue.ts";

const BATCH_SIZE = 200;
/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000" as OrderId;

type CountContext = Pick<OrdersContext, "db" | "sql" | "clock">;

/**
 * Counts what a shop's orders earned: those that a change made due, and all of them again after a change of the settings that the
 * figures follow. Orders of an earlier version are counted, and their costs asked for, in the same way.
 */
export const orderProfitsRun = defineRun<OrdersContext, ShopId>({
  kind: "order_profits",
  everyMs: 2_000,
  async due({ db, clock }) {
    const shops = await db.$queryRaw<{ id: ShopId }[]>`
      SELECT s."id" FROM "Shop" s WHERE s."uninstalledAt" IS NULL AND (s."profitRecountAfter" IS NOT NULL OR EXISTS (
        SELECT FROM "OrderProfit" p WHERE p."shopId" = s."id" AND p."dueAt" <= ${clock.now()}))`;
    return shops.map(({ id }) => ({ id, shopId: id }));
  },
  async step(ctx, shopId, turn) {
    // What is due first: a recount adds no more than is counted at once.
    while (!turn.isOver() && ((await countDueOrders(ctx, shopId)) || (await recountBatch(ctx, shopId))))
      turn.hasAdvanced = true;
  },
  async progress({ db }, shopId) {
    const total = await db.orderProfit.count({ where: { shopId } });
    return { done: total - (await db.orderProfit.count({ where: { shopId, dueAt: { not: null } } })), total };
  },
});

/** Makes some more orders of the shop due. Returns whether there may be more. */
async function recountBatch(ctx: CountContext, shopId: ShopId): Promise<boolean> {
  const { profitRecountAfter: after } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  if (after === null) return false;
  if (after === FIRST_ID) await rebuildDays(ctx, shopId);
  const last = await ctx.db.order.findUnique({ where: { id: after }, select: { shopifyCreatedAt: true } });
  const from = last
    ? Prisma.sql`AND (o."shopifyCreatedAt", o."id") > (${last.shopifyCreatedAt}, ${after}::uuid)`
    : Prisma.empty;
  const batch = await ctx.db.$queryRaw<{ id: OrderId }[]>`
    SELECT o."id" FROM "Order" o WHERE o."shopId" = ${shopId}::uuid ${from}
    ORDER BY o."shopifyCreatedAt", o."id" LIMIT ${BATCH_SIZE}`;
  const ids = batch.map(({ id }) => id);
  if (ids.length > 0)
    await ctx.sql.transaction(async (tx) => {
      // Like everything that changes an order, so that nobody waits for the other in a circle.
      await lockOrders(tx, ids);
      await tx.execute`
        INSERT INTO "SubmissionCost" ("submissionId", "shopId", "orderId", "dueAt")
        SELECT s."id", s."shopId", s."orderId", ${ctx.clock.now()}::timestamptz
        FROM "Submission" s JOIN "PrintAccount" a ON a."id" = s."printAccountId"
        WHERE s."orderId" = ANY(${ids}::uuid[]) AND is_made(s."state") AND a."kind" = 'live' ON CONFLICT DO NOTHING`;
      await tx.execute`
        SELECT count_order_profit(o."id", o."shopId") FROM "Order" o WHERE o."id" = ANY(${ids}::uuid[]) ORDER BY o."id"`;
    });
  // Settings that were saved meanwhile have all orders counted once more.
  await ctx.db.shop.updateMany({
    where: { id: shopId, profitRecountAfter: after },
    data: { profitRecountAfter: ids.length < BATCH_SIZE ? null : (ids.at(-1) ?? null) },
  });
  return true;
}

/** Nobody else changes the rows of the shop's days until the transaction ends. */
const lockDays = (tx: Prisma.TransactionClient, shopId: ShopId) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`profit days ${shopId}`}))`;

const KEY = ["day", ...KEY_BUT_TIME] as const;
const names = (columns: readonly string[]) => Prisma.raw(columns.map((column) => `"${column}"`).join(", "));
const TYPES = Prisma.raw(
  [
    ...KEY.map((column) => `"${column}" text`),
    ...COUNTS.map((column) => `"${column}" int`),
    ...AMOUNTS.map((column) => `"${column}" numeric`),
  ].join(", "),
);
const SUMMED = [...COUNTS, ...AMOUNTS];
const ADDED = Prisma.raw(SUMMED.map((column) => `"${column}" = t."${column}" + EXCLUDED."${column}"`).join(", "));
const SUMS = Prisma.raw(SUMMED.map((column) => `coalesce(sum(x."${column}"), 0) AS "${column}"`).join(", "));

/** Parts of a statement: what adds parts of orders to the rows of their days, and of their months. */
const added = (shopId: ShopId, parts: Prisma.Sql): Prisma.Sql => Prisma.sql`
  "part" AS (SELECT ${names(KEY)}, ${SUMS} FROM ${parts} AS x (${TYPES}) GROUP BY ${names(KEY)}),
  "ofDays" AS (
    INSERT INTO "ProfitDay" AS t ("shopId", ${names([...KEY, ...SUMMED])})
    SELECT ${shopId}::uuid, ${names([...KEY, ...SUMMED])} FROM "part"
    ON CONFLICT ("shopId", ${names(KEY)}) DO UPDATE SET ${ADDED}),
  "ofMonths" AS (
    INSERT INTO "ProfitMonth" AS t ("shopId", "month", ${names([...KEY_BUT_TIME, ...SUMMED])})
    SELECT ${shopId}::uuid, left("day", 7), ${names(KEY_BUT_TIME)}, ${SUMS} FROM "part" AS x GROUP BY left("day", 7), ${names(KEY_BUT_TIME)}
    ON CONFLICT ("shopId", "month", ${names(KEY_BUT_TIME)}) DO UPDATE SET ${ADDED})`;

/** Orders whose parts one statement adds up: it ends long before its timeout. */
const REBUILT_AT_ONCE = 20_000;

/** Writes the rows of a shop's days and months anew, from the kept parts of its orders, in one transaction. */
export async function rebuildDays(
  { db }: Pick<CountContext, "db">,
  shopId: ShopId,
  atOnce = REBUILT_AT_ONCE,
): Promise<void> {
  await db.$transaction(
    async (tx) => {
      await lockDays(tx, shopId);
      await tx.$executeRaw`DELETE FROM "ProfitDay" WHERE "shopId" = ${shopId}::uuid`;
      await tx.$executeRaw`DELETE FROM "ProfitMonth" WHERE "shopId" = ${shopId}::uuid`;
      for (let after: OrderId | null = FIRST_ID; after !== null;) {
        const [chunk]: { last: OrderId | null }[] = await tx.$queryRaw`
          WITH "chunk" AS (
            SELECT "orderId", "days" FROM "OrderProfit" WHERE "shopId" = ${shopId}::uuid AND "orderId" > ${after}::uuid
            ORDER BY "orderId" LIMIT ${atOnce}
          ), ${added(shopId, Prisma.sql`"chunk", jsonb_to_recordset("chunk"."days")`)}
          SELECT (SELECT "orderId" FROM "chunk" ORDER BY "orderId" DESC LIMIT 1) AS "last"`;
        after = chunk?.last ?? null;
      }
    },
    { timeout: 10 * MINUTE_MS },
  );
}

/** Counts the shop's orders that are due, up to a batch of them. Returns whether any could be: others have the rest for now. */
export async function countDueOrders(ctx: Pick<CountContext, "db" | "clock">, shopId: ShopId): Promise<boolean> {
  const due = await ctx.db.orderProfit.findMany({
    where: { shopId, dueAt: { lte: ctx.clock.now() } },
    orderBy: { dueAt: "asc" },
    take: BATCH_SIZE,
    // Before the orders are read: a change since then keeps them due.
    select: { orderId: true, version: true },
  });
  if (due.length === 0) return false;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const settings = readSettings(shop.settings);
  const orders = await readOrders(
    ctx.db,
    due.map(({ orderId }) => orderId),
  );
  const counted = new Map(orders.map((order) => [order.id, countOrder(order, shop.timezone ?? "UTC", settings)]));
  const rows = due.map(({ orderId, version }) => ({ orderId, version, profit: counted.get(orderId) ?? null }));
  const stored = await ctx.db.$transaction((tx) => store(tx, shopId, rows), { timeout: MINUTE_MS });
  return stored > 0;
}

interface CountedRow {
  orderId: OrderId;
  version: number;
  profit: OrderProfit | null;
}

/**
 * The orders' figures and the rows of their days, in one transaction. What has changed since it was read stays due. Returns how many
 * orders were stored.
 */
async function store(tx: Prisma.TransactionClient, shopId: ShopId, rows: readonly CountedRow[]): Promise<number> {
  await lockDays(tx, shopId);
  // Who changes an order has its row, and may be waiting for another one of these.
  const locked = await tx.$queryRaw<{ orderId: OrderId; version: number; days: DayPart[] }[]>`
    SELECT "orderId", "version", "days" FROM "OrderProfit" WHERE "orderId" = ANY(${rows.map(({ orderId }) => orderId)}::uuid[])
    ORDER BY "orderId" FOR UPDATE SKIP LOCKED`;
  const before = new Map(locked.map((row) => [row.orderId, row]));
  const current = rows.filter(({ orderId, version }) => before.get(orderId)?.version === version);
  const changes = dayChanges(
    current.flatMap(({ orderId }) => before.get(orderId)?.days ?? []),
    current.flatMap(({ profit }) => profit?.days ?? []),
  );
  if (changes.length > 0)
    await tx.$executeRaw`WITH ${added(shopId, Prisma.sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)`)} SELECT`;
  const stored = current.map(({ orderId, profit }) => ({
    orderId,
    ...(profit && {
      ...profit,
      presentmentCurrency: profit.presentment?.currency,
      presentmentRevenue: profit.presentment?.revenue,
    }),
    estimated: profit?.estimated ?? false,
    days: profit?.days ?? [],
  }));
  await tx.$executeRaw`
    UPDATE "OrderProfit" t SET "dueAt" = NULL, "currency" = x."currency", "netSales" = x."netSales", "shipping" = x."shipping",
      "tax" = x."tax", "fees" = x."fees", "cost" = x."cost", "profit" = x."profit", "presentmentCurrency" = x."presentmentCurrency",
      "presentmentRevenue" = x."presentmentRevenue", "estimated" = x."estimated", "days" = x."days"
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) AS x ("orderId" uuid, "currency" text, "netSales" text, "shipping" text,
      "tax" text, "fees" text, "cost" text, "profit" text, "presentmentCurrency" text, "presentmentRevenue" text, "estimated" boolean,
      "days" jsonb) WHERE t."orderId" = x."orderId"`;
  return current.length;
}

type StoredOrder = Awaited<ReturnType<typeof readOrders>>[number];

/** What `madeOf` reads of a submission, and of the lines of its order. */
export const MADE_SELECT = {
  ...{ id: true, state: true, sentAt: true, submittedAt: true, createdAt: true, cost: true },
  parcels: { orderBy: { firstSeenAt: "asc" }, take: 1, select: { firstSeenAt: true } },
  lines: {
    orderBy: { position: "asc" },
    select: { orderLineId: true, itemSku: true, quantity: true, position: true, orderStatus: true },
  },
} as const satisfies Prisma.SubmissionSelect;
export const MADE_LINES_SELECT = {
  ...{ id: true, shopifyGid: true },
  claimLines: {
    where: { claim: { answer: "refund" } },
    select: { quantity: true, claim: { select: { submissionId: true } } },
  },
} as const satisfies Prisma.OrderLineSelect;
type MadeRow = Prisma.SubmissionGetPayload<{ select: typeof MADE_SELECT }>;
type MadeLine = Prisma.OrderLineGetPayload<{ select: typeof MADE_LINES_SELECT }>;

const readOrders = (db: OrdersContext["db"], ids: OrderId[]) =>
  db.order.findMany({
    where: { id: { in: ids } },
    select: {
      ...{ id: true, shopifyCreatedAt: true, cancelledAt: true, financialStatus: true, currency: true, money: true },
      ...{ subtotal: true, shippingPaid: true, test: true, ignoredReason: true, destinationCountry: true },
      lines: {
        orderBy: { shopifyGid: "asc" },
        select: { ...MADE_LINES_SELECT, productGid: true, variantGid: true, quantity: true, eligibility: true },
      },
      submissions: {
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { ...MADE_SELECT, replacedAt: true, printAccount: { select: { kind: true } } },
      },
    },
  });

/** What an order earned. null: nothing of it counts, such as a test order, or one that went to a practice account alone. */
function countOrder(
  order: StoredOrder,
  timezone: string,
  settings: CostSettings & { profit: ProfitRules },
): OrderProfit | null {
  const live = order.submissions.filter(({ printAccount }) => printAccount?.kind !== "practice");
  const isPractice = live.length === 0 && order.submissions.length > 0;
  if (order.test || order.ignoredReason !== null || isPractice) return null;
  const day = dayOf(order.shopifyCreatedAt, timezone);
  const lines = order.lines.map(({ shopifyGid: gid, productGid, variantGid, quantity, eligibility }) => ({
    ...{ gid, productGid, variantGid, quantity },
    printed: eligibility === "printable",
  }));
  const money = readOrderMoney(order.money);
  const counted: CountedOrder = {
    ...{ lines, day, currency: order.currency, country: order.destinationCountry ?? "" },
    money: money ?? moneyOfBefore(order, lines),
    financialStatus: order.financialStatus,
    isCancelled: order.cancelledAt !== null,
    submissions: live
      .filter(({ state }) => AT_PROVIDER_STATES.includes(state))
      .map((one) => madeOf(order, one, timezone, settings)),
    // What a replaced one became is not waited for.
    isOpen: live.some(
      ({ state, replacedAt }) =>
        replacedAt === null && UNFINISHED_STATES.includes(state) && !AT_PROVIDER_STATES.includes(state),
    ),
  };
  const profit = orderProfit(counted, settings.profit);
  return profit && !money && counted.money ? markEstimated(profit, day) : profit;
}

/** The sums that 0.1.0 kept: printed lines after discounts and refunds, and shipping, both before tax. */
function moneyOfBefore(order: StoredOrder, lines: CountedOrder["lines"]): OrderMoney | null {
  const { subtotal, shippingPaid, currency } = order;
  if (subtotal === null) return null;
  const printed = lines.filter((line) => line.printed);
  const parts = spread(
    subtotal,
    printed.map(({ quantity }) => quantity),
    currency,
  );
  return {
    ...{ currency, presentment: null, taxesIncluded: false, adjustment: "0", giftCards: "none" },
    lines: printed.map(({ gid }, at) => ({
      ...{ gid, ordered: 1, current: 1, requiresShipping: true, discount: "0", tax: "0" },
      price: (parts[at] ?? new Decimal(0)).toFixed(),
    })),
    shipping: { charged: shippingPaid ?? "0", current: shippingPaid ?? "0", tax: "0" },
  };
}

/** Taxes and fees of such an order are not known exactly. */
function markEstimated(profit: OrderProfit, day: string): OrderProfit {
  const days = profit.days.map((part) =>
    part.day === day && part.orders ? { ...part, estimated: part.orders } : part,
  );
  return { ...profit, estimated: true, days };
}

/** What costs are counted with. */
export type CostSettings = Pick<ShopSettings, "fasterShippingCosts" | "serviceCurrency">;

/** A submission that the print service has, as it is counted. */
export function madeOf(
  order: { currency: string; destinationCountry: string | null; lines: readonly MadeLine[] },
  submission: MadeRow,
  timezone: string,
  settings: CostSettings,
): MadeSubmission {
  const { sentAt, submittedAt, createdAt, parcels, state, cost } = submission;
  const sentDay = dayOf(sentAt ?? submittedAt ?? createdAt, timezone);
  const lineOf = new Map(order.lines.map((line) => [line.id, line]));
  const lines = submission.lines.flatMap(({ orderLineId, quantity, orderStatus }) => {
    const line = lineOf.get(orderLineId);
    if (!line) return [];
    const claimed = line.claimLines.filter(({ claim }) => claim.submissionId === submission.id);
    const refunded = claimed.reduce((sum, one) => sum + one.quantity, 0);
    return [{ gid: line.shopifyGid, quantity, refunded: isCancelledThere(orderStatus) ? quantity : refunded }];
  });
  const isShipped = SHIPPED_STATES.includes(state);
  // Nothing of it is made. Whether the service keeps a fee, no interface tells.
  const isCancelled =
    submission.lines.length > 0 && submission.lines.every((line) => isCancelledThere(line.orderStatus));
  return {
    ...{ lines, sentDay, method: cost?.method ?? "" },
    shippedDay: isShipped ? dayOf(parcels[0]?.firstSeenAt ?? sentAt ?? createdAt, timezone) : null,
    cost: isCancelled
      ? { ...NO_COST, currency: order.currency }
      : cost && keptCost(cost, fasterCost(cost, order.destinationCountry, settings)),
  };
}

const NO_COST = { base: "0", shipping: "0", tax: "0", total: "0", lines: [], billed: null, estimated: true };

/** The trigger of SubmissionLine (prisma/migrations) looks for the same word. */
const isCancelledThere = (status: string | null): boolean =>
  status !== null && /cancel/i.test(status) && statusMeaning(status) === "ended";

/** The methods that are kept by a name; a shipping service is kept by its code. */
export const METHODS = { standard: null, express: 1, ground: 2 } as const satisfies Record<string, ShippingMethod>;

/**
 * What the settings say that Express or Ground adds to the quote, which is of Standard (print-service: testPrice). The amount is in the
 * currency of today's settings: it says nothing of a quote in another one.
 */
function fasterCost(
  { method, currency }: Pick<SubmissionCost, "method" | "currency">,
  country: string | null,
  settings: CostSettings,
): string {
  const methods: Readonly<Record<string, ShippingMethod>> = METHODS;
  if (currency !== settings.serviceCurrency) return "0";
  return fasterShippingCost(settings, country, methods[method ?? ""] ?? null) ?? "0";
}

function keptCost(row: NonNullable<MadeRow["cost"]>, faster: string): KeptCost | null {
  const { currency, base, shipping, tax, total, billedTotal, billedBase, billedShipping } = row;
  const billed = billedTotal === null ? null : { total: billedTotal, tax: billedTaxOf(row, billedTotal) };
  if (currency === null) return null;
  if (total !== null && base !== null && shipping !== null && tax !== null) {
    const lines = (row.lines ?? []) as unknown as CostAmounts[];
    const added = (part: string) => new Decimal(part).plus(faster).toFixed();
    return {
      currency,
      base,
      shipping: added(shipping),
      tax,
      total: added(total),
      lines,
      billed,
      estimated: row.estimated,
    };
  }
  if (!billed) return null;
  const withoutTax = new Decimal(billed.total).minus(billed.tax ?? 0).toFixed();
  const amounts = { base: billedBase ?? withoutTax, shipping: billedShipping ?? "0", tax: billed.tax ?? "0" };
  return { ...amounts, currency, total: withoutTax, lines: [], billed, estimated: false };
}

/** A bill names no tax of 0: there is none where the other parts are the total. */
function billedTaxOf(
  row: Pick<SubmissionCost, "billedBase" | "billedShipping" | "billedTax" | "billedSurcharge">,
  total: string,
): string | null {
  const { billedBase, billedShipping, billedTax, billedSurcharge } = row;
  if (billedTax !== null) return billedTax;
  const others = sumOf([billedBase, billedShipping, billedSurcharge].map((part) => part ?? 0));
  return others.equals(total) ? "0" : null;
}
