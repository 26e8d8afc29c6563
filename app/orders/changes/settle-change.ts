import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { clearReasons, noteHistory, setOrder } from "../core/order-rows.ts";
import { dueNow } from "../core/reschedule.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import type { OrderChangeId, ShopId, OrderLineId, SubmissionId } from "../../ports/ids.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { applySnapshot } from "../receive/apply-snapshot.ts";
import { outdatedFields, seenBasis, type CurrentChange } from "../compose/current-changes.ts";
import type { Gid } from "../../ports/gid.ts";
import { findSubject, isKnown, readForChange, type ChangeState, type ChangeSubject } from "./change-state.ts";
import { findProblems } from "./find-problems.ts";
import { Prisma } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { append } from "../core/append.ts";
import { stateIn } from "../core/state-in.ts";
import { addHistory } from "../core/history.ts";
import { changeBasisSchema, decryptChange, encryptChange, type ChangeContent } from "../core/order-change.ts";
import type { ChangedField } from "../../ports/order-model.ts";

interface WithdrawRequest {
  shopId: ShopId;
  changeId: OrderChangeId;
  userId: string | null;
}

/**
 * Staff withdraws a change: what Shopify and the mapping give counts again. Pieces that were withheld can be printed later, too;
 * of what was sent nothing can be taken back.
 */
export async function withdrawChange(
  ctx: OrdersContext,
  { shopId, changeId, userId }: WithdrawRequest,
): Promise<"done" | "not_found" | "invalid_state"> {
  const found = await ctx.db.orderChange.findFirst({ where: { id: changeId, order: { shopId } } });
  if (!found) return "not_found";
  const { orderId } = found;
  const result = await withOrderLock(ctx, orderId, async (tx) => {
    const [change] = await readRows(tx, "OrderChange", Prisma.sql`WHERE "id" = ${changeId}::uuid`);
    if (!change) return "not_found";
    if (change.endedAt) return "done";
    const unsent = await tx.query`
      SELECT 1 FROM "Submission" s WHERE s."orderId" = ${orderId}::uuid AND ${stateIn("s", MUTABLE_STATES)} LIMIT 1`;
    if (unsent.length === 0 && change.withheld === 0) return "invalid_state";
    const [line] = await readRows(tx, "OrderLine", Prisma.sql`WHERE "id" = ${change.orderLineId}::uuid`);
    await endChange(tx, ctx, changeId);
    const data = { change: changeId, fields: change.fields.join(" "), subject: line?.shopifyGid ?? "" };
    await changeOrderIn(tx, orderId, (rows) => {
      setOrder(rows, dueNow(ctx));
      if (change.addressWrite)
        clearReasons(rows, ctx, { submissionId: null, codes: ["address_not_saved"] }, { userId });
      noteHistory(rows, ctx, { shopId, orderId, code: "order.change_withdrawn", actor: { userId }, data });
    });
    return "done";
  });
  if (result === "done") ctx.wake.order(orderId);
  return result;
}

const endChange = (tx: Tx, { clock }: Pick<OrdersContext, "clock">, id: OrderChangeId): Promise<number> =>
  tx.execute`UPDATE "OrderChange" SET "endedAt" = ${clock.now()} WHERE "id" = ${id}::uuid`;

interface KeepRequest {
  shopifyGid: Gid<"Order">;
  lineId: OrderLineId | null;
  changeId: OrderChangeId;
  /** What Shopify and the mapping gave when staff compared both (`seenBasis`). */
  seen: string;
  userId: string | null;
}

/** outdated: Shopify or the mapping gives something else again. */
export type KeepResult = "done" | "not_found" | "invalid_state" | "unreadable" | "outdated";

/** Staff has seen what is given by now, and keeps the change: it counts for that from here on. */
export async function keepChange(ctx: OrdersContext, shop: ShopRow, request: KeepRequest): Promise<KeepResult> {
  if (!(await isKnown(ctx, shop, request.shopifyGid))) return "not_found";
  const snapshot = await readForChange(ctx, shop, request.shopifyGid);
  if (!snapshot) return "unreadable";
  const ready: SubmissionId[] = [];
  const result = await ctx.sql.transaction(async (tx): Promise<KeepResult> => {
    const found = await findSubject(tx, ctx, shop, snapshot, request.lineId);
    if ("result" in found) return found.result;
    const { state, subject } = found;
    const { change, given } = subject;
    const content = change && readChangeContent(ctx, change);
    if (!change || !content || change.row.id !== request.changeId) return "invalid_state";
    if (outdatedFields(change, given).length === 0) return "done";
    if (seenBasis(change, given) !== request.seen) return "outdated";
    const facts = { ...state, ...subject, changed: content.after, snapshot, shop };
    if (findProblems(facts).length > 0) return "invalid_state";
    const { fields } = change.row;
    const before = Object.fromEntries(Object.entries(given.values).filter(([field]) => field in content.after));
    const kept = { id: ctx.ids.uuid(), fields, content: { ...content, before }, saveAddress: false };
    await replaceChange(tx, ctx, state, subject, kept, request.userId, "order.change_kept");
    const applied = await applySnapshot(tx, ctx, shop, snapshot);
    if (applied.outcome === "ready") ready.push(...applied.submissions.map(({ submissionId }) => submissionId));
    return "done";
  });
  for (const id of ready) ctx.wake.submission(id);
  return result;
}

export interface NewChange {
  id: OrderChangeId;
  fields: ChangedField[];
  content: Pick<ChangeContent, "before" | "after" | "reason">;
  saveAddress: boolean;
}

/** What a change says of its fields. */
export function readChangeContent(ctx: OrdersContext, { row }: CurrentChange): NewChange["content"] | null {
  const content = decryptChange(ctx, row);
  if (!content) return null;
  const { before, after, reason } = content;
  return { before: pick(before, row.fields), after: pick(after, row.fields), reason };
}

/** Puts a change in force, in place of the one before. Needs the order's lock. */
export async function replaceChange(
  tx: Tx,
  ctx: OrdersContext,
  { order }: ChangeState,
  { line, given, change, needed, sent, sentQuantity }: ChangeSubject,
  { id, fields, content, saveAddress }: NewChange,
  userId: string | null,
  code: "order.changed" | "order.change_kept" = "order.changed",
): Promise<void> {
  const now = ctx.clock.now();
  if (change) await endChange(tx, ctx, change.row.id);
  const { quantity } = content.after;
  const withheld = quantity === undefined || needed === null ? 0 : Math.max(0, needed - quantity);
  const quantityKept = sentQuantity?.row.fields.includes("quantity") ? keptQuantity(ctx, sentQuantity) : null;
  const created = {
    ...{ id, orderId: order.id, orderLineId: line?.row.id ?? null },
    fields: quantityKept ? [...fields, "quantity" as const] : fields,
    contentEncrypted: encryptChange(ctx, id, {
      ...content,
      before: { ...content.before, ...quantityKept?.before },
      after: { ...content.after, ...quantityKept?.after },
      sentBefore: quantityKept?.sentBefore ?? sent,
    }),
    basis: { ...pick(given.basis, fields), ...quantityKept?.basis },
    withheld: quantityKept?.withheld ?? withheld,
    ...(saveAddress
      ? { addressWrite: "claimed" as const, addressWriteAt: now }
      : { addressWrite: null, addressWriteAt: null }),
    ...{ userId, createdAt: now, endedAt: null },
  };
  await append(tx, "OrderChange", [created]);
  const data = { change: id, fields: fields.join(" "), subject: line?.row.shopifyGid ?? "" };
  await addHistory(tx, ctx, { shopId: order.shopId, orderId: order.id, code, actor: { userId }, data });
}

/** What was withheld when the line was sent stays withheld, whatever else is changed for a reprint. */
function keptQuantity(ctx: OrdersContext, { row }: CurrentChange) {
  const content = decryptChange(ctx, row);
  const basis = pick(changeBasisSchema.parse(row.basis), ["quantity"]);
  const [before, after] = [pick(content?.before ?? {}, ["quantity"]), pick(content?.after ?? {}, ["quantity"])];
  return { before, after, basis, withheld: row.withheld, sentBefore: content?.sentBefore ?? 0 };
}

/** The fields of these names. */
export function pick<T extends object>(values: T, fields: readonly string[]): T {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))) as T;
}
