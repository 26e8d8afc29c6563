import type { Submission } from "@prisma/client";
import type { PrintAccountCalls } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { takeInSynced, type SyncedNews } from "../provider-updates/apply-provider-order.ts";
import { ACTS } from "../actions/actions.ts";
import { askDetail } from "../provider-reader/fetch-detail.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
import { ask, type Silence } from "./try-provider.ts";

/** `taken_in`: something is known now, or moves again, that was not before. */
export type TakenIn = "taken_in" | "nothing_new" | "absent" | Silence;

type Seen = Omit<SyncedNews, "submissionId">;

/**
 * Asks the service anew what it shows of these submissions of one account, takes it in, and has parcels that wait for Shopify
 * tried again. What the page showed is not taken for true: it may be old. `days`: where the list shows them.
 */
export async function takeIn(
  ctx: OrdersContext,
  printAccountId: string,
  rows: readonly Submission[],
  days: { begin: Date; end: Date },
): Promise<Map<string, TakenIn>> {
  const calls = ctx.printService.forAccount(printAccountId);
  const seen = await ask(() => seenThere(calls, rows, days));
  if ("failed" in seen) return new Map(rows.map(({ id }) => [id, seen.failed]));
  const results = new Map<string, TakenIn>();
  for (const row of rows) {
    const news = seen.answer.get(row.reference);
    results.set(row.id, news ? await takeInOne(ctx, row, news) : "absent");
  }
  return results;
}

/** One by its detail, where that shows it; several by one walk over the list. */
async function seenThere(
  calls: PrintAccountCalls,
  rows: readonly Submission[],
  { begin, end }: { begin: Date; end: Date },
): Promise<Map<string, Seen>> {
  const [only, another] = rows;
  const detailed = only && !another ? await askDetail(calls, only) : null;
  if (only && detailed) return new Map([[only.reference, { ...detailed, seenBy: "detail" }]]);
  const { rows: listed } = await calls.listAll(serviceRange(begin, end));
  return new Map(listed.map((synced) => [synced.reference, { synced, seenBy: "list" }]));
}

async function takeInOne(ctx: OrdersContext, row: Submission, news: Seen): Promise<TakenIn> {
  const before = await knownOf(ctx, row.id);
  await takeInSynced(ctx, { submissionId: row.id, ...news });
  const retried = await ACTS.retry_fulfillment(ctx, { shopId: row.shopId, submissionId: row.id });
  return retried === "done" || (await knownOf(ctx, row.id)) !== before ? "taken_in" : "nothing_new";
}

async function knownOf(ctx: OrdersContext, id: string): Promise<string> {
  const { state, _count } = await ctx.db.submission.findUniqueOrThrow({
    where: { id },
    select: { state: true, _count: { select: { parcels: true } } },
  });
  return `${state} ${_count.parcels}`;
}
