import type { PrintAccount, Prisma } from "../../prisma/client/client.ts";
import { byUrgency, codesWhere, STAFF_ACTION_CODES, type AttentionCode } from "../orders/core/attention.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { readWaitingPayments, type WaitingPayments } from "../orders/provider-writes/read-payments.ts";
import { countResendable } from "../orders/core/resendable.ts";
import { SHIPPED_STATES, type SubmissionState } from "../orders/core/states.ts";
import type { ShopsContext } from "../shops/context.ts";
import { countFailed } from "../failed-webhooks/failed-webhooks.ts";
import { readOpenRequests } from "../privacy/data-requests/list.ts";
import {
  countFulfilledFirst,
  countPlacedBeforeStart,
  readProductsSummary,
  type PlacedBeforeStart,
  type ProductsSummary,
} from "./summaries.ts";
import { isComplete, type GuideProgress } from "./guide-steps.ts";
import { WEBHOOK_KINDS, storedRegistration } from "../print-accounts/webhooks/register-webhooks.ts";
import { findTokenEnd } from "../print-accounts/recheck-refused.ts";
import { findOutage, type OutageContext, type ProviderOutage } from "../print-accounts/provider-outage.ts";
import { unreadableSettings, readSettings, type SettingName } from "../settings/settings.ts";
import { readSkuCheckSummary, type SkuCheckSummary } from "../sku-checks/findings.ts";
import type { ShopId } from "../ports/ids.ts";
import { countOrders } from "../orders/pages/list/read-page.ts";
import { readSendingPause, type SendingPause } from "../orders/pages/list/sending-pause.ts";
import { COUNT_LIMIT, leastAdvanced } from "../orders/pages/list/tabs.ts";
import { dayOf, startOfDay } from "../settings/wall-time.ts";
import { DAY_MS } from "../ports/clock.ts";
import { readCatalogAlerts, type CatalogAlerts } from "../catalog/catalog-findings.ts";
import { countVariants } from "../catalog/variants/read-variants-page.ts";

/** The home page. Times are ISO 8601, UTC. */
export interface Home {
  now: string;
  /** null after the guide was dismissed. */
  guide: GuideProgress | null;
  /** An order was received. */
  hasOrders: boolean;
  /** rejected: the print service no longer accepts the account's credentials. */
  account:
    | { state: "none" }
    | { state: "connected" | "practice"; since: string | null }
    | { state: "rejected"; since: string };
  /**
   * undecided: one webhook has a foreign address; kept: the merchant decided to keep that address; off: somebody switched
   * one off.
   */
  webhookStatus: "registered" | "missing" | "off" | "undecided" | "kept";
  /** The print service has been unreadable for a while: updates may be missing. */
  outage: ProviderOutage | null;
  /** When the access token of the print account ends, once that is near. */
  tokenEndsAt: string | null;
  /** Why orders wait to be paid for at the print service, if any do. */
  waitingPayments: WaitingPayments | null;
  /** Since when Shopify has blocked requests from Inkbridge's server. */
  blockedSince: string | null;
  sendingPause: SendingPause | null;
  /** Orders placed earlier are ignored. */
  goLiveAt: string;
  /** When the sweeps of Shopify's and of the print service's orders last ran. */
  ordersSweptAt: string | null;
  accountSweptAt: string | null;
  /** The number of failed webhooks, up to FAILED_COUNT_LIMIT. */
  failedWebhooks: number;
  /** Customers' data requests that staff has to answer, and when the first one is due. */
  dataRequests: { count: number; dueAt: string } | null;
  /** Stored settings that cannot be read: every order waits for an approval. */
  unreadableSettings: SettingName[];
  /** Orders of the last 7 days that Shopify fulfilled before they were printed; 0 for a single one, which its own page shows. */
  fulfilledFirst: number;
  placedBeforeStart: PlacedBeforeStart;
  figures: Figures;
  /** Orders that need staff, up to COUNT_LIMIT in all: those that `figures.week` counts, and others. */
  needingStaff: { ofWeek: number; others: number };
  /** null: no live print account is connected. */
  skuCheck: SkuCheckSummary | null;
  products: ProductsSummary;
  catalog: CatalogAlerts;
  /**
   * Open reasons for attention with their number of orders, of those that have shipped where that changes what there is to say, and
   * since when the first one stands, most urgent first.
   */
  attentions: { code: AttentionCode; orders: number; shipped: number; since: string }[];
  /** The number of rejected orders of which the print service has accepted the SKU since. */
  resendable: number;
}

/** null for a shop that is not installed. */
export async function readHome(
  ctx: Pick<ShopsContext, "db" | "clock"> & OutageContext,
  domain: string,
): Promise<Home | null> {
  const shop = await ctx.db.shop.findUnique({ where: { domain }, include: { printAccount: true } });
  if (!shop || shop.uninstalledAt) return null;
  const zoned = { id: shop.id, timezone: shop.timezone ?? "UTC" };
  const [
    guide,
    firstOrder,
    figures,
    needingStaff,
    products,
    attentions,
    failedWebhooks,
    fulfilledFirst,
    placedBeforeStart,
    skuCheck,
    dataRequests,
    catalog,
    resendable,
    sendingPause,
    waitingPayments,
  ] = await Promise.all([
    shop.guideDismissedAt ? null : readGuideProgress(ctx, shop),
    ctx.db.order.findFirst({ where: { shopId: shop.id }, select: { id: true } }),
    readFigures(ctx, zoned),
    countNeedingStaff(ctx, zoned),
    readProductsSummary(ctx, shop),
    readAttentions(ctx, shop.id),
    countFailed(ctx, shop),
    countFulfilledFirst(ctx, shop.id),
    countPlacedBeforeStart(ctx, shop),
    readSkuCheckSummary(ctx, shop),
    readOpenRequests(ctx, shop.id),
    readCatalogAlerts(ctx, shop),
    countResendable(ctx, shop.id),
    readSendingPause(ctx, shop),
    readWaitingPayments(ctx, shop.id, shop.printAccount),
  ]);
  const { printAccount: account } = shop;
  return {
    now: ctx.clock.now().toISOString(),
    guide,
    hasOrders: firstOrder !== null,
    account: toAccountState(shop),
    webhookStatus: toWebhookStatus(account),
    outage: account?.refusedAt ? null : findOutage(ctx, account),
    tokenEndsAt: findTokenEnd(ctx, account),
    waitingPayments,
    blockedSince: shop.addressRefusedAt?.toISOString() ?? null,
    sendingPause,
    goLiveAt: shop.goLiveAt.toISOString(),
    ordersSweptAt: shop.ordersSweptAt?.toISOString() ?? null,
    accountSweptAt: account?.sweptAt?.toISOString() ?? null,
    failedWebhooks,
    dataRequests,
    unreadableSettings: unreadableSettings(shop.settings),
    fulfilledFirst,
    placedBeforeStart,
    figures,
    needingStaff,
    skuCheck,
    products,
    catalog,
    attentions,
    resendable,
  };
}

function toWebhookStatus(account: PrintAccount | null): Home["webhookStatus"] {
  const states = WEBHOOK_KINDS.map((kind) => account && storedRegistration(account, kind));
  const exception = (["undecided", "kept", null, "off"] as const).find((one) => states.includes(one));
  if (exception === undefined) return "registered";
  return exception ?? "missing";
}

function toAccountState(shop: {
  connectedAt: Date | null;
  printAccount: Pick<PrintAccount, "kind" | "refusedAt"> | null;
}): Home["account"] {
  if (!shop.printAccount) return { state: "none" };
  const { kind, refusedAt } = shop.printAccount;
  if (refusedAt) return { state: "rejected", since: refusedAt.toISOString() };
  const state = kind === "practice" ? "practice" : "connected";
  return { state, since: shop.connectedAt?.toISOString() ?? null };
}

/** What these say depends on whether the order has shipped. */
const SAID_BY_STATE = codesWhere(({ afterShipping }) => afterShipping !== undefined);

/** Counts orders, not reasons: one order may have several of one code. OFFSET 0 keeps the planner from reading all submissions. */
async function readAttentions(ctx: Pick<ShopsContext, "db">, shopId: ShopId): Promise<Home["attentions"]> {
  const rows = await ctx.db.$queryRaw<{ code: AttentionCode; orders: number; shipped: number; since: Date }[]>`
    SELECT t."code", count(DISTINCT t."orderId")::int AS "orders", min(t."openedAt") AS "since",
      count(DISTINCT t."orderId") FILTER (WHERE ${stateIn("s", SHIPPED_STATES)})::int AS "shipped"
    FROM "Attention" t LEFT JOIN LATERAL (
      SELECT x."state" FROM "Submission" x
      WHERE x."id" = t."submissionId" AND t."code" = ANY(${[...SAID_BY_STATE]}::text[]) OFFSET 0) s ON TRUE
    WHERE t."shopId" = ${shopId}::uuid AND t."clearedAt" IS NULL GROUP BY t."code"`;
  return rows
    .map((row) => ({ ...row, since: row.since.toISOString() }))
    .sort((a, b) => byUrgency(a.code, b.code) || b.orders - a.orders);
}

const RECENT_DAYS = 30;
const WEEK_DAYS = 7;
/** Of a shop with more orders in that time the newest count, which keeps Home quick. */
const RECENT_LIMIT = 10_000;

/** The number of orders by progress. Each figure equals the count of the orders that it links to. */
export interface Figures {
  /** All orders, up to COUNT_LIMIT. */
  attention: number;
  waiting: number;
  at_provider: number;
  /** Orders placed on `since` or later of which a package was shipped, fulfilled in Shopify or not yet. */
  shipped: number;
  /** Orders placed on `since` or later that are fulfilled as a whole. */
  fulfilled: number;
  /** The day 30 days ago in the shop's time zone, YYYY-MM-DD. */
  since: string;
  /** More orders were placed since than were counted: `shipped` and `fulfilled` are at least so many. */
  moreRecent: boolean;
  /** Orders of the last WEEK_DAYS days, today included, that were sent or are to be sent. */
  week: number;
}

/** Days begin in the shop's `timezone`. */
export async function readFigures(
  ctx: Pick<ShopsContext, "db" | "clock">,
  { id: shopId, timezone }: Pick<ShopRow, "id" | "timezone">,
  recentLimit = RECENT_LIMIT,
): Promise<Figures> {
  const start = new Date(ctx.clock.now().getTime() - RECENT_DAYS * DAY_MS);
  const [{ tabs }, recent] = await Promise.all([
    countOrders(ctx, shopId),
    countRecent(ctx, shopId, {
      since: startOfDay(start, timezone),
      week: weekStart(ctx.clock.now(), timezone),
      limit: recentLimit,
    }),
  ]);
  const sumOf = (counts: (states: SubmissionState[]) => boolean) =>
    recent.filter(({ states }) => counts(states)).reduce((sum, { count }) => sum + count, 0);
  return {
    ...tabs,
    shipped: sumOf((states) => states.some((state) => SHIPPED_STATES.includes(state))),
    fulfilled: sumOf((states) => leastAdvanced(states) === "fulfilled"),
    since: dayOf(start, timezone),
    moreRecent: recent.some(({ more }) => more),
    week: recent.reduce((sum, { week }) => sum + week, 0),
  };
}

/** When the first of the last WEEK_DAYS days of the shop began. */
const weekStart = (now: Date, zone: string): Date =>
  startOfDay(new Date(now.getTime() - (WEEK_DAYS - 1) * DAY_MS), zone);

/** Orders that need staff, up to a limit: those that `Figures.week` counts, and others. By the index of the open reasons. */
async function countNeedingStaff(
  { db, clock }: Pick<ShopsContext, "db" | "clock">,
  shop: Pick<ShopRow, "id" | "timezone">,
): Promise<{ ofWeek: number; others: number }> {
  const since = weekStart(clock.now(), shop.timezone);
  const [row] = await db.$queryRaw<[{ ofWeek: number; others: number }]>`
    SELECT count(*) FILTER (WHERE "isOfWeek")::int AS "ofWeek", count(*) FILTER (WHERE NOT "isOfWeek")::int AS "others" FROM (
      SELECT o."shopifyCreatedAt" >= ${since} AND EXISTS (SELECT FROM "Submission" s WHERE s."orderId" = o."id"
        AND s."shopId" = ${shop.id}::uuid AND s."replacedAt" IS NULL AND s."kind" <> 'reprint') AS "isOfWeek"
      FROM (SELECT DISTINCT a."orderId" FROM "Attention" a WHERE a."shopId" = ${shop.id}::uuid AND a."clearedAt" IS NULL
        AND a."code" = ANY(${[...STAFF_ACTION_CODES]}::text[]) LIMIT ${COUNT_LIMIT}) AS bounded
      JOIN "Order" o ON o."id" = bounded."orderId") AS each`;
  return row;
}

/**
 * Counts the newest orders placed since then, up to a limit, by the states of their submissions, without reprints. Looks at them order
 * by order: a join would read all submissions of the shop.
 */
function countRecent(
  ctx: Pick<ShopsContext, "db">,
  shopId: ShopId,
  { since, week, limit }: { since: Date; week: Date; limit: number },
) {
  return ctx.db.$queryRaw<{ states: SubmissionState[]; count: number; week: number; more: boolean }[]>`
    WITH newest AS MATERIALIZED (
      SELECT "id", "shopifyCreatedAt" >= ${week} AS "isOfWeek" FROM "Order"
      WHERE "shopId" = ${shopId}::uuid AND "shopifyCreatedAt" >= ${since}
      ORDER BY "shopifyCreatedAt" DESC LIMIT ${limit + 1}),
    counted AS (SELECT "id", "isOfWeek" FROM newest LIMIT ${limit})
    SELECT "states", count(*)::int AS "count", (count(*) FILTER (WHERE "isOfWeek"))::int AS "week",
      (SELECT count(*) FROM newest) > ${limit} AS "more" FROM (
      SELECT o."isOfWeek", s."states" FROM counted o CROSS JOIN LATERAL (
        SELECT array_agg(DISTINCT s."state"::text) AS "states" FROM "Submission" s
        WHERE s."orderId" = o."id" AND s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL AND s."kind" <> 'reprint') s
      WHERE s."states" IS NOT NULL) AS each GROUP BY "states"`;
}

type GuideShop = Prisma.ShopGetPayload<{ include: { printAccount: true } }>;

/** The completed steps of a shop. */
async function readGuideProgress(ctx: Pick<ShopsContext, "db" | "clock">, shop: GuideShop): Promise<GuideProgress> {
  const { id: shopId, printAccount: account } = shop;
  const rule = Object.values(readSettings(shop.settings).printableRule);
  const [mapped, undecided, checked, sent] = await Promise.all([
    ctx.db.mapping.findFirst({ where: { shopId }, select: { id: true } }),
    countVariants(ctx, shopId, { view: "unmapped", query: "" }),
    ctx.db.dryRun.findFirst({ where: { shopId, state: "finished" }, select: { id: true } }),
    ctx.db.submission.findFirst({ where: { shopId, submittedAt: { not: null } }, select: { id: true } }),
  ]);
  return {
    connect: account !== null && account.refusedAt === null,
    // A foreign address that the merchant kept is a decision, and so is an address that somebody switched off.
    register:
      account !== null &&
      WEBHOOK_KINDS.every((kind) => ["registered", "off", "kept"].includes(storedRegistration(account, kind) ?? "")),
    map: mapped !== null,
    // Once orders are sent, Home names what is sold without a mapping.
    choose: rule.some((names) => names.length > 0) || (mapped !== null && undecided === 0) || sent !== null,
    review: shop.settingsSavedAt !== null,
    check: checked !== null,
    send: sent !== null,
  };
}

/** Dismisses the guide for good, once every step is done. */
export async function dismissGuide(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shopId: ShopId,
): Promise<"dismissed" | "not_complete"> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, include: { printAccount: true } });
  if (!isComplete(await readGuideProgress(ctx, shop))) return "not_complete";
  await ctx.db.shop.update({ where: { id: shopId }, data: { guideDismissedAt: ctx.clock.now() } });
  return "dismissed";
}
