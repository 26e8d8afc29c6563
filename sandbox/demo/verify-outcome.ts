import type { Demo } from "./demo.ts";

/** The account at the end, from both sides: each order as often at the print service as it should be, fulfilled, one e-mail. */
export async function verifyOutcome(demo: Demo): Promise<boolean> {
  demo.title("The account");
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
    const replaced = stopped > 0 ? ` to be printed, ${stopped} stopped there and replaced` : "";
    demo.say(
      "",
      `${isCorrect ? "✔" : "✘"} ${order.name}: ${providerOrders.length - stopped} order at the print service${replaced}, ${shop.fulfillments.length} fulfillment, tracking ${numbers.join(", ")}, ${emails} e-mail to the buyer`,
    );
  }
  demo.say(
    "",
    allCorrect ? "Every order fulfilled with tracking, none printed twice." : "Something is not as it should be.",
  );
  return allCorrect;
}
