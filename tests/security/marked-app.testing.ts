import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { expect } from "vitest";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

export const ACCOUNT = { email: "marked-press@example.com", password: "marked-password" };
/** Personal data of a customer, each a word that stands nowhere else. */
export const BUYER = {
  firstName: "Markedada",
  lastName: "Markedbuyer",
  address1: "17 Markedroad",
  email: "marked-buyer@example.com",
  phone: "+1 555 017 1717",
  note: "Markednote for the doorman",
  wish: "Markedwish on the back",
};
/** A member of the shop's staff. */
export const STAFF = { id: "77", firstName: "Markedkim", lastName: "Markedpark" };
export const IN_MALFORMED_BODY = "markedmalformed@example.com";

interface Before {
  testApp: TestApp;
  /** The real process, so that what it writes is what is looked at. */
  builtApp: BuiltApp;
  goods: Goods;
}

/** The built app after a day with everything that may go wrong, in which all that is secret or personal has a mark. */
export interface MarkedApp extends Before {
  /** Every command that Redis was sent. */
  toRedis: () => string;
  close(): Promise<void>;
}

export async function startMarkedApp(): Promise<MarkedApp> {
  const settings = { noteTemplate: "{Name on the back}" };
  const testApp = await startTestApp({
    workers: false,
    account: ACCOUNT,
    printService: { accounts: [ACCOUNT] },
    settings,
  });
  const goods = await stockShop(testApp);
  const toRedis = await listenToRedis(testApp);
  const builtApp = await startBuiltApp(testApp, "all");
  await exerciseApp({ testApp, builtApp, goods });
  const close = async () => {
    await builtApp.close();
    await testApp.close();
  };
  return { testApp, builtApp, goods, toRedis, close };
}

/** Every command that Redis is sent from now on. */
async function listenToRedis(testApp: TestApp): Promise<() => string> {
  const { host, port } = testApp.services.core.queues.byName.delivery.client.options;
  // ioredis takes a command that comes with the answer to MONITOR for an answer, and throws.
  const socket = connect(port ?? 6379, host).setEncoding("utf8");
  let commands = "";
  socket.on("data", (text: string) => void (commands += text));
  socket.write("MONITOR\r\n");
  await until("MONITOR to be answered", () => commands.startsWith("+OK"));
  return () => {
    socket.destroy();
    return commands;
  };
}

function buy({ testApp, goods }: Before) {
  const base = order([{ variantId: goods.shirt, properties: [{ name: "Name on the back", value: BUYER.wish }] }]);
  const { firstName, lastName, address1, email, phone, note } = BUYER;
  const shippingAddress = { ...base.shippingAddress, firstName, lastName, address1, phone };
  return testApp.shopify.placeOrder(testApp.shop, { ...base, email, phone, note, shippingAddress });
}

/** A refusal that quotes the address, a server error, a malformed delivery, events, and pages that are looked at. */
async function exerciseApp(before: Before): Promise<void> {
  const { testApp, builtApp } = before;
  const { db } = testApp.services.core.ctx;
  const quoting = { effect: "body_status", endpoint: "create", status: 400 } as const;
  testApp.printService.addFault({ ...quoting, message: `Unknown: ${BUYER.address1}, ${BUYER.email}` });
  const refused = buy(before).id;
  await testApp.waitForOrder(refused, "rejected", (v) => v.submissions[0]?.state === "rejected");
  testApp.printService.addFault({ effect: "server_error", endpoint: "create" });
  await testApp.waitForOrder(buy(before).id, "uncertain", (v) => (v.submissions[0]?.attempts.length ?? 0) > 0);
  const sent = buy(before).id;
  const view = await testApp.waitForOrder(sent, "sent", (v) => v.submissions[0]?.state === "submitted");
  testApp.printService.ship(view.submissions[0]?.reference ?? "");
  await testApp.waitForOrder(sent, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
  await postSigned(before, `{"id": "${IN_MALFORMED_BODY}", "line_items": "${BUYER.lastName}`);
  for (const id of [refused, sent]) {
    const page = await builtApp.request(testApp.shop, "GET", `/app/orders/${id}.data`);
    expect(page.text).toContain(BUYER.address1);
  }
  await builtApp.request(testApp.shop, "POST", "/app/settings/account.data", {
    body: { action: "connect", ...ACCOUNT, password: "markedguess" },
  });
  await answerRejection(before, refused);
  await builtApp.request(testApp.shop, "GET", `/app/orders.data?search=${BUYER.email}&after=${BUYER.email}`);
  await until("all handled", async () => (await db.webhookDelivery.count({ where: { state: "waiting" } })) === 0);
}

/** Acts on an order, so that the history of the order names a person. */
async function answerRejection({ testApp, builtApp }: Before, id: string): Promise<void> {
  testApp.shopify.addStaff(testApp.shop, STAFF);
  const token = testApp.shopify.sessionToken(testApp.shop, STAFF.id);
  const submissionId = (await testApp.view(id))?.submissions[0]?.id;
  const body = { action: "acknowledge", submissionId };
  await builtApp.request(testApp.shop, "POST", `/app/api/orders/${id}`, { token, body });
  await until("the name of staff", () => testApp.services.core.ctx.db.staffMember.findFirst());
}

async function postSigned({ testApp, builtApp }: Before, body: string): Promise<void> {
  const { env } = testApp.services.core;
  const signature = createHmac("sha256", env.shopify.apiSecret).update(body).digest("base64");
  const headers = {
    "x-shopify-hmac-sha256": signature,
    "x-shopify-shop-domain": testApp.shop,
    "x-shopify-webhook-id": "p",
  };
  const answer = await fetch(`${builtApp.url}/webhooks/orders/create`, { method: "POST", body, headers });
  expect(answer.status).toBe(200);
}
