import { createHmac } from "node:crypto";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { openDemo as openPlay, type PlacedOrder } from "../../sandbox/demo/demo.ts";
import { SANDBOX_SECRET, type Sandbox } from "../../sandbox/open.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";

/** Orders of a shop where something is going on, one in each state that a merchant meets. */
export interface SampleOrders {
  fulfilled: PlacedOrder;
  inProduction: PlacedOrder;
  submitted: PlacedOrder;
  /** Nobody knows whether the print service has it. */
  uncertain: PlacedOrder;
  /** The print service cannot verify its address. */
  addressProblem: PlacedOrder;
  unpaid: PlacedOrder;
  risky: PlacedOrder;
}

const isIn = (state: string) => (order: ShownOrder) => order.submissions.at(-1)?.state === state;
const hasReason = (code: string) => (order: ShownOrder) => order.reasons.some((reason) => reason.code === code);

/** Places those orders and moves them to where they stand. */
export async function createSampleOrders(sandbox: Sandbox): Promise<SampleOrders> {
  if (!sandbox.printService) throw new Error("The stand-in of the print service is needed to move orders on.");
  const demo = openPlay(sandbox, sandbox.printService, () => undefined);
  const ready = readyMade(sandbox.goods);
  const buy = (kind: string) => demo.buy(ready[kind] ?? { lines: [] });
  const waitUntilSent = async (order: PlacedOrder): Promise<string> => {
    const seen = await demo.waitForApp(order, "is at the print service", isIn("submitted"));
    return seen.submissions.at(-1)?.reference ?? "";
  };
  const shop = {
    fulfilled: await buy("plain"),
    inProduction: await buy("germany"),
    addressProblem: await buy("express"),
    unpaid: await buy("unpaid"),
    risky: await buy("risky"),
    submitted: await buy("mixed"),
  };
  const shipped = await waitUntilSent(shop.fulfilled);
  await demo.production(shipped, "produce");
  await demo.waitForApp(shop.fulfilled, "is in production", isIn("in_production"));
  await demo.production(shipped, "ship");
  await demo.production(await waitUntilSent(shop.inProduction), "produce");
  await demo.production(await waitUntilSent(shop.addressProblem), "reject-address", { message: "Street not found" });
  await waitUntilSent(shop.submitted);
  await demo.waitForApp(shop.fulfilled, "is fulfilled", isIn("fulfilled"));
  await demo.waitForApp(shop.inProduction, "is in production", isIn("in_production"));
  await demo.waitForApp(shop.addressProblem, "asks for attention", hasReason("address_not_verified"));
  await demo.waitForApp(shop.unpaid, "waits for its payment", hasReason("payment_pending"));
  await demo.waitForApp(shop.risky, "waits for a person", hasReason("risk_high"));
  await sandbox.printService.post("faults", { endpoint: "create", effect: "bad_gateway", worked: false });
  const uncertain = await buy("plain");
  await demo.waitForApp(uncertain, "is unclear", isIn("uncertain"));
  await sendUnreadableWebhook(sandbox);
  await requestData(sandbox, [shop.fulfilled.id]);
  await requestData(sandbox, []);
  return { ...shop, uncertain };
}

/** A customer asks for their data; without orders, one of whom the app holds nothing. */
async function requestData({ shopify }: Sandbox, orders: readonly string[]): Promise<void> {
  await shopify.post("privacy", { shop: DEV_SHOP, topic: "customers/data_request", options: { orders } });
}

/** A signed message that nobody can read. */
async function sendUnreadableWebhook({ url }: Sandbox): Promise<void> {
  const body = "{nonsense";
  const signature = createHmac("sha256", SANDBOX_SECRET).update(body).digest("base64");
  const headers = { "x-shopify-hmac-sha256": signature, "x-shopify-shop-domain": DEV_SHOP };
  const { status } = await fetch(`${url}/webhooks/orders/updated`, { method: "POST", body, headers });
  if (status !== 200) throw new Error(`The endpoint answered ${status}.`);
}
