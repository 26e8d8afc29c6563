import { Prisma, type PrismaClient, type BulkEditOutcome } from "../../../prisma/client/client.ts";
import { inRepeatableRead } from "../../database/db.server.ts";
import type { Gid } from "../../ports/gid.ts";
import { toStoredMapping, type StoredMapping } from "../stored-mapping.ts";
import { toPreview, type Target, type PreviewRow, type VariantToMap } from "../mapping-methods/proposal.ts";
import { MAPPING_COLUMNS, MARKED, VARIANTS } from "../variant-copy.ts";
import { proposeByRule } from "../mapping-methods/rule.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { CatalogContext } from "../context.ts";
import { soldSince } from "../variants-to-map.ts";
import { pricingShop } from "../../quotes/price-basket.ts";
import { checkMappings } from "../check-mappings.ts";
import { parseMapping } from "../mappings.ts";
import { hasReadVariants } from "../read-variants.ts";
import { saveShownMappings, type ShownChange } from "../save-shown-mappings.ts";
import type { BulkOutcome, BulkOutcomes, BulkVariant } from "./change-mappings.ts";
import type { VariantFilter } from "../variants/variants-query.ts";
import { inView, type VariantScope } from "../variants/read-variants-page.ts";

/** A variant that staff chose for a rule, as the copy has it. */
interface RuleTarget extends Target {
  /** When its mapping was saved; null without one. */
  storedAt: Date | null;
  /** In Shopify, no gift card, and a physical product. */
  printable: boolean;
}

/** Variants in the sequence of their ids, behind `after`. */
async function readTargets(
  db: Prisma.TransactionClient | PrismaClient,
  chosen: Prisma.Sql,
  after: Gid<"ProductVariant"> | null,
  atMost: number,
): Promise<RuleTarget[]> {
  const rows = await db.$queryRaw<FoundRow[]>`
    SELECT v."variantGid", v."productGid", v."productTitle", v."title", v."sku", v."options",
      v."requiresShipping" AND NOT v."giftCard" AND v."deletedAt" IS NULL AS "printable", ${MARKED} AS "marked",
      m."updatedAt" AS "storedAt", ${MAPPING_COLUMNS}
    FROM ${VARIANTS} WHERE ${chosen} AND ${after === null ? Prisma.sql`true` : Prisma.sql`v."variantGid" > ${after}`}
    ORDER BY v."variantGid" LIMIT ${atMost}`;
  return rows.map(toTarget);
}

interface FoundRow
  extends StoredMapping, Pick<RuleTarget, "productGid" | "sku" | "options" | "storedAt" | "printable"> {
  variantGid: Gid<"ProductVariant">;
  productTitle: string;
  title: string;
  marked: boolean;
}

function toTarget(row: FoundRow): RuleTarget {
  const { variantGid, productGid, productTitle, title, sku, options, marked, printable, storedAt } = row;
  // Without a mapping, its columns are null.
  const mapping = storedAt && toStoredMapping(row);
  const name = title === "Default Title" ? productTitle : `${productTitle}, ${title}`;
  const about = { gid: variantGid, productGid, name, sku, options, printable };
  return { ...about, mapping, notPrinted: mapping === null && marked, storedAt };
}

/**
 * A digest of the chosen variants as they are: which they are, their mappings, their marks and what a rule reads of them. The
 * same digest later means that a preview still holds.
 */
export async function fingerprint(db: Prisma.TransactionClient | PrismaClient, chosen: Prisma.Sql): Promise<string> {
  const [row] = await db.$queryRaw<{ digest: string | null }[]>`
    SELECT md5(string_agg(concat_ws(' ', v."variantGid", v."factsHash", v."deletedAt" IS NULL, ${MARKED},
      extract(epoch FROM m."updatedAt")), ',' ORDER BY v."variantGid")) AS "digest"
    FROM ${VARIANTS} WHERE ${chosen}`;
  return row?.digest ?? "";
}

/** Why a rule leaves a variant as it is. */
type LeftOutcome = Extract<BulkEditOutcome, "unchanged" | "mapped" | "no_value" | "not_printed" | "not_printable">;

/** What a rule does to a variant: a mapping to save, or why there is none. */
type Decision<T extends RuleTarget = RuleTarget> =
  | { target: T; outcome: null; row: PreviewRow }
  /** `row`: with what is missing. */
  | { target: T; outcome: "no_value"; row: PreviewRow }
  | { target: T; outcome: Exclude<LeftOutcome, "no_value"> };

/** Decides on variants one by one, as the preview of a product's page does. */
function decideByRule<T extends RuleTarget>(rule: StaticRule, targets: readonly T[]): Decision<T>[] {
  return targets.map((target) => {
    if (!target.printable) return { target, outcome: "not_printable" };
    if (target.notPrinted) return { target, outcome: "not_printed" };
    const { rows, leftOut } = toPreview([target], proposeByRule(rule, [target]));
    const isKept = rule.itemSku.kind === "all_options" && !rule.itemSku.replaces && target.mapping !== null;
    if (isKept && rows[0]) return { target, outcome: "mapped" };
    if (rows[0]) return { target, outcome: null, row: rows[0] };
    return leftOut[0] ? { target, outcome: "no_value", row: leftOut[0] } : { target, outcome: "unchanged" };
  });
}

const PAGE = 2_000;
/** Rows that a preview shows of each kind. */
const SHOWN = 25;
/** Combinations of options that a form offers fields for. */
const MAX_COMBINATIONS = 500;

type PreviewContext = Pick<CatalogContext, "db" | "clock">;

/** What a rule would do to the chosen variants: every one is counted, some are shown. */
export interface RulePreview {
  total: number;
  toMap: number;
  left: Record<LeftOutcome, number>;
  rows: PreviewRow[];
  leftOut: PreviewRow[];
  /** Of the variants as they were counted. */
  fingerprint: string;
}

/** Tries a rule on all chosen variants, in one snapshot of the database. */
export function previewRule(
  ctx: PreviewContext,
  shopId: ShopId,
  { rule, selection }: { rule: StaticRule; selection: BulkSelection },
): Promise<RulePreview> {
  const chosen = chosenBy({ shopId, soldSince: soldSince(ctx) }, selection);
  return inRepeatableRead(ctx.db, async (tx) => {
    const preview: RulePreview = {
      ...{ total: 0, toMap: 0, left: { unchanged: 0, mapped: 0, no_value: 0, not_printed: 0, not_printable: 0 } },
      ...{ rows: [], leftOut: [], fingerprint: await fingerprint(tx, chosen) },
    };
    let last: RuleTarget | undefined;
    do {
      const targets = await readTargets(tx, chosen, last?.gid ?? null, PAGE);
      count(preview, rule, targets);
      last = targets[PAGE - 1];
    } while (last);
    return preview;
  });
}

function count(preview: RulePreview, rule: StaticRule, targets: readonly RuleTarget[]): void {
  preview.total += targets.length;
  for (const decision of decideByRule(rule, targets)) {
    if (decision.outcome === null) preview.toMap += 1;
    else preview.left[decision.outcome] += 1;
    const shown = decision.outcome === null ? preview.rows : preview.leftOut;
    if ("row" in decision && shown.length < SHOWN) shown.push(decision.row);
  }
}

/**
 * The combinations of options that the chosen variants have, each once, in the sequence of the list. `complete`: there are no
 * more than these.
 */
export async function readCombinations(
  ctx: PreviewContext,
  shopId: ShopId,
  selection: BulkSelection,
): Promise<{ variants: Pick<VariantToMap, "options">[]; complete: boolean }> {
  const chosen = chosenBy({ shopId, soldSince: soldSince(ctx) }, selection);
  const variants = await ctx.db.$queryRaw<Pick<VariantToMap, "options">[]>`
    SELECT v."options" FROM ${VARIANTS} WHERE ${chosen} GROUP BY v."options"
    ORDER BY min(v."productTitle"), min(v."productGid"), min(v."position") LIMIT ${MAX_COMBINATIONS + 1}`;
  return { variants: variants.slice(0, MAX_COMBINATIONS), complete: variants.length <= MAX_COMBINATIONS };
}

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
  const checks = await checkMappings(
    ctx,
    pricingShop(shop),
    changes.map(({ input, shown }) => ({ input, stored: { ...input, itemSku: shown?.mapping?.itemSku ?? "" } })),
  );
  return new Set(changes.flatMap(({ input }, at) => (checks[at]?.problems.itemSku ? [input.variantGid] : [])));
}

/** The variants that staff chose: single ones, or all that a list has. */
export type BulkSelection =
  { variantGids: Gid<"ProductVariant">[] } | { filter: Pick<VariantFilter, "view" | "query"> };

/** The chosen variants (`v`) of one shop, with their mappings (`m`). */
export function chosenBy(scope: VariantScope, selection: BulkSelection): Prisma.Sql {
  if ("filter" in selection) return inView(scope, selection.filter);
  return Prisma.sql`v."shopId" = ${scope.shopId}::uuid AND v."variantGid" = ANY(${selection.variantGids})`;
}
