import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { until } from "../../tests/support/until.ts";
import { insertSentOrders } from "../../tests/support/many-orders.ts";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { installShop } from "../shops/install.ts";
import { createSingleFlight } from "../database/lease.ts";
import { connectPrintAccount } from "./print-accounts.ts";
import { createTokenSource } from "./tokens.ts";
import { recheckRefused, renewEndingTokens } from "./recheck-refused.ts";
import { createShopsContext, signInWith } from "../../tests/support/shops-context.ts";
import type { ShopId, PrintAccountId } from "../ports/ids.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

/** A shop whose account was refused, at a print service that answers as it is told. */
async function refusedAccount() {
  // Those of other tests are not due.
  await database.db.printAccount.updateMany({ data: { dueAt: null } });
  const service = {
    tokens: "given" as "given" | "rejected" | "away",
    tryToken: "accepted" as "accepted" | "rejected" | "unknown",
  };
  const woken: string[] = [];
  let fetches = 0;
  const fetchToken = async () => {
    fetches += 1;
    if (service.tokens === "rejected") throw new UnauthorizedError("no");
    if (service.tokens === "away") throw new UnavailableError("away");
    return `token-${fetches}`;
  };
  const ctx = {
    ...createShopsContext(database),
    signIn: signInWith(fetchToken, { checkToken: async () => service.tryToken }),
    wakeHeld: async (shopId: ShopId) => void woken.push(shopId),
  };
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const id = await connectPrintAccount(
    ctx,
    domain,
    { email: `${randomUUID()}@example.com`, password: "right" },
    "token-0",
  );
  const tokens = createTokenSource(ctx, createSingleFlight(ctx, 30_000));
  await tokens.markRejected(id, await tokens.current(id));
  fetches = 0;
  return { ctx, service, woken, tokens, id, domain, fetches: () => fetches };
}

const account = (id: PrintAccountId) => database.db.printAccount.findUniqueOrThrow({ where: { id } });

test("is tried with growing waits, at most every six hours, and is refused since the same time", async () => {
  const { ctx, service, id, fetches, woken } = await refusedAccount();
  const { refusedAt } = await account(id);
  service.tokens = "rejected";
  await recheckRefused(ctx);
  expect(fetches()).toBe(0);
  const waits: number[] = [];
  while (waits.length < 12) {
    const wait = ((await account(id)).dueAt?.getTime() ?? 0) - ctx.clock.now().getTime();
    waits.push(wait / MINUTE);
    ctx.clock.advance(wait);
    await recheckRefused(ctx);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  expect(fetches()).toBe(12);
  expect((await account(id)).refusedAt).toEqual(refusedAt);
  expect(woken).toEqual([]);
});

test.each([
  ["it takes the credentials, and no call", { tokens: "given", tryToken: "rejected" }],
  ["it takes the credentials, and nobody knows about calls", { tokens: "given", tryToken: "unknown" }],
  ["it cannot be reached", { tokens: "away", tryToken: "accepted" }],
] as const)("stays refused where %s", async (_, serviceState) => {
  const { ctx, service, tokens, id } = await refusedAccount();
  Object.assign(service, serviceState);
  ctx.clock.advance(MINUTE);
  await recheckRefused(ctx);
  await expect(tokens.current(id)).rejects.toBeInstanceOf(UnauthorizedError);
});

test("continues once it is taken: its shops' orders are woken, with a token that counts", async () => {
  const { ctx, tokens, id, domain, woken } = await refusedAccount();
  ctx.clock.advance(MINUTE);
  await Promise.all([recheckRefused(ctx), recheckRefused(ctx)]);
  expect(await account(id)).toMatchObject({ refusedAt: null, dueAt: null, tries: 0 });
  expect(await tokens.current(id)).toBe("token-1");
  expect(woken).toEqual([(await database.db.shop.findUniqueOrThrow({ where: { domain } })).id]);
});

test("an account that another process takes after it was found due is not tried twice", async () => {
  const { ctx, id, fetches, woken } = await refusedAccount();
  ctx.clock.advance(MINUTE);
  const db = database.db.$extends({
    query: {
      printAccount: {
        async findMany({ args, query }) {
          await recheckRefused(ctx);
          return query(args);
        },
      },
    },
  }) as unknown as typeof ctx.db;
  await recheckRefused({ ...ctx, db });
  expect(await account(id)).toMatchObject({ refusedAt: null, dueAt: null, tries: 0 });
  expect(fetches()).toBe(1);
  expect(woken).toHaveLength(1);
});

test("what was left to wake by a process that ended is woken by the next", async () => {
  const { ctx, id, woken, fetches } = await refusedAccount();
  await database.db.printAccount.update({ where: { id }, data: { refusedAt: null } });
  ctx.clock.advance(MINUTE);
  await recheckRefused(ctx);
  expect(woken).toHaveLength(1);
  expect(fetches()).toBe(0);
  expect((await account(id)).dueAt).toBeNull();
});

test.each(["submitted", "uncertain"] as const)(
  "is tried for an order on it that is %s, too, after its shop has changed to another account",
  async (state) => {
    const { ctx, id, domain, fetches } = await refusedAccount();
    const shop = await database.db.shop.update({ where: { domain }, data: { printAccountId: null } });
    ctx.clock.advance(MINUTE);
    await recheckRefused(ctx);
    expect(fetches()).toBe(0);
    const sent = { state, sentAt: ctx.clock.now(), prefix: `${state}-` };
    await insertSentOrders(database.pool, { shopId: shop.id, accountId: id, count: 1, ...sent });
    await recheckRefused(ctx);
    expect(await account(id)).toMatchObject({ refusedAt: null, dueAt: null });
  },
);

test("is not tried for a shop that has left", async () => {
  const { ctx, fetches, domain } = await refusedAccount();
  await database.db.shop.update({ where: { domain }, data: { uninstalledAt: ctx.clock.now() } });
  ctx.clock.advance(HOUR);
  await recheckRefused(ctx);
  expect(fetches()).toBe(0);
});

test("a token that somebody has replaced meanwhile says nothing about the account", async () => {
  const { ctx, tokens, id } = await refusedAccount();
  ctx.clock.advance(MINUTE);
  await recheckRefused(ctx);
  await tokens.markRejected(id, "token-0");
  expect((await account(id)).refusedAt).toBeNull();
});

/** A shop whose access token ends in a week, at a print service that gives another one. */
async function endingToken() {
  await database.db.printAccount.updateMany({ data: { tokenEndsAt: null } });
  let renewals = 0;
  const service = { answers: Promise.resolve() };
  const refreshToken = async (token: string) => {
    const renewed = `${token}-${(renewals += 1)}`;
    if (renewals === 1) await service.answers;
    return renewed;
  };
  const { v1, v3 } = signInWith(() => Promise.reject(new UnavailableError("away")));
  const ctx = {
    ...createShopsContext(database),
    signIn: { v1, v3: { ...v3, refreshToken } },
    wakeHeld: () => Promise.resolve(),
  };
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const accessToken = `token-${randomUUID()}`;
  const id = await connectPrintAccount(ctx, domain, { accessToken }, accessToken, { version: "v3" });
  const tokenEndsAt = new Date(ctx.clock.now().getTime() + 7 * 24 * HOUR);
  await ctx.db.printAccount.update({ where: { id }, data: { tokenEndsAt } });
  return { ctx, service, id, domain, accessToken, renewals: () => renewals };
}

test("an access token that ends soon is renewed once, also where two processes are at it", async () => {
  const { ctx, service, id, accessToken, renewals } = await endingToken();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  service.answers = promise;
  const first = renewEndingTokens(ctx);
  await until("the service is asked", () => renewals() === 1);
  await renewEndingTokens(ctx);
  answer();
  await first;
  await renewEndingTokens(ctx);
  expect(renewals()).toBe(1);
  const tokens = createTokenSource(ctx, createSingleFlight(ctx, 30_000));
  expect(await tokens.current(id)).toBe(`${accessToken}-1`);
});

test("the access token of an account that no shop uses any more is left alone", async () => {
  const { ctx, domain, renewals } = await endingToken();
  await ctx.db.shop.update({ where: { domain }, data: { uninstalledAt: ctx.clock.now() } });
  await renewEndingTokens(ctx);
  expect(renewals()).toBe(0);
});
