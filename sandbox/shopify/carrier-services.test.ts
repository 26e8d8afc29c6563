import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { PEOPLE } from "./buyers.ts";
import { APP, SHOP, standInWithShop } from "./stand-in.testing.ts";

const CREATE = `mutation ($input: DeliveryCarrierServiceCreateInput!) {
  carrierServiceCreate(input: $input) { carrierService { id active } userErrors { code message } } }`;
const input = {
  name: "Rates",
  callbackUrl: "https://app.example/rates/1",
  active: true,
  supportsServiceDiscovery: true,
};

/** An app that answers rates as it is told, and a clock that is moved. */
async function setUp() {
  let time = new Date("2026-11-21T09:00:00Z");
  const app = { status: 200, body: {} as object, signed: [] as boolean[] };
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const signature = createHmac("sha256", APP.apiSecret).update(text).digest("base64");
      const fits = request.headers["x-shopify-hmac-sha256"] === signature && request.url === "/rates/1";
      app.signed.push(fits && request.headers["x-shopify-shop-domain"] === SHOP);
      response.writeHead(app.status, { "content-type": "application/json" }).end(JSON.stringify(app.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const setup = await standInWithShop({ appUrl, clock: { now: () => time }, subscriptions: new Map() });
  onTestFinished(async () => {
    await setup.standIn.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const { standIn, ask, variant } = setup;
  standIn.grantScopes(SHOP, [...standIn.shop(SHOP).scopes, "write_shipping"]);
  const { shippingAddress } = PEOPLE.unitedStates;
  const options = (quantity = 1) =>
    standIn.shippingOptions(SHOP, { lines: [{ variantId: variant(0), quantity }], shippingAddress });
  const create = async (over: Partial<typeof input> = {}) =>
    (await ask(CREATE, { input: { ...input, ...over } })).data?.carrierServiceCreate;
  const pass = (ms: number) => void (time = new Date(time.getTime() + ms));
  return { ...setup, app, create, options, pass };
}

const rate = { service_name: "By mail", service_code: "mail", description: "", total_price: "495", currency: "USD" };

test("an app's rates show at the checkout, asked for by a signed request, and kept for 15 minutes", async () => {
  const { app, create, options, pass } = await setUp();
  expect(await options()).toMatchObject({ from: "own", options: [{ price: "5.90" }] });
  await create();
  app.body = { rates: [rate] };
  const mail = { title: "By mail", code: "mail", price: "4.95", source: "Rates" };
  expect(await options()).toEqual({ from: "carrier", options: [mail] });
  app.body = { rates: [{ ...rate, total_price: "100" }] };
  expect(await options()).toEqual({ from: "carrier", options: [mail] });
  expect((await options(2)).options).toMatchObject([{ price: "1.00" }]);
  pass(15 * 60_000);
  expect((await options()).options).toMatchObject([{ price: "1.00" }]);
  expect(app.signed).toEqual([true, true, true]);
});

test.each([
  ["a refusal", 404, { rates: [] }, "backup"],
  ["a broken answer", 200, {}, "backup"],
  ["a rate in another currency", 200, { rates: [{ ...rate, currency: "EUR" }] }, "backup"],
  ["no rates", 200, { rates: [] }, "own"],
])("%s leaves the store's own rates", async (_what, status, body, from) => {
  const { app, create, options } = await setUp();
  await create();
  Object.assign(app, { status, body });
  expect(await options()).toMatchObject({ from, options: [{ source: "shopify" }] });
});

test("a failure is kept for half a minute", async () => {
  const { app, create, options, pass } = await setUp();
  await create();
  app.status = 500;
  await options();
  Object.assign(app, { status: 200, body: { rates: [rate] } });
  expect(await options()).toMatchObject({ from: "backup" });
  pass(30_000);
  expect(await options()).toMatchObject({ from: "carrier" });
});

test("a plan without rates of apps, a name that is taken, and a missing scope are refused", async () => {
  const { standIn, ask, create } = await setUp();
  standIn.setCalculatedShipping(SHOP, false);
  expect(await create()).toMatchObject({
    carrierService: null,
    userErrors: [{ message: "Carrier Calculated Shipping must be enabled for your store" }],
  });
  standIn.setCalculatedShipping(SHOP, true);
  expect(await create()).toMatchObject({ carrierService: { active: true }, userErrors: [] });
  expect(await create()).toMatchObject({ userErrors: [{ code: "CARRIER_SERVICE_CREATE_FAILED" }] });
  standIn.grantScopes(SHOP, []);
  expect((await ask(CREATE, { input })).errors?.[0]?.extensions?.code).toBe("ACCESS_DENIED");
});

test("a service is listed, changed and deleted, and goes with the app", async () => {
  const { standIn, ask, create } = await setUp();
  const { id } = (await create()).carrierService;
  const update = `mutation ($input: DeliveryCarrierServiceUpdateInput!) {
    carrierServiceUpdate(input: $input) { userErrors { message } } }`;
  await ask(update, { input: { id, active: false } });
  const list = `{ carrierServices(first: 5) { nodes { id name active callbackUrl } } }`;
  expect((await ask(list)).data.carrierServices.nodes).toEqual([
    { id, name: "Rates", active: false, callbackUrl: input.callbackUrl },
  ]);
  const remove = `mutation ($id: ID!) { carrierServiceDelete(id: $id) { deletedId userErrors { message } } }`;
  expect((await ask(remove, { id })).data.carrierServiceDelete).toEqual({ deletedId: id, userErrors: [] });
  expect((await ask(remove, { id })).data.carrierServiceDelete.userErrors).toHaveLength(1);
  await create();
  standIn.uninstall(SHOP);
  expect(standIn.shop(SHOP).carrierServices).toEqual([]);
});
