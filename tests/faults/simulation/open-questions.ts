import type { Attention } from "../../../prisma/client/client.ts";
import { reasonVersion } from "../../../app/orders/core/raise-attention.ts";
import type { AttentionCode } from "../../../app/orders/core/attention.ts";
import type { OrderId, OrderLineId, ShopId, SubmissionId } from "../../../app/ports/ids.ts";
import type { Simulation, SimulatedOrder } from "./simulation.ts";

/** An open reason for attention, as the page of its order shows it. */
export interface OpenQuestion {
  code: AttentionCode;
  found: SimulatedOrder;
  shopId: ShopId;
  orderId: OrderId;
  submissionId: SubmissionId | null;
  reference: string | null;
  /** The open reasons of its submission, as the page shows them. */
  seen: string[];
  /** The line that it is about. */
  lineId: OrderLineId | null;
  lineGid: string | null;
}

type Row = Omit<OpenQuestion, "found" | "seen"> &
  Pick<Attention, "id" | "basis"> & { domain: string; orderGid: string };

const OPEN_QUESTIONS = `
  SELECT a."code", a."id", a."basis", sh."domain", sh."id" AS "shopId", o."id" AS "orderId",
    o."shopifyGid" AS "orderGid", s."id" AS "submissionId", s."reference", l."id" AS "lineId", l."shopifyGid" AS "lineGid"
  FROM "Attention" a JOIN "Shop" sh ON sh."id" = a."shopId" JOIN "Order" o ON o."id" = a."orderId"
    LEFT JOIN "Submission" s ON s."id" = a."submissionId"
    LEFT JOIN "OrderLine" l ON l."orderId" = o."id" AND l."shopifyGid" = a."subject"
  WHERE a."clearedAt" IS NULL AND sh."domain" = ANY($1)`;

/** What is open in these shops. */
export async function openQuestions(
  { environment, orders }: Simulation,
  domains: readonly string[],
): Promise<OpenQuestion[]> {
  const { rows } = await environment.database.pool.query<Row>(OPEN_QUESTIONS, [domains]);
  const known = new Map(
    [...orders.values()].map((one) => [`${one.shop.domain} gid://shopify/Order/${one.order.id}`, one]),
  );
  const bySubmission = Map.groupBy(rows, ({ submissionId }) => submissionId);
  return rows.flatMap(({ domain, orderGid, ...row }) => {
    const found = known.get(`${domain} ${orderGid}`);
    const seen = (bySubmission.get(row.submissionId) ?? []).map(reasonVersion);
    return found ? [{ ...row, seen, found }] : [];
  });
}
