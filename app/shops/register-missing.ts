import type { PrintService } from "../ports/print-service.ts";
import { ask } from "./ask.ts";
import type { ShopsContext } from "./context.ts";
import { registerEvents } from "./register-events.ts";

/** Registers our addresses for every account where that failed at its connection. Returns how many are made good. */
export async function registerMissing(ctx: ShopsContext, printService: PrintService, appUrl: string): Promise<number> {
  const accounts = await ctx.db.printAccount.findMany({
    where: {
      OR: [{ trackingRegisteredAt: null }, { statusRegisteredAt: null }],
      refusedAt: null,
      shops: { some: { uninstalledAt: null } },
    },
    select: { id: true },
  });
  let made = 0;
  for (const { id } of accounts) {
    const registered = await ask(() => registerEvents(ctx, printService, id, appUrl));
    if ("value" in registered) made += 1;
  }
  return made;
}
