import { base } from "./base.js";

/** Rules that are pure: which state follows which, what proves absence, when to look next. */
export default {
  ...base("rules", 80),
  mutate: ["app/orders/transitions.ts", "app/orders/resolve/proof.ts", "app/orders/resolve/next-look.ts"],
};
