import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { playActs, type Acts, type PlayedService } from "./account-fixture.testing.ts";
import { changeSettings } from "../settings/edit/change-settings.ts";
import { keepOtherAddress, registerAgain, rotateKey, switchRegistration } from "./webhooks/change-webhook.ts";
import { connectAccount } from "../settings/edit/connect-account.ts";
import { readHome } from "../home/home.ts";
import { disconnectPrintAccount } from "./print-accounts.ts";
import { registerMissing } from "./webhooks/register-missing.ts";
import { readRegistrations } from "./webhooks/webhook-status.ts";
import { testAccount } from "../settings/edit/test-account.ts";
import { viewAccount } from "../settings/edit/view-account.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

async function connected(): Promise<Acts & { shopId: string }> {
  const acts = playActs(database.db);
  const shop = await acts.newShop();
  expect(await connectAccount(acts.ctx, shop, acts.credentials)).toEqual({ outcome: "connected", registered: true });
  return { ...acts, shopId: shop.id };
}

test("connecting registers our addresses and wakes what waited; the page shows since when, also after a new password", async () => {
  const { ctx, service, credentials, woken, shopId, shop } = await connected();
  expect(woken).toEqual([["no_print_account", "print_account_refused"]]);
  const since = ctx.clock.now().toISOString();
  expect(await viewAccount(ctx, shopId)).toEqual({
    state: "connected",
    email: credentials.email,
    since,
    gap: null,
    outage: null,
  });
  ctx.clock.forward(60_000);
  service.password = "new";
  await connectAccount(ctx, await shop(shopId), { ...credentials, password: "new" });
  expect(await viewAccount(ctx, shopId)).toMatchObject({ since });
  await disconnectPrintAccount(ctx, (await shop(shopId)).domain);
  expect(await viewAccount(ctx, shopId)).toEqual({ state: "none" });
});

test("credentials that are refused, and a print service that is away, change nothing", async () => {
  const { ctx, service, credentials, newShop } = playActs(database.db);
  const shop = await newShop();
  expect(await connectAccount(ctx, shop, { ...credentials, password: "wrong" })).toEqual({ outcome: "refused" });
  service.down = true;
  expect(await connectAccount(ctx, shop, credentials)).toEqual({ outcome: "unavailable" });
  expect(await viewAccount(ctx, shop.id)).toEqual({ state: "none" });
});

test("a setting that does not fit is named, for the merchant and for whoever runs the app, and nothing is kept", async () => {
  const { ctx, service, credentials, newShop } = playActs(database.db);
  const logged: unknown[] = [];
  ctx.log = { ...ctx.log, error: (fields) => void logged.push(fields) };
  const shop = await newShop();
  service.misfit = "PRINT_SERVICE_TOKEN_METHOD";
  const connect = () => connectAccount(ctx, shop, credentials);
  expect(await connect()).toEqual({ outcome: "misconfigured", setting: "PRINT_SERVICE_TOKEN_METHOD" });
  service.misfit = null;
  service.trouble = { kind: "setting", setting: "PRINT_SERVICE_PREFIX" };
  expect(await connect()).toEqual({ outcome: "misconfigured", setting: "PRINT_SERVICE_PREFIX" });
  expect(logged).toEqual([{ setting: "PRINT_SERVICE_TOKEN_METHOD" }, { setting: "PRINT_SERVICE_PREFIX" }]);
  expect(await viewAccount(ctx, shop.id)).toEqual({ state: "none" });
});

test("an account whose orders cannot be read is not connected, but may be the next time; a new password for it is taken", async () => {
  const { ctx, service, credentials, newShop } = playActs(database.db);
  const shop = await newShop();
  service.trouble = { kind: "unreadable", call: "list", httpStatus: 500 };
  const unreadable = { outcome: "unreadable", call: "list", httpStatus: 500 };
  expect(await connectAccount(ctx, shop, credentials)).toEqual(unreadable);
  expect(await viewAccount(ctx, shop.id)).toEqual({ state: "none" });
  service.trouble = null;
  expect(await connectAccount(ctx, shop, credentials)).toMatchObject({ outcome: "connected" });
  service.trouble = { kind: "unreadable", call: "list", httpStatus: 500 };
  service.password = "new";
  const again = { email: ` ${credentials.email.toUpperCase()}`, password: "new" };
  expect(await connectAccount(ctx, shop, again)).toMatchObject({ outcome: "connected" });
  expect(await connectAccount(ctx, await newShop(), again)).toEqual(unreadable);
});

test("a registration that failed while connecting is made good by itself", async () => {
  const { ctx, service, credentials, newShop, shop } = playActs(database.db);
  const { id, domain } = await newShop();
  service.registersNothing = true;
  expect(await connectAccount(ctx, { id, domain }, credentials)).toEqual({ outcome: "connected", registered: false });
  expect(await registerMissing(ctx, ctx.printService, ctx.appUrl)).toBe(0);
  service.registersNothing = false;
  expect(await registerMissing(ctx, ctx.printService, ctx.appUrl)).toBe(1);
  expect(await registerMissing(ctx, ctx.printService, ctx.appUrl)).toBe(0);
  expect((await readRegistrations(ctx, await shop(id))).map((r) => r.found)).toEqual(["ours", "ours"]);
});

test("a test asks for a token and the orders, and says how each went", async () => {
  const { ctx, service, shopId, shop } = await connected();
  const steps = async () => (await testAccount(ctx, await shop(shopId)))?.steps.map((s) => [s.what, s.result]);
  expect(await steps()).toEqual([
    ["token", "fine"],
    ["orders", "fine"],
  ]);
  service.trouble = { kind: "unreadable", call: "list", httpStatus: 400 };
  expect(await steps()).toContainEqual(["orders", "refused"]);
  service.trouble = { kind: "unreadable", call: "detail", httpStatus: null };
  expect(await steps()).toContainEqual(["orders", "unavailable"]);
  service.down = true;
  expect(await steps()).toEqual([["token", "unavailable"]]);
});

test("a test finds out that credentials are refused, and that they are accepted again", async () => {
  const { ctx, service, woken, shopId, shop } = await connected();
  service.password = "changed";
  expect((await testAccount(ctx, await shop(shopId)))?.steps).toMatchObject([{ what: "token", result: "refused" }]);
  expect(await viewAccount(ctx, shopId)).toMatchObject({ state: "refused" });
  service.password = "right";
  await testAccount(ctx, await shop(shopId));
  expect(await viewAccount(ctx, shopId)).toMatchObject({ state: "connected" });
  expect(woken.at(-1)).toEqual(["print_account_refused"]);
});

test("the page shows what stands at the print service, and whether it is ours", async () => {
  const { ctx, service, shopId, shop } = await connected();
  const found = async () => (await readRegistrations(ctx, await shop(shopId))).map((r) => [r.kind, r.found, r.active]);
  expect(await found()).toEqual([
    ["tracking", "ours", true],
    ["order_status", "ours", true],
  ]);
  const elsewhere = { endpoint: "https://other.example/hook", accessKey: "X-Key", active: true };
  service.registered = { tracking: elsewhere };
  expect(await found()).toEqual([
    ["tracking", "other", true],
    ["order_status", "none", null],
  ]);
  const [tracking] = await readRegistrations(ctx, await shop(shopId));
  service.registered = { tracking: { ...elsewhere, endpoint: tracking!.endpoint } };
  expect(await found()).toContainEqual(["tracking", "other_key", true]);
  expect(await registerAgain(ctx, await shop(shopId))).toBe("registered");
  expect(await found()).toContainEqual(["order_status", "ours", true]);
  service.down = true;
  expect(await found()).toContainEqual(["tracking", "unknown", null]);
});

describe("an address of somebody else at the print service", () => {
  const theirs = { endpoint: "https://other.example/hook?secret=s", accessKey: "X-Key", active: true };

  async function connectedBeside(registered: PlayedService["registered"]) {
    const acts = playActs(database.db);
    const { id, domain } = await acts.newShop();
    acts.service.registered = registered;
    const { ctx } = acts;
    expect(await connectAccount(ctx, { id, domain }, acts.credentials)).toMatchObject({ outcome: "connected" });
    const missing = () => registerMissing(ctx, ctx.printService, ctx.appUrl);
    const found = async () => (await readRegistrations(ctx, await acts.shop(id))).map((r) => [r.found, r.otherKept]);
    return { ...acts, id, missing, found, home: async () => readHome(ctx, domain) };
  }

  test("is left by connecting, by registering what is missing and by a new key, until a person agrees to that one", async () => {
    const { ctx, id, service, shop, missing, found, home } = await connectedBeside({ tracking: theirs });
    expect(service.registered.tracking).toEqual(theirs);
    expect(service.registered.order_status?.endpoint).toContain(ctx.appUrl);
    expect(await missing()).toBe(0);
    expect(await rotateKey(ctx, await shop(id))).toMatchObject({ outcome: "rotated" });
    const tracking = { kinds: ["tracking"] } as const;
    expect(await registerAgain(ctx, await shop(id), tracking)).toBe("other_address");
    expect(await switchRegistration(ctx, await shop(id), { kind: "tracking", active: true })).toBe("other_address");
    const seenBefore = { ...tracking, replacing: "https://another.example/" };
    expect(await registerAgain(ctx, await shop(id), seenBefore)).toBe("other_address");
    expect(service.registered.tracking).toEqual(theirs);
    expect(await found()).toEqual([
      ["other", false],
      ["ours", false],
    ]);
    expect(await home()).toMatchObject({ updates: "undecided", guide: { register: false } });

    expect(await registerAgain(ctx, await shop(id), { ...tracking, replacing: theirs.endpoint })).toBe("registered");
    expect((await found())[0]).toEqual(["ours", false]);
    expect(await home()).toMatchObject({ updates: "registered", guide: { register: true } });
  });

  test("may be kept, and is not asked about again", async () => {
    const { ctx, id, service, shop, missing, found, home } = await connectedBeside({ tracking: theirs });
    expect(await keepOtherAddress(ctx, await shop(id), "tracking")).toBe("kept");
    expect((await found())[0]).toEqual(["other", true]);
    expect(await home()).toMatchObject({ updates: "kept", guide: { register: true } });
    service.registered.tracking = undefined;
    await missing();
    expect(service.registered.tracking).toBeUndefined();
    expect(await registerAgain(ctx, await shop(id))).toBe("registered");
    expect(await home()).toMatchObject({ updates: "registered" });
  });

  test("that goes away makes room for ours", async () => {
    const { service, missing, found } = await connectedBeside({ tracking: theirs });
    service.registered.tracking = undefined;
    expect(await missing()).toBe(1);
    expect((await found())[0]).toEqual(["ours", false]);
  });

  test("is none where the app itself was before: under another address of its own, or another key", async () => {
    const { ctx } = playActs(database.db);
    const earlier = await database.db.printAccount.findFirstOrThrow();
    const { service } = await connectedBeside({
      tracking: { ...theirs, endpoint: `https://old.example/print-events/${earlier.key}/tracking` },
      order_status: { ...theirs, endpoint: `${ctx.appUrl}/print-events/GONE/order-status` },
    });
    expect(service.registered.tracking?.endpoint).toMatch(/^https:\/\/app\.example\.com\/print-events\//);
    expect(service.registered.order_status?.endpoint).not.toContain("GONE");
  });
});

test("the last event is the last of that kind on this account", async () => {
  const { ctx, shopId, shop } = await connected();
  const account = await database.db.printAccount.findFirstOrThrow({ where: { shops: { some: { id: shopId } } } });
  const event = async (scope: string, topic: string) => {
    ctx.clock.forward(1000);
    const id = ctx.ids.uuid();
    const receivedAt = ctx.clock.now();
    await database.db.delivery.create({
      data: { id, source: "print_service", topic, scope, deliveryId: id, receivedAt },
    });
    return receivedAt.toISOString();
  };
  await event(account.key, "tracking");
  const last = await event(account.key, "tracking");
  await event("another-account", "tracking");
  const [tracking, status] = await readRegistrations(ctx, await shop(shopId));
  expect([tracking?.lastEventAt, status?.lastEventAt]).toEqual([last, null]);
});

test("without an account there is nothing to test, register or show", async () => {
  const { ctx, newShop, shop } = playActs(database.db);
  const alone = await shop((await newShop()).id);
  expect(await testAccount(ctx, alone)).toBeNull();
  expect(await registerAgain(ctx, alone)).toBe("no_account");
  expect(await readRegistrations(ctx, alone)).toEqual([]);
});

test("a changed setting leaves the others alone, notes that somebody saved, and wakes what is held", async () => {
  const { ctx, newShop, woken } = playActs(database.db);
  const [one, two] = [await newShop(), await newShop()];
  await changeSettings(ctx, one.id, { fallbackEmail: "print@my-shop.com", minimumMarginPercent: 10 });
  const settings = await changeSettings(ctx, one.id, { approval: "manual" });
  expect(settings).toMatchObject({ approval: "manual", fallbackEmail: "print@my-shop.com", minimumMarginPercent: 10 });
  expect(woken.at(-1)).toContain("margin_low");
  const savedAt = async (id: string) => (await database.db.shop.findUniqueOrThrow({ where: { id } })).settingsSavedAt;
  expect(await savedAt(one.id)).toEqual(ctx.clock.now());
  expect(await savedAt(two.id)).toBeNull();
});

test("an account whose orders of before the last gap may be sent is not taken for one without a past", async () => {
  const { ctx, credentials, newShop } = playActs(database.db);
  const shop = await newShop();
  const goLiveAt = new Date(ctx.clock.now().getTime() - 86_400_000);
  const since = new Date(ctx.clock.now().getTime() - 3_600_000);
  const heartbeat = { at: ctx.clock.now(), since, identity: "" };
  await database.db.heartbeat.upsert({ where: { id: 1 }, create: { id: 1, ...heartbeat }, update: heartbeat });
  const gap = async () => {
    const { printAccount } = await database.db.shop.findUniqueOrThrow({
      where: { id: shop.id },
      select: { printAccount: { select: { gapFrom: true, gapSeenAt: true } } },
    });
    return printAccount;
  };
  await connectAccount(ctx, shop, credentials);
  expect(await gap()).toEqual({ gapFrom: null, gapSeenAt: null });
  await changeSettings(ctx, shop.id, { goLiveAt: goLiveAt.toISOString() });
  expect(await gap()).toEqual({ gapFrom: goLiveAt, gapSeenAt: since });
  await database.db.printAccount.updateMany({
    where: { shops: { some: { id: shop.id } } },
    data: { gapFrom: null, gapSeenAt: null, emailHash: ctx.ids.uuid() },
  });
  await connectAccount(ctx, shop, credentials);
  expect(await gap()).toEqual({ gapFrom: goLiveAt, gapSeenAt: since });
  await database.db.heartbeat.deleteMany();
});
