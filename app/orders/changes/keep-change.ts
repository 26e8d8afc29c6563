import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { applySnapshot } from "../receive/apply-snapshot.ts";
import { outdatedFields, seenBasis } from "../compose/current-changes.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderChangeId, OrderLineId, SubmissionId } from "../../ports/ids.ts";
import { findSubject, isKnown, readForChange } from "./change-state.ts";
import { replaceChange, readChangeContent } from "./replace-change.ts";
import { findProblems } from "./find-problems.ts";

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
  const result = await ctx.db.$transaction(async (tx): Promise<KeepResult> => {
    const found = await findSubject(tx, ctx, shop, snapshot, request.lineId);
    if ("result" in found) return found.result;
    const { state, subject } = found;
    const { change, given } = subject;
    const content = change && readChangeContent(ctx, change);
    if (!change || !content || change.row.id !== request.changeId) return "invalid_state";
    if (outdatedFields(change, given).length === 0) return "done";
    if (seenBasis(change, given) !== request.seen) return "outdated";
    const facts = { ...state, ...subject, changed: content.after, snapshot };
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
