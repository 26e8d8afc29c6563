import type { Clock } from "../ports/clock.ts";
import { isSendingPaused, planAgain } from "../orders/core/sending-plan.ts";
import type { ShopId } from "../ports/ids.ts";
import { instantOf } from "../settings/wall-time.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";

type PauseContext = Pick<ShopsContext, "db"> & { clock: Clock };

/** `until`: when the pause ends; null: no end is set, or there is no pause. */
type PauseResult = { outcome: "saved"; until: Date | null } | { outcome: "invalid"; problem: "past" | "unreadable" };

/**
 * Pauses the sending of a shop's orders, until a time on its clock (`2026-11-21T12:07`) or, with null, until staff resumes it. Of a
 * pause that goes on, only the end changes. From the commit on, nothing is claimed: a claim locks the shop's row (orders/submit/claim.ts).
 */
export async function pauseSending(
  ctx: PauseContext,
  shopId: ShopId,
  until: string | null,
  note?: NoteAction,
): Promise<PauseResult> {
  return ctx.db.$transaction(async (tx): Promise<PauseResult> => {
    await tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR NO KEY UPDATE`;
    const shop = await tx.shop.findUniqueOrThrow({ where: { id: shopId } });
    const now = ctx.clock.now();
    const end = until === null ? null : instantOf(until, shop.timezone ?? "UTC");
    if (until !== null && end === null) return { outcome: "invalid", problem: "unreadable" };
    if (end && end <= now) return { outcome: "invalid", problem: "past" };
    const since = isSendingPaused(now, shop) ? shop.sendingPausedAt : now;
    const pause = { sendingPausedAt: since, sendingPausedUntil: end };
    await tx.shop.update({ where: { id: shopId }, data: { ...pause, ...planAgain(ctx), version: { increment: 1 } } });
    await note?.(tx, "sending_paused", { until: end?.toISOString() ?? null });
    return { outcome: "saved", until: end };
  });
}

/** Ends the pause. What waited goes by the shop's rules. */
export async function resumeSending(ctx: PauseContext, shopId: ShopId, note?: NoteAction): Promise<PauseResult> {
  const pause = { sendingPausedAt: null, sendingPausedUntil: null };
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.shop.updateMany({
      where: { id: shopId, sendingPausedAt: { not: null } },
      data: { ...pause, ...planAgain(ctx), version: { increment: 1 } },
    });
    if (count > 0) await note?.(tx, "sending_resumed");
  });
  return { outcome: "saved", until: null };
}
