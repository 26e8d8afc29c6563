import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { artworkHash } from "../core/payload.ts";
import { readReference } from "../core/reference.ts";
import type { State } from "../core/transitions.ts";

/** The service is known here to have it. */
export const knownAtService: readonly State[] = ["submitted", "in_production", "shipped", "fulfilled"];

const AT_ONCE = 500;

/** Keeps the rows of the list that are not known here to be at the service, for their orders to take up (adopt.ts). */
export async function keepStrays(
  ctx: OrdersContext,
  printAccountId: string,
  rows: readonly SyncedOrder[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const known = await ctx.db.submission.findMany({
      where: { reference: { in: some.map((row) => row.reference) }, state: { in: [...knownAtService] } },
      select: { reference: true },
    });
    const references = new Set(known.map((row) => row.reference));
    await ctx.db.stray.createMany({
      data: some
        .filter((row) => !references.has(row.reference))
        .map((row) => ({
          id: ctx.ids.uuid(),
          printAccountId,
          reference: row.reference,
          tag: readReference(row.reference)?.tag ?? "",
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
