import { Prisma, type PrismaClient } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { Gid } from "../../ports/gid.ts";
import { toStoredMapping, type StoredMapping } from "../stored-mapping.ts";
import type { Target } from "../mapping-methods/preview.ts";
import { MAPPING_COLUMNS, MARKED, VARIANTS } from "../variant-rows.ts";

/** A variant that staff chose for a rule, as the copy has it. */
export interface RuleTarget extends Target {
  /** When its mapping was saved; null without one. */
  storedAt: Date | null;
  /** In Shopify, no gift card, and a physical product. */
  printable: boolean;
}

/** Variants in the sequence of their ids, behind `after`. */
export async function readTargets(
  db: Tx | PrismaClient,
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
export async function fingerprint(db: Tx | PrismaClient, chosen: Prisma.Sql): Promise<string> {
  const [row] = await db.$queryRaw<{ digest: string | null }[]>`
    SELECT md5(string_agg(concat_ws(' ', v."variantGid", v."factsHash", v."deletedAt" IS NULL, ${MARKED},
      extract(epoch FROM m."updatedAt")), ',' ORDER BY v."variantGid")) AS "digest"
    FROM ${VARIANTS} WHERE ${chosen}`;
  return row?.digest ?? "";
}
