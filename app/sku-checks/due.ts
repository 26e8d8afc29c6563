import type { DueRun } from "../long-runs/long-run.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { nightOf } from "../settings/night.ts";
import type { SkuCheckContext } from "./context.ts";
import type { Shop } from "../../prisma/client/client.ts";
import { readSettings } from "../settings/settings.ts";

/** The accounts that have something to check: tonight's run has not begun, or has not ended. */
export async function dueSkuChecks(ctx: Pick<SkuCheckContext, "db" | "clock">): Promise<DueRun<PrintAccountId>[]> {
  const now = ctx.clock.now();
  const accounts = await ctx.db.printAccount.findMany({
    // Where the service rejects the credentials, orders are held for that, and nothing can be asked.
    where: { kind: "live", refusedAt: null, shops: { some: CHECKED.where } },
    select: {
      id: true,
      shops: { ...CHECKED, select: { timezone: true, settings: true } },
      skuCheckRuns: {
        orderBy: { startedAt: "desc" },
        take: 1,
        select: { night: true, endedAt: true },
      },
    },
  });
  const due = accounts.filter(({ shops, skuCheckRuns: [run] }) => {
    const [first] = withCheck(shops);
    return first && (run?.night !== nightOf(now, first.timezone) || run.endedAt === null);
  });
  return due.map(({ id }) => ({ id, printAccountId: id }));
}

/** What decides whether the nightly check is made for a shop. */
type CheckedShop = Pick<Shop, "settings">;

/** The installed shops of an account for which SKUs are checked, the first connected first: its clock says when the night begins. */
export const CHECKED = {
  where: { uninstalledAt: null },
  orderBy: { connectedAt: "asc" },
} as const;

/** Without the shops that switched the check off. */
export const withCheck = <S extends CheckedShop>(shops: readonly S[]): S[] =>
  shops.filter(({ settings }) => readSettings(settings).nightlySkuCheck);
