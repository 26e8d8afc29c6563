import {
  Prisma,
  type DryRun,
  type DryRunCostProblem,
  type DryRunOutcome,
  type DryRunOrder,
} from "../../prisma/client/client.ts";
import { byUrgency, STAFF_ACTION_CODES, type AttentionCode } from "../orders/core/attention.ts";
import type { DryRunId, ShopId } from "../ports/ids.ts";
import { percentOf } from "../profit/money.ts";
import type { DryRunContext } from "./context.ts";
import { gidNumber } from "../ports/gid.ts";
import type { OrdersQuery, Outcome } from "./orders-query.ts";
import { DAY_MS } from "../ports/clock.ts";

/** Sums over the orders that are known to cost something: decimal strings. */
export interface DryRunMoney {
  /** Orders with a cost, and those also with a margin. */
  pricedOrders: number;
  marginOrders: number;
  /** In the currency of the dry run, without tax. */
  cost: string;
  /** What customers paid for printed items and shipping, and what remains after the cost, in `currency`. */
  paid: string;
  profit: string;
  /** profit / paid; null where nothing was paid. */
  percent: string | null;
  /** The store's; null before the first order was priced. */
  currency: string | null;
}

/** A dry run with what has come of it so far. Times are ISO 8601, UTC. */
export interface DryRunView extends Pick<DryRun, "id" | "state" | "problem" | "truncated" | "currency"> {
  startedAt: string;
  since: string;
  total: number;
  checked: number;
  outcomes: Record<DryRunOutcome, number>;
  /** Orders that would go without staff: nothing holds them, or only what ends by itself. */
  withoutPerson: number;
  money: DryRunMoney;
  /** With their numbers of orders; reasons the most urgent first. */
  reasons: { code: AttentionCode; orders: number }[];
  costProblems: { problem: DryRunCostProblem; orders: number }[];
  /** Settings or mappings were changed after the start. */
  outdated: boolean;
}

/** The shop's newest dry run; null where it has none. */
export async function readDryRun(ctx: Pick<DryRunContext, "db">, shopId: ShopId): Promise<DryRunView | null> {
  const run = await ctx.db.dryRun.findFirst({ where: { shopId }, orderBy: { startedAt: "desc" } });
  if (!run) return null;
  const { id, state, problem, truncated, currency } = run;
  const [sums, reasons, costProblems, outdated] = await Promise.all([
    readSums(ctx, id),
    readReasons(ctx, id),
    readCostProblems(ctx, id),
    hasChangedSince(ctx, shopId, run.startedAt),
  ]);
  const { total, checked, withoutPerson, ...counted } = sums;
  const { would_send, would_hold, nothing_to_print, unreadable, ...money } = counted;
  return {
    ...{ id, state, problem, truncated, currency, total, checked, withoutPerson },
    startedAt: run.startedAt.toISOString(),
    since: run.since.toISOString(),
    outcomes: { would_send, would_hold, nothing_to_print, unreadable },
    money: { ...money, percent: percentOf(money.profit, money.paid) },
    ...{ reasons, costProblems, outdated },
  };
}

type Sums = Pick<DryRunView, "total" | "checked" | "withoutPerson"> &
  DryRunView["outcomes"] &
  Omit<DryRunMoney, "percent">;

async function readSums({ db }: Pick<DryRunContext, "db">, id: DryRunId): Promise<Sums> {
  const { sql } = Prisma;
  const counted = (outcome: DryRunOutcome) => sql`count(*) FILTER (WHERE "outcome"::text = ${outcome})::int`;
  const [sums] = await db.$queryRaw<[Sums]>`
    SELECT count(*)::int AS "total", count("outcome")::int AS "checked",
      ${counted("would_send")} AS "would_send", ${counted("would_hold")} AS "would_hold",
      ${counted("nothing_to_print")} AS "nothing_to_print", ${counted("unreadable")} AS "unreadable",
      count(*) FILTER (WHERE "outcome" = 'would_send'
        OR "outcome" = 'would_hold' AND NOT "reasons" && ${[...STAFF_ACTION_CODES]}::text[])::int AS "withoutPerson",
      count("cost")::int AS "pricedOrders", count("profit")::int AS "marginOrders", max("currency") AS "currency",
      coalesce(sum("cost"::numeric), 0)::text AS "cost", coalesce(sum("paid"::numeric), 0)::text AS "paid",
      coalesce(sum("profit"::numeric), 0)::text AS "profit"
    FROM "DryRunOrder" WHERE "dryRunId" = ${id}::uuid`;
  return sums;
}

async function readReasons({ db }: Pick<DryRunContext, "db">, id: DryRunId): Promise<DryRunView["reasons"]> {
  const rows = await db.$queryRaw<DryRunView["reasons"]>`
    SELECT "code", count(*)::int AS "orders" FROM "DryRunOrder", unnest("reasons") AS "code"
    WHERE "dryRunId" = ${id}::uuid GROUP BY "code"`;
  return rows.sort((a, b) => byUrgency(a.code, b.code) || b.orders - a.orders);
}

async function readCostProblems(
  { db }: Pick<DryRunContext, "db">,
  dryRunId: DryRunId,
): Promise<DryRunView["costProblems"]> {
  const rows = await db.dryRunOrder.groupBy({
    by: ["costProblem"],
    where: { dryRunId, costProblem: { not: null } },
    _count: true,
    orderBy: { costProblem: "asc" },
  });
  return rows.flatMap(({ costProblem, _count }) => (costProblem ? [{ problem: costProblem, orders: _count }] : []));
}

/** A checked order. Money: decimal strings. */
export interface CheckedOrder {
  position: number;
  name: string;
  /** Number in Shopify. */
  number: string;
  /** ISO 8601, UTC */
  placedAt: string;
  outcome: Outcome;
  reasons: AttentionCode[];
  /** Numbers of the product and variant to map. */
  productId: string | null;
  variantId: string | null;
  printItems: number;
  otherItems: number;
  cost: string | null;
  costProblem: DryRunCostProblem | null;
  currency: string | null;
  paid: string | null;
  profit: string | null;
  marginPercent: string | null;
}

const PAGE_SIZE = 50;

/** A page of the checked orders, the newest first. `next`: the position after which the next page begins. */
export async function readDryRunOrders(
  { db }: Pick<DryRunContext, "db">,
  dryRunId: DryRunId,
  { outcome, reason, after }: OrdersQuery,
  size = PAGE_SIZE,
): Promise<{ rows: CheckedOrder[]; next: number | null }> {
  const rows = await db.dryRunOrder.findMany({
    where: {
      dryRunId,
      outcome: outcome ?? { not: null },
      ...(reason ? { reasons: { has: reason } } : {}),
      ...(after === null ? {} : { position: { gt: after } }),
    },
    orderBy: { position: "asc" },
    take: size + 1,
  });
  const shown = rows.slice(0, size);
  const next = rows.length > size ? (shown.at(-1)?.position ?? null) : null;
  return { rows: shown.flatMap((row) => toCheckedOrder(row) ?? []), next };
}

/** null: not checked yet. */
function toCheckedOrder({ dryRunId: _run, basket: _basket, ...row }: DryRunOrder): CheckedOrder | null {
  const { outcome, shopifyGid, placedAt, productGid, variantGid, ...shown } = row;
  if (!outcome) return null;
  return {
    ...shown,
    outcome,
    number: gidNumber(shopifyGid),
    placedAt: placedAt.toISOString(),
    productId: productGid && gidNumber(productGid),
    variantId: variantGid && gidNumber(variantGid),
  };
}

type OfferContext = Pick<DryRunContext, "db" | "clock">;

/** Mappings that make a large change. */
const MANY_MAPPINGS = 10;

/** Whether settings or mappings were changed after a moment. */
const hasChangedSince = async (ctx: Pick<OfferContext, "db">, shopId: ShopId, at: Date): Promise<boolean> =>
  (await savedSettingsAfter(ctx, shopId, at)) || (await countMapped(ctx, shopId, at, 1)) > 0;

/** Who closed the offer knows of it: further changes of these days bring no other one. */
const CLOSED_FOR_DAYS = 30;

/**
 * Whether a large change of the last day has had no dry run yet: saved settings, or many mappings. Not for some time after staff
 * closed the offer.
 */
export async function offersDryRun(ctx: OfferContext, shopId: ShopId): Promise<boolean> {
  const now = ctx.clock.now().getTime();
  const dayAgo = new Date(now - DAY_MS);
  const closedSince = { gt: new Date(now - CLOSED_FOR_DAYS * DAY_MS) };
  if ((await ctx.db.shop.count({ where: { id: shopId, dryRunOfferClosedAt: closedSince } })) > 0) return false;
  const last = await ctx.db.dryRun.findFirst({
    where: { shopId, startedAt: { gt: dayAgo } },
    orderBy: { startedAt: "desc" },
    select: { startedAt: true },
  });
  const since = last?.startedAt ?? dayAgo;
  return (
    (await savedSettingsAfter(ctx, shopId, since)) ||
    (await countMapped(ctx, shopId, since, MANY_MAPPINGS)) >= MANY_MAPPINGS
  );
}

/** Staff closes the offer. */
export async function closeDryRunOffer({ db, clock }: OfferContext, shopId: ShopId): Promise<void> {
  await db.shop.update({ where: { id: shopId }, data: { dryRunOfferClosedAt: clock.now() } });
}

const savedSettingsAfter = async ({ db }: Pick<OfferContext, "db">, id: ShopId, at: Date): Promise<boolean> =>
  (await db.shop.count({ where: { id, settingsSavedAt: { gt: at } } })) > 0;

/** Up to `limit`. */
const countMapped = async (
  { db }: Pick<OfferContext, "db">,
  shopId: ShopId,
  at: Date,
  limit: number,
): Promise<number> =>
  (await db.mapping.findMany({ where: { shopId, updatedAt: { gt: at } }, select: { id: true }, take: limit })).length;
