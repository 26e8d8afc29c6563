import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWords, matchCatalog, relate } from "./catalog-match.ts";

const option = (name: string, value: string) => ({ name, value });
const shirt = (color: string, size: string) => ({
  itemSku: `CT17-${color}-${size}`.toUpperCase(),
  attributes: [option("Color", color), option("Size", size)],
});
const COLORS = ["Black", "White", "Heather Grey", "Navy", "Heather Red", "Red", "Light Pink", "Forest Green"];
const SIZES = ["XS", "S", "M", "L", "XL", "2XL", "3XL"];
const SHIRTS = COLORS.flatMap((color) => SIZES.map((size) => shirt(color, size)));
const variant = (color: string, size: string) => ({ options: [option("Color", color), option("Size", size)] });
const skusOf = (match: ReturnType<typeof matchCatalog>[number] | undefined) => {
  if (match?.kind === "sure") return match.choice.itemSku;
  return match?.kind === "doubtful" ? match.choices.map(({ itemSku }) => itemSku) : null;
};

describe("values", () => {
  it.each([
    ["XXL", "2XL"],
    ["2X-Large", "XXL"],
    ["2X", "2XL"],
    ["Extra Extra Large", "2XL"],
    ["Extra Large", "XL"],
    ["X-Large", "XL"],
    ["xl", "XL"],
    ["1XL", "XL"],
    ["XXXL", "3XL"],
    ["3 X-Large", "3XL"],
    ["Medium", "M"],
    ["Med.", "M"],
    ["Small", "S"],
    ["X-Small", "XS"],
    ["XX Small", "2XS"],
    ["One Size", "OS"],
    ["One size fits all", "OSFA"],
    ["L (Large)", "L"],
    ["Youth Medium", "YM"],
    ["5-6 Years", "5-6"],
    ["5/6Y", "5-6"],
    ["6-12 months", "6-12M"],
    ["2T", "2 T"],
    ["11oz", "11 OZ"],
    ["11 ounces", "11oz"],
    ["12x18 in", '12" × 18"'],
    ["12 × 18 inches", "12 x 18 in"],
    ["3,54 x 3,54", "3.54X3.54"],
    ["8½", "8.5"],
    ["Gray", "Grey"],
    ["Heather Grey", "Grey Heather"],
    ["heather gray", "Heather-Grey"],
    ["Dk. Heather", "Dark Heather"],
    ["Lt Pink", "light pink"],
    ["SkyBlue", "Sky Blue"],
    ["Off-White", "Offwhite"],
    ["Black & White", "black / white"],
    ["Crème Brûlée", "creme brulee"],
    ["Men's", "mens"],
    ["Galaxy S20+", "Galaxy S20 Plus"],
    ["6'", "6 feet"],
    ["Medium, Youth", "Youth M"],
    ["White/Heather Black", "white / Black Heather"],
  ])("%s is %s", (one, other) => expect(relate(one, other)).toBe("same"));

  it.each([
    ["Heather Red", "Red"],
    ["iPhone 14 Pro", "14 PRO"],
    ["14 Pro", "14 PRO MAX"],
    ["Fuschia", "Fuchsia"],
    ["Medium (38-40)", "M"],
    ["12 x 18", "12 x 18 in"],
    ["White/Black", "Black/White"],
    ["Navy/Dark Gray", "Dark Navy/Gray"],
    ["Red Orange", "Orange Red"],
    ["S/M", "M/S"],
    ["A4", "4A"],
    ["T2", "2T"],
    ["Black", "Vintage Black"],
    ["Youth L", "L"],
    ["L", "L/XL"],
    ["L", "Large Tall"],
    ["2T", "2"],
    ["5Y", "5"],
    ["10X", "10"],
    ["Galaxy S20+", "Galaxy S20"],
    ["6' x 9'", "6 x 9"],
  ])("%s may be %s", (one, other) => expect(relate(one, other)).toBe("near"));

  it.each([
    ["XL", "2XL"],
    ["S", "XS"],
    ["2XL", "2XS"],
    ["M", "6M"],
    ["2T", "3T"],
    ["12 x 18", "18 x 24"],
    ["12 x 18", "18 x 12"],
    ["11 OZ", "15 OZ"],
    ["13", "14"],
    ["Black", "White"],
    ["00", "0"],
    ["XL", "XLT"],
    ["Youth L", "Adult L"],
    ["Navy", ""],
    ["✓", "✓"],
  ])("%s is not %s", (one, other) => expect(relate(one, other)).toBe("other"));

  it("relate the same in either direction, and each to itself", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(...COLORS, ...SIZES, "14 Pro", "12 x 18 in"));
    fc.assert(fc.property(text, text, (one, other) => void expect(relate(one, other)).toBe(relate(other, one))));
    fc.assert(fc.property(text, (one) => void expect(relate(one, one)).toBe(foldWords(one) === "" ? "other" : "same")));
  });
});

describe("variants", () => {
  it("with the same values as exactly one of the catalog's are sure, however these are written", () => {
    const spell: Record<string, string[]> = {
      "Heather Grey": ["Grey Heather", "heather gray", "HEATHER-GREY"],
      "2XL": ["XXL", "2X-Large", "xx-large"],
      M: ["Medium", "m"],
      XL: ["X-Large", "Extra Large"],
      "Light Pink": ["lt. pink", "Pink, light"],
    };
    const written = (value: string) => fc.constantFrom(value, value.toUpperCase(), ...(spell[value] ?? []));
    const each = fc
      .record({ color: fc.constantFrom(...COLORS), size: fc.constantFrom(...SIZES), swapped: fc.boolean() })
      .chain((one) => fc.record({ ...fields(one), color: written(one.color), size: written(one.size) }));
    const names = fc.constantFrom(["Color", "Size"], ["Colour", "Sizes"], ["COLOR", "size"]);
    fc.assert(
      fc.property(fc.array(each, { minLength: 1, maxLength: 20 }), names, fc.boolean(), (all, named, isSwapped) => {
        const [colorName = "", sizeName = ""] = named;
        const variants = all.map(({ color, size }) => {
          const options = [option(colorName, color), option(sizeName, size)];
          return { options: isSwapped ? options.toReversed() : options };
        });
        const choices = isSwapped ? SHIRTS.toReversed() : SHIRTS;
        expect(matchCatalog(variants, choices).map(skusOf)).toEqual(all.map(({ sku }) => sku));
      }),
    );
  });

  it("are never sure of a variant with another value", () => {
    const value = fc.oneof(fc.constantFrom(...COLORS, ...SIZES, "Grey", "Pink", "X"), fc.string());
    const options = fc.record({ color: value, size: value });
    fc.assert(
      fc.property(fc.array(options, { maxLength: 8 }), (all) => {
        const matches = matchCatalog(
          all.map(({ color, size }) => variant(color, size)),
          SHIRTS,
        );
        for (const [at, match] of matches.entries()) {
          if (match.kind !== "sure") continue;
          const [color, size] = match.choice.attributes;
          expect([
            relate(all[at]?.color ?? "", color?.value ?? ""),
            relate(all[at]?.size ?? "", size?.value ?? ""),
          ]).toEqual(["same", "same"]);
        }
      }),
    );
  });

  it("that are near, or that several fit, are asked, and those without any are open", () => {
    const [near, none] = matchCatalog([variant("Pink", "M"), variant("Purple", "M")], SHIRTS);
    expect(skusOf(near)).toEqual(["CT17-LIGHT PINK-M"]);
    expect(none).toEqual({ kind: "open" });
    const twice = [shirt("Black", "M"), { ...shirt("Black", "M"), itemSku: "CT17-EU" }];
    expect(skusOf(matchCatalog([variant("Black", "M")], twice)[0])).toEqual(["CT17-BLACK-M", "CT17-EU"]);
    const onlySize = matchCatalog([{ options: [option("Size", "M")] }], SHIRTS)[0];
    expect(skusOf(onlySize)).toEqual(COLORS.map((color) => `CT17-${color}-M`.toUpperCase()));
  });

  it("with a further option that differs are asked: it may stand for another product", () => {
    const styled = (style: string) => ({ options: [...variant("Black", "M").options, option("Style", style)] });
    expect(matchCatalog([styled("Tee"), styled("Hoodie")], SHIRTS).map(skusOf)).toEqual([
      ["CT17-BLACK-M"],
      ["CT17-BLACK-M"],
    ]);
    expect(matchCatalog([styled("Tee")], SHIRTS).map(skusOf)).toEqual(["CT17-BLACK-M"]);
  });

  it("of which an attribute was not compared are asked: it may be another cut", () => {
    const cut = (fit: string, color: string) => ({
      itemSku: `${fit}-${color}`,
      attributes: [option("Fit", fit), option("Color", color)],
    });
    const pink = { options: [option("Color", "Pink")] };
    const choices = [cut("Men", "Black"), cut("Women", "Black"), cut("Women", "Pink")];
    expect(matchCatalog([pink], choices).map(skusOf)).toEqual([["Women-Pink"]]);
    expect(matchCatalog([pink], [cut("Women", "Black"), cut("Women", "Pink")]).map(skusOf)).toEqual(["Women-Pink"]);
    const ofMen = { options: [option("Color", "Pink"), option("Gender", "Men")] };
    expect(matchCatalog([ofMen], [cut("Women", "Black"), cut("Women", "Pink")]).map(skusOf)).toEqual([["Women-Pink"]]);
    const large = { options: [option("Dimensions", "20 x 20 in")] };
    const small = { itemSku: "TB05", attributes: [option("Size", "15 x 16 in")] };
    expect(matchCatalog([large], [small]).map(skusOf)).toEqual([["TB05"]]);
  });

  it("of which two options have the values of one attribute are asked", () => {
    const sizes = ["S", "M", "L"].map((size) => ({ itemSku: size, attributes: [option("Size", size)] }));
    const print = { options: [option("Print", "L"), option("Garment", "M")] };
    expect(matchCatalog([print], sizes)).toMatchObject([{ kind: "doubtful" }]);
    const named = { options: [option("Print", "L"), option("Size", "M")] };
    expect(matchCatalog([named], sizes).map(skusOf)).toEqual(["M"]);
  });

  it("of products with other names of options are matched each for themselves", () => {
    const poster = { options: [option("Format", "XXL"), option("Tint", "Grey Heather")] };
    expect(matchCatalog([poster, variant("Navy", "S")], SHIRTS).map(skusOf)).toEqual([
      "CT17-HEATHER GREY-2XL",
      "CT17-NAVY-S",
    ]);
  });

  it("with all values in one option are asked", () => {
    const matches = matchCatalog([{ options: [option("Style", "Black / M")] }], SHIRTS);
    expect(matches.map(skusOf)).toEqual([["CT17-BLACK-M"]]);
  });

  it("of a product with one variant fit one of the catalog with one variant", () => {
    const plain = { options: [option("Title", "Default Title")] };
    const tote = { itemSku: "TB05", attributes: [option("Size", "15 x 16 in")] };
    expect(matchCatalog([plain], [tote]).map(skusOf)).toEqual(["TB05"]);
    expect(matchCatalog([plain], [])).toEqual([{ kind: "open" }]);
    expect(matchCatalog([plain], SHIRTS)).toEqual([{ kind: "open" }]);
  });

  it("are matched without delay, 100 with 500", () => {
    const many = Array.from({ length: 500 }, (_, at) => shirt(`Shade number ${at % 50} of blue`, `${at % 10}XL-${at}`));
    const hundred = Array.from({ length: 100 }, (_, at) =>
      variant(`Shade number ${at % 50} of blues`, `${at % 10}XL-${at}`),
    );
    expect(matchCatalog(hundred, many)).toHaveLength(100);
  });
});

const fields = ({ color, size }: { color: string; size: string }) => ({
  sku: fc.constant(`CT17-${color}-${size}`.toUpperCase()),
});
