import { serviceTime } from "../orders/provider-reader/service-time.ts";
import type { ReadingTrouble, ServiceSetting } from "../ports/connection-check.ts";
import type { ShopActsContext } from "../shops/context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tries whether the orders of an account can be read: a day of its list, and the detail of an order that nobody has. */
export async function checkReading(ctx: ShopActsContext, token: string): Promise<ReadingTrouble | null> {
  const now = ctx.clock.now();
  const to = serviceTime(now);
  const trouble = await ctx.connectionCheck.reading(token, {
    from: serviceTime(new Date(now.getTime() - DAY_MS)),
    to,
    reference: `CHECK-${ctx.ids.code(16)}`,
    date: to.slice(0, 10),
  });
  if (trouble?.kind === "setting") noteMisfit(ctx, trouble.setting);
  return trouble;
}

/** For whoever runs the app: a merchant can do nothing about it. */
export function noteMisfit(ctx: Pick<ShopActsContext, "log">, setting: ServiceSetting): void {
  ctx.log.error({ setting }, "a setting does not fit the print service: no account can be connected");
}
