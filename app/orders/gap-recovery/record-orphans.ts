import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { artworkHash } from "../core/payload.ts";
import { parseReference } from "../core/reference.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";

const BATCH_SIZE = 500;

/** Keeps the rows of the list that are not known here to be at the service, for their orders to take up (adopt.ts). */
export async function recordOrphans(
  ctx: OrdersContext,
  printAccountId: string,
  rows: readonly SyncedOrder[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows.slice(at, at + BATCH_SIZE);
    const known = await ctx.db.submission.findMany({
      where: { reference: { in: batch.map((row) => row.reference) }, state: { in: [...AT_PROVIDER_STATES] } },
      select: { reference: true },
    });
    const knownReferences = new Set(known.map((row) => row.reference));
    await ctx.db.orphan.createMany({
      data: batch
        .filter((row) => !knownReferences.has(row.reference))
        .map((row) => ({
          id: ctx.ids.uuid(),
          printAccountId,
          reference: row.reference,
          tag: parseReference(row.reference)?.tag ?? "",
          serviceOrderId: row.serviceOrderId,
          enteredAt: row.enteredAt,
          items: row.items.map((item) => ({
            itemSku: item.itemSku,
            quantity: item.quantity,
            artworkHash: artworkHash(ctx, item.artworkFront, item.artworkBack),
          })),
          foundAt: ctx.clock.now(),
        })),
      skipDuplicates: true,
    });
  }
}
