import { expect, it } from "vitest";
import { newId } from "../../../../tests/support/ids.ts";
import type { OrderId } from "../../../ports/ids.ts";
import { INITIAL, withAnswer } from "./use-save-proposals.ts";

it("counts an order once that the mappings of several requests make due", () => {
  const [one, other] = [newId(), newId()];
  const saved = (rescheduledOrders: OrderId[]) => ({ outcome: "saved" as const, outcomes: [], rescheduledOrders });
  const after = [[one], [one, other], []].reduce((state, orders) => withAnswer(state, 40, saved(orders)), INITIAL);
  expect([after.done, after.rescheduledOrders.size]).toEqual([120, 2]);
});
