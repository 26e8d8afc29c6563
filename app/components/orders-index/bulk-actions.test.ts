import { expect, it } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { offeredActions, bulkMessage } from "./bulk-actions.tsx";

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

const request = (asks: OrderSummary["requests"][number]["asks"], reference: string, serviceOrderId: string | null) => ({
  name: `#${reference}`,
  requests: [{ asks, reference, serviceOrderId }],
});

it("asks the print service once about all selected orders, by their references", () => {
  const message = bulkMessage(
    [request("ship_date", "r1", "900"), request("stop", "r2", null), request("ship_date", "r3", null)],
    "Fox Prints",
  );
  expect(message?.text).toBe(
    [
      "Hello,",
      "Please stop these orders. They were canceled and must not be printed or shipped.\n- r2",
      "Please tell us when these orders ship. We haven't received tracking numbers.\n- r1 (Your order number: 900)\n- r3",
      "Please confirm by reply.",
      "Thank you,\nFox Prints",
    ].join("\n\n"),
  );
  expect(message).toMatchObject({ references: ["r2", "r1", "r3"], left: [] });
});

it("names the orders whose address or items need a message of their own", () => {
  const [address, stop] = [request("change_address", "r1", null), request("stop", "r2", null)];
  expect(bulkMessage([address, stop], "Fox Prints")?.left).toEqual(["#r1"]);
  expect(bulkMessage([address], "Fox Prints")).toBeNull();
  expect(bulkMessage([{ name: "#1", requests: [] }], "Fox Prints")).toBeNull();
});
