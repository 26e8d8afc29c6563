import { labelText } from "../../common/clean-text.ts";
import { readSettings } from "../../settings/settings.ts";
import type { ShopId, BulkEditId } from "../../ports/ids.ts";
import { checkMappings } from "../check-mappings.ts";
import type { CatalogContext, CatalogShop } from "../context.ts";
import { allOverridable, type FieldProblems, type MappingField } from "../field-problems.ts";
import { parseField } from "../mappings.ts";
import { soldSince } from "../variants-to-map.ts";
import { VARIANTS } from "../variant-copy.ts";
import { RULE_LINKS } from "../mapping-methods/rule.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import { chosenBy, fingerprint, type BulkSelection } from "./bulk-rule.ts";
import { applyBulkAction, bulkActionSchema, type BulkAction, type BulkActionKind } from "./bulk-actions.ts";
import type { BulkEdit, BulkEditOutcome, BulkEditState, Prisma, PrismaClient } from "../../../prisma/client/client.ts";
import { wakeForMappings } from "../save-shown-mappings.ts";
import { countProgress, defineRun } from "../../long-runs/engine.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";

export type BeginResult =
  | { outcome: "begun" }
  /** Another edit of the shop is under way. */
  | { outcome: "busy" }
  /** None of the variants exists any more. */
  | { outcome: "empty" }
  /** Somebody changed one of the variants after the preview. */
  | { outcome: "outdated" }
  /** The typed value has problems; nothing is changed. */
  | { outcome: "invalid"; problems: FieldProblems };

interface BulkRequest {
  action: BulkAction;
  selection: BulkSelection;
  /** Despite problems that staff may override. */
  saveAnyway: boolean;
}

/** Of a whole catalog, with a wide margin. */
const BEGIN_TIMEOUT_MS = 30_000;

/**
 * Checks the value of a bulk edit once for all variants, and keeps which variants to change: a worker changes them, and continues
 * after a crash.
 */
export async function beginBulkEdit(
  ctx: CatalogContext,
  shop: CatalogShop,
  { action: typed, selection, saveAnyway }: BulkRequest,
  note?: NoteAction,
): Promise<BeginResult> {
  const action = trimmed(typed);
  const problems = await checkValue(ctx, shop, action);
  const isAllowed = Object.keys(problems).length === 0 || (saveAnyway && allOverridable(problems));
  if (!isAllowed) return { outcome: "invalid", problems };
  const where = chosenBy({ shopId: shop.id, soldSince: soldSince(ctx) }, selection);
  const begin = async (tx: Prisma.TransactionClient): Promise<BeginResult> => {
    await tx.bulkEdit.deleteMany({ where: { shopId: shop.id, state: "done" } });
    const edit = { id: ctx.ids.uuid(), shopId: shop.id, action, createdAt: ctx.clock.now() };
    const { count } = await tx.bulkEdit.createMany({ data: [{ ...edit, state: "editing" }], skipDuplicates: true });
    if (count === 0) return { outcome: "busy" };
    const chosen = await tx.$executeRaw`
      INSERT INTO "BulkEditVariant" ("editId", "variantGid", "productGid", "storedAt")
      SELECT ${edit.id}::uuid, v."variantGid", v."productGid", m."updatedAt" FROM ${VARIANTS} WHERE ${where}`;
    const isShown = action.kind !== "map_by_rule" || action.fingerprint === (await fingerprint(tx, where));
    if (chosen > 0 && isShown) {
      await note?.(tx, "variants_edited");
      return { outcome: "begun" };
    }
    await tx.bulkEdit.delete({ where: { id: edit.id } });
    return { outcome: chosen > 0 ? "outdated" : "empty" };
  };
  return ctx.db.$transaction(begin, { timeout: BEGIN_TIMEOUT_MS });
}

function trimmed(action: BulkAction): BulkAction {
  if (action.kind === "set_sku") return { ...action, itemSku: labelText(action.itemSku) };
  return action.kind === "set_artwork" ? { ...action, link: action.link.trim() } : action;
}

async function checkValue(ctx: CatalogContext, shop: CatalogShop, action: BulkAction): Promise<FieldProblems> {
  if (action.kind === "set_sku") return checkField(ctx, shop, "itemSku", action.itemSku);
  if (action.kind === "map_by_rule") return checkLinks(ctx, shop, action.rule);
  return action.kind === "set_artwork" ? checkField(ctx, shop, action.side, action.link) : {};
}

/** The problem of the first wrong link of each side. */
async function checkLinks(ctx: CatalogContext, shop: CatalogShop, rule: StaticRule): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  for (const side of RULE_LINKS) {
    const source = rule[side];
    const links = source.kind === "same" ? [source.link] : source.kind === "option" ? Object.values(source.links) : [];
    for (const link of new Set(links.map((one) => one.trim()).filter(Boolean)))
      Object.assign(problems, { ...(await checkField(ctx, shop, side, link)), ...problems });
  }
  return problems;
}

const NOTHING = { itemSku: "", artworkFront: "", artworkBack: "", mockup: "", artworkSides: {} };

/** As if a mapping had only this field. */
async function checkField(
  ctx: CatalogContext,
  shop: CatalogShop,
  field: MappingField,
  value: string,
): Promise<FieldProblems> {
  const problem = parseField(field, value);
  if (problem) return { [field]: problem };
  const pricing = { id: shop.id, printAccountId: shop.printAccountId, ...readSettings(shop.settings) };
  const [checked] = await checkMappings(ctx, pricing, [{ input: { ...NOTHING, [field]: value }, stored: NOTHING }]);
  return checked?.problems ?? {};
}

/** Variants changed and recorded together. */
const BATCH = 200;
/** Of a rule: each new SKU is asked for. */
const RULE_BATCH = 40;

/** Changes the variants of bulk edits batch by batch, then wakes the orders that wait for them. */
export const bulkEditRun = defineRun<CatalogContext, BulkEditId>({
  kind: "bulk_edit",
  everyMs: 2_000,
  /**
   * A rule needs what the copy of the shop's variants says of them: where it lacks some, and all variants are not read yet, the edit
   * waits for them.
   */
  due: ({ db }) => db.$queryRaw`
    SELECT e."id", e."shopId" FROM "BulkEdit" e JOIN "Shop" s ON s."id" = e."shopId" LEFT JOIN "CatalogRead" r USING ("shopId")
    WHERE e."state" <> 'done' AND s."uninstalledAt" IS NULL AND (
      e."action" ->> 'kind' <> 'map_by_rule' OR r."completedAt" IS NOT NULL OR NOT EXISTS (
        SELECT FROM "BulkEditVariant" b WHERE b."editId" = e."id" AND b."outcome" = 'pending' AND NOT EXISTS (
          SELECT FROM "ProductVariant" v WHERE v."shopId" = e."shopId" AND v."variantGid" = b."variantGid")))
    ORDER BY e."createdAt"`,
  /** A batch that was cut off before its record is repeated, also when staff stopped the edit since: what is recorded is what was changed. */
  async step(ctx, id, turn) {
    const edit = await ctx.db.bulkEdit.findUnique({ where: { id } });
    if (!edit) return;
    if (edit.batchUnderWay) await changeBatch(ctx, edit);
    while (await beginBatch(ctx, id)) {
      if ((await changeBatch(ctx, edit)) === 0) await ctx.db.bulkEdit.updateMany(toWaking(id));
      else if (turn.isOver()) return;
    }
    await wakeOrders(ctx, edit);
  },
  progress: ({ db }, editId) => countProgress(db.bulkEditVariant, { editId }, { outcome: "pending" }),
});

/** Whether there is more to do: false once staff stopped the edit, and once it is done. */
async function beginBatch({ db }: CatalogContext, id: BulkEditId): Promise<boolean> {
  const { count } = await db.bulkEdit.updateMany({ where: { id, state: "editing" }, data: { batchUnderWay: true } });
  return count > 0;
}

/** Returns the number of variants. */
async function changeBatch(ctx: CatalogContext, { id, shopId, action }: BulkEdit): Promise<number> {
  const parsed = bulkActionSchema.parse(action);
  const variants = await ctx.db.bulkEditVariant.findMany({
    where: { editId: id, outcome: "pending" },
    orderBy: { variantGid: "asc" },
    take: parsed.kind === "map_by_rule" ? RULE_BATCH : BATCH,
  });
  const outcomes = await applyBulkAction(ctx, shopId, variants, parsed);
  const records = [...new Set(outcomes.values())].map((outcome) => {
    const gids = [...outcomes].filter(([, one]) => one === outcome).map(([gid]) => gid);
    // The first record counts: a worker that lost its lease may come later.
    const where = { editId: id, variantGid: { in: gids }, outcome: "pending" as const };
    return ctx.db.bulkEditVariant.updateMany({ where, data: { outcome } });
  });
  await ctx.db.$transaction([
    ...records,
    ctx.db.bulkEdit.updateMany({ where: { id }, data: { batchUnderWay: false } }),
  ]);
  return variants.length;
}

const toWaking = (id: BulkEditId) => ({ where: { id, state: "editing" as const }, data: { state: "waking" as const } });

/** Ends a bulk edit of the shop after the variants that are being changed; those stay changed, and their orders are woken. */
export async function stopBulkEdit(
  { db, clock }: Pick<CatalogContext, "db" | "clock">,
  shopId: ShopId,
  id: BulkEditId,
  note?: NoteAction,
): Promise<void> {
  const { where, data } = toWaking(id);
  await db.$transaction(async (tx) => {
    const stopped = { where: { ...where, shopId }, data: { ...data, stoppedAt: clock.now() } };
    if ((await tx.bulkEdit.updateMany(stopped)).count > 0) await note?.(tx, "variants_edit_stopped");
  });
}

async function wakeOrders(ctx: CatalogContext, { id, shopId }: Pick<BulkEdit, "id" | "shopId">): Promise<void> {
  const products = await ctx.db.bulkEditVariant.findMany({
    where: { editId: id, outcome: "changed" },
    distinct: ["productGid"],
    select: { productGid: true },
  });
  const gids = products.map(({ productGid }) => productGid);
  const { length: wokenOrders } = await wakeForMappings(ctx, shopId, gids);
  await ctx.db.bulkEdit.updateMany({ where: { id, state: "waking" }, data: { state: "done", wokenOrders } });
}

/** What a page shows of a shop's bulk edit. */
export interface BulkEditView {
  id: BulkEditId;
  kind: BulkActionKind;
  state: BulkEditState;
  /** Staff stopped it: pending variants stay as they were. */
  stopped: boolean;
  total: number;
  /** Variants by what became of them. */
  variants: Record<BulkEditOutcome, number>;
  wokenOrders: number;
}

const NONE: Readonly<Record<BulkEditOutcome, number>> = {
  ...{ pending: 0, changed: 0, not_mapped: 0, mapped: 0, product_marked: 0 },
  ...{ unchanged: 0, no_value: 0, not_printed: 0, not_printable: 0, rejected: 0, outdated: 0 },
};

type Db = { db: PrismaClient };

/** The bulk edit of a shop; null without one. */
export async function readBulkEdit({ db }: Db, shopId: ShopId): Promise<BulkEditView | null> {
  const edit = await db.bulkEdit.findUnique({ where: { shopId } });
  if (!edit) return null;
  const { id, state, wokenOrders } = edit;
  const stopped = edit.stoppedAt !== null;
  const groups = await db.bulkEditVariant.groupBy({ by: ["outcome"], where: { editId: id }, _count: true });
  const variants = { ...NONE };
  for (const { outcome, _count } of groups) variants[outcome] = _count;
  const total = groups.reduce((sum, { _count }) => sum + _count, 0);
  return { id, kind: bulkActionSchema.parse(edit.action).kind, state, stopped, total, variants, wokenOrders };
}

/** Forgets a finished bulk edit. */
export async function dismissBulkEdit({ db }: Db, shopId: ShopId, id: BulkEditId): Promise<void> {
  await db.bulkEdit.deleteMany({ where: { id, shopId, state: "done" } });
}
