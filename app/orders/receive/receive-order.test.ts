import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gid, line } from "../../../tests/support/order-fixtures.ts";
import { UnavailableError } from "../../ports/errors.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { readShop } from "../core/shop-row.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";
import { recheckOrder } from "./recheck-order.ts";
import { receiveOrderByGid, receiveSnapshot, receiveSnapshots } from "./receive-order.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const shopRow = ({ shop, sql }: OpenShop) => readShop(sql, { id: shop.id });

describe("an order that is received", () => {
  it("becomes one order, one submission that is due now, and wakes the submission", async () => {
    const shop = await openShop(world);
    expect(await shop.receive()).toBe("ready");
    const [submission, ...others] = await shop.submissions();
    expect(others).toEqual([]);
    expect(submission).toMatchObject({
      kind: "first",
      state: "ready",
      dueAt: world.ctx.clock.now(),
      printAccountId: shop.account.id,
      lines: [{ position: 0, quantity: 1, itemSku: "TEE-BLACK-M" }],
    });
    expect(shop.woken).toEqual([submission?.id]);
    expect(await shop.orderRow()).toMatchObject({
      name: "#1001",
      subtotal: "25",
      shippingPaid: "5.00",
      readAt: world.ctx.clock.now(),
    });
    expect(await shop.history()).toContain("order.received");
  });

  it("is one order and one submission, however many webhooks and sweeps bring it at once", async () => {
    const shop = await openShop(world);
    const webhook = shop.paid({ complete: false });
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, n) => shop.receive(n % 2 ? webhook : shop.paid())),
    );
    expect(outcomes).toEqual(Array(6).fill("ready"));
    expect(await world.db.order.count({ where: { shopId: shop.shop.id } })).toBe(1);
    expect(await shop.submissions()).toHaveLength(1);
    expect(await shop.orderLines()).toHaveLength(1);
    expect((await shop.history()).filter((code) => code === "submission.created")).toHaveLength(1);
  });

  it("keeps a line that was added in the second of its webhook, whichever comes first", async () => {
    const shop = await openShop(world);
    const whole = shop.paid({ lines: [line(), line({ gid: gid("LineItem", 2) })] });
    let reads = 0;
    shop.shopify.read = () => {
      reads += 1;
      return Promise.resolve(whole);
    };
    const quantities = async () => (await shop.orderLines()).map(({ quantity }) => quantity);
    const early = shop.paid({ complete: false });
    await shop.receive({ ...whole, complete: false });
    // One of both is older: Shopify says which.
    expect(await shop.receive(early)).toBe("ready");
    expect([reads, await quantities()]).toEqual([1, [1, 1]]);
    // It says what is known: there is nothing to ask.
    await shop.receive({ ...whole, complete: false });
    expect([reads, await quantities()]).toEqual([1, [1, 1]]);
    world.advance(5_000);
    await receiveOrderByGid(shop.ctx, await shopRow(shop), whole.gid);
    // Read after that second: a webhook that comes late says nothing new.
    expect(await shop.receive(early)).toBe("stale");
    expect([reads, await quantities()]).toEqual([2, [1, 1]]);
    const submissions = await shop.submissions();
    expect(submissions.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1, 1]]);
  });

  it("is read where its webhook cannot tell fulfilled items from held ones, unless that is known", async () => {
    const shop = await openShop(world);
    let reads = 0;
    const readAs = (remaining: number) => {
      shop.shopify.read = () => {
        reads += 1;
        return Promise.resolve(shop.paid({ updatedAt: shop.later(reads), lines: [line({ quantity: 3, remaining })] }));
      };
    };
    const webhook = (minutes: number) => {
      const lines = [line({ quantity: 3, remaining: 1, remainingUncertain: true })];
      return shop.paid({ complete: false, updatedAt: shop.later(minutes), lines });
    };
    readAs(3);
    await shop.receive(webhook(0));
    expect(await shop.submissions()).toMatchObject([{ state: "ready", lines: [{ quantity: 3 }] }]);
    readAs(1);
    await shop.receive(webhook(2));
    expect(reads).toBe(2);
    await shop.receive(webhook(3));
    expect(reads).toBe(2);
    expect(await shop.submissions()).toMatchObject([{ state: "ready", lines: [{ quantity: 1 }] }]);
  });

  it.each<[string, Partial<OrderSnapshot>]>([
    ["a cancellation", { cancelledAt: new Date("2026-03-01T12:00:00Z") }],
    ["a payment", { financialStatus: "PENDING" }],
    ["another address", { shippingAddress: null }],
    ["another quantity", { lines: [line({ quantity: 3, remaining: 3 })] }],
    ["a fulfillment", { lines: [line({ remaining: 0 })] }],
  ])("asks Shopify about %s that two webhooks of one second tell differently", async (_, other) => {
    const shop = await openShop(world);
    shop.shopify.read = () => Promise.resolve(shop.paid());
    await shop.receive(shop.paid({ complete: false }));
    expect((await shop.orderRow())?.readAt).toBeNull();
    await shop.receive(shop.paid({ complete: false, ...other }));
    expect((await shop.orderRow())?.readAt).toEqual(world.ctx.clock.now());
    expect(await shop.submissions()).toMatchObject([{ state: "ready", lines: [{ quantity: 1 }] }]);
  });

  it("keeps what a later read of the same second showed, when an earlier read ends after it", async () => {
    const shop = await openShop(world);
    const earlier = Promise.withResolvers<OrderSnapshot>();
    shop.shopify.read = () => earlier.promise;
    const slow = receiveOrderByGid(shop.ctx, await shopRow(shop), shop.paid().gid);
    world.advance(10);
    const whole = shop.paid({ lines: [line(), line({ gid: gid("LineItem", 2) })] });
    shop.shopify.read = () => Promise.resolve(whole);
    await receiveOrderByGid(shop.ctx, await shopRow(shop), whole.gid);
    world.advance(10_000);
    earlier.resolve(shop.paid());
    expect(await slow).toBe("stale");
    expect((await shop.orderLines()).map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  it("writes nothing when work in its transaction fails", async () => {
    const shop = await openShop(world);
    const row = (await shopRow(shop))!;
    const failing = receiveSnapshots(shop.ctx, [{ shop: row, snapshot: shop.paid() }], { skipLocked: false }, () =>
      Promise.reject(new Error("no")),
    );
    await expect(failing).rejects.toThrow("no");
    expect(await shop.orderRow()).toBeNull();
    expect(shop.woken).toEqual([]);
  });

  it("is not stored for an unknown shop, or for one whose data was erased", async () => {
    const shop = await openShop(world);
    expect(await receiveSnapshot(shop.ctx, null, shop.paid())).toBe("unknown_shop");
    await world.db.shop.update({ where: { id: shop.shop.id }, data: { redactedAt: new Date() } });
    expect(await shop.receive()).toBe("unknown_shop");
    expect(await receiveOrderByGid(shop.ctx, await shopRow(shop), shop.paid().gid)).toBe("unknown_shop");
    expect(await shop.orderRow()).toBeNull();
    expect(shop.shopify.reads).toBe(0);
  });

  it.each([false, true])(
    "is not stored where the shop was erased since it was read (complete: %s)",
    async (complete) => {
      const shop = await openShop(world);
      const before = await shopRow(shop);
      await world.db.shop.update({ where: { id: shop.shop.id }, data: { redactedAt: new Date() } });
      expect(await receiveSnapshot(shop.ctx, before, { ...shop.paid(), complete })).toBe("unknown_shop");
      expect(await shop.orderRow()).toBeNull();
      expect(shop.woken).toEqual([]);
    },
  );
});

describe("a webhook without the facts that the shop's rule needs", () => {
  const rule = { vendors: [], productTags: ["print"], productTypes: [], skuPrefixes: [] };

  it("makes Inkbridge read the order from Shopify, and the tags decide", async () => {
    const shop = await openShop(world, { printableRule: rule });
    const unmapped = line({
      gid: gid("LineItem", 2),
      variantGid: gid("ProductVariant", 7),
      productGid: gid("Product", 7),
    });
    const read = shop.paid({ lines: [{ ...unmapped, productTags: ["Print"] }] });
    shop.shopify.read = () => Promise.resolve(read);
    expect(await shop.receive({ ...read, complete: false, lines: [unmapped] })).toBe("not_ready");
    expect(shop.shopify.reads).toBe(1);
    expect(await shop.orderLines()).toMatchObject([{ eligibility: "printable", eligibilityReason: "rule_tag" }]);
    expect(await shop.openCodes()).toEqual(["unmapped_line"]);
  });

  it("reads again where the rule was saved while the order was received", async () => {
    const shop = await openShop(world);
    const read = shop.paid();
    shop.shopify.read = () => Promise.resolve(read);
    const locked = await world.pool.connect();
    await locked.query("BEGIN");
    await shop.receive({ ...read, complete: false });
    await locked.query(`SELECT 1 FROM "Order" WHERE "shopId" = $1 FOR UPDATE`, [shop.shop.id]);
    // The caller reads the shop, then waits for the lock of the order; the rule is saved in between.
    const received = shop.receive({ ...read, complete: false });
    await world.db.shop.update({ where: { id: shop.shop.id }, data: { settings: { printableRule: rule } } });
    await locked.query("COMMIT");
    locked.release();
    expect(await received).toBe("not_ready");
    expect(shop.shopify.reads).toBe(1);
  });

  it("is an error while Shopify cannot be read, and leaves nothing behind", async () => {
    const shop = await openShop(world, { printableRule: rule });
    shop.shopify.read = () => Promise.reject(new UnavailableError("busy"));
    await expect(shop.receive(shop.paid({ complete: false }))).rejects.toThrow(UnavailableError);
    expect(await shop.orderRow()).toBeNull();
  });

  describe("of an order that Shopify no longer shows for its age", () => {
    const added = line({
      gid: gid("LineItem", 2),
      productGid: gid("Product", 7),
      variantGid: gid("ProductVariant", 7),
    });
    const createdAt = (days: number) => new Date(world.ctx.clock.now().getTime() - days * 86_400_000);

    /** The order as it was sent, 61 days before. */
    async function sentLongAgo() {
      const shop = await openShop(world, { printableRule: rule });
      await world.db.shop.update({ where: { id: shop.shop.id }, data: { goLiveAt: createdAt(90) } });
      shop.shopify.read = () => Promise.resolve(shop.paid({ createdAt: createdAt(61) }));
      await receiveOrderByGid(shop.ctx, await shopRow(shop), shop.paid().gid);
      await shop.setState("submitted");
      shop.shopify.read = () => Promise.resolve(null);
      const changed = (over: Partial<OrderSnapshot>) =>
        shop.paid({ createdAt: createdAt(61), updatedAt: shop.later(1), complete: false, ...over });
      return { shop, changed };
    }

    it("does: an item that was added is to be sent, where a mapping decides", async () => {
      const { shop, changed } = await sentLongAgo();
      const lines = [line(), line({ gid: gid("LineItem", 2), quantity: 2, remaining: 2 })];
      expect(await shop.receive(changed({ lines }))).toBe("ready");
      expect((await shop.submissions()).map(({ kind, state, lines }) => [kind, state, lines[0]?.quantity])).toEqual([
        ["first", "submitted", 1],
        ["supplement", "ready", 2],
      ]);
      expect(await shop.openCodes()).toEqual([]);
    });

    it("holds the order, where what Shopify does not show would decide about an item that was added", async () => {
      const { shop, changed } = await sentLongAgo();
      for (let times = 0; times < 2; times++)
        expect(await shop.receive(changed({ lines: [line(), added], updatedAt: shop.later(1 + times) }))).toBe(
          "not_ready",
        );
      expect(await shop.openCodes()).toEqual(["order_too_old_to_send"]);
      expect((await shop.orderLines()).map(({ eligibility }) => eligibility)).toEqual(["printable", "excluded"]);
      // Access to older orders was granted: the tags decide.
      const whole = changed({ lines: [line(), { ...added, productTags: ["print"] }], complete: true });
      shop.shopify.read = () => Promise.resolve({ ...whole, updatedAt: shop.later(3) });
      const { id } = (await shop.orderRow()) ?? expect.unreachable();
      await world.db.order.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
      expect(await recheckOrder(shop.ctx, id)).toBe("read");
      expect(await shop.openCodes()).toEqual(["unmapped_line"]);
    });

    it("says of a cancellation what it says of others", async () => {
      const { shop, changed } = await sentLongAgo();
      expect(await shop.receive(changed({ cancelledAt: shop.later(1) }))).toBe("not_ready");
      expect(await shop.openCodes()).toEqual(["cancelled_after_sent"]);
    });

    it("does not count where Shopify should show the order", async () => {
      const { shop, changed } = await sentLongAgo();
      const lines = [line(), added];
      expect(await shop.receive(changed({ lines, createdAt: createdAt(59) }))).toBe("not_in_shopify");
      await world.db.shop.update({ where: { id: shop.shop.id }, data: { scopes: "read_orders,read_all_orders" } });
      expect(await shop.receive(changed({ lines }))).toBe("not_in_shopify");
      expect(await shop.openCodes()).toEqual([]);
    });
  });

  it("is no order where Shopify shows none", async () => {
    const shop = await openShop(world);
    expect(await receiveOrderByGid(shop.ctx, await shopRow(shop), gid("Order", 5))).toBe("not_in_shopify");
  });
});
