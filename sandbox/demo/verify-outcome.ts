import type { Demo } from "./demo.ts";

/** Checks both sides at the end: the expected print orders, one fulfillment and one email per order. */
export async function verifyOutcome(demo: Demo): Promise<boolean> {
  demo.title("Result");
  const printService = await demo.printServiceState();
  const mails = await demo.mails();
  let allCorrect = true;
  for (const order of demo.placedOrders) {
    const shown = await demo.waitForApp(order, "is known", () => true);
    const references = shown.submissions.map((s) => s.reference);
    const providerOrders = printService.orders.filter((o) => references.includes(o.reference));
    const shop = await demo.waitForShopify(order, "is known", () => true);
    const numbers = shop.fulfillments.flatMap((f) => f.tracking.map((t) => t.number));
    const emails = mails.filter((m) => m.orderId === order.id).length;
    const once = references.every((reference) => providerOrders.filter((o) => o.reference === reference).length === 1);
    const isCorrect =
      once &&
      providerOrders.length === order.expectedProviderOrders &&
      shop.fulfillments.length === 1 &&
      numbers.length === 1 &&
      emails === 1;
    allCorrect &&= isCorrect;
    const stopped = shown.submissions.filter((s) => s.replaced).length;
    const replaced = stopped > 0 ? ` (and ${stopped} stopped and replaced)` : "";
    demo.say(
      "",
      `${isCorrect ? "✔" : "✘"} ${order.name}: ${providerOrders.length - stopped} print order${replaced}, ${shop.fulfillments.length} fulfillment, tracking ${numbers.join(", ")}, ${emails} email to the customer`,
    );
  }
  demo.say("", allCorrect ? "Every order fulfilled with tracking, none printed twice." : "Some checks failed.");
  return allCorrect;
}
