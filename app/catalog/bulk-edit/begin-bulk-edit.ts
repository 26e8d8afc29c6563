import { Prisma } from "@prisma/client";
import type { Tx } from "../../database/transaction.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Gid } from "../../ports/gid.ts";
import type { PrintAccountId, ShopId } from "../../ports/ids.ts";
import { checkMappings } from "../check-mappings.ts";
import type { CatalogContext } from "../context.ts";
import { allOverridable, type FieldProblems, type MappingField } from "../field-problems.ts";
import { parseField } from "../parse-mapping.ts";
import { soldSince } from "../sold-since.ts";
import type { VariantFilter } from "../variants/variants-query.ts";
import { inView, VARIANTS, type VariantScope } from "../variants/view-conditions.ts";
import type { BulkAction } from "./bulk-actions.ts";

/** The variants that staff chose: single ones, or all that a list has. */
export type BulkSelection =
  { variantGids: Gid<"ProductVariant">[] } | { filter: Pick<VariantFilter, "view" | "query"> };

export type BeginResult =
  | { outcome: "begun" }
  /** Another edit of the shop is under way. */
  | { outcome: "busy" }
  /** None of the variants exists any more. */
  | { outcome: "empty" }
  /** The typed value has problems; nothing is changed. */
  | { outcome: "invalid"; problems: FieldProblems };

interface EditingShop {
  id: ShopId;
  printAccountId: PrintAccountId | null;
  settings: unknown;
}

interface BulkRequest {
  action: BulkAction;
  selection: BulkSelection;
  /** Despite problems that staff may override. */
  saveAnyway: boolean;
}

/** Of a whole catalog, with a wide margin. */
const BEGIN_TIMEOUT_MS = 30_000;

/**
 * Checks the value of a bulk edit once for all variants, and keeps which variants to change: a worker changes them, and goes on
 * after a crash.
 */
export async function beginBulkEdit(
  ctx: CatalogContext,
  shop: EditingShop,
  { action: typed, selection, saveAnyway }: BulkRequest,
): Promise<BeginResult> {
  const action = trimmed(typed);
  const problems = await checkValue(ctx, shop, action);
  const isAllowed = Object.keys(problems).length === 0 || (saveAnyway && allOverridable(problems));
  if (!isAllowed) return { outcome: "invalid", problems };
  const scope = { shopId: shop.id, soldSince: soldSince(ctx) };
  const begin = async (tx: Tx): Promise<BeginResult> => {
    await tx.bulkEdit.deleteMany({ where: { shopId: shop.id, state: "done" } });
    const edit = { id: ctx.ids.uuid(), shopId: shop.id, action, createdAt: ctx.clock.now() };
    const { count } = await tx.bulkEdit.createMany({ data: [{ ...edit, state: "editing" }], skipDuplicates: true });
    if (count === 0) return { outcome: "busy" };
    const chosen = await tx.$executeRaw`
      INSERT INTO "BulkEditVariant" ("editId", "variantGid", "productGid")
      SELECT ${edit.id}::uuid, v."variantGid", v."productGid" FROM ${VARIANTS} WHERE ${chosenBy(scope, selection)}`;
    if (chosen > 0) return { outcome: "begun" };
    await tx.bulkEdit.delete({ where: { id: edit.id } });
    return { outcome: "empty" };
  };
  return ctx.db.$transaction(begin, { timeout: BEGIN_TIMEOUT_MS });
}

function chosenBy(scope: VariantScope, selection: BulkSelection): Prisma.Sql {
  if ("filter" in selection) return inView(scope, selection.filter);
  return Prisma.sql`v."shopId" = ${scope.shopId}::uuid AND v."variantGid" = ANY(${selection.variantGids})`;
}

function trimmed(action: BulkAction): BulkAction {
  if (action.kind === "set_sku") return { ...action, itemSku: action.itemSku.trim() };
  return action.kind === "set_artwork" ? { ...action, link: action.link.trim() } : action;
}

async function checkValue(ctx: CatalogContext, shop: EditingShop, action: BulkAction): Promise<FieldProblems> {
  if (action.kind === "set_sku") return checkField(ctx, shop, "itemSku", action.itemSku);
  return action.kind === "set_artwork" ? checkField(ctx, shop, action.side, action.link) : {};
}

const NOTHING = { itemSku: "", artworkFront: "", artworkBack: "", mockup: "" };

/** As if a mapping had only this field. */
async function checkField(
  ctx: CatalogContext,
  shop: EditingShop,
  field: MappingField,
  value: string,
): Promise<FieldProblems> {
  const problem = parseField(field, value);
  if (problem) return { [field]: problem };
  const pricing = { id: shop.id, printAccountId: shop.printAccountId, ...readSettings(shop.settings) };
  const [checked] = await checkMappings(ctx, pricing, [{ input: { ...NOTHING, [field]: value }, stored: NOTHING }]);
  return checked?.problems ?? {};
}
