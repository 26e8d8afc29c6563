import { describe, expect, it } from "vitest";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "../support/test-app.ts";
import { until } from "../support/until.ts";
import { hasReason } from "../support/reasons.ts";

/** What the interface leaves open, or shows in two ways: the app has to live with each. */
const DIALECTS: [string, TestAppOptions][] = [
  ["another prefix of headers and id fields", { printService: { prefix: "abc" } }],
  ["a token by GET, parameters in the body", { tokenMethod: "get", printService: { getParams: "body" } }],
  ["only the spelling shipping_povince", { printService: { requireProvinceSpelling: "shipping_povince" } }],
  ["refusals with HTTP 200", { printService: { refuseWithHttp200: true } }],
  ["a clock seven hours ahead", { printService: { zoneOffsetMinutes: 420 } }],
  ["orders that show in its list only later", { printService: { listDelayMs: 150 } }],
  ["repeated references are refused", { printService: { duplicates: "refuse" } }],
  ["parameters of GET in the body", { printService: { getParams: "body" } }],
  ["a token by GET, parameters in the query", { tokenMethod: "get" }],
  ["only the spelling shipping_province", { printService: { requireProvinceSpelling: "shipping_province" } }],
  ["a clock eleven hours behind", { printService: { zoneOffsetMinutes: -660 } }],
  ["# before the reference", { printService: { dialect: { referencePrefix: "#" } } }],
  ["renamed SKUs", { printService: { dialect: { skuPrefix: "PW17-", skuTail: "-US" } } }],
  ["an object in place of an event's array", { printService: { dialect: { eventItems: "object" } } }],
  ["a list without tracking", { printService: { dialect: { listTracking: false } } }],
  ["not found in plain text", { printService: { dialect: { notFound: "text" } } }],
];

const printed = (testApp: TestApp, name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));

describe.each(DIALECTS)("a print service with %s", (_name, options) => {
  it("is spoken to all the way: token, create, lookup, events, list", async () => {
    const testApp = await startTestApp({
      ...options,
      policy: { providerCheckIntervalMs: 60_000, lookupDelaysMs: [20, 50, 200] },
    });
    try {
      const goods = await stockShop(testApp);
      const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
      const state = (id: string, expected: string) =>
        testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);

      // The answer to create is lost: the lookup has to find the order.
      testApp.printService.addFault({ endpoint: "create", effect: "reset" });
      const lost = buy();
      const found = await state(lost.id, "submitted");
      expect(found.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["uncertain"]);
      expect(printed(testApp, lost.name)).toHaveLength(1);

      // Told by events.
      const reference = found.submissions[0]?.reference ?? "";
      testApp.printService.startProduction(reference);
      await state(lost.id, "in_production");
      testApp.printService.ship(reference, { trackingNumber: "TOLD1" });
      await state(lost.id, "fulfilled");
      expect(lost.fulfillments.flatMap((f) => f.tracking.map((t) => t.number))).toEqual(["TOLD1"]);

      // Not told: seen in the list.
      const silent = buy();
      const sent = await state(silent.id, "submitted");
      testApp.printService.addEventFault({ effect: "drop", times: 10 });
      testApp.printService.ship(sent.submissions[0]?.reference ?? "", { trackingNumber: "READ1" });
      testApp.clock.advance(61_000);
      const { ctx } = testApp.services.core;
      const account = await ctx.db.printAccount.findFirstOrThrow();
      expect(await sweepAccount(ctx, account.id)).toBeGreaterThan(0);
      await state(silent.id, "fulfilled");
      expect(silent.fulfillments.flatMap((f) => f.tracking.map((t) => t.number))).toEqual(["READ1"]);
      expect(printed(testApp, silent.name)).toHaveLength(1);
    } finally {
      await testApp.close();
    }
  });
});

describe("a print service that refuses with HTTP 200", () => {
  it("is understood: the refusal is shown, and nothing counts as printed", async () => {
    const testApp = await startTestApp({ printService: { refuseWithHttp200: true } });
    try {
      const goods = await stockShop(testApp);
      await testApp.services.core.ctx.db.mapping.updateMany({ data: { itemSku: "NO-SUCH-SKU" } });
      const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
      const view = await testApp.waitForOrder(
        placed.id,
        "rejected, and told",
        (v) => v.submissions[0]?.state === "rejected" && hasReason(v, "rejected"),
      );
      expect(view.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["rejected"]);
      expect(printed(testApp, placed.name)).toEqual([]);
    } finally {
      await testApp.close();
    }
  });
});

describe("a print service that splits orders", () => {
  it("tells of both parcels in the list alone, and nothing seems to differ", async () => {
    const testApp = await startTestApp({
      printService: { dialect: { ordersPerCreate: "per_item" } },
      policy: { providerCheckIntervalMs: 60_000 },
    });
    try {
      const goods = await stockShop(testApp);
      const placed = testApp.shopify.placeOrder(
        testApp.shop,
        order([{ variantId: goods.shirt }, { variantId: goods.shirt }]),
      );
      const state = (expected: string) =>
        testApp.waitForOrder(placed.id, expected, (v) => v.submissions[0]?.state === expected);
      await state("submitted");
      testApp.printService.addEventFault({ effect: "drop", times: 10 });
      const { ctx } = testApp.services.core;
      const { id } = await ctx.db.printAccount.findFirstOrThrow();
      const sweep = async () => {
        testApp.clock.advance(61_000);
        await sweepAccount(ctx, id);
      };
      await sweep();
      const [first, second] = printed(testApp, placed.name);
      for (const [at, one] of [first, second].entries())
        testApp.printService.ship(one?.serviceId ?? "", { trackingNumber: `SPLIT${at}` });
      await sweep();
      const view = await state("fulfilled");
      expect(view.reasons).toEqual([]);
      await until("both parcels", () => placed.fulfillments.flatMap((f) => f.tracking).length === 2);
    } finally {
      await testApp.close();
    }
  });
});

describe("a print service that refuses what it has made", () => {
  it("after a 429 is looked up, and prints once", async () => {
    const testApp = await startTestApp({
      printService: { duplicates: "refuse", listDelayMs: 300 },
      policy: { lookupDelaysMs: [20, 50, 200] },
    });
    try {
      const goods = await stockShop(testApp);
      testApp.printService.addFault({ endpoint: "create", effect: "too_many", worked: true });
      const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
      await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
      expect(printed(testApp, placed.name)).toHaveLength(1);
      const raised = await testApp.services.core.ctx.db.attention.findMany({ where: { code: "rejected" } });
      expect(raised).toEqual([]);
    } finally {
      await testApp.close();
    }
  });
});
