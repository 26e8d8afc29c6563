import type { DryRun } from "../../prisma/client/client.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import type { PlacedOrder } from "../ports/shopify.ts";
import type { DryRunContext } from "./context.ts";
import { MAX_ORDERS } from "./limits.ts";

/**
 * Lists the orders to check, and lets the checks begin. The list is read whole before it is written, so that a step that
 * broke off is repeated. @throws RemoteError
 */
export async function listOrders(ctx: DryRunContext, run: DryRun, shop: ShopRow): Promise<void> {
  const { orders, truncated } = await readPlacedOrders(ctx, shop.domain, run.since);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.dryRun.updateMany({
      where: { id: run.id, state: "listing" },
      data: { state: "checking", truncated, tries: 0, problem: null },
    });
    if (count === 0) return;
    // One statement with three parameters: 10,000 rows of values take Prisma seconds.
    await tx.$executeRaw`
      INSERT INTO "DryRunOrder" ("dryRunId", "position", "shopifyGid", "name", "placedAt", "reasons")
      SELECT ${run.id}::uuid, o."number" - 1, o."gid", o."name", o."placedAt", '{}'
      FROM unnest(${orders.map(({ gid }) => gid)}::text[], ${orders.map(({ name }) => name)}::text[],
        ${orders.map(({ placedAt }) => placedAt)}::timestamptz[]) WITH ORDINALITY AS o("gid", "name", "placedAt", "number")`;
  });
}

/** The newest orders first. An order that comes in between two pages may show twice, and counts once. */
async function readPlacedOrders(
  { shopify }: DryRunContext,
  domain: string,
  since: Date,
): Promise<{ orders: PlacedOrder[]; truncated: boolean }> {
  const orders = new Map<string, PlacedOrder>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof shopify.ordersPlacedSince>> = await shopify.ordersPlacedSince(
      domain,
      since,
      after,
    );
    for (const order of page.orders) orders.set(order.gid, order);
    after = page.next;
  } while (after !== null && orders.size < MAX_ORDERS);
  return {
    orders: [...orders.values()].slice(0, MAX_ORDERS),
    truncated: after !== null || orders.size > MAX_ORDERS,
  };
}
