import type { FlowEvent as Row, FlowTrigger } from "@prisma/client";
import type { Gid } from "../../ports/gid.ts";
import type { FlowTriggerEvent } from "../../ports/shopify.ts";
import { ATTENTION, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";

interface SubjectRow {
  shopifyGid: Gid<"Order">;
  domain: string;
  /** Of an open reason for attention. */
  code: AttentionCode | null;
  reference: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
}

/** The event and its shop, read in one statement; null where it is obsolete: the reason is cleared, or the app uninstalled. */
export async function readFlowEvent(
  ctx: Pick<OrdersContext, "db">,
  { id: eventId, trigger, subjectId, orderId }: Row,
): Promise<{ domain: string; event: FlowTriggerEvent } | null> {
  const [row] = await ctx.db.$queryRaw<SubjectRow[]>`
    SELECT o."shopifyGid", s."domain", t."code", x."reference", p."trackingNumber", p."trackingUrl"
    FROM "Order" o JOIN "Shop" s ON s."id" = o."shopId"
      LEFT JOIN "Attention" t ON t."id" = ${subjectId}::uuid AND t."clearedAt" IS NULL
      LEFT JOIN "Submission" x ON x."id" = ${subjectId}::uuid
      LEFT JOIN "Parcel" p ON p."id" = ${subjectId}::uuid
    WHERE o."id" = ${orderId}::uuid AND s."uninstalledAt" IS NULL`;
  const fields = row && fieldsOf(trigger, row);
  return fields ? { domain: row.domain, event: { orderGid: row.shopifyGid, eventId, ...fields } } : null;
}

type FlowEventFields = FlowTriggerEvent extends infer N
  ? N extends FlowTriggerEvent
    ? Omit<N, "orderGid" | "eventId">
    : never
  : never;

function fieldsOf(trigger: FlowTrigger, row: SubjectRow): FlowEventFields | null {
  const { code, reference, trackingNumber, trackingUrl } = row;
  switch (trigger) {
    case "order_attention":
      return code && { trigger, code, message: ATTENTION[code].message, fix: ATTENTION[code].fix };
    case "order_sent":
      return reference === null ? null : { trigger, reference };
    case "parcel_shipped":
      return trackingNumber === null ? null : { trigger, trackingNumber, trackingUrl: trackingUrl ?? "" };
  }
}
