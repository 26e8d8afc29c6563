import type { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { ComparedSubmission, ReconciliationInput, Classified } from "./classify.ts";
import type { ShopId, PrintAccountId, SubmissionId, OrderId } from "../../ports/ids.ts";
import type { MismatchReason } from "./buckets.ts";
import { parseReference } from "../core/reference.ts";

export interface ReconciledSubmission extends ComparedSubmission {
  id: SubmissionId;
  order: { id: OrderId; name: string; number: string };
}

interface StoredSide {
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
    // Canceled and refunded orders have nothing left to fulfill, either; attention is raised for them elsewhere.
    fulfilledInShopify:
      order.cancelledAt === null &&
      lines.length > 0 &&
      lines.every(({ orderLine }) => orderLine.quantity > 0 && orderLine.remaining === 0),
  };
}

export interface ReconciliationScope {
  shopId: ShopId;
  printAccountId: PrintAccountId;
}

export type Mismatch = Classified<ReconciledSubmission> & { why: MismatchReason };

/** Further facts about the mismatches. */
export interface Evidence {
  /** Values of mismatchKey. */
  dismissed: ReadonlySet<string>;
  /** Submissions that lookups still report as missing. */
  reportedMissing: ReadonlySet<string>;
  /** How many stored events name each unknown reference. */
  events: ReadonlyMap<string, number>;
  /** Shopify's order numbers, by the order name that an unknown reference contains. */
  shopifyIds: ReadonlyMap<string, string>;
}

type Db = Pick<OrdersContext, "db">;

/** What a dismissal applies to: this mismatch of this submission with this order of the service. */
export const mismatchKey = (submissionId: SubmissionId, why: MismatchReason, serviceOrderId: string | null): string =>
  [submissionId, why, serviceOrderId ?? ""].join(" ");

export async function readEvidence(ctx: Db, scope: ReconciliationScope, rows: readonly Mismatch[]): Promise<Evidence> {
  const submissions = rows.flatMap((row) => row.submission ?? []);
  const unknownReferences = [
    ...new Set(rows.flatMap((row) => (row.submission ? [] : (row.providerOrder?.reference ?? [])))),
  ];
  return {
    dismissed: await readDismissed(ctx, scope, [...new Set(submissions.map((one) => one.order.id))]),
    reportedMissing: await readReportedMissing(ctx, scope, rows),
    events: await countUnmatchedEvents(ctx, scope, unknownReferences),
    shopifyIds: await findOrdersByName(ctx, scope, [
      ...new Set(unknownReferences.flatMap((one) => parseReference(one)?.name ?? [])),
    ]),
  };
}

async function readDismissed(ctx: Db, { shopId }: ReconciliationScope, orderIds: OrderId[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const dismissals = await ctx.db.history.findMany({
    where: { shopId, orderId: { in: orderIds }, code: "reconciliation.dismissed" },
    select: { submissionId: true, data: true },
  });
  return new Set(
    dismissals.flatMap(({ submissionId, data }) => {
      const { why, serviceOrderId } = data as { why: MismatchReason; serviceOrderId: string | null };
      return submissionId ? mismatchKey(submissionId, why, serviceOrderId) : [];
    }),
  );
}

async function readReportedMissing(
  ctx: Db,
  { shopId }: ReconciliationScope,
  rows: readonly Mismatch[],
): Promise<Set<string>> {
  const missing = rows.flatMap((row) => (row.why === "not_listed" && row.submission ? [row.submission.id] : []));
  if (missing.length === 0) return new Set();
  const open = await ctx.db.attention.findMany({
    where: { shopId, submissionId: { in: missing }, code: "missing_at_provider", clearedAt: null },
    select: { submissionId: true },
  });
  return new Set(open.flatMap((row) => row.submissionId ?? []));
}

async function countUnmatchedEvents(
  ctx: Db,
  scope: ReconciliationScope,
  references: string[],
): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const account = await ctx.db.printAccount.findUniqueOrThrow({
    where: { id: scope.printAccountId },
    select: { key: true },
  });
  const groups = await ctx.db.unmatchedEvent.groupBy({
    by: ["reference"],
    where: { accountKey: account.key, reference: { in: references.filter((one) => !one.includes("\0")) } },
    _count: { _all: true },
  });
  return new Map(groups.map((group) => [group.reference, group._count._all]));
}

async function findOrdersByName(
  ctx: Db,
  { shopId }: ReconciliationScope,
  names: string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const orders = await ctx.db.order.findMany({
    where: { shopId, name: { in: names.flatMap((name) => [name, `#${name}`]) } },
    select: { name: true, shopifyGid: true },
  });
  return new Map(orders.map((order) => [order.name.replace(/^#/, ""), gidNumber(order.shopifyGid)]));
}
