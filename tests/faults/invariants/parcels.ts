import { accountFor } from "./verdict.ts";
import type { Bought } from "../facts/facts.ts";
import { both, each, type Invariant } from "./invariant.ts";

export const parcels: Invariant = {
  number: 8,
  says: "Each parcel is on one fulfillment, with one e-mail at most, and never more is fulfilled than ordered.",
  check(facts) {
    const numbers = facts.made.flatMap((one) => one.numbers.map((number) => ({ number, key: one.for })));
    const orders = new Map(facts.bought.map((order) => [order.key, order]));
    return both(
      each(numbers, ({ number, key }) => {
        const places = facts.bought.flatMap((order) =>
          order.fulfilments
            .filter((one) => one.live && one.numbers.includes(number))
            .map((one) => ({ key: order.key, location: one.location })),
        );
        const stray = places.find((place) => place.key !== key);
        if (stray) return `${number} of ${key} stands at ${stray.key}`;
        const locations = new Set(places.map((place) => place.location));
        return places.length > locations.size ? `${number} stands on ${places.length} fulfillments of ${key}` : null;
      }),
      each(numbers, ({ number, key }) => tooManyMails(orders.get(key ?? ""), number)),
      each(facts.bought, tooMuchFulfilled),
      each(accountFor(facts), ({ key, fulfilledTwice }) => (fulfilledTwice ? `${key} is fulfilled twice` : null)),
    );
  },
};

/** The first message that names a number tells of that parcel; a message without any new number tells of none, twice. */
function tooManyMails(order: Bought | undefined, number: string): string | null {
  const about = (order?.mails ?? []).filter((mail) => mail.numbers.at(-1) === number);
  return about.length > 1 ? `${about.length} e-mails about ${number} (${order?.key})` : null;
}

function tooMuchFulfilled(order: Bought): string | null {
  for (const line of order.lines) {
    const fulfilled = order.fulfilments
      .filter((one) => one.live)
      .flatMap((one) => one.lines.filter((row) => row.lineGid === line.gid))
      .reduce((sum, row) => sum + row.quantity, 0);
    if (fulfilled > line.most) return `${order.key}: ${fulfilled} of ${line.gid} fulfilled, ${line.most} ordered`;
  }
  return null;
}
