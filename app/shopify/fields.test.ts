import { expect, expectTypeOf, test } from "vitest";
import { gidOf, type Gid } from "../ports/gid.ts";
import type {
  FulfillmentOrderReleaseHoldMutationVariables,
  OrderOfFulfillmentOrderQuery,
  ReadOrderLinesQuery,
  ReadOrderLinesQueryVariables,
} from "./admin.generated.ts";
import { readGid } from "./fields.ts";

test("answers and the variables of operations have the kind of their place", () => {
  type Line = NonNullable<ReadOrderLinesQuery["order"]>["lineItems"]["nodes"][number];
  type Found = NonNullable<OrderOfFulfillmentOrderQuery["fulfillmentOrder"]>;
  expectTypeOf<Line["id"]>().toEqualTypeOf<Gid<"LineItem">>();
  expectTypeOf<NonNullable<Line["product"]>["id"]>().toEqualTypeOf<Gid<"Product">>();
  expectTypeOf<Found["orderId"]>().toEqualTypeOf<Gid<"Order">>();
  expectTypeOf<ReadOrderLinesQueryVariables["id"]>().toEqualTypeOf<Gid<"Order">>();
  expectTypeOf<Gid<"FulfillmentHold">>().toExtend<FulfillmentOrderReleaseHoldMutationVariables["holdIds"]>();
  expectTypeOf<Gid<"FulfillmentOrder">>().not.toExtend<FulfillmentOrderReleaseHoldMutationVariables["holdIds"]>();
});

test("the first candidate that names one of the kind counts, as a global id or as a number", () => {
  expect(readGid("Order", null, gidOf("Product", "1"), "7", 8)).toBe(gidOf("Order", "7"));
  expect(readGid("Order", gidOf("Order", "9"), 8)).toBe(gidOf("Order", "9"));
  expect(readGid("Order", gidOf("Order", "9/1"), "x", 0, 1.5)).toBeNull();
});
