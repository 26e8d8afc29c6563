import { readyMade } from "../shopify/buyers.ts";
import type { ShownOrder } from "../show-order.ts";
import type { PlacedOrder, Demo } from "./demo.ts";

const last = (order: ShownOrder) => order.submissions.at(-1);
const isIn = (state: string) => (order: ShownOrder) => last(order)?.state === state;

/** Waits until the print service has the order; returns the submission's reference. */
async function waitUntilSent(demo: Demo, order: PlacedOrder): Promise<string> {
  const seen = await demo.waitForApp(order, "is at the print service", isIn("submitted"));
  const submission = last(seen);
  const items = submission?.items.map((i) => `${i.quantity} × ${i.itemSku}`).join(", ");
  demo.say("inkbridge", `sent ${items} to the print service as ${submission?.reference}`);
  return submission?.reference ?? "";
}

async function produceAndShip(demo: Demo, order: PlacedOrder, reference: string): Promise<void> {
  if (demo.isPaidPerOrder) {
    await demo.production(reference, "pay");
    demo.say("merchant", `pays for ${reference} at the print service, which prints nothing before`);
  }
  await demo.production(reference, "produce");
  await demo.waitForApp(order, "is in production", isIn("in_production"));
  demo.say("printer", `starts printing ${reference}; status update received`);
  await demo.production(reference, "ship");
  const seen = await demo.waitForApp(order, "is fulfilled", isIn("fulfilled"));
  demo.say(
    "printer",
    `ships the order; tracking received: ${last(seen)
      ?.parcels.map((p) => p.trackingNumber)
      .join(", ")}`,
  );
  const shop = await demo.waitForShopify(order, "is fulfilled", (o) => o.fulfillments.length > 0);
  for (const f of shop.fulfillments) {
    const goods = f.lines
      .map((l) => `${l.quantity} × ${shop.lines.find((line) => line.id === l.lineId)?.title}`)
      .join(", ");
    demo.say("shopify", `fulfillment ${f.name}: ${goods}, tracking ${f.tracking.map((t) => t.number).join(", ")}`);
  }
}

export async function playPlain(demo: Demo): Promise<void> {
  demo.title("1. A plain order");
  const order = await demo.buy(readyMade(demo.goods)["plain"] ?? { lines: [] });
  await produceAndShip(demo, order, await waitUntilSent(demo, order));
}

export async function playMixed(demo: Demo): Promise<void> {
  demo.title("2. A mixed order: the candles aren't printed");
  const order = await demo.buy(readyMade(demo.goods)["mixed"] ?? { lines: [] });
  const reference = await waitUntilSent(demo, order);
  const seen = await demo.waitForApp(order, "is known line by line", (o) => o.lines.length === 2);
  for (const line of seen.lines)
    demo.say(
      "inkbridge",
      `${line.quantity} × ${line.title}: ${line.eligibility === "printable" ? "printable" : "excluded"} (${line.reason})`,
    );
  await produceAndShip(demo, order, reference);
  const shop = await demo.waitForShopify(order, "is partly fulfilled", () => true);
  const left = shop.lines.filter((l) => l.unfulfilled > 0).map((l) => `${l.unfulfilled} × ${l.title}`);
  demo.say("shopify", `not fulfilled by Inkbridge: ${left.join(", ")}`);
}

export async function playAddressProblem(demo: Demo): Promise<void> {
  demo.title("3. An address that can't be verified");
  await demo.tellMerchant("merchant@dev-shop.example");
  demo.say("merchant", "wants an email when an order needs attention");
  const order = await demo.buy(readyMade(demo.goods)["germany"] ?? { lines: [] });
  order.expectedProviderOrders = 2;
  const first = await waitUntilSent(demo, order);
  await demo.production(first, "reject-address", { message: "Street not found" });
  const flagged = await demo.waitForApp(order, "asks for attention", (o) =>
    o.reasons.some((one) => one.code === "address_not_verified"),
  );
  demo.say("printer", `can't verify the address of ${first}`);
  demo.say("inkbridge", flagged.reasons[0]?.message ?? "");
  demo.say("inkbridge", `emails the merchant: ${(await demo.waitForMerchantEmail(order)).subject}`);
  const held = await demo.waitForShopify(order, "is on hold", (o) =>
    o.fulfillmentOrders.some((f) => f.status === "ON_HOLD"),
  );
  demo.say(
    "shopify",
    `fulfillment on hold: ${held.fulfillmentOrders.flatMap((f) => f.holds.map((h) => h.reason)).join(", ")}`,
  );
  await demo.edit(order, { shippingAddress: { address1: "Lindenufer 18" } });
  demo.say("merchant", "corrects the address in Shopify and sends a replacement");
  await demo.action(order, "replace", flagged.submissions[0]?.id ?? "");
  const replaced = await demo.waitForApp(
    order,
    "is replaced",
    (o) => o.submissions.length === 2 && isIn("submitted")(o),
  );
  demo.say("inkbridge", `sent the replacement ${last(replaced)?.reference}`);
  await demo.waitForShopify(order, "is released", (o) => o.fulfillmentOrders.every((f) => f.holds.length === 0));
  demo.say("shopify", "hold released");
  await produceAndShip(demo, order, last(replaced)?.reference ?? "");
}

export async function playLostAnswer(demo: Demo): Promise<void> {
  demo.title("4. The connection breaks after the print service accepted the order");
  await demo.printService.post("faults", { endpoint: "create", effect: "reset" });
  const order = await demo.buy(readyMade(demo.goods)["japan"] ?? { lines: [] });
  const seen = await demo.waitForApp(order, "is found at the print service", isIn("submitted"));
  demo.say("printer", "accepted the order, but the connection broke before the response");
  const outcomes = last(seen)
    ?.attempts.map((a) => `attempt ${a.number}: ${a.outcome}`)
    .join(", ");
  demo.say("inkbridge", `${outcomes}; checked before sending again, and found ${last(seen)?.reference}`);
  await produceAndShip(demo, order, last(seen)?.reference ?? "");
}
