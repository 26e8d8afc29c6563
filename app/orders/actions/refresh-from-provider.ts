import type { Submission } from "@prisma/client";
import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { lookUpNow } from "./look-up-now.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";

/**
 * nothing: nothing of the order was ever sent. looking: nobody knows yet whether it arrived; the lookup is due now.
 * not_there: the service shows at least one submission not that it should have. refused: it does not take our
 * credentials.
 */
export type ProviderRefresh =
  "refreshed" | "nothing_sent" | "lookup_scheduled" | "not_found" | "rejected" | "unavailable";

/** Worst first: what is told of several submissions. */
const WORST_FIRST: ProviderRefresh[] = ["rejected", "unavailable", "not_found", "lookup_scheduled", "refreshed"];

/**
 * Asks the print service for the detail of each submission of an order that it has or may have, and takes it in. Where
 * nobody knows whether it arrived, the lookup with its proof (resolve/lookup.ts) is made due instead.
 */
export async function refreshFromProvider(ctx: OrdersContext, orderId: string): Promise<ProviderRefresh> {
  const rows = await ctx.db.submission.findMany({
    where: { orderId, sentAt: { not: null }, state: { in: [...AT_PROVIDER_STATES, "uncertain", "cancelled"] } },
    orderBy: { createdAt: "asc" },
  });
  const answers: ProviderRefresh[] = [];
  for (const row of rows)
    answers.push(await (row.state === "uncertain" ? scheduleLookup(ctx, row) : refreshSubmission(ctx, row)));
  return WORST_FIRST.find((answer) => answers.includes(answer)) ?? "nothing_sent";
}

async function scheduleLookup(ctx: OrdersContext, row: Submission): Promise<ProviderRefresh> {
  await lookUpNow(ctx, { shopId: row.shopId, submissionId: row.id });
  return "lookup_scheduled";
}

async function refreshSubmission(ctx: OrdersContext, row: Submission): Promise<ProviderRefresh> {
  if (!row.printAccountId) return "nothing_sent";
  try {
    const found = await findOrder(ctx, queryFor(row, row.printAccountId));
    if (found.outcome === "found")
      await applyProviderOrder(ctx, { submissionId: row.id, ...found, reportedBy: "detail" });
    else await ctx.db.submission.update({ where: { id: row.id }, data: { checkedAt: ctx.clock.now() } });
    // What was given up is not expected there; that it is would be an alarm of its own.
    const isExpected = row.state !== "cancelled" && !row.replacedAt;
    return found.outcome === "absent" && isExpected ? "not_found" : "refreshed";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return error instanceof UnauthorizedError ? "rejected" : "unavailable";
  }
}
