import { AppProvider } from "@shopify/polaris";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { BulkOutcome, bulkGroups } from "./bulk-actions.tsx";
import { BulkApprovalList } from "./bulk-dialogs.tsx";
import { BULK_CONFIRMATIONS, doneMessage, itemsToPrintLabel, noMatches, notPrintedLabel } from "./copy.ts";
import extension from "../../../extensions/orders-bulk/locales/en.default.json" with { type: "json" };
import type { OrderId } from "../../ports/ids.ts";
import { idOf } from "../../../tests/support/ids.ts";

test("the number of print items has its unit", () => {
  expect(itemsToPrintLabel({ printable: 1, all: 1 })).toBe("1 item");
  expect(itemsToPrintLabel({ printable: 2, all: 3 })).toBe("2 of 3 items");
  expect(itemsToPrintLabel({ printable: 0, all: 3 })).toBe("None");
});

test("an order that is not printed names the cause", () => {
  const labelOf = (row: Partial<OrderSummary>) =>
    notPrintedLabel({ ignoredReason: null, cancelled: false, units: { printable: 1, all: 1 }, ...row } as OrderSummary);
  expect(labelOf({ ignoredReason: "before_go_live", cancelled: true })).toBe("Before start date");
  expect(labelOf({ ignoredReason: "redacted" })).toBe("Skipped");
  expect(labelOf({ cancelled: true })).toBe("Canceled");
  expect(labelOf({ units: { printable: 0, all: 2 } })).toBe("Nothing to print");
  expect(labelOf({})).toBe("Nothing left to send");
});

test("approving and sending have the same consequence as in the extension of Shopify's list", () => {
  const { approve, send_now } = BULK_CONFIRMATIONS;
  expect(extension.message).toMatchObject({ approve: approve.message, send_now: send_now.message });
});

const result = (name: OrderId | null, rest: Partial<BulkResult> = {}): BulkResult => ({
  orderId: name ?? idOf("?"),
  name,
  skipReason: null,
  heldBy: null,
  ...rest,
});

test("only orders that nothing holds count as done", () => {
  const results = [
    result(idOf("#1")),
    result(idOf("#2"), { heldBy: "payment_pending" }),
    result(idOf("#3"), { skipReason: "already_sent" }),
  ];
  expect(doneMessage("approve", results, null)).toBe("1 order approved");
  expect(doneMessage("approve", results.slice(1), null)).toBeNull();
  // The check of the margin comes later, and may hold the order again.
  expect(doneMessage("approve", results, 30)).toBe("1 order approved, with the margin still to be checked");
  expect(doneMessage("hold", results, 30)).toBe("1 order put on hold");
});

test("the dialog of an approval names what it clears, and the orders that stay held", () => {
  const orders = [
    { name: "#1", reasons: ["risk_high", "awaiting_approval"] },
    { name: "#2", reasons: ["awaiting_approval", "personalization_review"] },
    { name: "#3", reasons: ["rejected"] },
  ] as unknown as OrderSummary[];
  const markup = (minimumMargin: number | null) =>
    renderToStaticMarkup(
      createElement(AppProvider, {
        i18n: {},
        children: createElement(BulkApprovalList, { orders, minimumMargin }),
      }),
    );
  expect(markup(null)).toMatch(
    /This clears:.*Needs approval \(2 orders\).*This stays.*High fraud risk: #1<.*Review personalization: #2</,
  );
  expect(markup(null)).not.toContain("minimum");
  expect(markup(30)).toContain("below your minimum of 30% is held again");
});

test("skipped orders are grouped by reason, and what needed nothing is no failure", () => {
  const results = [
    result(idOf("#1"), { skipReason: "already_sent" }),
    result(idOf("#2"), { heldBy: "payment_pending" }),
    result(idOf("#3"), { skipReason: "already_sent" }),
    result(idOf("#4")),
    result(null, { skipReason: "not_found" }),
  ];
  const changed = [result(idOf("#5"), { skipReason: "changed" })];
  expect(bulkGroups({ action: "approve", results: changed })).toMatchObject([{ names: ["#5"], unneeded: false }]);
  const sent = { reason: "Already sent to the print service", names: ["#1", "#3"], count: 2 };
  const held = { reason: "Still held: Not paid", names: ["#2"], count: 1, unneeded: false };
  const gone = { reason: "No longer in this store", names: [], count: 1, unneeded: false };
  expect(bulkGroups({ action: "approve", results })).toEqual([held, gone, { ...sent, unneeded: true }]);
  expect(bulkGroups({ action: "hold", results })).toEqual([{ ...sent, unneeded: false }, held, gone]);
});

test("an order that was as wanted is no failure, unless something still holds it", () => {
  const results = [
    result(idOf("#1"), { skipReason: "unchanged", heldBy: "payment_pending" }),
    result(idOf("#2"), { skipReason: "unchanged" }),
  ];
  const unneeded = { reason: "No changes needed", names: ["#2"], count: 1, unneeded: true };
  expect(bulkGroups({ action: "approve", results })).toEqual([
    { reason: "Still held: Not paid", names: ["#1"], count: 1, unneeded: false },
    unneeded,
  ]);
  expect(bulkGroups({ action: "hold", results: results.slice(1) })).toEqual([unneeded]);
  expect(doneMessage("hold", results.slice(1), null)).toBeNull();
});

test("the outcome says what was done, what failed and what needed nothing", () => {
  const outcome = (results: BulkResult[]) =>
    renderToStaticMarkup(
      createElement(AppProvider, {
        i18n: {},
        children: createElement(BulkOutcome, {
          response: { action: "send_now", results },
          minimumMargin: null,
          onDismiss() {},
        }),
      }),
    );
  const sent = [result(idOf("#1"), { skipReason: "already_sent" }), result(idOf("#3"), { skipReason: "already_sent" })];
  expect(outcome([...sent, result(idOf("#4"))])).toMatch(
    /2 orders didn.*t need this.*1 order on the way to the print service.*Already sent to the print service \(2 orders\)/,
  );
  expect(outcome([...sent, result(idOf("#2"), { heldBy: "payment_pending" })])).toMatch(
    /1 order couldn.*t be updated.*Still held: Not paid \(1 order\).*Already sent/,
  );
  expect(outcome([result(idOf("#4"))])).not.toContain("order");
});

test("a search that is too short for parts says so where nothing is found", () => {
  expect(noMatches("#12").hint).toBe("Enter at least 3 characters, or a whole order number.");
  for (const search of ["", "123", "#123"])
    expect(noMatches(search).hint).toBe("Try changing the filters or search term.");
});
