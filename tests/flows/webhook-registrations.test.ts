import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shopActs } from "../../app/composition/shop-context.server.ts";
import { TEST_EVENT } from "../../app/orders/provider-updates/test-event.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { ForeignError } from "../../app/ports/errors.ts";
import { registerAgain, rotateKey, switchRegistration } from "../../app/print-accounts/webhooks/change-webhook.ts";
import { readStanding } from "../../app/print-accounts/webhooks/webhook-status.ts";
import { rotateEventKey, tendEventKeys } from "../../app/print-accounts/webhooks/rotate-secret.ts";
import { sendTestEvent } from "../../app/print-accounts/webhooks/self-test.ts";
import { readUnmatched } from "../../app/print-accounts/webhooks/unmatched-events.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { serviceCheckMs: 60_000 } });
  goods = await stock(world);
  await world.addShop("two.myshopify.com");
});
beforeEach(async () => {
  world.press.clearFaults();
  // As a day after the last rotation.
  const data = { eventTokenRotatingSince: null, previousEventTokenUntil: null, previousEventTokenSealed: null };
  await db().printAccount.updateMany({ data });
});
afterAll(() => world.close());

const db = () => world.services.core.ctx.db;
const acts = () => shopActs(world.services.core);
const shopOf = (domain = world.shop) => db().shop.findUniqueOrThrow({ where: { domain } });
const standing = async (domain = world.shop) => {
  const read = await readStanding(acts(), await shopOf(domain));
  if (!read) throw new Error("no print account");
  return { ...read, of: (kind: string) => read.registrations.find((one) => one.kind === kind) };
};

/** An order at the service. */
async function sent() {
  const { id } = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
  const view = await world.seen(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
  return { id, reference: view.submissions[0]?.reference ?? "" };
}
const becomes = (id: string, state: string) => world.seen(id, state, (v) => v.submissions[0]?.state === state);

/** Has the service send one event of each kind about an order; each has to be accepted. */
async function bothEventsArrive() {
  const { id, reference } = await sent();
  const before = world.press.state().deliveries.length;
  world.press.startProduction(reference);
  await becomes(id, "in_production");
  world.press.ship(reference);
  await becomes(id, "fulfilled");
  await world.press.settled();
  const deliveries = world.press.state().deliveries.slice(before);
  expect(new Set(deliveries.map(({ kind }) => kind))).toEqual(new Set(["tracking", "order_status"]));
  expect(deliveries.map(({ answered }) => answered)).toEqual(deliveries.map(() => 200));
}

describe("a rotation of the key that breaks off", () => {
  const tokens = () => new Set(world.press.state().registrations.map(({ accessToken }) => accessToken)).size;

  it.each([
    ["before the first registration", "register", 1],
    ["between the two registrations", "register_update_order", 2],
  ] as const)("%s loses no event, and is ended later", async (_when, endpoint, known) => {
    const { printAccountId } = await shopOf();
    world.press.addFault({ effect: "server_error", endpoint, times: 50 });
    const broken = rotateEventKey(acts(), acts().printService, printAccountId ?? "", world.appUrl);
    await expect(broken).rejects.toBeInstanceOf(ForeignError);
    expect(tokens()).toBe(known);
    world.press.clearFaults();
    expect((await standing()).rotatingSince).not.toBeNull();
    await bothEventsArrive();
    await tendEventKeys(acts(), acts().printService, world.appUrl);
    expect(await standing()).toMatchObject({ rotatingSince: null, oldKeyUntil: expect.any(String) as string });
    expect(tokens()).toBe(1);
    await bothEventsArrive();
  });

  it("after both registrations, before that was noted, loses no event, and is ended later", async () => {
    const before = world.press.state().registrations[0]?.accessToken;
    expect(await rotateKey(acts(), await shopOf())).toMatchObject({ outcome: "rotated" });
    const since = world.clock.now();
    await db().printAccount.updateMany({ data: { eventTokenRotatingSince: since, previousEventTokenUntil: null } });
    await bothEventsArrive();
    await tendEventKeys(acts(), acts().printService, world.appUrl);
    expect(world.press.state().registrations.map(({ accessToken }) => accessToken)).not.toContain(before);
    expect(await rotateKey(acts(), await shopOf())).toMatchObject({ outcome: "too_soon" });
    await bothEventsArrive();
  });
});

describe("a registration that somebody switched off", () => {
  it("is shown, stays off in a rotation, and costs no news; registering switches it on again", async () => {
    const { id, reference } = await sent();
    expect(await switchRegistration(acts(), await shopOf(), { kind: "tracking", active: false })).toBe("registered");
    expect((await standing()).registrations.map(({ found, active }) => [found, active])).toEqual([
      ["ours", false],
      ["ours", true],
    ]);
    expect(await rotateKey(acts(), await shopOf())).toMatchObject({ outcome: "rotated" });
    expect((await standing()).of("tracking")?.active).toBe(false);
    const told = world.press.state().deliveries.filter(({ kind }) => kind === "tracking").length;
    world.press.ship(reference);
    await world.press.settled();
    expect(world.press.state().deliveries.filter(({ kind }) => kind === "tracking")).toHaveLength(told);
    world.clock.pass(120_000);
    await sweepAccount(world.services.core.ctx, (await shopOf()).printAccountId ?? "");
    await becomes(id, "fulfilled");
    expect(await registerAgain(acts(), await shopOf(), { kinds: ["tracking"] })).toBe("registered");
    expect((await standing()).of("tracking")?.active).toBe(true);
    await bothEventsArrive();
  });
});

describe("two shops on one print account", () => {
  it("share its registrations, and see that they do", async () => {
    expect((await standing()).shops).toBe(2);
    await switchRegistration(acts(), await shopOf("two.myshopify.com"), { kind: "order_status", active: false });
    expect((await standing()).of("order_status")?.active).toBe(false);
    await registerAgain(acts(), await shopOf());
    expect((await standing("two.myshopify.com")).of("order_status")?.active).toBe(true);
    expect(world.press.state().registrations).toHaveLength(2);
    await bothEventsArrive();
  });
});

describe("a test event", () => {
  it.each(["tracking", "order_status"] as const)(
    "goes through the door, and counts neither as news nor as an unknown order: %s",
    async (kind) => {
      const before = (await standing()).of(kind);
      const unmatched = await readUnmatched(acts(), await shopOf(), { after: null, before: null });
      const handled = () => db().delivery.count({ where: { problem: TEST_EVENT, state: "ignored" } });
      const earlier = await handled();
      expect(await sendTestEvent(acts(), await shopOf(), kind)).toMatchObject({ outcome: "arrived" });
      await until("the test was handled", async () => (await handled()) > earlier);
      expect((await standing()).of(kind)).toEqual(before);
      expect(await readUnmatched(acts(), await shopOf(), { after: null, before: null })).toEqual(unmatched);
    },
  );

  it("tells why it does not arrive", async () => {
    const shop = await shopOf();
    const at = (appUrl: string) => sendTestEvent({ ...acts(), appUrl }, shop, "tracking");
    expect(await at(world.press.url)).toEqual({ outcome: "answered", httpStatus: 404 });
    expect(await at("http://127.0.0.1:9")).toEqual({ outcome: "unreachable" });
    const tryDoor = () => Promise.resolve({ httpStatus: 200, ms: 5 });
    expect(await sendTestEvent({ ...acts(), tryDoor }, shop, "tracking")).toEqual({ outcome: "elsewhere" });
  });
});

describe("events that name a reference of nobody", () => {
  it("are counted and listed, the latest first, page by page there and back", async () => {
    const { key, eventHeader } = await db().printAccount.findFirstOrThrow();
    const token = world.press.state().registrations[0]?.accessToken ?? "";
    const counted = async () => (await standing()).of("tracking")?.unknown ?? 0;
    const before = await counted();
    for (let n = 0; n < 45; n += 1) {
      const body = JSON.stringify({ order_id: `NOBODY-${n}`, tracking_number: "T", tracking_url: "" });
      const headers = { "content-type": "application/json", [eventHeader]: token };
      const answer = await fetch(`${world.appUrl}/print-events/${key}/tracking`, { method: "POST", body, headers });
      expect(answer.status).toBe(200);
    }
    await until("all were kept", async () => (await counted()) === before + 45);
    const page = async (after: string | null, back: string | null) =>
      readUnmatched(acts(), await shopOf(), { after, before: back });
    const first = await page(null, null);
    const second = await page(first.next, null);
    const third = await page(second.next, null);
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([20, 20, 5]);
    const all = [first, second, third].flatMap(({ rows }) => rows.map(({ reference }) => reference));
    expect(new Set(all).size).toBe(45);
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(await page(null, third.previous)).toMatchObject({ rows: second.rows });
    expect(await page(null, second.previous)).toEqual(first);
    expect(await page("broken", null)).toEqual(first);
  });
});
