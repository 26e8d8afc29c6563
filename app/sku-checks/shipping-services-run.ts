import { Prisma } from "../../prisma/client/client.ts";
import { defineRun } from "../long-runs/engine.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { isRateLimited } from "../orders/submit/rate-limit.ts";
import { HOUR_MS, MINUTE_MS } from "../ports/clock.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { versionsWith } from "../ports/print-service.ts";
import { FEES_MAX_AGE_MS, refreshServices, SKUS_PER_CALL } from "../quotes/shipping-services.ts";

/** Mapped SKUs `m` of shops `s` whose fees were not read since then; `f`: what is kept. */
const staleMappings = (since: Date) => Prisma.sql`
  FROM "Shop" s JOIN "Mapping" m ON m."shopId" = s."id"
  LEFT JOIN "ShippingFees" f ON f."printAccountId" = s."printAccountId" AND f."itemSku" = m."itemSku"
  WHERE s."uninstalledAt" IS NULL AND m."itemSku" <> '' AND (f."readAt" IS NULL OR f."readAt" <= ${since})`;

/** Reads how the mapped SKUs of an account are shipped, and for what fees: new ones soon, all of them once a day. */
export const shippingServicesRun = defineRun<OrdersContext, PrintAccountId>({
  kind: "shipping_services",
  everyMs: MINUTE_MS,
  // What is kept stays: there is no hurry.
  retry: { retryMinMs: MINUTE_MS, retryMaxMs: 6 * HOUR_MS },
  async due({ db, clock }) {
    const since = new Date(clock.now().getTime() - FEES_MAX_AGE_MS);
    const accounts = await db.$queryRaw<{ id: PrintAccountId }[]>`
      SELECT a."id" FROM "PrintAccount" a
      WHERE a."kind" = 'live' AND a."refusedAt" IS NULL AND a."interfaceVersion"::text = ANY(${versionsWith("shippingServices")})
        AND EXISTS (SELECT ${staleMappings(since)} AND s."printAccountId" = a."id")`;
    return accounts.map(({ id }) => ({ id, printAccountId: id }));
  },
  async step(ctx, id, turn) {
    const since = new Date(ctx.clock.now().getTime() - FEES_MAX_AGE_MS);
    while (!turn.isOver() && !(await isRateLimited(ctx, id))) {
      const stale = await ctx.db.$queryRaw<{ itemSku: string }[]>`
        SELECT m."itemSku" ${staleMappings(since)} AND s."printAccountId" = ${id}::uuid
        GROUP BY 1 ORDER BY min(f."readAt") NULLS FIRST, 1 LIMIT ${SKUS_PER_CALL}`;
      if (stale.length === 0) return;
      await refreshServices(
        ctx,
        id,
        stale.map(({ itemSku }) => itemSku),
      );
      turn.hasAdvanced = true;
    }
  },
  async progress({ db }, printAccountId) {
    const total = await db.shippingFees.count({ where: { printAccountId } });
    return { done: total, total };
  },
});
