import type { Facts } from "../facts/facts.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

export const webhooksAreDurable: Invariant = {
  number: 1,
  statement: "Every delivery answered 2xx is durable.",
  check(facts) {
    const rows = new Set(facts.deliveries.map((row) => `${row.scope} ${row.deliveryId}`));
    const hooks = facts.webhooks.filter((hook) => hook.acknowledged);
    const events = facts.providerEvents.filter((event) => event.acknowledged);
    const accounts = [...new Set(events.map((event) => event.account))];
    return combine(
      checkEach(hooks, ({ shop, id, topic }) =>
        rows.has(`${shop} ${id}`) ? null : `${topic} ${id} of ${shop} is not there`,
      ),
      { count: events.length, violations: accounts.flatMap((account) => missingEvents(facts, account)) },
      checkEach(
        events.filter((event) => event.number !== null && known(facts, event.reference)),
        ({ reference, number }) =>
          parcelsOf(facts, reference).has(number ?? "") ? null : `tracking ${number} of ${reference} is not there`,
      ),
    );
  },
};

/** Events carry no id: there must be as many rows as answers of 2xx, or more, where an answer was lost. */
function missingEvents(facts: Facts, account: string): string[] {
  const sent = facts.providerEvents.filter((event) => event.acknowledged && event.account === account).length;
  const persisted = facts.deliveries.filter((row) => row.source === "print_service" && row.scope === account).length;
  return persisted < sent ? [`${sent} events of ${account} acknowledged, ${persisted} kept`] : [];
}

const known = (facts: Facts, reference: string) => facts.submissions.some((row) => row.reference === reference);
const parcelsOf = (facts: Facts, reference: string) =>
  new Set(facts.submissions.find((row) => row.reference === reference)?.parcels.map((parcel) => parcel.number));

export const forgeriesHaveNoEffect: Invariant = {
  number: 9,
  statement: "A bad signature changes nothing.",
  check(facts) {
    const persisted = new Set(facts.deliveries.map((row) => row.deliveryId));
    const numbers = new Set(facts.submissions.flatMap((row) => row.parcels.map((parcel) => parcel.number)));
    return checkEach(facts.forgedRequests, ({ what, marker, status }) => {
      // No answer at all, from a process that is dead, has changed nothing either; the marker tells.
      if (status !== null && status !== 401 && status !== 503) return `${what} was answered ${status}`;
      return persisted.has(marker) || numbers.has(marker) ? `${what} left ${marker}` : null;
    });
  },
};
