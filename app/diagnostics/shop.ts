import type { OrdersContext } from "../orders/core/context.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import type {
  OtherWebhookVersion,
  ReadOtherApiVersion,
  CheckAddress,
  CheckInstallation,
  ReadScopes,
  InstallationStatus,
} from "../ports/shopify.ts";
import {
  OK,
  runChecks,
  type SystemResult,
  type SHOP_CHECKS,
  type ShopFinding,
  type ShopResult,
  type CheckFunctions,
} from "./findings.ts";
import type { Shop } from "../../prisma/client/client.ts";
import { countFulfilledFirst } from "../home/summaries.ts";
import { readPrintCoverage } from "../catalog/print-coverage.ts";
import { readSoldUnmapped } from "../catalog/variants-to-map.ts";
import { countOverdueWork } from "../orders/core/due-work.ts";
import { readSendingPause } from "../orders/pages/list/sending-pause.ts";
import { readShopifyLimit } from "../orders/pages/shopify-limit.ts";
import { readWebhooksOverview } from "../print-accounts/webhooks/webhook-status.ts";
import { readSettings } from "../settings/settings.ts";
import { testAccount, type AccountTest } from "../settings-page/account.ts";
import { decryptCustomer } from "../orders/core/customer-summary.ts";
import { RemoteError } from "../ports/errors.ts";
import { DAY_MS, MINUTE_MS } from "../ports/clock.ts";

/** What the checks of a shop get from outside. */
export interface DiagnosticsContext extends ShopActionsContext, Pick<OrdersContext, "shopify"> {
  askInstallation: CheckInstallation;
  checkAddress: CheckAddress;
  readScopes: ReadScopes;
  readOtherApiVersion: ReadOtherApiVersion;
  otherWebhookVersion: OtherWebhookVersion;
  /** The access scopes without which orders cannot be printed. */
  requiredScopes: readonly string[];
  /** The checks of the installation that ask nobody outside of it. */
  checkInstallationParts(): Promise<SystemResult[]>;
}

/**
 * Checks everything that a shop needs so that its orders are printed, with real requests to Shopify and the print service. Changes
 * nothing but what a connection test does (app/settings-page/account.ts).
 */
export async function diagnoseShop(ctx: DiagnosticsContext, shop: Shop): Promise<ShopResult[]> {
  const checks: CheckFunctions<typeof SHOP_CHECKS> = {
    shopify_access: () => checkShopifyAccess(ctx, shop),
    scopes: () => checkScopes(ctx, shop),
    api_version: () => checkApiVersion(ctx, shop),
    shopify_webhooks: () => checkShopifyWebhooks(ctx, shop),
    protected_data: () => checkProtectedData(ctx, shop),
    automatic_fulfillment: () => checkAutomaticFulfillment(ctx, shop),
    ...printAccountChecks(ctx, shop),
    print_webhooks: () => checkPrintWebhooks(ctx, shop),
    start_date: () => checkStartDate(ctx, shop),
    sending: () => checkSending(ctx, shop),
    mappings: () => checkMappings(ctx, shop),
    work: () => checkWork(ctx, shop),
    app: () => checkApp(ctx),
  };
  return (await runChecks<string>(ctx.clock, checks)) as ShopResult[];
}

/** shopify: no query shows the setting; orders that arrive fulfilled show it. */
async function checkAutomaticFulfillment(
  ctx: DiagnosticsContext,
  shop: Shop,
): Promise<ShopFinding<"automatic_fulfillment">> {
  const count = await countFulfilledFirst(ctx, shop.id);
  return count === 0 ? OK : { tone: "failed", problem: "seen", count };
}

function checkStartDate({ clock }: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"start_date">> {
  return Promise.resolve(shop.goLiveAt <= clock.now() ? OK : { tone: "warning", problem: "future" });
}

async function checkSending(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"sending">> {
  const pause = await readSendingPause(ctx, shop);
  if (pause) return { tone: "warning", problem: "paused", count: pause.orders };
  return readSettings(shop.settings).sending.mode === "by_hand" ? { tone: "off", problem: "by_hand" } : OK;
}

async function checkMappings(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"mappings">> {
  const [mapping, sold, { gaps }] = await Promise.all([
    ctx.db.mapping.findFirst({ where: { shopId: shop.id }, select: { id: true } }),
    readSoldUnmapped(ctx, shop.id),
    readPrintCoverage(ctx, shop.id, readSettings(shop.settings)),
  ]);
  if (!mapping) return { tone: "failed", problem: "none" };
  const excluded = gaps.excluded_in_shopify;
  if (excluded > 0) return { tone: "failed", problem: "excluded_in_shopify", count: excluded };
  return sold.length === 0 ? OK : { tone: "warning", problem: "sold_unmapped", count: sold.length };
}

async function checkWork(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"work">> {
  const limit = await readShopifyLimit(ctx, shop);
  if (limit) return { tone: "warning", problem: "shopify_limit", count: limit.orders };
  const count = await countOverdueWork(ctx, shop);
  return count === 0 ? OK : { tone: "warning", problem: "delayed", count };
}

/** Merchants learn whether the app works; its parts are the operator's (`npm run doctor`). */
async function checkApp(ctx: DiagnosticsContext): Promise<ShopFinding<"app">> {
  const parts = await ctx.checkInstallationParts();
  return parts.some(({ finding }) => finding.tone === "failed") ? { tone: "failed", problem: "degraded" } : OK;
}

type Connection = "not_connected" | "practice" | "live";

async function connectionOf({ db }: DiagnosticsContext, { printAccountId: id }: Shop): Promise<Connection> {
  const account = id && (await db.printAccount.findUnique({ where: { id }, select: { kind: true } }));
  return account ? account.kind : "not_connected";
}

/** The two findings of one connection test: print-service: getToken, listOrders, getOrder. */
function printAccountChecks(ctx: DiagnosticsContext, shop: Shop) {
  const tested = connectionOf(ctx, shop).then(async (connection) => ({
    connection,
    test: connection === "live" ? await testAccount(ctx, shop) : null,
  }));
  // Each check awaits it by itself; a failure before that is nobody's.
  tested.catch(() => undefined);
  return {
    print_service: async (): Promise<ShopFinding<"print_service">> => {
      const { connection, test } = await tested;
      return test ? serviceFinding(test) : notLive(connection);
    },
    print_account: async (): Promise<ShopFinding<"print_account">> => {
      const { connection, test } = await tested;
      return test ? accountFinding(test) : notLive(connection);
    },
  };
}

function notLive(connection: Connection) {
  if (connection === "practice") return { tone: "off", problem: "practice" } as const;
  return { tone: "failed", problem: "not_connected" } as const;
}

function serviceFinding({ steps, problem }: AccountTest): ShopFinding<"print_service"> {
  if (problem?.kind === "setting") return { tone: "failed", problem: "wrong_setting", names: [problem.setting] };
  return steps.some(({ result }) => result === "unavailable") ? { tone: "failed", problem: "unavailable" } : OK;
}

function accountFinding({ steps, problem }: AccountTest): ShopFinding<"print_account"> {
  const [token, orders] = steps;
  if (token?.result === "rejected") return { tone: "failed", problem: "rejected" };
  if (problem?.kind === "unreadable" && orders?.result === "rejected") return { tone: "failed", problem: "unreadable" };
  return token?.result === "fine" && orders?.result === "fine" ? OK : { tone: "unknown" };
}

/** The registrations at the print service; the worse of the two kinds (webhook-status.ts). */
async function checkPrintWebhooks(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"print_webhooks">> {
  const connection = await connectionOf(ctx, shop);
  if (connection !== "live") return notLive(connection);
  const webhooks = (await readWebhooksOverview(ctx, shop))?.webhooks ?? [];
  const seen = new Set(webhooks.map(({ state, foreignKept }) => (state === "other" && foreignKept ? "kept" : state)));
  const problem = (["none", "other", "other_key"] as const).find((state) => seen.has(state));
  if (problem) return { tone: "failed", problem };
  if (seen.has("unknown")) return { tone: "unknown" };
  return webhooks.some(({ active }) => active === false) ? { tone: "warning", problem: "off" } : OK;
}

/** Orders that the checks look at: the newest of the last days, once their webhook had time to come. */
const SAMPLE = 20;
const SAMPLE_DAYS = 7;
const WEBHOOK_TIME_MS = 5 * MINUTE_MS;
/** Fewer orders prove nothing. */
const ENOUGH = 3;

/** shopify: whether Shopify answers for the shop, a token works, and from this address. */
async function checkShopifyAccess(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"shopify_access">> {
  try {
    const address = await ctx.checkAddress(shop.domain);
    if (address === "accepted") return OK;
    return { tone: "failed", problem: address === "refused" ? "address_refused" : address };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return installationFinding(await ctx.askInstallation(shop.domain), error);
  }
}

/** shopify: a closed shop may answer 404 although it renews tokens, which shows that the app is installed. */
function installationFinding(status: InstallationStatus, failed: RemoteError): ShopFinding<"shopify_access"> {
  if (status === "installed" && failed.httpStatus !== 404) return OK;
  const isStore = status === "installed" || status === "shop_unavailable";
  return { tone: "failed", problem: isStore ? "shop_unavailable" : "refused" };
}

/** The scopes as Shopify has them now, not as they were at the installation. A scope for writing includes reading. */
async function checkScopes(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"scopes">> {
  const granted = new Set(await ctx.readScopes(shop.domain));
  const isGranted = (scope: string) => granted.has(scope) || granted.has(scope.replace(/^read_/, "write_"));
  const names = ctx.requiredScopes.filter((scope) => !isGranted(scope));
  return names.length === 0 ? OK : { tone: "failed", problem: "missing", names };
}

/** shopify: a version that is no longer supported is answered by a newer one, without an error. */
async function checkApiVersion(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"api_version">> {
  const other = await ctx.readOtherApiVersion(shop.domain);
  if (other !== null) return { tone: "warning", problem: "other", names: [other] };
  const ofWebhooks = ctx.otherWebhookVersion();
  return ofWebhooks === null ? OK : { tone: "warning", problem: "other_of_webhooks", names: [ofWebhooks] };
}

/** Orders come through webhooks, or minutes later through the comparison with Shopify: that one must not be the rule. */
async function checkShopifyWebhooks(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"shopify_webhooks">> {
  const orders = await sampleOrders(ctx, shop);
  if (orders.length === 0) return { tone: "off", problem: "no_orders" };
  const announced = await ctx.db.webhookDelivery.findMany({
    where: { source: "shopify", scope: shop.domain, orderId: { in: orders.map(({ id }) => id) } },
    select: { orderId: true },
    distinct: ["orderId"],
  });
  const count = orders.length - announced.length;
  if (count === 0) return OK;
  if (announced.length > 0 || count < ENOUGH) return { tone: "warning", problem: "some_missing", count };
  return { tone: "failed", problem: "silent", count };
}

/** shopify: without access to protected customer data of level 2, names are null, while the place may come. */
async function checkProtectedData(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"protected_data">> {
  const orders = await sampleOrders(ctx, shop);
  const customers = orders
    .flatMap((order) => decryptCustomer(ctx, order) ?? [])
    .filter(({ countryCode }) => countryCode);
  if (customers.some(({ name }) => name !== "")) return OK;
  if (customers.length < ENOUGH) return { tone: "off", problem: "no_orders" };
  return { tone: "failed", problem: "withheld", count: customers.length };
}

function sampleOrders({ db, clock }: DiagnosticsContext, shop: Shop) {
  const now = clock.now().getTime();
  const placed = { gte: new Date(now - SAMPLE_DAYS * DAY_MS), lt: new Date(now - WEBHOOK_TIME_MS) };
  return db.order.findMany({
    where: { shopId: shop.id, shopifyCreatedAt: placed, redactedAt: null },
    orderBy: { shopifyCreatedAt: "desc" },
    take: SAMPLE,
    select: { id: true, customerEncrypted: true },
  });
}
