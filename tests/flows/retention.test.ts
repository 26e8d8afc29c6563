import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTIONS, type Action } from "../../app/orders/actions/actions.ts";
import { readOrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { prune } from "../../app/privacy/prune.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { hasReason } from "../support/reasons.ts";
import { idOf } from "../support/ids.ts";
import type { SubmissionId } from "../../app/ports/ids.ts";

const DAY = 86_400_000;
const KEPT = 60;

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions.at(-1)?.state === expected);
const shopId = async () =>
  (await testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).id;
const takeAction = async (name: Action, submissionId: SubmissionId = idOf("")) =>
  ACTIONS[name](testApp.services.core.ctx, { shopId: await shopId(), submissionId, userId: null });
const page = async (id: string) => {
  const { ctx, parsePrintServiceWebhook } = testApp.services.core;
  return readOrderDetails(ctx, await shopId(), `gid://shopify/Order/${id}`, { ...ctx, parsePrintServiceWebhook });
};
/** The app prunes, too, and one at a time: the other one gets nothing to count. */
const pruned = () =>
  until("a turn to prune", async () => {
    const counts = await prune(testApp.services.core.ctx, KEPT);
    return "deliveries" in counts && counts;
  });
const handled = () =>
  until("all deliveries handled", async () => {
    await Promise.all([testApp.shopify.settled(), testApp.printService.settled()]);
    return (await testApp.services.core.ctx.db.webhookDelivery.count({ where: { state: "waiting" } })) === 0;
  });

it("old contents are let go of, what may still be sent is not, and everything continues without them", async () => {
  const { db } = testApp.services.core.ctx;
  const sent = buy();
  const replaced = buy();
  const held = buy();
  const view = await testApp.waitForOrder(held.id, "there", (v) => v.submissions.length > 0);
  await state(sent.id, "submitted");
  await state(replaced.id, "submitted");
  await state(held.id, "submitted");
  await testApp.change({ approval: "manual" });
  const waiting = buy();
  const waits = await state(waiting.id, "waiting");
  testApp.printService.ship(view.submissions[0]?.reference ?? "", { trackingNumber: "R1" });
  await state(held.id, "fulfilled");
  await handled();
  expect(await pruned()).toMatchObject({ bodies: 0, contents: 0, deliveries: 0 });

  // Orders of that age can be read only with this scope.
  const { scopes } = testApp.shopify.shop(testApp.shop);
  testApp.shopify.grantScopes(testApp.shop, [...scopes, "read_all_orders"]);
  testApp.clock.advance((KEPT + 1) * DAY);
  const young = buy();
  await testApp.waitForOrder(young.id, "there", (v) => v.submissions.length > 0);
  // Rows that a worker has just taken are left for the next time.
  for (const { id } of [sent, replaced, held]) {
    await until("let go of", async () => {
      expect((await pruned())["deliveries"]).toBe(0);
      return (await page(id))?.submissions[0]?.content === null;
    });
  }
  const bodies = { bodyEncrypted: { not: null }, receivedAt: { lt: new Date() } };
  await until("no old body left", async () => {
    await pruned();
    return (await db.webhookDelivery.count({ where: bodies })) === 0;
  });
  expect((await page(held.id))?.submissions[0]).toMatchObject({ content: null, contentErasedAt: expect.any(String) });
  expect((await page(young.id))?.submissions[0]?.content).not.toBeNull();
  expect((await page(waiting.id))?.submissions[0]?.content).not.toBeNull();

  // A change of the address still shows: its hash has stayed.
  testApp.shopify.editOrder(testApp.shop, sent.id, { shippingAddress: { address1: "99 Oak Street" } });
  await testApp.waitForOrder(sent.id, "the change", (v) => hasReason(v, "address_changed_after_sent"));
  // A replacement is made up of what Shopify says now.
  const first = (await testApp.view(replaced.id))?.submissions[0];
  expect(await takeAction("replace", first?.id)).toBe("done");
  const second = await testApp.waitForOrder(replaced.id, "the replacement", (v) => v.submissions.length === 2);
  await testApp.waitForOrder(replaced.id, "asks", (v) => v.submissions[1]?.state === "waiting");
  expect(await takeAction("approve", second.submissions[1]?.id)).toBe("done");
  await testApp.waitForOrder(replaced.id, "replaced", (v) => v.submissions[1]?.state === "submitted");
  expect(printed(replaced.name)).toHaveLength(2);
  // What waited all the time is sent whole.
  expect(await takeAction("approve", waits.submissions[0]?.id)).toBe("done");
  await state(waiting.id, "submitted");
  expect(printed(waiting.name)[0]?.shipping["shipping_address1"]).toBe("12 Elm Road");
  await testApp.change({ approval: "automatic" });
});

it("a content that went missing is made up again before it is sent", async () => {
  await testApp.change({ approval: "manual" });
  const placed = buy();
  const view = await state(placed.id, "waiting");
  const id = view.submissions[0]?.id ?? idOf("");
  await testApp.services.core.ctx.db.submission.update({ where: { id }, data: { payloadEncrypted: null } });
  expect(await takeAction("approve", id)).toBe("done");
  await state(placed.id, "submitted");
  expect(printed(placed.name)).toHaveLength(1);
  await testApp.change({ approval: "automatic" });
});
