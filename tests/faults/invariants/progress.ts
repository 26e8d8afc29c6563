import { verdictsOf } from "./verdict.ts";
import type { SubmissionRow } from "../facts/facts.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

export const ordersReachAnEnd: Invariant = {
  number: 3,
  statement: "Every accepted order reaches an end or a hold that a person can see.",
  check(facts) {
    const unreadable = new Set(facts.unreadableIds);
    const left = new Set(facts.shopifyOrders.flatMap((order) => (order.uninstalledForGood ? order.shop : [])));
    return combine(
      { count: 1, violations: facts.unsettled.map((what) => `no rest: ${what}`) },
      {
        count: 1,
        violations: facts.unpaidInSilence.map((one) => `${one} was unpaid for days, and nobody was alerted`),
      },
      checkEach(verdictsOf(facts), ({ key, verdict, reason }) =>
        verdict === "lost" || verdict === "unexplained" ? `${key} is ${verdict}: ${reason}` : null,
      ),
      checkEach(facts.deliveries, ({ scope, deliveryId, state, awaitsAccess }) => {
        // Nobody can read its order, and no webhook reported that. It is handled if a token ever works again.
        if (state === "waiting" && awaitsAccess && left.has(scope)) return null;
        if (state === "waiting") return `delivery ${deliveryId} was never handled`;
        return state === "dead_letter" && !unreadable.has(deliveryId) ? `delivery ${deliveryId} was set aside` : null;
      }),
    );
  },
};

/** Only forward from here on; `fulfilled` is the end. */
const RANK: Readonly<Record<string, number>> = { submitted: 1, in_production: 2, shipped: 3, fulfilled: 4 };

export const statesMoveForward: Invariant = {
  number: 7,
  statement: "States move forward; a late or repeated event takes none back.",
  check(facts) {
    const canceled = new Set(
      facts.providerOrders.flatMap(({ reference, parts }) => (parts.some((part) => part.cancelled) ? [reference] : [])),
    );
    const moves = facts.submissions.flatMap((row) => row.moves.map((move) => ({ row, ...move })));
    return combine(
      checkEach(moves, ({ row, from, to }) =>
        (RANK[from] ?? 0) > (RANK[to] ?? 0) && !(to === "cancelled" && canceled.has(row.reference))
          ? `${row.reference} went from ${from} to ${to}`
          : null,
      ),
      checkEach(facts.submissions, (row) =>
        isConsistentHistory(row) ? null : `${row.reference}: its history is not one way`,
      ),
      checkEach(facts.submissions, ({ reference, state, parcels }) =>
        parcels.some(({ label }) => !label) && (RANK[state] ?? 0) < 3
          ? `${reference} is ${state} with a parcel on its way`
          : null,
      ),
    );
  },
};

/** In any order, the moves form one path from `waiting`, the first state, to the present one: each state is left as often as entered. */
function isConsistentHistory({ moves, state }: SubmissionRow): boolean {
  const balance = new Map<string, number>([["waiting", 1]]);
  const add = (at: string, by: number) => balance.set(at, (balance.get(at) ?? 0) + by);
  for (const { from, to } of moves) {
    add(from, -1);
    add(to, 1);
  }
  add(state, -1);
  return [...balance.values()].every((left) => left === 0);
}
