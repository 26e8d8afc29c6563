import { Prisma, type WebhookDelivery } from "../../prisma/client/client.ts";
import { isUuid, type ShopId, type WebhookDeliveryId, type PrintAccountId } from "../ports/ids.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { FAILED_COUNT_LIMIT } from "./limit.ts";
import type { Wake } from "../ports/wake.ts";

/** A delivery that could not be processed, without its content. Times are ISO 8601, UTC. */
export interface FailedWebhook {
  id: WebhookDeliveryId;
  source: "shopify" | "print_service";
  topic: string;
  receivedAt: string;
  /** dead_letter: no more retries. failing: another retry is due. */
  state: "dead_letter" | "failing";
  /** The reason's code. */
  problem: string;
  tries: number;
  /** The order of the webhook, if it is known. */
  order: { name: string; number: string } | null;
  /** The body was not erased. */
  readable: boolean;
}

export interface FailedWebhooksPage {
  rows: FailedWebhook[];
  /** The id after which the next page begins; null for the last page. */
  next: WebhookDeliveryId | null;
}

const PAGE_SIZE = 50;

/**
 * A page of a shop's failed deliveries, newest first. An invalid `after` answers with the first page, and so does a page past the
 * end: what it showed has been handled.
 */
export async function listFailed(
  ctx: Pick<ShopsContext, "db">,
  shop: ShopWithWebhooks & { id: ShopId },
  after: string | null,
): Promise<FailedWebhooksPage> {
  const from = after && isUuid(after) ? Prisma.sql`AND "id" < ${after}::uuid` : Prisma.empty;
  const rowsFound = await ctx.db.$queryRaw<Row[]>`
    SELECT "id", "source"::text AS "source", "topic", "receivedAt", "state"::text AS "state", "problem", "tries", "orderId",
      "bodyEncrypted" IS NOT NULL AS "readable"
    FROM "WebhookDelivery" WHERE ${await ofShop(ctx, shop)} AND ${FAILED} ${from}
    ORDER BY "id" DESC LIMIT ${PAGE_SIZE + 1}`;
  if (after !== null && rowsFound.length === 0) return listFailed(ctx, shop, null);
  const shown = rowsFound.slice(0, PAGE_SIZE);
  const orders = await ctx.db.order.findMany({
    where: { shopId: shop.id, id: { in: shown.flatMap((row) => row.orderId ?? []) } },
    select: { id: true, name: true, shopifyGid: true },
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return {
    rows: shown.map((row) => toFailedWebhook(row, row.orderId ? byId.get(row.orderId) : undefined)),
    next: rowsFound.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** The number of failed deliveries, up to FAILED_COUNT_LIMIT. */
export async function countFailed(ctx: Pick<ShopsContext, "db">, shop: ShopWithWebhooks): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "WebhookDelivery" WHERE ${await ofShop(ctx, shop)} AND ${FAILED} LIMIT ${FAILED_COUNT_LIMIT}) AS few`;
  return row?.count ?? 0;
}

type Row = Pick<FailedWebhook, "id" | "source" | "topic" | "tries" | "readable"> &
  Pick<WebhookDelivery, "receivedAt" | "problem" | "orderId" | "state">;

function toFailedWebhook(row: Row, order: { name: string; shopifyGid: Gid<"Order"> } | undefined): FailedWebhook {
  const { id, source, topic, tries, readable } = row;
  return {
    ...{ id, source, topic, tries, readable },
    receivedAt: row.receivedAt.toISOString(),
    state: row.state === "dead_letter" ? "dead_letter" : "failing",
    problem: row.problem ?? "",
    order: order ? { name: order.name, number: gidNumber(order.shopifyGid) } : null,
  };
}

export const MAX_AT_ONCE = 100;

/** How many webhooks were changed, and how many not: gone, processed in the meantime, or without a body. */
interface FailedWebhooksResult {
  done: number;
  skipped: number;
}

/** Processes deliveries again from the beginning, except those whose body was erased. Processing is idempotent. */
export async function replay(
  ctx: Pick<ShopsContext, "db" | "clock"> & { wake: Pick<Wake, "delivery"> },
  shop: ShopWithWebhooks,
  ids: readonly WebhookDeliveryId[],
  note?: NoteAction,
): Promise<FailedWebhooksResult> {
  const uniqueIds = dedupe(ids);
  const now = ctx.clock.now();
  const isOfShop = await ofShop(ctx, shop);
  const rows = await ctx.db.$transaction(async (tx) => {
    const waiting = await tx.$queryRaw<{ id: WebhookDeliveryId }[]>`
      UPDATE "WebhookDelivery" SET "state" = 'waiting', "tries" = 0, "failures" = 0, "dueAt" = ${now}
      WHERE "id" = ANY(${uniqueIds}::uuid[]) AND ${isOfShop} AND ${FAILED} AND "bodyEncrypted" IS NOT NULL
      RETURNING "id"`;
    if (waiting.length > 0) await note?.(tx, "failed_webhooks_retried", { count: waiting.length });
    return waiting;
  });
  for (const { id } of rows) ctx.wake.delivery(id);
  return { done: rows.length, skipped: uniqueIds.length - rows.length };
}

/**
 * Ignores deliveries in `dead_letter` and erases their bodies. Privacy requests must be carried out, so they cannot be
 * dismissed, except those that can be carried out no more: the app is installed, or their body was erased.
 */
export async function dismiss(
  ctx: Pick<ShopsContext, "db">,
  shop: ShopWithWebhooks,
  ids: readonly WebhookDeliveryId[],
  note?: NoteAction,
): Promise<FailedWebhooksResult> {
  const uniqueIds = dedupe(ids);
  const compliance = Prisma.sql`("topic" LIKE 'customers/%' OR "topic" = 'shop/redact') AND "problem" <> 'app_installed'
    AND "bodyEncrypted" IS NOT NULL`;
  const isOfShop = await ofShop(ctx, shop);
  const done = await ctx.db.$transaction(async (tx) => {
    const dismissed = await tx.$executeRaw`
      UPDATE "WebhookDelivery" SET "state" = 'ignored', "bodyEncrypted" = NULL
      WHERE "id" = ANY(${uniqueIds}::uuid[]) AND ${isOfShop} AND "state" = 'dead_letter' AND NOT (${compliance})`;
    if (dismissed > 0) await note?.(tx, "failed_webhooks_dismissed", { count: dismissed });
    return dismissed;
  });
  return { done, skipped: uniqueIds.length - done };
}

const dedupe = (ids: readonly WebhookDeliveryId[]): WebhookDeliveryId[] => [...new Set(ids)].slice(0, MAX_AT_ONCE);

/** A shop with its own webhooks and those of its print account. */
interface ShopWithWebhooks {
  domain: string;
  printAccountId: PrintAccountId | null;
}

/** The condition for deliveries of one shop. Shops with the same print account share its webhooks. */
async function ofShop(ctx: Pick<ShopsContext, "db">, shop: ShopWithWebhooks): Promise<Prisma.Sql> {
  const id = shop.printAccountId;
  const account = id ? await ctx.db.printAccount.findUnique({ where: { id }, select: { key: true } }) : null;
  const own = Prisma.sql`("source" = 'shopify' AND "scope" = ${shop.domain})`;
  return account ? Prisma.sql`(${own} OR ("source" = 'print_service' AND "scope" = ${account.key}))` : own;
}

/** In dead_letter, or failing repeatedly. The text matches the condition of the partial index. */
const FAILED = Prisma.sql`("state" = 'dead_letter' OR ("state" = 'waiting' AND "tries" >= 3))`;
