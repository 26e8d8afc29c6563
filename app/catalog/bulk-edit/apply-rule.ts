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
import type { BulkOutcome, BulkOutcomes, BulkVariant } from "./change-mappings.ts";
import { chosenBy } from "./chosen.ts";
import { decideByRule, type Decision, readTargets } from "./read-targets.ts";

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
  const seenAt: SeenAt = new Map(variants.map(({ variantGid, storedAt }) => [variantGid, storedAt]));
  const next = await decideNext(ctx, shopId, seenAt, rule);
  const changes = [...next.values()].flatMap((one) => (one.outcome === null ? [one.change] : []));
  const rejected = await rejectedAmong(ctx, shopId, changes);
  const accepted = changes.filter(({ input }) => !rejected.has(input.variantGid));
  const overtaken = accepted.length === 0 ? new Map() : await saveShownMappings(ctx, shopId, accepted);
  // By somebody, or by another worker with the same batch, which took this one for dead.
  const again: NextOf = overtaken.size === 0 ? new Map() : await decideNext(ctx, shopId, seenAt, rule);
  const outcomeOf = (gid: Gid<"ProductVariant">): BulkOutcome => {
    if (rejected.has(gid)) return "rejected";
    if (overtaken.has(gid)) return again.get(gid)?.outcome ?? "outdated";
    return next.get(gid)?.outcome ?? "changed";
  };
  return new Map([...next.keys()].map((gid) => [gid, outcomeOf(gid)]));
}

/** What becomes of a variant without a save, or the mapping to save. */
type Next = { outcome: BulkOutcome } | { outcome: null; change: ShownChange };
type NextOf = Map<Gid<"ProductVariant">, Next>;

/** As the variants are now. @throws VariantsUnread */
async function decideNext(ctx: CatalogContext, shopId: ShopId, seenAt: SeenAt, rule: StaticRule): Promise<NextOf> {
  const gids = [...seenAt.keys()];
  const chosen = chosenBy({ shopId, soldSince: soldSince(ctx) }, { variantGids: gids });
  const targets = await readTargets(ctx.db, chosen, null, gids.length);
  if (targets.length < gids.length && !(await hasReadVariants(ctx, shopId))) throw new VariantsUnread();
  // A variant that the copy lost is no longer in Shopify.
  const next: NextOf = new Map(gids.map((gid) => [gid, { outcome: "not_printable" }]));
  const keepsChange = rule.itemSku.kind === "keep";
  for (const decision of decideByRule(rule, targets))
    next.set(decision.target.gid, nextOf(decision, seenAt, keepsChange));
  return next;
}

function nextOf(decision: Decision, seenAt: SeenAt, keepsChange: boolean): Next {
  const { target, outcome } = decision;
  const isSeen = seenAt.get(target.gid)?.getTime() === target.storedAt?.getTime();
  // As the rule has it, but not when the edit began: a batch that a crash cut off, or another worker holds, is repeated.
  if (outcome === "unchanged") return { outcome: isSeen ? "unchanged" : "changed" };
  if (!isSeen) return { outcome: "outdated" };
  if (outcome !== null) return { outcome };
  const { gid: variantGid, productGid, mapping, notPrinted } = target;
  const parsed = parseMapping({ ...decision.row.after, variantGid, productGid });
  if (!parsed.ok) return { outcome: "no_value" };
  return { outcome: null, change: { input: parsed.input, shown: { mapping, notPrinted }, keepsChange } };
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
