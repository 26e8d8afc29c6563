import type { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { ComparedSubmission, ReconciliationInput } from "./classify.ts";
import type { ShopId, PrintAccountId, SubmissionId, OrderId } from "../../ports/ids.ts";

export interface ReconciledSubmission extends ComparedSubmission {
  id: SubmissionId;
  order: { id: OrderId; name: string; number: string };
}

export interface StoredSide {
  submissions: ReconciledSubmission[];
  knownReferences: ReconciliationInput<ComparedSubmission>["knownReferences"];
  /** Submissions of the range on an account that the shop no longer uses: they cannot be compared. */
  otherAccount: number;
}

interface StoredSideQuery {
  shopId: ShopId;
  printAccountId: PrintAccountId;
  begin: Date;
  end: Date;
  /** References that the service lists. */
  listed: readonly string[];
}

/**
 * The shop's submissions of a range and those listed that were never sent; and who owns the other listed references.
 */
export async function readStoredSide(ctx: Pick<OrdersContext, "db">, where: StoredSideQuery): Promise<StoredSide> {
  const { shopId, printAccountId, begin, end } = where;
  const { known: knownReferences, neverSent } = await ownersOfListed(ctx, where);
  const sentWithin = { OR: sentBetween(begin, end) };
  const rows = await ctx.db.submission.findMany({
    where: { shopId, OR: [{ printAccountId, ...sentWithin }, { id: { in: neverSent } }] },
    select: SELECT,
    orderBy: [{ sentAt: "desc" }, { id: "desc" }],
  });
  const otherAccount = await ctx.db.submission.count({
    where: { shopId, printAccountId: { not: printAccountId }, ...sentWithin },
  });
  const submissions = rows.map(toReconciledSubmission);
  for (const { reference } of submissions) knownReferences.delete(reference);
  return { submissions, knownReferences, otherAccount };
}

/** By the last attempt: the service lists an order under its date. Each part is a range of an index of its own. */
function sentBetween(begin: Date, end: Date): Prisma.SubmissionWhereInput[] {
  const within = { gte: begin, lt: end };
  return [
    { sentAt: within, OR: [{ lastAttemptAt: null }, { lastAttemptAt: { lt: end } }] },
    { sentAt: { lt: begin }, lastAttemptAt: within },
  ];
}

async function ownersOfListed(ctx: Pick<OrdersContext, "db">, { shopId, listed }: StoredSideQuery) {
  const rows = await ctx.db.$queryRaw<{ id: SubmissionId; reference: string; ours: boolean; sent: boolean }[]>`
    SELECT "id", "reference", "shopId" = ${shopId}::uuid AS "ours", "sentAt" IS NOT NULL AS "sent"
    FROM "Submission" WHERE "reference" = ANY(${storable(listed)}::text[])`;
  return {
    known: new Map(rows.map((row) => [row.reference, row.ours ? ("outside_range" as const) : ("other_shop" as const)])),
    neverSent: rows.filter((row) => row.ours && !row.sent).map((row) => row.id),
  };
}

/** PostgreSQL stores no NUL in a text, and no reference of ours has one. */
const storable = (references: readonly string[]): string[] => references.filter((one) => !one.includes("\0"));

const SELECT = {
  id: true,
  reference: true,
  state: true,
  sentAt: true,
  lastAttemptAt: true,
  replacedAt: true,
  serviceOrderId: true,
  order: { select: { id: true, name: true, shopifyGid: true, cancelledAt: true } },
  lines: { select: { itemSku: true, quantity: true, orderLine: { select: { quantity: true, remaining: true } } } },
  parcels: { select: { trackingNumber: true, state: true, firstSeenAt: true, awaitingShipmentUntil: true } },
} as const satisfies Prisma.SubmissionSelect;

function toReconciledSubmission(row: Prisma.SubmissionGetPayload<{ select: typeof SELECT }>): ReconciledSubmission {
  const { sentAt, lastAttemptAt, replacedAt, order, lines, ...rest } = row;
  return {
    ...rest,
    sentAt: lastAttemptAt ?? sentAt,
    items: lines.map(({ itemSku, quantity }) => ({ itemSku, quantity })),
    replaced: replacedAt !== null,
    order: { id: order.id, name: order.name, number: gidNumber(order.shopifyGid) },
    orderCancelled: order.cancelledAt !== null,
    // Canceled and refunded orders have nothing left to fulfil, either; attention is raised for them elsewhere.
    fulfilledInShopify:
      order.cancelledAt === null &&
      lines.length > 0 &&
      lines.every(({ orderLine }) => orderLine.quantity > 0 && orderLine.remaining === 0),
  };
}
