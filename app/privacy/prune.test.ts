import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld } from "../orders/fulfil/orders-world.testing.ts";
import { STATES, type State } from "../orders/core/transitions.ts";
import { prune } from "./prune.ts";

const DAY = 86_400_000;
const KEPT = 60;
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const sealed = () => new Uint8Array([1, 2, 3]);

function delivery(state: "waiting" | "done" | "ignored" | "poison") {
  const id = randomUUID();
  const head = { source: "shopify" as const, topic: "orders/updated", scope: "one.myshopify.com", deliveryId: id };
  const receivedAt = world.ctx.clock.now();
  return world.db.delivery.create({ data: { id, ...head, receivedAt, state, bodySealed: sealed() } });
}

async function submission(state: State) {
  const { submission: row } = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], state);
  const at = world.ctx.clock.now();
  await world.db.submission.update({ where: { id: row.id }, data: { payloadSealed: sealed(), createdAt: at } });
  const submissionId = row.id;
  const attempt = { id: randomUUID(), submissionId, number: 1, startedAt: at, wordsSealed: sealed() };
  await world.db.attempt.create({ data: attempt });
  const look = { id: randomUUID(), submissionId, at, kind: "walk", result: "absent", witnesses: [], detail: {} };
  await world.db.lookup.create({ data: look });
  return row.id;
}

it("each kind of row goes when it is old, and never while it is still needed", async () => {
  const { db } = world;
  for (const state of ["waiting", "done", "ignored", "poison"] as const) await delivery(state);
  for (const state of STATES) await submission(state);
  const event = { id: randomUUID(), accountKey: "k", reference: "1001-A", deliveryId: randomUUID() };
  await db.unmatchedEvent.create({ data: { ...event, receivedAt: world.ctx.clock.now() } });
  await db.lease.create({ data: { name: "left behind", holder: randomUUID(), until: world.ctx.clock.now() } });

  expect(await prune(world.ctx, KEPT)).toEqual({
    bodies: 0,
    contents: 0,
    unmatched: 0,
    lookups: 0,
    deliveries: 0,
    prices: 0,
    leases: 0,
  });
  world.later((KEPT + 1) * DAY);
  expect(await prune(world.ctx, KEPT)).toEqual({
    bodies: 3,
    contents: 5,
    unmatched: 1,
    lookups: STATES.length - 1,
    deliveries: 0,
    prices: 0,
    leases: 1,
  });
  const kept = await db.submission.findMany({ where: { payloadSealed: { not: null } }, select: { state: true } });
  expect(kept.map(({ state }) => state).sort()).toEqual(
    ["draft", "ready", "rejected", "submitting", "uncertain", "waiting"].sort(),
  );
  expect(await db.attempt.count({ where: { wordsSealed: { not: null } } })).toBe(kept.length);
  expect((await db.lookup.findMany({ include: { submission: true } })).map((look) => look.submission.state)).toEqual([
    "uncertain",
  ]);

  world.later(KEPT * DAY);
  expect(await prune(world.ctx, KEPT)).toMatchObject({ bodies: 0, deliveries: 3 });
  expect((await db.delivery.findMany({ select: { state: true } })).map(({ state }) => state)).toEqual(["waiting"]);
});

it("more than a batch of rows goes in one run", async () => {
  await world.db.delivery.deleteMany();
  const receivedAt = world.ctx.clock.now();
  await world.db.delivery.createMany({
    data: Array.from({ length: 1_100 }, () => {
      const id = randomUUID();
      const head = { source: "print_service" as const, topic: "tracking", scope: "key", deliveryId: id };
      return { id, ...head, receivedAt, state: "done" as const, bodySealed: sealed() };
    }),
  });
  world.later((2 * KEPT + 1) * DAY);
  expect(await prune(world.ctx, KEPT)).toMatchObject({ bodies: 1_100, deliveries: 1_100 });
});
