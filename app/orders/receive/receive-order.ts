import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/sql.ts";
import { isTooOldToRead } from "../core/order-access.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { rescheduleParcels } from "../fulfill/complete-parcel.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { NewRow } from "../../ports/wake.ts";
import { needsWholeOrder } from "../compose/eligibility.ts";
import { readSettings } from "../../settings/settings.ts";
import { applySnapshots, type AppliedSnapshot, type SnapshotInSet, type SnapshotOutcome } from "./apply-snapshot.ts";
import type { ReadySubmission } from "./build-submission.ts";
import { ErasedShop, NeedsRead } from "./decide-order.ts";

/** unknown_shop: not in the database, or erased: nothing new about its orders is stored. */
export type ReceiveOutcome = AppliedSnapshot["outcome"] | "unknown_shop" | "not_in_shopify";

/** A snapshot that is to be applied and committed. */
export type SnapshotToReceive = Omit<SnapshotInSet, "preSendResult">;

/** Applies a snapshot and commits that, alone or with others (receiveSnapshots). */
export type CommitSnapshot = (one: SnapshotToReceive) => Promise<NonNullable<SnapshotOutcome>>;

/**
 * Receives a snapshot of an order. Where the shop's rule needs facts that a webhook lacks, and where a webhook may be older or newer
 * than what is stored, the order is read from Shopify instead; of an order that Shopify no longer shows for its age, the webhook has
 * to do. `shop`: as it was read just now, null where there is none. @throws RemoteError when Shopify has to be read and cannot
 */
export async function receiveSnapshot(
  ctx: OrdersContext,
  shop: ShopRow | null,
  snapshot: OrderSnapshot,
  commit: CommitSnapshot = commitAlone(ctx),
): Promise<ReceiveOutcome> {
  if (!shop || shop.redactedAt) return "unknown_shop";
  if (snapshot.complete || !needsWholeOrder(readSettings(shop.settings))) {
    const applied = await commit({ shop, snapshot });
    if (!(applied instanceof NeedsRead)) return outcomeOf(applied);
  }
  const read = await readSnapshot(ctx, shop, snapshot.gid);
  if (read) return outcomeOf(await commit({ shop, snapshot: read }));
  if (!isTooOldToRead(ctx, { shopifyCreatedAt: snapshot.createdAt }, shop)) return "not_in_shopify";
  return outcomeOf(await commit({ shop, snapshot, unreadable: true }));
}

/** Reads the order from Shopify and receives that. @throws RemoteError */
export async function receiveOrderByGid(
  ctx: OrdersContext,
  shop: ShopRow | null,
  orderGid: Gid<"Order">,
  commit: CommitSnapshot = commitAlone(ctx),
): Promise<ReceiveOutcome> {
  if (!shop || shop.redactedAt) return "unknown_shop";
  const snapshot = await readSnapshot(ctx, shop, orderGid);
  return snapshot ? outcomeOf(await commit({ shop, snapshot })) : "not_in_shopify";
}

function outcomeOf(applied: NonNullable<SnapshotOutcome>): ReceiveOutcome {
  if (applied instanceof NeedsRead) throw applied;
  return applied instanceof ErasedShop ? "unknown_shop" : applied.outcome;
}

/** The order as Shopify shows it now, with the artwork of its products; null: not in Shopify. @throws RemoteError */
export async function readSnapshot(
  ctx: OrdersContext,
  shop: ShopRow,
  orderGid: Gid<"Order">,
): Promise<OrderSnapshot | null> {
  const readAt = ctx.clock.now();
  const { artworkMetafields } = readSettings(shop.settings);
  const snapshot = await ctx.shopify.readOrder(shop.domain, orderGid, { artworkMetafields });
  return snapshot && { ...snapshot, readAt };
}

const commitAlone =
  (ctx: OrdersContext): CommitSnapshot =>
  async (one) => {
    const [applied] = await receiveSnapshots(ctx, [one], { skipLocked: false });
    if (!applied) throw new Error("an order without its outcome");
    return applied;
  };

/**
 * Applies snapshots of different orders in one transaction, and wakes what follows. `inTransaction` runs at its end, with the outcomes.
 * null: another transaction has locked this order (`skipLocked`).
 */
export async function receiveSnapshots(
  ctx: OrdersContext,
  items: readonly SnapshotToReceive[],
  { skipLocked }: { skipLocked: boolean },
  inTransaction?: (tx: Tx, outcomes: readonly SnapshotOutcome[]) => Promise<void>,
): Promise<SnapshotOutcome[]> {
  const outcomes = await transact(ctx, async (tx) => {
    const applied = await applySnapshots(tx, ctx, items, { skipLocked });
    await inTransaction?.(tx, applied);
    return applied;
  });
  for (const applied of outcomes) {
    if (!applied || applied instanceof Error) continue;
    if (applied.outcome === "ready")
      for (const one of applied.submissions)
        ctx.wake.submission(one.submissionId, applied.created ? toNewRow(one) : undefined);
    const { orderId, blockedParcels } = applied;
    if (blockedParcels.length > 0) await rescheduleParcels(ctx, orderId, blockedParcels);
  }
  return outcomes;
}

const toNewRow = ({ row, shop, payload }: ReadySubmission): NewRow => ({
  partition: row.shopId,
  account: shop.printAccountId,
  shopifyCalls: { shop: shop.domain, purpose: "send" },
  logFields: { order: row.orderId, reference: payload.reference },
});
