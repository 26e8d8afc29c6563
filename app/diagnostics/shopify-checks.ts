import type { Shop } from "../../prisma/client/client.ts";
import { decryptCustomer } from "../orders/core/customer-summary.ts";
import { RemoteError } from "../ports/errors.ts";
import type { InstallationStatus } from "../ports/installation.ts";
import type { DiagnosticsContext } from "./context.ts";
import { OK, type ShopFinding } from "./findings.ts";
import { DAY_MS } from "../ports/clock.ts";

/** Orders that the checks look at: the newest of the last days, once their webhook had time to come. */
const SAMPLE = 20;
const SAMPLE_DAYS = 7;
const WEBHOOK_TIME_MS = 5 * 60_000;
/** Fewer orders prove nothing. */
const ENOUGH = 3;

/** shopify: whether Shopify answers for the shop, a token works, and from this address. */
export async function checkShopifyAccess(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"shopify_access">> {
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
export async function checkScopes(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"scopes">> {
  const granted = new Set(await ctx.readScopes(shop.domain));
  const isGranted = (scope: string) => granted.has(scope) || granted.has(scope.replace(/^read_/, "write_"));
  const names = ctx.requiredScopes.filter((scope) => !isGranted(scope));
  return names.length === 0 ? OK : { tone: "failed", problem: "missing", names };
}

/** shopify: a version that is no longer supported is answered by a newer one, without an error. */
export async function checkApiVersion(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"api_version">> {
  const other = await ctx.readOtherApiVersion(shop.domain);
  if (other !== null) return { tone: "warning", problem: "other", names: [other] };
  const ofWebhooks = ctx.otherWebhookVersion();
  return ofWebhooks === null ? OK : { tone: "warning", problem: "other_of_webhooks", names: [ofWebhooks] };
}

/** Orders come through webhooks, or minutes later through the comparison with Shopify: that one must not be the rule. */
export async function checkShopifyWebhooks(
  ctx: DiagnosticsContext,
  shop: Shop,
): Promise<ShopFinding<"shopify_webhooks">> {
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
export async function checkProtectedData(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"protected_data">> {
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
