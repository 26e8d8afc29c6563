import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { decryptPayload } from "../orders/core/provider-order.ts";
import { openShop } from "../orders/receive/open-shop.testing.ts";
import { readShop } from "../orders/core/shop-row.ts";
import { DAY_MS } from "../ports/clock.ts";
import { gidOf } from "../ports/gid.ts";
import { basketHash, basketOf } from "../quotes/basket.ts";
import { tryMargin } from "./try-margin.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const NONE = { orders: 0, isCut: false, decided: 0, unknown: 0, examples: [] };

/** Orders whose customers paid so much, with what their first submission cost; null: no price is kept of it. */
async function shopWithOrders(orders: readonly { paid: string | null; cost: string | null; currency?: string }[]) {
  const shop = await openShop(world, { editWindowMinutes: 600 });
  const now = world.ctx.clock.now();
  for (const [at, { paid, cost, currency = "USD" }] of orders.entries()) {
    const placed = { gid: gidOf("Order", String(at + 1)), name: `#${at + 1}`, createdAt: now };
    await shop.receive(shop.paid({ ...placed, updatedAt: now, currency }));
    const order = await world.db.order.findFirstOrThrow({ where: { shopId: shop.shop.id, name: placed.name } });
    await world.db.order.update({ where: { id: order.id }, data: { subtotal: paid, shippingPaid: "0" } });
    const { id: submissionId } = await world.db.submission.findFirstOrThrow({ where: { orderId: order.id } });
    const row = { shopId: shop.shop.id, orderId: order.id, total: cost, tax: "0", currency: "USD" };
    if (cost !== null)
      await world.db.submissionCost.upsert({ where: { submissionId }, create: { submissionId, ...row }, update: row });
  }
  const attempt = async (draft: object) =>
    tryMargin(shop.ctx, (await readShop(world.sql, { id: shop.shop.id })) ?? expect.unreachable(), draft);
  return { ...shop, attempt };
}

it("a minimum margin that is tried says how many orders it would have held, which, and what it can't judge", async () => {
  const { attempt, shop } = await shopWithOrders([
    { paid: "20.00", cost: "8.00" },
    { paid: "10.00", cost: "8.00" },
    { paid: "10.00", cost: null },
    { paid: null, cost: "8.00" },
    { paid: "10.00", cost: "9.50" },
    { paid: "10.00", cost: "9.50" },
  ]);
  await world.db.submission.updateMany({
    where: { shopId: shop.id, order: { name: "#5" } },
    data: { state: "cancelled" },
  });
  await world.db.order.updateMany({
    where: { shopId: shop.id, name: "#6" },
    data: { shopifyCreatedAt: new Date(world.ctx.clock.now().getTime() - 31 * DAY_MS) },
  });
  expect(await attempt({ minimumMarginPercent: "30" })).toEqual({
    outcome: "tried",
    result: { ...NONE, orders: 4, decided: 1, unknown: 2, examples: [{ name: "#2", number: "2" }] },
  });
  expect(await attempt({ minimumMarginPercent: "20" })).toMatchObject({ result: { decided: 0 } });

  // The check before sending, or the order's page, has left a quote of what waits.
  const waiting = await world.db.submission.findFirstOrThrow({ where: { shopId: shop.id, order: { name: "#3" } } });
  const payload = decryptPayload(world.ctx, waiting) ?? expect.unreachable();
  const [{ itemSku, quantity } = expect.unreachable()] = payload.items;
  const line = { itemSku, quantity, baseCost: "5.00", shippingFee: "4.00", taxFee: "0", totalPrice: "9.00" };
  await world.db.priceQuote.create({
    data: {
      printAccountId: waiting.printAccountId ?? expect.unreachable(),
      question: basketHash(basketOf(payload)),
      answer: { totalPrice: "9.00", lines: [line] },
      askedAt: world.ctx.clock.now(),
    },
  });
  expect(await attempt({ minimumMarginPercent: "20" })).toMatchObject({
    result: { decided: 1, unknown: 1, examples: [{ name: "#3" }] },
  });
});

it("it is tried with the rates, fees and costs as typed, and a field that is wrong is named", async () => {
  const { attempt } = await shopWithOrders([{ paid: "10.00", cost: "10.00", currency: "EUR" }]);
  // Without a rate, orders in another currency are held.
  expect(await attempt({ minimumMarginPercent: "0" })).toMatchObject({ result: { orders: 1, decided: 1 } });
  const rates = [{ from: "USD", to: "EUR", rate: "0.8", since: "2020-01-01" }];
  const paymentFee = { percent: "0", fixed: "0", currency: "" };
  const profit = { shipping: "all", countProviderTax: false, paymentFee, rates };
  expect(await attempt({ minimumMarginPercent: "20", profit })).toMatchObject({ result: { orders: 1, decided: 0 } });
  expect(await attempt({ minimumMarginPercent: "21", profit })).toMatchObject({ result: { decided: 1 } });
  expect(await attempt({ minimumMarginPercent: "" })).toMatchObject({
    ...{ outcome: "invalid", errors: { minimumMarginPercent: "Enter a minimum margin to try." } },
  });
  expect(await attempt({ minimumMarginPercent: "a lot" })).toMatchObject({ outcome: "invalid" });
});
