import { describe, expect, it } from "vitest";
import { printOrder } from "./print-service.testing.ts";
import { orderBody } from "./create.ts";

describe("order body", () => {
  it("has the province in both spellings", () => {
    expect(orderBody(printOrder({ province: "Tasmania" }))).toMatchObject({
      shipping_province: "Tasmania",
      shipping_povince: "Tasmania",
    });
  });

  it("refuses an order without province, naming the field", () => {
    expect(() => orderBody(printOrder({ province: "" }))).toThrow(
      expect.objectContaining({ providerMessage: "shipping_province is empty" }),
    );
  });

  it("sends a note only where there is one", () => {
    const [item] = printOrder().items;
    expect(orderBody(printOrder()).order_items[0]).not.toHaveProperty("variant_note");
    expect(orderBody(printOrder({ items: [{ ...item!, note: "gift" }] })).order_items[0]).toMatchObject({
      variant_note: "gift",
    });
  });
});
