import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPrintService, fetchToken, type PrintServiceConfig } from "../../print-service/index.ts";
import {
  createPrintServiceStandIn,
  DEFAULT_ACCOUNT,
  type PrintServiceStandIn,
} from "../../../sandbox/print-service/index.ts";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { UnavailableError, UncertainError } from "../../ports/errors.ts";
import { installShop } from "../../shops/install.ts";
import { createSingleFlight } from "../../database/lease.ts";
import { findWebhookSecrets } from "../print-accounts.ts";
import { createTokenSource } from "../tokens.ts";
import { registerWebhooks } from "./register-webhooks.ts";
import { PREVIOUS_SECRET_MS, rotateWebhookSecret, maintainWebhookSecrets } from "./change-webhook.ts";
import { connect, createShopsContext, signInWith } from "../../../tests/support/shops-context.ts";

const APP = "https://app.example.com";
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
const standIns: PrintServiceStandIn[] = [];
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(async () => {
  for (const standIn of standIns) await standIn.close();
  await database.drop();
});

/** A shop that is connected and registered at a print service of its own. */
async function setUp() {
  const account = { email: `${randomUUID()}@example.com`, password: DEFAULT_ACCOUNT.password };
  const standIn = await createPrintServiceStandIn({ accounts: [account] });
  standIns.push(standIn);
  const config: PrintServiceConfig = { baseUrl: standIn.url, prefix: "svc", tokenMethod: "post", getParams: "query" };
  const signIn = signInWith((given) => fetchToken(config, given));
  const base = { ...createShopsContext(database), fetchToken: signIn.v1.fetchToken, signIn };
  const tokens = createTokenSource(base, createSingleFlight(base, 30_000));
  const ctx = { ...base, printService: createPrintService({ ...config, tokens }), appUrl: APP };
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const id = await connect(ctx, domain, account);
  await registerWebhooks(ctx, id);
  const { key } = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  return {
    ctx,
    standIn,
    id,
    rotate: () => rotateWebhookSecret(ctx, id),
    accepted: async () => (await findWebhookSecrets(ctx, key))?.tokens ?? [],
    /** What the service would send with its next events, by kind. */
    sent: () => standIn.state().registrations.map((registration) => registration.accessToken),
  };
}

test("after a rotation the service sends the new secret; the old one is accepted for one more day, then deleted", async () => {
  const { ctx, id, rotate, accepted: acceptedSecrets, sent: sentSecrets } = await setUp();
  const [oldSecret = ""] = await acceptedSecrets();
  const rotated = await rotate();
  expect(rotated).toEqual({
    outcome: "rotated",
    previousSecretUntil: new Date(ctx.clock.now().getTime() + PREVIOUS_SECRET_MS),
  });
  const [newSecret = "", second] = await acceptedSecrets();
  expect(newSecret).not.toBe(oldSecret);
  expect(second).toBe(oldSecret);
  expect(sentSecrets()).toEqual([newSecret, newSecret]);
  ctx.clock.advance(PREVIOUS_SECRET_MS + 1);
  expect(await acceptedSecrets()).toEqual([newSecret]);
  await maintainWebhookSecrets(ctx);
  const row = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  expect(row.previousWebhookSecretEncrypted).toBeNull();
});

test("a second rotation waits until the token before the last one has ended", async () => {
  const { ctx, rotate, accepted: acceptedSecrets } = await setUp();
  const first = await rotate();
  const secrets = await acceptedSecrets();
  expect(await rotate()).toEqual({
    outcome: "too_soon",
    until: first.outcome === "rotated" && first.previousSecretUntil,
  });
  expect(await acceptedSecrets()).toEqual(secrets);
  ctx.clock.advance(PREVIOUS_SECRET_MS + 1);
  expect((await rotate()).outcome).toBe("rotated");
});

test.each([
  ["the service is away", { effect: "server_error", times: 20 }, "register"],
  ["the answer about tracking is lost", { effect: "reset", times: 2 }, "register"],
  ["the answer about statuses is lost", { effect: "reset", times: 2 }, "register_update_order"],
] as const)(
  "when %s, whatever the service sends is accepted, however long it takes",
  async (_what, fault, endpoint) => {
    const { ctx, standIn, rotate, accepted: acceptedSecrets, sent: sentSecrets } = await setUp();
    standIn.addFault({ ...fault, endpoint });
    const failure: unknown = await rotate().catch((error: unknown) => error);
    expect(failure instanceof UnavailableError || failure instanceof UncertainError).toBe(true);
    ctx.clock.advance(10 * PREVIOUS_SECRET_MS);
    const bothSecrets = await acceptedSecrets();
    expect(bothSecrets).toHaveLength(2);
    for (const token of sentSecrets()) expect(bothSecrets).toContain(token);
    standIn.clearFaults();
    expect(await maintainWebhookSecrets(ctx)).toBeGreaterThan(0);
    expect(await acceptedSecrets()).toEqual(bothSecrets);
    expect(sentSecrets()).toEqual([bothSecrets[0], bothSecrets[0]]);
  },
);

test("an account whose credentials cannot be decrypted does not stop the rotations of those behind it", async () => {
  const [broken, other] = [await setUp(), await setUp()];
  for (const { standIn, rotate } of [broken, other]) {
    standIn.addFault({ effect: "server_error", times: 20, endpoint: "register" });
    await expect(rotate()).rejects.toThrow();
    standIn.clearFaults();
  }
  const unreadable = { credentialsEncrypted: new Uint8Array([1]), webhookSecretEncrypted: new Uint8Array([1]) };
  // Accounts come in the order of their rows, and a changed row comes last: the other account's does.
  await broken.ctx.db.printAccount.update({ where: { id: broken.id }, data: unreadable });
  await other.ctx.db.printAccount.update({ where: { id: other.id }, data: { version: { increment: 1 } } });
  await expect(maintainWebhookSecrets(other.ctx)).rejects.toThrow("not a ciphertext");
  const row = await other.ctx.db.printAccount.findUniqueOrThrow({ where: { id: other.id } });
  expect(row.webhookSecretRotatingSince).toBeNull();
  await broken.ctx.db.printAccount.delete({ where: { id: broken.id } });
});

test("many rotations at once make one new token", async () => {
  const { rotate, accepted: acceptedSecrets, sent: sentSecrets } = await setUp();
  const [oldSecret] = await acceptedSecrets();
  const outcomes = await Promise.all(Array.from({ length: 6 }, rotate));
  expect(outcomes.some(({ outcome }) => outcome === "rotated")).toBe(true);
  const secrets = await acceptedSecrets();
  expect(secrets).toEqual([secrets[0], oldSecret]);
  expect(sentSecrets()).toEqual([secrets[0], secrets[0]]);
});

test("a reconnection and a rotation at once leave the service with the token that counts", async () => {
  const { ctx, id, rotate, accepted: acceptedSecrets, sent: sentSecrets } = await setUp();
  await Promise.all([rotate(), registerWebhooks(ctx, id), registerWebhooks(ctx, id)]);
  const [current] = await acceptedSecrets();
  expect(sentSecrets()).toEqual([current, current]);
});
