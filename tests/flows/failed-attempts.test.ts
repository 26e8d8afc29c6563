import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACTS } from "../../app/orders/actions/actions.ts";
import { readOrderPage } from "../../app/orders/pages/details/order-page.ts";
import type { OrderView } from "../../app/orders/pages/details/order-api-view.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const QUIET = 60_000;
let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { quietPeriodMs: QUIET, decideAfterMs: 100 * 3_600_000 } });
  goods = await stock(world);
});
beforeEach(() => world.press.clearFaults());
afterAll(() => world.close());

const db = () => world.services.core.ctx.db;
const buy = () => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
type Placed = ReturnType<typeof buy>;
const printed = (placed: Placed) =>
  world.press.state().orders.filter((one) => one.reference.startsWith(`${placed.name.slice(1)}-`));
const state = (placed: Placed, wanted: string) =>
  world.seen(placed.id, wanted, (view) => view.submissions[0]?.state === wanted);
const codes = (view: OrderView) => view.submissions[0]?.attention.map((one) => one.code);
const outcomes = (view: OrderView) => view.submissions[0]?.attempts.map((one) => one.outcome);
const account = () => db().printAccount.findFirstOrThrow();
const creates = () => world.press.state().calls.create ?? 0;

/** An order that the service answers so at each create, for as long as the fault stands. */
function buyWith(fault: Omit<Parameters<World["press"]["addFault"]>[0], "endpoint" | "order">): Placed {
  const placed = buy();
  world.press.addFault({ times: 1_000, ...fault, endpoint: "create", order: `${placed.name.slice(1)}-` });
  return placed;
}

/** Lets look-ups come, each with a later order as a witness, until it is given up. */
async function untilGivenUp(placed: Placed): Promise<OrderView> {
  for (let turn = 0; turn < 40; turn += 1) {
    const row = await db().submission.findFirstOrThrow({ where: { order: { name: placed.name } } });
    if (row.state === "rejected") break;
    await state(buy(), "submitted");
    world.clock.pass(QUIET * 1.1);
    await until("its look-ups are over", async () => {
      const { state: now, dueAt, claimToken } = await db().submission.findUniqueOrThrow({ where: { id: row.id } });
      return now === "rejected" || (now === "uncertain" && !claimToken && dueAt && dueAt > world.clock.now());
    });
  }
  return state(placed, "rejected");
}

describe("a second create call", () => {
  it.each([
    ["429", { effect: "too_many", retryAfter: "0" }],
    ["401", { effect: "unauthorized" }],
    ["403", { effect: "forbidden" }],
  ] as const)("is not made where the service made the order and answered %s all the same", async (_name, fault) => {
    const placed = buyWith({ ...fault, worked: true, times: 1 });
    const view = await world.seen(placed.id, "over", (v) =>
      ["submitted", "rejected"].includes(v.submissions[0]?.state ?? ""),
    );
    if (view.submissions[0]?.state === "rejected") await sendNow(placed);
    const { submissions } = await state(placed, "submitted");
    expect(submissions[0]?.attempts).toHaveLength(1);
    expect(submissions[0]?.attention).toEqual([]);
    expect(printed(placed)).toHaveLength(1);
  });

  it("waits while the service cannot be asked about the first one, and is made once it can", async () => {
    world.press.addFault({ endpoint: "detail", effect: "server_error", times: 1_000 });
    const placed = buyWith({ effect: "too_many", times: 1 });
    const asked = () => world.press.state().calls.detail ?? 0;
    await world.seen(placed.id, "answered", (view) => outcomes(view)?.[0] === "not_processed");
    const before = { asked: asked(), creates: creates() };
    await until("it was asked for several times", async () => asked() >= before.asked + 3);
    expect(creates()).toBe(before.creates);
    world.press.clearFaults();
    expect(outcomes(await state(placed, "submitted"))).toEqual(["not_processed", "accepted"]);
    expect(printed(placed)).toHaveLength(1);
  });

  it("asks under the account that the first one was made with", async () => {
    const placed = buyWith({ effect: "too_many", worked: true, times: 1 });
    await state(placed, "submitted");
    const attempts = await db().attempt.findMany({ where: { submission: { order: { name: placed.name } } } });
    expect(attempts.map((one) => one.printAccountId)).toEqual([(await account()).id]);
  });
});

describe("an order that grows after the service made what it answered 429 to", () => {
  const added = async (placed: Placed) => {
    world.shopify.editOrder(world.shop, placed.id, { addLines: [{ variantId: goods.shirt, quantity: 2 }] });
    await world.seen(placed.id, "taken in", (view) => pieces(view)[0] === 3);
  };
  const pieces = (view: OrderView) =>
    view.submissions
      .filter((one) => one.state !== "cancelled")
      .map(({ items }) => items.reduce((sum, item) => sum + item.quantity, 0));

  it.each([
    ["an event tells", (reference: string) => void world.press.startProduction(reference)],
    ["its detail shows", () => world.press.clearFaults()],
  ])("has the rest printed, too, once %s that it is there", async (_what, tell) => {
    world.press.addFault({ endpoint: "detail", effect: "server_error", times: 1_000 });
    const placed = buyWith({ effect: "too_many", worked: true, times: 1 });
    await world.seen(placed.id, "answered", (view) => outcomes(view)?.[0] === "not_processed");
    await added(placed);
    const first = printed(placed)[0]?.reference ?? expect.unreachable();
    tell(first);
    await world.seen(placed.id, "the rest is sent", (view) =>
      view.submissions.some((one) => one.kind === "supplement"),
    );
    world.press.clearFaults();
    const view = await world.seen(placed.id, "all is sent", ({ submissions }) =>
      submissions.every(({ state }) => state === "submitted" || state === "in_production"),
    );
    expect(pieces(view)).toEqual([1, 2]);
    expect(view.submissions.flatMap((one) => one.attention)).toEqual([]);
    expect(printed(placed).map(({ items }) => items.map((item) => item.quantity))).toEqual([[1], [2]]);
  });
});

async function sendNow(placed: Placed): Promise<void> {
  const { id, shopId } = await db().submission.findFirstOrThrow({ where: { order: { name: placed.name } } });
  expect(await ACTS.send_now(world.services.core.ctx, { shopId, submissionId: id })).toBe("done");
}

const wordsOf = async (placed: Placed) => {
  const { ctx, readEvent } = world.services.core;
  const row = await db().order.findFirstOrThrow({ where: { name: placed.name } });
  const page = await readOrderPage({ ...ctx, readEvent }, row.shopId, row.shopifyGid);
  return page?.reasons.map((reason) => [reason.code, reason.words, reason.acts]);
};

describe("an order that the service takes in no attempt", () => {
  it.each([
    ["text", { effect: "refused_text" }],
    ["HTML", { effect: "refused_html" }],
    ["500", { effect: "server_error", status: 500 }],
  ] as const)(
    "is given up after three, with its words for a person, who sends it again: %s",
    async (_name, fault) => {
      const placed = buyWith({ ...fault, message: "Item 1 is out of range." });
      await state(placed, "uncertain");
      const view = await untilGivenUp(placed);
      expect(outcomes(view)).toEqual(["unclear", "unclear", "unclear"]);
      expect(await wordsOf(placed)).toEqual([["attempts_exhausted", ["Item 1 is out of range."], ["send_now"]]]);
      world.press.clearFaults();
      await sendNow(placed);
      expect(codes(await state(placed, "submitted"))).toEqual([]);
      expect(printed(placed)).toHaveLength(1);
    },
    120_000,
  );

  it("is refused where the service says so after an unclear attempt, once it is shown absent", async () => {
    const placed = buyWith({ effect: "server_error", times: 1 });
    await state(placed, "uncertain");
    world.press.addFault({
      endpoint: "create",
      effect: "body_status",
      order: `${placed.name.slice(1)}-`,
      times: 1_000,
    });
    const view = await untilGivenUp(placed);
    expect(outcomes(view)).toEqual(["unclear", "refused"]);
    expect(codes(view)).toEqual(["rejected"]);
  }, 120_000);
});

describe("a refusal by 401 or 403", () => {
  it.each([
    ["403", { effect: "forbidden" }, ["refused"]],
    ["401", { effect: "unauthorized" }, ["refused", "refused", "refused"]],
  ] as const)("of one order stops that order alone: %s", async (_name, fault, expected) => {
    const placed = buyWith({ ...fault, message: "Not for you." });
    const view = await state(placed, "rejected");
    expect(outcomes(view)).toEqual(expected);
    expect(await wordsOf(placed)).toEqual([["rejected", ["Not for you."], ["send_now"]]]);
    expect(await account()).toMatchObject({ refusedAt: null });
    await state(buy(), "submitted");
  });

  it("that is odd, even twice in a row, stops nothing", async () => {
    const placed = buyWith({ effect: "unauthorized", times: 2 });
    expect(outcomes(await state(placed, "submitted"))).toEqual(["refused", "refused", "accepted"]);
    expect(await account()).toMatchObject({ refusedAt: null });
  });

  it("of a token that ended is answered by a new one", async () => {
    world.press.revokeTokens();
    const placed = buy();
    expect(outcomes(await state(placed, "submitted"))).toEqual(["not_processed", "accepted"]);
    expect(printed(placed)).toHaveLength(1);
  });

  it("of the account stops it, and it goes on by itself once it is taken again", async () => {
    world.press.revokeTokens();
    world.press.addFault({ endpoint: "token", effect: "unauthorized", times: 1_000 });
    const placed = buy();
    await world.seen(placed.id, "held", (view) => codes(view)?.includes("print_account_refused") === true);
    const { refusedAt } = await account();
    const tokens = () => world.press.state().calls.token ?? 0;
    const before = tokens();
    world.clock.pass(61_000);
    await until("tried again", async () => tokens() > before);
    // The next try is later, and the account is refused since the same time.
    expect(await account()).toMatchObject({ refusedAt, rechecks: 1 });
    world.press.clearFaults();
    world.clock.pass(120_000);
    await state(placed, "submitted");
    expect(await account()).toMatchObject({ refusedAt: null, recheckAt: null, rechecks: 0 });
    expect(printed(placed)).toHaveLength(1);
  });
});
