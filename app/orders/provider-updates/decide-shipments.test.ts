import { expect, test } from "vitest";
import { decideShipments, type ShipmentInput } from "./shipments.ts";

const input = (over: Partial<ShipmentInput>): ShipmentInput => ({
  rule: "shipped",
  statuses: [],
  shipped: 0,
  reportsShipping: null,
  ...over,
});

test.each([
  ["no status yet", [null], "awaited"],
  ["in production", ["In production", "In production"], "awaited"],
  // Not shipped, by the service's own clients.
  ["a word that only sounds like it", ["Shipping", "Fulfilling"], "awaited"],
  ["a request to cancel", ["Request Cancel", "Cancelled"], "ended"],
] as const)("a package of items with %s waits", (_, statuses, others) => {
  expect(decideShipments(input({ statuses }))).toEqual({ ship: 0, others });
});

test("every package has shipped once no item is left, whatever was canceled", () => {
  expect(decideShipments(input({ statuses: ["Shipped", "DELIVERED"] })).ship).toBe(Infinity);
  expect(decideShipments(input({ statuses: ["Shipped", "Cancelled"] })).ship).toBe(Infinity);
});

test("so many packages have shipped as items have", () => {
  const statuses = ["Shipped", "In production", "In production"];
  expect(decideShipments(input({ statuses })).ship).toBe(1);
  expect(decideShipments(input({ statuses, shipped: 1 })).ship).toBe(0);
});

test("who wants all items shipped first waits for the last one", () => {
  expect(decideShipments(input({ rule: "all_shipped", statuses: ["Shipped", "In production"] })).ship).toBe(0);
  expect(decideShipments(input({ rule: "all_shipped", statuses: ["Shipped", "Delivered"] })).ship).toBe(Infinity);
});

test("nothing waits by the merchant's choice, or for a word that the print service never says", () => {
  expect(decideShipments(input({ statuses: ["In production"], rule: "tracking" })).ship).toBe(Infinity);
  expect(decideShipments(input({ statuses: ["In production"], reportsShipping: false })).ship).toBe(Infinity);
  expect(decideShipments(input({ statuses: ["In production"], reportsShipping: true })).ship).toBe(0);
  // Not even then is a customer told of what was canceled.
  expect(decideShipments(input({ statuses: ["Cancelled"], reportsShipping: false }))).toEqual({
    ship: 0,
    others: "ended",
  });
});
