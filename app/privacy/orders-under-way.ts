import type { ShopsContext } from "../shops/context.ts";

/**
 * Waits until the orders that a shop is receiving now can be seen. Each was decided by what a worker read before, and its new row
 * holds a lock of the shop's row until it is committed.
 */
export async function waitForOrdersUnderWay({ db }: Pick<ShopsContext, "db">, domain: string): Promise<void> {
  await db.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "domain" = ${domain} FOR UPDATE`);
}
