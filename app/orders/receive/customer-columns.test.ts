import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { address, snapshot } from "../../../tests/support/order-fixtures.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { decryptCustomer } from "../core/customer-summary.ts";
import { customerColumns } from "./customer-columns.ts";

const ctx = { encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };
const stored = { id: newId(), shopId: newId(), customerEncrypted: null, searchHashes: [], redactedAt: null };
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

  it("is not written again where the columns hold the same, and only what changed is", () => {
    const known = { ...stored, customerEncrypted: null, searchHashes: [], ...columns(stored) };
    expect(columns(known)).toEqual({});
    // The email finds the order, and is not shown in the list.
    expect(Object.keys(columns(known, { email: "other@shop.example" }))).toEqual(["searchHashes"]);
    expect(customerIn(columns(known, { shippingAddress: address({ city: "Shelbyville" }) }))).toMatchObject({
      city: "Shelbyville",
    });
  });

  it("stays erased, also when the order is read again", () => {
    expect(columns({ ...stored, redactedAt: new Date() })).toEqual({});
    expect(customerColumns(ctx, stored, snapshot(), "redacted")).toEqual({});
  });
});
