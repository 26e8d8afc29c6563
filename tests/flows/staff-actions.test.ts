import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, type Action } from "../../app/orders/actions/actions.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { hasReason, reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import type { SubmissionId } from "../../app/ports/ids.ts";
import { idOf } from "../support/ids.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));

async function takeAction(name: Action, submissionId: SubmissionId, domain = testApp.shop): Promise<string> {
  const { ctx } = testApp.services.core;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  return ACTIONS[name](ctx, { shopId: shop.id, submissionId, userId: "7" });
}

describe("what a person may do with a submission", () => {
  it("holds it, and approves or sends it later", async () => {
    await testApp.change({ approval: "manual" });
    const placed = buy();
    const view = await testApp.waitForOrder(placed.id, "waiting for approval", (v) =>
      hasReason(v, "awaiting_approval"),
    );
    const id = view.submissions[0]?.id ?? idOf("");
    expect(await takeAction("approve", id)).toBe("done");
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    expect(await takeAction("approve", id)).toBe("invalid_state");
    await testApp.change({ approval: "automatic" });
  });

  it("sends within the edit window when told so", async () => {
    await testApp.change({ editWindowMinutes: 30 });
    const placed = buy();
    const view = await testApp.waitForOrder(placed.id, "waiting", (v) => v.submissions[0]?.state === "waiting");
    expect(await takeAction("hold", view.submissions[0]?.id ?? idOf(""))).toBe("done");
    await testApp.waitForOrder(placed.id, "held", (v) => hasReason(v, "held_by_staff"));
    expect(await takeAction("send_now", view.submissions[0]?.id ?? idOf(""))).toBe("done");
    await testApp.waitForOrder(
      placed.id,
      "still held",
      (v) => v.submissions[0]?.state === "waiting" && hasReason(v, "held_by_staff"),
    );
    expect(await takeAction("release", view.submissions[0]?.id ?? idOf(""))).toBe("done");
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    await testApp.change({ editWindowMinutes: 0 });
  });

  it("answers a problem that was seen to, once and for all", async () => {
    const placed = buy();
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    testApp.shopify.cancelOrder(testApp.shop, placed.id);
    const view = await testApp.waitForOrder(placed.id, "the warning", (v) => hasReason(v, "cancelled_after_sent"));
    expect(await takeAction("acknowledge", view.submissions[0]?.id ?? idOf(""))).toBe("done");
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "told the printer" });
    const later = await testApp.waitForOrder(placed.id, "answered", (v) => reasonCodes(v)?.length === 0);
    expect(later.submissions[0]?.state).toBe("submitted");
  });

  it("does nothing with another shop's submission", async () => {
    await testApp.addShop("other.myshopify.com");
    const placed = buy();
    const view = await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    for (const name of Object.keys(ACTIONS) as Action[]) {
      expect(["not_found", "invalid_state"], name).toContain(
        await takeAction(name, view.submissions[0]?.id ?? idOf(""), "other.myshopify.com"),
      );
    }
  });
});
