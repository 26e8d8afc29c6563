import type { CostProblem, Prisma } from "../../../prisma/client/client.ts";
import { defineRun, type Turn } from "../../long-runs/engine.ts";
import type { OrdersContext } from "../../orders/core/context.ts";
import { lockOrder } from "../../orders/core/lock.ts";
import { decryptPayload } from "../../orders/core/provider-order.ts";
import { findOrder, queryFor } from "../../orders/provider-reader/find-order.ts";
import { applyProviderOrder } from "../../orders/provider-updates/apply-provider-order.ts";
import { scheduleRetry } from "../../orders/core/reschedule.ts";
import { isRateLimited } from "../../orders/submit/rate-limit.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../ports/clock.ts";
import { UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { PrintAccountId, ShopId, SubmissionId } from "../../ports/ids.ts";
import type { ShippingMethod } from "../../ports/order-model.ts";
import { CAPABILITIES } from "../../ports/print-service.ts";
import { basketHash, basketOf, type Basket, type Price, type PriceResult } from "../../quotes/basket.ts";
import { priceBasket } from "../../quotes/price-basket.ts";
import { readSettings } from "../../settings/settings.ts";
import { METHODS } from "./count-orders.ts";

/** Quotes that may be asked for in a turn. Orders of one basket share one, and the check before sending has left its own. */
const CALLS_PER_TURN = 20;
const BATCH_SIZE = 200;
/** A quote of that age is the one of the sending. */
const QUOTE_MAX_AGE_MS = HOUR_MS;
/** One that was asked for later after the sending is an estimate: prices may have changed since. */
const ESTIMATED_AFTER_MS = DAY_MS;
const RETRY = { retryMinMs: MINUTE_MS, retryMaxMs: 6 * HOUR_MS };
/** Orders that a turn reads again for their bill. */
const BILLS_PER_TURN = 20;
const FIRST_BILL_READ_MS = HOUR_MS;
/** A bill that has not changed for so long is final. What list and detail tell later, for other reasons, still counts. */
const FINAL_AFTER_MS = 7 * DAY_MS;
const MAX_BILL_READS = 30;
const READ_BILLS_FOR_MS = 45 * DAY_MS;

/**
 * Asks what a shop's submissions cost that were sent, after their sending, and reads again what is billed until that is final: no order
 * waits for either.
 */
export const submissionCostsRun = defineRun<OrdersContext, ShopId>({
  kind: "submission_costs",
  everyMs: 5_000,
  async due({ db, clock }) {
    const shops = await db.$queryRaw<{ id: ShopId }[]>`
      SELECT s."id" FROM "Shop" s WHERE s."uninstalledAt" IS NULL AND EXISTS (
        SELECT FROM "SubmissionCost" c WHERE c."shopId" = s."id" AND c."dueAt" <= ${clock.now()}
        UNION ALL SELECT FROM "SubmissionCost" b WHERE b."shopId" = s."id" AND b."billDueAt" <= ${clock.now()})`;
    return shops.map(({ id }) => ({ id, shopId: id }));
  },
  async step(ctx, shopId, turn) {
    await keepCosts(ctx, shopId, turn);
    await readBills(ctx, shopId, turn);
  },
  async progress({ db }, shopId) {
    const total = await db.submissionCost.count({ where: { shopId } });
    return { done: total - (await db.submissionCost.count({ where: { shopId, dueAt: { not: null } } })), total };
  },
});

/** @throws UnavailableError where the print service does not answer: those that are due wait */
export async function keepCosts(ctx: OrdersContext, shopId: ShopId, turn: Turn): Promise<void> {
  const { settings } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const { serviceCurrency } = readSettings(settings);
  const asked = new Set<string>();
  for (let batch = await readDue(ctx, shopId); batch.length > 0; batch = await readDue(ctx, shopId)) {
    for (const due of batch) {
      const { submission } = due;
      const basket = basketOfSent(ctx, submission);
      const accountId = submission.printAccountId;
      if (!basket || !accountId) {
        await settle(ctx, due, { problem: "erased" });
        continue;
      }
      asked.add(`${accountId} ${basketHash(basket)}`);
      if (turn.isOver() || asked.size > CALLS_PER_TURN || (await isRateLimited(ctx, accountId))) return;
      const priced = await priceSent(ctx, due, basket, { printAccountId: accountId, serviceCurrency });
      turn.hasAdvanced = true;
      if (priced.status === "account_rejected") {
        await putOff(ctx, shopId, accountId);
        break;
      }
      await keepCost(ctx, due, basket, priced);
    }
  }
}

type DueCost = Awaited<ReturnType<typeof readDue>>[number];

const readDue = ({ db, clock }: OrdersContext, shopId: ShopId) =>
  db.submissionCost.findMany({
    where: { shopId, dueAt: { lte: clock.now() } },
    orderBy: { dueAt: "asc" },
    take: BATCH_SIZE,
    select: {
      ...{ submissionId: true, orderId: true, tries: true },
      submission: {
        select: {
          ...{
            id: true,
            printAccountId: true,
            payloadEncrypted: true,
            sentAt: true,
            submittedAt: true,
            createdAt: true,
          },
          printAccount: { select: { interfaceVersion: true } },
          order: { select: { destinationCountry: true } },
          lines: { orderBy: { position: "asc" }, select: { itemSku: true, quantity: true } },
        },
      },
    },
  });

/** What was sent, to be priced; without its content by the kept SKUs and the country. null: the country is erased, too. */
function basketOfSent(ctx: OrdersContext, submission: DueCost["submission"]): SentBasket | null {
  const payload = decryptPayload(ctx, submission);
  if (payload) return { ...basketOf(payload), method: payload.method };
  const { lines, order } = submission;
  const countryCode = order.destinationCountry;
  if (!countryCode || lines.length === 0) return null;
  return { countryCode, provinceCode: countryCode, items: lines };
}

type SentBasket = Basket & { method?: ShippingMethod };

/** @throws UnavailableError where the print service does not answer */
async function priceSent(
  ctx: OrdersContext,
  { submissionId, tries }: DueCost,
  basket: SentBasket,
  shop: { printAccountId: PrintAccountId; serviceCurrency: string },
) {
  const priced = await priceBasket(ctx, shop, basket, { maxAgeMs: QUOTE_MAX_AGE_MS });
  if (priced.status === "unavailable" || priced.status === "not_connected") {
    const { data } = scheduleRetry({ ...ctx, policy: RETRY }, tries);
    await ctx.db.submissionCost.updateMany({ where: { submissionId, dueAt: { not: null } }, data });
    throw new UnavailableError("no quote");
  }
  return priced;
}

/** A rejected account keeps no cost: those of another account, to which the shop has changed, do not wait behind all of its own. */
const putOff = ({ db, clock }: OrdersContext, shopId: ShopId, printAccountId: PrintAccountId) =>
  db.submissionCost.updateMany({
    where: { shopId, dueAt: { not: null }, submission: { printAccountId } },
    data: { dueAt: new Date(clock.now().getTime() + RETRY.retryMaxMs) },
  });

async function keepCost(
  ctx: OrdersContext,
  due: DueCost,
  basket: SentBasket,
  priced: Extract<PriceResult, { status: "priced" | "rejected" | "not_priced" }>,
): Promise<void> {
  if (priced.status !== "priced") return settle(ctx, due, { problem: priced.status });
  const { price } = priced;
  if (price.discrepancies.includes("total_differs")) return settle(ctx, due, { problem: "inconsistent" });
  const { sentAt, submittedAt, createdAt } = due.submission;
  const sent = sentAt ?? submittedAt ?? createdAt;
  const named = Object.entries(METHODS).find(([, value]) => value === basket.method)?.[0] ?? null;
  const method = typeof basket.method === "string" ? basket.method : named;
  // print-service: testPrice knows standard shipping alone, unless the interface names its services.
  const isOfMethod = typeof basket.method === "string" || basket.method === null;
  const isLate = Date.parse(price.askedAt) - sent.getTime() > ESTIMATED_AFTER_MS;
  await settle(ctx, due, {
    ...{ currency: price.currency, base: price.goods, shipping: price.shipping, tax: price.tax, total: price.total },
    ...{ method, lines: linesOf(price, basket.items.length), quotedAt: price.askedAt },
    estimated: isLate || price.fromFees !== undefined || !isOfMethod,
  });
}

/** By position of what was sent. The service may answer several lines of a SKU in one. */
const linesOf = ({ lines }: Price, count: number) =>
  lines.length === count
    ? lines.map(({ goods, shippingFee, taxFee, total }) => ({ base: goods, shipping: shippingFee, tax: taxFee, total }))
    : [];

interface Settled {
  problem?: CostProblem;
  currency?: string;
  base?: string;
  shipping?: string;
  tax?: string;
  total?: string;
  method?: string | null;
  lines?: Prisma.JsonObject[] | ReturnType<typeof linesOf>;
  quotedAt?: string;
  estimated?: boolean;
}

/** Under the lock of the order, like everything that has the order counted again. */
async function settle(
  ctx: OrdersContext,
  { submissionId, orderId, submission }: Pick<DueCost, "orderId" | "submission"> & { submissionId: SubmissionId },
  row: Settled,
) {
  const version = submission.printAccount?.interfaceVersion;
  const showsBill = version !== undefined && CAPABILITIES[version].billed;
  const billDueAt = showsBill ? new Date(ctx.clock.now().getTime() + FIRST_BILL_READ_MS) : null;
  const lines = JSON.stringify(row.lines ?? null);
  await ctx.sql.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await tx.execute`
      UPDATE "SubmissionCost" SET "dueAt" = NULL, "problem" = ${row.problem ?? null}::"CostProblem",
        "currency" = coalesce(${row.currency ?? null}, "currency"), "base" = ${row.base ?? null}, "shipping" = ${row.shipping ?? null},
        "tax" = ${row.tax ?? null}, "total" = ${row.total ?? null}, "method" = ${row.method ?? null}, "lines" = ${lines}::jsonb,
        "quotedAt" = ${row.quotedAt ?? null}::timestamptz, "estimated" = ${row.estimated ?? false},
        "billDueAt" = CASE WHEN "billedSource" IS DISTINCT FROM 'bill' THEN coalesce("billDueAt", ${billDueAt}::timestamptz) END
      WHERE "submissionId" = ${submissionId}::uuid AND "dueAt" IS NOT NULL`;
  });
}

/**
 * When an order is read again for what it is billed: the service tells that once the order is paid, and may change it. null: it is final, or
 * was never told.
 */
export function nextBillRead(
  now: Date,
  { sentAt, billedAt, reads }: { sentAt: Date; billedAt: Date | null; reads: number },
): Date | null {
  const isFinal = billedAt !== null && now.getTime() - billedAt.getTime() >= FINAL_AFTER_MS;
  if (isFinal || reads >= MAX_BILL_READS || now.getTime() - sentAt.getTime() >= READ_BILLS_FOR_MS) return null;
  const wait = billedAt === null ? Math.min(DAY_MS, FIRST_BILL_READ_MS * 2 ** Math.min(reads, 10)) : DAY_MS;
  return new Date(now.getTime() + wait);
}

/** Reads orders again whose bill is not final, under the account's limit. @throws UnavailableError: those that are due wait */
export async function readBills(ctx: OrdersContext, shopId: ShopId, turn: Turn): Promise<void> {
  const due = await ctx.db.submissionCost.findMany({
    where: { shopId, billDueAt: { lte: ctx.clock.now() } },
    orderBy: { billDueAt: "asc" },
    take: BILLS_PER_TURN,
    include: { submission: true },
  });
  for (const { submissionId, submission, billTries } of due) {
    const { printAccountId: account } = submission;
    if (turn.isOver() || (account && (await isRateLimited(ctx, account)))) return;
    // Before the call: one that fails counts, too.
    const reads = billTries + 1;
    const at = { sentAt: submission.sentAt ?? submission.createdAt, reads };
    const wait = nextBillRead(ctx.clock.now(), { ...at, billedAt: null });
    await ctx.db.submissionCost.updateMany({
      where: { submissionId, billTries },
      data: { billTries: reads, billDueAt: account ? wait : null },
    });
    if (!account) continue;
    try {
      const found = await findOrder(ctx, queryFor(submission, account));
      if (found.outcome === "found") await applyProviderOrder(ctx, { submissionId, ...found, reportedBy: "detail" });
    } catch (error) {
      // Those of another account, to which the shop has changed, go on.
      if (!(error instanceof UnauthorizedError)) throw error;
      continue;
    }
    turn.hasAdvanced = true;
    const row = await ctx.db.submissionCost.findUnique({ where: { submissionId } });
    if (row?.billedAt)
      await ctx.db.submissionCost.updateMany({
        where: { submissionId, billTries: reads },
        data: { billDueAt: row.billedSource === "bill" ? null : nextBillRead(ctx.clock.now(), { ...at, ...row }) },
      });
  }
}
