import { HOLDS } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { isSendingPaused } from "../../core/sending-plan.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import { stateIn } from "../../core/state-in.ts";
import { UNSENT_STATES } from "../../core/states.ts";
import { COUNT_LIMIT } from "./tabs.ts";

/** A pause of a shop's sending. Times are ISO 8601, UTC. */
export interface SendingPause {
  since: string;
  /** null: until staff resumes it. */
  until: string | null;
  /** Orders that nothing holds and that are not sent, up to COUNT_LIMIT. */
  orders: number;
}

/** null where sending is not paused. */
export async function readSendingPause(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shop: Pick<ShopRow, "id" | "sendingPausedAt" | "sendingPausedUntil">,
): Promise<SendingPause | null> {
  const { sendingPausedAt: since, sendingPausedUntil: until } = shop;
  if (!since || !isSendingPaused(ctx.clock.now(), shop)) return null;
  const [row] = await ctx.db.$queryRaw<[{ orders: number }]>`
    SELECT count(*)::int AS "orders" FROM (
      SELECT DISTINCT s."orderId" FROM "Submission" s
      WHERE s."shopId" = ${shop.id}::uuid AND s."replacedAt" IS NULL AND ${stateIn("s", UNSENT_STATES)}
        AND NOT EXISTS (SELECT 1 FROM "Attention" t WHERE t."shopId" = s."shopId" AND t."orderId" = s."orderId"
          AND t."submissionId" = s."id" AND t."clearedAt" IS NULL AND t."code" = ANY(${[...HOLDS]}::text[]))
      LIMIT ${COUNT_LIMIT}) AS waiting`;
  return { since: since.toISOString(), until: until?.toISOString() ?? null, orders: row.orders };
}
