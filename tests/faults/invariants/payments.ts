import { Decimal } from "decimal.js";
import type { Facts, ProviderOrderFacts, ServiceOrderFacts, ShopifyOrderFacts, SubmissionRow } from "../facts/facts.ts";
import { checkEach, combine, type Invariant } from "./invariant.ts";

/** What became of an order at the service, beside what was wanted of it. */
export interface Payment {
  reference: string;
  account: string;
  part: ServiceOrderFacts;
  /** Of the order in Shopify that it was made for; undefined: nobody's. */
  order: ShopifyOrderFacts | undefined;
  /** Somebody still wants what is in it: its order was not canceled in Shopify, nor all of its items removed there. */
  isWanted: boolean;
  /** An open reason for attention tells a person about the order. */
  isTold: boolean;
  /** Nothing is left of it that could be judged: erased, replaced, or of a merchant who has left. */
  isClosed: boolean;
}

/** Every order that the service made. */
export function paymentsOf(facts: Facts): Payment[] {
  const bought = new Map(facts.shopifyOrders.map((order) => [order.key, order]));
  const submissions = new Map(facts.submissions.map((row) => [row.reference, row]));
  const rows = new Map(facts.orders.map((row) => [`${row.shop} ${row.gid}`, row]));
  return facts.providerOrders.flatMap((made: ProviderOrderFacts) => {
    const order = bought.get(made.orderKey ?? "");
    const submission = submissions.get(made.reference);
    const row = order && rows.get(`${order.shop} ${order.gid}`);
    return made.parts.map((part) => ({
      reference: made.reference,
      account: made.account,
      part,
      order,
      isWanted: order !== undefined && isWanted(order, submission),
      isTold: (row?.open.length ?? 0) > 0,
      isClosed: !row || !submission || submission.replaced || row.redacted || order?.uninstalledForGood === true,
    }));
  });
}

const isWanted = (order: ShopifyOrderFacts, submission: SubmissionRow | undefined): boolean =>
  !order.cancelled &&
  order.lines.some(
    ({ gid, currentlyWanted }) => currentlyWanted > 0 && submission?.lines.some(({ lineGid }) => lineGid === gid),
  );

/** Charged, and not given back. */
const isPaidByApp = ({ part }: Payment): boolean => part.payments > 0 && !part.refunded;

/** Paid for by the app, neither canceled nor shipped, and nobody wants it. */
export const isPaidInVain = (payment: Payment): boolean =>
  isPaidByApp(payment) &&
  !payment.isClosed &&
  payment.order?.cancelled === true &&
  !payment.part.cancelled &&
  !payment.order.fulfillments.some(({ live, byApp }) => live && byApp);

export const isCanceledWrongly = ({ part, isWanted: wanted, isClosed }: Payment): boolean =>
  part.cancelled && wanted && !isClosed;

/** The orders of the service that a payment, or a cancellation, was claimed for. */
const claimedOrders = ({ providerWrites }: Facts, kind: "pay" | "cancel"): ReadonlySet<string> =>
  new Set(providerWrites.filter((row) => row.kind === kind).map(({ serviceOrderId }) => serviceOrderId));

export const paidOnce: Invariant = {
  number: 19,
  statement: "No order of the service is paid for twice, or without a committed claim.",
  check(facts) {
    const claimed = claimedOrders(facts, "pay");
    return checkEach(paymentsOf(facts), ({ reference, part, isClosed }) => {
      if (part.payments > 1) return `${reference} was paid for ${part.payments} times`;
      return part.payments > 0 && !isClosed && !claimed.has(part.id)
        ? `${reference} was paid for without a claim`
        : null;
    });
  },
};

export const canceledRightly: Invariant = {
  number: 20,
  statement: "Nothing that is still wanted is canceled at the service, and nothing without a committed claim.",
  check(facts) {
    const claimed = claimedOrders(facts, "cancel");
    return checkEach(paymentsOf(facts), (payment) => {
      const { reference, part, isClosed } = payment;
      if (isCanceledWrongly(payment)) return `${reference} was canceled, and is wanted`;
      return part.cancelled && !isClosed && !claimed.has(part.id) ? `${reference} was canceled without a claim` : null;
    });
  },
};

export const paidInVainIsTold: Invariant = {
  number: 21,
  statement: "What was paid for and was canceled in Shopify is canceled at the service, or somebody is told.",
  check: (facts) =>
    checkEach(paymentsOf(facts).filter(isPaidByApp), (payment) =>
      isPaidInVain(payment) && !payment.isTold ? `${payment.reference} is paid and unwanted, and nobody is told` : null,
    ),
};

export const dayLimitHolds: Invariant = {
  number: 22,
  statement: "What is paid automatically on one day stays within the shop's limit.",
  check(facts) {
    const parts = new Map(paymentsOf(facts).map(({ part }) => [part.id, part]));
    const automatic = facts.providerWrites.filter(({ kind, isAutomatic }) => kind === "pay" && isAutomatic);
    const limits = new Map(facts.paymentLimits.map(({ shop, perDay }) => [shop, perDay]));
    const days = Map.groupBy(automatic, ({ shop, day }) => `${shop} on ${day}`);
    return checkEach([...days], ([name, rows]) => {
      const ids = [...new Set(rows.map(({ serviceOrderId }) => serviceOrderId))];
      const sum = Decimal.sum(0, ...ids.map((id) => parts.get(id)?.charged ?? 0));
      const limit = limits.get(rows[0]?.shop ?? "") ?? 0;
      return sum.greaterThan(limit) ? `${name} paid ${sum.toFixed()}, at most ${limit} allowed` : null;
    });
  },
};

export const writesEnd: Invariant = {
  number: 23,
  statement: "No payment or cancellation stays open, and each wanted order is paid for, or somebody is told.",
  check(facts) {
    const left = new Set(facts.shopifyOrders.flatMap((order) => (order.uninstalledForGood ? [order.shop] : [])));
    return combine(
      checkEach(facts.providerWrites, ({ shop, kind, reference, isOpen }) =>
        isOpen && !left.has(shop) ? `${reference}: a ${kind} is open` : null,
      ),
      checkEach(facts.submissions, ({ shop, reference, openWrite }) =>
        openWrite !== null && !left.has(shop) ? `${reference}: a ${openWrite} is planned` : null,
      ),
      checkEach(paymentsOf(facts), ({ reference, part, isWanted: wanted, isTold, isClosed }) =>
        part.unpaid && wanted && !isTold && !isClosed && !part.cancelled
          ? `${reference} is unpaid, and nobody is told`
          : null,
      ),
    );
  },
};
