import type { RegistrationKind } from "../../ports/print-service.ts";
import { type PrintAccountId, type WebhookDeliveryId, isUuid } from "../../ports/ids.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { TOPIC_BY_KIND } from "./register-webhooks.ts";

/** An event of an unknown reference. No personal data. Times are ISO 8601, UTC. */
export interface UnmatchedView {
  id: string;
  reference: string;
  kind: RegistrationKind;
  receivedAt: string;
  /** When an order got the event after all; null: not yet. */
  matchedAt: string | null;
}

export interface UnmatchedPage {
  rows: UnmatchedView[];
  /** Ids at which the neighboring pages begin; null where there is none. */
  next: string | null;
  previous: string | null;
}

export interface UnmatchedCursor {
  after: string | null;
  before: string | null;
}

const PAGE_SIZE = 20;
const MAX_REFERENCE_LENGTH = 64;

/**
 * A page of an account's unmatched events, the latest first; ids grow with time. Shops that share the account share its
 * events. An invalid cursor gives the first page.
 */
export async function readUnmatched(
  ctx: Pick<ShopsContext, "db">,
  shop: { printAccountId: PrintAccountId | null },
  cursor: UnmatchedCursor,
): Promise<UnmatchedPage> {
  const id = shop.printAccountId;
  const account = id && (await ctx.db.printAccount.findUnique({ where: { id }, select: { key: true } }));
  if (!account) return { rows: [], next: null, previous: null };
  const after = validId(cursor.after);
  const before = after ? null : validId(cursor.before);
  const rowsFound = await ctx.db.unmatchedEvent.findMany({
    where: { accountKey: account.key, id: after ? { lt: after } : before ? { gt: before } : undefined },
    orderBy: { id: before ? "asc" : "desc" },
    take: PAGE_SIZE + 1,
  });
  const more = rowsFound.length > PAGE_SIZE;
  // Fewer rows before the cursor than a page has: the full first page instead.
  if ((before && !more) || (after && rowsFound.length === 0))
    return readUnmatched(ctx, shop, { after: null, before: null });
  const shown = rowsFound.slice(0, PAGE_SIZE);
  if (before) shown.reverse();
  return {
    rows: await withKinds(ctx, shown),
    next: before || more ? (shown.at(-1)?.id ?? null) : null,
    previous: after || (before && more) ? (shown[0]?.id ?? null) : null,
  };
}

const validId = (id: string | null): string | null => (id && isUuid(id) ? id : null);

interface Row {
  id: string;
  reference: string;
  deliveryId: WebhookDeliveryId;
  receivedAt: Date;
  matchedAt: Date | null;
}

async function withKinds(ctx: Pick<ShopsContext, "db">, rows: readonly Row[]): Promise<UnmatchedView[]> {
  const statusDeliveries = await ctx.db.webhookDelivery.findMany({
    where: { id: { in: rows.map((row) => row.deliveryId) }, topic: TOPIC_BY_KIND.order_status },
    select: { id: true },
  });
  const statusDeliveryIds = new Set(statusDeliveries.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference.slice(0, MAX_REFERENCE_LENGTH),
    kind: statusDeliveryIds.has(row.deliveryId) ? "order_status" : "tracking",
    receivedAt: row.receivedAt.toISOString(),
    matchedAt: row.matchedAt?.toISOString() ?? null,
  }));
}
