import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";
import type { SubmissionState } from "../core/states.ts";
import { alertOverdue } from "./alert-silent.ts";
import { newId } from "../../../tests/support/ids.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

/** Nothing holds it: it has been due, and ready, since now. */
async function due(state: SubmissionState): Promise<SubmissionId> {
  const { shop, order, submission } = await world.order([LINE], state);
  const head = { id: newId(), shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const at = world.ctx.clock.now();
  await world.db.history.create({ data: { ...head, at, code: "submission.release", actor: "system", data: {} } });
  return submission.id;
}

it("an order whose turn does not come for a while says so, once; one that is sent, or waits for nothing yet, does not", async () => {
  const [waiting, ready, sent] = [await due("waiting"), await due("ready"), await due("submitted")];
  world.advance(DEFAULT_POLICY.alertAfterMs - 1);
  const young = await due("ready");
  expect(await alertOverdue(world.ctx)).toBe(0);
  world.advance(1);
  await Promise.all([alertOverdue(world.ctx), alertOverdue(world.ctx)]);
  for (const id of [waiting, ready]) expect(await world.openAttentions(id)).toEqual(["not_sent_yet"]);
  for (const id of [sent, young]) expect(await world.openAttentions(id)).toEqual([]);
  expect(await alertOverdue(world.ctx)).toBe(0);
});

it("a shop whose orders wait for Shopify's limit is told of all at once, and order by order only after it", async () => {
  const [queued, other] = [await due("waiting"), await due("waiting")];
  const { shopId } = await world.db.submission.findUniqueOrThrow({ where: { id: queued } });
  const { domain } = await world.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  world.advance(DEFAULT_POLICY.alertAfterMs);
  const isAtLimit = (shop: string) => Promise.resolve(shop === domain);
  await alertOverdue({ ...world.ctx, shopify: { ...world.ctx.shopify, isAtLimit } });
  expect(await world.openAttentions(queued)).toEqual([]);
  expect(await world.openAttentions(other)).toEqual(["not_sent_yet"]);
  await alertOverdue(world.ctx);
  expect(await world.openAttentions(queued)).toEqual(["not_sent_yet"]);
});
