import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Rejected, Unavailable, Uncertain } from "../../ports/errors.ts";
import { openWorld } from "../fulfil/world.testing.ts";
import { accountWait } from "./account-turn.ts";
import { claim, type Claim } from "./claim.ts";
import { recordAccepted, recordNotProcessed, recordRefused, recordUnclear } from "./record.ts";

const LINE = { gid: "gid://shopify/LineItem/1", sku: "TEE-BLACK-M", quantity: 2 };
const PAYLOAD = {} as Claim["payload"];
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const row = (id: string) => world.db.submission.findUniqueOrThrow({ where: { id } });
const attempts = (submissionId: string) =>
  world.db.attempt.findMany({ where: { submissionId }, orderBy: { number: "asc" } });

async function ready() {
  const { submission, account } = await world.order([LINE], "ready");
  await world.db.submission.update({ where: { id: submission.id }, data: { sentAt: null, tries: 3 } });
  return {
    submissionId: submission.id,
    payload: PAYLOAD,
    printAccountId: account.id,
    sentAt: null as Date | null,
    attempts: 0,
  };
}

const claimOf = (input: Awaited<ReturnType<typeof ready>>) =>
  world.db.$transaction((tx) => claim(tx, world.ctx, input));

async function claimed(): Promise<Claim> {
  return (await claimOf(await ready())) ?? expect.fail("the claim was not given");
}

/** As after a claim that grew too old: somebody else has it now. */
const takeOver = (id: string) =>
  world.db.submission.update({ where: { id }, data: { claimToken: world.ctx.ids.uuid() } });

const accepted = (items = [{ serviceItemId: "41", itemSku: LINE.sku, quantity: 2 }]) => ({ reference: "R", items });

describe("a claim", () => {
  it("is on record with its attempt, and falls back to the look-up when it grows old", async () => {
    const before = world.ctx.clock.now();
    const given = await claimed();
    expect(await row(given.submissionId)).toMatchObject({
      state: "submitting",
      claimToken: given.claimToken,
      claimedAt: before,
      sentAt: before,
      printAccountId: given.printAccountId,
      dueAt: new Date(before.getTime() + world.ctx.policy.claimTtlMs),
    });
    expect(await attempts(given.submissionId)).toMatchObject([
      { id: given.attemptId, number: 1, startedAt: before, endedAt: null, outcome: null },
    ]);
    expect(given).toMatchObject({ shopId: expect.any(String), orderId: expect.any(String), payload: PAYLOAD });
  });

  it("keeps the time of the first attempt, and is given once", async () => {
    const input = await ready();
    const sentAt = new Date("2026-11-20T09:00:00Z");
    await claimOf({ ...input, sentAt });
    expect((await row(input.submissionId)).sentAt).toEqual(sentAt);
    expect(await claimOf(input)).toBeNull();
    expect(await attempts(input.submissionId)).toHaveLength(1);
  });
});

describe("accepted", () => {
  it("is submitted, with the service's item ids and nothing to answer", async () => {
    const given = await claimed();
    await recordAccepted(world.ctx, given, accepted());
    const now = world.ctx.clock.now();
    expect(await row(given.submissionId)).toMatchObject({
      state: "submitted",
      claimToken: null,
      submittedAt: now,
      tries: 0,
    });
    expect(await attempts(given.submissionId)).toMatchObject([{ outcome: "accepted", httpStatus: 200, endedAt: now }]);
    expect(await world.db.submissionLine.findMany({ where: { submissionId: given.submissionId } })).toMatchObject([
      { serviceItemId: "41" },
    ]);
    expect(await world.open(given.submissionId)).toEqual([]);
  });

  it.each([
    ["another quantity", [{ serviceItemId: "41", itemSku: LINE.sku, quantity: 1 }]],
    ["another SKU", [{ serviceItemId: "41", itemSku: "MUG", quantity: 2 }]],
    ["one item more", [...accepted().items, { serviceItemId: "42", itemSku: "MUG", quantity: 1 }]],
  ])("with %s is told", async (_what, items) => {
    const given = await claimed();
    await recordAccepted(world.ctx, given, accepted(items));
    expect(await world.open(given.submissionId)).toEqual(["items_differ"]);
  });

  it("is believed of a worker that lost its claim meanwhile, and ends what was asked of a person", async () => {
    const given = await claimed();
    await recordUnclear(world.ctx, given, new Uncertain("no answer"));
    expect(await world.open(given.submissionId)).toEqual(["uncertain"]);
    await recordAccepted(world.ctx, given, accepted());
    expect((await row(given.submissionId)).state).toBe("submitted");
    expect(await world.open(given.submissionId)).toEqual([]);
  });
});

describe("refused", () => {
  const no = new Rejected("no", { httpStatus: 422, words: "The address 12 Elm Road is wrong." });

  it("waits for a person, with the service's words sealed", async () => {
    const given = await claimed();
    await recordRefused(world.ctx, given, no);
    expect(await row(given.submissionId)).toMatchObject({ state: "rejected", dueAt: null, claimToken: null });
    expect(await world.open(given.submissionId)).toEqual(["rejected"]);
    const [attempt] = await attempts(given.submissionId);
    expect(attempt).toMatchObject({ outcome: "refused", httpStatus: 422 });
    const box = Buffer.from(attempt?.wordsSealed ?? []);
    expect(box.includes("Elm Road")).toBe(false);
    expect(world.ctx.seal.openText(box, `attempt:${given.attemptId}`)).toBe(no.words);
  });

  it("after an unclear attempt is no clear answer", async () => {
    const given = await claimed();
    await world.db.submission.update({ where: { id: given.submissionId }, data: { everUncertain: true } });
    await recordRefused(world.ctx, given, no);
    expect((await row(given.submissionId)).state).toBe("uncertain");
    expect(await world.open(given.submissionId)).toEqual(["uncertain"]);
  });

  it("is nothing to a worker that lost its claim", async () => {
    const given = await claimed();
    await takeOver(given.submissionId);
    await recordRefused(world.ctx, given, no);
    expect((await row(given.submissionId)).state).toBe("submitting");
    expect(await world.open(given.submissionId)).toEqual([]);
  });
});

describe("not processed", () => {
  it("gives the claim back, and is tried again not before the service wants it", async () => {
    const given = await claimed();
    await recordNotProcessed(world.ctx, given, new Unavailable("later", { httpStatus: 429, retryAfterMs: 60_000 }));
    const after = await row(given.submissionId);
    expect(after).toMatchObject({ state: "ready", claimToken: null, tries: 4 });
    expect(after.dueAt?.getTime()).toBeGreaterThanOrEqual(world.ctx.clock.now().getTime() + 60_000);
    expect(await world.open(given.submissionId)).toEqual([]);
    expect(await accountWait(world.ctx, world.db, given.printAccountId)).toBeGreaterThanOrEqual(60_000);
  });

  it("is told once it lasts, or is to last", async () => {
    const given = await claimed();
    const { tellAfterMs } = world.ctx.policy;
    await recordNotProcessed(
      world.ctx,
      given,
      new Unavailable("later", { httpStatus: 429, retryAfterMs: tellAfterMs }),
    );
    expect(await world.open(given.submissionId)).toEqual(["not_sent_yet"]);
  });

  it("is nothing to a worker that lost its claim", async () => {
    const given = await claimed();
    await takeOver(given.submissionId);
    await recordNotProcessed(world.ctx, given, new Unavailable("later", { httpStatus: 429 }));
    expect((await row(given.submissionId)).state).toBe("submitting");
  });
});

describe("unclear", () => {
  it("is looked up soon, and never sent again without it", async () => {
    const given = await claimed();
    await recordUnclear(world.ctx, given, new Uncertain("no answer", { httpStatus: 502 }));
    const after = await row(given.submissionId);
    expect(after).toMatchObject({ state: "uncertain", everUncertain: true, claimToken: null, tries: 0 });
    expect(after.dueAt?.getTime()).toBeGreaterThan(world.ctx.clock.now().getTime());
    expect(await attempts(given.submissionId)).toMatchObject([{ outcome: "unclear", httpStatus: 502 }]);
  });

  it("is what an error of ours is, too", async () => {
    const given = await claimed();
    await recordUnclear(world.ctx, given, new TypeError("a bug"));
    expect((await row(given.submissionId)).state).toBe("uncertain");
    expect(await attempts(given.submissionId)).toMatchObject([{ outcome: "unclear", httpStatus: null }]);
  });

  it("is nothing to a worker that lost its claim", async () => {
    const given = await claimed();
    await takeOver(given.submissionId);
    await recordUnclear(world.ctx, given, new Uncertain("no answer"));
    expect((await row(given.submissionId)).state).toBe("submitting");
  });
});
