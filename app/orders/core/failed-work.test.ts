import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import type { WorkKind } from "./due-work.ts";
import { rescheduleFailed, clearRecovered, resetFailures } from "./failed-work.ts";
import type { OrderId, RowId } from "../../ports/ids.ts";
import { newId, idOf } from "../../../tests/support/ids.ts";
import { gidOf } from "../../ports/gid.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

interface Row {
  id: RowId;
  orderId: OrderId;
  read(): Promise<{ dueAt: Date | null; failures: number }>;
  change(data: { dueAt: Date | null }): Promise<unknown>;
}

/** A row of an order that is due now. */
async function dueRow(work: Exclude<WorkKind, "delivery">): Promise<Row> {
  const { shop, order, submission } = await world.order([LINE], "submitted");
  const { db } = world;
  const dueAt = world.ctx.clock.now();
  if (work === "order") {
    const where = { id: order.id };
    await db.order.update({ where, data: { dueAt } });
    const read = () => db.order.findUniqueOrThrow({ where });
    return { id: order.id, orderId: order.id, read, change: (data) => db.order.update({ where, data }) };
  }
  if (work === "submission") {
    const where = { id: submission.id };
    const read = () => db.submission.findUniqueOrThrow({ where });
    return {
      id: idOf(submission.id),
      orderId: order.id,
      read,
      change: (data) => db.submission.update({ where, data }),
    };
  }
  const where = { id: newId() };
  const parcel = {
    shopId: shop.id,
    submissionId: submission.id,
    trackingNumber: "1",
    trackingUrl: "",
    reportedBy: "event" as const,
  };
  await db.parcel.create({ data: { ...where, ...parcel, firstSeenAt: dueAt, dueAt } });
  const read = () => db.parcel.findUniqueOrThrow({ where });
  return { id: where.id, orderId: order.id, read, change: (data) => db.parcel.update({ where, data }) };
}

const reasons = async ({ orderId }: Row) =>
  (await world.db.attention.findMany({ where: { orderId, clearedAt: null } })).map(({ code }) => code);

const fail = (work: WorkKind, { id }: Row) => rescheduleFailed(world.ctx, work, id, new TypeError("no such property"));

it.each(["order", "submission", "parcel"] as const)(
  "work on a row (%s) that keeps throwing waits longer each time, and raises attention once that lasts",
  async (work) => {
    const row = await dueRow(work);
    let waited = 0;
    for (let n = 1; waited < DEFAULT_POLICY.alertAfterMs; n += 1) {
      expect(await reasons(row)).toEqual([]);
      expect(await fail(work, row)).toBe(n);
      const { dueAt } = await row.read();
      const wait = (dueAt?.getTime() ?? 0) - world.ctx.clock.now().getTime();
      expect(wait).toBe(Math.min(DEFAULT_POLICY.retryMaxMs, DEFAULT_POLICY.retryMinMs * 2 ** (n - 1)));
      world.advance(wait);
      waited += wait;
    }
    expect(await reasons(row)).toEqual(["processing_failed"]);
    await fail(work, row);
    expect(await reasons(row)).toEqual(["processing_failed"]);

    expect(await clearRecovered(world.ctx)).toBe(0);
    const { failures } = await row.read();
    // Another run, which found nothing to do, began before the last failure.
    await resetFailures(world.ctx, work, row.id, failures - 1);
    expect(await clearRecovered(world.ctx)).toBe(0);
    await resetFailures(world.ctx, work, row.id, failures);
    expect(await clearRecovered(world.ctx)).toBe(1);
    expect(await reasons(row)).toEqual([]);
  },
);

it("a settled row stays settled, and a running claim keeps its later due time", async () => {
  const settled = await dueRow("submission");
  await settled.change({ dueAt: null });
  await fail("submission", settled);
  expect((await settled.read()).dueAt).toBeNull();

  const claimed = await dueRow("parcel");
  const end = new Date(world.ctx.clock.now().getTime() + DEFAULT_POLICY.claimTtlMs);
  await claimed.change({ dueAt: end });
  await fail("parcel", claimed);
  expect((await claimed.read()).dueAt).toEqual(end);
});

it("the attention for a row that needs no more work is cleared", async () => {
  const row = await dueRow("order");
  for (let n = 0; n < 12; n += 1) await fail("order", row);
  expect(await reasons(row)).toEqual(["processing_failed"]);
  await row.change({ dueAt: null });
  await clearRecovered(world.ctx);
  expect(await reasons(row)).toEqual([]);
});

it("a delivery that keeps failing before it is handled becomes a dead letter", async () => {
  const id = newId();
  const now = world.ctx.clock.now();
  const rest = { topic: "orders/create", scope: "one.myshopify.com", deliveryId: id, receivedAt: now, dueAt: now };
  await world.db.webhookDelivery.create({ data: { id, source: "shopify", ...rest } });
  for (let n = 1; n <= 8; n += 1) {
    expect((await world.db.webhookDelivery.findUniqueOrThrow({ where: { id } })).state).toBe("waiting");
    await rescheduleFailed(world.ctx, "delivery", id, new TypeError("no such property"));
  }
  expect(await world.db.webhookDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "dead_letter",
    problem: "TypeError",
    dueAt: null,
  });
});
