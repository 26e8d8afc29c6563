import type { FlowEvent as Row } from "@prisma/client";
import type { FlowTriggerEvent } from "../../ports/shopify.ts";
import { ATTENTION } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { rowIdSchema } from "../../ports/ids.ts";

/** The event and its shop; null where it is obsolete: the reason is cleared, or the app uninstalled. */
export async function readFlowEvent(
  ctx: Pick<OrdersContext, "db">,
  row: Row,
): Promise<{ domain: string; event: FlowTriggerEvent } | null> {
  const order = await ctx.db.order.findUnique({
    where: { id: row.orderId },
    select: { shopifyGid: true, shop: { select: { domain: true, uninstalledAt: true } } },
  });
  if (!order || order.shop.uninstalledAt) return null;
  const fields = await readSubject(ctx, row);
  return fields && { domain: order.shop.domain, event: { orderGid: order.shopifyGid, eventId: row.id, ...fields } };
}

type FlowEventFields = FlowTriggerEvent extends infer N
  ? N extends FlowTriggerEvent
    ? Omit<N, "orderGid" | "eventId">
    : never
  : never;

async function readSubject(
  { db }: Pick<OrdersContext, "db">,
  { trigger, subjectId }: Row,
): Promise<FlowEventFields | null> {
  const where = { id: rowIdSchema.parse(subjectId) };
  switch (trigger) {
    case "order_attention": {
      const open = await db.attention.findFirst({ where: { ...where, clearedAt: null }, select: { code: true } });
      if (!open) return null;
      const { message, fix } = ATTENTION[open.code];
      return { trigger, code: open.code, message, fix };
    }
    case "order_sent": {
      const sent = await db.submission.findUnique({ where, select: { reference: true } });
      return sent && { trigger, ...sent };
    }
    case "parcel_shipped": {
      const parcel = await db.parcel.findUnique({ where, select: { trackingNumber: true, trackingUrl: true } });
      return parcel && { trigger, ...parcel };
    }
  }
}
