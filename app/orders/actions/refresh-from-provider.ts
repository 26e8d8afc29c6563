import type { Submission } from "../../../prisma/client/client.ts";
import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { lookUpNow } from "./look-up-now.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { OrderId } from "../../ports/ids.ts";

/**
 * nothing_sent: no submission was ever sent. lookup_scheduled: uncertain, the lookup is due now. not_found: the service
 * does not show a submission that it should have. rejected: it refuses the credentials.
 */
export type ProviderRefresh =
  "refreshed" | "nothing_sent" | "lookup_scheduled" | "not_found" | "rejected" | "unavailable";

/** Of several submissions the worst result counts. */
const WORST_FIRST: ProviderRefresh[] = ["rejected", "unavailable", "not_found", "lookup_scheduled", "refreshed"];

/**
 * Reads and applies the detail of each submission of an order that the service has or may have. For an uncertain
 * submission the lookup is made due instead.
 */
export async function refreshFromProvider(ctx: OrdersContext, orderId: OrderId): Promise<ProviderRefresh> {
  const rows = await ctx.db.submission.findMany({
    where: { orderId, sentAt: { not: null }, state: { in: [...AT_PROVIDER_STATES, "uncertain", "cancelled"] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
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
    // A canceled or replaced submission is not expected at the service.
    const isExpected = row.state !== "cancelled" && !row.replacedAt;
    return found.outcome === "absent" && isExpected ? "not_found" : "refreshed";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return error instanceof UnauthorizedError ? "rejected" : "unavailable";
  }
}
