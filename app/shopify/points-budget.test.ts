import { expect, it } from "vitest";
import { systemIds } from "../composition/ids.server.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { PointsStore } from "../ports/points-store.ts";
import { asOneRead, createCarefulStore, createPointsBudget } from "./points-budget.ts";

const SHOP = "sale.myshopify.com";
const FULL = { currentlyAvailable: 2_000, maximumAvailable: 2_000, restoreRate: 100 };
const NO_WAIT = { page: 0, continue: 0, fulfillment: 0, send: 0, receive: 0, sweep: 0, catalog: 0, flow: 0, status: 0 };

const budgetOf = (store: PointsStore) => createPointsBudget(store, systemIds, () => undefined, NO_WAIT);
const careful = () => createCarefulStore({ now: () => new Date("2026-11-29T12:00:00Z") });

/** A run that reads an order so many times, at 60 points each. */
const read = (budget: ReturnType<typeof budgetOf>, times: number) =>
  budget.run({ shop: SHOP, purpose: "send" }, async () => {
    for (let n = 0; n < times; n += 1) {
      const end = await budget.admit(SHOP, { name: "Order", kind: "query" }, {});
      end({ requestedQueryCost: 60, throttleStatus: FULL });
    }
    return "read";
  });

it("without Redis, a run whose calls cost more than it reserved goes on, and the shop's next run begins", async () => {
  const budget = budgetOf(careful());
  expect(await read(budget, 2)).toEqual({ begun: true, value: "read" });
  expect(await read(budget, 2)).toEqual({ begun: true, value: "read" });
});

it("a run whose second call finds no points leaves none reserved", async () => {
  const store = careful();
  const reserve: PointsStore["reserve"] = async (shop, reservation) =>
    reservation.addsTo === undefined ? store.reserve(shop, reservation) : 500;
  const budget = budgetOf({ ...store, reserve });
  await expect(read(budget, 2)).rejects.toThrow(UnavailableError);
  expect(await read(budget, 1)).toEqual({ begun: true, value: "read" });
});

it("a read of several calls ends once it has begun, where the allowance is just enough for its first one", async () => {
  const purposes: string[] = [];
  const reserve: PointsStore["reserve"] = (_, { purpose }) => {
    purposes.push(purpose);
    return Promise.resolve(purposes.length > 1 && purpose === "receive" ? 500 : 0);
  };
  const budget = budgetOf({ ...careful(), reserve });
  const readPages = async (pages: number) => {
    for (let n = 0; n < pages; n += 1) await budget.admit(SHOP, { name: "Order", kind: "query" }, {});
    return "read";
  };
  expect(await budget.withPurpose("receive", () => asOneRead(() => readPages(3)))).toBe("read");
  expect(purposes).toEqual(["receive", "continue", "continue"]);
});

it("a person's read keeps the person's share of the allowance", async () => {
  const purposes: string[] = [];
  const reserve: PointsStore["reserve"] = (_, { purpose }) => Promise.resolve(purposes.push(purpose) && 0);
  const budget = budgetOf({ ...careful(), reserve });
  await asOneRead(async () => {
    for (let n = 0; n < 2; n += 1) await budget.admit(SHOP, { name: "Order", kind: "query" }, {});
  });
  expect(purposes).toEqual(["page", "page"]);
});
