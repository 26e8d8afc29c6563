import type { OrdersContext } from "../core/context.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { Classified } from "./classify.ts";
import type { ReconciledSubmission } from "./stored-submissions.ts";
import type { MismatchReason } from "./buckets.ts";
import { parseReference } from "../core/reference.ts";
import type { ShopId, PrintAccountId, SubmissionId, OrderId } from "../../ports/ids.ts";

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
