import { expect, it } from "vitest";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { bulkMessage } from "./bulk-message.ts";

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
