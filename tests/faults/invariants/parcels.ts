import { countUnits, verdictsOf } from "./verdict.ts";
import type { ShopifyOrderFacts, SubmissionRow } from "../facts/facts.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

export const parcelsFulfilledOnce: Invariant = {
  number: 8,
  statement:
    "Each parcel is on one fulfillment, with one e-mail at most, never more is fulfilled than ordered, nothing of another service, and all is counted.",
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
      checkEach(facts.shopifyOrders, (order) => undercountedLine(order, facts.submissions)),
      checkEach(verdictsOf(facts), ({ key, fulfilledTwice }) => (fulfilledTwice ? `${key} is fulfilled twice` : null)),
      ...verdictsOf(facts).map(({ key, fulfilledWrongly }) => ({
        count: 1,
        violations: fulfilledWrongly.map((what) => `${key}: ${what}`),
      })),
    );
  },
};

/** The first message that names a number reports that parcel; a message without any new number reports none, twice. */
function duplicateEmails(order: ShopifyOrderFacts | undefined, number: string): string | null {
  const about = (order?.mails ?? []).filter((mail) => mail.numbers.at(-1) === number);
  return about.length > 1 ? `${about.length} e-mails about ${number} (${order?.key})` : null;
}

function overfulfilledLine(order: ShopifyOrderFacts): string | null {
  const inFulfillments = unitsByLine(order.fulfillments.filter((one) => one.live).flatMap((one) => one.lines));
  for (const line of order.lines) {
    const fulfilled = inFulfillments.get(line.gid) ?? 0;
    if (fulfilled > line.maxWanted)
      return `${order.key}: ${fulfilled} of ${line.gid} fulfilled, ${line.maxWanted} ordered`;
  }
  return null;
}

/** What the app fulfilled and does not count, the next parcel would fulfill again. */
function undercountedLine(order: ShopifyOrderFacts, submissions: readonly SubmissionRow[]): string | null {
  const own = submissions.filter((row) => row.shop === order.shop && row.orderGid === order.gid);
  // Nothing is left of a shop that was erased.
  if (own.length === 0) return null;
  const counted = unitsByLine(own.flatMap((row) => row.lines.map((line) => ({ ...line, quantity: line.fulfilled }))));
  const byApp = unitsByLine(order.fulfillments.filter((one) => one.byApp).flatMap((one) => one.lines));
  const missed = [...byApp].find(([line, units]) => units > (counted.get(line) ?? 0));
  return missed ? `${order.key}: ${missed[1]} of ${missed[0]} fulfilled, ${counted.get(missed[0]) ?? 0} counted` : null;
}

const unitsByLine = (rows: readonly { lineGid: string; quantity: number }[]) =>
  countUnits(rows, ({ lineGid }) => lineGid);

/** Not sent: nothing of it is under way, and a person may still decide. */
const UNSENT: readonly string[] = ["waiting", "ready", "rejected", "cancelled"];

export const shownOnceInShopify: Invariant = {
  number: 18,
  statement: "An order in Shopify has one tag of the app at most, and a hold for a person only before it is sent.",
  check: (facts) =>
    checkEach(facts.shopifyOrders, ({ key, shop, gid, printTags, heldForPerson, ...order }) => {
      // The app can take nothing back there, or could not for a while.
      if (order.uninstalledForGood || order.createdBeforeReinstall) return null;
      if (printTags.length > 1) return `${key} has the tags ${printTags.join(", ")}`;
      const sent = facts.submissions.find(
        (row) => row.shop === shop && row.orderGid === gid && !row.replaced && !UNSENT.includes(row.state),
      );
      return heldForPerson && sent ? `${key} is held in Shopify although ${sent.reference} is ${sent.state}` : null;
    }),
};
