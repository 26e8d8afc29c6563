import type { PriceResult } from "../quotes/basket.ts";
import { pricingShop } from "../quotes/price-basket.ts";
import type { CatalogContext, CatalogShop } from "./context.ts";
import { checkMappings } from "./check-mappings.ts";
import { saveAndWake } from "./save-shown-mappings.ts";
import type { ShownVariant } from "./stored-mapping.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { parseMapping, type MappingInput, type MappingFormInput } from "./mappings.ts";
import { allOverridable, type FieldProblems } from "./field-problems.ts";
import type { OrderId } from "../ports/ids.ts";
import type { Gid } from "../ports/gid.ts";

/** A mapping as typed. */
export type MappingRequest = MappingFormInput &
  Pick<MappingInput, "productGid" | "variantGid"> & {
    /** Despite a rejected SKU or temporarily unreadable links. */
    saveAnyway: boolean;
    /** The variant that staff saw: what somebody changed since is not overwritten. null: nothing is compared. */
    shown: ShownVariant | null;
  };

export interface MappingOutcome {
  variantGid: Gid<"ProductVariant">;
  saved: boolean;
  /** Why the mapping was not saved, or the problems that `saveAnyway` overrode. */
  problems: FieldProblems;
  /** Not saved, since somebody changed the variant after it was shown: the variant as it is now. */
  outdated: ShownVariant | null;
  /** The print service's price of one unit of a new SKU, sent to PRICE_CHECK_DESTINATION; null without a request. */
  priced: PriceResult | null;
}

export interface SaveMappingsResult {
  outcomes: MappingOutcome[];
  /** The orders with something of these products still to be sent, which are now due for a recheck. */
  rescheduledOrders: OrderId[];
}

/**
 * Checks typed mappings and saves each valid one, unless somebody changed its variant since staff saw it. A SKU is saved unchecked
 * while the print service does not respond or is not connected: the service rejects an order with a wrong SKU, and the order is not
 * lost.
 */
export async function saveValidMappings(
  ctx: CatalogContext,
  shop: CatalogShop,
  requests: readonly MappingRequest[],
  note?: NoteAction,
): Promise<SaveMappingsResult> {
  const parsed = requests.map((one) => ({ request: one, ...parseMapping(one) }));
  const valid = parsed.flatMap(({ request, ...one }) => (one.ok ? [{ input: one.input, request }] : []));
  const invalid = parsed.flatMap((one) => (one.ok ? [] : [notSaved(one.request.variantGid, one.problems)]));
  const checked = await check(ctx, shop, valid);
  const passed = checked.filter(({ outcome }) => outcome.saved);
  const { outdated, waiting } =
    passed.length === 0
      ? { outdated: new Map<string, ShownVariant>(), waiting: [] }
      : await saveAndWake(ctx, shop.id, passed, note);
  const outcomes = checked.map(({ outcome }): MappingOutcome => {
    const now = outdated.get(outcome.variantGid) ?? null;
    return now ? { ...outcome, saved: false, outdated: now } : outcome;
  });
  return { outcomes: [...outcomes, ...invalid], rescheduledOrders: waiting };
}

const notSaved = (variantGid: Gid<"ProductVariant">, problems: FieldProblems): MappingOutcome => ({
  variantGid,
  saved: false,
  problems,
  outdated: null,
  priced: null,
});

async function check(
  ctx: CatalogContext,
  shop: CatalogShop,
  valid: readonly { input: MappingInput; request: MappingRequest }[],
) {
  const variantGids = valid.map(({ input }) => input.variantGid);
  const rows = await ctx.db.mapping.findMany({ where: { shopId: shop.id, variantGid: { in: variantGids } } });
  const stored = new Map(rows.map((row) => [row.variantGid, row]));
  const changes = valid.map(({ input }) => ({ input, stored: stored.get(input.variantGid) }));
  const answers = await checkMappings(ctx, pricingShop(shop), changes);
  return valid.map(({ input, request: { saveAnyway, shown } }, at) => {
    const { problems = {}, priced = null } = answers[at] ?? {};
    const saved = Object.keys(problems).length === 0 || (saveAnyway && allOverridable(problems));
    const outcome: MappingOutcome = { variantGid: input.variantGid, saved, problems, outdated: null, priced };
    return { input, shown, outcome };
  });
}
