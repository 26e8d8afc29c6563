import type { Order } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/sql.ts";
import type { OrderId, ParcelId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { flush } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory } from "../core/history.ts";
import { copyRows, type OrderRows } from "../core/order-rows.ts";
import { withoutReprints } from "../core/reprints.ts";
import { blockedParcels } from "../fulfill/complete-parcel.ts";
import { saveOrders, type DecidedOrder } from "../core/save-orders.ts";
import { adoptOrphans } from "./adopt-orphans.ts";
import type { PreSendResult, ReadySubmission } from "./build-submission.ts";
import { decideLines } from "../compose/decide-lines.ts";
import { type ErasedShop, type NeedsRead, checkSnapshot, decideOrder, type OrderState } from "./decide-order.ts";
import { loadOrders, type SnapshotToApply } from "./load-orders.ts";
import { findIgnoredReason } from "./order-row.ts";

/**
 * stale: a newer snapshot was applied before. ignored: the whole order is ignored. ready: these submissions can be sent, of
 * which all but one are reprints; `created`: they are as new as the order. not_ready: none can.
 */
export type AppliedSnapshot = { orderId: OrderId } & (
  | { outcome: "ready"; created: boolean; submissions: ReadySubmission[] }
  | { outcome: "not_ready" | "stale" | "ignored" }
) & {
    /** Parcels that wait for a change in Shopify, which a complete snapshot may show. */
    blockedParcels: ParcelId[];
  };

/** null: another transaction has locked the order. */
export type SnapshotOutcome = AppliedSnapshot | NeedsRead | ErasedShop | null;

/** One of the snapshots that are applied together. */
export interface SnapshotInSet extends SnapshotToApply {
  preSendResult?: PreSendResult | null;
  /** Shopify does not show the order for its age: a webhook's snapshot is all that there is. */
  unreadable?: boolean;
}

/**
 * Applies one snapshot, as `applySnapshots` does.
 * @throws NeedsRead
 * @throws ErasedShop for an order that has no row
 */
export async function applySnapshot(
  tx: Tx,
  ctx: OrdersContext,
  shop: SnapshotToApply["shop"],
  snapshot: OrderSnapshot,
): Promise<AppliedSnapshot> {
  const [applied] = await applySnapshots(tx, ctx, [{ shop, snapshot }]);
  if (!applied) throw new Error("an order without its outcome");
  if (applied instanceof Error) throw applied;
  return applied;
}

interface SetOptions {
  /** Orders that another transaction has locked are left out: null. */
  skipLocked?: boolean;
  /** Statements that are sent behind the locks of the orders, which costs no further wait. */
  sendAlong?(): Promise<unknown>;
  /** Decides further on an order of which submissions can be sent, after all statements. */
  onReady?(at: number, rows: OrderRows, ready: readonly ReadySubmission[]): void;
}

/**
 * Applies snapshots of different Shopify orders, as if each was applied alone: lines with their eligibility, orphans, what is still to
 * be sent, holds, warnings about what was sent. Webhooks, sweeps, refreshes and the re-read before sending all end here. Safe to repeat;
 * older snapshots change nothing, and one that cannot be applied keeps no other from it. The shops are read under the locks of the orders:
 * what the caller read before may be outdated.
 */
export async function applySnapshots(
  tx: Tx,
  ctx: OrdersContext,
  items: readonly SnapshotInSet[],
  { skipLocked = false, sendAlong, onReady }: SetOptions = {},
): Promise<SnapshotOutcome[]> {
  const [loaded] = await Promise.all([loadOrders(tx, ctx, items, { skipLocked }), sendAlong?.()]);
  const decided: DecidedOrder[] = [];
  /** New rows of orders that cannot be applied. */
  const unwanted: OrderId[] = [];
  const outcomes: SnapshotOutcome[] = [];
  for (const [at, { snapshot, preSendResult = null, unreadable = false }] of items.entries()) {
    const one = loaded[at];
    if (!one || one.stale) {
      outcomes.push(one ? { orderId: one.orderId, outcome: "stale", blockedParcels: [] } : null);
      continue;
    }
    const problem = checkSnapshot(ctx, one.state, snapshot, unreadable);
    if (problem) {
      if (one.state.created) unwanted.push(one.orderId);
      outcomes.push(problem);
      continue;
    }
    if (one.state.created) await addHistory(tx, ctx, receivedEntry(one.state.rows.order, snapshot));
    const state = one.hasOrphans ? await withAdoptedOrphans(tx, ctx, one.state, snapshot) : one.state;
    const rows = copyRows(state.rows);
    const ready = decideOrder(rows, ctx, state, { snapshot, preSendResult });
    const known = { orderId: one.orderId, blockedParcels: snapshot.complete ? blockedParcels(rows.attentions) : [] };
    if (!ready) outcomes.push({ ...known, outcome: "ignored" });
    else if (ready.length === 0) outcomes.push({ ...known, outcome: "not_ready" });
    else {
      onReady?.(at, rows, ready);
      outcomes.push({ ...known, outcome: "ready", created: state.created, submissions: ready });
    }
    decided.push({ before: state.rows, after: rows });
  }
  if (unwanted.length > 0) await tx.execute`DELETE FROM "Order" WHERE "id" = ANY(${unwanted}::uuid[])`;
  await saveOrders(tx, decided);
  return outcomes;
}

const receivedEntry = ({ id: orderId, shopId }: Pick<Order, "id" | "shopId">, { complete }: OrderSnapshot) =>
  ({ shopId, orderId, code: "order.received", actor: "shopify", data: { complete } }) as const;

/**
 * Gives the order what was sent for it before a sync gap (adopt-orphans.ts), which names its lines: these are written first. Nothing of
 * an order that is ignored is adopted.
 */
async function withAdoptedOrphans(
  tx: Tx,
  ctx: OrdersContext,
  state: OrderState,
  snapshot: OrderSnapshot,
): Promise<OrderState> {
  const { shop, created, knownLines } = state;
  const rows = copyRows(state.rows);
  const { order, submissions } = rows;
  if (findIgnoredReason(order, created, state)) return state;
  const lines = decideLines(rows, ctx, snapshot, state);
  await saveOrders(tx, [{ before: state.rows, after: rows }]);
  await flush(tx);
  const cancelled = snapshot.cancelledAt !== null;
  const adopted = await adoptOrphans(tx, ctx, { shop, order, lines, submissions, cancelled });
  const [again] = await loadOrders(tx, ctx, [{ shop, snapshot, knownId: order.id }]);
  if (!again || again.stale) throw new Error("an order changed under its lock");
  return { ...again.state, created, knownLines, justAdopted: withoutReprints(adopted).length > 0 };
}
