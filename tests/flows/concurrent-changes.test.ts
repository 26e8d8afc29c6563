import { afterAll, beforeAll, expect, it } from "vitest";
import { shopLifecycleContext } from "../../app/composition/shop-context.server.ts";
import { saveSettings } from "../../app/settings-page/save-settings.ts";
import { uninstallShop } from "../../app/shops/uninstall.ts";
import { disconnectPrintAccount } from "../../app/print-accounts/print-accounts.ts";
import { connect } from "../support/shops-context.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

const OTHER = { email: "other@example.com", password: "other-password" };

let testApp: TestApp;
let artwork: TestApp["services"]["core"]["ctx"]["artwork"];
let goods: Goods;
let domain = "";
/** What an artwork check does in the present test. */
let checks = 0;

beforeAll(async () => {
  testApp = await startTestApp({ printService: { accounts: [DEFAULT_ACCOUNT, OTHER] } });
  artwork = testApp.services.core.ctx.artwork;
});
afterAll(() => testApp.close());

/** A shop of its own for each test, with an order; `meanwhile` happens just before the order is sent. */
async function buyWhile(name: string, meanwhile: () => Promise<unknown>) {
  domain = await testApp.addShop(name);
  goods = await stockShop(testApp, domain);
  const { ctx } = testApp.services.core;
  const before = artwork;
  checks = 0;
  let happened = false;
  ctx.artwork = {
    async check(link) {
      checks += 1;
      if (checks === 1) await meanwhile();
      happened = true;
      return before.check(link);
    },
  };
  const placed = testApp.shopify.placeOrder(domain, order([{ variantId: goods.shirt }]));
  await until("it happened", async () => happened);
  return placed;
}

const submissionOf = (name: string) =>
  testApp.services.core.ctx.db.submission.findFirstOrThrow({
    where: { order: { name }, shop: { domain } },
    include: { attempts: true, attentions: { where: { clearedAt: null } } },
  });
const held = (name: string, code: string) =>
  until(`held: ${code}`, async () => {
    const row = await submissionOf(name);
    return row.state === "waiting" && row.attentions.some((one) => one.code === code) ? row : null;
  });

it("nothing is sent after the uninstallation, however far the submission had come", async () => {
  const placed = await buyWhile("left.myshopify.com", () => {
    testApp.shopify.uninstall(domain);
    return uninstallShop(shopLifecycleContext(testApp.services.core), domain);
  });
  expect((await held(placed.name, "shop_uninstalled")).attempts).toEqual([]);
});

it("nothing is sent on an account that was disconnected in between", async () => {
  const placed = await buyWhile("disconnected.myshopify.com", () =>
    disconnectPrintAccount(testApp.services.core.ctx, domain),
  );
  expect((await held(placed.name, "no_print_account")).attempts).toEqual([]);
});

it("it is sent on the account that was connected in between, and on that one only", async () => {
  const { ctx, signIn } = testApp.services.core;
  const placed = await buyWhile("moved.myshopify.com", () => connect({ ...ctx, ...signIn.v1 }, domain, OTHER));
  const { reference } = await until("submitted", async () => {
    const row = await submissionOf(placed.name);
    return row.state === "submitted" ? row : null;
  });
  const made = testApp.printService.state().orders.filter((one) => one.reference === reference);
  expect(made.map((one) => one.account)).toEqual([OTHER.email]);
});

it.each([
  ["asked", "awaiting_approval", { approval: "manual" as const }],
  ["margin", "margin_low", { minimumMarginPercent: 99, serviceCurrency: "USD" }],
])("stricter settings apply from the moment they are saved: %s", async (name, code, settings) => {
  const { ctx } = testApp.services.core;
  const placed = await buyWhile(`${name}.myshopify.com`, async () => {
    const { id } = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
    await saveSettings(ctx, id, settings);
  });
  expect((await held(placed.name, code)).attempts).toEqual([]);
});

it("an uninstallation that is about to commit comes before the claim", async () => {
  const { db } = testApp.services.core.ctx;
  const uninstalled = Promise.withResolvers<void>();
  const put = Promise.withResolvers<void>();
  let committed: Promise<unknown> = Promise.resolve();
  const placed = await buyWhile("leaving.myshopify.com", async () => {
    committed = db.$transaction(async (tx) => {
      await tx.shop.update({ where: { domain }, data: { uninstalledAt: testApp.clock.now() } });
      uninstalled.resolve();
      await put.promise;
    });
    await uninstalled.promise;
  });
  await until("the claim came to the lock, and went round", async () => checks > 2);
  put.resolve();
  await committed;
  expect((await held(placed.name, "shop_uninstalled")).attempts).toEqual([]);
});
