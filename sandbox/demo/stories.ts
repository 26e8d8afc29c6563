import { readyMade } from "../shopify/buyers.ts";
import type { ShownOrder } from "../show-order.ts";
import type { Played, Stage } from "./demo.ts";

const last = (order: ShownOrder) => order.submissions.at(-1);
const isIn = (state: string) => (order: ShownOrder) => last(order)?.state === state;

/** Waits until the print service has it; returns the submission's reference. */
async function sent(stage: Stage, order: Played): Promise<string> {
  const seen = await stage.app(order, "is at the print service", isIn("submitted"));
  const submission = last(seen);
  const items = submission?.items.map((i) => `${i.quantity} × ${i.itemSku}`).join(", ");
  stage.say("inkbridge", `sent ${items} to the print service as ${submission?.reference}`);
  return submission?.reference ?? "";
}

async function produceAndShip(stage: Stage, order: Played, reference: string): Promise<void> {
  await stage.printer(reference, "produce");
  await stage.app(order, "is in production", isIn("in_production"));
  stage.say("printer", `prints ${reference}; the status event arrived`);
  await stage.printer(reference, "ship");
  const seen = await stage.app(order, "is fulfilled", isIn("fulfilled"));
  stage.say(
    "printer",
    `ships it; the tracking event arrived: ${last(seen)
      ?.parcels.map((p) => p.trackingNumber)
      .join(", ")}`,
  );
  const shop = await stage.shop(order, "is fulfilled", (o) => o.fulfillments.length > 0);
  for (const f of shop.fulfillments) {
    const goods = f.lines
      .map((l) => `${l.quantity} × ${shop.lines.find((line) => line.id === l.lineId)?.title}`)
      .join(", ");
    stage.say("shopify", `fulfillment ${f.name}: ${goods}, tracking ${f.tracking.map((t) => t.number).join(", ")}`);
  }
}

export async function playPlain(stage: Stage): Promise<void> {
  stage.title("1. A plain order");
  const order = await stage.buy(readyMade(stage.goods)["plain"] ?? { lines: [] });
  await produceAndShip(stage, order, await sent(stage, order));
}

export async function playMixed(stage: Stage): Promise<void> {
  stage.title("2. A mixed order: the candles are somebody else's");
  const order = await stage.buy(readyMade(stage.goods)["mixed"] ?? { lines: [] });
  const reference = await sent(stage, order);
  const seen = await stage.app(order, "is known line by line", (o) => o.lines.length === 2);
  for (const line of seen.lines)
    stage.say(
      "inkbridge",
      `${line.quantity} × ${line.title}: ${line.fate === "ours" ? "ours" : "not ours"} (${line.reason})`,
    );
  await produceAndShip(stage, order, reference);
  const shop = await stage.shop(order, "is partly fulfilled", () => true);
  const left = shop.lines.filter((l) => l.unfulfilled > 0).map((l) => `${l.unfulfilled} × ${l.title}`);
  stage.say("shopify", `still to be fulfilled by others: ${left.join(", ")}`);
}

export async function playAddressProblem(stage: Stage): Promise<void> {
  stage.title("3. An address that cannot be verified");
  const order = await stage.buy(readyMade(stage.goods)["germany"] ?? { lines: [] });
  order.printed = 2;
  const first = await sent(stage, order);
  await stage.printer(first, "refuse-address", { message: "Street not found" });
  const asked = await stage.app(
    order,
    "asks for attention",
    (o) => last(o)?.attention.some((a) => a.code === "address_not_verified") === true,
  );
  stage.say("printer", `cannot verify the address of ${first}`);
  stage.say("inkbridge", asked.submissions[0]?.attention[0]?.says ?? "");
  const held = await stage.shop(order, "is on hold", (o) => o.fulfillmentOrders.some((f) => f.status === "ON_HOLD"));
  stage.say(
    "shopify",
    `fulfillment on hold: ${held.fulfillmentOrders.flatMap((f) => f.holds.map((h) => h.reason)).join(", ")}`,
  );
  await stage.edit(order, { shippingAddress: { address1: "Lindenufer 18" } });
  stage.say("merchant", "corrects the address in Shopify, and says that the first one will not be printed");
  await stage.act(order, "replace", asked.submissions[0]?.id ?? "");
  const replaced = await stage.app(order, "is replaced", (o) => o.submissions.length === 2 && isIn("submitted")(o));
  stage.say("inkbridge", `sent the replacement ${last(replaced)?.reference}`);
  await stage.shop(order, "is released", (o) => o.fulfillmentOrders.every((f) => f.holds.length === 0));
  stage.say("shopify", "hold released");
  await produceAndShip(stage, order, last(replaced)?.reference ?? "");
}

export async function playLostAnswer(stage: Stage): Promise<void> {
  stage.title("4. The answer to the create call is lost after the service made the order");
  await stage.press.post("faults", { endpoint: "create", effect: "reset" });
  const order = await stage.buy(readyMade(stage.goods)["japan"] ?? { lines: [] });
  const seen = await stage.app(order, "is found at the print service", isIn("submitted"));
  stage.say("printer", "made the order, but the connection broke before the answer");
  const outcomes = last(seen)
    ?.attempts.map((a) => `attempt ${a.number}: ${a.outcome}`)
    .join(", ");
  stage.say("inkbridge", `${outcomes}; looked it up instead of sending again, and found ${last(seen)?.reference}`);
  await produceAndShip(stage, order, last(seen)?.reference ?? "");
}
