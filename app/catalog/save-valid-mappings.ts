import type { Priced } from "../quotes/model.ts";
import { readSettings } from "../settings/settings.ts";
import type { CatalogContext } from "./context.ts";
import { checkMappings } from "./check-mappings.ts";
import { mapVariants } from "./map-variants.ts";
import type { MappingInput } from "./mappings.ts";
import { allMayBeOverruled, type FieldProblems } from "./field-problems.ts";
import { readMapping, type TypedMapping } from "./parse-mapping.ts";

/** `anyway`: in spite of a SKU that the print service refuses, and of links that cannot be read just now. */
export type WantedMapping = TypedMapping & { anyway: boolean };

export interface MappingOutcome {
  variantGid: string;
  saved: boolean;
  /** Why it was not saved, or what it was saved in spite of. */
  problems: FieldProblems;
  /** What the print service says of one unit of a new SKU, sent to CHECKED_FOR; null where it was not asked. */
  priced: Priced | null;
}

export interface SavedMappings {
  outcomes: MappingOutcome[];
  /** Orders that waited for a mapping and are looked at again. */
  woken: number;
}

interface ShopToMap {
  id: string;
  printAccountId: string | null;
  settings: unknown;
}

/**
 * Checks typed mappings and saves those that are sound, each for itself. A SKU that could not be checked, since the print service
 * did not answer or is not connected, is saved: an order with a wrong one would be refused, not lost.
 */
export async function saveChecked(
  ctx: CatalogContext,
  shop: ShopToMap,
  wanted: readonly WantedMapping[],
): Promise<SavedMappings> {
  const read = wanted.map((one) => ({ wanted: one, ...readMapping(one) }));
  const sound = read.flatMap((one) => (one.ok ? [{ input: one.input, anyway: one.wanted.anyway }] : []));
  const unsound = read.flatMap((one) => (one.ok ? [] : [refused(one.wanted.variantGid, one.problems)]));
  const checked = await check(ctx, shop, sound);
  const saved = checked.filter(({ outcome }) => outcome.saved);
  const woken = await mapVariants(
    ctx,
    shop.id,
    saved.map(({ input }) => input),
  );
  return { outcomes: [...checked.map(({ outcome }) => outcome), ...unsound], woken };
}

const refused = (variantGid: string, problems: FieldProblems): MappingOutcome => ({
  variantGid,
  saved: false,
  problems,
  priced: null,
});

async function check(ctx: CatalogContext, shop: ShopToMap, sound: readonly { input: MappingInput; anyway: boolean }[]) {
  const variantGids = sound.map(({ input }) => input.variantGid);
  const rows = await ctx.db.mapping.findMany({ where: { shopId: shop.id, variantGid: { in: variantGids } } });
  const stored = new Map(rows.map((row) => [row.variantGid, row]));
  const { serviceCurrency } = readSettings(shop.settings);
  const changes = sound.map(({ input }) => ({ input, stored: stored.get(input.variantGid) }));
  const answers = await checkMappings(ctx, { printAccountId: shop.printAccountId, serviceCurrency }, changes);
  return sound.map(({ input, anyway }, at) => {
    const { problems = {}, priced = null } = answers[at] ?? {};
    const saved = Object.keys(problems).length === 0 || (anyway && allMayBeOverruled(problems));
    return { input, outcome: { variantGid: input.variantGid, saved, problems, priced } };
  });
}
