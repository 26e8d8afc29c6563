import type { Order } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { readSettings } from "../../settings/settings.ts";
import { flush } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import { copyRows } from "../core/order-rows.ts";
import { withoutReprints } from "../core/reprints.ts";
import { saveOrders } from "../core/save-orders.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { adoptOrphans } from "./adopt-orphans.ts";
import { decideLines } from "./decide-lines.ts";
import type { PreSendResult, ReadySubmission } from "./build-submission.ts";
import { checkSnapshot, decideOrder, type OrderState } from "./decide-order.ts";
import { readOrderFacts, type OrderFacts } from "./order-facts.ts";
import { findIgnoredReason, findOrCreateOrder, type LockedOrder } from "./order-row.ts";

/**
 * stale: a newer snapshot was applied before. ignored: the whole order is ignored. ready: these submissions can be sent, of
 * which all but one are reprints; `created`: they are as new as the order. not_ready: none can.
 */
export type AppliedSnapshot = { orderId: OrderId } & (
  | { outcome: "ready"; created: boolean; submissions: ReadySubmission[] }
  | { outcome: "not_ready" | "stale" | "ignored" }
);

interface ApplyOptions {
  /** Of the order's row, which the caller has seen. */
  knownId?: OrderId;
  preSendResult?: PreSendResult | null;
  /** Shopify does not show the order for its age: a webhook's snapshot is all that there is. */
  unreadable?: boolean;
  /** Sends what the caller reads as well, behind the order's lock: that costs no further wait. */
  sendAlong?: () => Promise<unknown>;
}

/**
 * Applies a snapshot of a Shopify order: lines with their eligibility, orphans, what is still to be sent, holds, warnings about
 * what was sent. Webhooks, sweeps, refreshes and the re-read before sending all end here. Safe to repeat; older snapshots change
 * nothing. The shop is read under the order's lock: what the caller read before may be outdated.
 * @throws NeedsRead
 * @throws ErasedShop for an order that has no row
 */
export async function applySnapshot(
  tx: Tx,
  ctx: OrdersContext,
  ofShop: Pick<ShopRow, "id" | "domain">,
  snapshot: OrderSnapshot,
  { knownId, preSendResult = null, unreadable = false, sendAlong }: ApplyOptions = {},
): Promise<AppliedSnapshot> {
  const { order, created, facts } = await lockWithFacts(tx, ctx, ofShop, snapshot, { knownId, sendAlong });
  const orderId = order.id;
  if (!facts) return { orderId, outcome: "stale" };
  const loaded = await loadState(tx, { order, created, facts });
  checkSnapshot(ctx, loaded, snapshot, unreadable);
  const state = facts.hasOrphans ? await withAdoptedOrphans(tx, ctx, loaded, snapshot) : loaded;
  const rows = copyRows(state.rows);
  const ready = decideOrder(rows, ctx, state, { snapshot, preSendResult });
  await saveOrders(tx, [{ before: state.rows, after: rows }]);
  if (!ready) return { orderId, outcome: "ignored" };
  return ready.length > 0
    ? { orderId, outcome: "ready", created, submissions: ready }
    : { orderId, outcome: "not_ready" };
}

async function loadState(
  tx: Tx,
  { order, created, facts }: { order: Order; created: boolean; facts: OrderFacts },
): Promise<OrderState> {
  const changes = facts.hasChanges
    ? await tx.orderChange.findMany({ where: { orderId: order.id, endedAt: null } })
    : [];
  const { shop, mappings, tombstoned, lines, submissions, attentions } = facts;
  const rows = { order, lines, submissions, attentions, changes, added: { History: [], FlowEvent: [], Attempt: [] } };
  const settings = readSettings(shop.settings);
  return { rows, created, shop, settings, mappings, tombstoned, knownLines: lines, justAdopted: false };
}

/**
 * Gives the order what was sent for it before a sync gap (adopt-orphans.ts), which names its lines: these are written first. Nothing
 * of an order that is ignored is adopted.
 */
async function withAdoptedOrphans(
  tx: Tx,
  ctx: OrdersContext,
  state: OrderState,
  snapshot: OrderSnapshot,
): Promise<OrderState> {
  const { shop, created } = state;
  const rows = copyRows(state.rows);
  const { order, submissions } = rows;
  if (findIgnoredReason(order, created, state)) return state;
  const lines = decideLines(rows, ctx, snapshot, state);
  await saveOrders(tx, [{ before: state.rows, after: rows }]);
  await flush(tx);
  const cancelled = snapshot.cancelledAt !== null;
  const adopted = await adoptOrphans(tx, ctx, { shop, order, lines, submissions, cancelled });
  const facts = await readOrderFacts(tx, ctx, { shop, order, lines: snapshot.lines });
  const { knownLines } = state;
  return {
    ...(await loadState(tx, { order, created, facts })),
    ...{ knownLines, justAdopted: withoutReprints(adopted).length > 0 },
  };
}

/**
 * Finds or creates the order's row, locks it and reads the facts; null for a stale snapshot. Where the id of the row is known, or
 * the order is most likely new (a webhook's snapshot), the facts are asked for together with the lock: a statement of its own, which
 * PostgreSQL begins once the lock is there.
 */
async function lockWithFacts(
  tx: Tx,
  ctx: OrdersContext,
  shop: Pick<ShopRow, "id" | "domain">,
  snapshot: OrderSnapshot,
  { knownId, sendAlong }: Pick<ApplyOptions, "knownId" | "sendAlong">,
): Promise<LockedOrder & { facts: OrderFacts | null }> {
  const isKnown = knownId !== undefined;
  const id: OrderId = knownId ?? ctx.ids.uuid();
  const read = (orderId: OrderId) =>
    readOrderFacts(tx, ctx, { shop, order: { id: orderId, shopifyGid: snapshot.gid }, lines: snapshot.lines });
  const [locked, early] = await Promise.all([
    findOrCreateOrder(tx, ctx, shop.id, snapshot, { id, isKnown }),
    isKnown || !snapshot.complete ? read(id) : null,
    sendAlong?.(),
  ]);
  if (locked.stale) return { ...locked, facts: null };
  return { ...locked, facts: early && locked.order.id === id ? early : await read(locked.order.id) };
}
