import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeForm, type BasketForm } from "./basket-form.ts";
import { readForm } from "./read-form.ts";

const read = (query: string) => readForm(new URLSearchParams(query));

describe("the address of a basket", () => {
  it("is the basket to price", () => {
    expect(read("sku=A&qty=2&sku=B&qty=1&country=us&province=or").basket).toEqual({
      countryCode: "US",
      provinceCode: "OR",
      items: [
        { itemSku: "A", quantity: 2 },
        { itemSku: "B", quantity: 1 },
      ],
    });
  });

  it("needs no province", () => {
    expect(read("sku=A&qty=2&country=NZ").basket).toMatchObject({ countryCode: "NZ", provinceCode: "NZ" });
  });

  it("without a country fills the form and prices nothing", () => {
    const { form, basket, problems } = read("sku=A");
    expect(form).toEqual({ rows: [{ sku: "A", quantity: "1" }], country: "", province: "" });
    expect(basket).toBeNull();
    expect(problems).toEqual({
      rows: [{ sku: null, quantity: null }],
      tooMany: false,
      country: null,
      province: null,
    });
  });

  it("is an empty form with one row where it is empty", () => {
    expect(read("").form).toEqual({ rows: [{ sku: "", quantity: "1" }], country: "", province: "" });
  });

  it("returns the form that wrote it", () => {
    const trimmed = fc.string().map((text) => text.trim());
    const form: fc.Arbitrary<BasketForm> = fc.record({
      rows: fc.array(fc.record({ sku: trimmed, quantity: trimmed }), { minLength: 1, maxLength: 50 }),
      country: fc.constantFrom("", "US", "NZ"),
      province: trimmed,
    });
    fc.assert(
      fc.property(form, (one) => {
        expect(read(writeForm(one).toString()).form).toEqual(one);
      }),
    );
  });
});

describe("a problem is shown beside its field", () => {
  it.each(["0", "-1", "1.5", "1e2", "1000", "", "two"])("quantity %j", (quantity) => {
    const { problems, basket } = readForm(writeForm({ rows: [{ sku: "A", quantity }], country: "US", province: "" }));
    expect(problems.rows[0]?.quantity).toBe("Enter a whole number from 1 to 999");
    expect(basket).toBeNull();
  });

  it.each([
    ["", "Enter a print SKU"],
    ["x".repeat(256), "Enter up to 255 characters"],
    ["x".repeat(255), null],
  ])("SKU %j", (sku, problem) => {
    const { problems, basket } = readForm(writeForm({ rows: [{ sku, quantity: "1" }], country: "US", province: "" }));
    expect(problems.rows[0]?.sku).toBe(problem);
    expect(basket === null).toBe(problem !== null);
  });

  it.each(["", "XK", "Norway"])("country %j", (country) => {
    expect(read(`sku=A&qty=1&country=${country}`)).toMatchObject({
      problems: { country: "Select a country" },
      basket: null,
    });
  });

  it("a province code that is too long without its country prefix", () => {
    expect(read("sku=A&qty=1&country=US&province=Oregon").basket?.provinceCode).toBe("OR");
    expect(read("sku=A&qty=1&country=US&province=Oregano")).toMatchObject({
      problems: { province: "Enter up to 4 characters" },
      basket: null,
    });
    expect(read("sku=A&qty=1&country=JP&province=JP-13").basket?.provinceCode).toBe("13");
  });

  it("too many rows", () => {
    const { form, problems, basket } = read(`${"sku=A&qty=1&".repeat(51)}country=US`);
    expect(form.rows).toHaveLength(50);
    expect(problems.tooMany).toBe(true);
    expect(basket).toBeNull();
  });
});
