import { Prisma, type Attention, type OrderLine } from "../../../prisma/client/client.ts";
import { rowsFromJson, type DateColumns } from "../../database/json-rows.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { orderTags } from "../core/reference.ts";
import { SHOP_COLUMNS, SHOP_TABLES, toShopRow, type ShopColumns, type ShopRow } from "../core/shop-row.ts";
import { ENCRYPTED_CONTENT } from "../core/submission-row.ts";
import type { MappingLookup } from "../print-order/decide-line.ts";
import { toMappingLookup, type MappingRow, type NotPrintedRow } from "./mapping-lookup.ts";
import type { LoadedSubmission } from "../core/order-rows.ts";
import { tombstoneHash } from "./order-row.ts";
import type { Gid } from "../../ports/gid.ts";

/** What decides how a snapshot is applied, as it is after the order was locked. */
export interface OrderFacts {
  shop: ShopRow;
  /** The order was erased with its shop's data before. */
  tombstoned: boolean;
  /** The service's list shows orders of its tags that no submission stands for. */
  hasOrphans: boolean;
  /** Changes of staff are in force. */
  hasChanges: boolean;
  lines: OrderLine[];
  mappings: MappingLookup;
  /** The oldest first. */
  submissions: LoadedSubmission[];
  /** Open and cleared. */
  attentions: Attention[];
}

interface FactsQuery {
  shop: Pick<ShopRow, "id" | "domain">;
  order: { id: OrderId; shopifyGid: Gid<"Order"> };
  /** As Shopify shows them. */
  lines: readonly LineSnapshot[];
}

type FactsRow = ShopColumns &
  Pick<OrderFacts, "tombstoned" | "hasOrphans" | "hasChanges"> & {
    lines: unknown[] | null;
    mappings: MappingRow[] | null;
    notPrinted: NotPrintedRow[] | null;
    submissions: unknown[] | null;
    attentions: unknown[] | null;
  };

/**
 * Reads them in one statement. It follows the statement that locks the order: a statement that waits for a lock sees
 * other tables as they were before. @throws when the shop does not exist
 */
export async function readOrderFacts(
  tx: Tx,
  ctx: Pick<OrdersContext, "encryptor">,
  { shop, order, lines }: FactsQuery,
): Promise<OrderFacts> {
  const tags = [...orderTags(ctx.encryptor, shop.domain, order.shopifyGid).keys()];
  const [row] = await tx.$queryRaw<FactsRow[]>`
    SELECT ${SHOP_COLUMNS},
      EXISTS (SELECT 1 FROM "Tombstone" WHERE "hash" = ${tombstoneHash(ctx, shop.domain, order.shopifyGid)}) AS "tombstoned",
      EXISTS (SELECT 1 FROM "Orphan" WHERE "tag" = ANY(${tags}::text[]) AND "adoptedAt" IS NULL) AS "hasOrphans",
      EXISTS (SELECT 1 FROM "OrderChange" WHERE "orderId" = ${order.id}::uuid AND "endedAt" IS NULL) AS "hasChanges",
      (SELECT json_agg(l) FROM "OrderLine" l WHERE l."orderId" = ${order.id}::uuid) AS "lines",
      ${mappingColumns(shop.id, order.id, lines)},
      ${submissionsColumn(order.id)},
      (SELECT json_agg(t) FROM "Attention" t WHERE t."orderId" = ${order.id}::uuid) AS "attentions"
    FROM ${SHOP_TABLES} WHERE s."id" = ${shop.id}::uuid`;
  if (!row) throw new Error("an order without its shop");
  return {
    shop: toShopRow(row),
    tombstoned: row.tombstoned,
    hasOrphans: row.hasOrphans,
    hasChanges: row.hasChanges,
    lines: rowsFromJson<OrderLine>(row.lines, { excludedAt: true }),
    mappings: toMappingLookup(row.mappings ?? [], row.notPrinted ?? []),
    submissions: rowsFromJson<LoadedSubmission>(row.submissions, SUBMISSION_DATES),
    attentions: rowsFromJson<Attention>(row.attentions, { openedAt: true, clearedAt: true }),
  };
}

/** A deleted product has no id in Shopify any more: its mappings are found by the ids known before (eligibility.ts). */
function mappingColumns(shopId: ShopId, orderId: OrderId, lines: readonly LineSnapshot[]): Prisma.Sql {
  const variants = lines.flatMap((line) => line.variantGid ?? []);
  const products = lines.flatMap((line) => line.productGid ?? []);
  const known = (column: "variantGid" | "productGid") =>
    Prisma.sql`ARRAY(SELECT ${Prisma.raw(`l."${column}"`)} FROM "OrderLine" l WHERE l."orderId" = ${orderId}::uuid)`;
  return Prisma.sql`
    (SELECT json_agg(m) FROM "Mapping" m WHERE m."shopId" = ${shopId}::uuid
      AND (m."variantGid" = ANY(${variants}::text[] || ${known("variantGid")})
        OR m."productGid" = ANY(${products}::text[] || ${known("productGid")}))) AS "mappings",
    (SELECT json_agg(n) FROM "NotPrinted" n WHERE n."shopId" = ${shopId}::uuid
      AND n."productGid" = ANY(${products}::text[] || ${known("productGid")})) AS "notPrinted"`;
}

const SUBMISSION_COLUMNS = Prisma.raw(
  Object.keys(Prisma.SubmissionScalarFieldEnum)
    .filter((column) => !Object.hasOwn(ENCRYPTED_CONTENT, column))
    .map((column) => `x."${column}"`)
    .join(", "),
);

const submissionsColumn = (orderId: OrderId): Prisma.Sql => Prisma.sql`
  (SELECT json_agg(stored ORDER BY stored."createdAt") FROM (
    SELECT ${SUBMISSION_COLUMNS}, x."payloadEncrypted" IS NOT NULL AS "hasPayload",
      (SELECT count(*) FROM "Attempt" a WHERE a."submissionId" = x."id") AS "attempts",
      COALESCE((SELECT json_agg(p) FROM "SubmissionLine" p WHERE p."submissionId" = x."id"), '[]') AS "lines"
    FROM "Submission" x WHERE x."orderId" = ${orderId}::uuid
  ) AS stored) AS "submissions"`;

const SUBMISSION_DATES: DateColumns<LoadedSubmission> = {
  contentErasedAt: true,
  dueAt: true,
  claimedAt: true,
  lookupClaimedAt: true,
  sentAt: true,
  lastAttemptAt: true,
  submittedAt: true,
  replacedAt: true,
  progressReportedAt: true,
  checkedAt: true,
  missingSince: true,
  readFailingSince: true,
  foundAt: true,
  createdAt: true,
};
