import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import type { AttentionCode } from "../core/attention.ts";
import { actOnOrders, BULK_LIMIT } from "./bulk-actions.ts";

const world = await openWorld();
afterAll(() => world.close());
const { ctx, db } = world;

const shirt = { gid: "gid://shopify/LineItem/1", sku: "TEE", quantity: 1 };

async function raised(
  of: { shop: { id: string }; order: { id: string }; submission: { id: string } },
  code: AttentionCode,
) {
  const at = ctx.clock.now();
  const whose = { shopId: of.shop.id, orderId: of.order.id, submissionId: of.submission.id };
  await db.attention.create({ data: { id: randomUUID(), ...whose, code, detail: {}, openedAt: at } });
}

test("an approval lifts what waits for a person, and says what still holds the order", async () => {
  const placed = await world.order([shirt], "waiting");
  await raised(placed, "awaiting_approval");
  await raised(placed, "payment_pending");
  expect(await actOnOrders(ctx, placed.shop.id, "approve", [placed.order.id])).toEqual([
    { orderId: placed.order.id, name: "#1001", whyNot: null, heldBy: "payment_pending" },
  ]);
  expect(await world.open(placed.submission.id)).toEqual(["payment_pending"]);
});

test("a hold reaches what is not sent yet, and leaves the rest of the order alone", async () => {
  const placed = await world.order([shirt], "submitted");
  const supplement = await placed.submit("ready");
  const [result] = await actOnOrders(ctx, placed.shop.id, "hold", [placed.order.id]);
  expect(result).toMatchObject({ whyNot: null, heldBy: null });
  expect(await world.open(supplement.id)).toEqual(["held_by_person"]);
  expect(await world.open(placed.submission.id)).toEqual([]);
  expect(await world.state(placed.submission.id)).toBe("submitted");
});

test("what cannot be done says why", async () => {
  const sent = await world.order([shirt], "in_production");
  const why = async (act: "approve" | "hold" | "send_now") =>
    (await actOnOrders(ctx, sent.shop.id, act, [sent.order.id]))[0]?.whyNot;
  expect(await why("send_now")).toBe("sent_already");
  await db.submission.update({ where: { id: sent.submission.id }, data: { state: "rejected" } });
  expect(await why("approve")).toBe("not_now");
  expect(await why("send_now")).toBeNull();
  await db.submission.update({ where: { id: sent.submission.id }, data: { state: "cancelled" } });
  expect(await why("hold")).toBe("nothing_to_send");
});

test("orders of another shop are not found, and not touched", async () => {
  const other = await world.order([shirt], "waiting");
  const mine = await world.order([shirt], "waiting");
  for (const act of ["approve", "hold", "send_now", "refresh"] as const) {
    expect(await actOnOrders(ctx, mine.shop.id, act, [other.order.id])).toEqual([
      { orderId: other.order.id, name: null, whyNot: "not_found", heldBy: null },
    ]);
  }
  expect(await world.open(other.submission.id)).toEqual([]);
  expect((await db.order.findUniqueOrThrow({ where: { id: other.order.id } })).dueAt).toBeNull();
});

test("a refresh has the print service asked, too: in the next sweep, or by a look-up where nobody knows", async () => {
  const placed = await world.order([shirt], "in_production");
  const [uncertain, waiting] = [await placed.submit("uncertain"), await placed.submit("waiting")];
  const then = ctx.clock.now();
  await db.submission.updateMany({ where: { orderId: placed.order.id }, data: { checkedAt: then, dueAt: null } });
  await actOnOrders(ctx, placed.shop.id, "refresh", [placed.order.id]);
  const row = (id: string) =>
    db.submission.findUniqueOrThrow({ where: { id }, select: { checkedAt: true, dueAt: true } });
  expect(await row(placed.submission.id)).toEqual({ checkedAt: null, dueAt: null });
  expect(await row(uncertain.id)).toEqual({ checkedAt: then, dueAt: then });
  expect(await row(waiting.id)).toEqual({ checkedAt: then, dueAt: null });
});

test("a refresh makes the order due; every order is acted on once, and no more than the limit", async () => {
  const placed = await world.order([shirt], "submitted");
  const ids = [placed.order.id, placed.order.id, ...Array.from({ length: BULK_LIMIT + 5 }, () => randomUUID())];
  const results = await actOnOrders(ctx, placed.shop.id, "refresh", ids);
  expect(results).toHaveLength(BULK_LIMIT);
  expect(results.filter(({ whyNot }) => whyNot === null)).toHaveLength(1);
  expect((await db.order.findUniqueOrThrow({ where: { id: placed.order.id } })).dueAt).toEqual(ctx.clock.now());
});
