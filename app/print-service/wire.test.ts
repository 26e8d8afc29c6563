import { describe, expect, it } from "vitest";
import { printOrder } from "./print-service.testing.ts";
import { completeOrder, orderBody } from "./wire.ts";

describe("order body", () => {
  it.each(["shipping_province", "shipping_povince"] as const)("takes %s and sends both spellings", (spelling) => {
    const { shipping_province: _, shipping_povince: __, ...rest } = orderBody(printOrder());
    const body = completeOrder({ ...rest, [spelling]: "Tasmania" });
    expect(body).toMatchObject({ shipping_province: "Tasmania", shipping_povince: "Tasmania" });
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
