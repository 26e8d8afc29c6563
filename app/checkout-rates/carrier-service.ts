import type { CarrierServiceProblem, PrismaClient } from "../../prisma/client/client.ts";
import { withLease } from "../database/lease.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { CarrierServiceInput, CarrierServices } from "../ports/checkout-rates.ts";
import { HOUR_MS, MINUTE_MS, type Clock, type Ids } from "../ports/clock.ts";
import { errorName, RejectedError, RemoteError } from "../ports/errors.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Log } from "../ports/observe.ts";
import { hasScope, SHIPPING_SCOPE } from "../ports/shopify.ts";
import { readSettings } from "../settings/settings.ts";
import { ratesToken } from "./answer-rates.ts";

export interface CarrierServiceContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
  log: Log;
  encryptor: Encryptor;
  carrierServices: CarrierServices;
  /** The app's own address, as Shopify reaches it. */
  appUrl: string;
  /** Asks Shopify what the shop has granted, and records it. @throws RemoteError */
  refreshScopes(domain: string): Promise<readonly string[]>;
}

/** The name by which merchants and Shopify's checkout settings know the service. */
const SERVICE_NAME = "Inkbridge";
/** Longer than a comparison with its few calls takes: another process may take over then. */
const LEASE_MS = 2 * MINUTE_MS;
const RECHECK_MS = 6 * HOUR_MS;
const MAX_RETRY_MS = 6 * HOUR_MS;
/** Shops of one run. */
const BATCH = 20;

/** As the page shows it. off: nothing is in Shopify. removing: it is turned off, and still there. */
export interface CarrierServiceView {
  state: "off" | "on" | "waiting" | "removing" | "problem";
  problem: CarrierServiceProblem | null;
  /** ISO 8601, UTC. */
  checkedAt: string | null;
}

/** What is known of a shop's carrier service. */
export async function viewCarrierService(
  { db }: Pick<CarrierServiceContext, "db">,
  shopId: ShopId,
): Promise<CarrierServiceView> {
  const [row, shop] = await Promise.all([
    db.carrierService.findUnique({ where: { shopId } }),
    db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { settings: true, scopes: true } }),
  ]);
  const { on } = readSettings(shop.settings).checkoutRates;
  if (!row) return { state: on ? "waiting" : "off", problem: null, checkedAt: null };
  const checkedAt = row.checkedAt?.toISOString() ?? null;
  if (!mayShip(shop)) return { state: "problem", problem: "scope_missing", checkedAt };
  if (row.problem) return { state: "problem", problem: row.problem, checkedAt };
  return { state: on ? (row.gid ? "on" : "waiting") : "removing", problem: null, checkedAt };
}

/** The merchant has granted the app's carrier service. */
export const mayShip = (shop: { scopes: string }): boolean => hasScope(shop, SHIPPING_SCOPE);

/** Brings Shopify in line with the settings of the shops that are due. */
export async function reconcileDueCarrierServices(ctx: CarrierServiceContext, stopping: AbortSignal): Promise<void> {
  const due = await ctx.db.carrierService.findMany({
    where: { dueAt: { lte: ctx.clock.now() }, shop: { uninstalledAt: null } },
    orderBy: { dueAt: "asc" },
    take: BATCH,
    select: { shopId: true },
  });
  for (const { shopId } of due) if (!stopping.aborted) await reconcileCarrierService(ctx, shopId);
}

/**
 * Makes Shopify's carrier service what the shop's settings say: there, active and with the right address, or gone. The lease is the
 * claim: committed before the first call. Each call follows a look at Shopify, so that a service whose creation was not heard of is
 * found again by its address or name, and none is made twice.
 */
export async function reconcileCarrierService(ctx: CarrierServiceContext, shopId: ShopId): Promise<void> {
  await withLease(ctx, `carrier-service:${shopId}`, LEASE_MS, async () => {
    const row = await ctx.db.carrierService.findUnique({ where: { shopId }, include: { shop: true } });
    if (!row || row.shop.uninstalledAt) return;
    const { on } = readSettings(row.shop.settings).checkoutRates;
    try {
      // The webhook about a new scope may still be on its way.
      const isAllowed = mayShip(row.shop) || (await ctx.refreshScopes(row.shop.domain)).includes(SHIPPING_SCOPE);
      if (!isAllowed && (on || row.gid)) return await record(ctx, row, { problem: "scope_missing" });
      if (!isAllowed) return await forget(ctx, row);
      const gid = await writeToShopify(ctx, row.shop.domain, shopId, { wanted: on, known: row.gid });
      if (on) return await record(ctx, row, { gid, problem: null });
      await forget(ctx, row);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      const problem = problemOf(error);
      ctx.log.warn({ shop: row.shop.domain, problem, error: errorName(error) }, "carrier service not written");
      await record(ctx, row, { problem });
    }
  });
}

/** The id of the shop's service, where one is wanted. @throws RemoteError */
async function writeToShopify(
  ctx: CarrierServiceContext,
  domain: string,
  shopId: ShopId,
  { wanted, known }: { wanted: boolean; known: Gid<"DeliveryCarrierService"> | null },
): Promise<Gid<"DeliveryCarrierService"> | null> {
  const { carrierServices } = ctx;
  const input: CarrierServiceInput = { name: SERVICE_NAME, callbackUrl: ratesAddress(ctx, shopId) };
  const listed = await carrierServices.listServices(domain);
  const ours =
    listed.find(({ gid }) => gid === known) ??
    listed.find(({ callbackUrl }) => callbackUrl === input.callbackUrl) ??
    listed.find(({ name }) => name === input.name);
  if (!wanted) {
    if (ours) await carrierServices.remove(domain, ours.gid);
    return null;
  }
  if (!ours) return carrierServices.create(domain, input);
  const isRight = ours.active && ours.name === input.name && ours.callbackUrl === input.callbackUrl;
  if (!isRight) await carrierServices.update(domain, ours.gid, input);
  return ours.gid;
}

/** The address at which Shopify asks for the rates of one shop. */
const ratesAddress = (ctx: Pick<CarrierServiceContext, "encryptor" | "appUrl">, shopId: ShopId): string =>
  `${ctx.appUrl.replace(/\/$/, "")}/checkout-rates/${ratesToken(ctx, shopId)}`;

/** shopify: "Carrier Calculated Shipping must be enabled for your store", as a user error of the mutation. */
function problemOf(error: RemoteError): CarrierServiceProblem {
  if (!(error instanceof RejectedError)) return "unavailable";
  const text = error.providerMessage ?? "";
  if (/carrier calculated shipping/i.test(text)) return "plan";
  return /access denied|access scope/i.test(text) ? "scope_missing" : "refused";
}

/** Nothing is left in Shopify. Where rates were turned on again meanwhile, the row is due at another time, and stays. */
async function forget(
  { db }: CarrierServiceContext,
  { shopId, dueAt }: { shopId: ShopId; dueAt: Date },
): Promise<void> {
  await db.carrierService.deleteMany({ where: { shopId, dueAt } });
}

async function record(
  { db, clock }: CarrierServiceContext,
  row: { shopId: ShopId; dueAt: Date; tries: number },
  { gid, problem }: { gid?: Gid<"DeliveryCarrierService"> | null; problem: CarrierServiceProblem | null },
): Promise<void> {
  const now = clock.now();
  const tries = problem === null ? 0 : row.tries + 1;
  const waitMs = problem === null ? RECHECK_MS : Math.min(MINUTE_MS * 2 ** Math.min(tries, 10), MAX_RETRY_MS);
  const data = { ...(gid === undefined ? {} : { gid }), problem, checkedAt: now, tries };
  await db.carrierService.updateMany({ where: { shopId: row.shopId }, data });
  // Settings that were saved meanwhile made the row due again.
  const dueAt = new Date(now.getTime() + waitMs);
  await db.carrierService.updateMany({ where: { shopId: row.shopId, dueAt: row.dueAt }, data: { dueAt } });
}
