import { expect, it } from "vitest";
import { configOf, noDeadline, printOrder } from "../../app/print-service/print-service.testing.ts";
import { createPrintServiceV3 } from "../../app/print-service/v3/index.ts";
import { createPrintServiceStandIn, DEFAULT_ACCESS_TOKEN } from "../../sandbox/print-service/index.ts";
import { idOf } from "../support/ids.ts";
import { openContract } from "./openapi/contract.testing.ts";
import { recordBefore } from "./recorder.testing.ts";

const DAY = { from: "2026-11-21 00:00:00", to: "2026-11-21 23:59:59" };
const SKU = "CT17-BLACK-M";

function callsAt(url: string) {
  const token = async () => DEFAULT_ACCESS_TOKEN;
  return createPrintServiceV3({
    ...configOf(url),
    clock: { now: () => new Date() },
    budget: { take: async () => 0, pause: async () => undefined },
    tokens: { current: token, renew: token, markRejected: async () => undefined },
  }).forAccount(idOf("a1"));
}

/** Every call that the client can make, but for signing in. */
async function callEverything(calls: ReturnType<typeof callsAt>, serviceIds: () => string[]): Promise<void> {
  const further = await calls.further();
  const input = { endpoint: "https://app.example.com/order", active: true, accessKey: "X-Key", accessToken: "t" };
  await calls.listRegistrations("order_status", input.endpoint);
  await calls.createRegistration("order_status", input);
  await calls.updateRegistration("order_status", input);
  await further.products({ page: 1, limit: 50 });
  await further.product("CT17");
  await further.skus();
  await further.shippingServices([SKU]);
  await calls.testPrice({ countryCode: "US", provinceCode: "OR", items: [{ itemSku: SKU, quantity: 2 }] });
  for (const reference of ["V3-1-A7", "V3-2-A7", "V3-3-A7"]) {
    const order = printOrder({ reference, method: null });
    await calls.create({ ...order, items: order.items.map((item) => ({ ...item, itemSku: SKU })) }, noDeadline);
  }
  const [paid = "", canceled = "", removed = ""] = serviceIds();
  await further.pay(paid, noDeadline);
  await further.cancel(canceled, noDeadline);
  await further.remove(removed);
  await calls.list({ ...DAY, limit: 50, page: 1 });
  await calls.detail({ reference: "V3-1-A7", date: "2026-11-21" });
  await further.transactions({ ...DAY, page: 1 });
  await further.paidOrders({ ...DAY, page: 1 });
  await further.removeRegistration("order_status", input);
}

it("version 3: the document describes every request of the client", async () => {
  const clock = { now: () => new Date("2026-11-21T09:00:00Z") };
  const version3 = { rateLimit: null, pricesUntilPaid: "known" } as const;
  const service = await createPrintServiceStandIn({ interfaces: ["v3"], clock, version3 });
  const recorder = await recordBefore(service.url);
  try {
    await callEverything(callsAt(recorder.url), () => service.state().orders.map(({ serviceId }) => serviceId));
    const contract = await openContract({ prefix: "svc", getParams: "query" }, "v3");
    const seen = new Set(recorder.requests.map((recorded) => contract.checkExchange(recorded)));
    expect([...seen, "getToken", "refreshToken"].toSorted()).toEqual(contract.operations.toSorted());
    expect(service.state().orders.map(({ version3: order }) => order?.unknownFields)).toEqual([[], [], []]);
  } finally {
    await recorder.close();
    await service.close();
  }
});
