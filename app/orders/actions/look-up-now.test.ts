import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { lookUpNow } from "./refresh-order.ts";
import { newId } from "../../../tests/support/ids.ts";
import { gidOf } from "../../ports/gid.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

it.each([
  ["makes a lookup due", "uncertain", {}, "done", true],
  ["leaves a lookup that is running", "uncertain", { lookupClaimedAt: new Date(0) }, "done", false],
  // Such a row never stands in production: a change of state ends the claim to send.
  ["does not take the claim to send for a lookup", "uncertain", { claimToken: newId() }, "done", true],
  ["refuses a submission whose answer is clear", "submitted", {}, "invalid_state", false],
] as const)("%s", async (_what, state, claim, result, isDueNow) => {
  const { shop, submission } = await world.order([LINE], state);
  const dueAt = new Date(world.ctx.clock.now().getTime() + 60_000);
  await world.db.submission.update({ where: { id: submission.id }, data: { dueAt, ...claim } });
  expect(await lookUpNow(world.ctx, { shopId: shop.id, submissionId: submission.id })).toBe(result);
  const row = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  expect(row.dueAt).toEqual(isDueNow ? world.ctx.clock.now() : dueAt);
});
