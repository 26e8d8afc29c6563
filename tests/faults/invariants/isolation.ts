import type { OrderRow, SubmissionRow } from "../facts/facts.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

export const shopsAreIsolated: Invariant = {
  number: 10,
  statement: "No shop reads or moves another's data.",
  check(facts) {
    const shopOfOrder = new Map(facts.shopifyOrders.map((order) => [order.gid, order.shop]));
    const orders = new Map(facts.shopifyOrders.map((order) => [order.key, order]));
    const accounts = new Map(facts.accounts.map(({ shop, account }) => [shop, account]));
    const foreignOrders = facts.orders.filter((row) => (shopOfOrder.get(row.gid) ?? row.shop) !== row.shop);
    return combine(
      { ...checkEach(foreignOrders, (row) => permanentlyHeld(row, facts.submissions)), count: facts.orders.length },
      checkEach(facts.submissions, ({ shop, orderGid, attempts, reference }) =>
        (shopOfOrder.get(orderGid) ?? shop) !== shop && attempts.length > 0
          ? `${reference} of ${shopOfOrder.get(orderGid)} was sent by ${shop}`
          : null,
      ),
      checkEach(facts.providerOrders, (made) => {
        const order = orders.get(made.orderKey ?? "");
        if (!order) return `${made.reference} was made for no order of this run`;
        const account = accounts.get(order.shop);
        return made.account === account ? null : `${made.reference} of ${order.shop} was made on ${made.account}`;
      }),
    );
  },
};

/** A signed body under another shop's header makes an order there, with nothing of that shop's in it or held for ever (decision 9). */
const permanentlyHeld = (row: OrderRow, submissions: readonly SubmissionRow[]): string | null => {
  const hasOpenSubmission = submissions.some(
    (one) => one.shop === row.shop && one.orderGid === row.gid && one.state !== "cancelled",
  );
  return !hasOpenSubmission || row.open.includes("order_not_found")
    ? null
    : `${row.gid} is kept under ${row.shop}, and not held there`;
};

export const erasedShopsAreGone: Invariant = {
  number: 13,
  statement: "Nothing is left of a shop that Shopify had erased.",
  check: (facts) => checkEach(facts.erased, ({ shop, left }) => (left > 0 ? `${left} rows of ${shop} are left` : null)),
};

export const noSecretsLeak: Invariant = {
  number: 11,
  statement: "No credential and no personal data in logs, errors or Redis.",
  check(facts) {
    const pairs = facts.texts.flatMap(({ where, text }) => facts.secrets.map((secret) => ({ where, text, ...secret })));
    return checkEach(pairs, ({ where, text, what, word }) => {
      const at = text.indexOf(word);
      return at < 0 ? null : `${what} stands in ${where}: …${text.slice(Math.max(0, at - 80), at)}[here]…`;
    });
  },
};

export const resourcesAreBounded: Invariant = {
  number: 12,
  statement: "Attempts, connections, memory and queue length are bounded.",
  check: (facts) =>
    checkEach(facts.bounds, ({ what, measured, limit }) =>
      measured > limit ? `${what}: ${measured}, at most ${limit}` : null,
    ),
};
