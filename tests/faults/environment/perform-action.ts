import { acceptNewFile } from "../../../app/catalog/artwork-findings.ts";
import { ACTIONS, type Action } from "../../../app/orders/actions/actions.ts";
import { runBulkAction } from "../../../app/orders/actions/bulk-actions.ts";
import { LINE_ACTIONS, type LineAction, type LineRef } from "../../../app/orders/actions/exclude-line.ts";
import { ORDER_ACTIONS, type OrderRef } from "../../../app/orders/actions/order-actions.ts";
import { enteredValues } from "../../../app/orders/changes/entered-values.ts";
import { readChangeForm, type ChangeForm } from "../../../app/orders/changes/change-form.ts";
import { previewChange, saveChange, type ChangeRequest } from "../../../app/orders/changes/change-order.ts";
import { keepChange, withdrawChange } from "../../../app/orders/changes/settle-change.ts";
import { writeAddress } from "../../../app/orders/changes/write-address.ts";
import { readShop } from "../../../app/orders/core/shop-row.ts";
import { previewReprint, requestReprint, type ReprintRequest } from "../../../app/orders/actions/reprint.ts";
import type { SubmissionRef } from "../../../app/orders/actions/submission-actions.ts";
import type { OrderAction } from "../../../app/orders/core/attention-registry.ts";
import type { OrdersContext } from "../../../app/orders/core/context.ts";
import type { ActionResult } from "../../../app/orders/core/order-rows.ts";
import type { OrderId, OrderLineId } from "../../../app/ports/ids.ts";

/** Shopify's id of the user who acts. */
export const USER = "7";

/** What a person does on the page of an order. */
export type ActionRequest =
  | { of: "submission"; action: Action; ref: SubmissionRef }
  | { of: "order"; action: OrderAction; ref: OrderRef }
  | { of: "line"; action: LineAction; ref: LineRef }
  | { of: "change"; action: "change"; ref: Pick<OrderRef, "shopId">; asked: ChangeRequest }
  | { of: "outdated change"; action: "keep_change" | "withdraw_change"; ref: OrderRef; lineId: OrderLineId | null }
  | { of: "file"; action: "use_new_file"; ref: Pick<OrderRef, "shopId">; link: string; sha256: string }
  | { of: "orders"; action: "approve"; ref: Pick<OrderRef, "shopId">; orderIds: readonly OrderId[]; shownAt: string }
  | { of: "reprint"; action: "reprint"; ref: OrderRef; asked: Pick<ReprintRequest, "request" | "lines" | "reason"> };

/** "failed": the page shows an error, e.g. since the database is away. */
export type ActionOutcome = ActionResult | "failed";

export async function performAction(ctx: OrdersContext, request: ActionRequest): Promise<ActionOutcome> {
  switch (request.of) {
    case "submission":
      return ACTIONS[request.action](ctx, request.ref);
    case "order":
      return ORDER_ACTIONS[request.action](ctx, request.ref);
    case "line":
      return LINE_ACTIONS[request.action](ctx, request.ref);
    case "change":
      return change(ctx, request.ref, request.asked);
    case "outdated change":
      return decideChange(ctx, request);
    case "file":
      return (await acceptNewFile(ctx, request.ref.shopId, request)) ? "done" : "invalid_state";
    case "orders":
      return approveInBulk(ctx, request);
    case "reprint":
      return reprint(ctx, request.ref, request.asked);
  }
}

/** As the dialog does: it sends what differs from what it showed as given, and saves what the preview shows. */
async function change(
  ctx: OrdersContext,
  { shopId }: Pick<OrderRef, "shopId">,
  asked: ChangeRequest,
): Promise<ActionOutcome> {
  const shop = await readShop(ctx.sql, { id: shopId });
  const form = shop && (await readChangeForm(ctx, shop, asked.shopifyGid));
  if (!form) return "not_found";
  if (form.status !== "read") return form.status === "closed" ? "invalid_state" : "failed";
  const shown = subjectOf(form, asked.lineId);
  if (!shown) return "invalid_state";
  const values = enteredValues(shown.given, { ...shown.values, ...asked.values });
  const request = { ...asked, values, saveAddress: asked.saveAddress && form.maySaveAddress };
  const seen = await previewChange(ctx, shop, request);
  if (seen.result !== "preview") return refusalOf(seen.result);
  const saved = await saveChange(ctx, shop, { ...request, token: seen.preview.token });
  if (saved.result !== "saved") return saved.result === "outdated" ? "failed" : refusalOf(saved.result);
  if (saved.writesAddress) await writeAddress(ctx, saved.changeId, asked.userId);
  return "done";
}

const subjectOf = (form: ChangeForm & { status: "read" }, lineId: OrderLineId | null) =>
  lineId === null ? form.order : form.lines.find((line) => line.lineId === lineId);

/** Staff compares what was changed with what is given by now, and keeps the change or withdraws it. */
async function decideChange(
  ctx: OrdersContext,
  { action, ref: { shopId, shopifyGid, userId }, lineId }: ActionRequest & { of: "outdated change" },
): Promise<ActionOutcome> {
  const shop = await readShop(ctx.sql, { id: shopId });
  const form = shop && (await readChangeForm(ctx, shop, shopifyGid));
  if (!form) return "not_found";
  if (form.status !== "read") return form.status === "closed" ? "invalid_state" : "failed";
  const shown = subjectOf(form, lineId);
  if (!shown?.change) return "invalid_state";
  const { id: changeId, seen } = shown.change;
  if (action === "withdraw_change") return withdrawChange(ctx, { shopId, changeId, userId });
  const result = await keepChange(ctx, shop, { shopifyGid, lineId, changeId, seen, userId });
  return result === "outdated" || result === "unreadable" ? "failed" : result;
}

/** As the list of orders does: what came after it was read is not approved. */
async function approveInBulk(
  ctx: OrdersContext,
  { ref: { shopId }, orderIds, shownAt }: ActionRequest & { of: "orders" },
): Promise<ActionOutcome> {
  const chosen = { orderIds, shownAt: new Date(shownAt) };
  const results = await runBulkAction(ctx, { shopId, userId: USER }, "approve", chosen);
  return results.some(({ skipReason }) => skipReason === null) ? "done" : "unchanged";
}

const refusalOf = (result: "problems" | "not_found" | "invalid_state" | "unreadable"): ActionOutcome =>
  result === "problems" ? "invalid_state" : result === "unreadable" ? "failed" : result;

/** As the dialog does: what is asked for is what the preview shows. */
async function reprint(
  ctx: OrdersContext,
  ref: OrderRef,
  asked: Pick<ReprintRequest, "request" | "lines" | "reason">,
): Promise<ActionOutcome> {
  const seen = await previewReprint(ctx, ref, asked.lines);
  if (seen.result !== "done") return seen.result === "unavailable" ? "failed" : seen.result;
  const { result } = await requestReprint(ctx, ref, { ...asked, preview: seen.preview.hash, reprintAgain: false });
  if (result === "unavailable" || result === "changed") return "failed";
  return result === "done" || result === "not_found" ? result : "invalid_state";
}
