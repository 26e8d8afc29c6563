import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTS } from "../../app/orders/actions/actions.ts";
import type { OrderInput } from "../../sandbox/shopify/place-order.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const QUIET_MS = 60_000;
let world: World;
let goods: Goods;

const buy = (quantity = 1, over: Partial<OrderInput> = {}) =>
  world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt, quantity }], over));
const printed = (name: string) =>
  world.press.state().orders.filter((one) => one.reference.startsWith(`${name.slice(1)}-`));
const shirts = (name: string) =>
  printed(name)
    .flatMap((one) => one.items)
    .reduce((sum, item) => sum + item.quantity, 0);
const mails = (orderId: string) => world.shopify.notifications.filter((one) => one.orderId === orderId);
const state = (id: string, wanted: string) =>
  world.seen(id, wanted, (view) => view.submissions.at(-1)?.state === wanted);
const codes = async (id: string) =>
  (await world.view(id))?.submissions.flatMap((one) => one.attention.map(({ code }) => code)) ?? [];
const account = () => world.services.core.ctx.db.printAccount.findFirstOrThrow();
const received = () => world.services.core.ctx.db.order.count();

async function act(orderId: string, name: keyof typeof ACTS, which = 0): Promise<void> {
  const { ctx } = world.services.core;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
  const submissionId = (await world.view(orderId))?.submissions[which]?.id ?? "";
  expect(await ACTS[name](ctx, { shopId: shop.id, submissionId })).toBe("done");
}

async function gapOver(): Promise<void> {
  world.clock.pass(QUIET_MS + 2_000);
  await until("the past is known", async () => (await account()).gapFrom === null);
}

describe("a database restored to yesterday", () => {
  beforeEach(async () => {
    world = await openWorld({ policy: { quietPeriodMs: QUIET_MS, decideAfterMs: 10 * 3_600_000 } });
    goods = await stock(world);
  });
  afterEach(() => world.close());

  it("prints, ships and tells nothing twice, and keeps what is not clear for a person", async () => {
    // Known to the backup.
    const [sent, shippedSince, editedSince, replacedSince] = [buy(), buy(), buy(), buy()];
    const unpaid = buy(1, { financialStatus: "PENDING" });
    for (const one of [sent, shippedSince, editedSince, replacedSince]) await state(one.id, "submitted");
    await state(unpaid.id, "waiting");

    const backup = await world.whileClosed((database) => database.backUp());

    // What came since, and is lost.
    world.shopify.editOrder(world.shop, unpaid.id, { financialStatus: "PAID" });
    await state(unpaid.id, "submitted");
    const toFulfil = (await world.view(shippedSince.id))?.submissions[0]?.reference ?? "";
    world.press.ship(toFulfil, { trackingNumber: "LOST-1" });
    await state(shippedSince.id, "fulfilled");
    world.shopify.editOrder(world.shop, editedSince.id, { addLines: [{ variantId: goods.shirt }] });
    await world.seen(editedSince.id, "supplement sent", (view) => view.submissions[1]?.state === "submitted");
    await act(replacedSince.id, "replace");
    await world.seen(replacedSince.id, "replacement sent", (view) => view.submissions[1]?.state === "submitted");
    const [fresh, freshShipped, freshCancelled] = [buy(2), buy(), buy()];
    for (const one of [fresh, freshShipped, freshCancelled]) await state(one.id, "submitted");
    world.press.ship((await world.view(freshShipped.id))?.submissions[0]?.reference ?? "", {
      trackingNumber: "LOST-2",
    });
    await state(freshShipped.id, "fulfilled");
    world.shopify.cancelOrder(world.shop, freshCancelled.id);
    await world.seen(freshCancelled.id, "cancelled", (view) => view.cancelled);
    world.press.addFault({ endpoint: "detail", effect: "server_error", times: 1000 });
    world.press.addFault({ endpoint: "list", effect: "server_error", times: 1000 });
    world.press.addFault({ endpoint: "create", effect: "reset" });
    const unclearThere = buy();
    await state(unclearThere.id, "uncertain");
    world.press.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
    const unclearAbsent = buy();
    await state(unclearAbsent.id, "uncertain");
    const freshEdited = buy();
    await state(freshEdited.id, "submitted");
    await world.stopWorkers();
    world.press.clearFaults();
    world.shopify.editOrder(world.shop, freshEdited.id, { addLines: [{ variantId: goods.shirt }] });
    const neverSent = buy();
    const all = [
      ...[sent, unpaid, shippedSince, editedSince, replacedSince, fresh, freshShipped, freshCancelled],
      ...[unclearThere, unclearAbsent, freshEdited, neverSent],
    ];
    await world.shopify.settled();
    const before = world.press.state().orders.length;

    await world.whileClosed(() => backup.restore());
    expect(await received()).toBe(5);
    await world.startWorkers();
    await until("every order is known again", async () => (await received()) === all.length);
    await world.seen(fresh.id, "tried in vain", (view) => view.submissions[0]?.state === "ready");
    await until(
      "it was tried",
      async () => (await world.services.core.ctx.db.submission.count({ where: { tries: { gt: 1 } } })) > 1,
    );
    expect(world.press.state().orders).toHaveLength(before);

    await gapOver();
    for (const one of [unclearAbsent, neverSent]) await state(one.id, "submitted");
    for (const one of [shippedSince, freshShipped]) {
      const { reference } = (await world.seen(one.id, "there", (view) => view.submissions[0]?.state === "submitted"))
        .submissions[0] ?? { reference: "" };
      // The service repeats what nobody here remembers.
      world.press.ship(reference, { trackingNumber: one === shippedSince ? "LOST-1" : "LOST-2" });
      await world.seen(one.id, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
    }
    await world.seen(freshEdited.id, "held", (view) => view.submissions.some((s) => s.state === "waiting"));
    await until("nothing more is due", async () => {
      const { db, clock } = world.services.core.ctx;
      return (
        (await db.submission.count({
          where: { state: { in: ["ready", "submitting"] }, dueAt: { lte: clock.now() } },
        })) === 0
      );
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
    expect(await codes(replacedSince.id)).toContain("found_unmatched");
    expect((await codes(freshEdited.id)).sort()).toEqual(["found_undecided", "found_unmatched"]);
    for (const one of [sent, unpaid, editedSince, fresh, unclearThere, unclearAbsent, neverSent])
      expect(await codes(one.id)).toEqual([]);

    // A person has looked: the notice alone sends nothing, an approval sends the rest, once.
    const at = async (wanted: string) =>
      (await world.view(freshEdited.id))?.submissions.findIndex((one) => one.state === wanted) ?? -1;
    await act(freshEdited.id, "acknowledge", await at("submitted"));
    expect(await codes(freshEdited.id)).toEqual(["found_undecided"]);
    await act(freshEdited.id, "approve", await at("waiting"));
    await until("the rest is sent", () => shirts(freshEdited.name) === 2);
    expect(printed(freshEdited.name)).toHaveLength(2);
  }, 300_000);

  it("takes in events whose order it did not know, once it knows it", async () => {
    const placed = buy();
    await world.shopify.settled();
    const backup = await world.whileClosed((database) => database.backUp());
    const lost = buy();
    const reference = (await state(lost.id, "submitted")).submissions[0]?.reference ?? "";
    await world.stopWorkers();
    await world.whileClosed(() => backup.restore(), "redis lost");
    await world.startWorkers();
    world.press.ship(reference, { trackingNumber: "EARLY-1" });
    await world.press.settled();
    await until(
      "kept",
      async () => (await world.services.core.ctx.db.unmatchedEvent.count({ where: { reference } })) === 1,
    );
    await gapOver();
    await state(placed.id, "submitted");
    await world.seen(lost.id, "found", (view) => view.submissions.some((one) => one.reference === reference));
    const { rematchEvents } = await import("../../app/orders/provider-updates/rematch-events.ts");
    await until("read again", () => rematchEvents(world.services.core.ctx));
    await world.seen(lost.id, "fulfilled", (view) => view.submissions.some((one) => one.state === "fulfilled"));
    expect(shirts(lost.name)).toBe(1);
    expect(lost.fulfillments).toHaveLength(1);
  }, 120_000);

  it("wakes nothing for ids in Redis that the database does not have", async () => {
    const { queues, ctx } = world.services.core;
    const missing = ctx.ids.uuid();
    const before = world.logged.length;
    for (const wake of Object.values(queues.wake)) wake(missing);
    await until("all were tried", async () => {
      const counts = await Promise.all(Object.values(queues.byName).map((queue) => queue.getJobCounts()));
      return counts.every(({ waiting, active }) => waiting + active === 0);
    });
    expect(world.logged.slice(before).filter((line) => line.level === "error")).toEqual([]);
  });
});

describe("an app that was away for a while", () => {
  const GAP_MS = 180_000;

  beforeEach(async () => {
    world = await openWorld({ policy: { quietPeriodMs: QUIET_MS, gapMs: GAP_MS, tellAfterMs: 0 } });
    goods = await stock(world);
  });
  afterEach(() => world.close());

  it("looks up first what may have been sent, tells so, and then sends what waited, once", async () => {
    const before = buy();
    await state(before.id, "submitted");
    await world.whileClosed(async () => world.clock.pass(GAP_MS + 1_000));
    const meanwhile = buy();
    await world.seen(meanwhile.id, "told", (view) => view.submissions[0]?.attention[0]?.code === "past_unknown");
    expect(printed(meanwhile.name)).toEqual([]);
    await gapOver();
    await state(meanwhile.id, "submitted");
    expect(await codes(meanwhile.id)).toEqual([]);
    for (const one of [before, meanwhile]) expect(printed(one.name)).toHaveLength(1);
    expect(await world.services.core.ctx.db.stray.count()).toBe(0);
  }, 120_000);

  it("loses nothing with Redis, and needs no look-up for that", async () => {
    await world.stopWorkers();
    const placed = buy();
    await world.shopify.settled();
    await world.whileClosed(async () => undefined, "redis lost");
    await world.startWorkers();
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
    expect((await account()).gapFrom).toBeNull();
  }, 120_000);
});
