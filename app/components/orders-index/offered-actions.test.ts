import { expect, it } from "vitest";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { offeredActions } from "./offered-actions.ts";

const order = (parts: Partial<OrderSummary>) =>
  ({ state: null, reasons: [], ignoredReason: null, ...parts }) as unknown as OrderSummary;
const labels = (...orders: Partial<OrderSummary>[]) => offeredActions(orders.map(order)).map(({ label }) => label);

it("offers what fits the selected orders", () => {
  expect(labels({ state: "waiting", reasons: ["awaiting_approval"] })).toEqual([
    "Approve and send",
    "Put on hold",
    "Send now",
  ]);
  expect(labels({ ignoredReason: "before_go_live" })).toEqual(["Send anyway"]);
  expect(labels({ state: "submitted", reasons: ["cancelled_after_sent"] })).toEqual(["Mark as resolved"]);
  expect(labels({ state: "fulfilled" })).toEqual([]);
});

it("offers to send rejected orders again, in words that don't speak of the edit window", () => {
  expect(offeredActions([order({ state: "rejected", reasons: ["rejected"] })])).toEqual([
    { action: "send_now", label: "Send again", dialog: "send_again" },
  ]);
  expect(labels({ state: "rejected" }, { state: "waiting" })).toEqual(["Put on hold", "Send now"]);
});

it("offers each of them where one of the selected orders needs it", () => {
  expect(labels({ state: "fulfilled" }, { ignoredReason: "before_go_live" }, { state: "ready" })).toEqual([
    "Send anyway",
    "Put on hold",
    "Send now",
  ]);
});
