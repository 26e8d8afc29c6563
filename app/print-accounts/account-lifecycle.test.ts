import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createAccountFixture, type AccountFixture, type FakePrintService } from "./account-fixture.testing.ts";
import { changeSettings } from "../settings-page/save-settings.ts";
import {
  keepForeignWebhook,
  reregisterWebhooks,
  rotateSecretNow,
  setWebhookActive,
} from "./webhooks/change-webhook.ts";
import { connectAccount, testAccount, viewAccount } from "../settings-page/account.ts";
import { readHome } from "../home/home.ts";
import { disconnectPrintAccount } from "./print-accounts.ts";
import { registerMissingWebhooks } from "./webhooks/register-webhooks.ts";
import { readWebhooksOverview } from "./webhooks/webhook-status.ts";
import type { ShopId } from "../ports/ids.ts";
import { idOf } from "../../tests/support/ids.ts";
import { seedOrder } from "../../tests/support/shops-context.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const webhooksOf = async (...args: Parameters<typeof readWebhooksOverview>) =>
  (await readWebhooksOverview(...args))?.webhooks ?? [];

async function connectedShop(): Promise<AccountFixture & { shopId: ShopId }> {
  const fixture = createAccountFixture(database);
  const shop = await fixture.newShop();
  expect(await connectAccount(fixture.ctx, shop, fixture.credentials)).toEqual({
    outcome: "connected",
    registered: true,
    version: "v1",
  });
  return { ...fixture, shopId: shop.id };
}

test("connecting registers the addresses and wakes held orders; the page shows since when, also after a new password", async () => {
  const { ctx, service, credentials, woken, shopId, shop } = await connectedShop();
  expect(woken).toEqual([["no_print_account", "print_account_rejected", "practice_account"]]);
  const since = ctx.clock.now().toISOString();
  expect(await viewAccount(ctx, shopId)).toEqual({
    state: "connected",
    version: "v1",
    tokenEndsAt: null,
    email: credentials.email,
    since,
    gap: null,
    outage: null,
  });
  ctx.clock.advance(60_000);
  service.password = "new";
  await connectAccount(ctx, await shop(shopId), { ...credentials, password: "new" });
  expect(await viewAccount(ctx, shopId)).toMatchObject({ since });
  await disconnectPrintAccount(ctx, (await shop(shopId)).domain);
  expect(await viewAccount(ctx, shopId)).toEqual({ state: "none" });
});

test("credentials that are refused, and a print service that is away, change nothing", async () => {
  const { ctx, service, credentials, newShop } = createAccountFixture(database);
  const shop = await newShop();
  expect(await connectAccount(ctx, shop, { ...credentials, password: "wrong" })).toEqual({ outcome: "rejected" });
  service.down = true;
  expect(await connectAccount(ctx, shop, credentials)).toEqual({
    outcome: "unavailable",
    connectionFailure: "untrusted_certificate",
  });
  expect(await viewAccount(ctx, shop.id)).toEqual({ state: "none" });
});

test("a wrong setting is named to the merchant and to the operator, and nothing is stored", async () => {
  const { ctx, service, credentials, newShop } = createAccountFixture(database);
  const logged: unknown[] = [];
  ctx.log = { ...ctx.log, error: (fields) => void logged.push(fields) };
  const shop = await newShop();
  service.wrongSetting = "PRINT_SERVICE_TOKEN_METHOD";
  const connect = () => connectAccount(ctx, shop, credentials);
  expect(await connect()).toEqual({ outcome: "misconfigured", setting: "PRINT_SERVICE_TOKEN_METHOD" });
  service.wrongSetting = null;
  service.readProblem = { kind: "setting", setting: "PRINT_SERVICE_PREFIX" };
  expect(await connect()).toEqual({ outcome: "misconfigured", setting: "PRINT_SERVICE_PREFIX" });
  expect(logged).toEqual([{ setting: "PRINT_SERVICE_TOKEN_METHOD" }, { setting: "PRINT_SERVICE_PREFIX" }]);
  expect(await viewAccount(ctx, shop.id)).toEqual({ state: "none" });
});

test("an account whose orders cannot be read is not connected, but can be later; a new password for it is accepted", async () => {
  const { ctx, service, credentials, newShop } = createAccountFixture(database);
  const shop = await newShop();
  service.readProblem = { kind: "unreadable", call: "list", httpStatus: 500 };
  const unreadable = { outcome: "unreadable", call: "list", httpStatus: 500 };
  expect(await connectAccount(ctx, shop, credentials)).toEqual(unreadable);
  expect(await viewAccount(ctx, shop.id)).toEqual({ state: "none" });
  service.readProblem = null;
  expect(await connectAccount(ctx, shop, credentials)).toMatchObject({ outcome: "connected" });
  service.readProblem = { kind: "unreadable", call: "list", httpStatus: 500 };
  service.password = "new";
  const again = { email: ` ${credentials.email.toUpperCase()}`, password: "new" };
  expect(await connectAccount(ctx, shop, again)).toMatchObject({ outcome: "connected" });
  expect(await connectAccount(ctx, await newShop(), again)).toEqual(unreadable);
});

test("a registration that failed while connecting is repeated automatically", async () => {
  const { ctx, service, credentials, newShop, shop } = createAccountFixture(database);
  const { id, domain } = await newShop();
  service.failsRegistrations = true;
  expect(await connectAccount(ctx, { id, domain }, credentials)).toEqual({
    outcome: "connected",
    registered: false,
    version: "v1",
  });
  expect(await registerMissingWebhooks(ctx)).toBe(0);
  service.failsRegistrations = false;
  // A process that ends leaves it to the next one.
  expect(await registerMissingWebhooks(ctx, AbortSignal.abort())).toBe(0);
  expect(await registerMissingWebhooks(ctx)).toBe(1);
  expect(await registerMissingWebhooks(ctx)).toBe(0);
  expect((await webhooksOf(ctx, await shop(id))).map((r) => r.state)).toEqual(["ours", "ours"]);
});

test("an account whose registration fails for a reason of our own does not stop the others", async () => {
  const broken = await connectedShop();
  const working = createAccountFixture(database);
  const { id, domain } = await working.newShop();
  working.service.failsRegistrations = true;
  await connectAccount(working.ctx, { id, domain }, working.credentials);
  working.service.failsRegistrations = false;
  const { printAccountId: brokenId } = await broken.shop(broken.shopId);
  // Bytes that no key decrypts: every registration of this account throws before any call.
  const data = { trackingRegisteredAt: null, webhookSecretEncrypted: Buffer.from("broken") };
  const stored = await database.db.printAccount.findUniqueOrThrow({ where: { id: brokenId ?? idOf("") } });
  await database.db.printAccount.update({ where: { id: stored.id }, data });
  const warned: object[] = [];
  const log = { ...working.ctx.log, warn: (fields: object) => void warned.push(fields) };
  expect(await registerMissingWebhooks({ ...working.ctx, log })).toBe(1);
  expect(warned).toEqual([{ printAccount: stored.id, error: expect.any(String) as string }]);
  const { webhookSecretEncrypted, trackingRegisteredAt } = stored;
  await database.db.printAccount.update({
    where: { id: stored.id },
    data: { webhookSecretEncrypted, trackingRegisteredAt },
  });
});

test("a test asks for a token and the orders, and says how each went", async () => {
  const { ctx, service, shopId, shop } = await connectedShop();
  const testSteps = async () => (await testAccount(ctx, await shop(shopId)))?.steps.map((s) => [s.what, s.result]);
  expect(await testSteps()).toEqual([
    ["token", "fine"],
    ["orders", "fine"],
  ]);
  service.readProblem = { kind: "unreadable", call: "list", httpStatus: 400 };
  expect(await testSteps()).toContainEqual(["orders", "rejected"]);
  service.readProblem = { kind: "unreadable", call: "detail", httpStatus: null };
  expect(await testSteps()).toContainEqual(["orders", "unavailable"]);
  service.down = true;
  expect(await testSteps()).toEqual([["token", "unavailable"]]);
  expect(await testAccount(ctx, await shop(shopId))).toMatchObject({ connectionFailure: "untrusted_certificate" });
});

test("a test finds out that credentials are refused, and that they are accepted again", async () => {
  const { ctx, service, woken, shopId, shop } = await connectedShop();
  service.password = "changed";
  expect((await testAccount(ctx, await shop(shopId)))?.steps).toMatchObject([{ what: "token", result: "rejected" }]);
  expect(await viewAccount(ctx, shopId)).toMatchObject({ state: "rejected" });
  service.password = "right";
  await testAccount(ctx, await shop(shopId));
  expect(await viewAccount(ctx, shopId)).toMatchObject({ state: "connected" });
  expect(woken.at(-1)).toEqual(["print_account_rejected"]);
});

test("the page shows what stands at the print service, and whether it is ours", async () => {
  const { ctx, service, shopId, shop } = await connectedShop();
  const states = async () => (await webhooksOf(ctx, await shop(shopId))).map((r) => [r.kind, r.state, r.active]);
  expect(await states()).toEqual([
    ["tracking", "ours", true],
    ["order_status", "ours", true],
  ]);
  const elsewhere = { endpoint: "https://other.example/hook", accessKey: "X-Key", active: true };
  service.registered = { tracking: elsewhere };
  expect(await states()).toEqual([
    ["tracking", "other", true],
    ["order_status", "none", null],
  ]);
  const [tracking] = await webhooksOf(ctx, await shop(shopId));
  service.registered = { tracking: { ...elsewhere, endpoint: tracking!.endpoint } };
  expect(await states()).toContainEqual(["tracking", "other_key", true]);
  expect(await reregisterWebhooks(ctx, await shop(shopId))).toBe("registered");
  expect(await states()).toContainEqual(["order_status", "ours", true]);
  service.down = true;
  expect(await states()).toContainEqual(["tracking", "unknown", null]);
});

describe("an address of somebody else at the print service", () => {
  const foreignWebhook = { endpoint: "https://other.example/hook?secret=s", accessKey: "X-Key", active: true };

  async function connectBesideForeign(registered: FakePrintService["registered"]) {
    const fixture = createAccountFixture(database);
    const { id, domain } = await fixture.newShop();
    fixture.service.registered = registered;
    const { ctx } = fixture;
    expect(await connectAccount(ctx, { id, domain }, fixture.credentials)).toMatchObject({ outcome: "connected" });
    const registerMissingNow = () => registerMissingWebhooks(ctx);
    const states = async () => (await webhooksOf(ctx, await fixture.shop(id))).map((r) => [r.state, r.foreignKept]);
    return { ...fixture, id, missing: registerMissingNow, found: states, home: async () => readHome(ctx, domain) };
  }

  test("is left by connecting, by registering what is missing and by a new key, until a person agrees to that one", async () => {
    const {
      ctx,
      id,
      service,
      shop,
      missing: registerMissingNow,
      found: states,
      home: readHomePage,
    } = await connectBesideForeign({ tracking: foreignWebhook });
    expect(service.registered.tracking).toEqual(foreignWebhook);
    expect(service.registered.order_status?.endpoint).toContain(ctx.appUrl);
    expect(await registerMissingNow()).toBe(0);
    expect(await rotateSecretNow(ctx, await shop(id))).toMatchObject({ outcome: "rotated" });
    const tracking = { kinds: ["tracking"] } as const;
    expect(await reregisterWebhooks(ctx, await shop(id), tracking)).toBe("other_address");
    expect(await setWebhookActive(ctx, await shop(id), { kind: "tracking", active: true })).toBe("other_address");
    const replacingOther = { ...tracking, replacing: "https://another.example/" };
    expect(await reregisterWebhooks(ctx, await shop(id), replacingOther)).toBe("other_address");
    expect(service.registered.tracking).toEqual(foreignWebhook);
    expect(await states()).toEqual([
      ["other", false],
      ["ours", false],
    ]);
    expect(await readHomePage()).toMatchObject({ webhookStatus: "undecided", guide: { register: false } });

    expect(await reregisterWebhooks(ctx, await shop(id), { ...tracking, replacing: foreignWebhook.endpoint })).toBe(
      "registered",
    );
    expect((await states())[0]).toEqual(["ours", false]);
    expect(await readHomePage()).toMatchObject({ webhookStatus: "registered", guide: { register: true } });
  });

  test("may be kept, and is not asked about again", async () => {
    const {
      ctx,
      id,
      service,
      shop,
      missing: registerMissingNow,
      found: states,
      home: readHomePage,
    } = await connectBesideForeign({ tracking: foreignWebhook });
    expect(await keepForeignWebhook(ctx, await shop(id), "tracking")).toBe("kept");
    expect((await states())[0]).toEqual(["other", true]);
    expect(await readHomePage()).toMatchObject({ webhookStatus: "kept", guide: { register: true } });
    service.registered.tracking = undefined;
    await registerMissingNow();
    expect(service.registered.tracking).toBeUndefined();
    expect(await reregisterWebhooks(ctx, await shop(id))).toBe("registered");
    expect(await readHomePage()).toMatchObject({ webhookStatus: "registered" });
  });

  test("that goes away makes room for ours", async () => {
    const {
      service,
      missing: registerMissingNow,
      found: states,
    } = await connectBesideForeign({ tracking: foreignWebhook });
    service.registered.tracking = undefined;
    expect(await registerMissingNow()).toBe(1);
    expect((await states())[0]).toEqual(["ours", false]);
  });

  test("is none where the app itself was before: under another address of its own, or another key", async () => {
    const { ctx, shopId } = await connectedShop();
    const earlier = await database.db.printAccount.findFirstOrThrow({ where: { shops: { some: { id: shopId } } } });
    const { service } = await connectBesideForeign({
      tracking: { ...foreignWebhook, endpoint: `https://old.example/print-events/${earlier.key}/tracking` },
      order_status: { ...foreignWebhook, endpoint: `${ctx.appUrl}/print-events/GONE/order-status` },
    });
    expect(service.registered.tracking?.endpoint).toMatch(/^https:\/\/app\.example\.com\/print-events\//);
    expect(service.registered.order_status?.endpoint).not.toContain("GONE");
  });
});

test("the last event is the last of that kind on this account", async () => {
  const { ctx, shopId, shop } = await connectedShop();
  const account = await database.db.printAccount.findFirstOrThrow({ where: { shops: { some: { id: shopId } } } });
  const event = async (scope: string, topic: string) => {
    ctx.clock.advance(1000);
    const id = ctx.ids.uuid();
    const receivedAt = ctx.clock.now();
    await database.db.webhookDelivery.create({
      data: { id, source: "print_service", topic, scope, deliveryId: id, receivedAt },
    });
    return receivedAt.toISOString();
  };
  await event(account.key, "tracking");
  const last = await event(account.key, "tracking");
  await event("another-account", "tracking");
  const [tracking, status] = await webhooksOf(ctx, await shop(shopId));
  expect([tracking?.lastDeliveryAt, status?.lastDeliveryAt]).toEqual([last, null]);
});

test("without an account there is nothing to test, register or show", async () => {
  const { ctx, newShop, shop } = createAccountFixture(database);
  const withoutAccount = await shop((await newShop()).id);
  expect(await testAccount(ctx, withoutAccount)).toBeNull();
  expect(await reregisterWebhooks(ctx, withoutAccount)).toBe("no_account");
  expect(await webhooksOf(ctx, withoutAccount)).toEqual([]);
});

test("a changed setting leaves the others alone, notes that somebody saved, and wakes what is held", async () => {
  const { ctx, newShop, woken } = createAccountFixture(database);
  const [one, two] = [await newShop(), await newShop()];
  await changeSettings(ctx, one.id, { fallbackEmail: "print@my-shop.com", minimumMarginPercent: 10 });
  const settings = await changeSettings(ctx, one.id, { approval: "manual" });
  expect(settings).toMatchObject({ approval: "manual", fallbackEmail: "print@my-shop.com", minimumMarginPercent: 10 });
  expect(woken.at(-1)).toContain("margin_low");
  const savedAt = async (id: ShopId) => (await database.db.shop.findUniqueOrThrow({ where: { id } })).settingsSavedAt;
  expect(await savedAt(one.id)).toEqual(ctx.clock.now());
  expect(await savedAt(two.id)).toBeNull();
});

test("an account whose orders from before the last gap may be sent counts as one with an incomplete history", async () => {
  const { ctx, credentials, newShop } = createAccountFixture(database);
  const shop = await newShop();
  const goLiveAt = new Date(ctx.clock.now().getTime() - 86_400_000);
  const since = new Date(ctx.clock.now().getTime() - 3_600_000);
  const heartbeat = { at: ctx.clock.now(), since, identity: "" };
  await database.db.heartbeat.upsert({ where: { id: 1 }, create: { id: 1, ...heartbeat }, update: heartbeat });
  const gap = async () => {
    const { printAccount } = await database.db.shop.findUniqueOrThrow({
      where: { id: shop.id },
      select: { printAccount: { select: { syncGapFrom: true, syncGapDetectedAt: true } } },
    });
    return printAccount;
  };
  await connectAccount(ctx, shop, credentials);
  expect(await gap()).toEqual({ syncGapFrom: null, syncGapDetectedAt: null });
  await changeSettings(ctx, shop.id, { goLiveAt: goLiveAt.toISOString() });
  expect(await gap()).toEqual({ syncGapFrom: goLiveAt, syncGapDetectedAt: since });
  await database.db.printAccount.updateMany({
    where: { shops: { some: { id: shop.id } } },
    data: { syncGapFrom: null, syncGapDetectedAt: null, emailHash: ctx.ids.uuid() },
  });
  await connectAccount(ctx, shop, credentials);
  expect(await gap()).toEqual({ syncGapFrom: goLiveAt, syncGapDetectedAt: since });
  await database.db.heartbeat.deleteMany();
});

describe("a new access token", () => {
  /** A shop that is connected with an access token; each token is one of an account of its own. */
  async function shopWithToken() {
    const fixture = createAccountFixture(database);
    const { v3 } = fixture.ctx.signIn;
    const fetchToken: typeof v3.fetchToken = async (login) => ("accessToken" in login ? login.accessToken : "none");
    const ctx = { ...fixture.ctx, signIn: { ...fixture.ctx.signIn, v3: { ...v3, fetchToken } } };
    const connect = async (shop: { id: ShopId; domain: string }, accessToken: string) =>
      expect(await connectAccount(ctx, shop, { accessToken })).toMatchObject({ outcome: "connected", version: "v3" });
    const first = await fixture.newShop();
    const token = `token-of-${first.id}`;
    await connect(first, token);
    const accountOf = async (id: ShopId) => (await fixture.shop(id)).printAccountId;
    return { ...fixture, ctx, connect, first, token, accountOf };
  }

  test("takes the place of the first one, as long as nothing was sent", async () => {
    const { connect, first, token, accountOf } = await shopWithToken();
    const before = await accountOf(first.id);
    await connect(first, `${token}-new`);
    expect(await accountOf(first.id)).toBe(before);
  });

  test("changes nothing for another shop that uses the account", async () => {
    const { ctx, connect, newShop, first, token, accountOf } = await shopWithToken();
    const other = await newShop();
    await connect(other, token);
    const shared = await accountOf(other.id);
    expect(shared).toBe(await accountOf(first.id));
    const stored = () => ctx.db.printAccount.findMany({ where: { shops: { some: { id: other.id } } } });
    const before = await stored();
    await connect(first, `${token}-new`);
    expect(await accountOf(other.id)).toBe(shared);
    expect(await accountOf(first.id)).not.toBe(shared);
    expect(await stored()).toEqual(before);
  });

  test("leaves an order that may have arrived with the account that it was sent to", async () => {
    const { ctx, connect, first, token, accountOf } = await shopWithToken();
    await seedOrder(ctx, first.domain, "gid://shopify/Order/1", "waiting");
    await ctx.db.submission.updateMany({ where: { shopId: first.id }, data: { sentAt: ctx.clock.now() } });
    const before = await accountOf(first.id);
    await connect(first, `${token}-new`);
    expect(await accountOf(first.id)).not.toBe(before);
    expect(await ctx.db.submission.findFirstOrThrow({ where: { shopId: first.id } })).toMatchObject({
      printAccountId: before,
    });
  });
});
