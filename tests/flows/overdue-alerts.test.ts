import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTS } from "../../app/orders/actions/actions.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { tellOfSilent } from "../../app/orders/provider-updates/alert-silent.ts";
import { readHome } from "../../app/home/home.ts";
import { viewAccount } from "../../app/settings/edit/view-account.ts";
import { until } from "../support/until.ts";
import { order, stock } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let world: World;
let orderId: string;

beforeEach(async () => {
  world = await openWorld();
  const goods = await stock(world);
  orderId = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }])).id;
  await world.seen(orderId, "sent", (view) => view.submissions[0]?.state === "submitted");
});
afterEach(() => world.close());

const codes = async () => (await world.view(orderId))?.submissions[0]?.attention.map(({ code }) => code);
const told = () => tellOfSilent(world.services.core.ctx);
const refuse = (refusedAt: Date | null) => world.services.core.ctx.db.printAccount.updateMany({ data: { refusedAt } });

it("an order on an account that is refused since says so, until the account is connected again", async () => {
  await refuse(world.clock.now());
  await told();
  expect(await codes()).toEqual([]);

  world.clock.pass(16 * MINUTE);
  await Promise.all([told(), told()]);
  expect(await codes()).toEqual(["not_followed"]);

  await refuse(null);
  await told();
  expect(await codes()).toEqual([]);
});

describe("a print service that cannot be read", () => {
  const ctx = () => world.services.core.ctx;
  const sweep = async () => {
    world.clock.pass(20 * MINUTE);
    return sweepAccount(ctx(), (await ctx().db.printAccount.findFirstOrThrow()).id);
  };
  const outages = async () => {
    const { id } = await ctx().db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
    const [home, account] = [await readHome(ctx(), world.shop), await viewAccount(ctx(), id)];
    return [home?.outage, account.state === "connected" && account.outage];
  };

  it.each([
    ["list", { effect: "server_error", endpoint: "list", status: 500 }, 500],
    ["list", { effect: "body_status", endpoint: "list", status: 400 }, 200],
    ["list", { effect: "reset", endpoint: "list" }, null],
    ["detail", { effect: "server_error", endpoint: "detail", status: 500 }, 500],
  ] as const)(
    "is told after an hour, on Home and at the order, and taken back once it works: %s, %o",
    async (call, fault, httpStatus) => {
      // An order whose day is known is asked for by its detail.
      const serviceDate = call === "detail" ? "2026-11-20" : null;
      await ctx().db.submission.updateMany({ data: { serviceDate } });
      world.press.addEventFault({ effect: "drop", times: 10 });
      world.press.ship((await world.view(orderId))?.submissions[0]?.reference ?? "", { trackingNumber: "LATE" });
      world.press.addFault({ ...fault, times: 1_000 });
      const since = world.clock.now().getTime();
      await expect(sweep()).rejects.toThrow();
      await told();
      expect([await codes(), await outages()]).toEqual([[], [null, null]]);
      for (let n = 0; n < 3; n += 1) await expect(sweep()).rejects.toThrow();
      await Promise.all([told(), told()]);
      expect(await codes()).toEqual(["service_unreadable"]);
      const [home, settings] = await outages();
      expect(home).toMatchObject({ call, httpStatus });
      expect(Date.parse((home as { since: string }).since)).toBeGreaterThanOrEqual(since);
      expect(settings).toEqual(home);

      world.press.clearFaults();
      await sweep();
      await told();
      expect([await codes(), await outages()]).toEqual([[], [null, null]]);
      await world.seen(orderId, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
    },
  );

  it("is no trouble of orders that were compared since, or have only just been sent", async () => {
    const goods = await stock(world);
    world.press.addFault({ effect: "server_error", endpoint: "list", times: 1_000 });
    await expect(sweep()).rejects.toThrow();
    for (let n = 0; n < 3; n += 1) await expect(sweep()).rejects.toThrow();
    await ctx().db.submission.updateMany({ data: { checkedAt: world.clock.now() } });
    const placed = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
    await world.seen(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
    expect(await told()).toBe(0);
  });

  it("does not hide one order that alone cannot be read", async () => {
    const goods = await stock(world);
    const other = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
    await world.seen(other.id, "sent", (view) => view.submissions[0]?.state === "submitted");
    const first = (await world.view(orderId))?.submissions[0]?.id;
    // As one that its list leaves out.
    await ctx().db.submission.updateMany({ where: { id: first }, data: { reference: "GONE-1" } });
    for (let n = 0; n < 5; n += 1) {
      world.press.addFault({ effect: "server_error", endpoint: "detail" });
      await sweep();
    }
    await told();
    const open = await ctx().db.attention.findMany({ where: { code: "service_unreadable", clearedAt: null } });
    expect(open.map(({ submissionId }) => submissionId)).toEqual([first]);
  });
});

it("an order without a parcel for ten days says so, until a parcel is told of", async () => {
  world.clock.pass(9 * DAY);
  expect(await told()).toBe(0);
  world.clock.pass(DAY + MINUTE);
  await Promise.all([told(), told()]);
  expect(await codes()).toEqual(["not_shipped_yet"]);

  world.press.ship((await world.view(orderId))?.submissions[0]?.reference ?? "", { trackingNumber: "AT-LAST" });
  await world.seen(orderId, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
  await told();
  expect(await codes()).toEqual([]);
});

it("what a person has asked the print service about is not asked again", async () => {
  world.clock.pass(11 * DAY);
  await told();
  const { ctx } = world.services.core;
  const { id: shopId } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
  const submissionId = (await world.view(orderId))?.submissions[0]?.id ?? "";
  expect(await ACTS.acknowledge(ctx, { shopId, submissionId })).toBe("done");
  world.clock.pass(DAY);
  expect(await told()).toBe(0);
  await until("at rest", async () => (await codes())?.length === 0);
});
