import { afterAll, beforeAll, expect, it } from "vitest";
import { gidOf } from "../../ports/gid.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { followSubmission } from "./follow-submission.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const MUG = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 2 };
const reports = () => world.shopify().calls.filter((call) => call === "reportProgress").length;

it("a mark that Shopify rejects is not asked for again, and keeps no other fulfillment order from its own", async () => {
  const { submission } = await world.order([MUG]);
  const { id } = submission;
  await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
  const shopify = world.shopify();
  const orders = ["Main street", "Side street"].map((assignedLocation) =>
    shopify.addFulfillmentOrder({ [MUG.gid]: 1 }, { assignedLocation }),
  );
  shopify.fail("reportProgress", "rejected");
  await followSubmission(world.ctx, id);
  expect(orders.map(({ status }) => status)).toEqual(["OPEN", "IN_PROGRESS"]);
  expect(reports()).toBe(2);
  world.advance(86_400_000);
  await world.sweep();
  expect(reports()).toBe(2);
});

it("what another fulfillment service has of a line gets no mark", async () => {
  const { submission } = await world.order([MUG]);
  const { id } = submission;
  await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
  const theirs = world.shopify().addFulfillmentOrder({ [MUG.gid]: 1 }, { atFulfillmentService: true });
  const ours = world.shopify().addFulfillmentOrder({ [MUG.gid]: 1 });
  await followSubmission(world.ctx, id);
  expect([theirs.status, ours.status]).toEqual(["OPEN", "IN_PROGRESS"]);
});
