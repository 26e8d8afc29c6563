import { afterAll, beforeAll, expect, it } from "vitest";
import { gidOf } from "../../app/ports/gid.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const KIM = { id: "77", firstName: "Kim", lastName: "Park" };
const HOST = Buffer.from("admin.shopify.com/store/one").toString("base64url");

let testApp: TestApp;
let builtApp: BuiltApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ settings: { editWindowMinutes: 30 } });
  goods = await stockShop(testApp);
  testApp.shopify.addStaff(testApp.shop, KIM);
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

const db = () => testApp.services.core.ctx.db;
const tokenOf = (userId: string) => testApp.shopify.sessionToken(testApp.shop, userId);

async function placeWaitingOrder() {
  const { id } = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const view = await testApp.waitForOrder(id, "waiting", (seen) => seen.submissions[0]?.state === "waiting");
  return { id, gid: gidOf("Order", id), submissionId: view.submissions[0]?.id ?? "" };
}

async function post(path: string, userId: string, body: object): Promise<void> {
  const { status, text } = await builtApp.request(testApp.shop, "POST", path, { token: tokenOf(userId), body });
  expect(status, text).toBe(200);
}

/** The page of an order as Shopify opens it. */
async function openPage(id: string): Promise<string> {
  const query = new URLSearchParams({ shop: testApp.shop, host: HOST, embedded: "1", id_token: tokenOf("90001") });
  const { status, text } = await builtApp.request(testApp.shop, "GET", `/app/orders/${id}?${query}`, { token: null });
  expect(status).toBe(200);
  return text;
}

/** Who caused the entries of an order that people caused. */
async function usersOf(id: string): Promise<unknown[]> {
  const where = { actor: "person", order: { shopifyGid: gidOf("Order", id) } } as const;
  const rows = await db().history.findMany({ where, orderBy: [{ at: "asc" }, { id: "asc" }] });
  return [...new Set(rows.map(({ data }) => (data as { user?: unknown }).user))];
}

it("an order names who acted on its pages, in the extensions and on several orders", async () => {
  const { id, gid, submissionId } = await placeWaitingOrder();
  await post(`/app/api/orders/${id}`, KIM.id, { action: "hold", submissionId });
  await until("Kim's name", () => db().staffMember.findFirst({ where: { userId: KIM.id } }));
  expect(await openPage(id)).toContain("Kim Park");
  expect(await openPage(id)).not.toContain("Ana Lopez");

  await post(`/app/api/extensions/orders/${id}`, "90001", { action: "release", submissionId });
  await until("the owner's name", () => db().staffMember.findFirst({ where: { userId: "90001" } }));
  expect(await openPage(id)).toContain("Ana Lopez");

  await post("/app/api/extensions/orders", KIM.id, { action: "send_now", orders: [gid] });
  await testApp.waitForOrder(id, "sent", (seen) => seen.submissions[0]?.state === "submitted");
  expect(await usersOf(id)).toEqual([KIM.id, "90001"]);
  const entries = await db().history.findMany({ where: { order: { shopifyGid: gid } } });
  expect(JSON.stringify(entries)).not.toMatch(/Kim|Park|Ana|Lopez/);
  // The API shows no personal data.
  expect((await builtApp.request(testApp.shop, "GET", `/app/api/orders/${id}`)).text).not.toMatch(/Kim Park|Ana Lopez/);
});

it("without an answer of Shopify the action is done, by somebody of the staff", async () => {
  const { id, submissionId } = await placeWaitingOrder();
  testApp.shopify.addStaff(testApp.shop, { id: "78", firstName: "Noa", lastName: "Levi" });
  testApp.shopify.faults.next({ operation: "token", kind: "500-before" });
  await post(`/app/api/orders/${id}`, "78", { action: "hold", submissionId });
  await until("the failure is logged", () =>
    builtApp.logOutput().includes("the name of a member of staff is not known"),
  );
  expect((await testApp.view(id))?.reasons.map(({ code }) => code)).toEqual(["held_by_staff"]);
  expect(await usersOf(id)).toEqual(["78"]);
  const page = await openPage(id);
  expect(page).toMatch(/· (<!-- -->)?Staff/);
  expect(page).not.toContain("Noa Levi");

  await post(`/app/api/orders/${id}`, "78", { action: "release", submissionId });
  await until("the name", () => db().staffMember.findFirst({ where: { userId: "78" } }));
  expect(await openPage(id)).toContain("Noa Levi");
  expect(builtApp.logOutput()).not.toMatch(/Noa|Levi|Lopez/);
});
