import type { OrdersContext } from "../core/context.ts";
import { dueNow } from "../core/reschedule.ts";
import { recheckOrder } from "../receive/recheck-order.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId, OrderId } from "../../ports/ids.ts";
import type { Submission } from "../../../prisma/client/client.ts";
import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import { readShop } from "../core/shop-row.ts";
import { receiveOrderByGid } from "../receive/receive-order.ts";
import type { ActionResult } from "../core/order-rows.ts";
import type { SubmissionRef } from "./submission-actions.ts";

/** slow: no answer yet; the refresh continues in the background. */
export interface OrderRefresh {
  shopify: "refreshed" | "not_found" | "too_old" | "unavailable" | "slow";
  provider: ProviderRefresh | "slow";
}

export type RefreshResult = { result: "done"; refreshed: OrderRefresh } | { result: "not_found"; refreshed: null };

/** How long a person waits for each side. */
const WAIT_MS = 8_000;

/** Reads an order from Shopify and the print service at once. A side that fails is retried later. */
export async function refreshOrder(
  ctx: OrdersContext,
  ref: { shopId: ShopId; shopifyGid: Gid<"Order"> },
  waitMs = WAIT_MS,
): Promise<RefreshResult> {
  const [row] = await ctx.db.order.updateManyAndReturn({ where: ref, data: dueNow(ctx), select: { id: true } });
  if (!row) return { result: "not_found", refreshed: null };
  const [shopify, provider] = await Promise.all([
    raceTimeout(waitMs, refreshFromShopify(ctx, row.id)),
    raceTimeout(waitMs, refreshFromProvider(ctx, row.id)),
  ]);
  return { result: "done", refreshed: { shopify, provider } };
}

async function refreshFromShopify(ctx: OrdersContext, orderId: OrderId): Promise<OrderRefresh["shopify"]> {
  switch (await recheckOrder(ctx, orderId)) {
    case "not_in_shopify":
      return "not_found";
    case "too_old":
      return "too_old";
    case "unavailable":
      return "unavailable";
    // A worker was quicker.
    case "read":
    case "not_due":
      return "refreshed";
  }
}

/** The result of `work`, or "slow" after `ms`; `work` continues. */
async function raceTimeout<T>(ms: number, work: Promise<T>): Promise<T | "slow"> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"slow">((resolve) => (timer = setTimeout(resolve, ms, "slow")));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * nothing_sent: no submission was ever sent. lookup_scheduled: uncertain, the lookup is due now. not_found: the service
 * does not show a submission that it should have. rejected: it refuses the credentials.
 */
type ProviderRefresh = "refreshed" | "nothing_sent" | "lookup_scheduled" | "not_found" | "rejected" | "unavailable";

/** Of several submissions the worst result counts. */
const WORST_FIRST: ProviderRefresh[] = ["rejected", "unavailable", "not_found", "lookup_scheduled", "refreshed"];

/**
 * Reads and applies the detail of each submission of an order that the service has or may have. For an uncertain
 * submission the lookup is made due instead.
 */
async function refreshFromProvider(ctx: OrdersContext, orderId: OrderId): Promise<ProviderRefresh> {
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

/**
 * Reads an order that somebody opens before it was received, such as one placed while the app was uninstalled: the sweep may take
 * minutes to come to it. Returns whether the order is known now. @throws RemoteError when Shopify cannot be read
 */
export async function receiveMissing(
  ctx: OrdersContext,
  { shopId, shopifyGid }: { shopId: ShopId; shopifyGid: Gid<"Order"> },
): Promise<boolean> {
  const outcome = await receiveOrderByGid(ctx, await readShop(ctx.sql, { id: shopId }), shopifyGid);
  return outcome !== "not_in_shopify" && outcome !== "unknown_shop";
}

/** Makes the lookup of an uncertain submission due. */
export async function lookUpNow(
  ctx: Pick<OrdersContext, "db" | "clock" | "wake">,
  { shopId, submissionId }: Pick<SubmissionRef, "shopId" | "submissionId">,
): Promise<ActionResult> {
  const { count } = await ctx.db.submission.updateMany({
    where: { id: submissionId, shopId, state: "uncertain", lookupClaimedAt: null },
    data: { dueAt: ctx.clock.now() },
  });
  if (count === 0) return notScheduled(ctx, { shopId, submissionId });
  ctx.wake.submission(submissionId);
  return "done";
}

/** done: a lookup is running already. */
async function notScheduled(
  ctx: Pick<OrdersContext, "db">,
  { shopId, submissionId }: Pick<SubmissionRef, "shopId" | "submissionId">,
): Promise<ActionResult> {
  const row = await ctx.db.submission.findFirst({ where: { id: submissionId, shopId }, select: { state: true } });
  if (!row) return "not_found";
  return row.state === "uncertain" ? "done" : "invalid_state";
}
