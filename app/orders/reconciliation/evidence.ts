import type { OrdersContext } from "../core/context.ts";
import { numberOf } from "../pages/details/numeric-id.ts";
import type { Amiss, Whose } from "./mismatch.ts";
import type { Why } from "./buckets.ts";
import { readReference } from "../core/reference.ts";

/** What else is known here of the rows that do not agree. */
export interface Evidence {
  /** Keys of `about`. */
  noted: ReadonlySet<string>;
  /** Submissions that were looked for and are still missing. */
  askedFor: ReadonlySet<string>;
  /** Events kept, by a reference that is nobody's. */
  events: ReadonlyMap<string, number>;
  /** Shopify's numbers of this shop's orders, by a name found in such a reference. */
  numbers: ReadonlyMap<string, string>;
}

type Db = Pick<OrdersContext, "db">;

/** What a person has seen to: this disagreement about this submission and this order of the service. */
export const about = (submissionId: string, why: Why, serviceOrderId: string | null): string =>
  [submissionId, why, serviceOrderId ?? ""].join(" ");

export async function readEvidence(ctx: Db, whose: Whose, rows: readonly Amiss[]): Promise<Evidence> {
  const ours = rows.flatMap((row) => row.ours ?? []);
  const nobodys = [...new Set(rows.flatMap((row) => (row.ours ? [] : (row.theirs?.reference ?? []))))];
  return {
    noted: await readNoted(ctx, whose, [...new Set(ours.map((one) => one.order.id))]),
    askedFor: await readAskedFor(ctx, whose, rows),
    events: await countEvents(ctx, whose, nobodys),
    numbers: await findNamed(ctx, whose, [...new Set(nobodys.flatMap((one) => readReference(one)?.name ?? []))]),
  };
}

async function readNoted(ctx: Db, { shopId }: Whose, orderIds: string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const notes = await ctx.db.history.findMany({
    where: { shopId, orderId: { in: orderIds }, code: "ledger.noted" },
    select: { submissionId: true, data: true },
  });
  return new Set(
    notes.map(({ submissionId, data }) => {
      const { why, serviceOrderId } = data as { why: Why; serviceOrderId: string | null };
      return about(submissionId ?? "", why, serviceOrderId);
    }),
  );
}

async function readAskedFor(ctx: Db, { shopId }: Whose, rows: readonly Amiss[]): Promise<Set<string>> {
  const missing = rows.flatMap((row) => (row.why === "not_listed" && row.ours ? [row.ours.id] : []));
  if (missing.length === 0) return new Set();
  const open = await ctx.db.attention.findMany({
    where: { shopId, submissionId: { in: missing }, code: "missing_at_service", clearedAt: null },
    select: { submissionId: true },
  });
  return new Set(open.flatMap((row) => row.submissionId ?? []));
}

async function countEvents(ctx: Db, whose: Whose, references: string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const account = await ctx.db.printAccount.findUniqueOrThrow({
    where: { id: whose.printAccountId },
    select: { key: true },
  });
  const groups = await ctx.db.unmatchedEvent.groupBy({
    by: ["reference"],
    where: { accountKey: account.key, reference: { in: references.filter((one) => !one.includes("\0")) } },
    _count: { _all: true },
  });
  return new Map(groups.map((group) => [group.reference, group._count._all]));
}

async function findNamed(ctx: Db, { shopId }: Whose, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const orders = await ctx.db.order.findMany({
    where: { shopId, name: { in: names.flatMap((name) => [name, `#${name}`]) } },
    select: { name: true, shopifyGid: true },
  });
  return new Map(orders.map((order) => [order.name.replace(/^#/, ""), numberOf(order.shopifyGid)]));
}
