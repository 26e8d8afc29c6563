import { expect, it } from "vitest";
import { paymentKindOf } from "./snapshot-parts.ts";

it.each([
  [["Cash on Delivery (COD)"], null, "cash_on_delivery"],
  [["cash_on_delivery"], undefined, "cash_on_delivery"],
  [["Nachnahme"], null, "cash_on_delivery"],
  [["shopify_payments"], null, null],
  [["Bank Deposit"], null, null],
  [["Codex Payments"], null, null],
  [[], "net", "net_terms"],
  [[], "NET", "net_terms"],
  [["Cash on Delivery (COD)"], "fixed", "net_terms"],
  [[], "receipt", "pay_later"],
  [[], "FULFILLMENT", "pay_later"],
  [[], "something new", null],
] as const)("%j with terms %s: %s", (gateways, terms, kind) => expect(paymentKindOf(gateways, terms)).toBe(kind));
