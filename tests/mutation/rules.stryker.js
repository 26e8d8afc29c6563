import { base } from "./base.js";

/** Pure rules: which state follows which, what proves absence, when the next lookup is due. */
export default {
  ...base("rules", 80),
  mutate: [
    "app/orders/core/transitions.ts",
    "app/orders/submit/lookup/absence-proof.ts",
    "app/orders/submit/lookup/next-lookup.ts",
  ],
};
