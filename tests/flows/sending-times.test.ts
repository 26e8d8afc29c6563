import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { sendNow } from "../../app/orders/actions/submission-actions.ts";
import { changeSettings } from "../../app/settings-page/save-settings.ts";
import { pauseSending, resumeSending } from "../../app/settings-page/sending-pause.ts";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { readSettings } from "../../app/settings/settings.ts";
import { wallTime } from "../../app/settings/wall-time.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { idOf } from "../support/ids.ts";

const HOUR = 3_600_000;

let testApp: TestApp;
let goods: Goods;
beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterEach(async () => {
  await resumeSending(testApp.services.core.ctx, await shopId());
  await change(readSettings({}).sending);
});
afterAll(() => testApp.close());

const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity: 2 }]));
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`)).length;
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const shopRow = () => testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const shopId = async () => (await shopRow()).id;
const change = async (sending: ReturnType<typeof readSettings>["sending"]) =>
  changeSettings(shopActionsContext(testApp.services.core), await shopId(), { sending });

/** Orders leave each day at the time that it is in so many hours on the shop's clock. */
async function leaveIn(hours: number): Promise<void> {
  const { timezone } = await shopRow();
  const at = new Date(testApp.clock.now().getTime() + hours * HOUR);
  await change({ ...readSettings({}).sending, mode: "at_times", times: [wallTime(at, timezone ?? "UTC").slice(11)] });
}

it("orders leave together at the sending time, one that staff sends now leaves before", async () => {
  await leaveIn(3);
  const [first, second, urgent] = [buy(), buy(), buy()];
  for (const { id } of [first, second, urgent])
    await testApp.waitForOrder(id, "waits", (v) => v.submissions[0]?.due?.what === "sending_time");
  const submissionId = (await testApp.view(urgent.id))?.submissions[0]?.id ?? idOf("");
  await sendNow(testApp.services.core.ctx, { shopId: await shopId(), submissionId, userId: null });
  await state(urgent.id, "submitted");
  expect([first, second].map(({ name }) => printed(name))).toEqual([0, 0]);
  testApp.clock.advance(3 * HOUR);
  for (const { id, name } of [first, second]) {
    await state(id, "submitted");
    expect(printed(name)).toBe(1);
  }
});

it("a change of the times moves what waits, and by hand it stays until staff sends it", async () => {
  await leaveIn(5);
  const placed = buy();
  const due = (await state(placed.id, "waiting")).submissions[0]?.due?.at;
  await leaveIn(8);
  await testApp.waitForOrder(placed.id, "moved", (v) => (v.submissions[0]?.due?.at ?? "") > (due ?? ""));
  await change({ ...readSettings({}).sending, mode: "by_hand" });
  await testApp.waitForOrder(placed.id, "by hand", (v) => v.submissions[0]?.waits?.for === "staff");
  testApp.clock.advance(9 * HOUR);
  await change(readSettings({}).sending);
  await state(placed.id, "submitted");
  expect(printed(placed.name)).toBe(1);
});

it("while sending is paused nothing leaves, and what waited leaves once it is resumed", async () => {
  const { ctx } = testApp.services.core;
  await pauseSending(ctx, await shopId(), null);
  const placed = buy();
  const view = await testApp.waitForOrder(placed.id, "waits", (v) => v.submissions[0]?.waits?.for === "pause");
  expect(view.submissions[0]?.actions).not.toContain("send_now");
  testApp.clock.advance(30 * HOUR);
  expect(printed(placed.name)).toBe(0);
  await resumeSending(ctx, await shopId());
  await state(placed.id, "submitted");
  expect(printed(placed.name)).toBe(1);
});
