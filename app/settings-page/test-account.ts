import type { ShopActionsContext } from "../print-accounts/context.ts";
import type { ConnectionFailure } from "../ports/transport.ts";
import type { ReadProblem } from "../ports/connection-check.ts";
import { callProvider } from "../print-accounts/webhooks/self-test.ts";
import { checkOrderReads } from "../print-accounts/check-order-reads.ts";
import { obtainToken } from "../print-accounts/tokens.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";

type TestResult = "fine" | "rejected" | "unavailable";

/** The steps of a connection test with their results. A failed step is the last. */
export interface AccountTest {
  /** ISO 8601, UTC. */
  at: string;
  steps: { what: "token" | "orders"; result: TestResult; tookMs: number }[];
  /** What kept the connection from coming about, where that is known. */
  connectionFailure: ConnectionFailure | null;
  /** Why the orders cannot be read. */
  problem: ReadProblem | null;
}

/**
 * Tests a shop's print account with a new token (print-service: getToken), a page of the list (listOrders) and a detail
 * (getOrder); null without a live account. The orders of an account that is accepted again continue at once.
 */
export async function testAccount(
  ctx: ShopActionsContext,
  shop: { id: ShopId; printAccountId: PrintAccountId | null },
): Promise<AccountTest | null> {
  const where = { id: shop.printAccountId ?? undefined, kind: "live" } as const;
  const account = shop.printAccountId && (await ctx.db.printAccount.findFirst({ where }));
  if (!account) return null;
  const test: AccountTest = { at: ctx.clock.now().toISOString(), steps: [], connectionFailure: null, problem: null };
  const token = await measure(ctx, () => callProvider(() => obtainToken(ctx, account)));
  const { answer } = token;
  test.steps.push({
    what: "token",
    result: answer.outcome === "failed" ? answer.failure : "fine",
    tookMs: token.tookMs,
  });
  if (answer.outcome === "failed") return { ...test, connectionFailure: answer.connectionFailure ?? null };
  if (account.refusedAt) await ctx.wakeHeld(shop.id, ["print_account_rejected"]);
  const reading = await measure(ctx, () => checkOrderReads(ctx, answer.value));
  test.problem = reading.answer;
  test.steps.push({ what: "orders", result: resultOf(reading.answer), tookMs: reading.tookMs });
  return test;
}

function resultOf(problem: ReadProblem | null): TestResult {
  if (problem === null) return "fine";
  const status = problem.kind === "setting" ? 400 : (problem.httpStatus ?? 500);
  return status < 500 ? "rejected" : "unavailable";
}

async function measure<T>(ctx: ShopActionsContext, call: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const start = ctx.clock.now().getTime();
  const answer = await call();
  return { answer, tookMs: ctx.clock.now().getTime() - start };
}
