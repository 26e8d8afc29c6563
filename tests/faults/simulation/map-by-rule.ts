import type { BulkEditOutcome } from "../../../prisma/client/client.ts";
import { beginBulkEdit } from "../../../app/catalog/bulk-edit/bulk-edit.ts";
import { previewRule } from "../../../app/catalog/bulk-edit/bulk-rule.ts";
import { tableKey } from "../../../app/catalog/mapping-methods/rule.ts";
import type { StaticRule } from "../../../app/catalog/mapping-methods/rule-schema.ts";
import type { Goods } from "../schedule/plan.ts";
import { PRINTS_AS } from "./goods.ts";
import { beginMappings, newLink, readShop, runBulkEdit, variantOf } from "./mapping-changes.ts";
import type { Simulation, SimulatedShop } from "./simulation.ts";

/** Part of each link that a rule gives. */
export const RULE_ARTWORK = "by-rule";

/** `unchanged`: an edit whose beginning had no answer was begun again after its end. */
const AS_THE_RULE_SAYS: readonly BulkEditOutcome[] = ["changed", "unchanged"];

/** Staff maps several variants by a rule, as its preview shows: the print SKU by an option, and one artwork for all. */
export async function mapByRule(simulation: Simulation, shop: SimulatedShop, goods: readonly Goods[]): Promise<void> {
  const { ctx } = simulation.environment.services.core;
  const rule = ruleFor(simulation, shop, goods);
  const selection = { variantGids: goods.map((name) => variantOf(shop, name)) };
  const mapped = goods.filter((name) => shop.mappings[name].at(-1)?.value);
  const finish = beginMappings(simulation, shop, goods, (mapping, name) => ({
    itemSku: PRINTS_AS[name] ?? "",
    artworkFront: rule.artworkFront.link,
    note: mapping?.note ?? "",
  }));
  const outcomes = await runBulkEdit(simulation, shop, async () => {
    const row = await readShop(simulation, shop);
    const { fingerprint } = await previewRule(ctx, row.id, { rule, selection });
    return beginBulkEdit(ctx, row, { action: { kind: "map_by_rule", rule, fingerprint }, selection, saveAnyway: true });
  });
  const outcomeOf = (name: Goods) => outcomes.get(variantOf(shop, name)) ?? "pending";
  const isSaved = (name: Goods) => AS_THE_RULE_SAYS.includes(outcomeOf(name));
  finish(new Set(goods.filter(isSaved).map((name) => variantOf(shop, name))));
  if (outcomes.size === 0) return;
  // The print service may reject a new SKU for a while, and staff may have said that a variant is never printed.
  const left = mapped.filter((name) => !isSaved(name));
  simulation.leftByRule.push(...left.map((name) => `${shop.domain} ${name} is ${outcomeOf(name)}`));
}

function ruleFor({ environment }: Simulation, shop: SimulatedShop, goods: readonly Goods[]) {
  const variants = environment.shopify.shop(shop.domain).products.flatMap((product) => product.variants);
  const skus = goods.flatMap((name) => {
    const variant = variants.find(({ id }) => id === shop.goods[name]);
    const key = variant && tableKey(["Title"], variant);
    return key ? [[key, PRINTS_AS[name] ?? ""]] : [];
  });
  return {
    itemSku: { kind: "table", options: ["Title"], skus: Object.fromEntries(skus) as Record<string, string> },
    artworkFront: { kind: "same", link: newLink(shop, RULE_ARTWORK) },
    artworkBack: { kind: "keep" },
  } satisfies StaticRule;
}
