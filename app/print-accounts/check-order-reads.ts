import { serviceTime } from "../ports/print-service.ts";
import type { ReadProblem, PrintServiceSetting } from "../ports/connection-check.ts";
import type { ShopActionsContext } from "./context.ts";
import { DAY_MS } from "../ports/clock.ts";

/**
 * Checks that the orders of an account can be read: a day of its list, and the detail of a reference that does not
 * exist.
 */
export async function checkOrderReads(ctx: ShopActionsContext, token: string): Promise<ReadProblem | null> {
  const now = ctx.clock.now();
  const to = serviceTime(now);
  const problem = await ctx.connectionCheck.diagnoseReading(token, {
    from: serviceTime(new Date(now.getTime() - DAY_MS)),
    to,
    reference: `CHECK-${ctx.ids.code(16)}`,
    date: to.slice(0, 10),
  });
  if (problem?.kind === "setting") logWrongSetting(ctx, problem.setting);
  return problem;
}

/** For the operator: a merchant cannot change a setting of the process. */
export function logWrongSetting(ctx: Pick<ShopActionsContext, "log">, setting: PrintServiceSetting): void {
  ctx.log.error({ setting }, "a setting does not fit the print service: no account can be connected");
}
