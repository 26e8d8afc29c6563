import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor, SubmissionState } from "@prisma/client";
import type { HistoryCode } from "../../core/history.ts";
import { openOrdersWorld } from "../../fulfil/orders-world.testing.ts";
import { readOrderDetails } from "./order-details.ts";
import { newId } from "../../../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

type Entry = { code: HistoryCode; actor?: Actor; data?: object };

/** The steps of a submission in a state, after these entries, a minute apart. */
async function timeline(state: SubmissionState, entries: Entry[] = [], changes: object = {}) {
  const { shop, order, submission } = await world.order(
    [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }],
    state,
  );
  await world.db.submission.update({ where: { id: submission.id }, data: { submittedAt: null, ...changes } });
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  for (const [at, { code, actor = "system", data = {} }] of entries.entries()) {
    const time = new Date(world.ctx.clock.now().getTime() + at * 60_000);
    await world.db.history.create({ data: { id: newId(), ...ids, at: time, code, actor, data } });
  }
  const page = await readOrderDetails(world.ctx, shop.id, order.shopifyGid);
  return page?.submissions[0]?.timeline ?? [];
}

const progressOf = (steps: Awaited<ReturnType<typeof timeline>>) =>
  steps.map(({ step, progress }) => `${step}: ${progress}`);

it("a waiting order was received, and is sent next", async () => {
  const steps = await timeline("waiting");
  expect(progressOf(steps)).toEqual([
    "received: done",
    "sent: next",
    "in_production: ahead",
    "shipped: ahead",
    "fulfilled: ahead",
  ]);
  expect(steps[0]).toMatchObject({ actor: "shopify", at: expect.any(String) as string });
});

it("a sent order names who approved it, and why", async () => {
  const steps = await timeline("submitted", [
    { code: "attention.cleared", actor: "person", data: { code: "risk_high", subject: "" } },
    { code: "attention.cleared", actor: "system", data: { code: "payment_pending", subject: "" } },
    { code: "submission.accepted" },
  ]);
  expect(steps[1]).toMatchObject({ step: "sent", progress: "done", actor: "person", approved: ["risk_high"] });
  expect(steps[2]).toMatchObject({ step: "in_production", progress: "next", at: null });
});

it("a step that nobody reported is skipped", async () => {
  const steps = await timeline("shipped", [
    { code: "submission.accepted" },
    { code: "submission.shipped", actor: "print_service" },
  ]);
  expect(progressOf(steps)).toEqual([
    "received: done",
    "sent: done",
    "in_production: skipped",
    "shipped: done",
    "fulfilled: next",
  ]);
  expect(steps[3]?.actor).toBe("print_service");
});

it("a canceled order and a replaced one go no further", async () => {
  expect(progressOf(await timeline("cancelled", [{ code: "submission.cancel" }]))).toEqual([
    "received: done",
    "ended: done",
  ]);
  const replaced = await timeline("submitted", [{ code: "submission.accepted" }], { replacedAt: new Date() });
  expect(progressOf(replaced)).toEqual(["received: done", "sent: done", "ended: done"]);
  expect(replaced[2]?.actor).toBe("person");
});
