import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type {
  ActionResponse,
  BulkActionResponse,
  OrderApplies,
  OrderCard,
  OrderMoney,
  VariantCard,
  VariantCheckResult,
  VariantPicture,
  VariantQuote,
} from "../../app/extension-api/responses.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { recordCheck } from "../../app/print-files/record-check.ts";
import { mintSessionToken } from "../../sandbox/shopify/oauth/session-token.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { API_KEY, API_SECRET, startTestApp, type TestApp } from "../support/test-app.ts";
import { reasonCodes } from "../support/reasons.ts";

const ORIGIN = "https://extensions.shopifycdn.com";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0";
const OTHER = "other.myshopify.com";

let testApp: TestApp;
let goods: Goods;
let builtApp: BuiltApp;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
  await testApp.addShop(OTHER);
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp?.close();
  await testApp.close();
});

afterEach(() => endEditWindows());

const tokenOf = (shop: string, secret = API_SECRET, at = new Date()) =>
  mintSessionToken(shop, "1", { key: API_KEY, secret }, at);

interface Sent {
  method?: string;
  token?: string | null;
  body?: unknown;
}

/** Sends a request as an extension does: from Shopify's origin, with an id token of the shop. */
function send(path: string, { method, token = tokenOf(testApp.shop), body }: Sent = {}): Promise<Response> {
  return fetch(`${builtApp.url}/app/api/extensions/${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    redirect: "manual",
    headers: {
      origin: ORIGIN,
      "user-agent": BROWSER,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function ask<T>(path: string, sent: Sent = {}): Promise<T> {
  const response = await send(path, sent);
  expect(response.status, await response.clone().text()).toBe(200);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  return (await response.json()) as T;
}

const buy = (variantId = goods.shirt) => testApp.shopify.placeOrder(testApp.shop, order([{ variantId }]));

const endEditWindows = () => testApp.change({ editWindowMinutes: 0 });

/** An order in its edit window, which lasts to the end of the test: Shopify sends more than one webhook about an order. */
async function placeHeldOrder() {
  await testApp.change({ editWindowMinutes: 30 });
  const placed = buy();
  const view = await testApp.waitForOrder(placed.id, "waiting", (seen) => seen.submissions[0]?.state === "waiting");
  return { id: placed.id, gid: `gid://shopify/Order/${placed.id}`, submissionId: view.submissions[0]?.id ?? "" };
}

describe("the summary of an order", () => {
  it("shows its state, the end of its edit window, and its actions", async () => {
    const { id } = await placeHeldOrder();
    const card = await ask<OrderCard>(`orders/${id}`);
    expect(card).toMatchObject({
      page: `/app/orders/${id}`,
      state: { label: "Waiting" },
      reasons: [],
      shouldPoll: true,
    });
    expect(card.countdown).toMatchObject({ label: "Goes to print" });
    expect(card.countdown?.atText).toMatch(/^[A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M \S+/);
    expect(card.actions.map(({ action }) => action)).toEqual(["send_now", "hold"]);
    expect(card.submission?.items).toEqual([{ title: "Tee, Black / M", itemSku: "TEE-BLACK-M", quantity: 1 }]);
    expect(JSON.stringify(card)).not.toMatch(/Elm Road|buyer@|Ada/);
  });

  it("shows cost and margin with their currency", async () => {
    const { id, submissionId } = await placeHeldOrder();
    const money = await ask<OrderMoney>(`orders/${id}/money?submission=${submissionId}`);
    expect(money.cost).toMatch(/^\$\d+\.\d\d USD$/);
    expect(money.margin?.amount).toMatch(/USD \(-?[\d.]+%\)$/);
  });

  it("runs an action and shows the order after it", async () => {
    const { id, submissionId } = await placeHeldOrder();
    const held = await ask<ActionResponse>(`orders/${id}`, { body: { action: "hold", submissionId } });
    expect(held).toMatchObject({ done: true, messages: ["Order put on hold."] });
    expect(held.card.reasons.map(({ label }) => label.label)).toEqual(["Held by staff"]);
    expect(held.card.actions.map(({ label }) => label)).toEqual(["Release order"]);
    const again = await ask<ActionResponse>(`orders/${id}`, { body: { action: "hold", submissionId } });
    expect(again).toMatchObject({ done: true, messages: ["No changes made."] });
    await endEditWindows();
    const released = await ask<ActionResponse>(`orders/${id}`, { body: { action: "release", submissionId } });
    expect(released.done).toBe(true);
    await testApp.waitForOrder(id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
    const late = await ask<ActionResponse>(`orders/${id}`, { body: { action: "hold", submissionId } });
    expect(late.done).toBe(false);
    expect(late.card.state?.label).toBe("Sent to print");
    const [replace] = late.card.actions;
    expect(replace).toMatchObject({
      action: "replace",
      confirmation: { items: [{ itemSku: "TEE-BLACK-M" }], destructive: true },
    });
  });

  it("answers that nothing changed where nothing was left to do", async () => {
    const { id, gid, submissionId } = await placeHeldOrder();
    const act = async (action: string) => {
      const response = await fetch(`${builtApp.url}/app/api/orders/${id}`, {
        method: "POST",
        headers: {
          "user-agent": BROWSER,
          authorization: `Bearer ${tokenOf(testApp.shop)}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ action, submissionId }),
      });
      return [response.status, await response.json()] as const;
    };
    expect(await act("hold")).toEqual([200, { result: "done" }]);
    expect(await act("hold")).toEqual([200, { result: "unchanged" }]);
    expect(await act("approve")).toEqual([200, { result: "unchanged" }]);
    const { lines } = await ask<BulkActionResponse>("orders", { body: { action: "hold", orders: [gid] } });
    expect(lines).toMatchObject([{ done: true, message: "No changes needed.", reason: { label: "Held by staff" } }]);
    expect(reasonCodes(await testApp.view(id))).toEqual(["held_by_staff"]);
  });

  it("sends an order in its edit window immediately", async () => {
    const { id, submissionId } = await placeHeldOrder();
    const sent = await ask<ActionResponse>(`orders/${id}`, { body: { action: "send_now", submissionId } });
    expect(sent.done).toBe(true);
    await testApp.waitForOrder(id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
  });

  it("refreshes from Shopify and the print service", async () => {
    const { id } = await placeHeldOrder();
    const answer = await ask<ActionResponse>(`orders/${id}`, { body: { action: "refresh" } });
    expect(answer).toMatchObject({ done: true, messages: ["Updated from Shopify."] });
  });

  it("has an action only with items to print", async () => {
    const { id } = await placeHeldOrder();
    expect(await ask<OrderApplies>(`orders/${id}/applies`)).toEqual({ applies: true });
    const lamp = buy(goods.lamp);
    const card = await until("the order is known", async () => {
      const read = await ask<OrderCard>(`orders/${lamp.id}`);
      return read.page === null ? null : read;
    });
    expect(card).toMatchObject({ state: null, actions: [] });
    expect(card.message).toContain("No items to print.");
    expect(await ask<OrderApplies>(`orders/${lamp.id}/applies`)).toEqual({ applies: false });
    expect(await ask<OrderApplies>("orders/999999/applies")).toEqual({ applies: false });
  });
});

describe("several orders at once", () => {
  it("each have a result", async () => {
    const sent = buy();
    await testApp.waitForOrder(sent.id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
    const one = await placeHeldOrder();
    const orders = [one.gid, `gid://shopify/Order/${sent.id}`, "gid://shopify/Order/999999"];
    const { lines } = await ask<BulkActionResponse>("orders", { body: { action: "hold", orders } });
    expect(lines.map(({ gid, done, message }) => ({ gid, done, message }))).toEqual([
      { gid: orders[0], done: true, message: "" },
      { gid: orders[1], done: false, message: "Already sent to the print service." },
      { gid: orders[2], done: false, message: "No longer in this store." },
    ]);
    expect(lines[0]?.reason?.label).toBe("Held by staff");
    expect(lines[1]?.state?.label).toBe("Sent to print");
  });

  it("are limited in number, and every id has to be an order's", async () => {
    const many = Array.from({ length: 101 }, (_, at) => `gid://shopify/Order/${at}`);
    for (const orders of [many, [], ["gid://shopify/Product/1"]]) {
      expect((await send("orders", { body: { action: "hold", orders } })).status).toBe(400);
    }
  });
});

describe("a variant", () => {
  it("shows its mapping, its artwork, and the price of one piece", async () => {
    expect(await ask<VariantCard>(`variants/${goods.shirt}`)).toMatchObject({
      state: { label: "Mapped", tone: "success" },
      itemSku: "TEE-BLACK-M",
      sides: [{ side: "front", hasArtwork: true, missing: false }],
    });
    const picture = await ask<VariantPicture>(`variants/${goods.shirt}/picture?side=front`);
    expect(picture.source).toMatch(/^data:image\/webp;base64,/);
    const quote = await ask<VariantQuote>(`variants/${goods.shirt}/quote`);
    expect(quote).toMatchObject({ known: true, message: expect.stringMatching(/USD US standard shipping/) });
    expect((await send(`variants/${goods.shirt}/picture?side=back`)).status).toBe(404);
  });

  it("shows what the last check of its artwork found", async () => {
    const { ctx } = testApp.services.core;
    const { shopId, artworkFront: link } = await ctx.db.mapping.findFirstOrThrow({
      where: { variantGid: gidOf("ProductVariant", goods.shirt) },
    });
    const key = { shopId, link };
    const found = (reason: "web_page") =>
      recordCheck(ctx, key, { ok: false, reason, temporary: false }, { accept: false });
    await found("web_page");
    const { sides } = await ask<VariantCard>(`variants/${goods.shirt}`);
    expect(sides[0]?.findings[0]).toMatch(/web page or a login/);
    await ctx.db.printFile.delete({ where: { shopId_link: key } });
  });

  it("is checked with the print service and with the servers of its artwork", async () => {
    const { lines } = await ask<VariantCheckResult>(`variants/${goods.shirt}`, { body: { action: "check" } });
    expect(lines.map(({ label, ok }) => ({ label, ok }))).toEqual([
      { label: "Print SKU", ok: true },
      { label: "Front artwork", ok: true },
    ]);
  });

  it("without a mapping shows how many orders it holds, and the link to map it", async () => {
    const placed = buy(goods.unmapped);
    await testApp.waitForOrder(placed.id, "unmapped", (seen) => JSON.stringify(seen).includes("unmapped_line"));
    const card = await ask<VariantCard>(`variants/${goods.unmapped}`);
    expect(card).toMatchObject({ state: { label: "Not mapped" }, itemSku: null, sides: [] });
    expect(card.message).toBe("1 order on hold until you map this variant.");
    expect(card.link).toMatchObject({ label: "Map product" });
    expect(card.link.href).toMatch(new RegExp(`app/products/\\d+\\?variant=${goods.unmapped}$`));
    const neverSold = testApp.shopify.addProduct(testApp.shop, { title: "Never sold", variants: [{ sku: "NS" }] });
    const { link } = await ask<VariantCard>(`variants/${neverSold.variants[0]?.id}`);
    expect(link.href).toContain(`app/products/${neverSold.id}?variant=`);
    for (const sent of [{ body: { action: "check" } }, {}]) {
      const path = `variants/${goods.unmapped}${"body" in sent ? "" : "/quote"}`;
      expect((await send(path, sent)).status).toBe(404);
    }
  });

  it("is hidden from another shop", async () => {
    const token = tokenOf(OTHER);
    expect(await ask<VariantCard>(`variants/${goods.shirt}`, { token })).toMatchObject({ itemSku: null, sides: [] });
    for (const path of ["/quote", "/picture?side=front"]) {
      expect((await send(`variants/${goods.shirt}${path}`, { token })).status).toBe(404);
    }
    expect((await send(`variants/${goods.shirt}`, { token, body: { action: "check" } })).status).toBe(404);
  });
});

describe("access", () => {
  it("another shop neither sees nor changes an order", async () => {
    const { id, gid, submissionId } = await placeHeldOrder();
    const token = tokenOf(OTHER);
    expect(await ask<OrderCard>(`orders/${id}`, { token })).toMatchObject({ page: null, state: null, actions: [] });
    expect(await ask<OrderApplies>(`orders/${id}/applies`, { token })).toEqual({ applies: false });
    expect(await ask<OrderMoney>(`orders/${id}/money?submission=${submissionId}`, { token })).toEqual({
      cost: null,
      costLabel: null,
      margin: null,
      messages: [],
    });
    const acted = await ask<ActionResponse>(`orders/${id}`, { token, body: { action: "hold", submissionId } });
    expect(acted).toMatchObject({ done: false, messages: ["Inkbridge can't find this order."] });
    const refreshed = await ask<ActionResponse>(`orders/${id}`, { token, body: { action: "refresh" } });
    expect(refreshed.done).toBe(false);
    const { lines } = await ask<BulkActionResponse>("orders", { token, body: { action: "hold", orders: [gid] } });
    expect(lines).toMatchObject([{ done: false, state: null, reason: null }]);
    expect(reasonCodes(await testApp.view(id))).toEqual([]);
  });

  it.each<[string, () => string | null]>([
    ["no token", () => null],
    ["a token signed with another secret", () => tokenOf(testApp.shop, "another secret")],
    ["an expired token", () => tokenOf(testApp.shop, API_SECRET, new Date(Date.now() - 3_600_000))],
    ["a malformed token", () => "nonsense"],
  ])("%s is refused, and the admin can read the response", async (_what, token) => {
    const { id, submissionId } = await placeHeldOrder();
    const requests: Sent[] = [{}, { body: { action: "hold", submissionId } }];
    for (const sent of requests) {
      const response = await send(`orders/${id}`, { ...sent, token: token() });
      expect(response.status).toBe(401);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.text()).not.toContain("TEE-BLACK-M");
    }
    expect(reasonCodes(await testApp.view(id))).toEqual([]);
  });

  it("a browser's preflight request is answered", async () => {
    for (const path of [
      "orders",
      "orders/1",
      "orders/1/money",
      "orders/1/applies",
      "variants/1",
      "variants/1/quote",
      "variants/1/picture",
    ]) {
      const response = await send(path, { method: "OPTIONS", token: null });
      expect(response.status, path).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-headers")).toContain("Authorization");
      expect(response.headers.get("access-control-allow-headers")).toContain("Content-Type");
    }
  });

  it("an invalid request is answered with a message, also across origins", async () => {
    const { id } = await placeHeldOrder();
    for (const body of [{}, { action: "burn" }, { action: "hold", submissionId: "1" }, null, "text"]) {
      const response = await send(`orders/${id}`, { body });
      expect(response.status).toBe(400);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect((await response.json()) as unknown).toHaveProperty("message");
    }
  });
});
