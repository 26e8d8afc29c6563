import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";
import { newId } from "../../../tests/support/ids.ts";
import { line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { beginTurn } from "../../long-runs/engine.ts";
import { applyProviderOrder } from "../../orders/provider-updates/apply-provider-order.ts";
import { beat, openShop, type OpenShop } from "../../orders/receive/open-shop.testing.ts";
import { DAY_MS, HOUR_MS } from "../../ports/clock.ts";
import { UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import { gidOf } from "../../ports/gid.ts";
import type { OrderMoney } from "../../ports/order-model.ts";
import { CAPABILITIES, type BilledAmounts, type PrintAccountCalls, type Quote } from "../../ports/print-service.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { countDueOrders, orderProfitsRun, rebuildDays } from "./count-orders.ts";
import { keepCosts, nextBillRead, readBills, submissionCostsRun } from "./keep-costs.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

type Asked = Parameters<PrintAccountCalls["testPrice"]>[0];

const quoteOf = ({ items }: Asked): Quote => {
  const lines = items.map(({ itemSku, quantity }) => ({
    ...{ itemSku, quantity, baseCost: "9.50", shippingFee: "4.00", taxFee: "0.50" },
    totalPrice: new Decimal("9.50").times(quantity).plus("4.00").toFixed(2),
  }));
  return { lines, totalPrice: lines.reduce((sum, one) => sum.plus(one.totalPrice), new Decimal(0)).toFixed(2) };
};

/** A shop whose print service quotes 9.50 for a shirt and 4.00 for its shipping. */
async function open(settings: Partial<ShopSettings> = {}) {
  await beat(world);
  const shop = await openShop(world, settings);
  const service = { asked: [] as Asked[], answer: (asked: Asked) => Promise.resolve(quoteOf(asked)) };
  const testPrice = (asked: Asked) => {
    service.asked.push(asked);
    return service.answer(asked);
  };
  const calls = () => ({ testPrice }) as Pick<PrintAccountCalls, "testPrice"> as PrintAccountCalls;
  const ctx = { ...shop.ctx, printService: { forAccount: calls } };
  const turn = () => beginTurn(new AbortController().signal);
  const keep = () => keepCosts(ctx, shop.shop.id, turn());
  const count = async () => {
    while (await countDueOrders(ctx, shop.shop.id));
  };
  const days = () => readDays(shop);
  const profits = () => shop.db.orderProfit.findMany({ where: { shopId: shop.shop.id }, orderBy: { orderId: "asc" } });
  return { ...shop, ctx, calls, service, keep, count, days, profits, turn };
}

/** The rows with anything in them, as plain values. */
async function readDays({ db, shop }: Pick<OpenShop, "db" | "shop">) {
  const rows = await db.profitDay.findMany({ where: { shopId: shop.id } });
  const plain = rows.map(({ shopId: _, ...row }) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([key, value]) => {
        const shown = Decimal.isDecimal(value) ? Number(value) : value;
        return shown === 0 ? [] : [[key, shown] as const];
      }),
    ),
  );
  const filled = plain.filter((row) => Object.values(row).some((value) => typeof value === "number"));
  return filled.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Months whose rows are not the sums of those of their days, and months of one of the two alone. */
const differingMonths = ({ db, shop }: Pick<OpenShop, "db" | "shop">) => db.$queryRaw<object[]>`
  SELECT * FROM (
    SELECT "month", "currency", "productGid", "variantGid", "country", "method", "orders", "sent", "estimated", "netSales", "cost", "profit"
    FROM "ProfitMonth" WHERE "shopId" = ${shop.id}::uuid) m
  FULL JOIN (
    SELECT left("day", 7) AS "month", "currency", "productGid", "variantGid", "country", "method", sum("orders") AS "orders",
      sum("sent") AS "sent", sum("estimated") AS "estimated", sum("netSales") AS "netSales", sum("cost") AS "cost", sum("profit") AS "profit"
    FROM "ProfitDay" WHERE "shopId" = ${shop.id}::uuid GROUP BY 1, 2, 3, 4, 5, 6) d
  USING ("month", "currency", "productGid", "variantGid", "country", "method")
  WHERE ROW(m."orders", m."sent", m."estimated", m."netSales", m."cost", m."profit")
    IS DISTINCT FROM ROW(d."orders", d."sent", d."estimated", d."netSales", d."cost", d."profit")`;

const money = (over: Partial<OrderMoney> = {}, current = 1): OrderMoney => ({
  ...{ currency: "USD", presentment: null, taxesIncluded: false, adjustment: "0", giftCards: "none" },
  lines: [{ gid: line().gid, ordered: 1, current, requiresShipping: true, price: "25", discount: "0", tax: "2.06" }],
  shipping: { charged: "5", current: "5", tax: "0" },
  ...over,
});

it("what an order earned is kept from its sending to its refund, without a call on its way", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.count();
  expect(await shop.profits()).toMatchObject([{ netSales: "25.00", shipping: "5.00", cost: null, profit: null }]);
  await shop.setState("submitted");
  expect(shop.service.asked).toEqual([]);
  await shop.keep();
  await shop.count();
  const cost = await shop.db.submissionCost.findFirstOrThrow({ where: { shopId: shop.shop.id } });
  const quoted = { base: "9.5", shipping: "4", tax: "0.5", total: "13.50", method: "standard", estimated: false };
  expect(cost).toMatchObject({ ...quoted, dueAt: null, problem: null, billedTotal: null });
  const earned = { netSales: "25.00", shipping: "5.00", tax: "2.06", fees: "0.00", cost: "13.50", profit: "16.50" };
  expect(await shop.profits()).toMatchObject([{ ...earned, estimated: false, dueAt: null }]);
  const whole = { orders: 1, items: 1, sent: 1, sentCost: 13.5, netSales: 25, profit: 16.5, profitRevenue: 30 };
  const day = world.ctx.clock.now().toISOString().slice(0, 10);
  const key = { day, currency: "USD" };
  const [ofProduct, ofOrder] = (await shop.days()).toSorted((a, b) =>
    String(a["country"]) < String(b["country"]) ? -1 : 1,
  );
  // Of a product there is one row a day, wherever it went.
  expect(ofProduct).toMatchObject({ ...key, ...whole, productGid: gidOf("Product", "10"), country: "", method: "" });
  expect(ofOrder).toMatchObject({ ...key, ...whole, productGid: "", country: "US", method: "standard" });
  await shop.receive(shop.paid({ updatedAt: shop.later(9), money: money({}, 0), financialStatus: "refunded" }));
  await shop.count();
  expect(await shop.profits()).toMatchObject([{ netSales: "0.00", shipping: "0.00", cost: "13.50", profit: "-13.50" }]);
  expect((await shop.days())[0]).toMatchObject({ orders: 1, cost: 13.5, profit: -13.5 });
});

it("an unanswered quote is not known, and is asked for again later", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.setState("submitted");
  shop.service.answer = () => Promise.reject(new UnavailableError("away"));
  await expect(shop.keep()).rejects.toThrow(UnavailableError);
  await shop.count();
  expect(await shop.profits()).toMatchObject([{ netSales: "25.00", cost: null, profit: null }]);
  expect((await shop.days())[0]).toMatchObject({ orders: 1, unknownCost: 1, netSales: 25 });
  shop.service.answer = (asked) => Promise.resolve(quoteOf(asked));
  await shop.keep();
  expect(shop.service.asked).toHaveLength(1);
  world.advance(HOUR_MS);
  await shop.keep();
  await shop.count();
  expect(await shop.profits()).toMatchObject([{ cost: "13.50", estimated: false }]);
});

it("costs of the account that a shop has changed to do not wait behind those of one that is rejected", async () => {
  const shop = await open();
  for (const number of ["1", "2", "3"])
    await shop.receive(shop.paid({ gid: gidOf("Order", number), name: `#${number}`, money: money() }));
  const former = await world.account();
  const sentBefore = { shopId: shop.shop.id, order: { name: { in: ["#1", "#2"] } } };
  await shop.db.submission.updateMany({ where: sentBefore, data: { printAccountId: former.id } });
  await shop.setState("submitted");
  const now = world.ctx.clock.now();
  const dueAt = new Date(now.getTime() - HOUR_MS);
  await shop.db.submissionCost.updateMany({ where: { submission: sentBefore }, data: { dueAt } });
  let refusals = 0;
  const refuse = () => {
    refusals += 1;
    return Promise.reject(new UnauthorizedError("refused"));
  };
  const forAccount = (id: string) =>
    id === former.id ? ({ testPrice: refuse } as Partial<PrintAccountCalls> as PrintAccountCalls) : shop.calls();
  await keepCosts({ ...shop.ctx, printService: { forAccount } }, shop.shop.id, shop.turn());
  const kept = async (where: object) => shop.db.submissionCost.findMany({ where: { shopId: shop.shop.id, ...where } });
  expect(await kept({ submission: { printAccountId: shop.account.id } })).toMatchObject([
    { total: "13.50", dueAt: null },
  ]);
  const waiting = await kept({ submission: sentBefore });
  expect(waiting.map((row) => [row.total, (row.dueAt ?? now) > now])).toEqual([
    [null, true],
    [null, true],
  ]);
  expect(refusals).toBe(1);
});

it("orders of one basket share a quote", async () => {
  const shop = await open();
  for (const number of ["1", "2", "3"])
    await shop.receive(shop.paid({ gid: gidOf("Order", number), name: `#${number}`, money: money() }));
  await shop.setState("submitted");
  await shop.keep();
  expect(shop.service.asked).toHaveLength(1);
  await shop.count();
  expect((await shop.profits()).map(({ cost }) => cost)).toEqual(["13.50", "13.50", "13.50"]);
});

it("what the print service bills counts from then on, and 0 is no bill", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.setState("submitted");
  await shop.keep();
  const [{ id: submissionId, reference } = { id: "", reference: "" }] = await shop.submissions();
  const bill = async (total: string, over: Partial<BilledAmounts> = {}) => {
    const billed = { base: "9.50", shipping: "4.00", tax: "1.00", surcharge: "0.25", total, ...over };
    const synced = syncedOrder({ reference, billed });
    await applyProviderOrder(shop.ctx, { submissionId: submissionId as never, synced, reportedBy: "list" });
    await shop.count();
    const [kept] = await shop.profits();
    return [kept?.cost, kept?.estimated];
  };
  expect(await bill("0")).toEqual(["13.50", false]);
  // A part of the bill is told later: until then the tax in it is not known.
  expect(await bill("14.75", { tax: null })).toEqual(["14.75", true]);
  expect(await bill("14.75")).toEqual(["13.75", false]);
  expect(await bill("13.75", { tax: null })).toEqual(["13.75", false]);
});

it("an order that the service has split is billed once all of its orders are shown", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money(), lines: [line({ quantity: 2, remaining: 2 })] }));
  await shop.setState("submitted");
  await shop.keep();
  const [{ id: submissionId, reference } = { id: "", reference: "" }] = await shop.submissions();
  const bill = async (reportedBy: "list" | "detail", total: string, ...serviceOrderIds: string[]) => {
    const billed = { base: null, shipping: null, tax: "0", surcharge: null, total };
    const items = [syncedItem({ itemSku: "TEE-BLACK-M", quantity: serviceOrderIds.length })];
    const synced = { ...syncedOrder({ reference, billed, items }), serviceOrderIds };
    await applyProviderOrder(shop.ctx, { submissionId: submissionId as never, synced, reportedBy });
    await shop.count();
    return (await shop.profits())[0]?.cost;
  };
  expect(await bill("detail", "8.00", "S-1")).toBe("23.00");
  expect(await bill("list", "20.00", "S-1", "S-2")).toBe("20.00");
  expect(await bill("list", "8.00", "S-2")).toBe("20.00");
  expect(await bill("list", "8.00", "S-3")).toBe("20.00");
  expect(await bill("list", "25.00", "S-1", "S-2", "S-3")).toBe("25.00");
});

it("what Express costs more, by the settings, is counted until the bill tells, as an estimate", async () => {
  const express = { shippingRules: [{ contains: "Express", country: "US" as const, method: 1 as const }] };
  const shop = await open(express);
  await shop.receive(shop.paid({ money: money(), shippingMethod: { title: "Express", code: null } }));
  await shop.setState("submitted");
  await shop.keep();
  const cost = async () => {
    await shop.count();
    const [kept] = await shop.profits();
    return [kept?.cost, kept?.estimated];
  };
  expect(await cost()).toEqual(["13.50", true]);
  const settings = { editWindowMinutes: 0, ...express, fasterShippingCosts: { "US-1": "6.50" } };
  await shop.db.shop.update({ where: { id: shop.shop.id }, data: { settings } });
  await orderProfitsRun.step(shop.ctx, shop.shop.id, shop.turn());
  expect(await cost()).toEqual(["20.00", true]);
  // The amount is in the currency of the settings, which is not that of the quote any more.
  const inEuro = { ...settings, serviceCurrency: "EUR" };
  await shop.db.shop.update({ where: { id: shop.shop.id }, data: { settings: inEuro } });
  await orderProfitsRun.step(shop.ctx, shop.shop.id, shop.turn());
  expect(await cost()).toEqual(["13.50", true]);
});

it("an order is read again for its bill until that is final, and a price that changes later is followed", async () => {
  const shop = await open();
  await shop.db.printAccount.update({ where: { id: shop.account.id }, data: { interfaceVersion: "v3" } });
  await shop.receive(shop.paid({ money: money() }));
  await shop.setState("submitted");
  await shop.keep();
  const [{ reference } = { reference: "" }] = await shop.submissions();
  await shop.db.submission.updateMany({ where: { shopId: shop.shop.id }, data: { sentAt: world.ctx.clock.now() } });
  const shown = { total: null as string | null, reads: 0 };
  const detail = () => {
    shown.reads += 1;
    const amounts = { base: "9.50", shipping: "4.00", tax: null, surcharge: null };
    return Promise.resolve(syncedOrder({ reference, billed: { ...amounts, total: shown.total } }));
  };
  const capabilities = () => Promise.resolve(CAPABILITIES.v3);
  const calls = { detail, capabilities } as Partial<PrintAccountCalls> as PrintAccountCalls;
  const ctx = { ...shop.ctx, printService: { forAccount: () => calls } };
  const read = async (afterHours: number) => {
    world.advance(afterHours * HOUR_MS);
    await readBills(ctx, shop.shop.id, shop.turn());
    await shop.count();
    const { billedTotal, billDueAt } = await shop.db.submissionCost.findFirstOrThrow({
      where: { shopId: shop.shop.id },
    });
    const [kept] = await shop.profits();
    return [billedTotal, kept?.cost, billDueAt !== null];
  };
  expect(await read(0)).toEqual([null, "13.50", true]);
  expect(shown.reads).toBe(0);
  expect(await read(1)).toEqual([null, "13.50", true]);
  shown.total = "13.50";
  expect(await read(2)).toEqual(["13.50", "13.50", true]);
  shown.total = "15.00";
  expect(await read(24)).toEqual(["15.00", "15.00", true]);
  // 0 again is no price.
  shown.total = null;
  expect(await read(24)).toEqual(["15.00", "15.00", true]);
  for (let day = 2; day < 8; day += 1) await read(24);
  expect(await read(24)).toEqual(["15.00", "15.00", false]);
  const { reads } = shown;
  expect((await submissionCostsRun.due(ctx)).map(({ id }) => id)).not.toContain(shop.shop.id);
  await read(24);
  expect(shown.reads).toBe(reads);
});

it("an order that is never paid is not read for ever", () => {
  const sentAt = new Date("2026-11-01T00:00:00Z");
  let now = new Date(sentAt.getTime() + HOUR_MS);
  let reads = 0;
  for (let next: Date | null = now; next !== null; reads += 1) {
    now = next;
    next = nextBillRead(now, { sentAt, billedAt: null, reads: reads + 1 });
    if (next) expect(next.getTime()).toBeGreaterThan(now.getTime());
  }
  expect(reads).toBeLessThanOrEqual(30);
  expect(now.getTime() - sentAt.getTime()).toBeLessThan(46 * DAY_MS);
});

it("a bill without a quote is its own quote, with its tax in neither or in both", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.setState("submitted");
  const billed = { billedBase: "9.50", billedShipping: "4.00", billedTax: "1.00", billedTotal: "14.50" };
  const where = { shopId: shop.shop.id };
  await shop.db.submissionCost.updateMany({ where, data: { ...billed, currency: "USD", problem: "rejected" } });
  const sums = async () => {
    await shop.count();
    const rows = await shop.days();
    return rows.flatMap(({ productGid, billed: count, billedCost, quotedCost }) =>
      productGid === "" && count ? [{ billedCost, quotedCost }] : [],
    );
  };
  expect(await sums()).toEqual([{ billedCost: 13.5, quotedCost: 13.5 }]);
  const settings = { editWindowMinutes: 0, profit: { countProviderTax: true } };
  await shop.db.shop.update({ where: { id: shop.shop.id }, data: { settings } });
  await orderProfitsRun.step(shop.ctx, shop.shop.id, shop.turn());
  expect(await sums()).toEqual([{ billedCost: 14.5, quotedCost: 14.5 }]);
});

it("an order that somebody changes at the moment is left for the next turn, which is not spent on waiting", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "OrderProfit" WHERE "shopId" = ${shop.shop.id}::uuid FOR UPDATE`;
    expect(await countDueOrders(shop.ctx, shop.shop.id)).toBe(false);
  });
  expect(await countDueOrders(shop.ctx, shop.shop.id)).toBe(true);
});

it("goods that the print service refunds after a claim, or cancels itself, cost nothing", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.setState("shipped");
  await shop.keep();
  const [submission] = await shop.submissions();
  const [orderLine] = submission?.lines ?? [];
  if (!submission || !orderLine) throw new Error("nothing was sent");
  const ids = { shopId: shop.shop.id, orderId: submission.orderId, submissionId: submission.id };
  const { orderLineId } = orderLine;
  const claim = await shop.db.claim.create({
    data: {
      ...{ ...ids, id: newId(), request: newId(), kind: "damaged", openedAt: world.ctx.clock.now() },
      lines: { create: { orderLineId, quantity: 1 } },
    },
  });
  const kept = async () => {
    await shop.count();
    return (await shop.profits()).map(({ cost, estimated }) => ({ cost, estimated }));
  };
  expect(await kept()).toEqual([{ cost: "13.50", estimated: false }]);
  await shop.db.claim.update({ where: { id: claim.id }, data: { answer: "refund" } });
  expect(await kept()).toEqual([{ cost: "4.00", estimated: true }]);
  await shop.db.submissionLine.update({ where: { id: orderLine.id }, data: { orderStatus: "Cancelled" } });
  expect(await kept()).toEqual([{ cost: "0.00", estimated: true }]);
});

it("orders of an earlier version are filled in, as estimates, and what is erased stays unknown", async () => {
  const shop = await open();
  for (const number of ["1", "2"]) await shop.receive(shop.paid({ gid: gidOf("Order", number), name: `#${number}` }));
  await shop.setState("fulfilled");
  await shop.db.orderProfit.deleteMany({ where: { shopId: shop.shop.id } });
  await shop.db.submissionCost.deleteMany({ where: { shopId: shop.shop.id } });
  const erased = { shopId: shop.shop.id, order: { name: "#2" } };
  await shop.db.submission.updateMany({ where: erased, data: { payloadEncrypted: null } });
  await shop.db.order.updateMany({ where: { shopId: shop.shop.id, name: "#2" }, data: { destinationCountry: null } });
  await shop.db.shop.update({
    where: { id: shop.shop.id },
    data: { profitRecountAfter: "00000000-0000-0000-0000-000000000000" as never },
  });
  world.advance(3 * DAY_MS);
  expect((await orderProfitsRun.due(shop.ctx)).map(({ id }) => id)).toContain(shop.shop.id);
  await orderProfitsRun.step(shop.ctx, shop.shop.id, shop.turn());
  await shop.keep();
  await orderProfitsRun.step(shop.ctx, shop.shop.id, shop.turn());
  expect((await orderProfitsRun.due(shop.ctx)).map(({ id }) => id)).not.toContain(shop.shop.id);
  const rows = await shop.db.orderProfit.findMany({
    where: { shopId: shop.shop.id },
    orderBy: { order: { name: "asc" } },
  });
  expect(rows).toMatchObject([
    { netSales: "25.00", shipping: "5.00", cost: "13.50", profit: "16.50", estimated: true },
    { netSales: "25.00", shipping: "5.00", cost: null, profit: null, estimated: true },
  ]);
  const whole = (await shop.days()).find(({ orders, productGid, country }) => orders && productGid === "" && !country);
  expect(whole).toMatchObject({ orders: 1, unknownCost: 1 });
});

it("another payment fee has every order counted again", async () => {
  const shop = await open();
  await shop.receive(shop.paid({ money: money() }));
  await shop.setState("submitted");
  await shop.keep();
  await shop.count();
  const profit = { paymentFee: { percent: "10", fixed: "0", currency: "" } };
  await shop.db.shop.update({ where: { id: shop.shop.id }, data: { settings: { editWindowMinutes: 0, profit } } });
  await orderProfitsRun.step(shop.ctx, shop.shop.id, shop.turn());
  // 10 % of 25.00 + 2.06 + 5.00
  expect(await shop.profits()).toMatchObject([{ fees: "3.21", profit: "13.29" }]);
});

it("whatever happens at once and in any sequence, days and months are the sums of the orders, and rebuilt they are the same", async () => {
  const states = fc.constantFrom(
    "submitted" as const,
    "in_production" as const,
    "shipped" as const,
    "cancelled" as const,
  );
  const event = fc.oneof(
    fc.record({ kind: fc.constant("paid" as const), order: fc.nat(2), refunded: fc.nat(25), current: fc.nat(1) }),
    fc.record({ kind: fc.constant("state" as const), order: fc.nat(2), state: states }),
    fc.record({ kind: fc.constant("count" as const) }),
    fc.record({ kind: fc.constant("keep" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(event, { maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
      const shop = await open();
      let minutes = 0;
      for (const round of rounds)
        await Promise.all(
          round.map(async (one) => {
            if (one.kind === "count") return shop.count();
            if (one.kind === "keep") return shop.keep();
            const gid = gidOf("Order", String(one.order + 1));
            if (one.kind === "state") {
              const where = { shopId: shop.shop.id, order: { shopifyGid: gid } };
              await shop.db.submission.updateMany({ where, data: { state: one.state, sentAt: world.ctx.clock.now() } });
              return;
            }
            minutes += 1;
            const amounts = money({ adjustment: `-${one.refunded}` }, one.current);
            await shop.receive(shop.paid({ gid, updatedAt: shop.later(minutes), money: amounts, complete: false }));
          }),
        );
      await shop.keep();
      await shop.count();
      const kept = await shop.days();
      expect(await differingMonths(shop)).toEqual([]);
      await rebuildDays(shop.ctx, shop.shop.id, 1);
      expect(await shop.days()).toEqual(kept);
      expect(await differingMonths(shop)).toEqual([]);
      await shop.db.orderProfit.updateMany({ where: { shopId: shop.shop.id }, data: { dueAt: new Date(0) } });
      await shop.count();
      expect(await shop.days()).toEqual(kept);
      expect(await differingMonths(shop)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
