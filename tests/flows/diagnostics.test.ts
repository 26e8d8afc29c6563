import type { Mapping, Order } from "../../prisma/client/client.ts";
import { afterAll, beforeEach, beforeAll, describe, expect, it } from "vitest";
import { diagnosticsContext, systemContext } from "../../app/composition/shop-context.server.ts";
import { explainShopResult, explainSystemResult } from "../../app/components/diagnostics/check-copy.ts";
import { SHOP_CHECKS, SYSTEM_CHECKS, type ShopCheck, type SystemCheck } from "../../app/diagnostics/findings.ts";
import { diagnoseShop } from "../../app/diagnostics/shop.ts";
import { diagnoseSystem, type SystemContext } from "../../app/diagnostics/system.ts";
import { createEncryptor } from "../../app/encryption/encryptor.server.ts";
import { encryptCustomer } from "../../app/orders/core/customer-summary.ts";
import { setWebhookActive } from "../../app/print-accounts/webhooks/change-webhook.ts";
import { everyNth, itForRelease } from "../support/release.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SUPPORT = "https://support.example.com";
const SHOPIFY_SUPPORT = "https://help.shopify.com/questions";

let testApp: TestApp;
let scopes: string[];

beforeAll(async () => {
  testApp = await startTestApp();
  const { shirt } = await stockShop(testApp);
  scopes = [...testApp.shopify.shop(testApp.shop).scopes];
  const orders = Array.from({ length: 3 }, () =>
    testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }])),
  );
  for (const { id } of orders) {
    await testApp.waitForOrder(id, "submitted", (view) => view.submissions[0]?.state === "submitted");
  }
  await until("all handled", async () => (await db().webhookDelivery.count({ where: { state: "waiting" } })) === 0);
  await testApp.stopWorkers();
  testApp.clock.advance(6 * MINUTE);
});
beforeEach(() => beat());
afterAll(() => testApp.close());

const core = () => testApp.services.core;
const db = () => core().ctx.db;
const shopRow = (domain = testApp.shop) => db().shop.findUniqueOrThrow({ where: { domain } });
const now = () => testApp.clock.now();
const ago = (ms: number) => new Date(now().getTime() - ms);
/** As a worker that runs. */
const beat = (at = now()) => db().heartbeat.updateMany({ data: { at } });

async function checkShop(domain = testApp.shop) {
  const results = await diagnoseShop(diagnosticsContext(core()), await shopRow(domain));
  expect(results.map(({ check }) => check)).toEqual(Object.keys(SHOP_CHECKS));
  return { of: (check: ShopCheck) => results.find((one) => one.check === check), results };
}

describe("the checks of a shop", () => {
  it("find nothing where everything works, and say when they ran", async () => {
    const from = now().toISOString();
    const { results } = await checkShop();
    const to = now().toISOString();
    expect(results.map(({ finding }) => finding)).toEqual(results.map(() => ({ tone: "ok" })));
    expect(results.filter(({ at }) => at < from || at > to)).toEqual([]);
  });

  it("say what a new shop lacks, and what does not apply to it yet", async () => {
    await testApp.addShop("new.myshopify.com");
    await db().shop.update({ where: { domain: "new.myshopify.com" }, data: { printAccountId: null } });
    const { of } = await checkShop("new.myshopify.com");
    expect(of("shopify_webhooks")?.finding).toEqual({ tone: "off", problem: "no_orders" });
    expect(of("protected_data")?.finding).toEqual({ tone: "off", problem: "no_orders" });
    for (const check of ["print_service", "print_account", "print_webhooks"] as const)
      expect(of(check)?.finding).toEqual({ tone: "failed", problem: "not_connected" });
    expect(of("mappings")?.finding).toEqual({ tone: "failed", problem: "none" });
  });

  interface Broken {
    check: ShopCheck;
    finding: object;
    /** Said by the page. */
    says: RegExp;
    button: string | null;
    /** By default the shop with orders. */
    shop?: string;
    break(): unknown;
    fix(): unknown;
  }
  const allDeliveries = { source: "shopify", orderId: { not: null } } as const;
  let customers: Pick<Order, "id" | "customerEncrypted">[] = [];
  let mappings: Mapping[] = [];
  let stored: { id: string; orderId: string | null }[] = [];
  const broken: Broken[] = [
    {
      check: "scopes",
      finding: { tone: "failed", problem: "missing", names: ["read_products"] },
      says: /missing: read_products/,
      button: null,
      break: () =>
        testApp.shopify.grantScopes(
          testApp.shop,
          scopes.filter((scope) => scope !== "read_products"),
        ),
      fix: () => testApp.shopify.grantScopes(testApp.shop, scopes),
    },
    {
      check: "api_version",
      finding: { tone: "warning", problem: "other", names: ["2027-01"] },
      says: /responds with API version 2027-01/,
      button: "Contact support",
      break: () => testApp.shopify.fallForward("2027-01"),
      fix: () => testApp.shopify.fallForward("2026-10"),
    },
    {
      check: "shopify_webhooks",
      finding: { tone: "failed", problem: "silent", count: 3 },
      says: /didn't notify Inkbridge of 3 orders/,
      button: "Contact support",
      async break() {
        stored = await db().webhookDelivery.findMany({ where: allDeliveries, select: { id: true, orderId: true } });
        await db().webhookDelivery.updateMany({ where: allDeliveries, data: { orderId: null } });
      },
      async fix() {
        for (const { id, orderId } of stored)
          await db().$executeRaw`UPDATE "WebhookDelivery" SET "orderId" = ${orderId}::uuid WHERE "id" = ${id}::uuid`;
      },
    },
    {
      check: "automatic_fulfillment",
      finding: { tone: "failed", problem: "seen", count: 2 },
      says: /2 orders were fulfilled in Shopify before/,
      button: "View orders",
      async break() {
        const { id: shopId } = await shopRow();
        const orders = await db().order.findMany({ where: { shopId }, take: 2 });
        const row = (orderId: (typeof orders)[number]["id"]) => ({ id: core().ctx.ids.uuid(), orderId, shopId });
        const about = { code: "fulfilled_elsewhere", detail: {}, openedAt: now() } as const;
        await db().attention.createMany({ data: orders.map(({ id }) => ({ ...row(id), ...about })) });
      },
      fix: () => db().attention.deleteMany({ where: { code: "fulfilled_elsewhere" } }),
    },
    {
      check: "print_service",
      finding: { tone: "failed", problem: "unavailable" },
      says: /doesn't respond/,
      button: null,
      break: () => testApp.printService.addFault({ effect: "server_error", times: 50 }),
      fix: () => testApp.printService.clearFaults(),
    },
    {
      check: "print_account",
      finding: { tone: "failed", problem: "rejected" },
      says: /rejected your login/,
      button: "Reconnect",
      break: () => testApp.printService.addFault({ effect: "unauthorized", endpoint: "token", times: 50 }),
      // A check that finds the login accepted again continues with the account.
      fix: async () => (testApp.printService.clearFaults(), await checkShop()),
    },
    {
      check: "print_webhooks",
      finding: { tone: "warning", problem: "off" },
      says: /turned off/,
      button: "Turn on",
      break: async () =>
        setWebhookActive(diagnosticsContext(core()), await shopRow(), { kind: "tracking", active: false }),
      fix: async () =>
        setWebhookActive(diagnosticsContext(core()), await shopRow(), { kind: "tracking", active: true }),
    },
    {
      check: "start_date",
      finding: { tone: "warning", problem: "future" },
      says: /start date is in the future/,
      button: "Change start date",
      break: () => db().shop.updateMany({ data: { goLiveAt: new Date(now().getTime() + DAY) } }),
      fix: () => db().shop.updateMany({ data: { goLiveAt: ago(DAY) } }),
    },
    {
      check: "sending",
      finding: { tone: "warning", problem: "paused", count: 0 },
      says: /Sending is paused/,
      button: "Resume sending",
      break: () => db().shop.updateMany({ data: { sendingPausedAt: ago(DAY) } }),
      fix: () => db().shop.updateMany({ data: { sendingPausedAt: null } }),
    },
    {
      check: "work",
      finding: { tone: "warning", problem: "delayed", count: 3 },
      says: /3 tasks have waited/,
      button: null,
      break: () => db().order.updateMany({ data: { dueAt: ago(11 * MINUTE) } }),
      fix: () => db().order.updateMany({ data: { dueAt: null } }),
    },
    {
      check: "app",
      finding: { tone: "failed", problem: "degraded" },
      says: /part of Inkbridge isn't working/,
      button: "Contact support",
      break: () => beat(ago(2 * MINUTE)),
      fix: () => beat(),
    },
    {
      check: "protected_data",
      finding: { tone: "failed", problem: "withheld", count: 3 },
      says: /without names and addresses/,
      button: "Contact support",
      async break() {
        customers = await db().order.findMany({ select: { id: true, customerEncrypted: true } });
        const nobody = { name: "", city: "Bonn", country: "Germany", countryCode: "DE" };
        for (const { id } of customers)
          await db().order.update({
            where: { id },
            data: { customerEncrypted: encryptCustomer(core().ctx, id, nobody) },
          });
      },
      async fix() {
        for (const { id, customerEncrypted } of customers)
          await db().order.update({ where: { id }, data: { customerEncrypted: customerEncrypted?.slice() } });
      },
    },
    {
      check: "mappings",
      finding: { tone: "failed", problem: "none" },
      says: /No product is mapped/,
      button: "Map a product",
      async break() {
        mappings = await db().mapping.findMany();
        await db().mapping.deleteMany();
      },
      fix: () => db().mapping.createMany({ data: mappings }),
    },
    {
      check: "shopify_access",
      finding: { tone: "failed", problem: "refused" },
      says: /Shopify rejects requests/,
      button: null,
      shop: "gone.myshopify.com",
      async break() {
        await testApp.addShop("gone.myshopify.com");
        testApp.shopify.uninstall("gone.myshopify.com");
      },
      fix: () => undefined,
    },
  ];

  it.each(everyNth(broken, 0, 4))(
    "name what is broken: $check",
    async ({ check, finding, says, button, shop, ...how }) => {
      await how.break();
      const result = (await checkShop(shop)).of(check);
      await how.fix();
      expect(result?.finding).toEqual(finding);
      const explanation = result && explainShopResult(result, SUPPORT);
      expect(explanation?.text).toMatch(says);
      expect(explanation?.action?.content ?? null).toBe(button);
      if (button === "Contact support") {
        expect(explanation?.action?.url).toBe(SUPPORT);
        expect(result && explainShopResult(result, null).action).toBeNull();
      }
    },
  );

  itForRelease.each([
    ["frozen", "frozen", /bill is unpaid.*Settings > Billing/, "shopify://admin/settings/billing"],
    ["locked", "locked", /Contact Shopify Support/, SHOPIFY_SUPPORT],
    ["denied", "shop_unavailable", /paused or closed/, SHOPIFY_SUPPORT],
    ["closed", "shop_unavailable", /paused or closed/, SHOPIFY_SUPPORT],
  ] as const)("say that Shopify answers no app for a store that is %s", async (condition, problem, says, button) => {
    for (const renewsTokens of [true, false]) {
      testApp.shopify.setCondition(testApp.shop, condition, { renewsTokens });
      const result = (await checkShop()).of("shopify_access");
      testApp.shopify.setCondition(testApp.shop, "open");
      expect(result?.finding).toEqual({ tone: "failed", problem });
      const explanation = result && explainShopResult(result, SUPPORT);
      expect(explanation?.text).toMatch(says);
      expect(explanation?.action?.url).toBe(button);
    }
    expect((await checkShop()).of("shopify_access")?.finding).toEqual({ tone: "ok" });
  });

  itForRelease("name the version of webhooks, where that alone is another", async () => {
    const announce = async (apiVersion: string) => {
      testApp.shopify.fallForward(apiVersion);
      testApp.shopify.sendWebhook(testApp.shop, "app/scopes_update", { current: scopes });
      await testApp.shopify.settled();
      testApp.shopify.fallForward("2026-10");
      return (await checkShop()).of("api_version")?.finding;
    };
    expect(await announce("2027-01")).toEqual({ tone: "warning", problem: "other_of_webhooks", names: ["2027-01"] });
    expect(await announce("2026-10")).toEqual({ tone: "ok" });
  });

  it("each have a test that breaks it", () => {
    expect(broken.map(({ check }) => check).toSorted()).toEqual(Object.keys(SHOP_CHECKS).toSorted());
  });
});

describe("the checks of the installation", () => {
  async function checkSystem(over: Partial<SystemContext> = {}) {
    const readRedisAccess = () => Promise.resolve({ evictionPolicy: "noeviction" });
    const given = { ...systemContext(core(), []), readRedisAccess };
    const results = await diagnoseSystem({ ...given, ...over });
    expect(results.map(({ check }) => check).toSorted()).toEqual(Object.keys(SYSTEM_CHECKS).toSorted());
    return { of: (check: SystemCheck) => results.find((one) => one.check === check), results };
  }

  it("find nothing where everything works, but the address of a test, which has no certificate, and no mail server", async () => {
    const { results } = await checkSystem();
    const problems = results.filter(({ finding }) => finding.tone !== "ok");
    expect(problems.map(({ check, finding }) => [check, finding])).toEqual([
      ["address", { tone: "failed", problem: "not_https" }],
      ["email", { tone: "off", problem: "no_smtp" }],
    ]);
  });

  it("ask the Redis of the queues", async () => {
    expect(await core().queues.readAccess()).toEqual({ evictionPolicy: "noeviction" });
  });

  // Port 1 is one that fetch never asks.
  const away = "https://127.0.0.1:2";
  const broken: [SystemCheck, object, RegExp, () => Promise<Partial<SystemContext>>][] = [
    [
      "database",
      { tone: "failed", problem: "migrations_missing", names: ["29990101000000_later"] },
      /29990101000000_later\. Run npm run db:deploy/,
      () => Promise.resolve({ migrations: ["29990101000000_later"] }),
    ],
    [
      "redis",
      { tone: "failed", problem: "evicts", names: ["allkeys-lru"] },
      /noeviction/,
      () => Promise.resolve({ readRedisAccess: () => Promise.resolve({ evictionPolicy: "allkeys-lru" }) }),
    ],
    [
      "workers",
      { tone: "failed", problem: "silent", count: 120 },
      /120 s/,
      async () => (await beat(ago(2 * MINUTE)), {}),
    ],
    [
      "queues",
      { tone: "warning", problem: "delayed", count: 3 },
      /3 rows/,
      async () => (await db().order.updateMany({ data: { dueAt: ago(11 * MINUTE) } }), {}),
    ],
    [
      "clock",
      { tone: "failed", problem: "differs", count: 10 },
      /10 s/,
      () => Promise.resolve({ machineClock: { now: () => ago(10_000) } }),
    ],
    [
      "encryption_key",
      { tone: "failed", problem: "unreadable" },
      /PrintAccount\.credentialsEncrypted/,
      () => Promise.resolve({ encryptor: createEncryptor([{ id: "k1", key: Buffer.alloc(32, 8) }]) }),
    ],
    [
      "encryption_key",
      { tone: "failed", problem: "hash_key_changed" },
      /another hash key/,
      () => Promise.resolve({ encryptor: createEncryptor(core().env.encryptionKeys, Buffer.alloc(32, 8)) }),
    ],
    ["address", { tone: "failed", problem: "connection_refused" }, /port/, () => Promise.resolve({ appUrl: away })],
    [
      "shopify",
      { tone: "failed", problem: "address_refused", count: 1 },
      /of 1 shop from this app's address/,
      async () => (await db().shop.update({ where: { domain: testApp.shop }, data: { addressRefusedAt: now() } }), {}),
    ],
    [
      "print_service",
      { tone: "failed", problem: "connection_refused" },
      /PRINT_SERVICE_URL/,
      () => Promise.resolve({ printServiceUrl: away }),
    ],
    [
      "email",
      { tone: "failed", problem: "smtp_setup" },
      /SMTP_PASSWORD/,
      () => Promise.resolve({ checkEmail: () => Promise.resolve("smtp_setup" as const) }),
    ],
  ];

  it.each(everyNth(broken, 0, 3))("name what is broken: %s", async (check, finding, says, breakIt) => {
    const result = (await checkSystem(await breakIt())).of(check);
    await db().shop.updateMany({ data: { addressRefusedAt: null } });
    await db().order.updateMany({ data: { dueAt: null } });
    expect(result?.finding).toMatchObject(finding);
    expect(result && explainSystemResult(result).text).toMatch(says);
  });

  itForRelease("name the shops whose orders were not read for an hour", async () => {
    const { ordersSweptAt, installedAt } = await shopRow();
    const past = { ordersSweptAt: ago(61 * MINUTE), installedAt: ago(2 * DAY) };
    await db().shop.update({ where: { domain: testApp.shop }, data: past });
    const result = (await checkSystem()).of("shopify");
    await db().shop.update({ where: { domain: testApp.shop }, data: { ordersSweptAt, installedAt } });
    expect(result?.finding).toEqual({ tone: "warning", problem: "shops_unread", count: 1, names: [testApp.shop] });
    expect(result && explainSystemResult(result).text).toContain(`Orders of 1 shop couldn't be read`);
  });

  it("each have a test that breaks it", () => {
    expect([...new Set(broken.map(([check]) => check))].toSorted()).toEqual(Object.keys(SYSTEM_CHECKS).toSorted());
  });
});
