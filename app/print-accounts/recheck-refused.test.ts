import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { Unauthorized, Unavailable } from "../ports/errors.ts";
import { installShop } from "../shops/install.ts";
import { createAlone } from "../database/lease.ts";
import { connectPrintAccount } from "./print-accounts.ts";
import { createPrintTokens } from "./tokens.ts";
import { recheckRefused } from "./recheck-refused.ts";
import { shopsContext } from "../../tests/support/shops-context.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

/** A shop whose account was refused, at a print service that answers as it is told. */
async function refused() {
  // Those of other tests are not due.
  await database.db.printAccount.updateMany({ data: { recheckAt: null } });
  const service = {
    tokens: "given" as "given" | "refused" | "away",
    takes: "taken" as "taken" | "refused" | "unknown",
  };
  const woken: string[] = [];
  let asked = 0;
  const ctx = {
    ...shopsContext(database.db),
    async fetchToken() {
      asked += 1;
      if (service.tokens === "refused") throw new Unauthorized("no");
      if (service.tokens === "away") throw new Unavailable("away");
      return `token-${asked}`;
    },
    tryToken: async () => service.takes,
    wakeHeld: async (shopId: string) => void woken.push(shopId),
  };
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const id = await connectPrintAccount(
    ctx,
    domain,
    { email: `${randomUUID()}@example.com`, password: "right" },
    "token-0",
  );
  const tokens = createPrintTokens(ctx, createAlone(ctx, 30_000));
  await tokens.markRefused(id, await tokens.current(id));
  asked = 0;
  return { ctx, service, woken, tokens, id, domain, asked: () => asked };
}

const account = (id: string) => database.db.printAccount.findUniqueOrThrow({ where: { id } });

test("is tried with growing waits, at most every six hours, and is refused since the same time", async () => {
  const { ctx, service, id, asked, woken } = await refused();
  const { refusedAt } = await account(id);
  service.tokens = "refused";
  await recheckRefused(ctx);
  expect(asked()).toBe(0);
  const waits: number[] = [];
  while (waits.length < 12) {
    const wait = ((await account(id)).recheckAt?.getTime() ?? 0) - ctx.clock.now().getTime();
    waits.push(wait / MINUTE);
    ctx.clock.forward(wait);
    await recheckRefused(ctx);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  expect(asked()).toBe(12);
  expect((await account(id)).refusedAt).toEqual(refusedAt);
  expect(woken).toEqual([]);
});

test.each([
  ["it takes the credentials, and no call", { tokens: "given", takes: "refused" }],
  ["it takes the credentials, and nobody knows about calls", { tokens: "given", takes: "unknown" }],
  ["it cannot be reached", { tokens: "away", takes: "taken" }],
] as const)("stays refused where %s", async (_, answers) => {
  const { ctx, service, tokens, id } = await refused();
  Object.assign(service, answers);
  ctx.clock.forward(MINUTE);
  await recheckRefused(ctx);
  await expect(tokens.current(id)).rejects.toBeInstanceOf(Unauthorized);
});

test("goes on once it is taken: its shops' orders are woken, with a token that counts", async () => {
  const { ctx, tokens, id, domain, woken } = await refused();
  ctx.clock.forward(MINUTE);
  await Promise.all([recheckRefused(ctx), recheckRefused(ctx)]);
  expect(await account(id)).toMatchObject({ refusedAt: null, recheckAt: null, rechecks: 0 });
  expect(await tokens.current(id)).toBe("token-1");
  expect(woken).toEqual([(await database.db.shop.findUniqueOrThrow({ where: { domain } })).id]);
});

test("what was left to wake by a process that ended is woken by the next", async () => {
  const { ctx, id, woken, asked } = await refused();
  await database.db.printAccount.update({ where: { id }, data: { refusedAt: null } });
  ctx.clock.forward(MINUTE);
  await recheckRefused(ctx);
  expect(woken).toHaveLength(1);
  expect(asked()).toBe(0);
  expect((await account(id)).recheckAt).toBeNull();
});

test("is not tried for a shop that has left", async () => {
  const { ctx, asked, domain } = await refused();
  await database.db.shop.update({ where: { domain }, data: { uninstalledAt: ctx.clock.now() } });
  ctx.clock.forward(HOUR);
  await recheckRefused(ctx);
  expect(asked()).toBe(0);
});

test("a token that somebody has replaced meanwhile says nothing about the account", async () => {
  const { ctx, tokens, id } = await refused();
  ctx.clock.forward(MINUTE);
  await recheckRefused(ctx);
  await tokens.markRefused(id, "token-0");
  expect((await account(id)).refusedAt).toBeNull();
});
