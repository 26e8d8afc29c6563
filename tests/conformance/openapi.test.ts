import { describe, expect, it } from "vitest";
import { sendSelfTest } from "../../app/print-service/send-self-test.ts";
import { openClientHarness, DAY, ITEM, REFERENCE } from "./client/harness.testing.ts";
import type { ClientHarness } from "./client/harness.testing.ts";
import { DIALECTS, nameOf, TODAY } from "./dialects.ts";
import { listen } from "./listener.testing.ts";
import { openContract, validateDocument } from "./openapi/contract.testing.ts";

const KINDS = ["tracking", "order_status"] as const;
const WEBHOOK = { tracking: "trackingAdded", order_status: "orderStatusChanged" };
const KEY = { accessKey: "X-Conf-Key", accessToken: "t-1" };

it("is valid OpenAPI 3.1", async () => {
  expect(await validateDocument("v1")).toEqual({ valid: true });
});

/** Every call that the client can make. */
async function callEverything({ account, create, standIn }: ClientHarness, endpoint: string): Promise<void> {
  for (const kind of KINDS) {
    const input = { endpoint: `${endpoint}/${WEBHOOK[kind]}`, active: true, ...KEY };
    await account.listRegistrations(kind, input.endpoint);
    await account.createRegistration(kind, { ...input, active: false });
    await account.updateRegistration(kind, input);
    await account.listRegistrations(kind, input.endpoint);
  }
  await account.testPrice({ countryCode: "JP", provinceCode: "JP", items: [{ itemSku: ITEM.itemSku, quantity: 2 }] });
  await create({ items: [ITEM, { ...ITEM, note: "gift", artworkBack: "", mockup: "" }] });
  await create({ reference: "INK-1002-A8", method: 1, countryCode: "US", address2: "" });
  standIn.ship(REFERENCE, { trackingNumber: "9400" });
  standIn.rejectAddress("INK-1002-A8", "No such street");
  await standIn.settled();
  await account.list({ ...DAY, limit: 50, page: 1 });
  await account.listAll(DAY);
  await account.detail({ reference: REFERENCE, date: TODAY });
}

describe.each(DIALECTS.map((dialect) => ({ name: nameOf(dialect), dialect })))("$name", ({ dialect }) => {
  it("describes every request of the client, and every answer and event of the stand-in", async () => {
    const [contract, harness, listener] = [
      await openContract(dialect),
      await openClientHarness(dialect),
      await listen(),
    ];
    try {
      await callEverything(harness, listener.url);
      const seen = new Set(harness.requests.map((recorded) => contract.checkExchange(recorded)));
      const otherToken = dialect.tokenMethod === "get" ? "getToken" : "getTokenByGet";
      expect([...seen, otherToken].toSorted()).toEqual(contract.operations.toSorted());
      for (const { path, body } of listener.received) contract.checkEvent(path.slice(1), body);
      expect(new Set(listener.received.map(({ path }) => path.slice(1)))).toEqual(new Set(Object.values(WEBHOOK)));
    } finally {
      await harness.close();
      await listener.close();
    }
  });
});

it("describes the test events that the app sends to its own endpoint", async () => {
  const [contract, listener] = [await openContract(DIALECTS[0]), await listen()];
  for (const kind of KINDS) {
    await sendSelfTest({ kind, endpoint: `${listener.url}/${WEBHOOK[kind]}`, reference: "INK-TEST-A1", ...KEY });
  }
  await listener.close();
  expect(listener.received).toHaveLength(2);
  for (const { path, body } of listener.received) contract.checkEvent(path.slice(1), body);
});

describe("the checks can fail", () => {
  const recorded = {
    method: "POST",
    path: "/cdn/api/orders/v1/test-cost-order",
    query: {},
    headers: { "svc-access-token": "t", "content-type": "application/json" },
    body: JSON.stringify({ shipping_country_code: "US", shipping_province_code: "OR", data_order: [] }),
    answer: { status: 200, body: JSON.stringify({ status: 200, message: "ok", total_price: 0, data: [] }) },
  };
  const without = (name: string) => JSON.stringify({ ...(JSON.parse(recorded.body) as object), [name]: undefined });

  it.each([
    ["a path that the document does not have", { path: "/cdn/api/orders/v2/test-cost-order" }],
    ["no token", { headers: { "content-type": "application/json" } }],
    ["a missing field", { body: without("data_order") }],
    ["a field too many", { body: JSON.stringify({ ...(JSON.parse(recorded.body) as object), more: 1 }) }],
    ["an answer of another type", { answer: { status: 200, body: '{"status":"200","message":"ok"}' } }],
    ["an answer that is not shown", { answer: { status: 404, body: "{}" } }],
  ])("%s", async (_, change) => {
    const contract = await openContract(DIALECTS[0]);
    expect(contract.checkExchange(recorded)).toBe("testPrice");
    expect(() => contract.checkExchange({ ...recorded, ...change })).toThrow();
  });

  it("an event with a missing field", async () => {
    const contract = await openContract(DIALECTS[0]);
    expect(() => contract.checkEvent("trackingAdded", '{"order_id":"A"}')).toThrow();
  });
});
