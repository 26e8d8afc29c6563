import { RemoteError } from "../../ports/errors.ts";
import type { Gid } from "../../ports/gid.ts";
import { DAY_MS } from "../../ports/clock.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import { instantsOf, type DateRange } from "../../settings/date-range.ts";
import { receiveMissing } from "../actions/refresh-order.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, idsOf, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { orderTags, parseReference } from "../core/reference.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { recordOrphans } from "../gap-recovery/backfill.ts";
import { scanList } from "../provider-reader/list-scan.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { tryProvider, type ProviderFailure } from "./run-reconciliation.ts";

export interface AddOrderRequest {
  repair: "add_order";
  reference: string;
  /** The days of the reconciliation. */
  range: DateRange;
}

/** not_printed: Inkbridge ignores the order, such as one from before the store went live. */
type AddOrderOutcome =
  "added" | "absent" | "not_in_shopify" | "not_printed" | "shopify_unavailable" | "invalid_state" | ProviderFailure;

export interface AddedOrder {
  submissionId: SubmissionId | null;
  outcome: AddOrderOutcome;
}

type AddOrderShop = Pick<ShopRow, "id" | "domain" | "printAccountId" | "timezone">;

const failed = (outcome: AddOrderOutcome): AddedOrder => ({ submissionId: null, outcome });

/**
 * Adds what the service has under a reference that no submission has, with its order in Shopify. As after a sync gap, what the
 * service has is committed before the order is received, and counts as sent: received without it, the order would be printed twice.
 */
export async function addOrder(
  ctx: OrdersContext,
  shop: AddOrderShop,
  { reference, range, userId }: AddOrderRequest & Staff,
): Promise<AddedOrder> {
  const { id: shopId, printAccountId } = shop;
  const parsed = parseReference(reference);
  if (!printAccountId || !parsed || (await ctx.db.submission.count({ where: { reference } })) > 0)
    return failed("invalid_state");
  const { begin, end } = instantsOf(range, shop.timezone);
  const listed = await tryProvider(() => scanList(ctx, printAccountId, begin, end));
  if (listed.outcome === "failed") return failed(listed.failure);
  const rows = listed.value.rows.filter((row) => row.reference === reference);
  const synced = listed.value.orders.get(reference);
  if (!synced) return failed("absent");
  const order = await tryShopify(() => findTagged(ctx, shop, parsed.tag, begin));
  if (order === "unavailable") return failed("shopify_unavailable");
  if (!order) return failed("not_in_shopify");
  await recordOrphans(ctx, { id: printAccountId, syncGapFrom: ctx.clock.now() }, rows);
  const received = await tryShopify(() => receiveMissing(ctx, { shopId, shopifyGid: order }));
  if (received === "unavailable") return failed("shopify_unavailable");
  if (!received) return failed("not_in_shopify");
  return noteAdded(ctx, { shopId, printAccountId, reference, userId }, (submissionId) =>
    applyProviderOrder(ctx, { submissionId, synced, reportedBy: "list" }),
  );
}

/** Notes who added it, then applies what the service shows of it by now. */
async function noteAdded(
  ctx: OrdersContext,
  { shopId, printAccountId, reference, userId }: Adopted & Staff,
  apply: (id: SubmissionId) => Promise<unknown>,
): Promise<AddedOrder> {
  const row = await ctx.db.submission.findFirst({ where: { shopId, printAccountId, reference } });
  if (!row) return failed("not_printed");
  const entry = { ...idsOf(row), code: "reconciliation.added", actor: { userId }, data: { reference } } as const;
  await withOrderLock(ctx, row.orderId, (tx) => addHistory(tx, ctx, entry));
  await apply(row.id);
  return { submissionId: row.id, outcome: "added" };
}

interface Adopted {
  shopId: ShopRow["id"];
  printAccountId: PrintAccountId;
  reference: string;
}

async function tryShopify<T>(call: () => Promise<T>): Promise<T | "unavailable"> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return "unavailable";
  }
}

/** An order may wait for so long before it is sent, and is not shown by Shopify much longer without access to older orders. */
const PLACED_BEFORE_MS = 60 * DAY_MS;
const MAX_PAGES = 40;

/** The order of this store that the tag of a reference stands for: only its own id makes it. @throws RemoteError */
async function findTagged(
  { shopify, encryptor }: OrdersContext,
  { domain }: AddOrderShop,
  tag: string,
  sentFrom: Date,
): Promise<Gid<"Order"> | null> {
  const since = new Date(sentFrom.getTime() - PLACED_BEFORE_MS);
  let after: string | null = null;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const placed: Awaited<ReturnType<typeof shopify.ordersPlacedSince>> = await shopify.ordersPlacedSince(
      domain,
      since,
      after,
    );
    const found = placed.orders.find(({ gid }) => orderTags(encryptor, domain, gid).has(tag));
    if (found) return found.gid;
    if (placed.next === null) return null;
    after = placed.next;
  }
  return null;
}
