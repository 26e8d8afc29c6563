import { Prisma, type WebhookDelivery } from "../../prisma/client/client.ts";
import type { Sql } from "../database/sql.ts";
import { flushWith } from "../orders/core/append.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { deadLetterAfter } from "../orders/core/failed-work.ts";
import { scheduleRetry } from "../orders/core/reschedule.ts";
import { errorName, RemoteError, retryAfterOf } from "../ports/errors.ts";
import { classifyDatabaseError } from "./database-error.ts";
import { SHOP_COLUMNS, SHOP_TABLES, toShopRow, type ShopColumns, type ShopRow } from "../orders/core/shop-row.ts";
import type { WebhookDeliveryId, OrderId, PrintAccountId } from "../ports/ids.ts";

/** What a worker needs to know of a delivery besides its body. */
export interface DeliveryRow extends Pick<
  WebhookDelivery,
  "id" | "source" | "topic" | "scope" | "receivedAt" | "tries" | "failures"
> {
  /** Of a delivery of Shopify: the shop that it names. null where there is none. */
  shop: ShopRow | null;
  /** Of a delivery of the print service: the account that it is for. null where there is none. */
  accountId: PrintAccountId | null;
}

type StoredDelivery = Omit<DeliveryRow, "shop"> &
  (ShopColumns | { shopId: null }) & { body: string | null; isLeft: boolean };

/** A delivery that waits, with its encrypted body. `left`: its body was too large to be read with the others. */
export type WaitingDelivery = { row: DeliveryRow; encryptedBody: Buffer } | "left";

/** Of bodies that are read together, in bytes. */
const MAX_BODIES = 8_000_000;

/**
 * Deliveries that wait, with their encrypted bodies and their senders, in the order of the ids; null once one is handled or erased. The
 * bodies are read in base64: PostgreSQL sends bytes as hexadecimal text, which is half as long again.
 */
export async function readWaitingDeliveries(
  sql: Sql,
  ids: readonly WebhookDeliveryId[],
): Promise<(WaitingDelivery | null)[]> {
  const found = await sql.query<StoredDelivery>`
    SELECT d."id", d."source", d."topic", d."scope", d."receivedAt", d."tries", d."failures", d."isLeft",
      CASE WHEN NOT d."isLeft" THEN encode(d."bodyEncrypted", 'base64') END AS "body", ${SHOP_COLUMNS}, sender."id" AS "accountId"
    FROM (SELECT *, row_number() OVER bodies > 1 AND sum(octet_length("bodyEncrypted")) OVER bodies > ${MAX_BODIES} AS "isLeft"
        FROM "WebhookDelivery" WHERE "id" = ANY(${ids}::uuid[]) AND "state" = 'waiting' WINDOW bodies AS (ORDER BY "id")) d
      LEFT JOIN (${SHOP_TABLES}) ON d."source" = 'shopify' AND s."domain" = d."scope"
      LEFT JOIN "PrintAccount" sender ON d."source" = 'print_service' AND sender."key" = d."scope"`;
  const byId = new Map(found.map((one) => [one.id, toWaiting(one)]));
  return ids.map((id) => byId.get(id) ?? null);
}

function toWaiting(found: StoredDelivery): WaitingDelivery | null {
  if (found.isLeft) return "left";
  if (typeof found.body !== "string") return null;
  const { id, source, topic, scope, receivedAt, tries, failures, accountId } = found;
  const shop = found.shopId === null ? null : toShopRow(found);
  const row = { id, source, topic, scope, receivedAt, tries, failures, shop, accountId };
  return { row, encryptedBody: Buffer.from(found.body, "base64") };
}

/** What became of a delivery. */
interface EndedDelivery {
  row: DeliveryRow;
  state: "done" | "ignored" | "dead_letter";
  orderId?: OrderId;
  problem?: string;
}

/**
 * Records what became of deliveries, with what their transaction has appended. @throws when the row of one is gone: nothing that a
 * deleted delivery asked for is kept
 */
export async function finishDeliveries(sql: Sql, ended: readonly EndedDelivery[]): Promise<void> {
  if (ended.length === 0) return;
  const rows = ended.map(({ row, state, orderId = null, problem = null }) => {
    return { id: row.id, state, orderId, problem, erased: isBodyErased(row, state, problem) };
  });
  const update = Prisma.sql`
    UPDATE "WebhookDelivery" d SET "state" = x."state", "dueAt" = NULL,
      "orderId" = COALESCE(x."orderId", d."orderId"), "problem" = COALESCE(x."problem", d."problem"),
      "bodyEncrypted" = CASE WHEN x."erased" OR EXISTS (
        SELECT 1 FROM "Order" o WHERE o."id" = x."orderId"
          AND (o."redactedAt" IS NOT NULL OR o."ignoredReason" = 'redacted')) THEN NULL ELSE d."bodyEncrypted" END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS x("id" uuid, "state" "WebhookDeliveryState", "orderId" uuid, "problem" text, "erased" boolean)
    WHERE d."id" = x."id"`;
  if ((await flushWith(sql, update)) !== ended.length) throw new Error("a delivery was deleted meanwhile");
}

/** The same of one. */
export const finishDelivery = (
  sql: Sql,
  row: DeliveryRow,
  state: EndedDelivery["state"],
  details: Pick<EndedDelivery, "orderId" | "problem">,
): Promise<void> => finishDeliveries(sql, [{ row, state, ...details }]);

/**
 * A privacy request names the customer, and an ignored body may name a customer whom no later request would find: none
 * of these bodies is kept, nor that of an erased order, which a late delivery may bring back. A privacy request that could not be read
 * is still to be carried out, after a fixed release, and needs its body until then.
 */
const isBodyErased = (row: DeliveryRow, state: string, problem: string | null): boolean =>
  (state === "ignored" && (row.source === "shopify" || problem === UNKNOWN_ACCOUNT)) ||
  (isPrivacyRequest(row) && (state !== "dead_letter" || REFUSED.includes(problem)));

/** The print account of an event was erased, with all its other events. */
export const UNKNOWN_ACCOUNT = "unknown_account";

const isPrivacyRequest = ({ topic }: DeliveryRow): boolean => topic.startsWith("customers/") || topic === "shop/redact";

/** Why a privacy request is none of this shop's, whatever the release. */
const REFUSED: readonly (string | null)[] = ["app_installed", "other_shop", "other_topic"];

/** The database works again later, whatever the delivery is. */
const NOT_OURS = ["unavailable", "disk"] as const;

/** After an error. Errors of other systems, of the database's absence and of its disk do not count toward the dead letter. */
export async function rescheduleDelivery(
  ctx: OrdersContext,
  row: DeliveryRow,
  error: unknown,
  orderId: OrderId | null,
): Promise<void> {
  const name = errorName(error);
  const isExternal = error instanceof RemoteError || NOT_OURS.some((kind) => kind === classifyDatabaseError(error));
  const failures = row.failures + (isExternal ? 0 : 1);
  // Of an error of our own the log keeps where it came from.
  const fields = { delivery: row.id, topic: row.topic, error: isExternal ? name : error };
  ctx.log[isExternal ? "warn" : "error"](fields, "delivery not handled yet");
  const retry = scheduleRetry(ctx, row.tries, { atLeastMs: retryAfterOf(error) });
  // A delivery that was erased, dismissed or handled meanwhile stays so.
  await ctx.db.webhookDelivery.updateMany({
    where: { id: row.id, state: "waiting" },
    data: { ...retry.data, ...deadLetterAfter(failures), failures, problem: name, ...(orderId ? { orderId } : {}) },
  });
}
