import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideUncertain } from "../../app/orders/submit/lookup/conclude-absent.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { hasReason, reasonCodes } from "../support/reasons.ts";
import { itForRelease, onlyForRelease } from "../support/release.ts";
import { idOf } from "../support/ids.ts";

const QUIET = 60_000;
/** A service that never answers is given up soon. */
const QUICK_TIMEOUT = { createTimeoutMs: 4_000, claimTtlMs: 10_000 };
let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { ...QUICK_TIMEOUT, providerLagMs: QUIET, askStaffAfterMs: 3_600_000 } });
  goods = await stockShop(testApp);
});
beforeEach(() => testApp.printService.clearFaults());
afterAll(() => testApp.close());

const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);

const listScansOf = (name: string) =>
  testApp.services.core.ctx.db.lookup.findMany({
    where: { submission: { order: { name } }, kind: "list_scan" },
    orderBy: { at: "asc" },
  });

const showsLaterOrder = ({ laterOrders: laterOrders }: { laterOrders: unknown }) =>
  (laterOrders as string[]).length > 0;

/** Lookups that wait for a quiet period share list scans: they fall on a grid of a tenth of it. */
function expectAfterQuiet(due: Date, since: Date | null | undefined): void {
  const wait = due.getTime() - (since?.getTime() ?? Infinity);
  expect(wait).toBeGreaterThanOrEqual(QUIET);
  expect(wait).toBeLessThanOrEqual(QUIET * 1.1);
}

/** Waits until every due lookup has ended. Returns when the next one is due. */
async function waitUntilAllLookedUp(name: string): Promise<Date> {
  return until("no lookup is due", async () => {
    const row = await testApp.services.core.ctx.db.submission.findFirstOrThrow({ where: { order: { name } } });
    return row.state === "uncertain" && !row.lookupClaimedAt && row.dueAt && row.dueAt > testApp.clock.now()
      ? row.dueAt
      : null;
  });
}

/** Advances the clock until the next lookup is due, and waits for the lookup. */
async function nextLookUp(name: string): Promise<void> {
  const due = await waitUntilAllLookedUp(name);
  testApp.clock.advance(due.getTime() - testApp.clock.now().getTime());
}

/** tests/conformance/answers has each. */
const UNCLEAR = [
  "reset" as const,
  ...onlyForRelease(["hang", "bad_gateway", "cut", "truncated", "html", "empty", "huge"] as const),
];

describe("an unclear answer to create", () => {
  it.each(UNCLEAR)("is looked up and recorded when the service has the order: %s", async (effect) => {
    testApp.printService.addFault({ endpoint: "create", effect });
    const placed = buy();
    const view = await state(placed.id, "submitted");
    const attempts = view.submissions[0]?.attempts.map(({ number, outcome }) => ({ number, outcome }));
    expect(attempts).toEqual([{ number: 1, outcome: "uncertain" }]);
    expect(reasonCodes(view)).toEqual([]);
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("is sent again only after two list scans, a quiet period apart, that show a later order and not this one", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
    const placed = buy();
    await state(placed.id, "uncertain");
    for (let n = 0; n < 6; n += 1) await nextLookUp(placed.name);
    await waitUntilAllLookedUp(placed.name);
    expect((await listScansOf(placed.name)).some(showsLaterOrder)).toBe(false);

    // The quiet period after the attempt is over: the later order makes the lookup due at once.
    const laterOrder = buy();
    await state(laterOrder.id, "submitted");
    const proof = async () => (await listScansOf(placed.name)).filter(showsLaterOrder);
    await until("a scan that shows the later order", async () => (await proof()).length === 1);
    const due = await waitUntilAllLookedUp(placed.name);
    expectAfterQuiet(due, (await proof())[0]?.at);
    expect(printed(placed.name)).toEqual([]);

    await nextLookUp(placed.name);
    const view = await state(placed.id, "submitted");
    expect(await proof()).toHaveLength(2);
    expect(view.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["uncertain", "accepted"]);
    expect(printed(placed.name)).toHaveLength(1);
  });

  itForRelease(
    "is scanned for no earlier than a quiet period after its attempt, whatever later orders arrive",
    async () => {
      testApp.printService.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
      const placed = buy();
      await state(placed.id, "uncertain");
      await state(buy().id, "submitted");
      const { db } = testApp.services.core.ctx;
      const attempt = await db.attempt.findFirstOrThrow({ where: { submission: { order: { name: placed.name } } } });
      // The short waits are over: the next list scan is the first that counts.
      await until("the first scan that counts is awaited", async () => {
        const due = await waitUntilAllLookedUp(placed.name);
        return due.getTime() >= (attempt.endedAt?.getTime() ?? 0) + QUIET;
      });
      expectAfterQuiet(await waitUntilAllLookedUp(placed.name), attempt.endedAt);
      await nextLookUp(placed.name);
      await waitUntilAllLookedUp(placed.name);
      expect(printed(placed.name)).toEqual([]);
      await nextLookUp(placed.name);
      await state(placed.id, "submitted");
      expect(printed(placed.name)).toHaveLength(1);
    },
  );

  itForRelease("of many orders at once is resolved by a few scans of the service's list", async () => {
    const MANY = 6;
    testApp.printService.addFault({ endpoint: "create", effect: "bad_gateway", worked: false, times: 100 });
    const placed = Array.from({ length: MANY }, buy);
    for (const { id } of placed) await state(id, "uncertain");
    testApp.printService.clearFaults();
    for (const { name } of placed) await waitUntilAllLookedUp(name);
    testApp.clock.advance(QUIET);
    for (const { name } of placed) await waitUntilAllLookedUp(name);
    const lists = () => testApp.printService.state().calls.list ?? 0;
    const before = lists();
    await state(buy().id, "submitted");
    for (const { name } of placed)
      await until("its first scan", async () => (await listScansOf(name)).some(showsLaterOrder));
    for (const { name } of placed) await waitUntilAllLookedUp(name);
    testApp.clock.advance(QUIET * 1.1);
    for (const { id } of placed) await state(id, "submitted");
    for (const { name } of placed) expect(printed(name)).toHaveLength(1);
    // Each list scan makes two requests: its only page, and the check of the date filter. Separately, each order would have made two scans.
    expect(lists() - before).toBeLessThan(MANY * 2 * 2);
  });

  it("finally asks staff, and follows the decision", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "server_error" });
    const placed = buy();
    await state(placed.id, "uncertain");
    testApp.clock.advance(2 * 3_600_000);
    const view = await testApp.waitForOrder(placed.id, "asked", (v) => hasReason(v, "uncertain_needs_decision"));
    const { ctx } = testApp.services.core;
    const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
    const submissionId = view.submissions[0]?.id ?? idOf("");
    expect(
      await decideUncertain(ctx, {
        shopId: idOf("00000000-0000-7000-8000-000000000000"),
        submissionId,
        userId: null,
        received: false,
      }),
    ).toBe("not_found");
    expect(await decideUncertain(ctx, { shopId: shop.id, submissionId, userId: "7", received: false })).toBe("done");
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("never sends again what was canceled in between", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "server_error" });
    const placed = buy();
    const view = await state(placed.id, "uncertain");
    testApp.shopify.cancelOrder(testApp.shop, placed.id);
    await testApp.waitForOrder(placed.id, "known to be cancelled", (v) => v.cancelled);
    const { ctx } = testApp.services.core;
    const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
    const submissionId = view.submissions[0]?.id ?? idOf("");
    await decideUncertain(ctx, { shopId: shop.id, submissionId, userId: null, received: false });
    await state(placed.id, "cancelled");
    expect(printed(placed.name)).toEqual([]);
  });

  it("is resolved by any event with the reference", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "reset" });
    testApp.printService.addFault({ endpoint: "detail", effect: "server_error", times: 100 });
    testApp.printService.addFault({ endpoint: "list", effect: "server_error", times: 100 });
    const placed = buy();
    const view = await state(placed.id, "uncertain");
    testApp.printService.ship(view.submissions[0]?.reference ?? "", { trackingNumber: "EV1" });
    await state(placed.id, "fulfilled");
    expect(printed(placed.name)).toHaveLength(1);
    expect(placed.fulfillments).toHaveLength(1);
  });
});

describe("a clear answer to create", () => {
  it("of a rejection is recorded, and the order is sent again when it is fixed", async () => {
    testApp.printService.addFault({
      endpoint: "create",
      effect: "body_status",
      worked: false,
      message: "The address 12 Elm Road is wrong.",
    });
    const placed = buy();
    const view = await state(placed.id, "rejected");
    expect(reasonCodes(view)).toEqual(["rejected"]);
    expect(JSON.stringify(view)).not.toContain("Elm Road");
    testApp.shopify.editOrder(testApp.shop, placed.id, { shippingAddress: { address1: "14 Elm Road" } });
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it.each([
    ["429", { effect: "too_many" as const, retryAfter: "0" }],
    ["401", { effect: "unauthorized" as const, times: 1 }],
  ])("of %s is not processed: it is tried again and printed once", async (_name, fault) => {
    testApp.printService.addFault({ endpoint: "create", ...fault });
    const placed = buy();
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("a worker that dies while it holds a claim", () => {
  itForRelease("leaves an attempt that is looked up, never one that is repeated blindly", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "hang" });
    const placed = buy();
    const { ctx } = testApp.services.core;
    // The service is asked, since the attempt lasts no longer than the timeout of a create call.
    await until("the call", () => printed(placed.name).length > 0);
    // As after a crash: another token, and an expired claim.
    const left = await ctx.db.submission.updateMany({
      where: { order: { name: placed.name }, state: "submitting" },
      data: { claimToken: ctx.ids.uuid(), claimedAt: new Date(0), dueAt: new Date(0) },
    });
    expect(left.count).toBe(1);
    const view = await state(placed.id, "submitted");
    expect(view.submissions[0]?.lookups).not.toEqual([]);
    expect(printed(placed.name)).toHaveLength(1);
  });
});
