import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { address, gid, line, mapping, snapshot } from "../../tests/support/order-fixtures.ts";
import { propertyRuns } from "../../tests/support/release.ts";
import type { OrderSnapshot } from "../ports/order-model.ts";
import { RejectedError, RemoteError, UnavailableError } from "../ports/errors.ts";
import type { PrintAccountCalls, Quote } from "../ports/print-service.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { stepSubmission } from "../orders/submit/step-submission.ts";
import { readShop } from "../orders/core/shop-row.ts";
import { beginTurn, takeTurn } from "../long-runs/engine.ts";
import { openShop } from "../orders/receive/open-shop.testing.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { RETRY } from "./limits.ts";
import { closeDryRunOffer, offersDryRun, readDryRun, readDryRunOrders } from "./read-dry-run.ts";
import { cancelDryRun, startDryRun, dryRun } from "./dry-run.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const never = new AbortController().signal;
/** Of another system: the row of the dry run says so. */
const rethrowOwn = (error: unknown) => {
  if (!(error instanceof RemoteError)) throw error;
};
const ALL = { outcome: null, reason: null, after: null };

/** A shop whose Shopify has these orders, and a print service that prices each item at 10. */
async function open(orders: OrderSnapshot[], settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  const quotes: number[] = [];
  const prices = {
    answer: ({ items }: Parameters<PrintAccountCalls["testPrice"]>[0]): Promise<Quote> => {
      const lines = items.map((item) => ({
        ...item,
        ...{ baseCost: "10", shippingFee: "0", taxFee: "0", totalPrice: String(10 * item.quantity) },
      }));
      const total = items.reduce((sum, { quantity }) => sum + 10 * quantity, 0);
      return Promise.resolve({ totalPrice: String(total), lines });
    },
  };
  const { printService } = shop.ctx;
  const lists = { fail: null as Error | null };
  const ctx = {
    ...shop.ctx,
    printService: {
      forAccount: (id: Parameters<typeof printService.forAccount>[0]) => ({
        ...printService.forAccount(id),
        testPrice: (basket: Parameters<PrintAccountCalls["testPrice"]>[0]) => {
          quotes.push(basket.items.length);
          return prices.answer(basket);
        },
      }),
    },
    shopify: {
      ...shop.ctx.shopify,
      readOrder: (_domain: string, wanted: OrderSnapshot["gid"]) =>
        Promise.resolve(orders.find((one) => one.gid === wanted) ?? null),
      ordersPlacedSince: () =>
        lists.fail
          ? Promise.reject(lists.fail)
          : Promise.resolve({
              orders: orders.map((one) => ({ gid: one.gid, name: one.name, placedAt: one.createdAt })),
              next: null,
            }),
    },
  };
  const row = async () => (await readShop(shop.sql, { id: shop.shop.id }))!;
  const view = async () => (await readDryRun(ctx, shop.shop.id))!;
  return {
    ...{ shop, ctx, quotes, prices, lists, row, view },
    start: async () => startDryRun(ctx, await row()),
    /** A turn of each dry run that is due. */
    step: async (stopping = never) => {
      for (const due of await dryRun.due(ctx))
        await takeTurn(ctx, dryRun, due, { stopping, claimMs: 60_000 }).catch(rethrowOwn);
    },
    /** Runs a dry run to its end. */
    async run() {
      await startDryRun(ctx, await row());
      const { id } = await view();
      for (let step = 0; step < 50 && (await view()).state !== "finished"; step += 1)
        await dryRun.step(ctx, id, beginTurn(never));
      return { view: await view(), rows: (await readDryRunOrders(ctx, id, ALL)).rows };
    },
  };
}

const ordered = (number: number, over: Partial<OrderSnapshot> = {}): OrderSnapshot => {
  const now = world.ctx.clock.now();
  return snapshot({ gid: gid("Order", number), name: `#${number}`, createdAt: now, updatedAt: now, ...over });
};
const unmapped = { productGid: gid("Product", 20), variantGid: gid("ProductVariant", 200) };
const sibling = line({ gid: gid("LineItem", 2), variantGid: gid("ProductVariant", 999) });
const lamp = line({ gid: gid("LineItem", 3), ...unmapped, title: "Lamp" });

const three = line({ gid: gid("LineItem", 4), quantity: 3, remaining: 3 });
const held = line({ gid: gid("LineItem", 5), blockedBy: "hold" });

/** Whatever an order may be that is placed now. */
const anyOrder: fc.Arbitrary<Partial<OrderSnapshot>> = fc.record({
  lines: fc.subarray([line(), sibling, lamp, three, held], {
    minLength: 1,
  }),
  financialStatus: fc.constantFrom("paid", "pending", "authorized"),
  risk: fc.constantFrom("low", "high", "pending"),
  test: fc.boolean(),
  shippingAddress: fc.constantFrom(address(), address({ address1: "" }), null),
  shippingMethod: fc.constantFrom({ title: "Standard", code: "standard" }, { title: "Express", code: "express" }),
  shippingPaid: fc.constantFrom("0", "5.00"),
});
const anySettings: fc.Arbitrary<Partial<ShopSettings>> = fc.record({
  approval: fc.constantFrom("automatic", "manual"),
  minimumMarginPercent: fc.constantFrom(null, 0, 55, 99),
  testOrders: fc.constantFrom("hold", "print"),
});

it("finds of each order what becomes of it when it is placed", async () => {
  const orders = fc.array(anyOrder, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(orders, anySettings, async (made, settings) => {
      const placed = made.map((over, at) => ordered(2000 + at, over));
      const { shop, ctx, run } = await open(placed, settings);
      const { rows } = await run();
      for (const [at, order] of placed.entries()) {
        await shop.receive(order);
        const row = await shop.orderRow(order.gid);
        const submissions = await shop.db.submission.findMany({ where: { orderId: row?.id } });
        for (const { id } of submissions) await stepSubmission(ctx, id);
        const held = await shop.db.attention.findMany({ where: { orderId: row?.id, clearedAt: null } });
        const after = await shop.db.submission.findMany({ where: { orderId: row?.id } });
        const really = after.length === 0 ? "nothing_to_print" : after.every(isSent) ? "would_send" : "would_hold";
        expect({ at, outcome: rows[at]?.outcome }).toEqual({ at, outcome: really });
        // Of an order that is held, a dry run tells also what the checks before sending would find later.
        expect(rows[at]?.reasons).toEqual(expect.arrayContaining([...new Set(held.map(({ code }) => code))]));
        if (really === "would_send") expect(rows[at]?.reasons).toEqual([]);
      }
    }),
    { numRuns: propertyRuns(6) },
  );
});
const isSent = ({ state }: { state: string }) => state === "submitted";

describe("costs", () => {
  it("are asked for once for each basket and country, and add up to the margin", async () => {
    const two = line({ quantity: 2, remaining: 2 });
    const { run, quotes } = await open([
      ordered(1),
      ordered(2, { shippingAddress: address({ provinceCode: "TX", province: "Texas" }) }),
      ordered(3, { lines: [two] }),
      ordered(4, { financialStatus: "pending" }),
      ordered(5, { lines: [lamp] }),
    ]);
    const { view, rows } = await run();
    expect(quotes).toHaveLength(2);
    expect(rows.map(({ cost, profit }) => [cost, profit])).toEqual([
      ["10", "20"],
      ["10", "20"],
      ["20", "35"],
      ["10", "20"],
      [null, null],
    ]);
    expect(view).toMatchObject({ total: 5, checked: 5, withoutPerson: 3, state: "finished" });
    expect(view.money).toMatchObject({ pricedOrders: 4, cost: "50", paid: "145", profit: "95", percent: "65.51" });
  });

  it("are left out, and said to be, without an account, and where the print service gives none", async () => {
    const without = await open([ordered(1)]);
    await without.shop.db.shop.update({ where: { id: without.shop.shop.id }, data: { printAccountId: null } });
    const { view } = await without.run();
    expect(view.outcomes).toMatchObject({ would_send: 1 });
    expect(view.costProblems).toEqual([{ problem: "not_connected", orders: 1 }]);
    const rejecting = await open([ordered(1), ordered(2)], { minimumMarginPercent: 10 });
    rejecting.prices.answer = () => Promise.reject(new RejectedError("unknown SKU"));
    const rejected = await rejecting.run();
    expect(rejecting.quotes).toHaveLength(1);
    expect(rejected.view.costProblems).toEqual([{ problem: "rejected", orders: 2 }]);
    expect(rejected.view.reasons).toEqual([{ code: "quote_unavailable", orders: 2 }]);
  });

  it("are no longer asked for while the print service does not respond", async () => {
    const { run, quotes, prices } = await open(
      Array.from({ length: 8 }, (_, at) => ordered(at + 1, { lines: [line({ quantity: at + 1, remaining: at + 1 })] })),
    );
    prices.answer = () => Promise.reject(new UnavailableError("no answer"));
    const { view } = await run();
    expect(quotes).toHaveLength(5);
    expect(view.outcomes.would_send).toBe(8);
    expect(view.costProblems).toEqual([
      { problem: "unavailable", orders: 5 },
      { problem: "limit_reached", orders: 3 },
    ]);
  });
});

describe("a dry run", () => {
  it("is one at a time in a shop, and counts what Shopify fulfilled as open", async () => {
    const fulfilled = ordered(1, { lines: [line({ remaining: 0 })] });
    const { start, run, view } = await open([fulfilled, ordered(2, { cancelledAt: new Date() })]);
    expect((await Promise.all([start(), start(), start()])).toSorted()).toEqual(["running", "running", "started"]);
    await run();
    expect((await view()).outcomes).toMatchObject({ would_send: 1, nothing_to_print: 1 });
    expect(await start()).toBe("started");
  });

  it("continues where a process broke off, checks each order once, and ends when it is canceled", async () => {
    const orders = Array.from({ length: 25 }, (_, at) => ordered(at + 1));
    const { start, step, view, ctx, shop } = await open(orders);
    await start();
    await step();
    expect(await view()).toMatchObject({ state: "checking", total: 25, checked: 10 });
    const { id } = await view();
    const stopping = new AbortController();
    stopping.abort();
    await step(stopping.signal);
    expect((await view()).checked).toBe(10);
    await step();
    expect((await view()).checked).toBe(20);
    expect(await cancelDryRun(ctx, { shopId: shop.shop.id, id })).toBe("canceled");
    await dryRun.step(ctx, id, beginTurn(never));
    expect(await view()).toMatchObject({ state: "canceled", checked: 20 });
    expect(await cancelDryRun(ctx, { shopId: shop.shop.id, id })).toBe("ended");
  });

  it("waits while Shopify does not respond, and has failed in the end", async () => {
    const { start, step, view, lists, shop } = await open([ordered(1)]);
    lists.fail = new UnavailableError("throttled", { retryAfterMs: 60_000 });
    await start();
    await step();
    expect(await view()).toMatchObject({ state: "listing", problem: "shopify_unavailable" });
    await step();
    expect(await shop.db.longRun.findMany({ where: { shopId: shop.shop.id } })).toMatchObject([{ tries: 1 }]);
    for (let tries = 0; tries < RETRY.tries; tries += 1) {
      world.advance(3_600_000);
      await step();
    }
    expect(await view()).toMatchObject({ state: "failed", problem: "shopify_unavailable" });
    lists.fail = null;
    expect(await start()).toBe("started");
    await step();
    expect(await view()).toMatchObject({ state: "finished", checked: 1 });
  });

  it("continues past an order that cannot be read or judged, and says so", async () => {
    const broken = ordered(1, { lines: [line({ quantity: 1.5, remaining: 1.5 })] });
    const { run, ctx } = await open([broken, ordered(2), ordered(3)]);
    const { readOrder } = ctx.shopify;
    ctx.shopify.readOrder = (domain, wanted) =>
      wanted === ordered(2).gid ? Promise.reject(new RejectedError("no")) : readOrder(domain, wanted);
    const { rows } = await run();
    expect(rows.map(({ outcome }) => outcome)).toEqual(["unreadable", "unreadable", "would_send"]);
  });
});

it("is offered after a large change that none has followed, for a day, and not again soon once staff closed the offer", async () => {
  const { shop, ctx, run } = await open([ordered(1)]);
  const { id: shopId } = shop.shop;
  const offered = () => offersDryRun(ctx, shopId);
  const change = async (variants: number) => {
    world.advance(1_000);
    const updatedAt = ctx.clock.now();
    const variant = (at: number) => ({ ...mapping({ variantGid: gid("ProductVariant", at) }), id: newId(), shopId });
    await shop.db.mapping.deleteMany({ where: { shopId } });
    await shop.db.mapping.createMany({
      data: Array.from({ length: variants }, (_, at) => ({ ...variant(100 + at), updatedAt })),
    });
  };
  await change(9);
  expect(await offered()).toBe(false);
  await change(10);
  expect(await offered()).toBe(true);
  expect((await run()).view.outdated).toBe(false);
  expect(await offered()).toBe(false);
  world.advance(1_000);
  await shop.db.shop.update({ where: { id: shopId }, data: { settingsSavedAt: ctx.clock.now() } });
  expect(await offered()).toBe(true);
  expect((await readDryRun(ctx, shopId))?.outdated).toBe(true);
  world.advance(25 * 3_600_000);
  expect(await offered()).toBe(false);

  await change(10);
  expect(await offered()).toBe(true);
  await closeDryRunOffer(ctx, shopId);
  await change(10);
  expect(await offered()).toBe(false);
  world.advance(31 * 24 * 3_600_000);
  await change(10);
  expect(await offered()).toBe(true);
});
