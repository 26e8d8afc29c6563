import { readSettings } from "../../settings/settings.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import { checkMappings } from "../check-mappings.ts";
import type { CatalogContext } from "../context.ts";
import { parseMapping } from "../parse-mapping.ts";
import { hasReadVariants } from "../read-variants.ts";
import { saveShownMappings, type ShownChange } from "../save-shown-mappings.ts";
import { soldSince } from "../sold-since.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import type { BulkOutcome, BulkOutcomes, BulkVariant } from "./bulk-variants.ts";
import { chosenBy } from "./chosen.ts";
import { decideByRule, type Decision } from "./decide-by-rule.ts";
import { readTargets } from "./read-targets.ts";

/** When the mapping of a variant was saved that staff saw; null: it had none. */
type SeenAt = ReadonlyMap<Gid<"ProductVariant">, Date | null>;

/** The app was uninstalled and installed again: the copy of the shop's variants is made again. */
export class VariantsUnread extends Error {
  override name = "VariantsUnread";
}

/**
 * Maps one batch of variants by a rule. A variant that somebody mapped, unmapped or marked since the edit began stays as it is.
 * Each new SKU is checked with the print service; the links of the rule were checked when the edit began. A rule that keeps the SKUs
 * leaves what Shopify changed of a variant to be reviewed.
 * @throws VariantsUnread where the copy lacks variants that may be in Shopify
 */
export async function applyRule(
  ctx: CatalogContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  rule: StaticRule,
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const seenAt: SeenAt = new Map(variants.map(({ variantGid, storedAt }) => [variantGid, storedAt]));
  const chosen = chosenBy({ shopId, soldSince: soldSince(ctx) }, { variantGids: gids });
  const targets = await readTargets(ctx.db, chosen, null, gids.length);
  if (targets.length < gids.length && !(await hasReadVariants(ctx, shopId))) throw new VariantsUnread();
  const decisions = decideByRule(rule, targets);
  // A variant that the copy lost is no longer in Shopify.
  const outcomes: BulkOutcomes = new Map(gids.map((gid) => [gid, "not_printable"]));
  const changes: ShownChange[] = [];
  for (const decision of decisions) {
    const next = nextOf(decision, seenAt);
    if (next.outcome === null) changes.push({ ...next.change, keepsChange: rule.itemSku.kind === "keep" });
    else outcomes.set(decision.target.gid, next.outcome);
  }
  const rejected = await rejectedAmong(ctx, shopId, changes);
  const accepted = changes.filter(({ input }) => !rejected.has(input.variantGid));
  const outdated = accepted.length === 0 ? new Map() : await saveShownMappings(ctx, shopId, accepted);
  for (const { input } of changes) {
    const overtaken = outdated.has(input.variantGid) ? "outdated" : "changed";
    outcomes.set(input.variantGid, rejected.has(input.variantGid) ? "rejected" : overtaken);
  }
  return outcomes;
}

/** What becomes of a variant without a save, or the mapping to save. */
type Next = { outcome: BulkOutcome } | { outcome: null; change: ShownChange };

function nextOf(decision: Decision, seenAt: SeenAt): Next {
  const { target, outcome } = decision;
  const isSeen = seenAt.get(target.gid)?.getTime() === target.storedAt?.getTime();
  // As the rule has it, but not when the edit began: a batch that a crash cut off is repeated.
  if (outcome === "unchanged") return { outcome: isSeen ? "unchanged" : "changed" };
  if (!isSeen) return { outcome: "outdated" };
  if (outcome !== null) return { outcome };
  const { gid: variantGid, productGid, mapping, notPrinted } = target;
  const parsed = parseMapping({ ...decision.row.after, variantGid, productGid });
  if (!parsed.ok) return { outcome: "no_value" };
  return { outcome: null, change: { input: parsed.input, shown: { mapping, notPrinted } } };
}

/** The variants whose new SKU the print service rejects. */
async function rejectedAmong(ctx: CatalogContext, shopId: ShopId, changes: readonly ShownChange[]) {
  const shop = await ctx.db.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { id: true, printAccountId: true, settings: true },
  });
  const { serviceCurrency } = readSettings(shop.settings);
  const checks = await checkMappings(
    ctx,
    { id: shop.id, printAccountId: shop.printAccountId, serviceCurrency },
    changes.map(({ input, shown }) => ({ input, stored: { ...input, itemSku: shown?.mapping?.itemSku ?? "" } })),
  );
  return new Set(changes.flatMap(({ input }, at) => (checks[at]?.problems.itemSku ? [input.variantGid] : [])));
}
