import type { OrderAction } from "./attention-registry.ts";
import type { Actor, Prisma, ProviderWriteKind, ShopifyWriteKind, Submission } from "../../../prisma/client/client.ts";
import { append, type NewRows } from "./append.ts";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/sql.ts";
import type { ClaimEntry } from "./claims.ts";
import type { SubmissionEvent } from "./transitions.ts";
import type { ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";

/** What an entry says. Pages have a message for each code (components/order-details/history-card.tsx). */
export type HistoryCode =
  | "order.received"
  | `submission.${SubmissionEvent}`
  | "submission.created"
  | "submission.reprint_requested"
  | "submission.send_now"
  | "submission.retry_fulfillment"
  | "submission.replaced"
  | "submission.given_up"
  | "submission.late_answer"
  | "submission.missing_at_provider"
  | "submission.absence_confirmed"
  | "submission.orphan_adopted"
  | "submission.content_restored"
  | "submission.rules_decided"
  | `submission.${ProviderWriteKind}_${"requested" | "failed" | "done"}`
  | "status.seen"
  | "parcel.seen"
  | "parcel.shipped"
  | "tracking.without_number"
  | "tracking.link_rejected"
  | `shopify.${ShopifyWriteKind}`
  | `order.${OrderAction}`
  | "order.changed"
  | "order.change_kept"
  | "order.change_withdrawn"
  | "shopify.address_update"
  | "line.added"
  | "line.removed"
  | "line.quantity_changed"
  | "line.not_printed"
  | "line.excluded_by_rule"
  | "line.excluded"
  | "line.included"
  | "attention.opened"
  | "attention.cleared"
  | "order.assigned"
  | "order.snoozed"
  | "order.snooze_ended"
  | "reconciliation.dismissed"
  | "reconciliation.added"
  | `claim.${ClaimEntry}`
  | "privacy.data_requested"
  | "privacy.erased";

/** A member of staff who causes something. */
export interface Staff {
  /** Shopify's id of the user; null where it is not known. */
  userId: string | null;
}

/** Who causes an entry. A person is never without saying which. */
export type HistoryActor = Exclude<Actor, "person"> | Staff;

export interface HistoryEntry {
  shopId: ShopId;
  orderId: OrderId;
  submissionId?: SubmissionId | null;
  code: HistoryCode;
  actor?: HistoryActor | undefined;
  /** Field names, codes, counts and ids. Never values. */
  data?: Prisma.InputJsonObject;
}

export async function addHistory(tx: Tx, ctx: WriteContext, entry: HistoryEntry): Promise<void> {
  await append(tx, "History", [historyRow(ctx, entry)]);
}

/** An entry as a row that is to be inserted. */
export function historyRow(ctx: WriteContext, entry: HistoryEntry): NewRows["History"] {
  const { shopId, orderId, submissionId = null, code, actor = "system", data = {} } = entry;
  const row = { id: ctx.ids.uuid(), shopId, orderId, submissionId, at: ctx.clock.now(), code };
  return { ...row, ...causedBy(actor, data) };
}

/** `user`: the id alone. Pages look up the name that belongs to it (app/shops/staff-names.ts). */
const causedBy = (actor: HistoryActor, data: Prisma.InputJsonObject) =>
  typeof actor === "string" ? { actor, data } : { actor: "person" as const, data: { ...data, user: actor.userId } };

/** How lines of history and reasons for attention name a submission. */
export const idsOf = ({ shopId, orderId, id }: Pick<Submission, "id" | "shopId" | "orderId">) => ({
  shopId,
  orderId,
  submissionId: id,
});
