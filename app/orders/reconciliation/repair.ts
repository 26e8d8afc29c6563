import type { Submission } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import { note } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import type { Why } from "./buckets.ts";
import type { LedgerShop } from "./reconcile.ts";
import { lookForMissing, type Looked } from "./find-missing.ts";
import { instantsOf, type LedgerRange } from "./date-range.ts";
import { takeIn, type TakenIn } from "./refresh-submissions.ts";

/** What a person wants done about rows of the ledger. */
export type RepairWish =
  | { repair: "look_up"; submissionId: string }
  /** `range`: the days of the ledger in which they stand. */
  | { repair: "take_in"; submissionIds: readonly string[]; range: LedgerRange }
  | { repair: "note"; submissionId: string; why: Why; serviceOrderId: string | null };

export type Outcome = Looked | TakenIn | "noted" | "not_found";

export interface RepairResult {
  submissionId: string;
  /** null when the shop has no such submission. */
  orderName: string | null;
  outcome: Outcome;
}

/** So many submissions are repaired at once; those beyond are left for the next time. */
export const REPAIRS_AT_ONCE = 100;

type Row = Submission & { order: { name: string } };

/** Does it, for submissions of this shop only; each has its own answer. None of it sends anything by itself. */
export async function repairRows(ctx: OrdersContext, shop: LedgerShop, wish: RepairWish): Promise<RepairResult[]> {
  const ids =
    "submissionIds" in wish ? [...new Set(wish.submissionIds)].slice(0, REPAIRS_AT_ONCE) : [wish.submissionId];
  const rows = await ctx.db.submission.findMany({
    where: { shopId: shop.id, id: { in: ids } },
    include: { order: { select: { name: true } } },
  });
  const outcomes = await outcomesOf(ctx, shop, wish, rows);
  return ids.map((submissionId) => ({
    submissionId,
    orderName: rows.find(({ id }) => id === submissionId)?.order.name ?? null,
    outcome: outcomes.get(submissionId) ?? "not_found",
  }));
}

async function outcomesOf(
  ctx: OrdersContext,
  shop: LedgerShop,
  wish: RepairWish,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Outcome>> {
  const [row] = rows;
  if (!row) return new Map();
  if (wish.repair === "look_up") return new Map([[row.id, await lookForMissing(ctx, row)]]);
  if (wish.repair === "note") return new Map([[row.id, await noteRow(ctx, row, wish)]]);
  const account = shop.printAccountId;
  const days = instantsOf(wish.range, shop.timezone);
  const there = rows.filter(({ printAccountId }) => printAccountId === null || printAccountId === account);
  const taken = account ? await takeIn(ctx, account, there, days) : new Map<string, TakenIn>();
  return new Map(rows.map(({ id }) => [id, taken.get(id) ?? "not_now"]));
}

/** A person has seen to it outside: the same disagreement does not come back. */
async function noteRow(
  ctx: OrdersContext,
  row: Row,
  { why, serviceOrderId }: Pick<RepairWish & { repair: "note" }, "why" | "serviceOrderId">,
): Promise<"noted"> {
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    await note(tx, ctx, { ...ids, code: "ledger.noted", actor: "person", data: { why, serviceOrderId } });
  });
  return "noted";
}
