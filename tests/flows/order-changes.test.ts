import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { ORDER_ACTIONS } from "../../app/orders/actions/order-actions.ts";
import { previewChange, saveChange, type ChangeRequest } from "../../app/orders/changes/change-order.ts";
import { readChangeForm } from "../../app/orders/changes/change-form.ts";
import { writeAddress } from "../../app/orders/changes/write-address.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { addressIn } from "../../app/orders/compose/changed-values.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;
let goods: Goods;
let scopes: string[];

beforeAll(async () => {
  testApp = await startTestApp({ settings: { approval: "manual" } });
  goods = await stockShop(testApp);
  scopes = testApp.shopify.shop(testApp.shop).scopes;
});
afterAll(() => testApp.close());

const core = () => testApp.services.core;
const shop = async () => {
  const row = await readShop(core().ctx.sql, { domain: testApp.shop });
  if (!row) throw new Error("no shop");
  return row;
};
const printed = (name: string) =>
  testApp.printService.state().orders.filter((one) => one.reference.startsWith(`${name.slice(1)}-`));

async function grant(granted: string[]) {
  testApp.shopify.grantScopes(testApp.shop, granted);
  await until("scopes known", async () => {
    const row = await core().ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
    return row.scopes === granted.join(",");
  });
}

/** An order that waits for approval, with an address that staff corrects. */
async function waiting() {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity: 2 }]));
  await testApp.waitForOrder(placed.id, "held", (v) => v.reasons.some(({ code }) => code === "awaiting_approval"));
  const shopifyGid = gidOf("Order", placed.id);
  const change = async (over: Partial<ChangeRequest>) => {
    const request = {
      shopifyGid,
      lineId: null,
      values: {},
      reason: "Called",
      saveAddress: true,
      userId: "7",
      approves: false,
      ...over,
    };
    const shown = await previewChange(core().ctx, await shop(), request);
    if (shown.result !== "preview") throw new Error(JSON.stringify(shown));
    const saved = await saveChange(core().ctx, await shop(), { ...request, token: shown.preview.token });
    if (saved.result !== "saved") throw new Error(saved.result);
    if (saved.writesAddress) await writeAddress(core().ctx, saved.changeId, "7");
    return saved.changeId;
  };
  const snapshot = await core().ctx.shopify.readOrder(testApp.shop, shopifyGid);
  if (!snapshot) throw new Error("no order");
  const address = { ...addressIn(snapshot), address1: "14 Elm Road" };
  const codes = async () => (await testApp.view(placed.id))?.reasons.map(({ code }) => code) ?? [];
  return { placed, shopifyGid, change, address, codes };
}

async function approve(id: string) {
  const submissionId = (await testApp.view(id))?.submissions[0]?.id;
  if (!submissionId) throw new Error("no submission");
  expect(await ACTIONS.approve(core().ctx, { shopId: (await shop()).id, submissionId, userId: "7" })).toBe("done");
  await testApp.waitForOrder(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
}

describe("a corrected address", () => {
  it("is printed and saved in Shopify, and our own write raises nothing", async () => {
    await grant([...scopes, "write_orders"]);
    const { placed, change, address, codes } = await waiting();
    await change({ values: { address } });
    expect(placed.shippingAddress).toMatchObject({ address1: "14 Elm Road", firstName: "Ada", zip: "40202" });
    await testApp.shopify.settled();
    await approve(placed.id);
    const bodies = printed(placed.name).map(({ raw }) => JSON.parse(raw) as { shipping_address1: string });
    expect(bodies.map((body) => body.shipping_address1)).toEqual(["14 Elm Road"]);
    expect(await codes()).toEqual([]);
    const [row] = await core().ctx.db.orderChange.findMany({
      where: { order: { shopifyGid: gidOf("Order", placed.id) } },
    });
    expect(row).toMatchObject({ addressWrite: "done", endedAt: null });
  });

  it("that Shopify did not save is reported with a retry, and printed all the same", async () => {
    await grant(scopes);
    const { placed, shopifyGid, change, address, codes } = await waiting();
    expect(await readChangeForm(core().ctx, await shop(), shopifyGid)).toMatchObject({ maySaveAddress: false });
    await change({ values: { address } });
    expect(placed.shippingAddress?.address1).toBe("12 Elm Road");
    expect(await codes()).toContain("address_not_saved");
    await approve(placed.id);
    expect(await codes()).toEqual(["address_not_saved"]);
    await grant([...scopes, "write_orders"]);
    const ref = { shopId: (await shop()).id, shopifyGid, userId: "7" };
    const again = await Promise.all([1, 2, 3].map(() => ORDER_ACTIONS.save_address(core().ctx, ref)));
    expect(again.filter((result) => result === "done")).toHaveLength(1);
    const asked = { code: "order.save_address", actor: "person", order: { shopifyGid } } as const;
    expect(await core().ctx.db.history.findMany({ where: asked, select: { data: true } })).toEqual([
      { data: { user: "7" } },
    ]);
    expect(placed.shippingAddress?.address1).toBe("14 Elm Road");
    await until("nothing to tell", async () => (await codes()).length === 0);
    await testApp.shopify.settled();
    expect(await codes()).toEqual([]);
  });

  it("does not overwrite what the customer changed meanwhile", async () => {
    await grant(scopes);
    const { placed, shopifyGid, change, address, codes } = await waiting();
    await change({ values: { address } });
    await grant([...scopes, "write_orders"]);
    testApp.shopify.editOrder(testApp.shop, placed.id, { shippingAddress: { address1: "1 New Street" } });
    await testApp.waitForOrder(placed.id, "held", (v) => v.reasons.some(({ code }) => code === "change_outdated"));
    await ORDER_ACTIONS.save_address(core().ctx, { shopId: (await shop()).id, shopifyGid, userId: "7" });
    expect(placed.shippingAddress?.address1).toBe("1 New Street");
    expect(await codes()).toContain("address_not_saved");
    expect(printed(placed.name)).toEqual([]);
  });

  it("whose write was claimed by a process that died is reported, and saved on the next try", async () => {
    await grant([...scopes, "write_orders"]);
    const { placed, shopifyGid, change, address, codes } = await waiting();
    const changeId = await change({ values: { address }, saveAddress: false });
    const longAgo = new Date(core().ctx.clock.now().getTime() - 10 * 60_000);
    await core().ctx.db.orderChange.update({
      where: { id: changeId },
      data: { addressWrite: "claimed", addressWriteAt: longAgo },
    });
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "hello" });
    await testApp.waitForOrder(placed.id, "told", (v) => v.reasons.some(({ code }) => code === "address_not_saved"));
    const ref = { shopId: (await shop()).id, shopifyGid, userId: "7" };
    expect(await ORDER_ACTIONS.save_address(core().ctx, ref)).toBe("done");
    expect(placed.shippingAddress?.address1).toBe("14 Elm Road");
    expect(await codes()).not.toContain("address_not_saved");
  });
});
