import type { ShopActsContext } from "../../shops/context.ts";
import type { ReadingTrouble } from "../../ports/connection-check.ts";
import { ask } from "../../print-accounts/webhooks/call-provider.ts";
import { checkReading } from "../../print-accounts/check-order-reads.ts";
import { obtainToken } from "../../print-accounts/tokens.ts";

export type TestResult = "fine" | "refused" | "unavailable";

/** What was tried with the print service, in order, and how it answered. A step that failed is the last. */
export interface AccountTest {
  /** ISO 8601, UTC. */
  at: string;
  steps: { what: "token" | "orders"; result: TestResult; tookMs: number }[];
  /** Why the orders cannot be read. */
  trouble: ReadingTrouble | null;
}

/**
 * Tries a shop's print account for real: a fresh token (service-interface 4.1), a page of the orders' list (4.5) and a detail (4.6).
 * null when there is none. An account that was refused and is accepted again goes on at once.
 */
export async function testAccount(
  ctx: ShopActsContext,
  shop: { id: string; printAccountId: string | null },
): Promise<AccountTest | null> {
  const account = shop.printAccountId && (await ctx.db.printAccount.findUnique({ where: { id: shop.printAccountId } }));
  if (!account) return null;
  const test: AccountTest = { at: ctx.clock.now().toISOString(), steps: [], trouble: null };
  const token = await timed(ctx, () => ask(() => obtainToken(ctx, account)));
  const { answer } = token;
  test.steps.push({ what: "token", result: "failed" in answer ? answer.failed : "fine", tookMs: token.tookMs });
  if ("failed" in answer) return test;
  if (account.refusedAt) await ctx.wakeHeld(shop.id, ["print_account_refused"]);
  const reading = await timed(ctx, () => checkReading(ctx, answer.value));
  test.trouble = reading.answer;
  test.steps.push({ what: "orders", result: resultOf(reading.answer), tookMs: reading.tookMs });
  return test;
}

function resultOf(trouble: ReadingTrouble | null): TestResult {
  if (trouble === null) return "fine";
  const status = trouble.kind === "setting" ? 400 : (trouble.httpStatus ?? 500);
  return status < 500 ? "refused" : "unavailable";
}

async function timed<T>(ctx: ShopActsContext, call: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const start = ctx.clock.now().getTime();
  const answer = await call();
  return { answer, tookMs: ctx.clock.now().getTime() - start };
}
