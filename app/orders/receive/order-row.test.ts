import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { address, line as orderLine, snapshot } from "../../../tests/support/order-fixtures.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { decryptCustomer, decryptSummary } from "../core/customer-summary.ts";
import { ruleOrder } from "../compose/rules.ts";
import { customerColumns, paidForItems, paidForPrintable } from "./order-row.ts";
import { gidOf, type Gid } from "../../ports/gid.ts";

const ctx = { encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };
const stored = {
  id: newId(),
  shopId: newId(),
  customerEncrypted: null,
  searchHashes: [],
  destinationCountry: null,
  tags: [],
  redactedAt: null,
};
type Stored = Parameters<typeof customerColumns>[1];

const columns = (order: Stored, over: Partial<OrderSnapshot> = {}) => customerColumns(ctx, order, snapshot(over), null);
const customerIn = ({ customerEncrypted = null }: ReturnType<typeof columns>) =>
  decryptCustomer(ctx, { id: stored.id, customerEncrypted });

describe("the customer of an order in lists", () => {
  it.each<[string, Partial<OrderSnapshot>, object | null]>([
    ["is whom the order goes to", {}, { name: "Ada Example", city: "Springfield", countryCode: "US" }],
    [
      "is who pays where nothing is shipped",
      { shippingAddress: null, billingAddress: address({ name: "Bo Payer" }) },
      { name: "Bo Payer", city: "", country: "", countryCode: "" },
    ],
    [
      "is the company where nobody is named",
      { shippingAddress: address({ name: null, firstName: null, lastName: null, company: "Sample Ltd" }) },
      { name: "Sample Ltd" },
    ],
    ["is nobody where Shopify shows nobody", { shippingAddress: null, billingAddress: null }, { name: "", city: "" }],
  ])("%s", (_name, over, expected) => {
    expect(customerIn(columns(stored, over))).toMatchObject(expected ?? {});
  });

  it("is stored encrypted", () => {
    const { customerEncrypted } = columns(stored);
    expect(Buffer.from(customerEncrypted ?? []).toString("latin1")).not.toContain("Example");
  });

  it("keeps what rules read of it, which a webhook does not take away, and nothing of it in lists", () => {
    const full = { tags: ["vip"], discountCodes: ["SALE"], customerOrders: 2, note: "Ring twice" };
    const known = { ...stored, ...columns(stored, full) };
    expect(known.tags).toEqual(["vip"]);
    const later = columns(known, { complete: false, tags: null, discountCodes: null, note: "Ring once" });
    expect(later).not.toHaveProperty("tags");
    const row = { id: stored.id, customerEncrypted: later.customerEncrypted ?? null };
    expect(decryptSummary(ctx, row)?.rules).toMatchObject({ ...full, note: "Ring once" });
    expect(JSON.stringify(decryptCustomer(ctx, row))).not.toContain("Ring");
  });

  it("is not written again where the columns hold the same, and only what changed is", () => {
    const known = { ...stored, customerEncrypted: null, searchHashes: [], ...columns(stored) };
    expect(columns(known)).toEqual({});
    // The email finds the order, and is not shown in the list.
    expect(Object.keys(columns(known, { email: "other@shop.example" }))).toEqual(["searchHashes"]);
    expect(customerIn(columns(known, { shippingAddress: address({ city: "Shelbyville" }) }))).toMatchObject({
      city: "Shelbyville",
    });
  });

  it("has the country of the destination in a column of its own, where ISO knows it", () => {
    expect(columns(stored).destinationCountry).toBe("US");
    const to = (countryCode: string | null) => columns(stored, { shippingAddress: address({ countryCode }) });
    expect(to("be").destinationCountry).toBe("BE");
    for (const none of [null, "XK", "Belgium"]) expect(to(none).destinationCountry).toBe("");
  });

  it("stays erased, also when the order is read again", () => {
    expect(columns({ ...stored, redactedAt: new Date() })).toEqual({});
    expect(customerColumns(ctx, stored, snapshot(), "redacted")).toEqual({});
  });
});

const line = (name: string, quantity: number, unitPrice: string | null) => ({
  gid: gidOf("LineItem", name),
  quantity,
  unitPrice,
});
const isPrintable = (gid: Gid<"LineItem">) => gid !== gidOf("LineItem", "candle");

it("lines that are not printable do not count", () => {
  expect(paidForPrintable([line("shirt", 2, "25.00"), line("candle", 2, "9.00")], "USD", isPrintable)).toBe("50");
  expect(paidForPrintable([line("candle", 2, "9.00")], "USD", isPrintable)).toBe("0");
});

it.each([
  ["JPY", 30, "333.3333", "10000"],
  ["USD", 3, "8.3333", "25"],
  ["USD", 30, "3.3333", "100"],
  ["KWD", 1, "12.345", "12.345"],
  ["KWD", 7, "1.4286", "10"],
])(
  "a discount that does not divide evenly leaves no fraction of the smallest unit of %s",
  (currency, quantity, unitPrice, paid) => {
    const lines = [line("shirt", quantity, unitPrice)];
    expect(paidForPrintable(lines, currency, isPrintable)).toBe(paid);
    expect(paidForItems(lines, currency, lines)).toBe(paid);
    expect(ruleOrder(snapshot({ currency, lines: lines.map((one) => orderLine(one)) })).amount).toBe(paid);
  },
);

it("an unknown price makes the sum unknown, unless none of the line is left", () => {
  expect(paidForPrintable([line("shirt", 1, null)], "USD", isPrintable)).toBeNull();
  expect(paidForPrintable([line("shirt", 0, null), line("mug", 1, "14.00")], "USD", isPrintable)).toBe("14");
  expect(paidForPrintable([line("candle", 1, null), line("mug", 1, "14.00")], "USD", isPrintable)).toBe("14");
});

it("of the items of one print order, only their pieces count", () => {
  const lines = [line("shirt", 3, "25.00"), line("mug", 1, "14.00"), line("candle", 1, null)];
  const items = [
    { gid: gidOf("LineItem", "shirt"), quantity: 1 },
    { gid: gidOf("LineItem", "mug"), quantity: 1 },
  ];
  expect(paidForItems(lines, "USD", items)).toBe("39");
  expect(paidForItems(lines, "USD", [{ gid: gidOf("LineItem", "candle"), quantity: 1 }])).toBeNull();
});
