import type { Attention, Submission } from "../../../prisma/client/client.ts";
import { rowsFromJson } from "../../database/json-rows.ts";
import type { SubmissionId, SubmissionLineId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ReadableOrder } from "./read-fulfillment.ts";
import type { Gid } from "../../ports/gid.ts";

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
  ctx: Pick<OrdersContext, "db">,
  ids: readonly SubmissionId[],
): Promise<(FollowedSubmission | null)[]> {
  const rows = await ctx.db.$queryRaw<Row[]>`
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
  ctx: Pick<OrdersContext, "db">,
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
