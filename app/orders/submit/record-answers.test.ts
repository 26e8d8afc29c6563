import type { AttemptOutcome } from "../../../prisma/client/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import { raiseReason } from "../core/order-rows.ts";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../../ports/errors.ts";
import type { AttentionCode } from "../core/attention.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";
import type { SubmissionState } from "../core/states.ts";
import { delayOf } from "./rate-limit.testing.ts";
import type { Claim } from "./claim.ts";
import { claimsOf, LINE, PAYLOAD, unsent } from "./claim.testing.ts";
import { recordAnswers } from "./record-answers.ts";
import { gidOf } from "../../ports/gid.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { NO_RECIPIENT } from "../../../tests/support/provider-orders.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let claimed: ReturnType<typeof claimsOf>["claimed"];
let claimOf: ReturnType<typeof claimsOf>["claimOf"];

beforeAll(async () => {
  world = await openOrdersWorld();
  ({ claimed, claimOf } = claimsOf(world));
});
afterAll(() => world.close());

const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const attempts = (submissionId: SubmissionId) =>
  world.db.attempt.findMany({ where: { submissionId }, orderBy: { number: "asc" } });

/** The claim has expired, and another worker has claimed the submission. */
const takeOver = (id: SubmissionId) =>
  world.db.submission.update({ where: { id }, data: { claimToken: world.ctx.ids.uuid() } });

/** Records attempts before the claim, oldest first: outcome, and how many milliseconds ago each began. */
async function attemptedBefore(given: Claim, before: [outcome: AttemptOutcome, agoMs: number][]): Promise<void> {
  const now = world.ctx.clock.now().getTime();
  await world.db.attempt.update({ where: { id: given.attemptId }, data: { number: before.length + 1 } });
  const rows = before.map(([outcome, agoMs], at) => ({
    id: world.ctx.ids.uuid(),
    submissionId: given.submissionId,
    number: at + 1,
    startedAt: new Date(now - agoMs),
    outcome,
  }));
  // Reversed: attempts are ordered by number, not by insertion.
  await world.db.attempt.createMany({ data: rows.reverse() });
}

type Created = Extract<Parameters<typeof recordAnswers>[1][number]["answer"], { created: unknown }>["created"];
/** The service has made the order. */
const recordCreated = (claim: Claim, created: Created) => recordAnswers(world.ctx, [{ claim, answer: { created } }]);
/** The create call failed. */
const recordFailed = (claim: Claim, error: unknown) => recordAnswers(world.ctx, [{ claim, answer: { error } }]);

const attention = (submissionId: SubmissionId, code: AttentionCode) =>
  world.db.attention.findFirstOrThrow({ where: { submissionId, code } });
const history = async (submissionId: SubmissionId) =>
  (await world.db.history.findMany({ where: { submissionId }, orderBy: { at: "asc" } })).map(({ code, data }) => ({
    code,
    data,
  }));

const accepted = (items = [{ serviceItemId: "41", itemSku: LINE.sku, quantity: 2 }]) => ({
  reference: "R",
  updatedAt: "2026-11-22 01:30:00",
  items,
});

describe("accepted", () => {
  it("is submitted, with the service's item ids and no attention", async () => {
    const given = await claimed();
    await recordCreated(given, accepted());
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
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
  });

  it("takes another spelling of a SKU for the SKU, as every later comparison does", async () => {
    const given = await claimed();
    const itemSku = ` ${LINE.sku.toLowerCase()}`;
    expect(itemSku.trim()).not.toBe(LINE.sku);
    await recordCreated(given, accepted([{ serviceItemId: "41", itemSku, quantity: 2 }]));
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
    expect(await world.db.submissionLine.findMany({ where: { submissionId: given.submissionId } })).toMatchObject([
      { serviceItemId: "41" },
    ]);
  });

  it.each([
    [
      "another quantity",
      [{ serviceItemId: "41", itemSku: LINE.sku, quantity: 1 }],
      { notInResponse: [LINE.sku], notSent: [LINE.sku] },
    ],
    [
      "another SKU",
      [{ serviceItemId: "41", itemSku: "MUG", quantity: 2 }],
      { notInResponse: [LINE.sku], notSent: ["MUG"] },
    ],
    ["one item less", [], { notInResponse: [LINE.sku], notSent: [] }],
    [
      "one item more",
      [...accepted().items, { serviceItemId: "42", itemSku: "MUG", quantity: 1 }],
      { notInResponse: [], notSent: ["MUG"] },
    ],
  ])("with %s raises attention that names the difference", async (_what, items, difference) => {
    const { submissionId, ...given } = await claimed();
    await recordCreated({ ...given, submissionId }, accepted(items));
    const raised = await world.db.attention.findMany({ where: { submissionId, clearedAt: null } });
    expect(raised).toMatchObject([{ code: "items_differ", detail: difference }]);
  });

  it("is recorded by a worker that has lost its claim, and clears the question to staff", async () => {
    const given = await claimed();
    await recordFailed(given, new UncertainError("no answer"));
    expect(await world.openAttentions(given.submissionId)).toEqual(["uncertain"]);
    await recordCreated(given, accepted());
    const now = world.ctx.clock.now();
    expect(await row(given.submissionId)).toMatchObject({ state: "submitted", submittedAt: now, dueAt: now, tries: 0 });
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
    expect(await attention(given.submissionId, "uncertain")).toMatchObject({ clearedBy: "facts" });
    expect((await history(given.submissionId)).map(({ code }) => code)).toContain("submission.seen_at_provider");
  });

  it("alarms staff where the submission was canceled or replaced before the answer came", async () => {
    for (const [data, code] of [
      [{ state: "cancelled" }, "printed_after_cancelled"],
      [{ replacedAt: world.ctx.clock.now() }, "printed_after_replaced"],
    ] as const) {
      const given = await claimed();
      await recordFailed(given, new UncertainError("no answer"));
      await world.db.submission.update({ where: { id: given.submissionId }, data });
      await recordCreated(given, accepted());
      expect(await row(given.submissionId)).toMatchObject({ state: "submitted" });
      expect(await world.openAttentions(given.submissionId)).toEqual([code]);
    }
  });

  it("clears unsent problems and notices, nothing else, and leaves nothing due", async () => {
    const given = await claimed();
    const { shopId, orderId, submissionId } = given;
    const codes = [
      "rejected",
      "attempts_exhausted",
      "uncertain_needs_decision",
      "not_sent_yet",
      "status_problem",
    ] as const;
    await changeOrder(world, orderId, (rows) => {
      for (const code of codes) raiseReason(rows, world.ctx, { shopId, orderId, submissionId, code });
    });
    await recordCreated(given, accepted());
    expect(await row(submissionId)).toMatchObject({ state: "submitted", dueAt: null, tries: 0 });
    expect(await world.openAttentions(submissionId)).toEqual(["status_problem"]);
    expect((await history(submissionId)).map(({ code }) => code)).toContain("submission.accepted");
  });

  // The order's lock excludes other transactions: what one writes without it is not overwritten.
  it("is not recorded over a change that another transaction made without the order's lock", async () => {
    const given = await claimed();
    await whileLockHeld(
      world.pool,
      (holder) =>
        holder.query(`UPDATE "Submission" SET "version" = "version" + 1 WHERE "id" = $1`, [given.submissionId]),
      () => expect(recordCreated(given, accepted())).rejects.toThrow("without the lock"),
    );
    expect(await row(given.submissionId)).toMatchObject({ state: "submitting", submittedAt: null });
    expect(await attempts(given.submissionId)).toMatchObject([{ outcome: null }]);
  });
});

describe("rejected", () => {
  const rejection = new RejectedError("no", { httpStatus: 422, providerMessage: "The address 12 Elm Road is wrong." });

  it("waits for staff, with the service's message encrypted", async () => {
    const given = await claimed();
    await recordFailed(given, rejection);
    expect(await row(given.submissionId)).toMatchObject({ state: "rejected", dueAt: null, claimToken: null });
    expect(await world.openAttentions(given.submissionId)).toEqual(["rejected"]);
    const detail = { attemptId: given.attemptId, httpStatus: 422 };
    expect(await attention(given.submissionId, "rejected")).toMatchObject({ detail });
    const [attempt] = await attempts(given.submissionId);
    expect(attempt).toMatchObject({ outcome: "rejected", httpStatus: 422 });
    const ciphertext = Buffer.from(attempt?.messageEncrypted ?? []);
    expect(ciphertext.includes("Elm Road")).toBe(false);
    expect(world.ctx.encryptor.decryptText(ciphertext, `attempt:${given.attemptId}`)).toBe(rejection.providerMessage);
  });

  it("keeps no message about an order whose customer was erased during the call", async () => {
    const given = await claimed();
    const redactedAt = world.ctx.clock.now();
    await world.db.order.update({ where: { id: given.orderId }, data: { redactedAt } });
    await recordFailed(given, rejection);
    expect(await attempts(given.submissionId)).toMatchObject([
      { outcome: "rejected", httpStatus: 422, messageEncrypted: null },
    ]);
  });

  it("of one item names that item, and of none in particular the whole order", async () => {
    const mug = { gid: gidOf("LineItem", "2"), sku: `${LINE.sku}-LONG`, quantity: 1 };
    const { submission, account } = await world.order([LINE, mug], "ready");
    const payload = { ...PAYLOAD, countryCode: "US" };
    const made = await claimOf({ ...(await unsent(world, submission)), payload, printAccountId: account.id });
    if (!made) return expect.fail("the claim was not given");
    const providerMessage = `Error! Invalid Order Items. Invalid item sku : ${mug.sku}. Not found this sku.`;
    await recordFailed(made, new RejectedError("no", { httpStatus: 400, providerMessage }));
    const raised = await world.db.attention.findMany({ where: { submissionId: submission.id } });
    expect(raised).toMatchObject([{ code: "rejected", subject: mug.gid, detail: { aboutSku: true } }]);
    // Pages of products show the SKU as rejected, too.
    const skus = () => world.db.skuCheck.findMany({ where: { confirmedAt: { not: null } } });
    expect(await skus()).toMatchObject([{ itemSku: mug.sku, printAccountId: account.id, countryCode: "US" }]);

    const other = await claimed();
    await recordFailed(other, rejection);
    expect(await attention(other.submissionId, "rejected")).toMatchObject({ subject: "", detail: { aboutSku: false } });
    expect(await skus()).toHaveLength(1);
  });

  it.each([
    ["after an attempt that was answered 429", 429, false],
    ["as one that the service has already", null, true],
  ])("%s is looked up, as after a lost answer", async (_, httpStatus, alreadyExists) => {
    const given = await claimed();
    if (httpStatus !== null) {
      await attemptedBefore(given, [["not_processed", 60_000]]);
      await world.db.attempt.updateMany({
        where: { submissionId: given.submissionId, number: 1 },
        data: { httpStatus },
      });
    }
    await recordFailed(given, new RejectedError("no", { httpStatus: 400, alreadyExists }));
    expect((await row(given.submissionId)).state).toBe("uncertain");
    expect(await world.openAttentions(given.submissionId)).toEqual(["uncertain"]);
  });

  it("after an uncertain attempt leaves the submission uncertain", async () => {
    const given = await claimed();
    await world.db.submission.update({ where: { id: given.submissionId }, data: { everUncertain: true } });
    await recordFailed(given, rejection);
    expect((await row(given.submissionId)).state).toBe("uncertain");
    expect(await world.openAttentions(given.submissionId)).toEqual(["uncertain"]);
    const detail = { why: "rejected_after_uncertain" };
    expect(await attention(given.submissionId, "uncertain")).toMatchObject({ detail });
  });

  it("is stored with at most 2,000 characters of the service's message", async () => {
    const given = await claimed();
    await recordFailed(given, new RejectedError("no", { providerMessage: "x".repeat(2001) }));
    const [attempt] = await attempts(given.submissionId);
    const message = world.ctx.encryptor.decryptText(
      Buffer.from(attempt?.messageEncrypted ?? []),
      `attempt:${given.attemptId}`,
    );
    expect(message).toBe("x".repeat(2000));
    expect(await attention(given.submissionId, "rejected")).toMatchObject({ detail: { httpStatus: null } });
  });

  it.each<[number, SubmissionState, string[]]>([
    [1, "ready", []],
    [2, "ready", []],
    [3, "rejected", ["rejected"]],
  ])("by a maybe transient answer, at attempt number %i, leaves it %s", async (number, state, open) => {
    const given = await claimed();
    await attemptedBefore(
      given,
      Array.from({ length: number - 1 }, () => ["rejected", 1000]),
    );
    await recordFailed(given, new RejectedError("no", { httpStatus: 403, maybeTransient: true }));
    expect(world.ctx.policy.maxAttempts).toBe(3);
    expect(await row(given.submissionId)).toMatchObject({ state, claimToken: null });
    expect(await world.openAttentions(given.submissionId)).toEqual(open);
  });

  it.each([
    ["clearly", rejection, false],
    ["perhaps", new RejectedError("no", { maybeTransient: true }), false],
    ["after an unclear attempt", rejection, true],
  ])("%s changes nothing for a worker that has lost its claim", async (_how, error, everUncertain) => {
    const given = await claimed();
    await world.db.submission.update({ where: { id: given.submissionId }, data: { everUncertain } });
    const before = await takeOver(given.submissionId);
    await recordFailed(given, error);
    expect(await row(given.submissionId)).toEqual(before);
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
  });

  it("raises nothing once the service showed the order", async () => {
    const given = await claimed();
    await world.db.submission.update({ where: { id: given.submissionId }, data: { state: "in_production" } });
    await recordFailed(given, rejection);
    expect((await row(given.submissionId)).state).toBe("in_production");
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
  });
});

describe("not processed", () => {
  it("releases the claim, and is retried no earlier than the service asks", async () => {
    const given = await claimed();
    await recordFailed(given, new UnavailableError("later", { httpStatus: 429, retryAfterMs: 60_000 }));
    const after = await row(given.submissionId);
    expect(after).toMatchObject({ state: "ready", claimToken: null, tries: 4 });
    expect(after.dueAt?.getTime()).toBeGreaterThanOrEqual(world.ctx.clock.now().getTime() + 60_000);
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
    expect(await delayOf(world, given.printAccountId)).toBeGreaterThanOrEqual(60_000);
  });

  // After three tries: 16 seconds of backoff, and 60 more where the service answered.
  it.each([
    ["no connection", new UnavailableError("later"), 16_000, 0],
    ["no connection, and a wait", new UnavailableError("later", { retryAfterMs: 20_000 }), 20_000, 21_000],
    ["an answer", new UnavailableError("later", { httpStatus: 503 }), 76_000, 0],
    [
      "an answer and a shorter wait",
      new UnavailableError("later", { httpStatus: 503, retryAfterMs: 5000 }),
      76_000,
      6000,
    ],
    [
      "an answer and a longer wait",
      new UnavailableError("later", { httpStatus: 503, retryAfterMs: 90_000 }),
      90_000,
      91_000,
    ],
    ["too many requests", new UnavailableError("later", { httpStatus: 429 }), 76_000, 3000],
    [
      "too many requests under another HTTP status",
      new UnavailableError("later", { httpStatus: 200, tooManyRequests: true }),
      76_000,
      3000,
    ],
    ["refused credentials", new UnauthorizedError("no", { httpStatus: 401 }), 76_000, 0],
  ])("with %s, is due again later, and its account waits if asked to", async (_what, error, waitMs, accountMs) => {
    const given = await claimed();
    await recordFailed(given, error);
    const dueAt = new Date(world.ctx.clock.now().getTime() + waitMs);
    expect(await row(given.submissionId)).toMatchObject({ state: "ready", dueAt, tries: 4 });
    expect(await attempts(given.submissionId)).toMatchObject([
      { outcome: "not_processed", httpStatus: error.httpStatus ?? null },
    ]);
    expect(await delayOf(world, given.printAccountId)).toBe(accountMs);
  });

  const { alertAfterMs } = DEFAULT_POLICY;
  it.each<[string, [AttemptOutcome, number][], string[]]>([
    [
      "since the first of several",
      [
        ["not_processed", alertAfterMs],
        ["not_processed", 1000],
      ],
      ["not_sent_yet"],
    ],
    [
      "not sooner",
      [
        ["not_processed", alertAfterMs - 1],
        ["not_processed", 1000],
      ],
      [],
    ],
    [
      "not since an attempt that ended otherwise",
      [
        ["uncertain", alertAfterMs],
        ["not_processed", 1000],
      ],
      [],
    ],
  ])("raises attention once it has lasted: %s", async (_what, before, open) => {
    const given = await claimed();
    await attemptedBefore(given, before);
    await recordFailed(given, new UnavailableError("later"));
    expect(await world.openAttentions(given.submissionId)).toEqual(open);
  });

  it("raises attention at once for a long wait", async () => {
    const given = await claimed();
    await recordFailed(given, new UnavailableError("later", { httpStatus: 429, retryAfterMs: alertAfterMs }));
    expect(await world.openAttentions(given.submissionId)).toEqual(["not_sent_yet"]);
  });

  it("changes nothing for a worker that has lost its claim", async () => {
    const given = await claimed();
    await takeOver(given.submissionId);
    await recordFailed(given, new UnavailableError("later", { httpStatus: 429 }));
    expect((await row(given.submissionId)).state).toBe("submitting");
  });
});

describe("uncertain", () => {
  it("is looked up soon, and never sent again without a lookup", async () => {
    const given = await claimed();
    await recordFailed(given, new UncertainError("no answer", { httpStatus: 502 }));
    const after = await row(given.submissionId);
    expect(after).toMatchObject({ state: "uncertain", everUncertain: true, claimToken: null, tries: 0 });
    expect(after.dueAt?.getTime()).toBeGreaterThan(world.ctx.clock.now().getTime());
    expect(await attempts(given.submissionId)).toMatchObject([{ outcome: "uncertain", httpStatus: 502 }]);
  });

  it.each([
    ["no answer", new UncertainError("no answer"), "UncertainError"],
    ["an error of Inkbridge", new TypeError("a bug"), "TypeError"],
    ["whatever else was thrown", "a word", "unknown"],
  ])("is what %s is, with its name as the reason", async (_what, error, why) => {
    const given = await claimed();
    await recordFailed(given, error);
    expect((await row(given.submissionId)).state).toBe("uncertain");
    expect(await attention(given.submissionId, "uncertain")).toMatchObject({ detail: { why } });
    expect(await attempts(given.submissionId)).toMatchObject([{ outcome: "uncertain", httpStatus: null }]);
  });

  it("changes nothing for a worker that has lost its claim", async () => {
    const given = await claimed();
    await takeOver(given.submissionId);
    await recordFailed(given, new UncertainError("no answer"));
    expect((await row(given.submissionId)).state).toBe("submitting");
  });
});

describe("refused because the service has the order", () => {
  it("counts as submitted once the detail shows it, with the content of the attempt that can have made it", async () => {
    const given = await claimed();
    await attemptedBefore(given, [
      ["uncertain", 3000],
      ["rejected", 2000],
    ]);
    const [made, refused] = await attempts(given.submissionId);
    const sent = { orderLineId: given.lines[0]?.orderLineId, position: 0, itemSku: LINE.sku, artworkHash: null };
    for (const [attempt, quantity] of [
      [made, 1],
      [refused, 5],
    ] as const)
      await world.db.attempt.update({
        where: { id: (attempt ?? expect.unreachable()).id },
        data: {
          ...{ printAccountId: given.printAccountId, payloadHash: `hash of ${quantity}`, endedAt: attempt?.startedAt },
          lines: [{ ...sent, quantity }],
        },
      });
    const exists = { alreadyExists: true, provesExistence: true };
    await recordFailed(given, new RejectedError("no", { ...exists, httpStatus: 400 }));
    expect(await row(given.submissionId)).toMatchObject({ state: "uncertain", claimToken: null });
    expect((await attempts(given.submissionId)).map(({ alreadyThere }) => alreadyThere)).toEqual([false, false, true]);
    const { reference } = await row(given.submissionId);
    const synced = {
      ...{ serviceOrderId: "7", reference, enteredAt: null, storeName: null, recipient: NO_RECIPIENT, trackings: [] },
      items: [],
    };
    await applyProviderOrder(world.ctx, { submissionId: given.submissionId, synced, reportedBy: "detail" });
    expect(await row(given.submissionId)).toMatchObject({ state: "submitted", payloadHash: "hash of 1" });
    const where = { submissionId: given.submissionId };
    expect(await world.db.submissionLine.findMany({ where })).toMatchObject([{ quantity: 1 }]);
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
  });
});
