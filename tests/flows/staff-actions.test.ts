import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTS, type Act } from "../../app/orders/actions/actions.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld();
  goods = await stock(world);
});
afterAll(() => world.close());

const buy = () => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
const codes = (view: { submissions: { attention: { code: string }[] }[] }) =>
  view.submissions[0]?.attention.map((a) => a.code) ?? [];

async function act(name: Act, submissionId: string, domain = world.shop): Promise<string> {
  const { ctx } = world.services.core;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  return ACTS[name](ctx, { shopId: shop.id, submissionId });
}

describe("what a person may do with a submission", () => {
  it("holds it, and approves or sends it later", async () => {
    await world.change({ approval: "manual" });
    const placed = buy();
    const view = await world.seen(placed.id, "waiting for approval", (v) => codes(v).includes("awaiting_approval"));
    const id = view.submissions[0]?.id ?? "";
    expect(await act("approve", id)).toBe("done");
    await world.seen(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    expect(await act("approve", id)).toBe("not_now");
    await world.change({ approval: "automatic" });
  });

  it("sends within the edit window when told so", async () => {
    await world.change({ editWindowMinutes: 30 });
    const placed = buy();
    const view = await world.seen(placed.id, "waiting", (v) => v.submissions[0]?.state === "waiting");
    expect(await act("hold", view.submissions[0]?.id ?? "")).toBe("done");
    await world.seen(placed.id, "held", (v) => codes(v).includes("held_by_person"));
    expect(await act("send_now", view.submissions[0]?.id ?? "")).toBe("done");
    await world.seen(
      placed.id,
      "still held",
      (v) => v.submissions[0]?.state === "waiting" && codes(v).includes("held_by_person"),
    );
    expect(await act("approve", view.submissions[0]?.id ?? "")).toBe("done");
    await world.seen(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    await world.change({ editWindowMinutes: 0 });
  });

  it("answers a problem that was seen to, once and for all", async () => {
    const placed = buy();
    await world.seen(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    world.shopify.cancelOrder(world.shop, placed.id);
    const view = await world.seen(placed.id, "the warning", (v) => codes(v).includes("cancelled_after_sent"));
    expect(await act("acknowledge", view.submissions[0]?.id ?? "")).toBe("done");
    world.shopify.editOrder(world.shop, placed.id, { note: "told the printer" });
    const later = await world.seen(placed.id, "answered", (v) => codes(v).length === 0);
    expect(later.submissions[0]?.state).toBe("submitted");
  });

  it("does nothing with another shop's submission", async () => {
    await world.addShop("other.myshopify.com");
    const placed = buy();
    const view = await world.seen(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    for (const name of Object.keys(ACTS) as Act[]) {
      expect(["not_found", "not_now"], name).toContain(
        await act(name, view.submissions[0]?.id ?? "", "other.myshopify.com"),
      );
    }
  });
});
