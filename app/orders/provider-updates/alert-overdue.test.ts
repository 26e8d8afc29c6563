import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";
import type { State } from "../core/transitions.ts";
import { tellOfLate } from "./alert-overdue.ts";

const LINE = { gid: "gid://shopify/LineItem/1", sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Nothing holds it: it has been due, and ready, since now. */
async function due(state: State): Promise<string> {
  const { shop, order, submission } = await world.order([LINE], state);
  const head = { id: randomUUID(), shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const at = world.ctx.clock.now();
  await world.db.history.create({ data: { ...head, at, code: "submission.release", actor: "system", data: {} } });
  return submission.id;
}

it("an order whose turn does not come for a while says so, once; one that is sent, or waits for nothing yet, does not", async () => {
  const [waiting, ready, sent] = [await due("waiting"), await due("ready"), await due("submitted")];
  world.later(DEFAULT_POLICY.tellAfterMs - 1);
  const young = await due("ready");
  expect(await tellOfLate(world.ctx)).toBe(0);
  world.later(1);
  await Promise.all([tellOfLate(world.ctx), tellOfLate(world.ctx)]);
  for (const id of [waiting, ready]) expect(await world.open(id)).toEqual(["not_sent_yet"]);
  for (const id of [sent, young]) expect(await world.open(id)).toEqual([]);
  expect(await tellOfLate(world.ctx)).toBe(0);
});
