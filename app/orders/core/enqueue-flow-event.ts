import { z } from "zod";
import { gidSchema } from "../../ports/gid-schema.ts";
import type { FlowTrigger, Prisma } from "../../../prisma/client/client.ts";
import type { WriteContext } from "./context.ts";
import type { NewRows } from "./append.ts";
import { dueNow, NO_CLAIM } from "./reschedule.ts";
import type { ShopId, OrderId, AttentionId, SubmissionId, ParcelId } from "../../ports/ids.ts";

/** What an event for Shopify Flow says of a print SKU. Holds no personal data. */
export const skuEventSchema = z.object({
  /** A product that is printed with the SKU. */
  productGid: gidSchema("Product"),
  itemSku: z.string(),
  /** ISO 3166 alpha-2 */
  countryCodes: z.array(z.string()),
  /** Of a changed cost: base cost of one unit before and after, decimal strings in `currency`. */
  cost: z.object({ previous: z.string(), now: z.string(), currency: z.string() }).nullable(),
});

type SkuEvent = z.infer<typeof skuEventSchema>;

interface FlowSubject {
  id: AttentionId | SubmissionId | ParcelId;
  shopId: ShopId;
  orderId: OrderId;
}

/**
 * An event for Shopify Flow, to be stored in the transaction that causes it: a crash loses no event, and a rollback sends none. One
 * event for each trigger and subject (attention, submission, parcel).
 */
export function flowEventRow(
  ctx: WriteContext,
  { shopId, orderId, id: subjectId }: FlowSubject,
  trigger: FlowTrigger,
): NewRows["FlowEvent"] {
  const row = { id: ctx.ids.uuid(), shopId, orderId, trigger, subjectId, createdAt: ctx.clock.now(), ...dueNow(ctx) };
  return { ...row, ...NEW, skuEvent: null };
}

/** The same for events about print SKUs. Each is one of its own: the caller's transaction decides that something changed. */
export async function enqueueSkuEvents(
  tx: Prisma.TransactionClient,
  ctx: WriteContext,
  events: readonly { shopId: ShopId; trigger: SkuTrigger; skuEvent: SkuEvent }[],
): Promise<void> {
  const rows = events.map(({ shopId, trigger, skuEvent }) => ({
    ...{ id: ctx.ids.uuid(), shopId, orderId: null, trigger, subjectId: ctx.ids.uuid(), createdAt: ctx.clock.now() },
    ...{ ...dueNow(ctx), ...NEW, skuEvent },
  }));
  await tx.flowEvent.createMany({ data: rows, skipDuplicates: true });
}

type SkuTrigger = Extract<FlowTrigger, "sku_rejected" | "sku_cost_changed">;

const NEW = { ...NO_CLAIM, settledAt: null, outcome: null } as const;
