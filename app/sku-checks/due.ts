import type { PrintAccountId } from "../ports/ids.ts";
import { nightOf } from "../settings/night.ts";
import type { SkuCheckContext } from "./context.ts";

/** The accounts that have something to check: tonight's run has not begun, or its next step is due. */
export async function dueSkuChecks(ctx: Pick<SkuCheckContext, "db" | "clock">): Promise<{ id: PrintAccountId }[]> {
  const now = ctx.clock.now();
  const installed = { uninstalledAt: null };
  const accounts = await ctx.db.printAccount.findMany({
    // Where the service rejects the credentials, orders are held for that, and nothing can be asked.
    where: { kind: "live", refusedAt: null, shops: { some: installed } },
    select: {
      id: true,
      shops: { where: installed, orderBy: { connectedAt: "asc" }, take: 1, select: { timezone: true } },
      skuCheckRuns: {
        orderBy: { startedAt: "desc" },
        take: 1,
        select: { night: true, endedAt: true, dueAt: true },
      },
    },
  });
  return accounts.filter(({ shops, skuCheckRuns: [run] }) => {
    if (run?.night !== nightOf(now, shops[0]?.timezone ?? null)) return true;
    return run.endedAt === null && run.dueAt <= now;
  });
}
