import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import type { OrderInput } from "../../sandbox/shopify/place-order.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { hasReason } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { idOf } from "../support/ids.ts";

const QUIET_MS = 60_000;
let testApp: TestApp;
let goods: Goods;

const buy = (quantity = 1, over: Partial<OrderInput> = {}) =>
  testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity }], over));
const printed = (name: string) =>
  testApp.printService.state().orders.filter((one) => one.reference.startsWith(`${name.slice(1)}-`));
const shirts = (name: string) =>
  printed(name)
    .flatMap((one) => one.items)
    .reduce((sum, item) => sum + item.quantity, 0);
const mails = (orderId: string) => testApp.shopify.notifications.filter((one) => one.orderId === orderId);
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (view) => view.submissions.at(-1)?.state === expected);
const codes = async (id: string) => (await testApp.view(id))?.reasons.map(({ code }) => code) ?? [];
const account = () => testApp.services.core.ctx.db.printAccount.findFirstOrThrow();
const received = () => testApp.services.core.ctx.db.order.count();

async function takeAction(orderId: string, name: keyof typeof ACTIONS, which = 0): Promise<void> {
  const { ctx } = testApp.services.core;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  const submissionId = (await testApp.view(orderId))?.submissions[which]?.id ?? idOf("");
  expect(await ACTIONS[name](ctx, { shopId: shop.id, submissionId, userId: null })).toBe("done");
}

async function endSyncGap(): Promise<void> {
  testApp.clock.advance(QUIET_MS + 2_000);
  await until("the past is known", async () => (await account()).syncGapFrom === null);
}

describe("a database restored to yesterday", () => {
  beforeEach(async () => {
    testApp = await startTestApp({
      policy: { providerLagMs: QUIET_MS, askStaffAfterMs: 10 * 3_600_000 },
      // Soon after each start, the sweep finds the orders that the restored database does not have.
      intervals: { shopifySweepEveryMs: 3_600_000 },
    });
    goods = await stockShop(testApp);
  });
  afterEach(() => testApp.close());

  it("prints, ships and reports nothing twice, and leaves what is not clear to staff", async () => {
    // Known to the backup.
    const [sent, shippedSince, editedSince, replacedSince] = [buy(), buy(), buy(), buy()];
    const unpaid = buy(1, { financialStatus: "PENDING" });
    for (const one of [sent, shippedSince, editedSince, replacedSince]) await state(one.id, "submitted");
    await state(unpaid.id, "waiting");

    const backup = await testApp.whileStopped((database) => database.backUp());

    // What came since, and is lost.
    testApp.shopify.editOrder(testApp.shop, unpaid.id, { financialStatus: "PAID" });
    await state(unpaid.id, "submitted");
    const toFulfill = (await testApp.view(shippedSince.id))?.submissions[0]?.reference ?? "";
    testApp.printService.ship(toFulfill, { trackingNumber: "LOST-1" });
    await state(shippedSince.id, "fulfilled");
    testApp.shopify.editOrder(testApp.shop, editedSince.id, { addLines: [{ variantId: goods.shirt }] });
    await testApp.waitForOrder(editedSince.id, "supplement sent", (view) => view.submissions[1]?.state === "submitted");
    await takeAction(replacedSince.id, "replace");
    await testApp.waitForOrder(
      replacedSince.id,
      "replacement sent",
      (view) => view.submissions[1]?.state === "submitted",
    );
    const [fresh, freshShipped, freshCancelled] = [buy(2), buy(), buy()];
    for (const one of [fresh, freshShipped, freshCancelled]) await state(one.id, "submitted");
    testApp.printService.ship((await testApp.view(freshShipped.id))?.submissions[0]?.reference ?? "", {
      trackingNumber: "LOST-2",
    });
    await state(freshShipped.id, "fulfilled");
    testApp.shopify.cancelOrder(testApp.shop, freshCancelled.id);
    await testApp.waitForOrder(freshCancelled.id, "cancelled", (view) => view.cancelled);
    testApp.printService.addFault({ endpoint: "detail", effect: "server_error", times: 1000 });
    testApp.printService.addFault({ endpoint: "list", effect: "server_error", times: 1000 });
    testApp.printService.addFault({ endpoint: "create", effect: "reset" });
    const unclearThere = buy();
    await state(unclearThere.id, "uncertain");
    testApp.printService.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
    const unclearAbsent = buy();
    await state(unclearAbsent.id, "uncertain");
    const freshEdited = buy();
    await state(freshEdited.id, "submitted");
    await testApp.stopWorkers();
    testApp.printService.clearFaults();
    testApp.shopify.editOrder(testApp.shop, freshEdited.id, { addLines: [{ variantId: goods.shirt }] });
    const neverSent = buy();
    const all = [
      ...[sent, unpaid, shippedSince, editedSince, replacedSince, fresh, freshShipped, freshCancelled],
      ...[unclearThere, unclearAbsent, freshEdited, neverSent],
    ];
    await testApp.shopify.settled();
    const before = testApp.printService.state().orders.length;

    await testApp.whileStopped(() => backup.restore());
    expect(await received()).toBe(5);
    await testApp.startWorkers();
    await until("every order is known again", async () => (await received()) === all.length);
    await testApp.waitForOrder(fresh.id, "tried in vain", (view) => view.submissions[0]?.state === "ready");
    await until(
      "it was tried",
      async () => (await testApp.services.core.ctx.db.submission.count({ where: { tries: { gt: 1 } } })) > 1,
    );
    expect(testApp.printService.state().orders).toHaveLength(before);

    await endSyncGap();
    for (const one of [unclearAbsent, neverSent]) await state(one.id, "submitted");
    for (const one of [shippedSince, freshShipped]) {
      const { reference } = (
        await testApp.waitForOrder(one.id, "there", (view) => view.submissions[0]?.state === "submitted")
      ).submissions[0] ?? { reference: "" };
      // The service repeats what nobody here remembers.
      testApp.printService.ship(reference, { trackingNumber: one === shippedSince ? "LOST-1" : "LOST-2" });
      await testApp.waitForOrder(one.id, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
    }
    await testApp.waitForOrder(freshEdited.id, "held", (view) => view.submissions.some((s) => s.state === "waiting"));
    await until("nothing more is due", async () => {
      const { db, clock } = testApp.services.core.ctx;
      const dueAt = { lte: clock.now() };
      const sending = await db.submission.count({ where: { state: { in: ["ready", "submitting"] }, dueAt } });
      // What the list showed of an order is judged when that is read again.
      return sending + (await db.order.count({ where: { dueAt } })) === 0;
    });

    const quantities = Object.fromEntries(all.map((one) => [one.name, shirts(one.name)]));
    expect(quantities).toEqual({
      [sent.name]: 1,
      [unpaid.name]: 1,
      [shippedSince.name]: 1,
      [editedSince.name]: 2,
      [replacedSince.name]: 2, // the replaced one and its replacement: both were sent by a person's word
      [fresh.name]: 2,
      [freshShipped.name]: 1,
      [freshCancelled.name]: 1,
      [unclearThere.name]: 1,
      [unclearAbsent.name]: 1,
      [freshEdited.name]: 1,
      [neverSent.name]: 1,
    });
    for (const one of [shippedSince, freshShipped]) {
      expect(one.fulfillments).toHaveLength(1);
      expect(mails(one.id)).toHaveLength(1);
    }
    expect(await codes(freshCancelled.id)).toEqual(["cancelled_after_sent"]);
    expect(await codes(replacedSince.id)).toContain("orphan_unmatched");
    expect((await codes(freshEdited.id)).sort()).toEqual(["orphan_undecided", "orphan_unmatched"]);
    for (const one of [sent, unpaid, editedSince, fresh, unclearThere, unclearAbsent, neverSent])
      expect(await codes(one.id)).toEqual([]);

    // A person has looked: the notice alone sends nothing, an approval sends the rest, once.
    const at = async (expected: string) =>
      (await testApp.view(freshEdited.id))?.submissions.findIndex((one) => one.state === expected) ?? -1;
    await takeAction(freshEdited.id, "acknowledge", await at("submitted"));
    expect(await codes(freshEdited.id)).toEqual(["orphan_undecided"]);
    await takeAction(freshEdited.id, "approve", await at("waiting"));
    await until("the rest is sent", () => shirts(freshEdited.name) === 2);
    expect(printed(freshEdited.name)).toHaveLength(2);
  }, 300_000);

  it("applies events of an unknown order once the order is known", async () => {
    const placed = buy();
    await testApp.shopify.settled();
    const backup = await testApp.whileStopped((database) => database.backUp());
    const lost = buy();
    const reference = (await state(lost.id, "submitted")).submissions[0]?.reference ?? "";
    await testApp.stopWorkers();
    await testApp.whileStopped(() => backup.restore(), "redis lost");
    await testApp.startWorkers();
    testApp.printService.ship(reference, { trackingNumber: "EARLY-1" });
    await testApp.printService.settled();
    await until(
      "tracking and status are kept",
      async () => (await testApp.services.core.ctx.db.unmatchedEvent.count({ where: { reference } })) === 2,
    );
    await endSyncGap();
    await state(placed.id, "submitted");
    await testApp.waitForOrder(lost.id, "found", (view) => view.submissions.some((one) => one.reference === reference));
    const { rematchEvents } = await import("../../app/orders/provider-updates/record-events.ts");
    // The app does so, too, and may have been first.
    await until("matched again", async () => {
      await rematchEvents(testApp.services.core.ctx);
      return testApp.services.core.ctx.db.unmatchedEvent.findFirst({ where: { reference, matchedAt: { not: null } } });
    });
    await testApp.waitForOrder(lost.id, "fulfilled", (view) =>
      view.submissions.some((one) => one.state === "fulfilled"),
    );
    expect(shirts(lost.name)).toBe(1);
    expect(lost.fulfillments).toHaveLength(1);
  }, 120_000);

  it("wakes nothing for ids in Redis that the database does not have", async () => {
    const { queues, ctx } = testApp.services.core;
    const missing = ctx.ids.uuid();
    const before = testApp.logLines.length;
    for (const wake of Object.values(queues.wake)) wake(missing);
    await until("all were tried", async () => {
      const counts = await Promise.all(Object.values(queues.byName).map((queue) => queue.getJobCounts()));
      return counts.every(({ waiting, active }) => waiting + active === 0);
    });
    expect(testApp.logLines.slice(before).filter((line) => line.level === "error")).toEqual([]);
  });
});

describe("an app that was away for a while", () => {
  const GAP_MS = 180_000;

  beforeEach(async () => {
    testApp = await startTestApp({ policy: { providerLagMs: QUIET_MS, heartbeatTimeoutMs: GAP_MS, alertAfterMs: 0 } });
    goods = await stockShop(testApp);
  });
  afterEach(() => testApp.close());

  it("looks up first what may have been sent, says so, and then sends what waited, once", async () => {
    const before = buy();
    await state(before.id, "submitted");
    await testApp.whileStopped(async () => testApp.clock.advance(GAP_MS + 1_000));
    const meanwhile = buy();
    await testApp.waitForOrder(meanwhile.id, "told", (view) => hasReason(view, "history_unverified"));
    expect(printed(meanwhile.name)).toEqual([]);
    await endSyncGap();
    await state(meanwhile.id, "submitted");
    expect(await codes(meanwhile.id)).toEqual([]);
    for (const one of [before, meanwhile]) expect(printed(one.name)).toHaveLength(1);
    expect(await testApp.services.core.ctx.db.orphan.count()).toBe(0);
  }, 120_000);

  it("loses nothing with Redis, and needs no lookup for that", async () => {
    await testApp.stopWorkers();
    const placed = buy();
    await testApp.shopify.settled();
    await testApp.whileStopped(async () => undefined, "redis lost");
    await testApp.startWorkers();
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
    expect((await account()).syncGapFrom).toBeNull();
  }, 120_000);
});
