import type { Prisma } from "../../../prisma/client/client.ts";
import { labelText } from "../../common/clean-text.ts";
import { readSettings } from "../../settings/settings.ts";
import type { PrintAccountId, ShopId } from "../../ports/ids.ts";
import { checkMappings } from "../check-mappings.ts";
import type { CatalogContext } from "../context.ts";
import { allOverridable, type FieldProblems, type MappingField } from "../field-problems.ts";
import { parseField } from "../parse-mapping.ts";
import { soldSince } from "../sold-since.ts";
import { VARIANTS } from "../variant-rows.ts";
import { RULE_LINKS } from "../mapping-methods/rule.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import { chosenBy, type BulkSelection } from "./chosen.ts";
import { fingerprint } from "./read-targets.ts";
import type { BulkAction } from "./bulk-actions.ts";

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
 * Checks the value of a bulk edit once for all variants, and keeps which variants to change: a worker changes them, and continues
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
    if (chosen > 0 && isShown) return { outcome: "begun" };
    await tx.bulkEdit.delete({ where: { id: edit.id } });
    return { outcome: chosen > 0 ? "outdated" : "empty" };
  };
  return ctx.db.$transaction(begin, { timeout: BEGIN_TIMEOUT_MS });
}

function trimmed(action: BulkAction): BulkAction {
  if (action.kind === "set_sku") return { ...action, itemSku: labelText(action.itemSku) };
  return action.kind === "set_artwork" ? { ...action, link: action.link.trim() } : action;
}

async function checkValue(ctx: CatalogContext, shop: EditingShop, action: BulkAction): Promise<FieldProblems> {
  if (action.kind === "set_sku") return checkField(ctx, shop, "itemSku", action.itemSku);
  if (action.kind === "map_by_rule") return checkLinks(ctx, shop, action.rule);
  return action.kind === "set_artwork" ? checkField(ctx, shop, action.side, action.link) : {};
}

/** The problem of the first wrong link of each side. */
async function checkLinks(ctx: CatalogContext, shop: EditingShop, rule: StaticRule): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  for (const side of RULE_LINKS) {
    const source = rule[side];
    const links = source.kind === "same" ? [source.link] : source.kind === "option" ? Object.values(source.links) : [];
    for (const link of new Set(links.map((one) => one.trim()).filter(Boolean)))
      Object.assign(problems, { ...(await checkField(ctx, shop, side, link)), ...problems });
  }
  return problems;
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
