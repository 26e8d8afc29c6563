import { afterEach, describe, expect, it } from "vitest";
import type { Listing, StandInOptions } from "../../sandbox/print-service/index.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { reasonCodes } from "../support/reasons.ts";

const QUIET = 60_000;
let testApp: TestApp;
let goods: Goods;

afterEach(() => testApp.close());

async function open(printService: StandInOptions): Promise<void> {
  testApp = await startTestApp({ policy: { providerLagMs: QUIET, askStaffAfterMs: 3_600_000 }, printService });
  goods = await stockShop(testApp);
  // A service whose detail shows no order.
  testApp.printService.addFault({ endpoint: "detail", effect: "server_error", status: 404, times: 100_000 });
}

const buy = (lines = 1) =>
  testApp.shopify.placeOrder(testApp.shop, order(Array.from({ length: lines }, () => ({ variantId: goods.shirt }))));
type Placed = ReturnType<typeof buy>;
const made = ({ name }: Placed) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`)).length;
const state = ({ id }: Placed, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const stateOf = async ({ id }: Placed) => (await testApp.view(id))?.submissions[0]?.state;
const attentionCodes = async ({ id }: Placed) => reasonCodes(await testApp.view(id)) ?? [];

async function submitted(count: number, lines = 1): Promise<Placed[]> {
  const placed = Array.from({ length: count }, () => buy(lines));
  for (const one of placed) await state(one, "submitted");
  return placed;
}

/** An order whose answer is lost: the service created it, or did not. */
async function sendUncertain(worked: boolean, lines = 1): Promise<Placed> {
  testApp.printService.addFault({ endpoint: "create", effect: "reset", worked });
  const placed = buy(lines);
  // The first lookup may find the order before anybody looks.
  const seen = worked ? ["uncertain", "submitted"] : ["uncertain"];
  await until("its answer is lost", async () => seen.includes((await stateOf(placed)) ?? ""));
  return placed;
}

/** Advances the clock by quiet periods, with every lookup that becomes due. */
async function quietPeriods(count: number): Promise<void> {
  const { db } = testApp.services.core.ctx;
  for (let n = 0; n < count * 3; n += 1) {
    testApp.clock.advance(QUIET / 2);
    const due = { dueAt: { lte: testApp.clock.now() } };
    await until("every lookup that was due is over", async () => {
      const looking = { state: "uncertain" as const, OR: [{ lookupClaimedAt: { not: null } }, due] };
      const open = await db.submission.count({ where: looking });
      const sending = await db.submission.count({ where: { state: { in: ["ready", "submitting"] }, ...due } });
      return open + sending === 0;
    });
  }
}

it("a late list by items, and a detail that shows nothing: orders whose answers were lost are created once", async () => {
  await open({ listing: { limitCounts: "items" }, listDelayMs: 18_000 });
  await submitted(2, 25);
  const lost = [
    await sendUncertain(true, 25),
    await sendUncertain(true, 25),
    await sendUncertain(true, 25),
    await sendUncertain(true, 25),
  ];
  await submitted(20, 25);
  await quietPeriods(4);
  for (const one of lost) await state(one, "submitted");
  expect(lost.map(made)).toEqual([1, 1, 1, 1]);
}, 120_000);

describe("an answer that was lost, where the list", () => {
  const READABLE: [string, Partial<Listing>][] = [
    ["has pages cut by bytes", { pageBytes: 1_500, sequence: "oldest first" }],
    ["has pages by items", { limitCounts: "items", shortPages: [2, 3] }],
    ["shows its last page again", { shortPages: [3], pageNumber: "clamped" }],
  ];
  it.each(READABLE)(
    "%s, is found where the order was created, and proven absent where it was not",
    async (_name, listing) => {
      await open({ listing });
      await submitted(3);
      const presentOrder = await sendUncertain(true);
      const absentOrder = await sendUncertain(false);
      await submitted(3);
      await quietPeriods(4);
      for (const one of [presentOrder, absentOrder]) await state(one, "submitted");
      expect([made(presentOrder), made(absentOrder)]).toEqual([1, 1]);
    },
    60_000,
  );

  const TOO_LITTLE: [string, Partial<Listing>][] = [
    ["shows its newest orders only", { shortPages: [2], pageNumber: "ignored" }],
    ["shrinks under load", { underLoad: { every: 1, limit: 1 }, pageNumber: "ignored" }],
    ["shows its oldest orders only", { shortPages: [2], pageNumber: "ignored", sequence: "oldest first" }],
  ];
  it.each(TOO_LITTLE)(
    "%s, is decided by staff: nothing is created twice",
    async (_name, listing) => {
      // Later orders arrive before the list shows this one.
      await open({ listing, listDelayMs: 20_000 });
      await submitted(3);
      const presentOrder = await sendUncertain(true);
      await submitted(3);
      await quietPeriods(6);
      expect(await stateOf(presentOrder)).toBe("uncertain");
      testApp.clock.advance(3_600_000);
      await until("a person is asked", async () =>
        (await attentionCodes(presentOrder)).includes("uncertain_needs_decision"),
      );
      expect(made(presentOrder)).toBe(1);
    },
    60_000,
  );

  it("lacks an order that the service has, proves nothing about its neighbors", async () => {
    await open({});
    const before = (await submitted(2))[1];
    const absentOrder = await sendUncertain(false);
    await submitted(2);
    const { reference = "" } = (await testApp.view(before?.id ?? ""))?.submissions[0] ?? {};
    testApp.printService.hideOrder(reference, "list");
    await quietPeriods(4);
    expect(await stateOf(absentOrder)).toBe("uncertain");
    expect(made(absentOrder)).toBe(0);
  }, 60_000);
});
