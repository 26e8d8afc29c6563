import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../orders/fulfil/orders-world.testing.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../orders/core/states.ts";
import { prune } from "./prune.ts";
import { newId } from "../../tests/support/ids.ts";

const DAY = 86_400_000;
const RETENTION_DAYS = 60;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

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

it("each kind of row goes when it is old, and never while it is still needed", async () => {
  const { db } = world;
  for (const state of ["waiting", "done", "ignored", "dead_letter"] as const) await delivery(state);
  for (const state of SUBMISSION_STATES) await submission(state);
  const event = { id: newId(), accountKey: "k", reference: "1001-A", deliveryId: newId() };
  await db.unmatchedEvent.create({ data: { ...event, receivedAt: world.ctx.clock.now() } });
  await db.lease.create({ data: { name: "left behind", holder: newId(), until: world.ctx.clock.now() } });

  expect(await prune(world.ctx, RETENTION_DAYS)).toEqual({
    bodies: 0,
    contents: 0,
    customers: 0,
    changes: 0,
    unmatched: 0,
    lookups: 0,
    deliveries: 0,
    prices: 0,
    leases: 0,
  });
  world.advance((RETENTION_DAYS + 1) * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toEqual({
    bodies: 3,
    contents: 5,
    customers: 0,
    changes: 5,
    unmatched: 1,
    lookups: SUBMISSION_STATES.length - 1,
    deliveries: 0,
    prices: 0,
    leases: 1,
  });
  const kept = await db.submission.findMany({ where: { payloadEncrypted: { not: null } }, select: { state: true } });
  expect(kept.map(({ state }) => state).sort()).toEqual(
    ["ready", "rejected", "submitting", "uncertain", "waiting"].sort(),
  );
  expect(await db.attempt.count({ where: { messageEncrypted: { not: null } } })).toBe(kept.length);
  expect(
    (await db.lookup.findMany({ include: { submission: true } })).map((lookup) => lookup.submission.state),
  ).toEqual(["uncertain"]);

  world.advance(RETENTION_DAYS * DAY);
  expect(await prune(world.ctx, RETENTION_DAYS)).toMatchObject({ bodies: 0, deliveries: 3 });
  expect((await db.webhookDelivery.findMany({ select: { state: true } })).map(({ state }) => state)).toEqual([
    "waiting",
  ]);
});

it("more than a batch of rows goes in one run", async () => {
  await world.db.webhookDelivery.deleteMany();
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
