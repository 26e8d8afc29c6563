import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, type Action } from "../../app/orders/actions/actions.ts";
import { LINE_ACTIONS } from "../../app/orders/actions/exclude-line.ts";
import { ORDER_ACTIONS } from "../../app/orders/actions/order-actions.ts";
import type { AttentionCode } from "../../app/orders/core/attention.ts";
import type { OrderAction } from "../../app/orders/core/attention-registry.ts";
import { mapVariants } from "../../app/catalog/map-variants.testing.ts";
import { saveSettings } from "../../app/settings-page/save-settings.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { gidSchema } from "../../app/ports/gid-schema.ts";
import { itForRelease, onlyForRelease } from "../support/release.ts";
import { idOf, newId } from "../support/ids.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { recheckIntervalMs: 1_000 } });
  goods = await stockShop(testApp);
});
const UNPAID = {
  authorized: "when_paid",
  cash_on_delivery: "when_paid",
  net_terms: "when_paid",
  pay_later: "when_paid",
} as const;
afterEach(async () => {
  await testApp.change({ payment: UNPAID, testOrders: "hold" });
  testApp.shopify.shop(testApp.shop).fulfillsAutomatically = false;
});
afterAll(() => testApp.close());

const buy = (over: Parameters<typeof order>[1] = {}, variantId = goods.shirt) =>
  testApp.shopify.placeOrder(testApp.shop, order([{ variantId, quantity: 2 }], over));
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions.at(-1)?.state === expected);
const held = (id: string, code: AttentionCode) =>
  testApp.waitForOrder(id, code, (v) => v.reasons.some((reason) => reason.code === code));
const idle = () =>
  until("all handled", async () => {
    await testApp.shopify.settled();
    return (await testApp.services.core.ctx.db.webhookDelivery.count({ where: { state: "waiting" } })) === 0;
  });
const shopId = async () =>
  (await testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).id;

async function act(id: string, action: Action, seen?: string[]): Promise<string> {
  const submissionId = (await testApp.view(id))?.submissions.at(-1)?.id ?? idOf("");
  return ACTIONS[action](testApp.services.core.ctx, { shopId: await shopId(), submissionId, seen, userId: "7" });
}

async function actOnOrder(id: string, action: OrderAction): Promise<string> {
  const ref = { shopId: await shopId(), shopifyGid: gidOf("Order", id), userId: "7" };
  return ORDER_ACTIONS[action](testApp.services.core.ctx, ref);
}

describe("a test order", () => {
  it("is not printed before staff says so", async () => {
    const placed = buy({ test: true });
    await held(placed.id, "test_order");
    await idle();
    expect(printed(placed.name)).toEqual([]);
    expect(await act(placed.id, "approve")).toBe("unchanged");
    await held(placed.id, "test_order");
    expect(await act(placed.id, "print_test_order")).toBe("done");
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  itForRelease("is printed without asking on a print account for tests", async () => {
    await testApp.change({ testOrders: "print" });
    const placed = buy({ test: true });
    await state(placed.id, "submitted");
  });
});

describe("an unpaid order", () => {
  itForRelease("by cash on delivery is sent as the setting says", async () => {
    const cash = { financialStatus: "PENDING", paymentGateways: ["Cash on Delivery (COD)"] } as const;
    const first = buy({ ...cash, paymentGateways: [...cash.paymentGateways] });
    await held(first.id, "payment_pending");
    await testApp.change({ payment: { ...UNPAID, cash_on_delivery: "after_approval" } });
    const second = buy({ ...cash, paymentGateways: [...cash.paymentGateways] });
    await held(second.id, "payment_approval");
    expect(printed(second.name)).toEqual([]);
    expect(await act(second.id, "approve")).toBe("done");
    await state(second.id, "submitted");
    await testApp.change({ payment: { ...UNPAID, cash_on_delivery: "right_away" } });
    const third = buy({ ...cash, paymentGateways: [...cash.paymentGateways] });
    await state(third.id, "submitted");
  });

  itForRelease(
    "with net terms is sent right away, although the Admin API hides the terms without their scope",
    async () => {
      await testApp.change({ payment: { ...UNPAID, net_terms: "right_away" } });
      const placed = buy({ financialStatus: "PENDING", paymentTerms: { name: "Net 30", type: "NET" } });
      await state(placed.id, "submitted");
      expect(printed(placed.name)).toHaveLength(1);
    },
  );

  itForRelease("that is authorized goes out before the capture where the store captures on fulfillment", async () => {
    await testApp.change({ payment: { ...UNPAID, authorized: "right_away" } });
    await state(buy({ financialStatus: "AUTHORIZED" }).id, "submitted");
  });

  it("goes out alone on the word of staff, and when it is paid", async () => {
    const [first, second] = [buy({ financialStatus: "PENDING" }), buy({ financialStatus: "PENDING" })];
    await held(first.id, "payment_pending");
    await held(second.id, "payment_pending");
    expect(await act(first.id, "approve")).toBe("unchanged");
    await idle();
    expect(printed(first.name)).toEqual([]);
    expect(await act(first.id, "send_unpaid")).toBe("done");
    await state(first.id, "submitted");
    expect(printed(second.name)).toEqual([]);
    testApp.shopify.editOrder(testApp.shop, second.id, { financialStatus: "PAID" });
    await state(second.id, "submitted");
  });
});

describe("an order that the store fulfilled automatically", () => {
  it("is reported, printed on the word of staff, and its tracking joins the fulfillment that stands", async () => {
    testApp.shopify.shop(testApp.shop).fulfillsAutomatically = true;
    const placed = buy();
    await held(placed.id, "fulfilled_elsewhere");
    expect(printed(placed.name)).toEqual([]);
    expect(await actOnOrder(placed.id, "print_fulfilled")).toBe("done");
    await state(placed.id, "submitted");
    const [made, ...more] = printed(placed.name);
    expect(more).toEqual([]);
    expect(made?.items.map(({ quantity }) => quantity)).toEqual([2]);
    testApp.printService.ship(made?.reference ?? "", { trackingNumber: "TRACK-AUTO-1" });
    await state(placed.id, "fulfilled");
    expect(placed.fulfillments).toHaveLength(1);
    expect(placed.fulfillments[0]?.tracking.map(({ number }) => number)).toEqual(["TRACK-AUTO-1"]);
  });
});

describe("an order that was replaced, and fulfilled by hand before its replacement was sent", () => {
  itForRelease("is reported, and printed on the word of staff", async () => {
    const placed = buy();
    await state(placed.id, "submitted");
    testApp.shopify.fulfillByHand(testApp.shop, placed.id);
    await act(placed.id, "replace");
    await held(placed.id, "fulfilled_elsewhere");
    expect(printed(placed.name)).toHaveLength(1);
    expect(await actOnOrder(placed.id, "print_fulfilled")).toBe("done");
    await until("the replacement is made", () => printed(placed.name).length === 2);
  });
});

describe("an order for pickup or local delivery", () => {
  itForRelease("that was fulfilled by hand is not printed before staff said that it ships", async () => {
    const placed = buy({ delivery: "PICK_UP" });
    await held(placed.id, "not_by_parcel");
    testApp.shopify.fulfillByHand(testApp.shop, placed.id);
    await held(placed.id, "fulfilled_elsewhere");
    expect(await actOnOrder(placed.id, "print_fulfilled")).toBe("done");
    await held(placed.id, "not_by_parcel");
    expect(printed(placed.name)).toEqual([]);
    expect(await act(placed.id, "ship_by_parcel")).toBe("done");
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it.each(["PICK_UP" as const, ...onlyForRelease(["LOCAL"] as const)])(
    "%s is held before printing",
    async (delivery) => {
      const placed = buy({ delivery });
      await held(placed.id, "not_by_parcel");
      expect(printed(placed.name)).toEqual([]);
      expect(await act(placed.id, "ship_by_parcel")).toBe("done");
      await state(placed.id, "submitted");
      const [made] = printed(placed.name);
      testApp.printService.ship(made?.reference ?? "", { trackingNumber: `TRACK-${delivery}` });
      await state(placed.id, "fulfilled");
      expect(placed.fulfillments.flatMap(({ tracking }) => tracking.map(({ number }) => number))).toEqual([
        `TRACK-${delivery}`,
      ]);
    },
  );
});

describe("personalization", () => {
  const personalized = (properties: { name: string; value: string }[]) =>
    testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, properties }]));
  const notes = (name: string) => printed(name).flatMap(({ items }) => items.map((item) => item.note));

  it("that no rule uses is not printed without a word", async () => {
    const placed = personalized([
      { name: "Engraving", value: "For Bob" },
      { name: "_layout", value: "arched" },
    ]);
    await held(placed.id, "details_unused");
    expect(printed(placed.name)).toEqual([]);
    expect(await act(placed.id, "approve")).toBe("unchanged");
    await held(placed.id, "details_unused");
    expect(await act(placed.id, "print_without_details")).toBe("done");
    await state(placed.id, "submitted");
    expect(notes(placed.name)).toEqual([""]);
  });

  it("is printed as it was approved: another text needs another approval", async () => {
    await testApp.change({
      noteTemplate: "{Name on the back}, {Number}",
      personalizationProperties: ["Name on the back"],
    });
    const placed = personalized([
      { name: "Name on the back", value: "ANNA" },
      { name: "Number", value: "7" },
    ]);
    await held(placed.id, "personalization_review");
    expect(printed(placed.name)).toEqual([]);
    // What staff saw is not what would be sent now.
    expect(await act(placed.id, "hold")).toBe("done");
    expect(await act(placed.id, "approve_personalization")).toBe("done");
    await testApp.change({ noteTemplate: "Back: {Name on the back}, {Number}" });
    testApp.clock.advance(2_000);
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "touched" });
    await held(placed.id, "personalization_review");
    expect(await act(placed.id, "approve_personalization")).toBe("done");
    expect(await act(placed.id, "release")).toBe("done");
    await state(placed.id, "submitted");
    expect(notes(placed.name)).toEqual(["Back: ANNA, 7"]);
    await testApp.change({ noteTemplate: "", personalizationProperties: [] });
  });

  it("is approved as the page shows it: a text that changed behind an open page is not", async () => {
    await testApp.change({ noteTemplate: "{Name on the back}", personalizationProperties: ["Name on the back"] });
    const placed = personalized([{ name: "Name on the back", value: "ANNA" }]);
    const versions = (page: { reasons: { version: string }[] }) => page.reasons.map(({ version }) => version);
    const seen = versions(await held(placed.id, "personalization_review"));
    await testApp.change({ noteTemplate: "Back: {Name on the back}" });
    testApp.clock.advance(2_000);
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "touched" });
    const page = await testApp.waitForOrder(
      placed.id,
      "another text",
      (now) => !versions(now).every((one) => seen.includes(one)),
    );
    expect(await act(placed.id, "approve_personalization", seen)).toBe("changed");
    await held(placed.id, "personalization_review");
    expect(printed(placed.name)).toEqual([]);
    expect(await act(placed.id, "approve_personalization", versions(page))).toBe("done");
    await state(placed.id, "submitted");
    expect(notes(placed.name)).toEqual(["Back: ANNA"]);
    await testApp.change({ noteTemplate: "", personalizationProperties: [] });
  });

  itForRelease("in the template alone is printed without asking, unless its text had to be changed", async () => {
    await testApp.change({ noteTemplate: "{Name}" });
    const plain = personalized([{ name: "Name", value: "ANNA" }]);
    await state(plain.id, "submitted");
    expect(notes(plain.name)).toEqual(["ANNA"]);
    await held(personalized([{ name: "Name", value: "ANNA\nMARIA" }]).id, "personalization_review");
    await testApp.change({ noteTemplate: "" });
  });
});

describe("an order with an unmapped sibling of a mapped variant", () => {
  const mixed = () =>
    testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }, { variantId: goods.unmapped }]));

  itForRelease("continues without it once staff says that it is never printed, and so do all others", async () => {
    const [first, second] = [mixed(), mixed()];
    const view = await held(first.id, "unmapped_line");
    await held(second.id, "unmapped_line");
    const { ctx } = testApp.services.core;
    const reason = view.reasons.find(({ code }) => code === "unmapped_line");
    expect(reason?.markable).toBe(true);
    const ref = { shopId: await shopId(), lineId: reason?.lineId ?? idOf(""), userId: "7" };
    expect(await LINE_ACTIONS.mark_not_printed(ctx, { ...ref, shopId: newId() })).toBe("not_found");
    expect(await LINE_ACTIONS.mark_not_printed(ctx, ref)).toBe("done");
    for (const { id, name } of [first, second]) {
      await state(id, "submitted");
      expect(printed(name).map(({ items }) => items.map((item) => item.itemSku))).toEqual([["TEE-BLACK-M"]]);
    }
    const third = mixed();
    await state(third.id, "submitted");
    // The mark goes with a mapping.
    const { productGid, variantGid } = await ctx.db.notPrinted.findFirstOrThrow();
    const input = { artworkFront: "", artworkBack: "", mockup: "", artworkSides: {}, note: "", requiredSides: [] };
    await mapVariants(ctx, ref.shopId, [
      { productGid, variantGid: gidSchema("ProductVariant").parse(variantGid), itemSku: "TEE-BLACK-L", ...input },
    ]);
    await testApp.waitForOrder(first.id, "supplement", (v) => v.submissions[1]?.state === "submitted");
    expect(printed(first.name).map(({ items }) => items.map((item) => item.itemSku))).toEqual([
      ["TEE-BLACK-M"],
      ["TEE-BLACK-L"],
    ]);
  });
});

describe("an order that was skipped", () => {
  itForRelease("is printed once its product is mapped", async () => {
    const late = testApp.shopify.addProduct(testApp.shop, {
      title: "Late",
      variants: [{ title: "One", price: "9.00" }],
    });
    const variantId = late.variants[0]?.id ?? "";
    const placed = buy({}, variantId);
    await testApp.waitForOrder(placed.id, "skipped", (v) => v.lines[0]?.reason === "no_match");
    const mapping = {
      productGid: gidOf("Product", late.id),
      variantGid: gidOf("ProductVariant", variantId),
    };
    const input = {
      ...mapping,
      itemSku: "TEE-BLACK-M",
      artworkFront: "",
      artworkBack: "",
      mockup: "",
      artworkSides: {},
      note: "",
      requiredSides: [],
    };
    expect(await mapVariants(testApp.services.core.ctx, await shopId(), [input])).toBe(1);
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  itForRelease("is printed once the start date is moved before it, or staff says so", async () => {
    const { ctx } = testApp.services.core;
    const now = testApp.clock.now();
    const start = (await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).goLiveAt;
    const setStart = async (at: Date) => saveSettings(ctx, await shopId(), { goLiveAt: at.toISOString() });
    await setStart(new Date(now.getTime() + 60_000));
    const [first, second] = [buy(), buy()];
    for (const { id } of [first, second])
      await testApp.waitForOrder(id, "ignored", (v) => v.ignoredReason === "before_go_live");
    expect(await actOnOrder(first.id, "send_ignored")).toBe("done");
    await state(first.id, "submitted");
    expect(printed(second.name)).toEqual([]);
    await setStart(start);
    await state(second.id, "submitted");
    expect([...printed(first.name), ...printed(second.name)]).toHaveLength(2);
  });
});
