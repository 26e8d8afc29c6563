import { Prisma } from "@prisma/client";
import type { Wake } from "../ports/wake.ts";
import type { ShopsContext } from "../shops/context.ts";
import { ofShop, FAILED, type ShopWithWebhooks } from "./of-shop.ts";

export const MAX_AT_ONCE = 100;

/** What was done, and how many were left as they are: gone, done meanwhile, or without what it takes. */
export interface FailedWebhooksResult {
  done: number;
  skipped: number;
}

/** Has deliveries read again from the beginning; one whose body was erased is left. Reading one again does no harm. */
export async function replay(
  ctx: Pick<ShopsContext, "db" | "clock"> & { wake: Pick<Wake, "delivery"> },
  shop: ShopWithWebhooks,
  ids: readonly string[],
): Promise<FailedWebhooksResult> {
  const uniqueIds = dedupe(ids);
  const now = ctx.clock.now();
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    UPDATE "WebhookDelivery" SET "state" = 'waiting', "tries" = 0, "failures" = 0, "dueAt" = ${now}, "handledAt" = NULL
    WHERE "id" = ANY(${uniqueIds}::uuid[]) AND ${await ofShop(ctx, shop)} AND ${FAILED} AND "bodyEncrypted" IS NOT NULL
    RETURNING "id"`;
  for (const { id } of rows) ctx.wake.delivery(id);
  return { done: rows.length, skipped: uniqueIds.length - rows.length };
}

/**
 * Puts deliveries away that were set aside: nothing is done with them, and their bodies go. A request about people has to be
 * carried out, so it is not put away, unless it was refused for good.
 */
export async function dismiss(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: ShopWithWebhooks,
  ids: readonly string[],
): Promise<FailedWebhooksResult> {
  const uniqueIds = dedupe(ids);
  const compliance = Prisma.sql`("topic" LIKE 'customers/%' OR "topic" = 'shop/redact') AND "problem" <> 'app_installed'`;
  const done = await ctx.db.$executeRaw`
    UPDATE "WebhookDelivery" SET "state" = 'ignored', "bodyEncrypted" = NULL, "handledAt" = ${ctx.clock.now()}
    WHERE "id" = ANY(${uniqueIds}::uuid[]) AND ${await ofShop(ctx, shop)} AND "state" = 'dead_letter' AND NOT (${compliance})`;
  return { done, skipped: uniqueIds.length - done };
}

const dedupe = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, MAX_AT_ONCE);
