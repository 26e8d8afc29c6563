import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gidOf } from "../../ports/gid.ts";
import type { MetafieldArtwork, MetafieldOwner, ReadMetafieldArtwork } from "../../ports/artwork.ts";
import { COPIED_PARTS, proposeCopy } from "./copy-mappings.ts";
import { optionsOf } from "../options.ts";
import type { VariantToMap } from "./proposal.ts";
import { readMetafield, type MetafieldValues } from "./metafields.ts";
import { metafieldsOf, proposeByRule, tableKey, valueKey, type Rule } from "./rule.ts";
import { ruleSchema } from "./rule-schema.ts";
import { codeKey, templateProblem } from "./sku-template.ts";

const KEEP: Rule = { itemSku: { kind: "keep" }, artworkFront: { kind: "keep" }, artworkBack: { kind: "keep" } };
const COLORS = ["Black", "Heather Grey", "white"];
const SIZES = ["S", "M", "2XL"];

const product = gidOf("Product", "1");
const shirts = (shirt: (color: string, size: string) => Partial<VariantToMap> = () => ({})): VariantToMap[] =>
  COLORS.flatMap((color, row) =>
    SIZES.map((size, column) => ({
      gid: gidOf("ProductVariant", String(row * SIZES.length + column + 1)),
      productGid: product,
      sku: null,
      options: [
        { name: "Color", value: color },
        { name: "Size", value: size },
      ],
      mapping: null,
      ...shirt(color, size),
    })),
  );

const mapping = (itemSku: string) => ({
  itemSku,
  artworkFront: `https://files.example/${itemSku}.png`,
  artworkBack: "",
  mockup: "",
  artworkSides: {},
  note: "",
  requiredSides: ["front" as const],
});
const skusOf = (itemSku: Rule["itemSku"], variants = shirts()) =>
  proposeByRule({ ...KEEP, itemSku }, variants).map(({ values, misses }) => values.itemSku ?? misses.itemSku ?? null);

const template = { kind: "template", letters: "upper", spaces: "none", codes: {} } as const;

describe("a rule", () => {
  it("fills a template with the values of each variant", () => {
    const skus = skusOf({ ...template, template: "UNISEX_{color}_{ Size }", spaces: "underscore" });
    expect(skus).toEqual(
      COLORS.flatMap((color) => SIZES.map((size) => `UNISEX_${color.replace(" ", "_").toUpperCase()}_${size}`)),
    );
    const codes = { [codeKey("Color", "Heather Grey")]: "HGR" };
    expect(skusOf({ ...template, template: "{Color}-{Size}", codes })[3]).toBe("HGR-S");
    const [mug] = shirts();
    const plain = [{ ...(mug as VariantToMap), options: [{ name: "Size", value: "S" }] }];
    expect(skusOf({ ...template, template: "{Color}" }, plain)).toEqual([{ kind: "no_option", option: "Color" }]);
  });

  it.each([
    ["", { kind: "missing" }],
    ["TEE_{Color", { kind: "braces" }],
    ["TEE_{}", { kind: "braces" }],
    ["TEE_{Colour}", { kind: "unknown_option", option: "Colour" }],
    ["TEE_{COLOR}", null],
    ["TEE", null],
    ["T".repeat(501), { kind: "too_long", max: 500 }],
    ["{Color}".repeat(21), { kind: "too_many_names", max: 20 }],
    ["{Color}".repeat(20), null],
  ])("template %o: %o", (text, problem) => expect(templateProblem(text, optionsOf(shirts()))).toEqual(problem));

  it("is taken only with a template of a bounded length", () => {
    const read = (text: string) => ruleSchema.safeParse({ ...KEEP, itemSku: { ...template, template: text } }).success;
    expect([read("T".repeat(500)), read("T".repeat(501)), read("{Color}".repeat(21))]).toEqual([true, false, false]);
  });

  it("takes SKUs from a table, and leaves what the table does not have", () => {
    const key = tableKey(["Size"], shirts()[0] as VariantToMap) ?? "";
    expect(skusOf({ kind: "table", options: ["Size"], skus: { [key]: " TEE-S " } }).slice(0, 3)).toEqual([
      "TEE-S",
      null,
      null,
    ]);
  });

  it("takes the variant's own SKU", () => {
    const variants = shirts((color) => ({ sku: color === "Black" ? "OWN" : " " }));
    expect(skusOf({ kind: "shopify_sku" }, variants).slice(2, 4)).toEqual(["OWN", { kind: "no_shopify_sku" }]);
  });

  it("gives one artwork to all variants with the same value, whatever their other options are", () => {
    const links = fc.dictionary(fc.constantFrom(...COLORS.map(valueKey), valueKey("purple")), fc.webUrl());
    fc.assert(
      fc.property(links, (all) => {
        const rule: Rule = { ...KEEP, artworkBack: { kind: "option", option: "color", links: all } };
        for (const [at, { values, misses }] of proposeByRule(rule, shirts()).entries()) {
          const link = all[valueKey(COLORS[Math.floor(at / SIZES.length)] ?? "")]?.trim();
          expect({ values, misses }).toEqual({ values: link ? { artworkBack: link } : {}, misses: {} });
        }
      }),
    );
  });
});

it.each(["constructor", "__proto__", "toString"])("an option value may be named %s", (value) => {
  const [first] = shirts(() => ({ options: [{ name: "Color", value }] }));
  const linksOf = (links: Record<string, string>) => {
    const artworkFront = { kind: "option" as const, option: "Color", links };
    const rule = ruleSchema.parse(JSON.parse(JSON.stringify({ ...KEEP, artworkFront })));
    return proposeByRule(rule, [first as VariantToMap]);
  };
  expect(linksOf({})).toMatchObject([{ values: {}, misses: {} }]);
  const link = "https://files.example/x.png";
  expect(linksOf({ [valueKey(value)]: link })).toMatchObject([{ values: { artworkFront: link } }]);
});

describe("a metafield", () => {
  const [first, second, third, fourth] = shirts().map(({ gid }) => gid);
  const link = (name: string) => ({ link: `https://files.example/${name}.png` });
  const wrong = { problem: { kind: "no_link" as const } };

  it("is read of each variant, and of its product where the variant has none", async () => {
    const stored = new Map<MetafieldOwner, MetafieldArtwork>([
      [first as MetafieldOwner, link("own")],
      [second as MetafieldOwner, wrong],
      [product, link("product")],
    ]);
    const asked: MetafieldOwner[][] = [];
    const read: ReadMetafieldArtwork = (_shop, _name, owners) => {
      asked.push([...owners]);
      return Promise.resolve(new Map([...stored].filter(([owner]) => owners.includes(owner))));
    };
    const variants = shirts()
      .slice(0, 3)
      .map(({ gid, productGid }) => ({ variantGid: gid, productGid }));
    const values = await readMetafield(read, "moon.example", "print.front", variants);
    expect(values).toEqual({ [first ?? ""]: link("own"), [second ?? ""]: wrong, [third ?? ""]: link("product") });
    expect(asked).toEqual([[first, second, third], [product]]);
  });

  it("gives its link, or the reason why it names none", () => {
    const rule: Rule = { ...KEEP, artworkFront: { kind: "metafield", name: "print.front" } };
    const values = { "print.front": { [first ?? ""]: link("own"), [second ?? ""]: wrong } } as MetafieldValues;
    expect(metafieldsOf({ ...rule, artworkBack: rule.artworkFront })).toEqual(["print.front"]);
    const proposals = proposeByRule(rule, shirts(), values);
    const miss = (problem: object) => ({ artworkFront: { kind: "metafield", name: "print.front", problem } });
    expect(proposals.slice(0, 3)).toMatchObject([
      { values: { artworkFront: link("own").link }, misses: {} },
      { values: {}, misses: miss({ kind: "no_link" }) },
      { values: {}, misses: miss({ kind: "absent" }) },
    ]);
    expect(proposals[3]?.gid).toBe(fourth);
  });
});

describe("a copy", () => {
  it("gives each variant the mapping of the variant with its options, in any sequence and spelling, and no other", () => {
    const all = shirts();
    fc.assert(
      fc.property(
        fc.subarray(all.map(({ gid }) => gid)),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.boolean(),
        (mapped, target, flipped) => {
          const source = all.map((one) => ({ ...one, mapping: mapped.includes(one.gid) ? mapping(one.gid) : null }));
          const to = target.map(({ options, ...one }) => {
            const spelled = options.map(({ name, value }) => ({
              name: name.toUpperCase(),
              value: ` ${value.toLowerCase()}`,
            }));
            return { ...one, options: flipped ? spelled.toReversed() : spelled };
          });
          for (const { gid, values, misses } of proposeCopy(source, to, COPIED_PARTS)) {
            expect({ values, misses }).toEqual(
              mapped.includes(gid)
                ? { values: mapping(gid), misses: {} }
                : { values: {}, misses: { itemSku: { kind: "match_not_mapped" } } },
            );
          }
        },
      ),
    );
  });

  it("compares options with other names in their sequence, and lists what has no match", () => {
    const renamed = (color: string, size: string) => ({
      options: [
        { name: "Farbe", value: color },
        { name: "Größe", value: size },
      ],
    });
    const source = shirts((color, size) => ({ mapping: mapping(`${color}-${size}`) }));
    const [first, second] = proposeCopy(source, shirts(renamed), ["sku"]);
    expect([first?.values.itemSku, second?.values.itemSku]).toEqual(["Black-S", "Black-M"]);
    expect(first?.values).not.toHaveProperty("artworkFront");
    // Size × Color is no Color × Size: a shared name makes names count.
    const other = shirts((color) => ({ options: [{ name: "Color", value: color }] }));
    expect(proposeCopy(source, other, ["sku"]).every(({ misses }) => misses.itemSku?.kind === "no_match")).toBe(true);
  });
});
