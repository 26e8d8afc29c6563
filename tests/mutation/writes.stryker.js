import { base } from "./base.js";

/** What is written to the database: a state, a claim, the outcome of a create call, a look-up. */
export default {
  ...base("writes", 90),
  mutate: [
    "app/orders/move.ts",
    "app/orders/submit/claim.ts",
    "app/orders/submit/record.ts",
    "app/orders/resolve/look-up.ts",
  ],
};
