import { verdictsOf } from "./verdict.ts";
import type { ShopifyOrderFacts } from "../facts/facts.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

export const parcelsFulfilledOnce: Invariant = {
  number: 8,
  statement: "Each parcel is on one fulfillment, with one e-mail at most, and never more is fulfilled than ordered.",
  check(facts) {
    const numbers = facts.providerOrders.flatMap((one) => one.numbers.map((number) => ({ number, key: one.orderKey })));
    const orders = new Map(facts.shopifyOrders.map((order) => [order.key, order]));
    return combine(
      checkEach(numbers, ({ number, key }) => {
        const places = facts.shopifyOrders.flatMap((order) =>
          order.fulfillments
            .filter((one) => one.live && one.numbers.includes(number))
            .map((one) => ({ key: order.key, location: one.location })),
        );
        const misplaced = places.find((place) => place.key !== key);
        if (misplaced) return `${number} of ${key} stands at ${misplaced.key}`;
        const locations = new Set(places.map((place) => place.location));
        return places.length > locations.size ? `${number} stands on ${places.length} fulfillments of ${key}` : null;
      }),
      checkEach(numbers, ({ number, key }) => duplicateEmails(orders.get(key ?? ""), number)),
      checkEach(facts.shopifyOrders, overfulfilledLine),
      checkEach(verdictsOf(facts), ({ key, fulfilledTwice }) => (fulfilledTwice ? `${key} is fulfilled twice` : null)),
    );
  },
};

/** The first message that names a number tells of that parcel; a message without any new number tells of none, twice. */
function duplicateEmails(order: ShopifyOrderFacts | undefined, number: string): string | null {
  const about = (order?.mails ?? []).filter((mail) => mail.numbers.at(-1) === number);
  return about.length > 1 ? `${about.length} e-mails about ${number} (${order?.key})` : null;
}

function overfulfilledLine(order: ShopifyOrderFacts): string | null {
  for (const line of order.lines) {
    const fulfilled = order.fulfillments
      .filter((one) => one.live)
      .flatMap((one) => one.lines.filter((row) => row.lineGid === line.gid))
      .reduce((sum, row) => sum + row.quantity, 0);
    if (fulfilled > line.maxWanted)
      return `${order.key}: ${fulfilled} of ${line.gid} fulfilled, ${line.maxWanted} ordered`;
  }
  return null;
}
