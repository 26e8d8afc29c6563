import type { FlowEvent as Row, FlowTrigger } from "@prisma/client";
import type { Gid } from "../../ports/gid.ts";
import type { FlowTriggerEvent } from "../../ports/shopify.ts";
import { ATTENTION, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { skuEventSchema } from "../core/sku-event.ts";

interface SubjectRow {
  shopifyGid: Gid<"Order">;
  domain: string;
  /** Of an open reason for attention. */
  code: AttentionCode | null;
  reference: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
}

interface LoadedEvent {
  domain: string;
  event: FlowTriggerEvent;
}

/** The event and its shop, read in one statement; null where it is obsolete: the reason is cleared, or the app uninstalled. */
export function readFlowEvent(ctx: Pick<OrdersContext, "db">, row: Row): Promise<LoadedEvent | null> {
  return row.orderId === null ? readSkuEvent(ctx, row) : readOrderEvent(ctx, row);
}

async function readSkuEvent({ db }: Pick<OrdersContext, "db">, row: Row): Promise<LoadedEvent | null> {
  const shop = await db.shop.findUnique({ where: { id: row.shopId, uninstalledAt: null }, select: { domain: true } });
  if (!shop) return null;
  const { cost, ...fields } = skuEventSchema.parse(row.skuEvent);
  const common = { ...fields, eventId: row.id };
  const event: FlowTriggerEvent = cost
    ? { trigger: "sku_cost_changed", ...common, cost }
    : { trigger: "sku_rejected", ...common };
  return { domain: shop.domain, event };
}

async function readOrderEvent(
  ctx: Pick<OrdersContext, "db">,
  { id: eventId, trigger, subjectId, orderId }: Row,
): Promise<LoadedEvent | null> {
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

type OrderEvent = Extract<FlowTriggerEvent, { orderGid: unknown }>;
type FlowEventFields = OrderEvent extends infer N
  ? N extends OrderEvent
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
    case "sku_rejected":
    case "sku_cost_changed":
      return null;
  }
}
