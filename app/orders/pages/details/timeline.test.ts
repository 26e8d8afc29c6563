import { afterAll, beforeAll, expect, it } from "vitest";
import { changeOrder } from "../../core/change-orders.ts";
import { raiseReason } from "../../core/order-rows.ts";
import type { Actor, SubmissionState } from "../../../../prisma/client/client.ts";
import type { HistoryCode } from "../../core/history.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { requestStaffName } from "../../../shops/staff-names.ts";
import { ACTIONS } from "../../actions/actions.ts";
import { readOrderDetails } from "./order-details.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { newId } from "../../../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const LINE = { gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 } as const;

/** As the page reads it. */
const DECRYPT = {
  get db() {
    return world.db;
  },
  get sql() {
    return world.sql;
  },
  get encryptor() {
    return world.ctx.encryptor;
  },
  get clock() {
    return world.ctx.clock;
  },
  parsePrintServiceWebhook: () => expect.fail("no event is shown"),
};

const nameStaff = (shopId: ShopId, userId: string, name: string) =>
  requestStaffName(
    { ...world.ctx, readStaff: () => Promise.resolve({ userId, name, accountOwner: false }) },
    { shop: { id: shopId, domain: "" }, userId, idToken: "" },
  );

type Entry = { code: HistoryCode; actor?: Actor; data?: object };

/** The steps of a submission in a state, after these entries, a minute apart. */
async function timeline(state: SubmissionState, entries: Entry[] = [], changes: object = {}) {
  const { shop, order, submission } = await world.order([LINE], state);
  await world.db.submission.update({ where: { id: submission.id }, data: { submittedAt: null, ...changes } });
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  for (const [at, { code, actor = "system", data = {} }] of entries.entries()) {
    const time = new Date(world.ctx.clock.now().getTime() + at * 60_000);
    await world.db.history.create({ data: { id: newId(), ...ids, at: time, code, actor, data } });
  }
  const page = await readOrderDetails(world.ctx, shop.id, order.shopifyGid);
  return page?.submissions[0]?.timeline ?? [];
}

it("names the people who approved, sent and replaced a submission, as far as they are known", async () => {
  const { shop, order, submission } = await world.order([LINE], "submitted");
  const ids = { shopId: shop.id, submissionId: submission.id };
  await nameStaff(shop.id, "7", "Kim Park");
  const at = world.ctx.clock.now();
  await world.db.submission.update({ where: { id: submission.id }, data: { submittedAt: at, state: "ready" } });
  await ACTIONS.send_now(world.ctx, { ...ids, userId: "7" });
  await world.db.submission.update({ where: { id: submission.id }, data: { state: "submitted" } });
  await ACTIONS.replace(world.ctx, { ...ids, userId: "7" });
  const steps = async (decrypt: boolean) => {
    const page = await readOrderDetails(world.ctx, shop.id, order.shopifyGid, decrypt ? DECRYPT : null);
    return page?.submissions[0]?.timeline.map(({ step, actor, by }) => [step, actor, by]);
  };
  const named = (name: string | null) => [
    ["received", "shopify", null],
    ["sent", "person", name],
    ["ended", "person", name],
  ];
  expect(await steps(true)).toEqual(named("Kim Park"));
  expect(await steps(false)).toEqual(named(null));
  await world.db.staffMember.deleteMany();
  expect(await steps(true)).toEqual(named(null));
});

it("names who requested a reprint as who sent it", async () => {
  const { shop, order, submission } = await world.order([LINE], "submitted");
  await nameStaff(shop.id, "7", "Kim Park");
  const at = world.ctx.clock.now();
  const data = { kind: "reprint", windowWaived: true, submittedAt: at } as const;
  await world.db.submission.update({ where: { id: submission.id }, data });
  await world.db.history.create({
    data: {
      ...{ id: newId(), shopId: shop.id, orderId: order.id, submissionId: submission.id, at },
      ...{ code: "submission.reprint_requested", actor: "person", data: { user: "7" } },
    },
  });
  const page = await readOrderDetails(world.ctx, shop.id, order.shopifyGid, DECRYPT);
  expect(page?.submissions[0]?.timeline[1]).toMatchObject({ step: "sent", actor: "person", by: "Kim Park" });
});

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

it("a canceled order that was sent is not waited for to be fulfilled", async () => {
  const { shop, order } = await world.order([LINE], "shipped");
  await world.db.order.update({ where: { id: order.id }, data: { cancelledAt: world.ctx.clock.now() } });
  const page = await readOrderDetails(world.ctx, shop.id, order.shopifyGid);
  expect(page?.submissions[0]?.timeline.map(({ step }) => step)).not.toContain("fulfilled");
});

it("nothing comes next for an order that the print service stopped", async () => {
  const { shop, order, submission } = await world.order([LINE], "submitted");
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  await changeOrder(world, order.id, (rows) => raiseReason(rows, world.ctx, { ...ids, code: "address_not_verified" }));
  const page = await readOrderDetails(world.ctx, shop.id, order.shopifyGid);
  expect(progressOf(page?.submissions[0]?.timeline ?? []).slice(2)).toEqual([
    "in_production: ahead",
    "shipped: ahead",
    "fulfilled: ahead",
  ]);
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
  const sent = await timeline("cancelled", [{ code: "submission.cancel" }], { submittedAt: new Date() });
  expect(progressOf(sent)).toEqual(["received: done", "sent: done", "ended: done"]);
  const replaced = await timeline("submitted", [{ code: "submission.accepted" }], { replacedAt: new Date() });
  expect(progressOf(replaced)).toEqual(["received: done", "sent: done", "ended: done"]);
  expect(replaced[2]?.actor).toBe("person");
});
