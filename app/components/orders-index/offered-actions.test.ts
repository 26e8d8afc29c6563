import { expect, it } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { offeredActions } from "./offered-actions.ts";

const order = (parts: Partial<OrderSummary>) =>
  ({ id: idOf("order"), state: null, reasons: [], ignoredReason: null, ...parts }) as unknown as OrderSummary;
const labels = (...orders: Partial<OrderSummary>[]) => offeredActions(orders.map(order)).map(({ label }) => label);

it("offers what fits the selected orders", () => {
  expect(labels({ state: "waiting", reasons: ["awaiting_approval"] })).toEqual([
    "Approve",
    "Put on hold",
    "Send now",
    "Don't print",
  ]);
  expect(labels({ ignoredReason: "before_go_live" })).toEqual(["Send anyway"]);
  expect(labels({ state: "submitted", reasons: ["cancelled_after_sent"] })).toEqual(["Mark as resolved"]);
  expect(labels({ state: "fulfilled" })).toEqual([]);
});

it("offers to send rejected orders again, in words that don't speak of the edit window", () => {
  expect(offeredActions([order({ state: "rejected", reasons: ["rejected"] })])).toEqual([
    { action: "send_now", label: "Send again", dialog: "send_again", orderIds: [idOf("order")] },
    { action: "exclude", label: "Don't print", dialog: "exclude", orderIds: [idOf("order")] },
  ]);
  expect(labels({ state: "rejected" }, { state: "waiting" })).toEqual(["Put on hold", "Send now", "Don't print"]);
});

it("runs an action on those of the selected orders that it concerns", () => {
  const orders = [
    order({ id: idOf("held"), state: "waiting", reasons: ["awaiting_approval"] }),
    order({ id: idOf("sent"), state: "submitted", reasons: ["items_differ"] }),
  ];
  expect(offeredActions(orders).map(({ action, orderIds }) => [action, orderIds])).toEqual([
    ["approve", [idOf("held")]],
    ["acknowledge", [idOf("sent")]],
    ["hold", [idOf("held")]],
    ["send_now", [idOf("held")]],
    ["exclude", [idOf("held")]],
  ]);
});

it("offers each of them where one of the selected orders needs it", () => {
  expect(labels({ state: "fulfilled" }, { ignoredReason: "before_go_live" }, { state: "ready" })).toEqual([
    "Send anyway",
    "Put on hold",
    "Send now",
    "Don't print",
  ]);
});
