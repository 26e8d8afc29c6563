import { z } from "zod";
import { LETTER_CASES, SPACES, templateExcess, type Spaces } from "./sku-template.ts";
import type { ArtworkSource, SkuSource } from "./rule.ts";

const text = z.string().max(10_000);
const texts = z.record(z.string().max(1_000), text);
const keep = z.strictObject({ kind: z.literal("keep") });
const spaces = Object.keys(SPACES) as Spaces[];

const skuSource = z.discriminatedUnion("kind", [
  keep,
  z.strictObject({ kind: z.literal("shopify_sku") }),
  z.strictObject({ kind: z.literal("table"), options: z.array(text).min(1).max(10).readonly(), skus: texts }),
  z.strictObject({ kind: z.literal("all_options"), skus: texts, replaces: z.boolean() }),
  z.strictObject({
    kind: z.literal("template"),
    template: text.refine((template) => templateExcess(template) === null, "too long, or too many names"),
    letters: z.enum(LETTER_CASES),
    spaces: z.enum(spaces),
    codes: texts,
  }),
]) satisfies z.ZodType<SkuSource>;

const artworkSource = z.discriminatedUnion("kind", [
  keep,
  z.strictObject({ kind: z.literal("same"), link: text }),
  z.strictObject({ kind: z.literal("option"), option: text, links: texts }),
]) satisfies z.ZodType<ArtworkSource>;

/** A rule whose values are known without asking Shopify: metafields are read on a product's page only. */
export const ruleSchema = z.strictObject({
  itemSku: skuSource,
  artworkFront: artworkSource,
  artworkBack: artworkSource,
});

export type StaticRule = z.infer<typeof ruleSchema>;
