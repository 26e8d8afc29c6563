import { Prisma, type PrismaClient, type BulkEditOutcome } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import { toStoredMapping, type StoredMapping } from "../stored-mapping.ts";
import { type Target, toPreview, type PreviewRow } from "../mapping-methods/preview.ts";
import { MAPPING_COLUMNS, MARKED, VARIANTS } from "../variant-rows.ts";
import { proposeByRule } from "../mapping-methods/rule.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";

/** A variant that staff chose for a rule, as the copy has it. */
export interface RuleTarget extends Target {
  /** When its mapping was saved; null without one. */
  storedAt: Date | null;
  /** In Shopify, no gift card, and a physical product. */
  printable: boolean;
}

/** Variants in the sequence of their ids, behind `after`. */
export async function readTargets(
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
export type LeftOutcome = Extract<BulkEditOutcome, "unchanged" | "no_value" | "not_printed" | "not_printable">;

/** What a rule does to a variant: a mapping to save, or why there is none. */
export type Decision<T extends RuleTarget = RuleTarget> =
  | { target: T; outcome: null; row: PreviewRow }
  /** `row`: with what is missing. */
  | { target: T; outcome: "no_value"; row: PreviewRow }
  | { target: T; outcome: Exclude<LeftOutcome, "no_value"> };

/** Decides on variants one by one, as the preview of a product's page does. */
export function decideByRule<T extends RuleTarget>(rule: StaticRule, targets: readonly T[]): Decision<T>[] {
  return targets.map((target) => {
    if (!target.printable) return { target, outcome: "not_printable" };
    if (target.notPrinted) return { target, outcome: "not_printed" };
    const { rows, leftOut } = toPreview([target], proposeByRule(rule, [target]));
    if (rows[0]) return { target, outcome: null, row: rows[0] };
    return leftOut[0] ? { target, outcome: "no_value", row: leftOut[0] } : { target, outcome: "unchanged" };
  });
}
