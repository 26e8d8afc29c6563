import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gid, line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../../ports/errors.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { CAPABILITIES, NO_FURTHER_CALLS, type PrintAccountCalls, type Transaction } from "../../ports/print-service.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { cancelAtProvider, payAtProvider } from "../actions/submission-actions.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { recordStatus } from "../provider-updates/record-events.testing.ts";
import { beat, openShop } from "../receive/open-shop.testing.ts";
import { performProviderWrites } from "./perform-writes.ts";
import { requestPayment, retryPayments } from "./request-write.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STAFF = { userId: "7" };

/** What a call does: its work and no answer, no work and no answer, a crash of the process around it, or an answer without the work. */
type Effect =
  | "lost"
  | "never_came"
  | "crash_after"
  | "crash_before"
  | "refuse"
  | "refuse_perhaps"
  | "too_little_money"
  | "unavailable"
  | "done_unavailable"
  | "unauthorized";

interface ServiceOrder {
  id: string;
  reference: string;
  orderStatus: string;
  /** Charged payments. */
  charges: number;
  /** The status shows a payment from then on. */
  paidFrom: Date | null;
}

/** A print service with a wallet, at which an order is paid and canceled by its id. */
function printService() {
  const orders = new Map<string, ServiceOrder>();
  const state = {
    balance: 1_000,
    calls: [] as string[],
    effects: [] as Effect[],
    reads: 0,
    lagMs: 0,
    isListed: true,
    cancelBecomes: "Cancelled",
  };
  const at = (id: string) => orders.get(id) ?? expect.fail(`no order ${id}`);
  const show = (id: string) => {
    const { reference, orderStatus, paidFrom } = at(id);
    const isPaid = paidFrom !== null && paidFrom <= world.ctx.clock.now();
    const paymentStatus = isPaid ? "Paid" : "Unpaid";
    const billed = { base: "10", shipping: "0", tax: null, surcharge: null, total: isPaid ? "10" : null };
    const items = [syncedItem({ itemSku: "TEE-BLACK-M", orderStatus, paymentStatus })];
    return syncedOrder({ reference, serviceOrderId: id, serviceOrderIds: [id], items, billed });
  };
  const during = async (name: string, work: () => void): Promise<void> => {
    state.calls.push(name);
    const effect = state.effects.shift();
    if (effect === "refuse") throw new RejectedError(name, { httpStatus: 400, providerMessage: "Not now" });
    if (effect === "refuse_perhaps") throw new RejectedError(name, { httpStatus: 400, maybeTransient: true });
    if (effect === "too_little_money") throw new RejectedError(name, { lacksFunds: true });
    if (effect === "unavailable") throw new UnavailableError(name, { httpStatus: 429 });
    if (effect === "unauthorized") throw new UnauthorizedError(name, { httpStatus: 401 });
    if (effect === "never_came") throw new UncertainError(name);
    if (effect === "crash_before") return new Promise<never>(() => undefined);
    work();
    if (effect === "lost") throw new UncertainError(name);
    if (effect === "done_unavailable") throw new UnavailableError(name, { httpStatus: 429 });
    if (effect === "crash_after") return new Promise<never>(() => undefined);
  };
  const calls: Partial<PrintAccountCalls> = {
    capabilities: () => Promise.resolve(CAPABILITIES.v3),
    detail: ({ reference, serviceOrderId }) => {
      state.reads += 1;
      const id = serviceOrderId ?? [...orders.values()].find((one) => one.reference === reference)?.id;
      return Promise.resolve(id && orders.has(id) ? show(id) : null);
    },
    further: () =>
      Promise.resolve({
        ...NO_FURTHER_CALLS,
        pay: (id) =>
          during(`pay ${id}`, () => {
            const order = at(id);
            if (order.charges > 0) throw new RejectedError("pay", { alreadyDone: true });
            if (state.balance < 10) throw new RejectedError("pay", { lacksFunds: true });
            state.balance -= 10;
            order.charges += 1;
            order.paidFrom = new Date(world.ctx.clock.now().getTime() + state.lagMs);
          }),
        cancel: (id) =>
          during(`cancel ${id}`, () => {
            const order = at(id);
            if (order.orderStatus === "In production")
              throw new RejectedError("cancel", { providerMessage: "in production" });
            order.orderStatus = state.cancelBecomes;
          }),
        transactions: () =>
          Promise.resolve(
            [...orders.values()]
              .filter(({ charges }) => charges > 0 && state.isListed)
              .map(({ id }): Transaction => ({ id, serviceOrderId: id, reference: null, amount: "10", at: null })),
          ),
      }),
  };
  return { orders, state, at, show, calls: calls as PrintAccountCalls };
}

async function setup(settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  const { db } = shop;
  await db.printAccount.update({ where: { id: shop.account.id }, data: { interfaceVersion: "v3" } });
  const service = printService();
  const ctx = { ...shop.ctx, printService: { forAccount: () => service.calls } };
  let placed = 0;
  /** An order that the print service has, and shows as unpaid. */
  async function place({ cost = "10", shown = true } = {}) {
    placed += 1;
    const given = shop.paid({ gid: gid("Order", 5_000 + placed), name: `#${5_000 + placed}`, lines: [line()] });
    shop.shopify.read = () => Promise.resolve(given);
    await shop.receive(given);
    const submission = (await shop.submissions()).at(-1) ?? expect.fail("nothing to send");
    await db.submission.update({
      where: { id: submission.id },
      data: { state: "submitted", sentAt: ctx.clock.now(), submittedAt: ctx.clock.now(), dueAt: null },
    });
    const costs = cost === "" ? { dueAt: null } : { total: cost, currency: "USD", dueAt: null };
    await db.submissionCost.update({ where: { submissionId: submission.id }, data: costs });
    const id = `P${placed}`;
    const order: ServiceOrder = {
      ...{ id, reference: submission.reference, orderStatus: "Waiting", charges: 0, paidFrom: null },
    };
    service.orders.set(id, order);
    const ref = { shopId: shop.shop.id, submissionId: submission.id, ...STAFF };
    const one = { ...ref, id, given, order };
    if (shown) await show(one);
    return one;
  }
  type Placed = { submissionId: SubmissionId; id: string };
  const show = ({ submissionId, id }: Placed) =>
    applyProviderOrder(ctx, { submissionId, synced: service.show(id), reportedBy: "detail" });
  const row = ({ submissionId }: Placed) => db.submission.findUniqueOrThrow({ where: { id: submissionId } });
  const reasons = async ({ submissionId }: Placed) =>
    (await db.attention.findMany({ where: { submissionId, clearedAt: null } })).map(({ code, detail }) => ({
      code,
      reason: (detail as { reason?: string }).reason,
    }));
  const writes = ({ submissionId }: Placed) =>
    db.providerWrite.findMany({ where: { submissionId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  const account = () => db.printAccount.findUniqueOrThrow({ where: { id: shop.account.id } });
  /** Workers look for what is due, so long that everything settles that can. */
  async function work(ms = 0) {
    for (let passed = 0; ; passed += MINUTE) {
      await beat(world);
      await performProviderWrites(ctx);
      if (passed >= ms) return;
      world.advance(MINUTE);
    }
  }
  const cancelInShopify = async ({ given }: { given: OrderSnapshot }) => {
    const now = ctx.clock.now();
    await shop.receive({ ...given, cancelledAt: now, updatedAt: new Date(now.getTime() + 1_000) });
  };
  return { ...shop, ctx, service, place, show, row, reasons, writes, account, work, cancelInShopify };
}

/** Lets a claim lose its holder. */
const crash = async (run: Promise<unknown>, until: () => boolean) => {
  void run;
  await expect.poll(until).toBe(true);
  world.advance(world.ctx.policy.claimTtlMs + 1);
};

describe("an unpaid order that staff pays for", () => {
  it("is paid once, however often and by however many it is asked for at once, and is billed", async () => {
    const { place, reasons, row, work, service, writes, ctx, db } = await setup();
    const one = await place();
    expect(await reasons(one)).toEqual([{ code: "payment_due_at_provider", reason: undefined }]);
    const asked = await Promise.all([payAtProvider(ctx, one), payAtProvider(ctx, one), payAtProvider(ctx, one)]);
    expect(asked.sort()).toEqual(["done", "unchanged", "unchanged"]);
    expect(await reasons(one)).toEqual([]);
    await Promise.all([performProviderWrites(ctx), performProviderWrites(ctx), performProviderWrites(ctx)]);
    await work();
    expect(service.state.calls).toEqual(["pay P1"]);
    expect(await writes(one)).toMatchObject([
      { kind: "pay", outcome: "done", amount: "10", requestedBy: "7", calls: 1 },
    ]);
    expect(await row(one)).toMatchObject({ state: "submitted", openWrite: null });
    const cost = await db.submissionCost.findUniqueOrThrow({ where: { submissionId: one.submissionId } });
    expect(cost).toMatchObject({ billedTotal: "10", billedSource: "service" });
    expect(await payAtProvider(ctx, one)).toBe("invalid_state");
  });

  it.each<[Effect, number]>([
    ["lost", 1],
    ["crash_after", 1],
    ["crash_before", 2],
    ["never_came", 2],
    ["unavailable", 2],
    ["unauthorized", 2],
  ])("is charged once where a call ends as %s", async (effect, calls) => {
    const { place, work, service, writes, ctx } = await setup();
    const one = await place();
    await payAtProvider(ctx, one);
    service.state.effects = [effect];
    if (effect.startsWith("crash")) await crash(performProviderWrites(ctx), () => service.state.calls.length > 0);
    await work(40 * MINUTE);
    expect(service.state.calls).toHaveLength(calls);
    expect(one.order.charges).toBe(1);
    expect(await writes(one)).toMatchObject([{ outcome: "done" }]);
  });

  it("is not charged again while the service lists the payment and shows the order as unpaid", async () => {
    const { place, work, service, writes, reasons, ctx } = await setup();
    const one = await place();
    service.state.lagMs = 24 * HOUR;
    service.state.effects = ["lost"];
    await payAtProvider(ctx, one);
    await work(3 * HOUR);
    expect(service.state.calls).toEqual(["pay P1"]);
    expect(await writes(one)).toMatchObject([{ outcome: "unclear", callOutcome: "accepted" }]);
    expect(await reasons(one)).toEqual([{ code: "payment_due_at_provider", reason: "payment_unclear" }]);
  });

  it.each<[string, Effect[], number]>([
    ["answered that it was not processed", ["done_unavailable"], 1],
    ["was lost, and the next one was refused for want of money", ["lost", "too_little_money"], 2],
  ])("is not charged again where a call that charged %s", async (_, effects, calls) => {
    const { place, work, service, ctx } = await setup();
    const one = await place();
    service.state.lagMs = 24 * HOUR;
    service.state.effects = [...effects];
    service.state.isListed = effects.length === 1;
    await payAtProvider(ctx, one);
    await work(20 * MINUTE);
    expect(service.state.calls).toHaveLength(calls);
    service.state.isListed = true;
    await work(3 * HOUR);
    expect(service.state.calls).toHaveLength(calls);
  });

  it("is unclear to a person where a call was lost and the next one refused", async () => {
    const { place, work, service, reasons, ctx } = await setup();
    const one = await place();
    service.state.effects = ["never_came", "refuse"];
    await payAtProvider(ctx, one);
    await work(HOUR);
    expect(await reasons(one)).toEqual([{ code: "payment_due_at_provider", reason: "payment_unclear" }]);
  });

  it("is refused where the service says twice that it may not be possible now", async () => {
    const { place, work, service, reasons, ctx } = await setup();
    const one = await place();
    service.state.effects = ["refuse_perhaps", "refuse_perhaps"];
    await payAtProvider(ctx, one);
    await work(HOUR);
    expect(service.state.calls).toHaveLength(2);
    expect(await reasons(one)).toEqual([{ code: "payment_due_at_provider", reason: "payment_refused" }]);
  });

  it("waits while this database may lack what was called, and is not charged again for a payment that a backup lacks", async () => {
    const { place, work, service, row, account, ctx, db } = await setup();
    const one = await place();
    await payAtProvider(ctx, one);
    const { id } = await account();
    await db.printAccount.update({ where: { id }, data: { syncGapFrom: ctx.clock.now() } });
    await work(5 * MINUTE);
    expect(service.state.calls).toEqual([]);
    one.order.charges = 1;
    one.order.paidFrom = new Date(ctx.clock.now().getTime() + HOUR);
    await db.printAccount.update({ where: { id }, data: { syncGapFrom: null } });
    await db.heartbeat.update({ where: { id: 1 }, data: { since: ctx.clock.now() } });
    await work(2 * HOUR);
    expect(service.state.calls).toEqual([]);
    expect(await row(one)).toMatchObject({ state: "submitted", openWrite: null });
  });

  it("is told of again with the reason where the service refuses, and nothing is repeated", async () => {
    const { place, work, service, reasons, ctx } = await setup();
    const one = await place();
    service.state.effects = ["refuse"];
    await payAtProvider(ctx, one);
    await work(HOUR);
    expect(service.state.calls).toEqual(["pay P1"]);
    expect(await reasons(one)).toEqual([{ code: "payment_due_at_provider", reason: "payment_refused" }]);
    expect(await payAtProvider(ctx, one)).toBe("done");
    await work();
    expect(one.order.charges).toBe(1);
  });

  it("is not paid once its order is canceled in Shopify before the call", async () => {
    const { place, work, service, writes, cancelInShopify, ctx } = await setup();
    const one = await place();
    await payAtProvider(ctx, one);
    await cancelInShopify(one);
    await work();
    expect(service.state.calls).toEqual([]);
    expect(await writes(one)).toMatchObject([{ outcome: "obsolete" }]);
  });

  it("is left to the service's own site on an account that cannot be told to pay", async () => {
    const { place, ctx, db, account: shopAccount } = await setup();
    const one = await place();
    await db.printAccount.update({ where: { id: (await shopAccount()).id }, data: { interfaceVersion: "v1" } });
    expect(await payAtProvider(ctx, one)).toBe("invalid_state");
    expect(await cancelAtProvider(ctx, one)).toBe("invalid_state");
  });
});

describe("a balance that is too low", () => {
  it("is one problem of the account: payments wait, one is tried ever later, and all are paid once there is money", async () => {
    const { place, work, service, reasons, account, ctx } = await setup();
    const all = [await place(), await place(), await place()];
    service.state.balance = 0;
    for (const one of all) expect(await payAtProvider(ctx, one)).toBe("done");
    await work(10 * MINUTE);
    expect(service.state.calls).toEqual(["pay P1"]);
    const { id, paymentProblem, paymentRetryAt } = await account();
    expect(paymentProblem).toBe("low_balance");
    for (const one of all) expect(await reasons(one)).toEqual([]);
    await work(3 * HOUR);
    // After 15, 30 and 60 minutes.
    expect(service.state.calls.length).toBeGreaterThanOrEqual(3);
    expect(service.state.calls.length).toBeLessThanOrEqual(4);
    expect((await account()).paymentRetryAt?.getTime()).toBeGreaterThan(paymentRetryAt?.getTime() ?? 0);
    service.state.balance = 20;
    expect(await retryPayments(ctx, id)).toBe(true);
    await work(MINUTE);
    expect(all.map(({ order }) => order.charges).sort()).toEqual([0, 1, 1]);
    expect((await account()).paymentProblem).toBe("low_balance");
    service.state.balance = 10;
    await Promise.all([retryPayments(ctx, id), work(), work()]);
    await work(MINUTE);
    expect(all.map(({ order }) => order.charges)).toEqual([1, 1, 1]);
    expect(await account()).toMatchObject({ paymentProblem: null, paymentRefusals: 0 });
  });

  it("has no order read again and again whose payment was not processed before", async () => {
    const { place, work, service, ctx } = await setup();
    const [first, second] = [await place(), await place()];
    service.state.effects = ["unavailable", "too_little_money"];
    await payAtProvider(ctx, first);
    await work();
    await payAtProvider(ctx, second);
    await work();
    world.advance(2 * MINUTE);
    service.state.reads = 0;
    await work();
    expect(service.state.reads).toBeLessThanOrEqual(3);
    await work(HOUR);
    expect([first, second].map(({ order }) => order.charges)).toEqual([1, 1]);
  });

  it("is assumed where the service refuses one payment after the other, whatever it says", async () => {
    const { place, work, service, account, writes, ctx } = await setup();
    const all = [await place(), await place(), await place(), await place()];
    service.state.effects = ["refuse", "refuse", "refuse"];
    for (const one of all) {
      await payAtProvider(ctx, one);
      await work();
    }
    expect(service.state.calls).toHaveLength(3);
    expect((await account()).paymentProblem).toBe("refused");
    expect((await Promise.all(all.map(writes))).map(([write]) => write?.outcome)).toEqual([
      "refused",
      "refused",
      null,
      null,
    ]);
    await work(HOUR);
    expect(all.map(({ order }) => order.charges)).toEqual([0, 0, 1, 1]);
  });
});

describe("automatic payment", () => {
  const limits = (perDay: string, perOrder: string | null = null) => ({ automaticPayment: { perDay, perOrder } });

  it("pays what becomes unpaid, and tells nobody", async () => {
    const { place, work, reasons, row, writes, db, shop } = await setup(limits("100"));
    const one = await place();
    expect(await reasons(one)).toEqual([]);
    expect(await row(one)).toMatchObject({ openWrite: "pay" });
    await work();
    expect(await writes(one)).toMatchObject([{ outcome: "done", requestedBy: null }]);
    expect(await row(one)).toMatchObject({ openWrite: null });
    const told = await db.flowEvent.count({ where: { shopId: shop.id, trigger: "order_attention" } });
    expect(told).toBe(0);
  });

  it("never exceeds the day's limit, also where several workers ask at once, and says why an order waits", async () => {
    const { place, work, reasons, ctx, service } = await setup(limits("25"));
    const all = [await place(), await place(), await place(), await place()];
    await Promise.all(all.map(({ submissionId, shopId }) => requestPayment(ctx, submissionId, shopId)));
    await work();
    expect(service.state.balance).toBe(980);
    const told = (await Promise.all(all.map(reasons))).flat();
    expect(told).toEqual(Array(2).fill({ code: "payment_due_at_provider", reason: "payment_over_day_limit" }));
    // Staff may exceed it, and the next day has a limit of its own.
    world.advance(24 * HOUR);
    const next = await place();
    await work();
    expect(next.order.charges).toBe(1);
  });

  it("leaves to staff what costs more than an order may, or what nobody knows the price of", async () => {
    const { place, work, reasons, service } = await setup(limits("100", "9.99"));
    const [dear, unknown] = [await place(), await place({ cost: "" })];
    await work();
    expect(await reasons(dear)).toEqual([{ code: "payment_due_at_provider", reason: "payment_over_order_limit" }]);
    expect(await reasons(unknown)).toEqual([{ code: "payment_due_at_provider", reason: "payment_amount_unknown" }]);
    expect(service.state.calls).toEqual([]);
  });

  it("pays for the others where the payment of one order cannot be planned", async () => {
    const { place, work, service, ctx, db } = await setup(limits("100"));
    const [first, second] = [await place(), await place(), await place()];
    // Two submissions name one order of the service: a second write of it cannot be open.
    await db.submission.update({
      where: { id: first.submissionId },
      data: { serviceOrderIds: [second.id] },
    });
    await performProviderWrites(ctx);
    expect(service.state.calls.sort()).toEqual(["pay P2", "pay P3"]);
    await work();
  });

  it("does not pay for what was told before it was switched on", async () => {
    const { place, show, work, service, db, shop } = await setup();
    const one = await place();
    await db.shop.update({ where: { id: shop.id }, data: { settings: limits("100") } });
    await show(one);
    await work();
    expect(service.state.calls).toEqual([]);
  });
});

describe("the payment of an order", () => {
  const limits = { automaticPayment: { perDay: "100", perOrder: null } };
  const disconnect = ({ db, shop }: Awaited<ReturnType<typeof setup>>) =>
    db.shop.update({ where: { id: shop.id }, data: { printAccountId: null } });

  it("is not made once the shop has left the print account, whether it was planned or asked for", async () => {
    const set = await setup(limits);
    const { place, work, reasons, writes, service, ctx } = set;
    const [planned, begun] = [await place(), await place()];
    await requestPayment(ctx, begun.submissionId, begun.shopId);
    await disconnect(set);
    await work();
    expect(service.state.calls).toEqual([]);
    expect(await writes(begun)).toMatchObject([{ outcome: "obsolete", calls: 0 }]);
    for (const one of [planned, begun])
      expect(await reasons(one)).toEqual([{ code: "payment_due_at_provider", reason: "payment_disconnected" }]);
    expect(await payAtProvider(ctx, planned)).toBe("invalid_state");
  });

  it("is still read where it was called for before the shop left the account, and not called for again", async () => {
    const set = await setup(limits);
    const { place, work, writes, service } = set;
    const [one, other] = [await place(), await place()];
    service.state.effects = ["lost", "never_came"];
    await work();
    await disconnect(set);
    await work(HOUR);
    expect(service.state.calls.toSorted()).toEqual(["pay P1", "pay P2"]);
    const outcomes = [(await writes(one))[0]?.outcome, (await writes(other))[0]?.outcome];
    expect(outcomes.toSorted()).toEqual(["done", "unclear"]);
  });

  it("is made by a person's word through an account that was left, and automatically through the former row of one account", async () => {
    const { place, work, service, reasons, account, shop, db, ctx } = await setup(limits);
    const [fromAccountId, toAccountId] = [(await account()).id, (await world.account()).id];
    const use = (printAccountId: PrintAccountId) =>
      db.shop.update({ where: { id: shop.id }, data: { printAccountId } });
    const left = await place();
    await use(toAccountId);
    await work();
    expect(await reasons(left)).toEqual([{ code: "payment_due_at_provider", reason: "payment_disconnected" }]);
    expect(await payAtProvider(ctx, left)).toBe("done");
    await work();
    await use(fromAccountId);
    const moved = await place();
    const startedAt = ctx.clock.now();
    const move = { shopId: shop.id, fromAccountId, toAccountId, startedAt };
    await db.accountMove.create({ data: { ...move, state: "moved", movedAt: startedAt } });
    await use(toAccountId);
    await work();
    expect([left.order.charges, moved.order.charges]).toEqual([1, 1]);
    expect(service.state.calls).toEqual(["pay P1", "pay P2"]);
  });

  it("waits while staff has paused sending, unless a person asks for it", async () => {
    const { place, work, service, reasons, shop, db, ctx } = await setup();
    const told = await place();
    await db.shop.update({ where: { id: shop.id }, data: { settings: limits } });
    const [planned, begun] = [await place(), await place()];
    await requestPayment(ctx, begun.submissionId, begun.shopId);
    await db.shop.update({ where: { id: shop.id }, data: { sendingPausedAt: ctx.clock.now() } });
    expect(await payAtProvider(ctx, told)).toBe("done");
    await work(10 * MINUTE);
    expect(service.state.calls).toEqual(["pay P1"]);
    expect([await reasons(planned), await reasons(begun)]).toEqual([[], []]);
    for (const one of [planned, begun]) {
      const asked = await Promise.all([payAtProvider(ctx, one), payAtProvider(ctx, one)]);
      expect(asked.sort()).toEqual(["done", "unchanged"]);
    }
    await work(10 * MINUTE);
    expect(service.state.calls.toSorted()).toEqual(["pay P1", "pay P2", "pay P3"]);
    expect([planned.order.charges, begun.order.charges]).toEqual([1, 1]);
  });

  it("goes on once staff has resumed sending", async () => {
    const { place, work, service, shop, db, ctx } = await setup(limits);
    const pause = (sendingPausedAt: Date | null) =>
      db.shop.update({ where: { id: shop.id }, data: { sendingPausedAt } });
    await pause(ctx.clock.now());
    await place();
    await work(10 * MINUTE);
    expect(service.state.calls).toEqual([]);
    await pause(null);
    await work(HOUR);
    expect(service.state.calls).toEqual(["pay P1"]);
  });
});

describe("an order that is canceled in Shopify after it was sent", () => {
  it("is canceled at the service by a person's word, and nothing of it is sent again", async () => {
    const { place, work, reasons, row, submissions, cancelInShopify, ctx, service } = await setup();
    const one = await place();
    expect(await cancelAtProvider(ctx, one)).toBe("invalid_state");
    await cancelInShopify(one);
    expect((await reasons(one)).map(({ code }) => code)).toContain("cancelled_after_sent");
    const asked = await Promise.all([cancelAtProvider(ctx, one), cancelAtProvider(ctx, one)]);
    expect(asked.sort()).toEqual(["done", "unchanged"]);
    await work();
    expect(service.state.calls).toEqual(["cancel P1"]);
    expect(await row(one)).toMatchObject({
      state: "cancelled",
      openWrite: null,
      providerCancelledAt: expect.any(Date),
    });
    expect(await reasons(one)).toEqual([]);
    expect(await submissions()).toHaveLength(1);
    // What the service said before, and says late, is no news.
    const items = [{ itemSku: "TEE-BLACK-M", orderStatus: "Waiting", messageError: null }];
    await recordStatus(ctx, { reference: one.order.reference, items, deliveryId: null, reportedBy: "event" });
    expect(await row(one)).toMatchObject({ state: "cancelled" });
    expect(await reasons(one)).toEqual([]);
  });

  it.each<[Effect, number]>([
    ["lost", 1],
    ["crash_after", 1],
    ["crash_before", 2],
    ["never_came", 2],
    ["unavailable", 2],
  ])("is canceled where a call ends as %s", async (effect, calls) => {
    const { place, work, row, cancelInShopify, ctx, service } = await setup();
    const one = await place();
    await cancelInShopify(one);
    await cancelAtProvider(ctx, one);
    service.state.effects = [effect];
    if (effect.startsWith("crash")) await crash(performProviderWrites(ctx), () => service.state.calls.length > 0);
    await work(10 * MINUTE);
    expect(service.state.calls).toHaveLength(calls);
    expect(await row(one)).toMatchObject({ state: "cancelled" });
  });

  it("says so where it is too late, and where the service refuses", async () => {
    const { place, work, row, reasons, cancelInShopify, ctx, service } = await setup();
    const [late, refused] = [await place(), await place()];
    for (const one of [late, refused]) await cancelInShopify(one);
    late.order.orderStatus = "In production";
    late.order.paidFrom = ctx.clock.now();
    service.state.effects = ["refuse"];
    for (const one of [late, refused]) expect(await cancelAtProvider(ctx, one)).toBe("done");
    await work();
    expect(service.state.calls).toEqual(["cancel P2"]);
    expect(await row(late)).toMatchObject({ state: "in_production", openWrite: null });
    expect(await reasons(late)).toContainEqual({ code: "cancelled_after_sent", reason: "cancel_too_late" });
    expect(await reasons(refused)).toContainEqual({ code: "cancelled_after_sent", reason: "cancel_refused" });
  });

  it("is followed while the service has taken the cancellation as a request", async () => {
    const { place, work, row, reasons, cancelInShopify, ctx, service } = await setup();
    const one = await place();
    await cancelInShopify(one);
    service.state.cancelBecomes = "Request Cancel";
    await cancelAtProvider(ctx, one);
    await work(3 * HOUR);
    expect(await row(one)).toMatchObject({ state: "submitted", openWrite: "cancel" });
    expect((await reasons(one)).map(({ code }) => code)).toContain("cancelled_after_sent");
    one.order.orderStatus = "Cancelled";
    await work(HOUR);
    expect(service.state.calls).toEqual(["cancel P1"]);
    expect(await row(one)).toMatchObject({ state: "cancelled" });
  });

  it("is canceled automatically where the shop wants that, once, but not while some of its items are wanted", async () => {
    const { place, work, row, receive, cancelInShopify, service, reasons } = await setup({
      cancelAtProvider: "automatically",
    });
    const [one, emptied] = [await place(), await place()];
    await cancelInShopify(one);
    const later = new Date(world.ctx.clock.now().getTime() + 1_000);
    await receive({ ...emptied.given, updatedAt: later, lines: [line({ quantity: 0, remaining: 0 })] });
    await work(HOUR);
    expect(service.state.calls.sort()).toEqual(["cancel P1", "cancel P2"]);
    expect(await row(one)).toMatchObject({ state: "cancelled" });
    expect(await row(emptied)).toMatchObject({ state: "cancelled" });
    // What comes back into the order waits for a person.
    const back = { ...emptied.given, updatedAt: new Date(later.getTime() + HOUR), lines: [line()] };
    await receive(back);
    const openHolds = await world.db.attention.findMany({ where: { code: "canceled_before", clearedAt: null } });
    expect(openHolds).toHaveLength(1);
    expect(await reasons(one)).toEqual([]);
  });

  it("has a payment dropped that nobody has called for yet", async () => {
    const { place, work, row, cancelInShopify, ctx, service } = await setup();
    const one = await place();
    await payAtProvider(ctx, one);
    await cancelInShopify(one);
    expect(await cancelAtProvider(ctx, one)).toBe("done");
    await work();
    expect(service.state.calls).toEqual(["cancel P1"]);
    expect(await row(one)).toMatchObject({ state: "cancelled" });
  });

  it("is canceled as a whole only once each of the service's orders is", async () => {
    const { place, work, row, reasons, cancelInShopify, ctx, service, db } = await setup();
    const one = await place();
    service.orders.set("P1b", { ...one.order, id: "P1b", orderStatus: "In production" });
    await db.submission.update({ where: { id: one.submissionId }, data: { serviceOrderIds: ["P1", "P1b"] } });
    await cancelInShopify(one);
    await cancelAtProvider(ctx, one);
    await work();
    expect(service.state.calls).toEqual(["cancel P1"]);
    expect((await row(one)).state).not.toBe("cancelled");
    expect(await reasons(one)).toContainEqual({ code: "cancelled_after_sent", reason: "cancel_partly" });
  });
});
