import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptedWebhookSecrets, decryptToken } from "../../app/print-accounts/secrets.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";

const ACCOUNT = { email: "marked-press@example.com", password: "marked-password" };
/** Personal data of a customer, each a word that stands nowhere else. */
const BUYER = {
  firstName: "Markedada",
  lastName: "Markedbuyer",
  address1: "17 Markedroad",
  email: "marked-buyer@example.com",
  phone: "+1 555 017 1717",
  note: "Markednote for the doorman",
  wish: "Markedwish on the back",
};
/** A member of the shop's staff. */
const STAFF = { id: "77", firstName: "Markedkim", lastName: "Markedpark" };
const IN_MALFORMED_BODY = "markedmalformed@example.com";

let testApp: TestApp;
let builtApp: BuiltApp;
let goods: Goods;
/** Every command that Redis was sent. */
let toRedis: () => string;

const db = () => testApp.services.core.ctx.db;

beforeAll(async () => {
  const settings = { noteTemplate: "{Name on the back}" };
  testApp = await startTestApp({ workers: false, account: ACCOUNT, printService: { accounts: [ACCOUNT] }, settings });
  goods = await stockShop(testApp);
  toRedis = await listenToRedis();
  // The real process, so that what it writes is what is looked at.
  builtApp = await startBuiltApp(testApp, "all");
  await exerciseApp();
}, 90_000);
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

async function listenToRedis(): Promise<() => string> {
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

function buy() {
  const base = order([{ variantId: goods.shirt, properties: [{ name: "Name on the back", value: BUYER.wish }] }]);
  const { firstName, lastName, address1, email, phone, note } = BUYER;
  const shippingAddress = { ...base.shippingAddress, firstName, lastName, address1, phone };
  return testApp.shopify.placeOrder(testApp.shop, { ...base, email, phone, note, shippingAddress });
}

/** A refusal that quotes the address, a server error, a malformed delivery, events, and pages that are looked at. */
async function exerciseApp(): Promise<void> {
  const quoting = { effect: "body_status", endpoint: "create", status: 400 } as const;
  testApp.printService.addFault({ ...quoting, message: `Unknown: ${BUYER.address1}, ${BUYER.email}` });
  const refused = buy().id;
  await testApp.waitForOrder(refused, "rejected", (v) => v.submissions[0]?.state === "rejected");
  testApp.printService.addFault({ effect: "server_error", endpoint: "create" });
  await testApp.waitForOrder(buy().id, "uncertain", (v) => (v.submissions[0]?.attempts.length ?? 0) > 0);
  const sent = buy().id;
  const view = await testApp.waitForOrder(sent, "sent", (v) => v.submissions[0]?.state === "submitted");
  testApp.printService.ship(view.submissions[0]?.reference ?? "");
  await testApp.waitForOrder(sent, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
  await postSigned(`{"id": "${IN_MALFORMED_BODY}", "line_items": "${BUYER.lastName}`);
  for (const id of [refused, sent]) {
    const page = await builtApp.request(testApp.shop, "GET", `/app/orders/${id}.data`);
    expect(page.text).toContain(BUYER.address1);
  }
  await builtApp.request(testApp.shop, "POST", "/app/settings/account.data", {
    body: { action: "connect", ...ACCOUNT, password: "markedguess" },
  });
  await answerRejection(refused);
  await builtApp.request(testApp.shop, "GET", `/app/orders.data?search=${BUYER.email}&after=${BUYER.email}`);
  await until("all handled", async () => (await db().webhookDelivery.count({ where: { state: "waiting" } })) === 0);
}

/** Acts on an order, so that the history of the order names a person. */
async function answerRejection(id: string): Promise<void> {
  testApp.shopify.addStaff(testApp.shop, STAFF);
  const token = testApp.shopify.sessionToken(testApp.shop, STAFF.id);
  const submissionId = (await testApp.view(id))?.submissions[0]?.id;
  const body = { action: "acknowledge", submissionId };
  await builtApp.request(testApp.shop, "POST", `/app/api/orders/${id}`, { token, body });
  await until("the name of staff", () => db().staffMember.findFirst());
}

async function postSigned(body: string): Promise<void> {
  const { createHmac } = await import("node:crypto");
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

/** Everything that nobody may find: what the customer gave, and every credential in use. */
async function markers(): Promise<Record<string, string>> {
  const { ctx, sessions, env } = testApp.services.core;
  const account = await db().printAccount.findFirstOrThrow();
  const session = await sessions.loadSession(`offline_${testApp.shop}`);
  return {
    ...BUYER,
    staffFirstName: STAFF.firstName,
    staffLastName: STAFF.lastName,
    malformed: IN_MALFORMED_BODY,
    accountEmail: ACCOUNT.email,
    accountPassword: ACCOUNT.password,
    guessedPassword: "markedguess",
    printToken: decryptToken(ctx, account) ?? "",
    eventToken: acceptedWebhookSecrets(ctx, account, ctx.clock.now())[0] ?? "",
    accessToken: session?.accessToken ?? "",
    refreshToken: session?.refreshToken ?? "",
    appSecret: env.shopify.apiSecret,
    encryptionKey: Buffer.from(env.encryptionKeys[0].key).toString("base64"),
  };
}

/** Names of the markers that stand in a text, as they are or as somebody might have encoded them. */
async function foundIn(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, marker] of Object.entries(await markers())) {
    expect([name, marker.length > 5]).toEqual([name, true]);
    const bytes = Buffer.from(marker);
    const json = JSON.stringify(marker).slice(1, -1);
    const spellings = [
      marker,
      json,
      encodeURIComponent(marker),
      bytes.toString("hex"),
      bytes.toString("base64").slice(0, -4),
    ];
    if (spellings.some((one) => text.toLowerCase().includes(one.toLowerCase()))) found.push(name);
  }
  return found;
}

/** Every row of every table, as a thief of the database would read it. */
async function dump(): Promise<string> {
  const { pool } = testApp.services.core.database;
  const tables = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    texts.push(`${name}: ${rows.rows.map(({ row }) => row).join("\n")}`);
  }
  return texts.join("\n");
}

it("a stolen database shows no personal data and no credential", async () => {
  const text = await dump();
  // It is the right one, and it is looked through: what is no secret is found in it.
  expect(text).toContain(testApp.shop);
  expect(await foundIn(`${text} ${BUYER.address1}`)).toEqual(["address1"]);
  expect(await foundIn(text)).toEqual([]);
});

it("Redis is never sent any", async () => {
  const text = toRedis();
  expect(text).toContain("inkbridge:delivery");
  expect(await foundIn(text)).toEqual([]);
});

it("the process writes none, whatever goes wrong", async () => {
  const text = builtApp.logOutput();
  expect(text).toContain("Inkbridge is running");
  expect(text).toContain("delivery set aside");
  expect(await foundIn(text)).toEqual([]);
  // Node's own warnings stand beside the log.
  const lines = text.split("\n").filter((line) => !/^\((node:|Use `node)/.test(line));
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
});
