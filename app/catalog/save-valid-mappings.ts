import type { PriceResult } from "../quotes/model.ts";
import { readSettings } from "../settings/settings.ts";
import type { CatalogContext } from "./context.ts";
import { checkMappings } from "./check-mappings.ts";
import { mapVariants } from "./map-variants.ts";
import type { MappingInput } from "./mappings.ts";
import { parseMapping, type MappingFormInput } from "./parse-mapping.ts";
import { allOverridable, type FieldProblems } from "./field-problems.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { Gid } from "../ports/gid.ts";

/** A mapping as typed. `saveAnyway`: despite a rejected SKU or temporarily unreadable links. */
export type MappingRequest = MappingFormInput &
  Pick<MappingInput, "productGid" | "variantGid"> & { saveAnyway: boolean };

export interface MappingOutcome {
  variantGid: Gid<"ProductVariant">;
  saved: boolean;
  /** Why the mapping was not saved, or the problems that `saveAnyway` overrode. */
  problems: FieldProblems;
  /** The print service's price of one unit of a new SKU, sent to PRICE_CHECK_DESTINATION; null without a request. */
  priced: PriceResult | null;
}

export interface SaveMappingsResult {
  outcomes: MappingOutcome[];
  /** The number of orders on hold for a mapping that are now due for a recheck. */
  rescheduledOrders: number;
}

interface MappingShop {
  id: ShopId;
  printAccountId: PrintAccountId | null;
  settings: unknown;
}

/**
 * Checks typed mappings and saves each valid one. A SKU is saved unchecked while the print service does not respond or
 * is not connected: the service rejects an order with a wrong SKU, and the order is not lost.
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

const notSaved = (variantGid: Gid<"ProductVariant">, problems: FieldProblems): MappingOutcome => ({
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
  const answers = await checkMappings(
    ctx,
    { id: shop.id, printAccountId: shop.printAccountId, serviceCurrency },
    changes,
  );
  return valid.map(({ input, saveAnyway }, at) => {
    const { problems = {}, priced = null } = answers[at] ?? {};
    const saved = Object.keys(problems).length === 0 || (saveAnyway && allOverridable(problems));
    return { input, outcome: { variantGid: input.variantGid, saved, problems, priced } };
  });
}
