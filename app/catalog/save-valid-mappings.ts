import type { PriceResult } from "../quotes/model.ts";
import { readSettings } from "../settings/settings.ts";
import type { CatalogContext } from "./context.ts";
import { checkMappings } from "./check-mappings.ts";
import { mapVariants } from "./map-variants.ts";
import type { MappingInput } from "./mappings.ts";
import { allOverridable, type FieldProblems } from "./field-problems.ts";
import { parseMapping, type MappingFormInput } from "./parse-mapping.ts";

/** `anyway`: in spite of a SKU that the print service refuses, and of links that cannot be read just now. */
export type MappingRequest = MappingFormInput & { saveAnyway: boolean };

export interface MappingOutcome {
  variantGid: string;
  saved: boolean;
  /** Why it was not saved, or what it was saved in spite of. */
  problems: FieldProblems;
  /** What the print service says of one unit of a new SKU, sent to CHECKED_FOR; null where it was not asked. */
  priced: PriceResult | null;
}

export interface SaveMappingsResult {
  outcomes: MappingOutcome[];
  /** Orders that waited for a mapping and are looked at again. */
  rescheduledOrders: number;
}

interface MappingShop {
  id: string;
  printAccountId: string | null;
  settings: unknown;
}

/**
 * Checks typed mappings and saves those that are sound, each for itself. A SKU that could not be checked, since the print service
 * did not answer or is not connected, is saved: an order with a wrong one would be refused, not lost.
 */
export async function saveValidMappings(
  ctx: CatalogContext,
  shop: MappingShop,
  requests: readonly MappingRequest[],
): Promise<SaveMappingsResult> {
  const parsed = requests.map((one) => ({ request: one, ...parseMapping(one) }));
  const valid = parsed.flatMap((one) => (one.ok ? [{ input: one.input, saveAnyway: one.request.saveAnyway }] : []));
  const invalid = parsed.flatMap((one) => (one.ok ? [] : [notSaved(one.request.variantGid, one.problems)]));
  const checked = await check(ctx, shop, valid);
  const saved = checked.filter(({ outcome }) => outcome.saved);
  const rescheduledOrders = await mapVariants(
    ctx,
    shop.id,
    saved.map(({ input }) => input),
  );
  return { outcomes: [...checked.map(({ outcome }) => outcome), ...invalid], rescheduledOrders };
}

const notSaved = (variantGid: string, problems: FieldProblems): MappingOutcome => ({
  variantGid,
  saved: false,
  problems,
  priced: null,
});

async function check(
  ctx: CatalogContext,
  shop: MappingShop,
  valid: readonly { input: MappingInput; saveAnyway: boolean }[],
) {
  const variantGids = valid.map(({ input }) => input.variantGid);
  const rows = await ctx.db.mapping.findMany({ where: { shopId: shop.id, variantGid: { in: variantGids } } });
  const stored = new Map(rows.map((row) => [row.variantGid, row]));
  const { serviceCurrency } = readSettings(shop.settings);
  const changes = valid.map(({ input }) => ({ input, stored: stored.get(input.variantGid) }));
  const answers = await checkMappings(ctx, { printAccountId: shop.printAccountId, serviceCurrency }, changes);
  return valid.map(({ input, saveAnyway }, at) => {
    const { problems = {}, priced = null } = answers[at] ?? {};
    const saved = Object.keys(problems).length === 0 || (saveAnyway && allOverridable(problems));
    return { input, outcome: { variantGid: input.variantGid, saved, problems, priced } };
  });
}
