import type { DryRun, DryRunCostProblem } from "../../prisma/client/client.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintOrder } from "../ports/order-model.ts";
import { basketHash, basketOf } from "../quotes/basket.ts";
import { priceBasket } from "../quotes/price-basket.ts";
import type { PriceResult } from "../quotes/model.ts";
import type { DryRunContext } from "./context.ts";
import { MAX_QUOTE_FAILURES, MAX_QUOTES, QUOTE_MAX_AGE_MS } from "./limits.ts";

/** What an order costs: a decimal string in the currency of the dry run, or why that is not known. */
export type OrderCost = { cost: string | null; costProblem: DryRunCostProblem | null };

/**
 * Prices an order. Orders with the same SKUs and quantities to the same country cost the same without tax, wherever in the
 * country: the first of them is quoted.
 */
export async function priceOrder(
  ctx: DryRunContext,
  run: Pick<DryRun, "id" | "currency">,
  printAccountId: PrintAccountId | null,
  payload: PrintOrder,
): Promise<OrderCost & { basket: string }> {
  const basket = basketHash({ ...basketOf(payload), provinceCode: "" });
  const known = await ctx.db.dryRunOrder.findFirst({
    where: {
      dryRunId: run.id,
      basket,
      OR: [{ cost: { not: null } }, { costProblem: { in: ["rejected", "inconsistent"] } }],
    },
    select: { cost: true, costProblem: true },
  });
  return { basket, ...(known ?? (await requestQuote(ctx, run, printAccountId, payload))) };
}

async function requestQuote(
  ctx: DryRunContext,
  run: Pick<DryRun, "id" | "currency">,
  printAccountId: PrintAccountId | null,
  payload: PrintOrder,
): Promise<OrderCost> {
  if (printAccountId === null) return { cost: null, costProblem: "not_connected" };
  // Counted before the call: a process that dies in it has used the quote up.
  const { count } = await ctx.db.dryRun.updateMany({
    where: { id: run.id, quotes: { lt: MAX_QUOTES }, quoteFailures: { lt: MAX_QUOTE_FAILURES } },
    data: { quotes: { increment: 1 }, quoteFailures: { increment: 1 } },
  });
  if (count === 0) return { cost: null, costProblem: "limit_reached" };
  const shop = { printAccountId, serviceCurrency: run.currency };
  const cost = costOf(await priceBasket(ctx, shop, basketOf(payload), { maxAgeMs: QUOTE_MAX_AGE_MS }));
  if (cost.costProblem !== "unavailable" && cost.costProblem !== "account_rejected")
    await ctx.db.dryRun.updateMany({ where: { id: run.id }, data: { quoteFailures: 0 } });
  return cost;
}

function costOf(priced: PriceResult): OrderCost {
  if (priced.status !== "priced") return { cost: null, costProblem: priced.status };
  const { total, discrepancies } = priced.price;
  return discrepancies.includes("total_differs")
    ? { cost: null, costProblem: "inconsistent" }
    : { cost: total, costProblem: null };
}
