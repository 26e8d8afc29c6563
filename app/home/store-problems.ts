import type { ShopsContext } from "../shops/context.ts";
import { countFailed } from "../failed-webhooks/failed-webhooks.ts";
import { byUrgency, SHOP_WIDE_CODES, type AttentionCode } from "../orders/core/attention.ts";
import { countInboxOrders } from "../orders/pages/inbox/inbox.ts";
import { readShopifyLimit, type ShopifyLimit } from "../orders/pages/shopify-limit.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { readWaitingPayments, type WaitingPayments } from "../orders/provider-writes/read-payments.ts";
import type { ShopId } from "../ports/ids.ts";
import { findOutage, type OutageContext, type ProviderOutage } from "../print-accounts/provider-outage.ts";
import { findTokenEnd } from "../print-accounts/recheck-refused.ts";
import { readOpenRequests } from "../privacy/data-requests/list.ts";
import { unreadableSettings, type SettingName } from "../settings/settings.ts";
import { readSkuCheckSummary } from "../sku-checks/findings.ts";
import { countPlacedBeforeStart } from "./summaries.ts";

/** A problem of the whole shop, which is one entry of the inbox, whatever the number of its orders. Times are ISO 8601, UTC. */
export type StoreProblem =
  /** `orders`: those with the reason. `since`: null where that is not known. */
  | { kind: "reason"; code: AttentionCode; orders: number; since: string | null }
  | { kind: "outage"; outage: ProviderOutage }
  /** The access token of the print account ends soon. */
  | { kind: "token_ends"; endsAt: string }
  | { kind: "payments"; waiting: WaitingPayments }
  | { kind: "blocked"; since: string }
  | { kind: "failed_webhooks"; count: number }
  | { kind: "data_requests"; count: number; dueAt: string }
  | { kind: "unreadable_settings"; names: SettingName[] }
  | { kind: "rejected_skus"; count: number }
  | { kind: "placed_before_start"; orders: number; whileUninstalled: boolean; goLiveAt: string }
  | { kind: "shopify_limit"; limit: ShopifyLimit };

type Context = Pick<ShopsContext, "db"> & Pick<OrdersContext, "clock" | "shopify"> & OutageContext;

/** What is wrong with a shop as a whole: what keeps its orders comes first. */
export async function readStoreProblems(ctx: Context, shopId: ShopId): Promise<StoreProblem[]> {
  const shop = await readShop(ctx, shopId);
  const [problems, limit] = await Promise.all([readForPerson(ctx, shop), readShopifyLimit(ctx, shop)]);
  return limit ? [...problems, { kind: "shopify_limit", limit }] : problems;
}

const readShop = ({ db }: Context, id: ShopId) =>
  db.shop.findUniqueOrThrow({ where: { id }, include: { printAccount: true } });

/** Without Shopify's limit, which passes by itself and is known to Redis alone. */
async function readForPerson(ctx: Context, shop: Awaited<ReturnType<typeof readShop>>): Promise<StoreProblem[]> {
  const { id: shopId } = shop;
  const [reasons, failed, requests, skuCheck, early, payments] = await Promise.all([
    readShopWideReasons(ctx, shopId),
    countFailed(ctx, shop),
    readOpenRequests(ctx, shopId),
    readSkuCheckSummary(ctx, shop),
    countPlacedBeforeStart(ctx, shop),
    readWaitingPayments(ctx, shopId, shop.printAccount),
  ]);
  const { printAccount: account, addressRefusedAt } = shop;
  const outage = account?.refusedAt ? null : findOutage(ctx, account);
  const tokenEndsAt = findTokenEnd(ctx, account);
  const settings = unreadableSettings(shop.settings);
  const rejectedSkus = skuCheck?.rejected.count ?? 0;
  const goLiveAt = shop.goLiveAt.toISOString();
  const { orders: placedEarly, whileUninstalled } = early;
  return [
    ...accountReasons(reasons, account),
    ...reasons.filter(({ code }) => !OF_ACCOUNT.includes(code)),
    // The orders that cannot be read at the print service have this one cause.
    ...(outage ? [{ kind: "outage", outage } as const] : reasons.filter(({ code }) => code === "provider_unreadable")),
    ...(tokenEndsAt ? [{ kind: "token_ends", endsAt: tokenEndsAt } as const] : []),
    ...(payments ? [{ kind: "payments", waiting: payments } as const] : []),
    ...(addressRefusedAt ? [{ kind: "blocked", since: addressRefusedAt.toISOString() } as const] : []),
    ...(settings.length > 0 ? [{ kind: "unreadable_settings", names: settings } as const] : []),
    ...(requests ? [{ kind: "data_requests", ...requests } as const] : []),
    ...(failed > 0 ? [{ kind: "failed_webhooks", count: failed } as const] : []),
    ...(rejectedSkus > 0 ? [{ kind: "rejected_skus", count: rejectedSkus } as const] : []),
    ...(placedEarly > 0
      ? [{ kind: "placed_before_start", orders: placedEarly, whileUninstalled, goLiveAt } as const]
      : []),
  ];
}

/** What the inbox has for a person, up to a limit. */
export async function countInbox(ctx: Context, shopId: ShopId, limit: number): Promise<number> {
  const [problems, orders] = await Promise.all([
    readShop(ctx, shopId).then((shop) => readForPerson(ctx, shop)),
    countInboxOrders(ctx, shopId, limit),
  ]);
  return Math.min(limit, problems.length + orders);
}

type ShopWideReason = Extract<StoreProblem, { kind: "reason" }>;

/** Reasons that the account's own state tells, or that have the same cause as one that does. */
const OF_ACCOUNT: readonly AttentionCode[] = [
  "no_print_account",
  "print_account_rejected",
  "updates_stopped",
  "provider_unreadable",
];

/** That no account is connected, or that the print service rejects its login, stands whether or not an order waits for it. */
function accountReasons(
  reasons: readonly ShopWideReason[],
  account: { refusedAt: Date | null } | null,
): ShopWideReason[] {
  const orders = (...codes: AttentionCode[]) =>
    reasons.filter(({ code }) => codes.includes(code)).reduce((sum, one) => sum + one.orders, 0);
  const since = (code: AttentionCode) => reasons.find((one) => one.code === code)?.since ?? null;
  if (!account) {
    const code = "no_print_account";
    return [{ kind: "reason", code, orders: orders(code), since: since(code) }];
  }
  if (!account.refusedAt) return [];
  const waiting = orders("print_account_rejected", "updates_stopped");
  return [{ kind: "reason", code: "print_account_rejected", orders: waiting, since: account.refusedAt.toISOString() }];
}

async function readShopWideReasons({ db }: Pick<ShopsContext, "db">, shopId: ShopId): Promise<ShopWideReason[]> {
  const rows = await db.$queryRaw<{ code: AttentionCode; orders: number; since: Date }[]>`
    SELECT t."code", count(DISTINCT t."orderId")::int AS "orders", min(t."openedAt") AS "since" FROM "Attention" t
    WHERE t."shopId" = ${shopId}::uuid AND t."clearedAt" IS NULL AND t."code" = ANY(${[...SHOP_WIDE_CODES]}::text[])
    GROUP BY t."code"`;
  return rows
    .map(({ code, orders, since }) => ({ kind: "reason" as const, code, orders, since: since.toISOString() }))
    .toSorted((a, b) => byUrgency(a.code, b.code));
}
