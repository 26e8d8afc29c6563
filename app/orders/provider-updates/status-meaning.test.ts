import { expect, test } from "vitest";
import { statusMeaning, unknownWord, type StatusMeaning } from "./status-meaning.ts";

/** The words of the print service's portal, of version 1 and of the clients of version 3, in each spelling that was seen. */
test.each<[StatusMeaning | "nothing to do", string[]]>([
  ["in_production", ["In production", "In Production", "in_production", "IN-PRODUCTION", "InProduction"]],
  ["address_problem", ["Not verify", "not_verify"]],
  ["awaiting_payment", ["Waiting Payment Confirm", "waiting_payment_confirm", "Unpaid", "unpaid"]],
  ["awaiting_file", ["Pending Design", "pending_design"]],
  ["on_hold", ["on_hold", "hold", "On Hold"]],
  ["cancel_requested", ["Request Cancel", "request_cancel"]],
  ["ended", ["Cancelled", "cancelled", "canceled", "failed", "error", "Full Refund", "full_refund"]],
  ["refund", ["Request Refund", "Request partially refund", "Partially Refund", "partially_refund"]],
  ["resend", ["Request Resend", "Resend", "resend"]],
  ["shipped", ["Shipped", "shipped", "SHIPPED", "delivered"]],
  // Neither is shipped, and none of them moves a state.
  [
    "nothing to do",
    ["shipping", "fulfilling", "producing", "processing", "pending", "waiting", "Cooling Off", "cooling_off"],
  ],
  ["nothing to do", ["Paid", "Partially Paid", "Whitelist"]],
])("%s: %j", (meaning, words) => {
  for (const word of words) {
    expect([word, statusMeaning(word)]).toEqual([word, meaning === "nothing to do" ? "unknown" : meaning]);
    expect([word, unknownWord(word)]).toEqual([word, undefined]);
  }
});

test.each([
  ["Rocketing", "Rocketing"],
  ["Out in_space", "Out in_space"],
  ["12 Elm Road", null],
  ["ada@buyer.test", null],
  ["Somebody who has a very long name", null],
  ["a word that is not short at all but made of letters", null],
])("an unknown word, %s, is shown to operators as %s", (word, shown) => {
  expect(statusMeaning(word)).toBe("unknown");
  expect(unknownWord(word)).toBe(shown);
});
