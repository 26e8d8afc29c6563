import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importProblemMessage } from "../../components/products/import-copy.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import { product, variant } from "../world.testing.ts";
import { ARTWORK_SIDES } from "../../ports/sides.ts";
import { readHeader, parseSides, sidesText } from "../columns.ts";
import { type Cells, planRow, readVariantId, type KnownVariant } from "./plan-row.ts";

const FRONT = "https://art.example/front.png";
const stored: StoredMapping = {
  itemSku: "TEE-BLACK-M",
  artworkFront: FRONT,
  artworkBack: "",
  mockup: "",
  artworkSides: {},
  note: "Fold\ntwice",
  requiredSides: ["front"],
};
const savedAt = new Date("2026-11-20T10:00:00Z");
const mapped: KnownVariant = { productGid: product(1), mapping: { ...stored, updatedAt: savedAt } };
const unmapped: KnownVariant = { productGid: product(1), mapping: null };
const cells: Cells = { ...stored, requiredSides: "Front" };
const plan = (more: Cells, known: KnownVariant | null = mapped) =>
  planRow({ ...cells, ...more }, variant(1), known ?? undefined);

describe("a row", () => {
  it.each(["10:00 AM", "10:00:00", "17:30"])("whose variant ID became the time %s says so", (text) => {
    expect(readVariantId(text)).toMatchObject({ problem: { kind: "converted", as: "time", text } });
  });

  it("that says what is stored changes nothing, however the spreadsheet writes line breaks", () => {
    expect(plan({})).toEqual({ effect: "unchanged" });
    expect(plan({ note: "Fold\r\ntwice", requiredSides: "front" })).toEqual({ effect: "unchanged" });
    expect(plan({ requiredSides: "" })).toEqual({ effect: "unchanged" });
  });

  it("that lost the first apostrophe of its text to a spreadsheet changes nothing", () => {
    const quoted = { ...stored, note: "'Happy Birthday' in gold" };
    const known = { ...mapped, mapping: { ...quoted, updatedAt: savedAt } };
    expect(plan({ note: "Happy Birthday' in gold" }, known)).toEqual({ effect: "unchanged" });
    expect(plan({ note: "Happy Birthday in gold" }, known)).toMatchObject({ effect: "saved" });
  });

  it("creates a mapping, or changes one; a column that the file lacks stays as it is", () => {
    expect(planRow({ itemSku: " MUG-11OZ " }, variant(1), unmapped)).toMatchObject({
      effect: "saved",
      storedAt: null,
      input: { productGid: product(1), itemSku: "MUG-11OZ", artworkFront: "", requiredSides: ["front"] },
    });
    expect(planRow({ itemSku: "MUG-11OZ" }, variant(1), mapped)).toMatchObject({
      effect: "saved",
      storedAt: savedAt,
      input: { ...stored, itemSku: "MUG-11OZ" },
    });
    expect(plan({ artworkFront: "", requiredSides: "None" })).toMatchObject({
      input: { artworkFront: "", requiredSides: [] },
    });
  });

  it("that staff left blank is no error", () => {
    expect(planRow({ itemSku: "", artworkFront: " ", requiredSides: "" }, variant(1), unmapped)).toEqual({
      effect: "blank",
    });
  });

  it.each<[string, Cells, KnownVariant | null, string[]]>([
    [
      "of a variant of nobody",
      {},
      null,
      ["variantId: Your store has no variant with this ID. Copy the ID from a new export."],
    ],
    [
      "that would remove a mapping",
      { itemSku: "" },
      mapped,
      ["itemSku: This variant is mapped, and an import doesn't remove mappings. Enter a print SKU, or delete the row."],
    ],
    ["with artwork alone", { itemSku: "" }, unmapped, ["itemSku: Enter a print SKU"]],
    [
      "with several problems",
      { artworkFront: "front.png", artworkBack: "http://10.0.0.1/", note: "x".repeat(1001), requiredSides: "leg" },
      mapped,
      [
        "artworkFront: Enter a full link, such as https://example.com/front.png",
        "artworkBack: This link is on a private network. Use a public link.",
        "note: Enter up to 1000 characters",
        "requiredSides: Enter the sides, such as Front and back, or None.",
      ],
    ],
  ])("%s has each problem named", (_, more, known, messages) => {
    const planned = plan(more, known);
    if (planned.effect !== "wrong") throw new Error(planned.effect);
    expect(
      planned.problems.map(({ column, problem }) => `${column}: ${importProblemMessage(column, problem)}`),
    ).toEqual(messages);
  });
});

describe("the variant's id", () => {
  it("is Shopify's, or its number", () => {
    expect(readVariantId(" gid://shopify/ProductVariant/501299876543210 ")).toBe(variant(501299876543210));
    expect(readVariantId("501299876543210")).toBe(variant(501299876543210));
  });

  it.each([
    ["5.01E+13", "Your spreadsheet shortened a number: 5.01E+13. Copy the ID from a new export."],
    ["5,01E+13", "Your spreadsheet shortened a number: 5,01E+13. Copy the ID from a new export."],
    ["gid://shopify/Product/1", "This isn't a variant ID. Copy the ID from a new export."],
    ["", "This isn't a variant ID. Copy the ID from a new export."],
  ])("%s is none", (text, message) => {
    const read = readVariantId(text);
    if (typeof read === "string") throw new Error(read);
    expect(importProblemMessage(read.column, read.problem)).toBe(message);
  });
});

describe("the header", () => {
  it("is read in any order and letters; others are left alone", () => {
    const header = readHeader(["print sku", "Product", " VARIANT ID"]);
    expect(header).toEqual({
      ok: true,
      descriptionsAt: [1, -1, -1],
      at: new Map([
        ["variantId", 2],
        ["itemSku", 0],
      ]),
    });
  });

  it("may begin with a byte order mark and quotation marks that LibreOffice took for text", () => {
    expect(readHeader(['\uFEFF"Variant ID"', "Print SKU"])).toMatchObject({ ok: true });
  });

  it("needs the columns that say what is mapped to what, each once", () => {
    expect(readHeader(["Variant ID"])).toEqual({ ok: false, missing: ["itemSku"], twice: [] });
    expect(readHeader(["Variant ID", "Print SKU", "Mockup", "Mockup"])).toEqual({
      ok: false,
      missing: [],
      twice: ["mockup"],
    });
  });
});

it("sides come back from their text", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...ARTWORK_SIDES)), (sides) => {
      expect(parseSides(sidesText(sides))?.toSorted()).toEqual(sides.toSorted());
    }),
  );
  expect(parseSides("back, front")).toEqual(["front", "back"]);
  expect(parseSides("Front bottom right, left_upper_sleeves & hood")).toEqual([
    ...["hood", "left_upper_sleeves", "front_bottom_right"],
  ]);
  expect(parseSides("front and front")).toBeNull();
  expect(parseSides("leg")).toBeNull();
  expect(parseSides("constructor")).toBeNull();
});
