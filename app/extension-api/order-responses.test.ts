import { expect, it } from "vitest";
import type { OrderPrice } from "../orders/pages/details/order-price.ts";
import { orderMoney } from "./order-responses.ts";

const MARGIN = {
  known: true,
  paid: "60",
  cost: "35",
  fees: "0",
  profit: "25",
  percent: "41.66",
  currency: "USD",
} as const;
const PRICE = { currency: "USD", total: "17.5", goods: "12.5", shipping: "5", tax: "1", discrepancies: [], lines: [] };

const money = (more: Partial<OrderPrice>) =>
  orderMoney({
    priced: { status: "priced", price: { ...PRICE, askedAt: "2026-11-21T12:00:00Z" } },
    margin: MARGIN,
    ...{ fasterShipping: false, fasterShippingCost: null, service: null },
    activeSubmissions: 2,
    orderCost: null,
    earned: null,
    now: "2026-11-21T12:00:00Z",
    ...more,
  });

it("shows the cost of all print orders beside the margin of all", () => {
  expect(money({ orderCost: "35" })).toEqual({
    cost: "$35.00 USD",
    costLabel: "Total of 2 print orders",
    margin: { amount: "$25.00 USD (41.66%)", loss: false },
    messages: [],
  });
});

it("says that the payment is shared where a price is missing, and nothing of that for a single print order", () => {
  const one = { cost: "$17.50 USD", costLabel: null };
  expect(money({})).toMatchObject({ ...one, messages: ["The customer paid once for all 2 print orders."] });
  expect(money({ activeSubmissions: 1 })).toMatchObject({ ...one, messages: [] });
});
