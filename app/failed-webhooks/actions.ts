import { Prisma } from "../../prisma/client/client.ts";
import type { Wake } from "../ports/wake.ts";
import type { ShopsContext } from "../shops/context.ts";
import { ofShop, FAILED, type ShopWithWebhooks } from "./of-shop.ts";
import type { WebhookDeliveryId } from "../ports/ids.ts";

export const MAX_AT_ONCE = 100;

/** How many webhooks were changed, and how many not: gone, processed in the meantime, or without a body. */
export interface FailedWebhooksResult {
  done: number;
  skipped: number;
}

/** Processes deliveries again from the beginning, except those whose body was erased. Processing is idempotent. */
export async function replay(
  ctx: Pick<ShopsContext, "db" | "clock"> & { wake: Pick<Wake, "delivery"> },
  shop: ShopWithWebhooks,
  ids: readonly WebhookDeliveryId[],
): Promise<FailedWebhooksResult> {
  const uniqueIds = dedupe(ids);
  const now = ctx.clock.now();
  const rows = await ctx.db.$queryRaw<{ id: WebhookDeliveryId }[]>`
    UPDATE "WebhookDelivery" SET "state" = 'waiting', "tries" = 0, "failures" = 0, "dueAt" = ${now}
    WHERE "id" = ANY(${uniqueIds}::uuid[]) AND ${await ofShop(ctx, shop)} AND ${FAILED} AND "bodyEncrypted" IS NOT NULL
    RETURNING "id"`;
  for (const { id } of rows) ctx.wake.delivery(id);
  return { done: rows.length, skipped: uniqueIds.length - rows.length };
}

/**
 * Ignores deliveries in `dead_letter` and erases their bodies. Privacy requests must be carried out, so they cannot be
 * dismissed, except those that can be carried out no more: the app is installed, or their body was erased.
 */
export async function dismiss(
  ctx: Pick<ShopsContext, "db">,
  shop: ShopWithWebhooks,
  ids: readonly WebhookDeliveryId[],
): Promise<FailedWebhooksResult> {
  const uniqueIds = dedupe(ids);
  const compliance = Prisma.sql`("topic" LIKE 'customers/%' OR "topic" = 'shop/redact') AND "problem" <> 'app_installed'
    AND "bodyEncrypted" IS NOT NULL`;
  const done = await ctx.db.$executeRaw`
    UPDATE "WebhookDelivery" SET "state" = 'ignored', "bodyEncrypted" = NULL
    WHERE "id" = ANY(${uniqueIds}::uuid[]) AND ${await ofShop(ctx, shop)} AND "state" = 'dead_letter' AND NOT (${compliance})`;
  return { done, skipped: uniqueIds.length - done };
}

const dedupe = (ids: readonly WebhookDeliveryId[]): WebhookDeliveryId[] => [...new Set(ids)].slice(0, MAX_AT_ONCE);
