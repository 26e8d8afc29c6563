import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideUncertain } from "../../app/orders/submit/lookup/decide-uncertain.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const QUIET = 60_000;
let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { quietPeriodMs: QUIET, decideAfterMs: 3_600_000 } });
  goods = await stock(world);
});
beforeEach(() => world.press.clearFaults());
afterAll(() => world.close());

const buy = () => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
const printed = (name: string) => world.press.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);

const walksOf = (name: string) =>
  world.services.core.ctx.db.lookup.findMany({
    where: { submission: { order: { name } }, kind: "walk" },
    orderBy: { at: "asc" },
  });

const showsWitness = ({ witnesses }: { witnesses: unknown }) => (witnesses as string[]).length > 0;

/** Look-ups that wait for a quiet period share their walks: they fall on a grid of a tenth of it. */
function expectAfterQuiet(due: Date, since: Date | null | undefined): void {
  const wait = due.getTime() - (since?.getTime() ?? Infinity);
  expect(wait).toBeGreaterThanOrEqual(QUIET);
  expect(wait).toBeLessThanOrEqual(QUIET * 1.1);
}

/** Waits until every look-up that was due is over: the next one is due later. Returns when. */
async function allLookedUp(name: string): Promise<Date> {
  return until("no look-up is due", async () => {
    const row = await world.services.core.ctx.db.submission.findFirstOrThrow({ where: { order: { name } } });
    return row.state === "uncertain" && !row.claimToken && row.dueAt && row.dueAt > world.clock.now()
      ? row.dueAt
      : null;
  });
}

/** Lets the time pass until just the next look-up is due, and waits for it. */
async function nextLookUp(name: string): Promise<void> {
  const due = await allLookedUp(name);
  world.clock.pass(due.getTime() - world.clock.now().getTime());
}

describe("an answer to create that is not clear", () => {
  it.each(["hang", "reset", "cut", "truncated", "bad_gateway", "html", "empty", "huge"] as const)(
    "is looked up and recorded when the service has the order: %s",
    async (effect) => {
      world.press.addFault({ endpoint: "create", effect });
      const placed = buy();
      const view = await state(placed.id, "submitted");
      expect(view.submissions[0]?.attempts).toEqual([{ number: 1, outcome: "unclear" }]);
      expect(view.submissions[0]?.attention).toEqual([]);
      expect(printed(placed.name)).toHaveLength(1);
    },
  );

  it("is sent again only after two walks, a quiet period apart, that show a later order and not this one", async () => {
    world.press.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
    const placed = buy();
    await state(placed.id, "uncertain");
    for (let n = 0; n < 6; n += 1) await nextLookUp(placed.name);
    await allLookedUp(placed.name);
    expect((await walksOf(placed.name)).some(showsWitness)).toBe(false);

    // The quiet period after the attempt is long over: the witness itself has the list read at once.
    const witness = buy();
    await state(witness.id, "submitted");
    const proof = async () => (await walksOf(placed.name)).filter(showsWitness);
    await until("a walk that shows the witness", async () => (await proof()).length === 1);
    const due = await allLookedUp(placed.name);
    expectAfterQuiet(due, (await proof())[0]?.at);
    expect(printed(placed.name)).toEqual([]);

    await nextLookUp(placed.name);
    const view = await state(placed.id, "submitted");
    expect(await proof()).toHaveLength(2);
    expect(view.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["unclear", "accepted"]);
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("is looked for a quiet period after its attempt at the earliest, whoever arrives meanwhile", async () => {
    world.press.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
    const placed = buy();
    await state(placed.id, "uncertain");
    await state(buy().id, "submitted");
    const { db } = world.services.core.ctx;
    const attempt = await db.attempt.findFirstOrThrow({ where: { submission: { order: { name: placed.name } } } });
    // The short waits of the beginning are over; what comes next is the first walk that counts.
    await until("the first walk that counts is awaited", async () => {
      const due = await allLookedUp(placed.name);
      return due.getTime() >= (attempt.endedAt?.getTime() ?? 0) + QUIET;
    });
    expectAfterQuiet(await allLookedUp(placed.name), attempt.endedAt);
    await nextLookUp(placed.name);
    await allLookedUp(placed.name);
    expect(printed(placed.name)).toEqual([]);
    await nextLookUp(placed.name);
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("of many orders at once is resolved by a handful of walks over the service's list", async () => {
    const MANY = 6;
    world.press.addFault({ endpoint: "create", effect: "bad_gateway", worked: false, times: 100 });
    const placed = Array.from({ length: MANY }, buy);
    for (const { id } of placed) await state(id, "uncertain");
    world.press.clearFaults();
    for (const { name } of placed) await allLookedUp(name);
    world.clock.pass(QUIET);
    for (const { name } of placed) await allLookedUp(name);
    const lists = () => world.press.state().calls.list ?? 0;
    const before = lists();
    await state(buy().id, "submitted");
    for (const { name } of placed) await until("its first walk", async () => (await walksOf(name)).some(showsWitness));
    for (const { name } of placed) await allLookedUp(name);
    world.clock.pass(QUIET * 1.1);
    for (const { id } of placed) await state(id, "submitted");
    for (const { name } of placed) expect(printed(name)).toHaveLength(1);
    // Each walk asks twice: for its only page, and whether the range is heeded. Alone, each order would have walked twice.
    expect(lists() - before).toBeLessThan(MANY * 2 * 2);
  }, 90_000);

  it("asks a person in the end, and does what the person saw", async () => {
    world.press.addFault({ endpoint: "create", effect: "server_error" });
    const placed = buy();
    await state(placed.id, "uncertain");
    world.clock.pass(2 * 3_600_000);
    const view = await world.seen(
      placed.id,
      "asked",
      (v) => v.submissions[0]?.attention.some((a) => a.code === "uncertain_decide") === true,
    );
    const { ctx } = world.services.core;
    const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
    const submissionId = view.submissions[0]?.id ?? "";
    expect(
      await decideUncertain(ctx, { shopId: "00000000-0000-7000-8000-000000000000", submissionId, isThere: false }),
    ).toBe("not_found");
    expect(await decideUncertain(ctx, { shopId: shop.id, submissionId, isThere: false })).toBe("done");
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("never sends again what was cancelled meanwhile", async () => {
    world.press.addFault({ endpoint: "create", effect: "server_error" });
    const placed = buy();
    const view = await state(placed.id, "uncertain");
    world.shopify.cancelOrder(world.shop, placed.id);
    await world.seen(placed.id, "known to be cancelled", (v) => v.cancelled);
    const { ctx } = world.services.core;
    const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
    await decideUncertain(ctx, { shopId: shop.id, submissionId: view.submissions[0]?.id ?? "", isThere: false });
    await state(placed.id, "cancelled");
    expect(printed(placed.name)).toEqual([]);
  });

  it("is resolved by any event that names the reference", async () => {
    world.press.addFault({ endpoint: "create", effect: "reset" });
    world.press.addFault({ endpoint: "detail", effect: "server_error", times: 100 });
    world.press.addFault({ endpoint: "list", effect: "server_error", times: 100 });
    const placed = buy();
    const view = await state(placed.id, "uncertain");
    world.press.ship(view.submissions[0]?.reference ?? "", { trackingNumber: "EV1" });
    await state(placed.id, "fulfilled");
    expect(printed(placed.name)).toHaveLength(1);
    expect(placed.fulfillments).toHaveLength(1);
  });
});

describe("an answer to create that is clear", () => {
  it("is kept as a refusal, and sent again when the order is mended", async () => {
    world.press.addFault({
      endpoint: "create",
      effect: "body_status",
      worked: false,
      message: "The address 12 Elm Road is wrong.",
    });
    const placed = buy();
    const view = await state(placed.id, "rejected");
    expect(view.submissions[0]?.attention.map((a) => a.code)).toEqual(["rejected"]);
    expect(JSON.stringify(view)).not.toContain("Elm Road");
    world.shopify.editOrder(world.shop, placed.id, { shippingAddress: { address1: "14 Elm Road" } });
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it.each([
    ["429", { effect: "too_many" as const, retryAfter: "0" }],
    ["401", { effect: "unauthorized" as const, times: 1 }],
  ])("of %s is not processed: it is tried again and printed once", async (_name, fault) => {
    world.press.addFault({ endpoint: "create", ...fault });
    const placed = buy();
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("a worker that dies with the claim in hand", () => {
  it("leaves an attempt that is looked up, never one that is repeated blindly", async () => {
    world.press.addFault({ endpoint: "create", effect: "slow", ms: 400 });
    const placed = buy();
    const { ctx } = world.services.core;
    const view = await world.seen(placed.id, "submitting", (v) => v.submissions[0]?.state === "submitting");
    // As if the process were gone: its token no longer fits, its time is over.
    await ctx.db.submission.update({
      where: { id: view.submissions[0]?.id ?? "" },
      data: { claimToken: ctx.ids.uuid(), claimedAt: new Date(0), dueAt: new Date(0) },
    });
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});
