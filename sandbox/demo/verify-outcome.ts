import type { Stage } from "./demo.ts";

/** The account at the end, from both sides: each order as often at the print service as it should be, fulfilled, one e-mail. */
export async function account(stage: Stage): Promise<boolean> {
  stage.title("The account");
  const press = await stage.atPress();
  const mails = await stage.mails();
  let fine = true;
  for (const order of stage.played) {
    const seen = await stage.app(order, "is known", () => true);
    const references = seen.submissions.map((s) => s.reference);
    const made = press.orders.filter((o) => references.includes(o.reference));
    const shop = await stage.shop(order, "is known", () => true);
    const numbers = shop.fulfillments.flatMap((f) => f.tracking.map((t) => t.number));
    const letters = mails.filter((m) => m.orderId === order.id).length;
    const once = references.every((reference) => made.filter((o) => o.reference === reference).length === 1);
    const good =
      once && made.length === order.printed && shop.fulfillments.length === 1 && numbers.length === 1 && letters === 1;
    fine &&= good;
    const stopped = seen.submissions.filter((s) => s.replaced).length;
    const replaced = stopped > 0 ? ` to be printed, ${stopped} stopped there and replaced` : "";
    stage.say(
      "",
      `${good ? "✔" : "✘"} ${order.name}: ${made.length - stopped} order at the print service${replaced}, ${shop.fulfillments.length} fulfillment, tracking ${numbers.join(", ")}, ${letters} e-mail to the buyer`,
    );
  }
  stage.say(
    "",
    fine ? "Every order fulfilled with tracking, none printed twice." : "Something is not as it should be.",
  );
  return fine;
}
