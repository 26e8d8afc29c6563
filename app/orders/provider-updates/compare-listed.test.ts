import { afterAll, expect, it } from "vitest";
import type { SubmissionState } from "../core/states.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { insertSentOrders } from "../../../tests/support/many-orders.ts";
import { syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";
import { compareListed } from "./compare-orders.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db, pool } = world;

/** A submission that was sent, and is in this state now. */
async function sentOnce(state: SubmissionState) {
  const { shop, account } = await world.shop();
  const target = { shopId: shop.id, accountId: account.id };
  const prefix = `L${await db.submission.count()}-`;
  await insertSentOrders(pool, { ...target, count: 1, state, sentAt: ctx.clock.now(), checkedAt: null, prefix });
  const reference = `${prefix}1`;
  const row = () => db.submission.findUniqueOrThrow({ where: { reference } });
  return {
    row,
    openAttentions: async () => world.openAttentions((await row()).id),
    /** Compares it with a list that shows it with this status. */
    listedAs: (orderStatus: string | null) => {
      const items = [syncedItem({ itemSku: "MUG", orderStatus })];
      const shown = syncedOrder({ reference, serviceOrderId: reference, items });
      return compareListed(ctx, account.id, new Map([[reference, shown]]));
    },
  };
}

it.each<SubmissionState>(["waiting", "ready", "submitting", "uncertain", "rejected", "cancelled"])(
  "whatever was believed, an order that the list shows is at the service: %s",
  async (state) => {
    const sent = await sentOnce(state);
    await sent.listedAs(null);
    const after = await sent.row();
    expect(after.state).toBe("submitted");
    expect(await sent.openAttentions()).toEqual(state === "cancelled" ? ["printed_after_cancelled"] : []);
    await sent.listedAs(null);
    expect(await sent.row()).toEqual({ ...after, checkedAt: ctx.clock.now() });
  },
);

it("a canceled order that the service has ended stays canceled, and is not applied again", async () => {
  const sent = await sentOnce("cancelled");
  await sent.listedAs("Cancelled");
  const after = await sent.row();
  expect(after.state).toBe("cancelled");
  expect(await sent.openAttentions()).toEqual([]);
  await sent.listedAs("Cancelled");
  expect(await sent.row()).toEqual({ ...after, checkedAt: ctx.clock.now() });
});
