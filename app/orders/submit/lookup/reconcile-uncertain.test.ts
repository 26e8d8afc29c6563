import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../../../tests/support/held-lock.ts";
import { UnauthorizedError, UnavailableError } from "../../../ports/errors.ts";
import {
  CAPABILITIES,
  type InterfaceVersion,
  type PrintAccountCalls,
  type SyncedOrder,
} from "../../../ports/print-service.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { createListScanner, type LookupContext } from "../../provider-reader/shared-scan.ts";
import { changeOrder } from "../../core/change-orders.ts";
import { cancelUnsent, setOrder } from "../../core/order-rows.ts";
import { reconcileUncertain } from "./reconcile-uncertain.ts";
import type { PrintAccountId, SubmissionId } from "../../../ports/ids.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { NO_RECIPIENT } from "../../../../tests/support/provider-orders.ts";
import { gidOf } from "../../../ports/gid.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const MINUTE = 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const syncedOrder = (reference: string): SyncedOrder => ({
  serviceOrderId: "1",
  reference,
  enteredAt: null,
  storeName: null,
  recipient: NO_RECIPIENT,
  items: [
    {
      productName: "Shirt",
      itemSku: LINE.sku,
      quantity: LINE.quantity,
      artworkFront: "",
      artworkBack: "",
      mockup: "",
      orderStatus: "Approved",
      paymentStatus: null,
    },
  ],
  trackings: [],
});

/** An uncertain submission that is due, and a service that does not show it unless set to, and that counts its calls. */
async function uncertain() {
  const { submission, submit, order, account } = await world.order([LINE], "uncertain");
  const sentAt = world.ctx.clock.now();
  const attempt = (number: number, startedAt = world.ctx.clock.now()) =>
    world.db.attempt.create({
      data: { id: newId(), submissionId: submission.id, number, startedAt, outcome: "uncertain" },
    });
  await attempt(1);
  const requests = { detail: [] as string[], scans: 0 };
  const woken: string[] = [];
  const answers = {
    detail: (): Promise<SyncedOrder | null> => Promise.resolve(null),
    list: (): Promise<SyncedOrder[]> => Promise.resolve([]),
    dateFilterHonored: true,
    version: "v1" as InterfaceVersion,
  };
  const calls: Pick<PrintAccountCalls, "capabilities" | "detail" | "listAll" | "list"> = {
    capabilities: () => Promise.resolve(CAPABILITIES[answers.version]),
    detail: ({ date }) => Promise.resolve(void requests.detail.push(date)).then(() => answers.detail()),
    listAll: () =>
      Promise.resolve(void (requests.scans += 1)).then(async () => ({ rows: await answers.list(), complete: true })),
    list: () => (answers.dateFilterHonored ? Promise.resolve([]) : answers.list()),
  };
  const printService = { forAccount: () => calls as PrintAccountCalls };
  const scans = createListScanner({ db: world.db, sql: world.sql, clock: world.ctx.clock, printService });
  const wake = { ...world.ctx.wake, submission: (id: string): void => void woken.push(id) };
  const ctx: LookupContext = { ...world.ctx, shopify: world.ctx.shopify, printService, listScan: scans, wake };
  const id = submission.id;
  return {
    ...{ ctx, asked: requests, answers, woken, attempt, id, order, account, sentAt, reference: submission.reference },
    row: () => world.db.submission.findUniqueOrThrow({ where: { id } }),
    change: (data: Parameters<typeof world.db.submission.update>[0]["data"]) =>
      world.db.submission.update({ where: { id }, data }),
    /** Another submission of the account, sent a minute later and accepted. */
    async laterOrder(data: { sentAt?: Date; submittedAt?: Date | null; printAccountId?: PrintAccountId } = {}) {
      const later = new Date(sentAt.getTime() + MINUTE);
      const other = await submit("submitted", `1001-${world.ctx.ids.code(16)}`);
      const facts = { sentAt: later, submittedAt: later, dueAt: null, ...data };
      await world.db.submission.update({ where: { id: other.id }, data: facts });
      return other.reference;
    },
    /** Advances the clock, makes the submission due and looks it up. */
    async lookUpAfter(ms: number) {
      world.advance(ms);
      await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
      await reconcileUncertain(ctx, id);
    },
  };
}

/** A submission that the list lacks while it shows a later one: two good scans prove it absent. */
async function absent() {
  const one = await uncertain();
  const laterOrder = await one.laterOrder();
  one.answers.list = () => Promise.resolve([syncedOrder(laterOrder)]);
  return { ...one, laterOrder };
}

const lookups = (submissionId: SubmissionId) =>
  world.db.lookup.findMany({ where: { submissionId }, orderBy: { at: "asc" } });
const lookupOutcomes = async (submissionId: SubmissionId) =>
  (await lookups(submissionId)).map(({ kind, result }) => `${kind} ${result}`).sort();
const after = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

it("two workers that start the same lookup at once ask the service once, and record the result once", async () => {
  const { ctx, asked: requests, id } = await uncertain();
  // Both have read the row as due before either of them can claim it.
  await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT 1 FROM "Submission" WHERE "id" = $1 FOR UPDATE`, [id]),
    () => Promise.all([reconcileUncertain(ctx, id), reconcileUncertain(ctx, id)]),
    { waiters: 2 },
  );
  expect(requests.scans).toBe(1);
  expect(requests.detail).toHaveLength(new Set(requests.detail).size);
  expect((await lookups(id)).map(({ kind }) => kind).sort()).toEqual(["detail", "list_scan"]);
});

it("a lookup that begins while the state changes leaves no claim behind, and asks nothing", async () => {
  const { ctx, asked: requests, id, order, row } = await uncertain();
  await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT 1 FROM "Order" WHERE "id" = $1 FOR UPDATE`, [order.id]),
    () => reconcileUncertain(ctx, id),
    // Who changes the state writes what it changes: it has read the row without a claim.
    { last: (holder) => holder.query(`UPDATE "Submission" SET "state" = 'submitted' WHERE "id" = $1`, [id]) },
  );
  expect(await row()).toMatchObject({ state: "submitted", lookupClaimedAt: null });
  expect(requests).toMatchObject({ detail: [], scans: 0 });
});

it("a running lookup has a claim of its own, apart from the claim to send, and the row is due when that claim ends", async () => {
  const one = await uncertain();
  const during: unknown[] = [];
  one.answers.detail = async () => {
    const { dueAt, lookupClaimedAt, claimToken, claimedAt } = await one.row();
    during.push({ dueAt, lookupClaimedAt, claimToken, claimedAt });
    return syncedOrder(one.reference);
  };
  await reconcileUncertain(one.ctx, one.id);
  const dueAt = after(one.sentAt, one.ctx.policy.claimTtlMs);
  expect(during).toEqual([{ dueAt, lookupClaimedAt: one.sentAt, claimToken: null, claimedAt: null }]);
  expect(await one.row()).toMatchObject({ state: "submitted", lookupClaimedAt: null });
});

it.each([
  { by: "detail", expectedLookups: ["detail found"], scans: 0 },
  { by: "list", expectedLookups: ["detail absent", "list_scan found"], scans: 1 },
] as const)(
  "found by $by: applied, and what waits for a later order is woken",
  async ({ by, expectedLookups, scans }) => {
    const one = await uncertain();
    const found = syncedOrder(one.reference);
    if (by === "detail") one.answers.detail = () => Promise.resolve(found);
    else one.answers.list = () => Promise.resolve([found]);
    const earlier = await one.ctx.db.submission.create({
      data: {
        ...{ id: newId(), shopId: one.order.shopId, orderId: one.order.id, printAccountId: one.account.id },
        ...{ kind: "first", reference: newId(), state: "uncertain", createdAt: one.sentAt },
        ...{ sentAt: after(one.sentAt, -MINUTE), dueAt: after(one.sentAt, 60 * MINUTE) },
        attempts: { create: { id: newId(), number: 1, startedAt: after(one.sentAt, -MINUTE) } },
      },
    });
    await reconcileUncertain(one.ctx, one.id);
    expect(await one.row()).toMatchObject({ state: "submitted", serviceOrderId: "1", lookupClaimedAt: null });
    expect(await lookupOutcomes(one.id)).toEqual(expectedLookups);
    expect(one.asked.scans).toBe(scans);
    const historyRows = await world.db.history.findMany({
      where: { submissionId: one.id, data: { path: ["by"], equals: by } },
    });
    expect(historyRows).not.toEqual([]);
    const { dueAt } = await world.db.submission.findUniqueOrThrow({ where: { id: earlier.id } });
    expect(dueAt).toEqual(after(one.sentAt, 9 * MINUTE));
  },
);

it("not found, not proven: the submission stays uncertain, its claim is released, and it is looked up again later", async () => {
  const one = await uncertain();
  await reconcileUncertain(one.ctx, one.id);
  const delay = one.ctx.policy.lookupDelaysMs[1] ?? 0;
  const expected = { state: "uncertain", tries: 1, version: 1, dueAt: after(one.sentAt, delay) };
  expect(await one.row()).toMatchObject({ ...expected, lookupClaimedAt: null });
  expect([one.woken, await world.openAttentions(one.id)]).toEqual([[], []]);
});

it.each([
  { what: "state", data: { state: "submitted" } },
  { what: "account", data: { printAccountId: null } },
  { what: "time of sending", data: { sentAt: null } },
] as const)("a submission that needs no lookup, by its $what: the service is not asked", async ({ data }) => {
  const one = await uncertain();
  await one.change(data);
  await reconcileUncertain(one.ctx, one.id);
  expect(one.asked).toEqual({ detail: [], scans: 0 });
  expect(await one.row()).toMatchObject({ ...data, lookupClaimedAt: null, dueAt: one.sentAt });
});

it("a submission that no longer exists: nothing happens", async () => {
  const { ctx, asked: requests } = await uncertain();
  await reconcileUncertain(ctx, newId());
  expect(requests).toEqual({ detail: [], scans: 0 });
});

it.each(["detail", "list"] as const)(
  "%s cannot be read: recorded, no proof, and Retry-After is honored",
  async (which) => {
    const one = await absent();
    const away = new UnavailableError("away", { httpStatus: 503, retryAfterMs: 60 * MINUTE });
    one.answers[which] = (): Promise<never> => Promise.reject(away);
    await one.lookUpAfter(10 * MINUTE);
    const kind = which === "list" ? "list_scan" : "detail";
    const failed = (await lookups(one.id)).filter(({ result }) => result === "failed");
    expect(failed).toMatchObject([{ kind, laterOrders: [], detail: { error: "UnavailableError", httpStatus: 503 } }]);
    const { dueAt, state } = await one.row();
    expect({ dueAt, state }).toEqual({ dueAt: after(one.sentAt, 70 * MINUTE), state: "uncertain" });
    await one.lookUpAfter(60 * MINUTE);
    expect(await world.stateOf(one.id)).toBe("uncertain");
  },
);

it("an error without Retry-After is retried at the usual time", async () => {
  const one = await uncertain();
  one.answers.detail = () => Promise.reject(new UnauthorizedError("no"));
  await reconcileUncertain(one.ctx, one.id);
  expect((await lookups(one.id)).find(({ kind }) => kind === "detail")?.detail).toEqual({
    error: "UnauthorizedError",
    httpStatus: null,
  });
  expect((await one.row()).dueAt).toEqual(after(one.sentAt, one.ctx.policy.lookupDelaysMs[1] ?? 0));
});

it("a list that ignores its date filter proves nothing, however often it is read", async () => {
  const one = await absent();
  one.answers.dateFilterHonored = false;
  for (let turn = 0; turn < 3; turn += 1) await one.lookUpAfter(10 * MINUTE);
  const scans = (await lookups(one.id)).filter(({ kind }) => kind === "list_scan");
  expect(scans).toHaveLength(3);
  for (const scan of scans) expect(scan).toMatchObject({ result: "failed", detail: { error: "date_filter_ignored" } });
  expect(await world.stateOf(one.id)).toBe("uncertain");
});

it("two good scans a quiet period apart: sent again, once, with the evidence recorded", async () => {
  const one = await absent();
  await one.lookUpAfter(10 * MINUTE);
  await one.lookUpAfter(10 * MINUTE - 1);
  expect([await world.stateOf(one.id), one.woken]).toEqual(["uncertain", []]);
  await one.lookUpAfter(1);
  const ready = { state: "ready", tries: 0, lookupClaimedAt: null, dueAt: one.ctx.clock.now() };
  expect(await one.row()).toMatchObject(ready);
  expect(one.woken).toEqual([one.id]);
  await reconcileUncertain(one.ctx, one.id);
  expect(one.woken).toEqual([one.id]);
  const scans = (await lookups(one.id)).filter(({ kind }) => kind === "list_scan");
  expect(scans).toHaveLength(3);
  expect(scans[0]).toMatchObject({
    ...{ result: "absent", at: after(one.sentAt, 10 * MINUTE), laterOrders: [one.laterOrder] },
    detail: {
      rows: 1,
      absentInDetail: true,
      later: [one.laterOrder],
      noEarlierOrder: true,
      notListed: [],
      complete: true,
    },
  });
});

it("the submission of a canceled order is canceled, and never sent again", async () => {
  const one = await absent();
  await world.db.order.update({ where: { id: one.order.id }, data: { cancelledAt: one.sentAt } });
  await one.lookUpAfter(10 * MINUTE);
  await one.lookUpAfter(10 * MINUTE);
  expect([await world.stateOf(one.id), one.woken]).toEqual(["cancelled", []]);
});

it("a submission that was found during its lookup stays as it is", async () => {
  const one = await uncertain();
  one.answers.detail = () => one.change({ state: "submitted" }).then(() => null);
  await one.lookUpAfter(10 * MINUTE);
  expect(await one.row()).toMatchObject({ state: "submitted", tries: 0 });
  expect(one.woken).toEqual([]);
});

it.each([
  { what: "detail", change: { kind: "detail" as const }, proves: false },
  { what: "a reading that failed", change: { result: "failed" as const }, proves: false },
  { what: "a reading for another one", change: { other: true }, proves: false },
  { what: "the newest of many readings", change: {}, proves: true },
])("beside a good scan, $what counts for the proof: $proves", async ({ change: { other, ...change }, proves }) => {
  const [another, one] = [await uncertain(), await absent()];
  await one.lookUpAfter(10 * MINUTE);
  const good = (await lookups(one.id)).find(({ kind }) => kind === "list_scan") ?? expect.unreachable();
  await world.db.lookup.deleteMany({ where: { submissionId: one.id } });
  const past = {
    submissionId: one.id,
    kind: "list_scan" as const,
    result: "absent" as const,
    laterOrders: [],
    detail: {},
    at: one.sentAt,
  };
  await world.db.lookup.createMany({ data: Array.from({ length: 100 }, () => ({ ...past, id: newId() })) });
  const stored = { ...past, id: good.id, at: good.at, detail: good.detail ?? {} };
  await world.db.lookup.create({ data: { ...stored, ...change, ...(other && { submissionId: another.id }) } });
  await one.lookUpAfter(10 * MINUTE);
  expect(await world.stateOf(one.id)).toBe(proves ? "ready" : "uncertain");
});

it.each([
  { what: "taken after it", data: {}, minutes: 20 },
  { what: "not taken", data: { submittedAt: null }, minutes: 40 },
  { what: "sent before it", data: { sentAt: new Date(0) }, minutes: 40 },
  { what: "sent with another account", data: "elsewhere" as const, minutes: 40 },
])(
  "beside an order that was $what, the next lookup is $minutes minutes after the attempt",
  async ({ data, minutes }) => {
    const elsewhere = (await uncertain()).account.id;
    const one = await uncertain();
    await one.change({ tries: 5 });
    await one.laterOrder(data === "elsewhere" ? { printAccountId: elsewhere } : data);
    await one.lookUpAfter(10 * MINUTE);
    expect((await one.row()).dueAt).toEqual(after(one.sentAt, minutes * MINUTE));
  },
);

it("staff is asked to decide some time after the first failed attempt, not after the last, and not before", async () => {
  const one = await uncertain();
  await one.lookUpAfter(one.ctx.policy.askStaffAfterMs - 1);
  expect(await world.openAttentions(one.id)).toEqual([]);
  await one.attempt(2);
  await one.lookUpAfter(1);
  const raised = await world.db.attention.findMany({ where: { submissionId: one.id, clearedAt: null } });
  expect(raised).toMatchObject([{ shopId: one.order.shopId, orderId: one.order.id, code: "uncertain_needs_decision" }]);
});

it("on an account whose create can be repeated: sent again without a scan of the list, unless the shop has another account by now", async () => {
  const same = await uncertain();
  same.answers.version = "v3";
  await reconcileUncertain(same.ctx, same.id);
  expect([await same.row(), same.asked.scans]).toMatchObject([{ state: "ready" }, 0]);
  const moved = await uncertain();
  moved.answers.version = "v3";
  const { id: printAccountId } = await world.account();
  await world.db.shop.update({ where: { id: moved.order.shopId }, data: { printAccountId } });
  await reconcileUncertain(moved.ctx, moved.id);
  expect([await moved.row(), moved.asked.scans]).toMatchObject([{ state: "uncertain" }, 1]);
});

it("an order that the service says it has is neither repeated nor taken for absent, and a person is asked once the detail denies it for long", async () => {
  const one = await absent();
  one.answers.version = "v3";
  await world.db.attempt.updateMany({
    where: { submissionId: one.id },
    data: { outcome: "rejected", alreadyThere: true },
  });
  for (let n = 0; n < 4; n += 1) await one.lookUpAfter(20 * MINUTE);
  expect(await one.row()).toMatchObject({ state: "uncertain" });
  expect(await world.openAttentions(one.id)).toEqual([]);
  await one.lookUpAfter(60 * MINUTE);
  expect(await one.row()).toMatchObject({ state: "uncertain" });
  expect(await world.openAttentions(one.id)).toEqual(["uncertain_needs_decision"]);
  expect(one.woken).toEqual([]);
  one.answers.detail = () => Promise.resolve(syncedOrder(one.reference));
  await one.lookUpAfter(MINUTE);
  expect(await one.row()).toMatchObject({ state: "submitted" });
  expect(await world.openAttentions(one.id)).toEqual([]);
});

it("is followed until its absence is proven, and not repeated, once nobody wants it any more", async () => {
  const one = await absent();
  one.answers.version = "v3";
  await one.lookUpAfter(0);
  expect(await one.row()).toMatchObject({ state: "ready", unproven: "repeated" });
  const cancel = () =>
    changeOrder(world, one.order.id, (rows) => {
      setOrder(rows, { cancelledAt: world.ctx.clock.now() });
      cancelUnsent(rows, one.ctx, one.id, "order_cancelled");
    });
  await cancel();
  expect(await one.row()).toMatchObject({ state: "uncertain", unproven: "unwanted" });
  await one.lookUpAfter(MINUTE);
  expect(await one.row()).toMatchObject({ state: "uncertain" });
  await one.lookUpAfter(11 * MINUTE);
  await one.lookUpAfter(11 * MINUTE);
  expect(await one.row()).toMatchObject({ state: "cancelled", unproven: null });

  const there = await absent();
  there.answers.version = "v3";
  await there.lookUpAfter(0);
  await changeOrder(world, there.order.id, (rows) => cancelUnsent(rows, there.ctx, there.id, "nothing_left"));
  there.answers.detail = () => Promise.resolve(syncedOrder(there.reference));
  await there.lookUpAfter(MINUTE);
  expect(await there.row()).toMatchObject({ state: "submitted", unproven: "unwanted" });
  // The snapshot that emptied the order is applied again, and warns.
  expect((await world.db.order.findUniqueOrThrow({ where: { id: there.order.id } })).dueAt).not.toBeNull();
});

it.each([
  ["tells staff where the service has", "Approved", ["printed_after_cancelled"]],
  ["tells nobody where the service canceled", "Cancelled", []],
])("%s a reprint that staff canceled while it was to be repeated", async (_, orderStatus, codes) => {
  const one = await absent();
  one.answers.version = "v3";
  await one.change({ kind: "reprint" });
  await one.lookUpAfter(0);
  await changeOrder(world, one.order.id, (rows) => cancelUnsent(rows, one.ctx, one.id, "withdrawn"));
  const shown = syncedOrder(one.reference);
  const items = shown.items.map((item) => ({ ...item, orderStatus }));
  one.answers.detail = () => Promise.resolve({ ...shown, items });
  await one.lookUpAfter(MINUTE);
  const alarms = (await world.openAttentions(one.id)).filter((code) => code === "printed_after_cancelled");
  expect([(await one.row()).unproven, alarms]).toEqual([null, codes]);
});

it("looks for what nobody wants any more on the account that may have it, and reads the order again once it is absent", async () => {
  const one = await absent();
  one.answers.version = "v3";
  await world.db.attempt.updateMany({ where: { submissionId: one.id }, data: { printAccountId: one.account.id } });
  await one.lookUpAfter(0);
  // The shop has left the account: what is to be sent names the next one, or none.
  await one.change({ printAccountId: null });
  await changeOrder(world, one.order.id, (rows) => cancelUnsent(rows, one.ctx, one.id, "nothing_left"));
  expect(await one.row()).toMatchObject({ state: "uncertain", printAccountId: one.account.id });
  for (let n = 0; n < 3; n += 1) await one.lookUpAfter(11 * MINUTE);
  expect(await one.row()).toMatchObject({ state: "cancelled" });
  // What came back into the order meanwhile counted as sent.
  expect((await world.db.order.findUniqueOrThrow({ where: { id: one.order.id } })).dueAt).not.toBeNull();
});
