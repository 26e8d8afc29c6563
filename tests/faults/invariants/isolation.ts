import type { OrderRow, SubmissionRow } from "../facts/facts.ts";
import { both, each, type Invariant } from "./invariant.ts";

export const walls: Invariant = {
  number: 10,
  says: "No shop reads or moves another's data.",
  check(facts) {
    const homes = new Map(facts.bought.map((order) => [order.gid, order.shop]));
    const orders = new Map(facts.bought.map((order) => [order.key, order]));
    const accounts = new Map(facts.accounts.map(({ shop, account }) => [shop, account]));
    const strangers = facts.orders.filter((row) => (homes.get(row.gid) ?? row.shop) !== row.shop);
    return both(
      { ...each(strangers, (row) => heldForEver(row, facts.submissions)), count: facts.orders.length },
      each(facts.submissions, ({ shop, orderGid, attempts, reference }) =>
        (homes.get(orderGid) ?? shop) !== shop && attempts.length > 0
          ? `${reference} of ${homes.get(orderGid)} was sent by ${shop}`
          : null,
      ),
      each(facts.made, (made) => {
        const order = orders.get(made.for ?? "");
        if (!order) return `${made.reference} was made for no order of this run`;
        const account = accounts.get(order.shop);
        return made.account === account ? null : `${made.reference} of ${order.shop} was made on ${made.account}`;
      }),
    );
  },
};

/** A signed body under another shop's header makes an order there, with nothing of that shop's in it or held for ever (decision 9). */
const heldForEver = (row: OrderRow, submissions: readonly SubmissionRow[]): string | null => {
  const open = submissions.some(
    (one) => one.shop === row.shop && one.orderGid === row.gid && one.state !== "cancelled",
  );
  return !open || row.open.includes("order_not_found")
    ? null
    : `${row.gid} is kept under ${row.shop}, and not held there`;
};

export const erased: Invariant = {
  number: 13,
  says: "Nothing is left of a shop that Shopify had erased.",
  check: (facts) => each(facts.erased, ({ shop, left }) => (left > 0 ? `${left} rows of ${shop} are left` : null)),
};

export const leaks: Invariant = {
  number: 11,
  says: "No credential and no personal data in logs, errors or Redis.",
  check(facts) {
    const pairs = facts.texts.flatMap(({ where, text }) => facts.secrets.map((secret) => ({ where, text, ...secret })));
    return each(pairs, ({ where, text, what, word }) => {
      const at = text.indexOf(word);
      return at < 0 ? null : `${what} stands in ${where}: …${text.slice(Math.max(0, at - 80), at)}[here]…`;
    });
  },
};

export const bounded: Invariant = {
  number: 12,
  says: "Attempts, connections, memory and queue length are bounded.",
  check: (facts) =>
    each(facts.bounds, ({ what, measured, most }) =>
      measured > most ? `${what}: ${measured}, at most ${most}` : null,
    ),
};
