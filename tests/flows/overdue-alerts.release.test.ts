import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { alertSilent } from "../../app/orders/provider-updates/alert-silent.ts";
import { readHome } from "../../app/home/home.ts";
import { viewAccount } from "../../app/settings-page/account.ts";
import { until } from "../support/until.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { reasonCodes } from "../support/reasons.ts";
import { idOf } from "../support/ids.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let testApp: TestApp;
let orderId: string;

beforeEach(async () => {
  testApp = await startTestApp();
  const goods = await stockShop(testApp);
  orderId = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }])).id;
  await testApp.waitForOrder(orderId, "sent", (view) => view.submissions[0]?.state === "submitted");
});
afterEach(() => testApp.close());

const codes = async () => reasonCodes(await testApp.view(orderId));
const runAlerts = () => alertSilent(testApp.services.core.ctx);
const refuse = (refusedAt: Date | null) =>
  testApp.services.core.ctx.db.printAccount.updateMany({ data: { refusedAt } });

it("an order on an account that is refused since says so, until the account is connected again", async () => {
  await refuse(testApp.clock.now());
  await runAlerts();
  expect(await codes()).toEqual([]);

  testApp.clock.advance(16 * MINUTE);
  await Promise.all([runAlerts(), runAlerts()]);
  expect(await codes()).toEqual(["updates_stopped"]);

  await refuse(null);
  await runAlerts();
  expect(await codes()).toEqual([]);
});

describe("a print service that cannot be read", () => {
  const ctx = () => testApp.services.core.ctx;
  const sweep = async () => {
    testApp.clock.advance(20 * MINUTE);
    return sweepAccount(ctx(), (await ctx().db.printAccount.findFirstOrThrow()).id);
  };
  const outages = async () => {
    const { id } = await ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
    const [home, account] = [await readHome(ctx(), testApp.shop), await viewAccount(ctx(), id)];
    return [home?.outage, account.state === "connected" && account.outage];
  };

  it.each([
    ["list", { effect: "server_error", endpoint: "list", status: 500 }, 500],
    ["list", { effect: "body_status", endpoint: "list", status: 400 }, 200],
    ["list", { effect: "reset", endpoint: "list" }, null],
    ["detail", { effect: "server_error", endpoint: "detail", status: 500 }, 500],
  ] as const)(
    "is reported after an hour, on Home and at the order, and cleared once it works: %s, %o",
    async (call, fault, httpStatus) => {
      // An order whose day is known is asked for by its detail.
      const serviceDate = call === "detail" ? "2026-11-20" : null;
      await ctx().db.submission.updateMany({ data: { serviceDate } });
      testApp.printService.addEventFault({ effect: "drop", times: 10 });
      testApp.printService.ship((await testApp.view(orderId))?.submissions[0]?.reference ?? "", {
        trackingNumber: "LATE",
      });
      testApp.printService.addFault({ ...fault, times: 1_000 });
      // Where the list alone cannot be read, orders are compared by their detail.
      testApp.printService.addFault({ effect: "server_error", endpoint: "detail", times: 1_000 });
      const since = testApp.clock.now().getTime();
      await expect(sweep()).rejects.toThrow();
      await runAlerts();
      expect([await codes(), await outages()]).toEqual([[], [null, null]]);
      for (let n = 0; n < 3; n += 1) await expect(sweep()).rejects.toThrow();
      await Promise.all([runAlerts(), runAlerts()]);
      expect(await codes()).toEqual(["provider_unreadable"]);
      const [home, settings] = await outages();
      expect(home).toMatchObject({ call, httpStatus });
      expect(Date.parse((home as { since: string }).since)).toBeGreaterThanOrEqual(since);
      expect(settings).toEqual(home);

      testApp.printService.clearFaults();
      await sweep();
      await runAlerts();
      expect([await codes(), await outages()]).toEqual([[], [null, null]]);
      await testApp.waitForOrder(orderId, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
    },
  );

  it("is none while it shows each order by its detail", async () => {
    testApp.printService.addEventFault({ effect: "drop", times: 10 });
    testApp.printService.ship((await testApp.view(orderId))?.submissions[0]?.reference ?? "", {
      trackingNumber: "BY-DETAIL",
    });
    testApp.printService.addFault({ effect: "server_error", endpoint: "list", times: 1_000 });
    await expect(sweep()).rejects.toThrow();
    await testApp.waitForOrder(orderId, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
    expect(await codes()).toEqual([]);
  });

  it("is no trouble of orders that were compared since, or have only just been sent", async () => {
    const goods = await stockShop(testApp);
    for (const endpoint of ["list", "detail"] as const)
      testApp.printService.addFault({ effect: "server_error", endpoint, times: 1_000 });
    await expect(sweep()).rejects.toThrow();
    for (let n = 0; n < 3; n += 1) await expect(sweep()).rejects.toThrow();
    await ctx().db.submission.updateMany({ data: { checkedAt: testApp.clock.now(), readFailingSince: null } });
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
    expect(await runAlerts()).toBe(0);
  });

  it("does not hide one order that alone cannot be read", async () => {
    const goods = await stockShop(testApp);
    const other = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    await testApp.waitForOrder(other.id, "sent", (view) => view.submissions[0]?.state === "submitted");
    const first = (await testApp.view(orderId))?.submissions[0]?.id;
    // As one that its list leaves out.
    await ctx().db.submission.updateMany({ where: { id: first }, data: { reference: "GONE-1" } });
    // Also for the sweeps of the app itself.
    testApp.printService.addFault({ effect: "server_error", endpoint: "detail", order: "GONE-1", times: 1_000 });
    for (let n = 0; n < 5; n += 1) await sweep();
    await runAlerts();
    const open = await ctx().db.attention.findMany({ where: { code: "provider_unreadable", clearedAt: null } });
    expect(open.map(({ submissionId }) => submissionId)).toEqual([first]);
  });
});

it("an order without a parcel for as many business days as the setting says is overdue, until a parcel is reported", async () => {
  // Whatever the day of the week: 4 days have no 5 business days, and a week has them.
  await testApp.change({ lateAfterDays: { waiting: 3, at_provider: 5, shipped: 3 } });
  testApp.clock.advance(4 * DAY);
  expect(await runAlerts()).toBe(0);
  testApp.clock.advance(3 * DAY + MINUTE);
  await Promise.all([runAlerts(), runAlerts()]);
  expect(await codes()).toEqual(["shipment_overdue"]);

  testApp.printService.ship((await testApp.view(orderId))?.submissions[0]?.reference ?? "", {
    trackingNumber: "AT-LAST",
  });
  await testApp.waitForOrder(orderId, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
  await runAlerts();
  expect(await codes()).toEqual([]);
});

it("an order that was accepted days after its first try is not overdue before its days have passed since", async () => {
  testApp.clock.advance(14 * DAY);
  const submittedAt = new Date(testApp.clock.now().getTime() - 6 * DAY);
  await testApp.services.core.ctx.db.submission.updateMany({ data: { submittedAt } });
  expect(await runAlerts()).toBe(0);
  testApp.clock.advance(5 * DAY + MINUTE);
  await runAlerts();
  expect(await codes()).toEqual(["shipment_overdue"]);
});

it("an order that is overdue is no more where the setting allows more days", async () => {
  testApp.clock.advance(14 * DAY);
  await runAlerts();
  expect(await codes()).toEqual(["shipment_overdue"]);
  await testApp.change({ lateAfterDays: { waiting: 3, at_provider: 20, shipped: 3 } });
  await runAlerts();
  expect(await codes()).toEqual([]);
});

it("what a person has asked the print service about is not asked again", async () => {
  testApp.clock.advance(11 * DAY);
  await runAlerts();
  const { ctx } = testApp.services.core;
  const { id: shopId } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  const submissionId = (await testApp.view(orderId))?.submissions[0]?.id ?? idOf("");
  expect(await ACTIONS.acknowledge(ctx, { shopId, submissionId, userId: null })).toBe("done");
  testApp.clock.advance(DAY);
  expect(await runAlerts()).toBe(0);
  await until("at rest", async () => (await codes())?.length === 0);
});
