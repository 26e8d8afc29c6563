import { describe, expect, it } from "vitest";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { order, stock } from "../support/goods.ts";
import { openWorld, type World, type WorldOptions } from "../support/test-app.ts";

/** What the interface leaves open, or shows in two ways: the app has to live with each. */
const DIALECTS: [string, WorldOptions][] = [
  ["another prefix of headers and id fields", { printService: { prefix: "abc" } }],
  ["parameters of GET in the body", { printService: { getParams: "body" } }],
  ["a token by GET, parameters in the query", { tokenMethod: "get" }],
  ["a token by GET, parameters in the body", { tokenMethod: "get", printService: { getParams: "body" } }],
  ["only the spelling shipping_povince", { printService: { requireProvinceSpelling: "shipping_povince" } }],
  ["only the spelling shipping_province", { printService: { requireProvinceSpelling: "shipping_province" } }],
  ["refusals with HTTP 200", { printService: { refuseWithHttp200: true } }],
  ["a clock seven hours ahead", { printService: { zoneOffsetMinutes: 420 } }],
  ["a clock eleven hours behind", { printService: { zoneOffsetMinutes: -660 } }],
  ["orders that show in its list only later", { printService: { listDelayMs: 150 } }],
  ["repeated references are refused", { printService: { duplicates: "refuse" } }],
];

const printed = (world: World, name: string) =>
  world.press.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));

describe.each(DIALECTS)("a print service with %s", (_name, options) => {
  it("is spoken to all the way: token, create, look-up, events, list", async () => {
    const world = await openWorld({ ...options, policy: { serviceCheckMs: 60_000, lookupDelaysMs: [20, 50, 200] } });
    try {
      const goods = await stock(world);
      const buy = () => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
      const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);

      // The answer to create is lost: the look-up has to find the order.
      world.press.addFault({ endpoint: "create", effect: "reset" });
      const lost = buy();
      const found = await state(lost.id, "submitted");
      expect(found.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["unclear"]);
      expect(printed(world, lost.name)).toHaveLength(1);

      // Told by events.
      const reference = found.submissions[0]?.reference ?? "";
      world.press.startProduction(reference);
      await state(lost.id, "in_production");
      world.press.ship(reference, { trackingNumber: "TOLD1" });
      await state(lost.id, "fulfilled");
      expect(lost.fulfillments.flatMap((f) => f.tracking.map((t) => t.number))).toEqual(["TOLD1"]);

      // Not told: seen in the list.
      const silent = buy();
      const sent = await state(silent.id, "submitted");
      world.press.addEventFault({ effect: "drop", times: 10 });
      world.press.ship(sent.submissions[0]?.reference ?? "", { trackingNumber: "READ1" });
      world.clock.pass(61_000);
      const { ctx } = world.services.core;
      const account = await ctx.db.printAccount.findFirstOrThrow();
      expect(await sweepAccount(ctx, account.id)).toBeGreaterThan(0);
      await state(silent.id, "fulfilled");
      expect(silent.fulfillments.flatMap((f) => f.tracking.map((t) => t.number))).toEqual(["READ1"]);
      expect(printed(world, silent.name)).toHaveLength(1);
    } finally {
      await world.close();
    }
  });
});

describe("a print service that refuses with HTTP 200", () => {
  it("is understood: the refusal is shown, and nothing counts as printed", async () => {
    const world = await openWorld({ printService: { refuseWithHttp200: true } });
    try {
      const goods = await stock(world);
      await world.services.core.ctx.db.mapping.updateMany({ data: { itemSku: "NO-SUCH-SKU" } });
      const placed = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
      const view = await world.seen(
        placed.id,
        "rejected, and told",
        (v) => v.submissions[0]?.state === "rejected" && v.submissions[0].attention.some((a) => a.code === "rejected"),
      );
      expect(view.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["refused"]);
      expect(printed(world, placed.name)).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
