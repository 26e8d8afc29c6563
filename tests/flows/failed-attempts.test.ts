import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { readOrderDetails, type OrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { itForRelease, onlyForRelease } from "../support/release.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { gidOf } from "../../app/ports/gid.ts";

const QUIET = 60_000;
let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { providerLagMs: QUIET, askStaffAfterMs: 100 * 3_600_000 } });
  goods = await stockShop(testApp);
});
beforeEach(() => testApp.printService.clearFaults());
afterAll(() => testApp.close());

const db = () => testApp.services.core.ctx.db;
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
type Placed = ReturnType<typeof buy>;
const printed = (placed: Placed) =>
  testApp.printService.state().orders.filter((one) => one.reference.startsWith(`${placed.name.slice(1)}-`));
const state = (placed: Placed, expectedState: string) =>
  testApp.waitForOrder(placed.id, expectedState, (view) => view.submissions[0]?.state === expectedState);
const outcomes = (view: OrderDetails) => view.submissions[0]?.attempts.map((one) => one.outcome);
const account = () => db().printAccount.findFirstOrThrow();
const creates = () => testApp.printService.state().calls.create ?? 0;

/** An order whose every create call gets this answer while the fault is set. */
function buyWith(fault: Omit<Parameters<TestApp["printService"]["addFault"]>[0], "endpoint" | "order">): Placed {
  const placed = buy();
  testApp.printService.addFault({ times: 1_000, ...fault, endpoint: "create", order: `${placed.name.slice(1)}-` });
  return placed;
}

/** Runs lookups, each with a later order, until the submission is given up. */
async function untilGivenUp(placed: Placed): Promise<OrderDetails> {
  for (let round = 0; round < 40; round += 1) {
    const row = await db().submission.findFirstOrThrow({ where: { order: { name: placed.name } } });
    if (row.state === "rejected") break;
    await state(buy(), "submitted");
    testApp.clock.advance(QUIET * 1.1);
    await until("its lookups are over", async () => {
      const current = await db().submission.findUniqueOrThrow({ where: { id: row.id } });
      const { state: now, dueAt, lookupClaimedAt } = current;
      return now === "rejected" || (now === "uncertain" && !lookupClaimedAt && dueAt && dueAt > testApp.clock.now());
    });
  }
  return state(placed, "rejected");
}

describe("a second create call", () => {
  it.each([
    ["429", { effect: "too_many", retryAfter: "0" }],
    ["401", { effect: "unauthorized" }],
    ...onlyForRelease([["403", { effect: "forbidden" }]] as const),
  ] as const)("is not made where the service created the order and still answered %s", async (_name, fault) => {
    const placed = buyWith({ ...fault, worked: true, times: 1 });
    const view = await testApp.waitForOrder(placed.id, "over", (v) =>
      ["submitted", "rejected"].includes(v.submissions[0]?.state ?? ""),
    );
    if (view.submissions[0]?.state === "rejected") await sendNow(placed);
    const submitted = await state(placed, "submitted");
    expect(submitted.submissions[0]?.attempts).toHaveLength(1);
    expect(reasonCodes(submitted)).toEqual([]);
    expect(printed(placed)).toHaveLength(1);
  });

  itForRelease(
    "is not made where the service created the order, refused its token, and gives no new one for a while",
    async () => {
      testApp.printService.addFault({ endpoint: "list", effect: "unauthorized", times: 1 });
      testApp.printService.addFault({ endpoint: "token", effect: "server_error", times: 1 });
      const placed = buyWith({ effect: "unauthorized", worked: true, times: 1 });
      const submitted = await state(placed, "submitted");
      expect(submitted.submissions[0]?.attempts).toMatchObject([{ outcome: "not_processed", httpStatus: 401 }]);
      expect(printed(placed)).toHaveLength(1);
    },
  );

  it("waits while the service cannot be asked about the first one, and is made once it can", async () => {
    testApp.printService.addFault({ endpoint: "detail", effect: "server_error", times: 1_000 });
    const placed = buyWith({ effect: "too_many", times: 1 });
    const detailCalls = () => testApp.printService.state().calls.detail ?? 0;
    await testApp.waitForOrder(placed.id, "answered", (view) => outcomes(view)?.[0] === "not_processed");
    const before = { asked: detailCalls(), creates: creates() };
    await until("it was asked for several times", async () => detailCalls() >= before.asked + 3);
    expect(creates()).toBe(before.creates);
    testApp.printService.clearFaults();
    expect(outcomes(await state(placed, "submitted"))).toEqual(["not_processed", "accepted"]);
    expect(printed(placed)).toHaveLength(1);
  });

  itForRelease("is preceded by a lookup on the account of the first one", async () => {
    const placed = buyWith({ effect: "too_many", worked: true, times: 1 });
    await state(placed, "submitted");
    const attempts = await db().attempt.findMany({ where: { submission: { order: { name: placed.name } } } });
    expect(attempts.map((one) => one.printAccountId)).toEqual([(await account()).id]);
  });
});

describe("an order that grows after the service created it and answered 429", () => {
  const added = async (placed: Placed) => {
    testApp.shopify.editOrder(testApp.shop, placed.id, { addLines: [{ variantId: goods.shirt, quantity: 2 }] });
    await testApp.waitForOrder(placed.id, "received", (view) => pieces(view)[0] === 3);
  };
  const pieces = (view: OrderDetails) =>
    view.submissions
      .filter((one) => one.state !== "cancelled")
      .map(({ items }) => items.reduce((sum, item) => sum + item.quantity, 0));

  itForRelease.each([
    ["an event tells", (reference: string) => void testApp.printService.startProduction(reference)],
    ["its detail shows", () => testApp.printService.clearFaults()],
  ])("has the rest printed, too, once %s that it is there", async (_what, tell) => {
    testApp.printService.addFault({ endpoint: "detail", effect: "server_error", times: 1_000 });
    const placed = buyWith({ effect: "too_many", worked: true, times: 1 });
    await testApp.waitForOrder(placed.id, "answered", (view) => outcomes(view)?.[0] === "not_processed");
    await added(placed);
    const first = printed(placed)[0]?.reference ?? expect.unreachable();
    tell(first);
    await testApp.waitForOrder(placed.id, "the rest is sent", (view) =>
      view.submissions.some((one) => one.kind === "supplement"),
    );
    testApp.printService.clearFaults();
    const view = await testApp.waitForOrder(placed.id, "all is sent", ({ submissions }) =>
      submissions.every(({ state }) => state === "submitted" || state === "in_production"),
    );
    expect(pieces(view)).toEqual([1, 2]);
    expect(view.reasons).toEqual([]);
    expect(printed(placed).map(({ items }) => items.map((item) => item.quantity))).toEqual([[1], [2]]);
  });
});

async function sendNow(placed: Placed): Promise<void> {
  const { id, shopId } = await db().submission.findFirstOrThrow({ where: { order: { name: placed.name } } });
  expect(await ACTIONS.send_now(testApp.services.core.ctx, { shopId, submissionId: id, userId: null })).toBe("done");
}

const wordsOf = async (placed: Placed) => {
  const { ctx, parsePrintServiceWebhook } = testApp.services.core;
  const row = await db().order.findFirstOrThrow({ where: { name: placed.name } });
  const page = await readOrderDetails(ctx, row.shopId, gidOf("Order", String(placed.id)), {
    ...ctx,
    parsePrintServiceWebhook,
  });
  return page?.reasons.map((reason) => [reason.code, reason.providerMessages, reason.actions]);
};

describe("an order of which the service accepts no attempt", () => {
  itForRelease.each([
    ["text", { effect: "rejected_text" }] as const,
    ["HTML", { effect: "rejected_html" }] as const,
    ["500", { effect: "server_error", status: 500 }] as const,
  ])("is given up after three, with the service's message for staff, who sends it again: %s", async (_name, fault) => {
    const placed = buyWith({ ...fault, message: "Item 1 is out of range." });
    await state(placed, "uncertain");
    const view = await untilGivenUp(placed);
    expect(outcomes(view)).toEqual(["uncertain", "uncertain", "uncertain"]);
    expect(await wordsOf(placed)).toEqual([["attempts_exhausted", ["Item 1 is out of range."], ["send_now"]]]);
    testApp.printService.clearFaults();
    await sendNow(placed);
    expect(reasonCodes(await state(placed, "submitted"))).toEqual([]);
    expect(printed(placed)).toHaveLength(1);
  });

  itForRelease(
    "is rejected once it is proven absent, where the service rejected it after an uncertain attempt",
    async () => {
      const placed = buyWith({ effect: "server_error", times: 1 });
      await state(placed, "uncertain");
      testApp.printService.addFault({
        endpoint: "create",
        effect: "body_status",
        order: `${placed.name.slice(1)}-`,
        times: 1_000,
      });
      const view = await untilGivenUp(placed);
      expect(outcomes(view)).toEqual(["uncertain", "rejected"]);
      expect(reasonCodes(view)).toEqual(["rejected"]);
    },
  );
});

describe("a rejection by 401 or 403", () => {
  it.each([
    ["403", { effect: "forbidden" }, ["rejected"]],
    ["401", { effect: "unauthorized" }, ["rejected", "rejected", "rejected"]],
  ] as const)("of one order stops that order alone: %s", async (_name, fault, expected) => {
    const placed = buyWith({ ...fault, message: "Not for you." });
    const view = await state(placed, "rejected");
    expect(outcomes(view)).toEqual(expected);
    expect(await wordsOf(placed)).toEqual([["rejected", ["Not for you."], ["send_now"]]]);
    expect(await account()).toMatchObject({ refusedAt: null });
    await state(buy(), "submitted");
  });

  itForRelease("that is odd, even twice in a row, stops nothing", async () => {
    const placed = buyWith({ effect: "unauthorized", times: 2 });
    expect(outcomes(await state(placed, "submitted"))).toEqual(["rejected", "rejected", "accepted"]);
    expect(await account()).toMatchObject({ refusedAt: null });
  });

  it("of a token that ended is answered by a new one", async () => {
    // A lookup of another test may meet the ended token first: the create call has a new one then.
    const made = async () => {
      testApp.printService.revokeTokens();
      const placed = buy();
      const attempts = outcomes(await state(placed, "submitted"));
      expect(printed(placed)).toHaveLength(1);
      return attempts;
    };
    let attempts = await made();
    for (let again = 0; again < 5 && attempts?.length === 1; again += 1) attempts = await made();
    expect(attempts).toEqual(["not_processed", "accepted"]);
  });

  it("of the account stops it, and the account continues automatically once it is accepted again", async () => {
    testApp.printService.revokeTokens();
    testApp.printService.addFault({ endpoint: "token", effect: "unauthorized", times: 1_000 });
    const placed = buy();
    await testApp.waitForOrder(
      placed.id,
      "held",
      (view) => reasonCodes(view)?.includes("print_account_rejected") === true,
    );
    const { refusedAt } = await account();
    const tokens = () => testApp.printService.state().calls.token ?? 0;
    const before = tokens();
    testApp.clock.advance(61_000);
    await until("tried again", async () => tokens() > before);
    // The next try is later, and refusedAt is unchanged.
    expect(await account()).toMatchObject({ refusedAt, tries: 1 });
    testApp.printService.clearFaults();
    testApp.clock.advance(120_000);
    await state(placed, "submitted");
    expect(await account()).toMatchObject({ refusedAt: null, dueAt: null, tries: 0 });
    expect(printed(placed)).toHaveLength(1);
  });
});
