import { base } from "./base.js";

/** Writes to the database: a state, a claim, the outcome of a create call, a lookup. */
export default {
  ...base("writes", 90),
  mutate: [
    "app/orders/core/order-rows.ts",
    "app/orders/submit/claim.ts",
    "app/orders/submit/decide-accepted.ts",
    "app/orders/submit/record-answers.ts",
    "app/orders/submit/lookup/reconcile-uncertain.ts",
  ],
};
