import { type Order, type OrderLine, Prisma } from "../../../prisma/client/client.ts";
import { readRows, rowsAsJson } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { readSettings } from "../../settings/settings.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockingOrders, ORDER_COLUMNS } from "../core/lock.ts";
import { linesFromJson, SUBMISSIONS_OF_ORDER, toLoaded, type SubmissionColumns } from "../core/load-rows.ts";
import { withoutRows, type OrderRows } from "../core/order-rows.ts";
import { orderTags } from "../core/reference.ts";
import { SHOP_COLUMNS, SHOP_TABLES, toShopRow, type ShopColumns, type ShopRow } from "../core/shop-row.ts";
import type { OrderState } from "./decide-order.ts";
import { changesInForce } from "../compose/current-changes.ts";
import { drawnFilesOf, type DrawnFiles } from "../core/drawn-files.ts";
import {
  toMappingLookup,
  type MappingRow,
  type NotPrintedRow,
  type TextPlacementRow,
} from "../compose/decide-lines.ts";
import { isStale, tombstoneHash } from "./order-row.ts";

/** A snapshot that is to be applied. */
export interface SnapshotToApply {
  shop: Pick<ShopRow, "id" | "domain">;
  snapshot: OrderSnapshot;
  /** Of the order's row, which the caller has seen. */
  knownId?: OrderId | undefined;
}

/** An order under its lock. stale: a newer snapshot was applied before. */
type LoadedOrder = { orderId: OrderId } & ({ stale: true } | { stale: false; state: OrderState; hasOrphans: boolean });

/**
 * Finds or creates the rows of orders, locks them in the order of their ids, and reads what decides on each: the statements are the
 * same for one order and for many. UNIQUE (shop, Shopify order) decides between two transactions that create at once. An order occurs
 * once. `skipLocked`: orders that another transaction has locked are left out (null). What decides is read by a statement
 * after the one that locks: a statement that waits for a lock sees other tables as they were before. @throws when a shop does not exist
 */
export async function loadOrders(
  tx: Tx,
  ctx: Pick<OrdersContext, "encryptor" | "clock" | "ids">,
  items: readonly SnapshotToApply[],
  { skipLocked = false } = {},
): Promise<(LoadedOrder | null)[]> {
  const proposed = items.map(({ shop, snapshot, knownId }) => ({
    ...{ id: knownId ?? ctx.ids.uuid(), shopId: shop.id, shopifyGid: snapshot.gid, name: snapshot.name },
    ...{ shopifyCreatedAt: snapshot.createdAt, shopifyUpdatedAt: snapshot.updatedAt, currency: snapshot.currency },
    receivedAt: ctx.clock.now(),
  }));
  const unseen = proposed.filter((_, at) => items[at]?.knownId === undefined);
  const lockAndRead = (lock: Promise<Order[]>) => Promise.all([lock, readStoredParts(tx, ctx, items)]);
  let [locked, stored] = await lockAndRead(
    unseen.length > 0 ? insertAndLock(tx, unseen, proposed, skipLocked) : lockByGid(tx, proposed, skipLocked),
  );
  // Another transaction has inserted a row meanwhile.
  if (locked.length < items.length && !skipLocked) [locked, stored] = await lockAndRead(lockByGid(tx, proposed, false));
  const changing = locked.filter(({ id }) => stored.some((one) => one.orderId === id && one.hasChanges));
  const changes =
    changing.length > 0 ? await readRows(tx, "OrderChange", changesInForce(changing.map(({ id }) => id))) : [];
  const loaded: (LoadedOrder | null)[] = [];
  for (const [at, { shop, snapshot }] of items.entries()) {
    const order = locked.find((row) => row.shopId === shop.id && row.shopifyGid === snapshot.gid);
    const read = stored.find((one) => one.at === at);
    if (!order || !read) {
      if (!skipLocked) throw new Error(order ? "an order without its shop" : "the order was deleted meanwhile");
      loaded.push(null);
      continue;
    }
    const orderId = order.id;
    const created = items[at]?.knownId === undefined && orderId === proposed[at]?.id;
    if (!created && isStale(ctx, order, snapshot)) {
      loaded.push({ orderId, stale: true });
      continue;
    }
    const { lines, submissions, attentions, mappings, drawnFiles, tombstoned, hasOrphans } = read;
    const own = changes.filter((change) => change.orderId === orderId);
    const rows = { ...withoutRows(order), lines, submissions, attentions, changes: own };
    const decisive = { shop: read.shop, settings: readSettings(read.shop.settings), mappings, drawnFiles, tombstoned };
    const state = { rows, created, ...decisive, knownLines: lines, justAdopted: false };
    loaded.push({ orderId, stale: false, state, hasOrphans });
  }
  return loaded;
}

type NewOrder = Pick<
  Order,
  "id" | "shopId" | "shopifyGid" | "name" | "shopifyCreatedAt" | "shopifyUpdatedAt" | "currency" | "receivedAt"
>;

/**
 * Inserted in one sequence everywhere: two transactions that insert some of the same orders wait for each other, and not crosswise. A
 * row that another transaction inserts meanwhile is waited for, and is not among those that are returned.
 */
const insertAndLock = (
  tx: Tx,
  unseen: readonly NewOrder[],
  orders: readonly NewOrder[],
  skipLocked: boolean,
): Promise<Order[]> => tx.query<Order>`
    WITH "new" AS (
      INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt")
      SELECT "id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt"
      FROM jsonb_populate_recordset(NULL::"Order", ${rowsAsJson(unseen)}::jsonb) ORDER BY "shopId", "shopifyGid"
      ON CONFLICT DO NOTHING RETURNING ${ORDER_COLUMNS}
    ), "known" AS (${locking(orders, skipLocked)})
    SELECT * FROM "new" UNION ALL SELECT * FROM "known"`;

const lockByGid = (tx: Tx, orders: readonly NewOrder[], skipLocked: boolean): Promise<Order[]> =>
  tx.query<Order>(locking(orders, skipLocked));

const locking = (orders: readonly NewOrder[], skipLocked: boolean): Prisma.Sql => {
  const [shopIds, gids] = [orders.map(({ shopId }) => shopId), orders.map(({ shopifyGid }) => shopifyGid)];
  const condition = Prisma.sql`
    ("shopId", "shopifyGid") IN (SELECT * FROM unnest(${shopIds}::uuid[], ${gids}::text[]))`;
  return lockingOrders(condition, { skipLocked });
};

/** What is stored of an order and decides about it, besides its own row. */
interface StoredParts {
  /** The position of the order among those asked for. */
  at: number;
  orderId: OrderId;
  shop: ShopRow;
  tombstoned: boolean;
  /** The service's list shows orders of its tags that no submission stands for. */
  hasOrphans: boolean;
  /** Changes of staff are in force. */
  hasChanges: boolean;
  lines: OrderLine[];
  mappings: OrderState["mappings"];
  drawnFiles: DrawnFiles;
  submissions: OrderRows["submissions"];
  attentions: OrderRows["attentions"];
}

type StoredPartsRow = ShopColumns &
  Omit<SubmissionColumns, "id"> &
  Pick<StoredParts, "at" | "orderId" | "tombstoned" | "hasOrphans" | "hasChanges"> & {
    lines: unknown[] | null;
    mappings: MappingRow[] | null;
    notPrinted: NotPrintedRow[] | null;
    texts: TextPlacementRow[] | null;
    drawnFiles: { key: string; link: string }[] | null;
  };

async function readStoredParts(
  tx: Tx,
  ctx: Pick<OrdersContext, "encryptor">,
  items: readonly SnapshotToApply[],
): Promise<StoredParts[]> {
  const asked = items.map(({ shop, snapshot }, at) => ({
    at,
    shopId: shop.id,
    gid: snapshot.gid,
    tombstone: tombstoneHash(ctx, shop.domain, snapshot.gid),
    tags: [...orderTags(ctx.encryptor, shop.domain, snapshot.gid).keys()],
    variants: snapshot.lines.flatMap((line) => line.variantGid ?? []),
    products: snapshot.lines.flatMap((line) => line.productGid ?? []),
  }));
  const rows = await tx.query<StoredPartsRow>`
    SELECT i."at", o."id" AS "orderId", ${SHOP_COLUMNS},
      EXISTS (SELECT 1 FROM "Tombstone" WHERE "hash" = i."tombstone") AS "tombstoned",
      EXISTS (SELECT 1 FROM "Orphan" WHERE "tag" = ANY(i."tags") AND "adoptedAt" IS NULL) AS "hasOrphans",
      EXISTS (SELECT 1 FROM "OrderChange" WHERE "orderId" = o."id" AND "endedAt" IS NULL) AS "hasChanges",
      (SELECT json_agg(l) FROM "OrderLine" l WHERE l."orderId" = o."id") AS "lines",
      (SELECT json_agg(m) FROM "Mapping" m WHERE m."shopId" = i."shopId"
        AND (m."variantGid" = ANY(i."variants" || ${KNOWN_VARIANTS}) OR m."productGid" = ANY(i."products" || ${KNOWN_PRODUCTS})))
        AS "mappings",
      (SELECT json_agg(n) FROM "NotPrinted" n WHERE n."shopId" = i."shopId"
        AND n."productGid" = ANY(i."products" || ${KNOWN_PRODUCTS})) AS "notPrinted",
      (SELECT json_agg(t) FROM "TextPlacement" t WHERE t."shopId" = i."shopId"
        AND t."productGid" = ANY(i."products" || ${KNOWN_PRODUCTS})) AS "texts",
      (SELECT json_agg(json_build_object('key', d."key", 'link', d."link")) FROM "DrawnFile" d
        WHERE d."orderId" = o."id" AND d."key" IS NOT NULL AND d."link" IS NOT NULL AND d."eraseAt" IS NULL) AS "drawnFiles",
      ${SUBMISSIONS_OF_ORDER}
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS i("at" int, "shopId" uuid, "gid" text, "tombstone" text,
        "tags" text[], "variants" text[], "products" text[])
      JOIN "Order" o ON o."shopId" = i."shopId" AND o."shopifyGid" = i."gid"
      JOIN (${SHOP_TABLES}) ON s."id" = i."shopId"`;
  return rows.map((row) => ({
    ...row,
    shop: toShopRow(row),
    lines: linesFromJson(row.lines),
    mappings: toMappingLookup(row.mappings ?? [], row.notPrinted ?? [], row.texts ?? []),
    drawnFiles: drawnFilesOf(row.drawnFiles),
    ...toLoaded(row),
  }));
}

/** A deleted product has no id in Shopify any more: its mappings are found by the ids known before (eligibility.ts). */
const known = (column: "variantGid" | "productGid") =>
  Prisma.sql`ARRAY(SELECT ${Prisma.raw(`l."${column}"`)} FROM "OrderLine" l WHERE l."orderId" = o."id")`;
const KNOWN_VARIANTS = known("variantGid");
const KNOWN_PRODUCTS = known("productGid");
