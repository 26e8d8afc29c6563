import type { Attention, Submission } from "../../../prisma/client/client.ts";
import { rowsFromJson } from "../../database/rows.ts";
import type { SubmissionId, SubmissionLineId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { type ReadableOrder, readFulfillmentOf } from "./read-fulfillment.ts";
import type { Gid } from "../../ports/gid.ts";
import { RejectedError, RemoteError } from "../../ports/errors.ts";
import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";

/** A submission at the service with what its follow-up in Shopify has to know. */
export interface FollowedSubmission extends Pick<
  Submission,
  "id" | "orderId" | "kind" | "state" | "version" | "dueAt" | "tries" | "progressReportedAt"
> {
  shop: ReadableOrder["shop"] & { uninstalledAt: Date | null };
  order: ReadableOrder["order"];
  lines: { id: SubmissionLineId; lineItemGid: Gid<"LineItem"> }[];
  /** Open and cleared reasons for a hold in Shopify. */
  addressProblems: Attention[];
}

type Row = Omit<FollowedSubmission, "shop" | "order" | "lines" | "addressProblems"> &
  FollowedSubmission["shop"] &
  FollowedSubmission["order"] & { lines: FollowedSubmission["lines"] | null; addressProblems: unknown[] | null };

/** Reads them in one statement, in the order of the ids; null where there is no such submission. */
export async function readAllFollowed(
  ctx: Pick<OrdersContext, "sql">,
  ids: readonly SubmissionId[],
): Promise<(FollowedSubmission | null)[]> {
  const rows = await ctx.sql.query<Row>`
    SELECT x."id", x."orderId", x."kind", x."state", x."version", x."dueAt", x."tries", x."progressReportedAt",
      s."domain", s."scopes", s."uninstalledAt",
      o."shopifyGid", o."shopifyCreatedAt", o."cancelledAt", o."fulfillmentOrders",
      (SELECT json_agg(json_build_object('id', sent."id", 'lineItemGid', l."shopifyGid"))
        FROM "SubmissionLine" sent JOIN "OrderLine" l ON l."id" = sent."orderLineId"
        WHERE sent."submissionId" = x."id") AS "lines",
      (SELECT json_agg(t) FROM "Attention" t
        WHERE t."submissionId" = x."id" AND t."code" = 'address_not_verified') AS "addressProblems"
    FROM "Submission" x JOIN "Shop" s ON s."id" = x."shopId" JOIN "Order" o ON o."id" = x."orderId"
    WHERE x."id" = ANY(${ids}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, toFollowed(row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** The same of one. */
export const readFollowed = async (
  ctx: Pick<OrdersContext, "sql">,
  id: SubmissionId,
): Promise<FollowedSubmission | null> => (await readAllFollowed(ctx, [id]))[0] ?? null;

function toFollowed(row: Row): FollowedSubmission {
  const { domain, scopes, uninstalledAt, shopifyGid, shopifyCreatedAt, cancelledAt, fulfillmentOrders, ...rest } = row;
  return {
    ...rest,
    shop: { domain, scopes, uninstalledAt },
    order: { shopifyGid, shopifyCreatedAt, cancelledAt, fulfillmentOrders },
    lines: row.lines ?? [],
    addressProblems: rowsFromJson<Attention>(row.addressProblems, { openedAt: true, clearedAt: true }),
  };
}

export type FollowUp = "done" | "retry_later";

/**
 * Does `work` with what Shopify shows of a submission's order now. retry_later: the app is not installed, Shopify
 * cannot be asked, or has not made the fulfillment orders yet.
 */
export function withSnapshot<Done extends string = never>(
  ctx: OrdersContext,
  row: FollowedSubmission,
  work: (snapshot: FulfillmentSnapshot) => Promise<FollowUp | Done>,
): Promise<FollowUp | Done> {
  return orRetryLater(ctx, row, async () => {
    const lineItemGids = row.lines.map((line) => line.lineItemGid);
    const read = await readFulfillmentOf(ctx, { shop: row.shop, order: row.order, lineItemGids });
    // Nothing would change: a hold or a mark of progress does not get into an order that cannot be read.
    if (read.outcome !== "read") return read.outcome === "too_old" ? "done" : "retry_later";
    const { snapshot } = read;
    if (snapshot.fulfillmentOrders.length === 0 && !snapshot.cancelledAt) return "retry_later";
    return await work(snapshot);
  });
}

/** Does `work`, which calls Shopify. retry_later: the app is not installed, or Shopify cannot be asked. */
export async function orRetryLater<Done extends string>(
  ctx: OrdersContext,
  row: FollowedSubmission,
  work: () => Promise<FollowUp | Done>,
): Promise<FollowUp | Done> {
  if (row.shop.uninstalledAt) return "retry_later";
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ submission: row.id, error: error.name }, "hold or progress not brought to Shopify");
    return "retry_later";
  }
}

/** Whether Shopify accepts a write. False: Shopify rejects the write, so a retry would be pointless. @throws other errors */
export async function isAccepted(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof RejectedError) return false;
    throw error;
  }
}

/** The merchant's own fulfillment orders in which some of these line items are open. Nothing is written to those of a fulfillment service. */
export const merchantOrdersOf = (
  all: readonly FulfillmentOrderSnapshot[],
  lineItemGids: ReadonlySet<Gid<"LineItem">>,
): FulfillmentOrderSnapshot[] =>
  all.filter(
    (fo) =>
      !fo.atFulfillmentService && fo.lines.some((line) => line.remaining > 0 && lineItemGids.has(line.lineItemGid)),
  );
