import type { ShopifyStatus } from "../../../prisma/client/client.ts";
import type { SqlClient } from "../../database/sql.ts";
import { RejectedError, RemoteError, retryAfterOf, UncertainError } from "../../ports/errors.ts";
import { gidNumber, type Gid } from "../../ports/gid.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import { adminAppUrl, type NewHold } from "../../ports/shopify.ts";
import { readSettings } from "../../settings/settings.ts";
import { transact } from "../core/append.ts";
import { ATTENTION, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockOrders } from "../core/lock.ts";
import { dueIn, newClaim, scheduleRetry } from "../core/reschedule.ts";
import { mayEditOrders } from "../core/order-access.ts";
import { holdReason, isOrderHold, orderHoldHandle, printStage, type StatusInput } from "../core/shopify-status.ts";
import { stateIn } from "../core/state-in.ts";
import { PRINT_STAGES, STAGE_NAMES, statusTag, type PrintStage } from "../core/state-names.ts";
import { UNFINISHED_STATES } from "../core/states.ts";
import { isAccepted, merchantOrdersOf } from "./read-followed.ts";
import { readFulfillmentOf } from "./read-fulfillment.ts";

type StatusContext = OrdersContext & {
  /** The app's client id: part of the address of its pages in Shopify's admin. */
  apiKey: string;
};

/** As Shopify names them; all others are OTHER. */
const SHOPIFY_REASONS: Partial<Record<AttentionCode, NewHold["reason"]>> = {
  risk_high: "HIGH_RISK_OF_FRAUD",
  payment_pending: "AWAITING_PAYMENT",
  payment_refunded: "AWAITING_PAYMENT",
  payment_approval: "AWAITING_PAYMENT",
  address_missing: "INCORRECT_ADDRESS",
  address_incomplete: "INCORRECT_ADDRESS",
  address_doubtful: "INCORRECT_ADDRESS",
  country_unknown: "INCORRECT_ADDRESS",
};

/** An order that this process alone may write. */
type Claimed = Pick<ShopifyStatus, "orderId" | "version" | "tries" | "claimToken" | "tags" | "hold"> & {
  /** Of a claim that has expired, or that did not settle the hold: what it was about to write may be in Shopify, or not. */
  claimedBefore: Date | null;
  writtenAt: Date | null;
};

/** In one turn, some orders of some shops, which are drawn: a shop with thousands of orders, or without points, delays no other. */
const SHOPS_AT_ONCE = 4;
const OF_SHOP = 4;
const MAX_TURNS = 25;

/**
 * Claims orders that are due, some of each shop, and committed before the calls. Not what was written a moment ago: changes that come
 * together are one write. Rows that a transaction changes meanwhile are left out: waiting for them could become a deadlock.
 */
function claimStatuses(ctx: StatusContext): Promise<Claimed[]> {
  const { claimToken, claimedAt, dueAt } = newClaim(ctx);
  const before = new Date(claimedAt.getTime() - ctx.policy.statusIntervalMs);
  return ctx.sql.query<Claimed>`
    WITH RECURSIVE shops AS (
      (SELECT "shopId" FROM "ShopifyStatus" WHERE "dueAt" IS NOT NULL ORDER BY "shopId" LIMIT 1)
      UNION ALL
      SELECT (SELECT t."shopId" FROM "ShopifyStatus" t WHERE t."dueAt" IS NOT NULL AND t."shopId" > shops."shopId"
        ORDER BY t."shopId" LIMIT 1) FROM shops WHERE shops."shopId" IS NOT NULL
    ), drawn AS (
      SELECT s."id" FROM shops JOIN "Shop" s ON s."id" = shops."shopId" WHERE s."uninstalledAt" IS NULL
        AND EXISTS (SELECT FROM "ShopifyStatus" t WHERE t."shopId" = s."id" AND t."dueAt" <= ${claimedAt}
          AND (t."writtenAt" IS NULL OR t."writtenAt" <= ${before}))
      ORDER BY md5(s."id"::text || ${claimToken}) LIMIT ${SHOPS_AT_ONCE}
    ), due AS (
      SELECT t.* FROM drawn CROSS JOIN LATERAL (
        SELECT "orderId", "claimedAt" FROM "ShopifyStatus" WHERE "shopId" = drawn."id" AND "dueAt" <= ${claimedAt}
          AND ("writtenAt" IS NULL OR "writtenAt" <= ${before})
        ORDER BY "dueAt" LIMIT ${OF_SHOP} FOR UPDATE SKIP LOCKED
      ) t
    )
    UPDATE "ShopifyStatus" t SET "claimToken" = ${claimToken}::uuid, "claimedAt" = ${claimedAt}, "dueAt" = ${dueAt},
      "tries" = t."tries" + 1
    FROM due WHERE t."orderId" = due."orderId"
    RETURNING t."orderId", t."version", t."tries", t."claimToken", t."tags", t."hold", t."writtenAt", due."claimedAt" AS "claimedBefore"`;
}

interface StatusRow extends StatusInput {
  orderId: OrderId;
  domain: string;
  scopes: string;
  settings: unknown;
  statusesLostAt: Date | null;
  shopifyGid: Gid<"Order">;
  shopifyCreatedAt: Date;
  cancelledAt: Date | null;
  fulfillmentOrders: unknown;
  /** Its items that are printed. */
  lineItemGids: Gid<"LineItem">[];
}

/** Reads what decides, by a statement after the claim: a change that is not in it counts one up in `version`. */
function readRows(ctx: StatusContext, orderIds: readonly OrderId[]): Promise<StatusRow[]> {
  return ctx.sql.query<StatusRow>`
    SELECT o."id" AS "orderId", s."domain", s."scopes", s."settings", s."statusesLostAt", o."shopifyGid", o."shopifyCreatedAt", o."cancelledAt",
      o."fulfillmentOrders",
      COALESCE((SELECT json_agg(json_build_object('id', x."id", 'state', x."state")) FROM "Submission" x
        WHERE x."orderId" = o."id" AND x."replacedAt" IS NULL), '[]') AS "submissions",
      COALESCE((SELECT json_agg(json_build_object('code', t."code", 'submissionId', t."submissionId") ORDER BY t."id") FROM "Attention" t
        WHERE t."orderId" = o."id" AND t."clearedAt" IS NULL), '[]') AS "reasons",
      COALESCE((SELECT json_agg(l."shopifyGid") FROM "OrderLine" l
        WHERE l."orderId" = o."id" AND l."eligibility" = 'printable'), '[]') AS "lineItemGids"
    FROM "Order" o JOIN "Shop" s ON s."id" = o."shopId" WHERE o."id" = ANY(${orderIds}::uuid[])`;
}

/** What may be in Shopify now, and whether that is what is wanted there. */
interface Written extends Pick<ShopifyStatus, "tags" | "hold"> {
  /** Something was written, or may have been: the next write comes no sooner than the policy says. */
  wrote: boolean;
  /** Why it is tried again. not_yet: Shopify has made no fulfillment orders. not_allowed: the merchant has not granted write_orders. */
  failure: RemoteError | "not_yet" | "not_allowed" | null;
  /** Whether the hold was not needed, or written. Only then it is not written again: staff may release it in Shopify. */
  isHoldSettled: boolean;
}

/** What Shopify refuses, or has nothing for, is left to the next change of the order after so many tries, within some hours. */
const MAX_TRIES = 20;
/** Shopify tells of a permission moments after the merchant gave it. One that was taken back is asked about less and less often. */
const LONGEST_WITHOUT_SCOPE_MS = 3_600_000;

async function recordWritten(ctx: StatusContext, claimed: Claimed, written: Written): Promise<void> {
  const { tags, hold, wrote, failure, isHoldSettled } = written;
  const now = ctx.clock.now();
  const retryAt = retryTime(ctx, claimed, failure);
  const tries = retryAt ? claimed.tries : 0;
  const isDown = retryAt !== null && failure instanceof RemoteError;
  const recorded = await ctx.sql.execute`
    UPDATE "ShopifyStatus" SET "tags" = ${tags}::text[], "hold" = ${hold}, "claimToken" = NULL,
      "claimedAt" = CASE WHEN ${isHoldSettled} THEN NULL ELSE "claimedAt" END,
      "tries" = ${tries}, "writtenAt" = CASE WHEN ${wrote} THEN ${now}::timestamptz ELSE "writtenAt" END,
      "dueAt" = CASE WHEN "version" = ${claimed.version} OR ${isDown} THEN ${retryAt}::timestamptz ELSE ${now}::timestamptz END
    WHERE "orderId" = ${claimed.orderId}::uuid AND "claimToken" = ${claimed.claimToken}::uuid`;
  // The process was frozen, and what it has just written may be older than what stands there: everything is written again.
  if (recorded === 0 && wrote)
    await ctx.sql.execute`
      UPDATE "ShopifyStatus" SET "tags" = ARRAY(SELECT DISTINCT unnest("tags" || ${tags}::text[])),
        "hold" = COALESCE("hold", ${hold}), "version" = "version" + 1, "tries" = GREATEST("tries", 1),
        "dueAt" = COALESCE("dueAt", ${now}::timestamptz)
      WHERE "orderId" = ${claimed.orderId}::uuid`;
}

function retryTime(ctx: StatusContext, { tries }: Claimed, failure: Written["failure"]): Date | null {
  const isFinal = failure === "not_yet" || failure instanceof RejectedError;
  if (failure === null || (isFinal && tries >= MAX_TRIES)) return null;
  if (failure === "not_allowed")
    return dueIn(ctx, Math.min(LONGEST_WITHOUT_SCOPE_MS, ctx.policy.statusIntervalMs * 2 ** (tries - 1)));
  return scheduleRetry(ctx, tries - 1, { atLeastMs: failure === "not_yet" ? 0 : retryAfterOf(failure) }).data.dueAt;
}

/** Commits what the order may have in Shopify from now on. Returns whether the claim still holds. */
const recordIntent = async (ctx: StatusContext, claimed: Claimed, { tags, hold }: Written): Promise<boolean> =>
  (await ctx.sql.execute`
    UPDATE "ShopifyStatus" SET "tags" = ${tags}::text[], "hold" = ${hold}
    WHERE "orderId" = ${claimed.orderId}::uuid AND "claimToken" = ${claimed.claimToken}::uuid`) === 1;

/**
 * Whether a database of which this one is an older copy may have written the order. Of orders that were placed later nothing was lost; nor
 * of what this database has written since.
 */
const isForgotten = ({ writtenAt }: Claimed, { statusesLostAt, shopifyCreatedAt }: StatusRow): boolean =>
  statusesLostAt !== null && (writtenAt === null || writtenAt < statusesLostAt) && shopifyCreatedAt < statusesLostAt;

/**
 * Brings one order to the state that it has now. Where the last write may have been lost, everything is written again. Where what was
 * written is forgotten, too: any tag of the app may be there, and Shopify is asked for holds.
 */
async function writeStatus(ctx: StatusContext, claimed: Claimed, row: StatusRow): Promise<Written | "claim_lost"> {
  const { inShopify } = readSettings(row.settings);
  const isLost = claimed.claimedBefore !== null;
  const forgotten = isForgotten(claimed, row);
  const isRepeated = claimed.tries > 1 || isLost || forgotten;
  const stage = inShopify.tags ? printStage(row) : null;
  const tag = stage && statusTag(inShopify, stage);
  const hold = inShopify.holds ? holdReason(row) : null;
  const present = claimed.hold;
  const ownTags = forgotten && inShopify.tags ? PRINT_STAGES.map((one) => statusTag(inShopify, one)) : [];
  const known = [...new Set([...claimed.tags, ...ownTags])];
  const differs = (isRepeated || known.join() !== (tag ?? "")) && (tag !== null || known.length > 0);
  const mayTag = mayEditOrders(row);
  const writesTag = differs && mayTag;
  const writesHold = ((isLost || present !== hold) && (hold ?? present) !== null) || (forgotten && inShopify.holds);
  const tags = writesTag && tag && !known.includes(tag) ? [...known, tag] : known;
  const written: Written = { tags, hold: hold ?? present, wrote: false, failure: null, isHoldSettled: true };
  if (differs && !mayTag) written.failure = "not_allowed";
  if (!writesTag && !writesHold) return written;
  if (!(await recordIntent(ctx, claimed, written))) return "claim_lost";
  // Each by itself: an order that takes no further tag is held and released all the same.
  if (writesHold) {
    const failure = await failureOf(ctx, row, () => writeHold(ctx, row, { present, wanted: hold }, forgotten));
    if (failure === null) Object.assign(written, { hold, wrote: true });
    else Object.assign(written, { failure, wrote: failure instanceof UncertainError, isHoldSettled: false });
  }
  if (writesTag) {
    const failure = await failureOf(ctx, row, () => writeTag(ctx, row, { stage, tag, tags }));
    if (failure === null) Object.assign(written, { tags: tag ? [tag] : [], wrote: true });
    written.failure ??= failure;
    written.wrote ||= failure instanceof UncertainError;
  }
  // Until Shopify has told what is held, the order stays among those of which that is not known.
  if (forgotten && !written.isHoldSettled) written.wrote = false;
  return written;
}

async function failureOf(
  ctx: StatusContext,
  { orderId }: StatusRow,
  write: () => Promise<"not_yet" | null>,
): Promise<Written["failure"]> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ order: orderId, error: error.name }, "the state of an order not brought to Shopify");
    return error;
  }
}

/** `tags`: all that the order may have. */
async function writeTag(
  { shopify, apiKey }: StatusContext,
  { domain, shopifyGid }: StatusRow,
  { stage, tag, tags }: { stage: PrintStage | null; tag: string | null; tags: readonly string[] },
): Promise<null> {
  if (!stage || tag === null) {
    await shopify.clearOrderStatus(domain, shopifyGid, tags);
    return null;
  }
  await shopify.setOrderStatus(domain, shopifyGid, {
    ...{ tag, removed: tags.filter((one) => one !== tag), state: STAGE_NAMES[stage] },
    link: `${adminAppUrl(domain, apiKey)}/app/orders/${gidNumber(shopifyGid)}`,
  });
  return null;
}

/**
 * Holds the fulfillment orders with items to print, or releases the app's hold; one that staff released in Shopify meanwhile stays
 * released. Both may be repeated. not_yet: Shopify has made none. `forgotten`: the order may have had another id here, and the hold another
 * handle.
 */
async function writeHold(
  ctx: StatusContext,
  row: StatusRow,
  { present, wanted }: { present: AttentionCode | null; wanted: AttentionCode | null },
  forgotten: boolean,
): Promise<"not_yet" | null> {
  const { shopify } = ctx;
  const { domain } = row;
  const read = await readFulfillmentOf(ctx, { shop: row, order: row, lineItemGids: row.lineItemGids });
  if (read.outcome !== "read") return null;
  const { fulfillmentOrders, cancelledAt } = read.snapshot;
  const handle = orderHoldHandle(row.orderId);
  const printed = merchantOrdersOf(fulfillmentOrders, new Set(row.lineItemGids));
  for (const fo of fulfillmentOrders) {
    const isHeld = fo.holds.some((hold) => hold.handle === handle);
    const earlier = forgotten ? fo.holds.filter((hold) => isOrderHold(hold) && hold.handle !== handle) : [];
    for (const hold of earlier) await isAccepted(shopify.releaseHold(domain, fo.gid, hold.handle ?? ""));
    if (isHeld && present === wanted && !forgotten) continue;
    if (isHeld) await isAccepted(shopify.releaseHold(domain, fo.gid, handle));
    const canHold = isHeld || earlier.length > 0 || (fo.status === "OPEN" && fo.supportedActions.includes("HOLD"));
    if (!wanted || !canHold || !printed.includes(fo)) continue;
    const { label, message } = ATTENTION[wanted];
    const hold = {
      fulfillmentOrderGid: fo.gid,
      reason: SHOPIFY_REASONS[wanted] ?? "OTHER",
      notes: `${label}. ${message}`,
      handle,
    };
    await isAccepted(shopify.hold(domain, hold));
  }
  return wanted === null || fulfillmentOrders.length > 0 || cancelledAt !== null ? null : "not_yet";
}

async function writeClaimed(ctx: StatusContext, claimed: Claimed, row: StatusRow | undefined): Promise<void> {
  // Deleted meanwhile, and with it the claim.
  if (!row) return;
  const written = await writeStatus(ctx, claimed, row);
  if (written !== "claim_lost") await recordWritten(ctx, claimed, written);
}

/** Brings the state of orders to Shopify that have changed. Returns how many were looked at. */
export async function writeShopifyStatuses(ctx: StatusContext): Promise<number> {
  await showAgain(ctx);
  let count = 0;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const claimed = await claimStatuses(ctx);
    if (claimed.length === 0) break;
    count += claimed.length;
    const rows = await readRows(
      ctx,
      claimed.map(({ orderId }) => orderId),
    );
    const byId = new Map(rows.map((row) => [row.orderId, row]));
    await Promise.all(claimed.map((one) => writeClaimed(ctx, one, byId.get(one.orderId))));
  }
  return count;
}

const BATCH_SIZE = 200;

/** What shops show was changed: their open orders are due, and those with something in Shopify. Orders that are done stay as they are. */
async function showAgain(ctx: StatusContext): Promise<void> {
  const shops = await ctx.sql.query<{ id: ShopId }>`
    SELECT "id" FROM "Shop" WHERE "statusesAfter" IS NOT NULL AND "uninstalledAt" IS NULL`;
  for (const { id } of shops) while (await showBatchAgain(ctx, id));
}

/** Returns whether there may be more. A change in between has the shop begin anew (`version`), and another process may be further. */
async function showBatchAgain(ctx: { sql: SqlClient }, shopId: ShopId): Promise<boolean> {
  const [shop] = await ctx.sql.query<{ version: number; after: OrderId | null }>`
    SELECT "version", "statusesAfter" AS "after" FROM "Shop" WHERE "id" = ${shopId}::uuid`;
  if (!shop?.after) return false;
  const { version, after } = shop;
  const found = await ctx.sql.query<{ orderId: OrderId }>`
    (SELECT DISTINCT "orderId" FROM "Submission" WHERE "shopId" = ${shopId}::uuid AND "replacedAt" IS NULL
      AND ${stateIn("Submission", UNFINISHED_STATES)} AND "orderId" > ${after}::uuid ORDER BY "orderId" LIMIT ${BATCH_SIZE})
    UNION
    (SELECT "orderId" FROM "ShopifyStatus" WHERE "shopId" = ${shopId}::uuid AND ("tags" <> '{}' OR "hold" IS NOT NULL)
      AND "orderId" > ${after}::uuid ORDER BY "orderId" LIMIT ${BATCH_SIZE})
    ORDER BY "orderId" LIMIT ${BATCH_SIZE}`;
  const ids = found.map(({ orderId }) => orderId);
  // Whoever makes one of these rows due holds the lock of its order.
  await transact(ctx, async (tx) => {
    await lockOrders(tx, ids);
    await tx.execute`
      INSERT INTO "ShopifyStatus" AS t ("orderId", "shopId", "dueAt")
      SELECT "id", "shopId", 'epoch'::timestamptz FROM "Order" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id"
      ON CONFLICT ("orderId") DO UPDATE SET "version" = t."version" + 1,
        "dueAt" = CASE WHEN t."claimToken" IS NULL THEN EXCLUDED."dueAt" ELSE t."dueAt" END`;
  });
  const next = found.length < BATCH_SIZE ? null : (ids.at(-1) ?? null);
  await ctx.sql.execute`
    UPDATE "Shop" SET "statusesAfter" = ${next}::uuid
    WHERE "id" = ${shopId}::uuid AND "version" = ${version} AND "statusesAfter" = ${after}::uuid`;
  return next !== null;
}
