import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { FINISHED_STATES, SUBMISSION_STATES, type SubmissionState } from "../orders/core/states.ts";
import { newPracticeShop } from "../../tests/support/practice-shop.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { whileTakenForEmpty } from "../../tests/support/taken-for-empty.ts";
import { createPracticeService } from "../practice-service/index.ts";
import { noDeadline, printOrder } from "../print-service/print-service.testing.ts";
import { prune } from "./prune.ts";
import { idOf, newId } from "../../tests/support/ids.ts";
import type { ShopId } from "../ports/ids.ts";

const DAY = 86_400_000;
const RETENTION_DAYS = 60;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeEach(async () => {
  world = await openOrdersWorld();
});
afterEach(() => world.close());

const ciphertext = () => new Uint8Array([1, 2, 3]);

function delivery(state: "waiting" | "done" | "ignored" | "dead_letter") {
  const id = newId();
  const head = { source: "shopify" as const, topic: "orders/updated", scope: "one.myshopify.com", deliveryId: id };
  const receivedAt = world.ctx.clock.now();
  return world.db.webhookDelivery.create({ data: { id, ...head, receivedAt, state, bodyEncrypted: ciphertext() } });
}

async function submission(state: SubmissionState) {
  const { submission: row } = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], state);
  const at = world.ctx.clock.now();
  await world.db.submission.update({ where: { id: row.id }, data: { payloadEncrypted: ciphertext(), createdAt: at } });
  const submissionId = row.id;
  const attempt = { id: newId(), submissionId, number: 1, startedAt: at, messageEncrypted: ciphertext() };
  await world.db.attempt.create({ data: attempt });
  const change = { id: newId(), orderId: row.orderId, fields: [], basis: {}, contentEncrypted: ciphertext() };
  await world.db.orderChange.create({ data: { ...change, createdAt: at } });
  const file = { id: newId(), shopId: row.shopId, orderId: row.orderId, key: newId(), createdAt: at };
  await world.db.drawnFile.create({ data: file });
  const lookup = {
    id: newId(),
    submissionId,
    at,
    kind: "list_scan" as const,
    result: "absent" as const,
    laterOrders: [],
    detail: {},
  };
  await world.db.lookup.create({ data: lookup });
  return row.id;
}

/** With a photo. */
async function claim(closedAt: Date | null): Promise<string> {
  const { submission: row } = await world.order(
    [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }],
    "waiting",
  );
  const [id, openedAt] = [newId(), world.ctx.clock.now()];
  const about = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id, kind: "damaged" } as const;
  const photo = { id: newId(), contentHash: "h", contentEncrypted: ciphertext(), addedAt: openedAt };
  const content = { contentEncrypted: ciphertext(), photos: { create: photo } };
  const state = closedAt ? "done" : "open";
  await world.db.claim.create({ data: { id, request: newId(), ...about, openedAt, closedAt, state, ...content } });
  return id;
}

it("each kind of row goes when it is old, and never while it is still needed", async () => {
  const { db } = world;
  for (const state of ["waiting", "done", "ignored", "dead_letter"] as const) await delivery(state);
  for (const state of SUBMISSION_STATES) await submission(state);
  const event = { id: newId(), accountKey: "k", reference: "1001-A", deliveryId: newId() };
  await db.unmatchedEvent.create({ data: { ...event, receivedAt: world.ctx.clock.now() } });
  const { shop } = await world.shop();
  await db.mappingImport.create({
    data: { id: newId(), shopId: shop.id, state: "checked", createdAt: world.ctx.clock.now() },
  });
  await db.bulkEdit.create({
    data: {
      ...{ id: newId(), shopId: shop.id, state: "done", createdAt: world.ctx.clock.now() },
      action: { kind: "confirm_mapping" },
    },
  });
  // One is done, the other is still open.
  const open = await claim(null);
  const done = await claim(world.ctx.clock.now());
  const days = { fromDay: "2026-11-01", toDay: "2026-11-07", timezone: "UTC" };
  await db.reconciliation.create({
    data: { id: newId(), shopId: shop.id, printAccountId: newId(), startedAt: world.ctx.clock.now(), ...days },
  });
  await db.longRun.create({ data: { kind: "bulk_edit", id: newId(), shopId: shop.id, dueAt: world.ctx.clock.now() } });
  const counted = { shopId: shop.id, source: "quote", upToMs: 50, count: 3 } as const;
  await db.checkoutRateCount.create({ data: { ...counted, hourAt: world.ctx.clock.now() } });
  await db.lease.create({ data: { name: "left behind", holder: newId(), until: world.ctx.clock.now() } });

  const action = { id: newId(), shopId: shop.id, userId: "1", kind: "sending_paused", data: {} } as const;
  await db.staffAction.create({ data: { ...action, at: world.ctx.clock.now() } });

  const { accountId } = await newPracticeShop(world.ctx);
  await createPracticeService({ ...world.ctx, appUrl: "https://app.example.com" })
    .forAccount(accountId)
    .create(printOrder(), noDeadline);

  expect(await prune(world.ctx, RETENTION_DAYS)).toEqual({
    bodies: 0,
    contents: 0,
    customers: 0,
    changes: 0,
    claims: 0,
    drawnFiles: 0,
    unmatched: 0,
    lookups: 0,
    openLookups: 0,
    histories: 0,
    dryRunOrders: 0,
    dryRuns: 0,
    flowEvents: 0,
    notificationItems: 0,
    notificationMessages: 0,
    deliveries: 0,
    practiceOrders: 0,
    prices: 0,
    rateCounts: 0,
    leases: 0,
    longRuns: 0,
    imports: 0,
    skuCheckRuns: 0,
    bulkEdits: 0,
    reconciliations: 0,
    accessLog: 0,
    dataRequests: 0,
    staffActions: 0,
    staff: 0,
  });
  world.advance((RETENTION_DAYS + 1) * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toEqual({
    bodies: 3,
    contents: 5,
    customers: 0,
    changes: 5,
    claims: 1,
    drawnFiles: 5,
    unmatched: 1,
    lookups: SUBMISSION_STATES.length - 1,
    openLookups: 1,
    histories: 0,
    dryRunOrders: 0,
    dryRuns: 0,
    flowEvents: 0,
    notificationItems: 0,
    notificationMessages: 0,
    deliveries: 0,
    practiceOrders: 1,
    prices: 0,
    rateCounts: 1,
    leases: 1,
    longRuns: 1,
    imports: 1,
    skuCheckRuns: 0,
    bulkEdits: 1,
    reconciliations: 1,
    accessLog: 0,
    dataRequests: 0,
    staffActions: 0,
    staff: 0,
  });
  const kept = await db.submission.findMany({ where: { payloadEncrypted: { not: null } }, select: { state: true } });
  expect(kept.map(({ state }) => state).sort()).toEqual(
    ["ready", "rejected", "submitting", "uncertain", "waiting"].sort(),
  );
  expect(await db.attempt.count({ where: { messageEncrypted: { not: null } } })).toBe(kept.length);
  expect(await db.lookup.count()).toBe(0);
  const read = (id: string) => db.claim.findUnique({ where: { id: idOf(id) }, include: { photos: true } });
  expect(await read(done)).toMatchObject({ contentEncrypted: null, photos: [], kind: "damaged" });
  expect((await read(open))?.photos).toHaveLength(1);

  world.advance(RETENTION_DAYS * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ bodies: 0, deliveries: 3 });
  expect((await db.webhookDelivery.findMany({ select: { state: true } })).map(({ state }) => state)).toEqual([
    "waiting",
  ]);
  world.advance(365 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ staffActions: 1 });
});

it("what the print service shows, and said, of a submission whose own content is not known here goes, too", async () => {
  const { db } = world;
  const ids = [await submission("submitted"), await submission("cancelled"), await submission("rejected")];
  // As an adopted orphan, a submission whose sent content was restored, or one that ended while something held it.
  const shown = { payloadEncrypted: null, providerOrderEncrypted: ciphertext() };
  await db.submission.updateMany({ where: { id: { in: ids } }, data: shown });
  world.advance((RETENTION_DAYS + 1) * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ contents: 2 });
  const kept = await db.submission.findMany({
    where: {
      OR: [{ providerOrderEncrypted: { not: null } }, { attempts: { some: { messageEncrypted: { not: null } } } }],
    },
    select: { state: true },
  });
  expect(kept).toEqual([{ state: "rejected" }]);
  // The service may show it again: what was erased is not stored again.
  expect(await db.submission.count({ where: { contentErasedAt: { not: null } } })).toBe(2);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ contents: 0 });
});

it("the evidence of an open decision stays for a week, that of one that was made for as long as personal data", async () => {
  const { db } = world;
  for (const state of ["uncertain", "submitted"] as const) await submission(state);
  world.advance(6 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ lookups: 0, openLookups: 0 });
  world.advance(2 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ lookups: 0, openLookups: 1 });
  const kept = await db.lookup.findMany({ include: { submission: true } });
  expect(kept.map((lookup) => lookup.submission.state)).toEqual(["submitted"]);
});

describe("history", () => {
  const YEAR = 366 * DAY;
  /** An order with a submission in a state, a line of history, a cleared reason and an attempt, made now. */
  async function recorded(state: SubmissionState) {
    const id = await submission(state);
    const { orderId, shopId } = await world.db.submission.findUniqueOrThrow({ where: { id } });
    const at = world.ctx.clock.now();
    const entry = {
      id: newId(),
      shopId,
      orderId,
      at,
      code: "order.received" as const,
      actor: "shopify" as const,
      data: {},
    };
    await world.db.history.create({ data: entry });
    const reason = {
      id: newId(),
      shopId,
      orderId,
      submissionId: id,
      code: "risk_high" as const,
      detail: {},
      openedAt: at,
    };
    await world.db.attention.create({ data: { ...reason, clearedAt: at, clearedBy: "person" } });
    await world.db.orderTriage.create({ data: { orderId, shopId, assignedTo: "1" } });
    return { submissionId: id, orderId, shopId };
  }
  const left = async ({ orderId, submissionId }: Awaited<ReturnType<typeof recorded>>) => ({
    history: await world.db.history.count({ where: { orderId } }),
    attentions: await world.db.attention.count({ where: { orderId } }),
    attempts: await world.db.attempt.count({ where: { submissionId } }),
    triages: await world.db.orderTriage.count({ where: { orderId } }),
  });
  const ALL = { history: 1, attentions: 1, attempts: 1, triages: 1 };

  it("of an order that ended goes after a year without a change; submission, lines and hashes stay", async () => {
    const order = await recorded("fulfilled");
    const cancelled = await recorded("cancelled");
    world.advance(YEAR - 2 * DAY);
    await prune(world.ctx, RETENTION_DAYS);
    expect(await left(order)).toEqual(ALL);
    world.advance(2 * DAY);
    expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ histories: expect.any(Number) as number });
    expect(await left(order)).toEqual({ history: 0, attentions: 0, attempts: 0, triages: 0 });
    expect(await left(cancelled)).toEqual({ history: 0, attentions: 0, attempts: 1, triages: 0 });
    const kept = await world.db.submission.findUniqueOrThrow({
      where: { id: order.submissionId },
      include: { lines: true },
    });
    expect(kept.lines).toHaveLength(1);
    expect((await prune(world.ctx, RETENTION_DAYS))["histories"]).toBe(0);
  });

  it("of an order that is open, in whatever way, stays", async () => {
    const open = await Promise.all(SUBMISSION_STATES.filter((s) => !FINISHED_STATES.includes(s)).map(recorded));
    const withReason = await recorded("fulfilled");
    const { orderId, shopId } = withReason;
    const reason = { id: newId(), shopId, orderId, code: "items_differ" as const, detail: {} };
    await world.db.attention.create({ data: { ...reason, openedAt: world.ctx.clock.now() } });
    world.advance(YEAR);
    const recentlyChanged = await recorded("fulfilled");
    await world.db.history.updateMany({
      where: { orderId: recentlyChanged.orderId },
      data: { at: world.ctx.clock.now() },
    });
    await world.db.order.update({
      where: { id: recentlyChanged.orderId },
      data: { shopifyUpdatedAt: new Date(world.ctx.clock.now().getTime() - YEAR) },
    });
    await prune(world.ctx, RETENTION_DAYS);
    for (const order of [...open, recentlyChanged]) expect(await left(order)).toEqual(ALL);
    expect(await left(withReason)).toEqual({ ...ALL, attentions: 2 });
  });

  it("that an order gets after it was pruned goes, too", async () => {
    const order = await recorded("fulfilled");
    world.advance(YEAR);
    await prune(world.ctx, RETENTION_DAYS);
    world.advance(DAY);
    const at = world.ctx.clock.now();
    await world.db.order.update({ where: { id: order.orderId }, data: { shopifyUpdatedAt: at } });
    const entry = { id: newId(), shopId: order.shopId, orderId: order.orderId, at, actor: "shopify" as const };
    await world.db.history.create({ data: { ...entry, code: "line.added", data: {} } });
    world.advance(YEAR);
    await prune(world.ctx, RETENTION_DAYS);
    expect(await left(order)).toMatchObject({ history: 0 });
  });
});

it("an event for Flow goes a month after it was settled, and never before", async () => {
  const { order, shop } = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }]);
  const event = {
    shopId: shop.id,
    orderId: order.id,
    trigger: "order_sent" as const,
    createdAt: world.ctx.clock.now(),
  };
  const settledAt = world.ctx.clock.now();
  await world.db.flowEvent.create({ data: { ...event, id: newId(), subjectId: newId(), settledAt } });
  const open = await world.db.flowEvent.create({ data: { ...event, id: newId(), subjectId: newId() } });
  world.advance(29 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ flowEvents: 0 });
  world.advance(2 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ flowEvents: 1 });
  expect((await world.db.flowEvent.findMany()).map(({ id }) => id)).toEqual([open.id]);
});

it("dry runs go after 30 days, and where their shop has three newer ones", async () => {
  const { shop } = await world.shop();
  const add = async (shopId: ShopId) => {
    const at = world.ctx.clock.now();
    const order = { position: 0, shopifyGid: "gid://shopify/Order/1", name: "#1", placedAt: at } as const;
    const head = { id: newId(), shopId, state: "finished", startedAt: at, since: at, currency: "USD" } as const;
    await world.db.dryRun.create({ data: { ...head, orders: { create: order } } });
    world.advance(DAY);
    return head.id;
  };
  const [, ...kept] = [await add(shop.id), await add(shop.id), await add(shop.id), await add(shop.id)];
  const other = await add((await world.shop()).shop.id);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ dryRunOrders: 1, dryRuns: 1 });
  expect((await world.db.dryRun.findMany()).map(({ id }) => id).sort()).toEqual([...kept, other].sort());
  expect(await world.db.dryRunOrder.count()).toBe(4);
  world.advance(30 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ dryRunOrders: 4, dryRuns: 4 });
});

it("the name of a member of staff goes a year after Shopify said it last", async () => {
  const { shop } = await world.shop();
  const add = (userId: string) => {
    const name = { nameEncrypted: ciphertext(), updatedAt: world.ctx.clock.now() };
    return world.db.staffMember.create({ data: { id: newId(), shopId: shop.id, userId, ...name } });
  };
  await add("7");
  world.advance(200 * DAY);
  await add("8");
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ staff: 0 });
  world.advance(166 * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ staff: 1 });
  expect(await world.db.staffMember.findMany({ select: { userId: true } })).toEqual([{ userId: "8" }]);
  await world.db.staffMember.deleteMany();
});

it("more than a batch of rows goes in one run", async () => {
  const receivedAt = world.ctx.clock.now();
  await world.db.webhookDelivery.createMany({
    data: Array.from({ length: 1_100 }, () => {
      const id = newId();
      const head = { source: "print_service" as const, topic: "tracking", scope: "key", deliveryId: id };
      return { id, ...head, receivedAt, state: "done" as const, bodyEncrypted: ciphertext() };
    }),
  });
  world.advance((2 * RETENTION_DAYS + 1) * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ bodies: 1_100, deliveries: 1_100 });
});

it("a step that fails is named in the log, and the others run all the same", async () => {
  const { id } = await delivery("done");
  const { shop } = await world.shop();
  await world.db.mappingImport.create({
    data: { id: newId(), shopId: shop.id, state: "checked", createdAt: world.ctx.clock.now() },
  });
  await world.pool.query(`ALTER TABLE "UnmatchedEvent" RENAME TO "Renamed"`);
  await world.pool.query(`ALTER TABLE "StaffMember" RENAME TO "RenamedToo"`);
  world.advance(400 * DAY);
  await expect(prune(world.ctx, RETENTION_DAYS)).rejects.toThrow("UnmatchedEvent");
  expect(await world.db.webhookDelivery.findUnique({ where: { id } })).toBeNull();
  expect(await world.db.mappingImport.count()).toBe(0);
  expect(world.logLines.filter((line) => line.includes("not pruned"))).toEqual([
    expect.stringContaining('"step":"unmatched"'),
    expect.stringContaining('"step":"staff"'),
  ]);
});

it("ends after the batch under way when the process stops, and continues with the next run", async () => {
  const { db, ctx } = world;
  const receivedAt = ctx.clock.now();
  const rows = Array.from({ length: 1_100 }, () => {
    const id = newId();
    const head = { source: "shopify" as const, topic: "orders/updated", scope: "one.myshopify.com", deliveryId: id };
    return { id, ...head, receivedAt, state: "done" as const, bodyEncrypted: ciphertext() };
  });
  await db.webhookDelivery.createMany({ data: rows });
  world.advance(61 * DAY);
  const process = new AbortController();
  let statements = 0;
  const stoppingDb = new Proxy(db, {
    get(target, name) {
      // The lease, then the first batch: the process is asked to stop while that runs.
      if (name === "$executeRaw" && (statements += 1) === 2) process.abort();
      return Reflect.get(target, name) as unknown;
    },
  });
  const stopped = () => prune({ ...ctx, db: stoppingDb }, RETENTION_DAYS, process.signal);
  // With the plan for a small table, the batch must not be chosen again for each row.
  expect(await whileTakenForEmpty(world.pool, '"WebhookDelivery"', stopped)).toEqual({ bodies: 500 });
  const left = () => db.webhookDelivery.count({ where: { bodyEncrypted: { not: null } } });
  expect(await left()).toBe(600);
  await prune(ctx, RETENTION_DAYS);
  expect(await left()).toBe(0);
});

it("leaves a lapsed lease that a worker takes meanwhile", async () => {
  const { ctx, db } = world;
  await db.lease.create({ data: { name: "sweep", holder: newId(), until: ctx.clock.now() } });
  world.advance(2 * DAY);
  const until = new Date(ctx.clock.now().getTime() + 60_000);
  await whileLockHeld(
    world.pool,
    (worker) => worker.query(`UPDATE "Lease" SET "until" = $1 WHERE "name" = 'sweep'`, [until]),
    () => prune(ctx, RETENTION_DAYS),
  );
  expect(await db.lease.findMany({ select: { name: true, until: true } })).toEqual([{ name: "sweep", until }]);
});
