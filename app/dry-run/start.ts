import { readSettings } from "../settings/settings.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import type { DryRunId, ShopId } from "../ports/ids.ts";
import { type DryRunContext, ACTIVE_STATES } from "./context.ts";
import { DRY_RUN_DAYS } from "./limits.ts";
import { DAY_MS } from "../ports/clock.ts";

type StartContext = Pick<DryRunContext, "db" | "clock" | "ids">;

/** Starts a dry run, which the workers take on. running: the shop has one that has not ended. */
export async function startDryRun(
  { db, clock, ids }: StartContext,
  shop: Pick<ShopRow, "id" | "settings">,
): Promise<"started" | "running"> {
  const now = clock.now();
  const { count } = await db.dryRun.createMany({
    data: {
      id: ids.uuid(),
      shopId: shop.id,
      startedAt: now,
      since: new Date(now.getTime() - DRY_RUN_DAYS * DAY_MS),
      currency: readSettings(shop.settings).serviceCurrency,
    },
    // Of two that start at once, the index DryRun_active lets one in.
    skipDuplicates: true,
  });
  return count > 0 ? "started" : "running";
}

/** Ends a dry run; what was checked so far stays. ended: it had ended before. */
export async function cancelDryRun(
  { db, clock }: Pick<StartContext, "db" | "clock">,
  { shopId, id }: { shopId: ShopId; id: DryRunId },
): Promise<"canceled" | "ended"> {
  const { count } = await db.dryRun.updateMany({
    where: { id, shopId, state: { in: [...ACTIVE_STATES] } },
    data: { state: "canceled", endedAt: clock.now(), problem: null },
  });
  return count > 0 ? "canceled" : "ended";
}
