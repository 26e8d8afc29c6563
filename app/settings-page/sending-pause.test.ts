import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { beginTurn } from "../long-runs/engine.ts";
import { sendNow } from "../orders/actions/submission-actions.ts";
import { readSendingPause } from "../orders/pages/list/sending-pause.ts";
import { alertOverdue } from "../orders/provider-updates/alert-silent.ts";
import { beat, openShop, type OpenShop } from "../orders/receive/open-shop.testing.ts";
import { submit } from "../orders/submit/try-submit.testing.ts";
import { readSettings, type ShopSettings } from "../settings/settings.ts";
import { gidOf } from "../ports/gid.ts";
import { MINUTE_MS } from "../ports/clock.ts";
import { sendingPlanRun } from "./plan-again.ts";
import { saveSettings } from "./save-settings.ts";
import { pauseSending, resumeSending } from "./sending-pause.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const HOUR = 60 * MINUTE_MS;
const now = () => world.ctx.clock.now();
const never = new AbortController().signal;

/** What the worker's long run does. Returns whether it was due. */
async function planAgain(shop: OpenShop): Promise<boolean> {
  const due = (await sendingPlanRun.due(shop.ctx)).some(({ id }) => id === shop.shop.id);
  if (due) await sendingPlanRun.step(shop.ctx, shop.shop.id, beginTurn(never));
  return due;
}

/** A time on the shop's clock, which is UTC here. */
const wall = (at: Date): string => at.toISOString().slice(0, 16);

/** The full hour that is at least so many hours ahead. */
const fullHourIn = (hours: number): Date => new Date(Math.ceil((now().getTime() + hours * HOUR) / HOUR) * HOUR);

const dailyAt = (at: Date): Partial<ShopSettings> => ({
  sending: { ...readSettings({}).sending, mode: "at_times", times: [at.toISOString().slice(11, 16)] },
});

/** A shop with one order that nothing holds. */
async function shopWithOrder(settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  await shop.receive();
  shop.shopify.read = () => Promise.resolve(shop.paid());
  const { id } = (await shop.submissions())[0] ?? expect.unreachable();
  const row = () => world.db.submission.findUniqueOrThrow({ where: { id } });
  return {
    ...shop,
    id,
    row,
    step: async () => {
      await beat(world);
      await submit(shop.ctx, id);
    },
    pause: (until: Date | null = null) => pauseSending(shop.ctx, shop.shop.id, until && wall(until)),
    resume: () => resumeSending(shop.ctx, shop.shop.id),
    view: async () => {
      const stored = await world.db.shop.findUniqueOrThrow({ where: { id: shop.shop.id } });
      return readSendingPause(shop.ctx, stored);
    },
  };
}

describe("a pause", () => {
  it("keeps every order, says how many wait, and what waited goes once it ends", async () => {
    const order = await shopWithOrder();
    const since = now();
    expect(await order.pause()).toEqual({ outcome: "saved", until: null });
    await order.step();
    expect(order.printService.created).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "waiting" });
    expect(await order.view()).toEqual({ since: since.toISOString(), until: null, orders: 1 });
    world.advance(3 * HOUR);
    await order.resume();
    expect(await order.view()).toBeNull();
    expect(await planAgain(order)).toBe(true);
    expect(await order.row()).toMatchObject({ state: "waiting", dueAt: now() });
    await order.step();
    expect(order.printService.created).toHaveLength(1);
  });

  it("with an end is over then by itself, and the end of one that goes on can change", async () => {
    const order = await shopWithOrder();
    const since = now();
    expect(await order.pause(new Date(now().getTime() - HOUR))).toEqual({ outcome: "invalid", problem: "past" });
    expect(await pauseSending(order.ctx, order.shop.id, "soon")).toEqual({ outcome: "invalid", problem: "unreadable" });
    await order.pause();
    const end = fullHourIn(2);
    await order.pause(end);
    expect(await order.view()).toMatchObject({ since: since.toISOString(), until: end.toISOString() });
    await planAgain(order);
    // It is checked first.
    await order.step();
    expect(await order.row()).toMatchObject({ state: "waiting", dueAt: end });
    world.advance(end.getTime() - now().getTime());
    expect(await order.view()).toBeNull();
    await order.step();
    expect(order.printService.created).toHaveLength(1);
  });

  it("does not count what is held, nor another shop's orders", async () => {
    const order = await shopWithOrder();
    const held = await shopWithOrder({ approval: "manual" });
    for (const one of [order, held]) await one.pause();
    expect(await order.view()).toMatchObject({ orders: 1 });
    expect(await held.view()).toMatchObject({ orders: 0 });
  });

  it("refuses Send now, and obeys an earlier one only once it ends", async () => {
    const order = await shopWithOrder({ editWindowMinutes: 60 });
    const ref = { shopId: order.shop.id, submissionId: order.id, userId: null };
    expect(await sendNow(order.ctx, ref)).toBe("done");
    await order.pause();
    expect(await sendNow(order.ctx, ref)).toBe("invalid_state");
    await order.step();
    expect(order.printService.created).toEqual([]);
    await order.resume();
    await order.step();
    expect(order.printService.created).toHaveLength(1);
  });

  it("raises no alert for what it keeps, and ends one that is open", async () => {
    const order = await shopWithOrder();
    world.advance(HOUR);
    await alertOverdue(order.ctx);
    expect(await order.openCodes()).toEqual(["not_sent_yet"]);
    await order.pause();
    await planAgain(order);
    expect(await order.openCodes()).toEqual([]);
    world.advance(3 * HOUR);
    await alertOverdue(order.ctx);
    expect(await order.openCodes()).toEqual([]);
  });

  it("that is committed before a claim is obeyed, and a claim before it sends once", async () => {
    for (let round = 0; round < 12; round += 1) {
      const order = await shopWithOrder();
      await beat(world);
      const [paused] = await Promise.all([order.pause(), submit(order.ctx, order.id)]);
      expect(paused).toEqual({ outcome: "saved", until: null });
      const { state } = await order.row();
      expect(order.printService.created).toHaveLength(state === "submitted" ? 1 : 0);
      // From here on nothing is claimed.
      await order.step();
      expect(order.printService.created).toHaveLength(state === "submitted" ? 1 : 0);
      if (state !== "submitted") expect(await order.row()).toMatchObject({ state: "waiting" });
    }
  });

  it.each(["pause first", "resume first"])(
    "a plan that races with its change comes to the same (%s)",
    async (which) => {
      const order = await shopWithOrder();
      if (which === "resume first") await order.pause();
      const change = which === "pause first" ? order.pause() : order.resume();
      await Promise.all([change, order.step(), planAgain(order)]);
      while (await planAgain(order));
      if (which === "pause first") await order.step();
      const { dueAt, state } = await order.row();
      if (which === "pause first") expect(state === "submitted" || dueAt!.getTime() > now().getTime()).toBe(true);
      else expect(state === "submitted" || dueAt!.getTime() <= now().getTime()).toBe(true);
    },
  );
});

describe("a sending time", () => {
  it("is waited for, reached once, and kept by later tries", async () => {
    const evening = fullHourIn(2);
    const order = await shopWithOrder(dailyAt(evening));
    // It is checked at once.
    expect(await order.row()).toMatchObject({ state: "waiting", dueAt: now(), sendingTime: evening });
    await order.step();
    expect(await order.row()).toMatchObject({ state: "waiting", dueAt: evening, sendingTime: evening });
    expect(order.printService.created).toEqual([]);
    world.advance(evening.getTime() - now().getTime() + 20 * MINUTE_MS);
    await order.step();
    expect(order.printService.created).toHaveLength(1);
  });

  it("finds its orders checked: what holds one shows before", async () => {
    const order = await shopWithOrder(dailyAt(fullHourIn(2)));
    order.shopify.read = () => Promise.resolve(order.paid({ risk: "high" }));
    await order.step();
    expect(await order.openCodes()).toEqual(["risk_high"]);
    expect(await order.row()).toMatchObject({ state: "waiting", sendingTime: null });
  });

  it("leaves time for the check, though the order is read before", async () => {
    const at = fullHourIn(3);
    const order = await shopWithOrder({ ...dailyAt(at), editWindowMinutes: 30 });
    const checked = (await order.row()).dueAt;
    expect(checked?.getTime()).toBeLessThan(at.getTime());
    // A complete read, such as of an order that was paid meanwhile.
    await order.receive(order.paid({ updatedAt: order.later(1) }));
    expect((await order.row()).dueAt).toEqual(checked);
    await order.pause();
    await order.resume();
    await planAgain(order);
    expect((await order.row()).dueAt).toEqual(checked);
  });

  it("that changes moves those that wait, without a read of Shopify", async () => {
    const order = await shopWithOrder(dailyAt(fullHourIn(2)));
    await order.step();
    const later = fullHourIn(5);
    await saveSettings(order.ctx, order.shop.id, dailyAt(later));
    const reads = order.shopify.reads;
    await planAgain(order);
    expect(await order.row()).toMatchObject({ dueAt: later, sendingTime: later });
    await saveSettings(order.ctx, order.shop.id, { sending: { ...readSettings({}).sending, mode: "by_hand" } });
    await planAgain(order);
    expect(await order.row()).toMatchObject({ state: "waiting", sendingTime: null });
    await saveSettings(order.ctx, order.shop.id, { sending: readSettings({}).sending });
    await planAgain(order);
    expect(await order.row()).toMatchObject({ dueAt: now() });
    expect(order.shopify.reads).toBe(reads);
  });

  it("leaves alone what is held", async () => {
    const order = await shopWithOrder({ approval: "manual", ...dailyAt(fullHourIn(2)) });
    const before = await order.row();
    await saveSettings(order.ctx, order.shop.id, dailyAt(fullHourIn(5)));
    await planAgain(order);
    expect(await order.row()).toEqual(before);
  });

  it("of an order that a late transaction wrote by the rules of before is made good", async () => {
    const order = await shopWithOrder();
    await order.pause();
    await planAgain(order);
    await order.resume();
    await planAgain(order);
    // As by a transaction that read the pause, and was committed last.
    const stale = new Date(now().getTime() + 24 * HOUR);
    await world.db.submission.update({ where: { id: order.id }, data: { dueAt: stale } });
    expect(await planAgain(order)).toBe(false);
    world.advance(MINUTE_MS);
    expect(await planAgain(order)).toBe(true);
    expect(await order.row()).toMatchObject({ dueAt: now() });
    world.advance(HOUR);
    expect(await planAgain(order)).toBe(false);
  });

  it("is planned for all that wait, though each turn ends early and the change comes twice", async () => {
    const shop = await openShop(world, dailyAt(fullHourIn(2)));
    for (let at = 0; at < 5; at += 1)
      await shop.receive(shop.paid({ gid: gidOf("Order", String(100 + at)), name: `#${1100 + at}` }));
    const over = { isOver: () => true, hasAdvanced: false };
    const [first, second] = [fullHourIn(4), fullHourIn(6)];
    await saveSettings(shop.ctx, shop.shop.id, dailyAt(first));
    await sendingPlanRun.step(shop.ctx, shop.shop.id, over);
    expect(await sendingPlanRun.due(shop.ctx)).toContainEqual({ id: shop.shop.id, shopId: shop.shop.id });
    await Promise.all([
      sendingPlanRun.step(shop.ctx, shop.shop.id, beginTurn(never)),
      saveSettings(shop.ctx, shop.shop.id, dailyAt(second)),
    ]);
    while (await planAgain(shop));
    expect((await shop.submissions()).map(({ sendingTime }) => sendingTime)).toEqual(Array(5).fill(second));
  });
});
