import type { PrintAccount } from "../../../prisma/client/client.ts";
import type { Registration, RegistrationKind } from "../../ports/print-service.ts";
import { callProvider, type ProviderResult } from "./self-test.ts";
import type { ShopActionsContext } from "../context.ts";
import {
  findForeignEndpoint,
  recordActive,
  webhookEndpoint,
  WEBHOOK_KINDS,
  storedRegistration,
  TOPIC_BY_KIND,
} from "./register-webhooks.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { TEST_EVENT } from "../../orders/provider-updates/record-events.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** The registration of one kind. Times are ISO 8601, UTC. */
export interface WebhookStatus {
  kind: RegistrationKind;
  /** Ours. */
  endpoint: string;
  /**
   * other: somebody else's address is registered; other_key: the app's address under another access key, so that events
   * are refused; unknown: the print service could not be asked.
   */
  state: "ours" | "other" | "other_key" | "none" | "unknown";
  foreignEndpoint: string | null;
  /** Staff decided to keep the other address. */
  foreignKept: boolean;
  /** Header of the app's secret, as the print service says; null where it does not. */
  header: string | null;
  /** null where the print service does not say. */
  active: boolean | null;
  registeredAt: string | null;
  /** When the last event came in, for any shop on this account. */
  lastDeliveryAt: string | null;
  /** Events of the last 24 hours, and how many of them named no order of this account. */
  received: number;
  unmatched: number;
}

/**
 * The registrations of a shop's print account (print-service: registerTrackingWebhook, registerOrderStatusWebhook).
 * Times are ISO 8601, UTC.
 */
export interface WebhooksOverview {
  webhooks: WebhookStatus[];
  /** Shops on this account: they share its registrations. */
  shops: number;
  /** Begin of a rotation that the print service has not confirmed for both kinds. */
  rotatingSince: string | null;
  /** The previous secret is accepted until then. */
  previousSecretUntil: string | null;
}

/** The app's address of each kind, which needs no answer of the print service; null without a print account. */
export async function readWebhookAddresses(
  { db, appUrl }: Pick<ShopActionsContext, "db" | "appUrl">,
  { printAccountId: id }: { printAccountId: PrintAccountId | null },
): Promise<Record<RegistrationKind, string> | null> {
  const account = id && (await db.printAccount.findUnique({ where: { id }, select: { key: true } }));
  if (!account) return null;
  const addressOf = (kind: RegistrationKind) => webhookEndpoint(appUrl, account.key, kind);
  return { tracking: addressOf("tracking"), order_status: addressOf("order_status") };
}

/** null without a print account. */
export async function readWebhooksOverview(
  ctx: ShopActionsContext,
  shop: { printAccountId: PrintAccountId | null },
): Promise<WebhooksOverview | null> {
  const id = shop.printAccountId;
  const account = id && (await ctx.db.printAccount.findUnique({ where: { id } }));
  if (!account) return null;
  const [webhooks, shops] = await Promise.all([
    Promise.all(WEBHOOK_KINDS.map((kind) => readStatus(ctx, account, kind))),
    ctx.db.shop.count({ where: { printAccountId: id, uninstalledAt: null } }),
  ]);
  const { webhookSecretRotatingSince, previousWebhookSecretUntil } = account;
  const previousUntil =
    previousWebhookSecretUntil && previousWebhookSecretUntil > ctx.clock.now() ? previousWebhookSecretUntil : null;
  return {
    webhooks,
    shops,
    rotatingSince: webhookSecretRotatingSince?.toISOString() ?? null,
    previousSecretUntil: previousUntil?.toISOString() ?? null,
  };
}

async function readStatus(
  ctx: ShopActionsContext,
  account: PrintAccount,
  kind: RegistrationKind,
): Promise<WebhookStatus> {
  const endpoint = webhookEndpoint(ctx.appUrl, account.key, kind);
  const [listed, last, counts] = await Promise.all([
    callProvider(() => ctx.printService.forAccount(account.id).listRegistrations(kind, endpoint)),
    lastDeliveryAt(ctx, account.key, kind),
    countDeliveries(ctx, account.key, kind),
  ]);
  const seen = compareRegistrations(listed, await findForeign(ctx, listed), endpoint, account.webhookHeader);
  if (seen.state === "ours" && seen.active !== null) await recordActive(ctx, account, kind, seen.active);
  const registeredAt = kind === "tracking" ? account.trackingRegisteredAt : account.statusRegisteredAt;
  return {
    kind,
    endpoint,
    ...seen,
    foreignKept: storedRegistration(account, kind) === "kept",
    registeredAt: registeredAt?.toISOString() ?? null,
    lastDeliveryAt: last?.toISOString() ?? null,
    ...counts,
  };
}

type ProviderState = Pick<WebhookStatus, "state" | "foreignEndpoint" | "header" | "active">;

const NOTHING_REGISTERED = { foreignEndpoint: null, header: null, active: null };

const findForeign = async (ctx: ShopActionsContext, listed: ProviderResult<Registration[]>): Promise<string | null> =>
  listed.outcome === "answered" ? findForeignEndpoint(ctx, listed.value) : null;

/** The interface does not show the answer when there is no registration: a rejection counts as none. */
function compareRegistrations(
  listed: ProviderResult<Registration[]>,
  foreign: string | null,
  endpoint: string,
  header: string,
): ProviderState {
  if (listed.outcome === "failed" && listed.failure !== "rejected") return { ...NOTHING_REGISTERED, state: "unknown" };
  const webhooks = listed.outcome === "failed" ? [] : listed.value;
  const ours = webhooks.find((registration) => registration.endpoint === endpoint);
  const displayed = ours ?? webhooks.find((one) => one.endpoint === foreign) ?? webhooks[0];
  if (!displayed) return { ...NOTHING_REGISTERED, state: "none" };
  const common = { header: displayed.accessKey, active: displayed.active };
  if (!ours) return { ...common, state: "other", foreignEndpoint: displayed.endpoint };
  const sameHeader = ours.accessKey === null || ours.accessKey.toLowerCase() === header.toLowerCase();
  return { ...common, state: sameHeader ? "ours" : "other_key", foreignEndpoint: null };
}

type ReadContext = Pick<ShopsContext, "db" | "clock">;

/** Deliveries of the print service, without those of the self-test. */
const deliveriesOfKind = (accountKey: string, kind: RegistrationKind) => ({
  source: "print_service" as const,
  scope: accountKey,
  topic: TOPIC_BY_KIND[kind],
  OR: [{ problem: null }, { problem: { not: TEST_EVENT } }],
});

export async function lastDeliveryAt(
  ctx: ReadContext,
  accountKey: string,
  kind: RegistrationKind,
): Promise<Date | null> {
  // Ids of these deliveries grow with time, so the unique index finds the last one.
  const delivery = await ctx.db.webhookDelivery.findFirst({
    where: deliveriesOfKind(accountKey, kind),
    orderBy: { deliveryId: "desc" },
    select: { receivedAt: true },
  });
  return delivery?.receivedAt ?? null;
}

/** Events of the last 24 hours, and how many of them had an unknown reference. */
async function countDeliveries(
  ctx: ReadContext,
  accountKey: string,
  kind: RegistrationKind,
): Promise<{ received: number; unmatched: number }> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const groups = await ctx.db.webhookDelivery.groupBy({
    by: ["problem"],
    where: {
      ...deliveriesOfKind(accountKey, kind),
      receivedAt: { gte: since },
      deliveryId: { gte: lowestIdAt(since) },
    },
    _count: true,
  });
  const sum = (of: typeof groups) => of.reduce((total, { _count }) => total + _count, 0);
  return { received: sum(groups), unmatched: sum(groups.filter(({ problem }) => problem === "unknown_reference")) };
}

/** The lowest id (UUID version 7) of an instant: the unique index skips older ones. */
function lowestIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
