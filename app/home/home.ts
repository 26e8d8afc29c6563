import type { PrintAccount } from "../../prisma/client/client.ts";
import { type AttentionCode, byUrgency } from "../orders/core/attention.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { countResendable } from "../orders/core/resendable.ts";
import { SHIPPED_STATES } from "../orders/core/states.ts";
import type { ShopsContext } from "../shops/context.ts";
import { countFailed } from "../failed-webhooks/list.ts";
import { readOpenRequests } from "../privacy/data-requests/list.ts";
import {
  countFulfilledFirst,
  countPlacedBeforeStart,
  type PlacedBeforeStart,
  readProductsSummary,
  type ProductsSummary,
} from "./summaries.ts";
import { readFigures, type Figures } from "./figures.ts";
import type { GuideProgress } from "./guide-steps.ts";
import { readGuideProgress } from "./setup-guide.ts";
import { WEBHOOK_KINDS, storedRegistration } from "../print-accounts/webhooks/register-webhooks.ts";
import { findOutage, type OutageContext, type ProviderOutage } from "../print-accounts/provider-outage.ts";
import { unreadableSettings, type SettingName } from "../settings/settings.ts";
import { readSkuCheckSummary, type SkuCheckSummary } from "../sku-checks/findings.ts";
import type { ShopId } from "../ports/ids.ts";

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
  /** Since when Shopify has blocked requests from Inkbridge's server. */
  blockedSince: string | null;
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
  /** null: no live print account is connected. */
  skuCheck: SkuCheckSummary | null;
  products: ProductsSummary;
  /**
   * Open reasons for attention with their number of orders, of those that have shipped, and since when the first one stands, most
   * urgent first.
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
  const [
    guide,
    firstOrder,
    figures,
    products,
    attentions,
    failedWebhooks,
    fulfilledFirst,
    placedBeforeStart,
    skuCheck,
    dataRequests,
    resendable,
  ] = await Promise.all([
    shop.guideDismissedAt ? null : readGuideProgress(ctx, shop),
    ctx.db.order.findFirst({ where: { shopId: shop.id }, select: { id: true } }),
    readFigures(ctx, shop),
    readProductsSummary(ctx, shop),
    readAttentions(ctx, shop.id),
    countFailed(ctx, shop),
    countFulfilledFirst(ctx, shop.id),
    countPlacedBeforeStart(ctx, shop),
    readSkuCheckSummary(ctx, shop),
    readOpenRequests(ctx, shop.id),
    countResendable(ctx, shop.id),
  ]);
  const { printAccount: account } = shop;
  return {
    now: ctx.clock.now().toISOString(),
    guide,
    hasOrders: firstOrder !== null,
    account: toAccountState(shop),
    webhookStatus: toWebhookStatus(account),
    outage: account?.refusedAt ? null : findOutage(ctx, account),
    blockedSince: shop.addressRefusedAt?.toISOString() ?? null,
    goLiveAt: shop.goLiveAt.toISOString(),
    ordersSweptAt: shop.ordersSweptAt?.toISOString() ?? null,
    accountSweptAt: account?.sweptAt?.toISOString() ?? null,
    failedWebhooks,
    dataRequests,
    unreadableSettings: unreadableSettings(shop.settings),
    fulfilledFirst,
    placedBeforeStart,
    figures,
    skuCheck,
    products,
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

/** Counts orders, not reasons: one order may have several of one code. */
async function readAttentions(ctx: Pick<ShopsContext, "db">, shopId: ShopId): Promise<Home["attentions"]> {
  const rows = await ctx.db.$queryRaw<{ code: AttentionCode; orders: number; shipped: number; since: Date }[]>`
    SELECT t."code", count(DISTINCT t."orderId")::int AS "orders", min(t."openedAt") AS "since",
      count(DISTINCT t."orderId") FILTER (WHERE ${stateIn("s", SHIPPED_STATES)})::int AS "shipped"
    FROM "Attention" t LEFT JOIN "Submission" s ON s."id" = t."submissionId"
    WHERE t."shopId" = ${shopId}::uuid AND t."clearedAt" IS NULL GROUP BY t."code"`;
  return rows
    .map((row) => ({ ...row, since: row.since.toISOString() }))
    .sort((a, b) => byUrgency(a.code, b.code) || b.orders - a.orders);
}
