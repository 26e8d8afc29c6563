import { afterAll, beforeAll, expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { connectAccount, connectPractice } from "../../app/settings-page/account.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import type { OrderInput } from "../../sandbox/shopify/place-order.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { hasReason } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ intervals: { practiceEveryMs: 40 } });
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const MINUTE = 60_000;

const shopRow = () => testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const practice = async () => connectPractice(shopActionsContext(testApp.services.core), await shopRow());
const live = async () => connectAccount(shopActionsContext(testApp.services.core), await shopRow(), DEFAULT_ACCOUNT);
const setStore = (development: boolean) => void (testApp.shopify.shop(testApp.shop).development = development);
const place = (over: Partial<OrderInput> = {}) =>
  testApp.shopify.placeOrder(testApp.shop, { ...order([{ variantId: goods.shirt }]), ...over });
const printed = (name: string) =>
  testApp.printService.state().orders.filter(({ reference }) => reference.startsWith(`${name.slice(1)}-`));
const reach = (id: string, state: string) =>
  testApp.waitForOrder(id, state, ({ submissions: [first] }) => first?.state === state);

it("a test order goes the whole way, and neither the print service nor the customer learns of it", async () => {
  setStore(false);
  await practice();
  const placed = place({ test: true });
  const [sent] = (await reach(placed.id, "submitted")).submissions;
  expect(sent).toMatchObject({ practice: true, serviceOrderId: null });
  testApp.clock.advance(MINUTE);
  await reach(placed.id, "in_production");
  testApp.clock.advance(2 * MINUTE);
  const [done] = (await reach(placed.id, "fulfilled")).submissions;
  const trackingNumber = `PRACTICE-${sent?.reference}`;
  const trackingUrl = `${testApp.appUrl}/practice-tracking`;
  expect(done?.parcels).toMatchObject([{ trackingNumber, trackingUrl }]);
  expect(placed.fulfillments).toMatchObject([
    { tracking: [{ number: trackingNumber, url: trackingUrl }], message: "Practice order: nothing is printed." },
  ]);
  expect(testApp.shopify.notifications.filter(({ orderId }) => orderId === placed.id)).toEqual([]);
  expect(printed(placed.name)).toEqual([]);
});

it("an order of a customer waits for a live account, and a practice order is never sent again", async () => {
  setStore(false);
  await practice();
  const tried = place({ test: true });
  await reach(tried.id, "submitted");
  const wanted = place();
  await testApp.waitForOrder(wanted.id, "held", (view) => hasReason(view, "practice_account"));
  expect(wanted.fulfillments).toEqual([]);

  expect(await live()).toMatchObject({ outcome: "connected" });
  await reach(wanted.id, "submitted");
  expect(printed(wanted.name)).toHaveLength(1);
  testApp.clock.advance(3 * MINUTE);
  // The practice order continues where it was.
  const { submissions } = await reach(tried.id, "fulfilled");
  expect(submissions).toMatchObject([{ practice: true }]);
  expect(printed(tried.name)).toEqual([]);
});

it("an order that the print service has stays there when a practice account is connected", async () => {
  setStore(false);
  await live();
  const placed = place();
  const [sent] = (await reach(placed.id, "submitted")).submissions;
  await practice();
  testApp.printService.ship(sent?.reference ?? "");
  const { submissions } = await reach(placed.id, "fulfilled");
  expect(submissions).toMatchObject([{ practice: false }]);
  expect(testApp.shopify.notifications.filter(({ orderId }) => orderId === placed.id)).toHaveLength(1);
});

it("a development store practices with any order", async () => {
  setStore(true);
  await practice();
  const placed = place();
  expect((await reach(placed.id, "submitted")).submissions).toMatchObject([{ practice: true }]);
  expect(printed(placed.name)).toEqual([]);
});
