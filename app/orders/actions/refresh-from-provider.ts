import type { Submission } from "@prisma/client";
import { ForeignError, Unauthorized } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { takeInSynced } from "../provider-updates/apply-provider-order.ts";
import { lookUpNow } from "./look-up-now.ts";
import { askDetail } from "../provider-reader/fetch-detail.ts";
import { AT_SERVICE } from "../core/transitions.ts";

/**
 * nothing: nothing of the order was ever sent. looking: nobody knows yet whether it arrived; the look-up is due now.
 * not_there: the service shows at least one submission not that it should have. refused: it does not take our credentials.
 */
export type ServiceAsked = "asked" | "nothing" | "looking" | "not_there" | "refused" | "unavailable";

/** Worst first: what is told of several submissions. */
const TELL: ServiceAsked[] = ["refused", "unavailable", "not_there", "looking", "asked"];

/**
 * Asks the print service for the detail of each submission of an order that it has or may have, and takes it in. Where nobody
 * knows whether it arrived, the look-up with its proof (resolve/look-up.ts) is made due instead.
 */
export async function askService(ctx: OrdersContext, orderId: string): Promise<ServiceAsked> {
  const rows = await ctx.db.submission.findMany({
    where: { orderId, sentAt: { not: null }, state: { in: [...AT_SERVICE, "uncertain", "cancelled"] } },
    orderBy: { createdAt: "asc" },
  });
  const answers: ServiceAsked[] = [];
  for (const row of rows) answers.push(await (row.state === "uncertain" ? lookNow(ctx, row) : ask(ctx, row)));
  return TELL.find((answer) => answers.includes(answer)) ?? "nothing";
}

async function lookNow(ctx: OrdersContext, row: Submission): Promise<ServiceAsked> {
  await lookUpNow(ctx, { shopId: row.shopId, submissionId: row.id });
  return "looking";
}

async function ask(ctx: OrdersContext, row: Submission): Promise<ServiceAsked> {
  if (!row.printAccountId) return "nothing";
  try {
    const found = await askDetail(ctx.printService.forAccount(row.printAccountId), row);
    if (found) await takeInSynced(ctx, { submissionId: row.id, ...found, seenBy: "detail" });
    else await ctx.db.submission.update({ where: { id: row.id }, data: { checkedAt: ctx.clock.now() } });
    // What was given up is not expected there; that it is would be an alarm of its own.
    return found || row.state === "cancelled" || row.replacedAt ? "asked" : "not_there";
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return error instanceof Unauthorized ? "refused" : "unavailable";
  }
}
