import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPrintService, type PrintServiceConfig } from "../../print-service/index.ts";
import { fetchToken } from "../../print-service/index.ts";
import {
  createPrintServiceStandIn,
  DEFAULT_ACCOUNT,
  type PrintServiceStandIn,
} from "../../../sandbox/print-service/index.ts";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { Unavailable, Uncertain } from "../../ports/errors.ts";
import { installShop } from "../../shops/install.ts";
import { createAlone } from "../../database/lease.ts";
import { eventKeys } from "../print-accounts.ts";
import { createPrintTokens } from "../tokens.ts";
import { registerEvents } from "./register-webhooks.ts";
import { OLD_TOKEN_MS, rotateEventKey, tendEventKeys } from "./rotate-secret.ts";
import { connect, shopsContext } from "../../../tests/support/shops-context.ts";

const APP = "https://app.example.com";
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
const presses: PrintServiceStandIn[] = [];
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(async () => {
  for (const press of presses) await press.close();
  await database.drop();
});

/** A shop that is connected and registered at a print service of its own. */
async function setUp() {
  const account = { email: `${randomUUID()}@example.com`, password: DEFAULT_ACCOUNT.password };
  const press = await createPrintServiceStandIn({ accounts: [account] });
  presses.push(press);
  const config: PrintServiceConfig = { baseUrl: press.url, prefix: "svc", tokenMethod: "post", getParams: "query" };
  const ctx = { ...shopsContext(database.db), fetchToken: (given: typeof account) => fetchToken(config, given) };
  const service = createPrintService({ ...config, tokens: createPrintTokens(ctx, createAlone(ctx, 30_000)) });
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const id = await connect(ctx, domain, account);
  await registerEvents(ctx, service, id, APP);
  const { key } = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  return {
    ctx,
    press,
    service,
    id,
    rotate: () => rotateEventKey(ctx, service, id, APP),
    accepted: async () => (await eventKeys(ctx, key))?.tokens ?? [],
    /** What the service would send with its next events, by kind. */
    sent: () => press.state().registrations.map((registration) => registration.accessToken),
  };
}

test("after a rotation the service sends the new token; the old one counts for a day more, and is forgotten then", async () => {
  const { ctx, id, service, rotate, accepted, sent } = await setUp();
  const [old = ""] = await accepted();
  const rotated = await rotate();
  expect(rotated).toEqual({ outcome: "rotated", oldTokenUntil: new Date(ctx.clock.now().getTime() + OLD_TOKEN_MS) });
  const [fresh = "", second] = await accepted();
  expect(fresh).not.toBe(old);
  expect(second).toBe(old);
  expect(sent()).toEqual([fresh, fresh]);
  ctx.clock.forward(OLD_TOKEN_MS + 1);
  expect(await accepted()).toEqual([fresh]);
  await tendEventKeys(ctx, service, APP);
  const row = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  expect(row.previousEventTokenSealed).toBeNull();
});

test("a second rotation waits until the token before the last one has ended", async () => {
  const { ctx, rotate, accepted } = await setUp();
  const first = await rotate();
  const tokens = await accepted();
  expect(await rotate()).toEqual({ outcome: "too_soon", until: first.outcome === "rotated" && first.oldTokenUntil });
  expect(await accepted()).toEqual(tokens);
  ctx.clock.forward(OLD_TOKEN_MS + 1);
  expect((await rotate()).outcome).toBe("rotated");
});

test.each([
  ["the service is away", { effect: "server_error", times: 20 }, "register"],
  ["the answer about tracking is lost", { effect: "reset", times: 2 }, "register"],
  ["the answer about statuses is lost", { effect: "reset", times: 2 }, "register_update_order"],
] as const)(
  "when %s, whatever the service sends is accepted, however long it takes",
  async (_what, fault, endpoint) => {
    const { ctx, press, service, rotate, accepted, sent } = await setUp();
    press.addFault({ ...fault, endpoint });
    const broken: unknown = await rotate().catch((error: unknown) => error);
    expect(broken instanceof Unavailable || broken instanceof Uncertain).toBe(true);
    ctx.clock.forward(10 * OLD_TOKEN_MS);
    const both = await accepted();
    expect(both).toHaveLength(2);
    for (const token of sent()) expect(both).toContain(token);
    press.clearFaults();
    expect(await tendEventKeys(ctx, service, APP)).toBeGreaterThan(0);
    expect(await accepted()).toEqual(both);
    expect(sent()).toEqual([both[0], both[0]]);
  },
);

test("many rotations at once make one new token", async () => {
  const { rotate, accepted, sent } = await setUp();
  const [old] = await accepted();
  const outcomes = await Promise.all(Array.from({ length: 6 }, rotate));
  expect(outcomes.some(({ outcome }) => outcome === "rotated")).toBe(true);
  const tokens = await accepted();
  expect(tokens).toEqual([tokens[0], old]);
  expect(sent()).toEqual([tokens[0], tokens[0]]);
});

test("a reconnection and a rotation at once leave the service with the token that counts", async () => {
  const { ctx, id, service, rotate, accepted, sent } = await setUp();
  await Promise.all([rotate(), registerEvents(ctx, service, id, APP), registerEvents(ctx, service, id, APP)]);
  const [present] = await accepted();
  expect(sent()).toEqual([present, present]);
});
