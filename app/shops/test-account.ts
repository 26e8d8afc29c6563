import type { ShopActsContext } from "./context.ts";
import { serviceTime } from "../orders/resolve/service-time.ts";
import { ask } from "./ask.ts";
import { obtainToken } from "./print-tokens.ts";

export type TestResult = "fine" | "refused" | "unavailable";

/** What was tried with the print service, in order, and how it answered. A step that failed is the last. */
export interface AccountTest {
  /** ISO 8601, UTC. */
  at: string;
  steps: { what: "token" | "orders"; result: TestResult; tookMs: number }[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tries a shop's print account for real: a fresh token (service-interface 4.1), and a page of the orders' list (4.5).
 * null when there is none. An account that was refused and is accepted again goes on at once.
 */
export async function testAccount(
  ctx: ShopActsContext,
  shop: { id: string; printAccountId: string | null },
): Promise<AccountTest | null> {
  const account = shop.printAccountId && (await ctx.db.printAccount.findUnique({ where: { id: shop.printAccountId } }));
  if (!account) return null;
  const test: AccountTest = { at: ctx.clock.now().toISOString(), steps: [] };
  if (!(await tried(ctx, test, "token", () => obtainToken(ctx, account)))) return test;
  if (account.refusedAt) await ctx.wakeHeld(shop.id, ["print_account_refused"]);
  const now = ctx.clock.now();
  const from = serviceTime(new Date(now.getTime() - DAY_MS));
  const list = () => ctx.printService.forAccount(account.id).list({ from, to: serviceTime(now), limit: 50, page: 1 });
  await tried(ctx, test, "orders", list);
  return test;
}

async function tried(
  ctx: ShopActsContext,
  test: AccountTest,
  what: AccountTest["steps"][number]["what"],
  call: () => Promise<unknown>,
): Promise<boolean> {
  const start = ctx.clock.now().getTime();
  const answer = await ask(call);
  const result = "failed" in answer ? answer.failed : "fine";
  test.steps.push({ what, result, tookMs: ctx.clock.now().getTime() - start });
  return result === "fine";
}
