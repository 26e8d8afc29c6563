import type { Submission } from "@prisma/client";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import { honoursDateFilter } from "../provider-reader/honours-date-filter.ts";
import { recordAbsence } from "../provider-reader/record-absence.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
import { UNSHIPPED_STATES, AT_PROVIDER_STATES } from "../core/states.ts";

/** Comparisons in a row that did not find it. */
const MIN_CHECKS = 3;

type Sent = Submission & { sentAt: Date };

/** Neither the list nor the detail showed a submission that one of them had shown before. */
export async function recordNotShown(ctx: Pick<OrdersContext, "db" | "clock">, row: Submission): Promise<void> {
  const wasShown = row.serviceDate !== null || row.serviceOrderId !== null;
  // The service may drop from its list what has shipped.
  if (!wasShown || row.replacedAt || !UNSHIPPED_STATES.includes(row.state)) return;
  const now = ctx.clock.now();
  await ctx.db.$executeRaw`
    UPDATE "Submission" SET "missingSince" = coalesce("missingSince", ${now}), "missingChecks" = "missingChecks" + 1
    WHERE "id" = ${row.id}::uuid AND "version" = ${row.version}`;
}

/**
 * Tells of the submissions among `compared` that the service has not shown for `policy.missingAfterMs`, in several comparisons,
 * and that its whole list does not show either. Nothing is sent again; any sign of life takes it back (news/alive.ts).
 * Concludes nothing from a list that is not whole, does not heed its range, or shows none of our other orders of that time.
 * @throws ForeignError when the list cannot be read
 */
export async function alertMissing(
  ctx: OrdersContext,
  printAccountId: string,
  compared: readonly Sent[],
): Promise<void> {
  const missing = await missingAmong(ctx, compared);
  if (missing.length === 0) return;
  const from = new Date(Math.min(...missing.map((row) => row.sentAt.getTime())));
  const range = serviceRange(from, ctx.clock.now());
  const calls = ctx.printService.forAccount(printAccountId);
  const { rows, complete } = await calls.listAll(range);
  const listed = new Map(rows.map((row) => [row.reference, row]));
  const absent = await applyShown(ctx, missing, listed);
  if (absent.length === 0 || !complete || !(await honoursDateFilter(calls))) return;
  if (!(await showsOthers(ctx, { printAccountId, from, listed, absent }))) return;
  const walked = { ...range, rows: rows.length };
  const isOpen = ({ missingSince }: Submission) => missingSince !== null;
  for (const row of absent) await recordAbsence(ctx, row, { listEvidence: walked, isOpen });
}

/** Told once for each time that it goes missing: what a person has answered is not asked again. */
async function missingAmong(ctx: OrdersContext, compared: readonly Sent[]): Promise<Sent[]> {
  const rows = await ctx.db.submission.findMany({
    where: {
      id: { in: compared.map(({ id }) => id) },
      state: { in: [...UNSHIPPED_STATES] },
      replacedAt: null,
      missingChecks: { gte: MIN_CHECKS },
      missingSince: { lte: new Date(ctx.clock.now().getTime() - ctx.policy.missingAfterMs) },
    },
    include: { attentions: { where: { code: "missing_at_provider" } } },
  });
  return rows.flatMap(({ attentions, ...row }) => {
    const alerted = attentions.some(
      ({ clearedAt, openedAt }) => !clearedAt || (row.missingSince !== null && openedAt >= row.missingSince),
    );
    return alerted || !row.sentAt ? [] : [{ ...row, sentAt: row.sentAt }];
  });
}

/** Takes in what the list shows after all; returns the others. */
async function applyShown(
  ctx: OrdersContext,
  missing: readonly Sent[],
  listed: ReadonlyMap<string, SyncedOrder>,
): Promise<Sent[]> {
  const absent: Sent[] = [];
  for (const row of missing) {
    const synced = listed.get(row.reference);
    if (synced) await applyProviderOrder(ctx, { submissionId: row.id, synced, reportedBy: "list" });
    else absent.push(row);
  }
  return absent;
}

/** Whether the list shows another order of ours of that time; true, too, where there is none that it could show. */
async function showsOthers(
  { db }: Pick<OrdersContext, "db">,
  about: { printAccountId: string; from: Date; listed: ReadonlyMap<string, SyncedOrder>; absent: readonly Sent[] },
): Promise<boolean> {
  const others = {
    printAccountId: about.printAccountId,
    sentAt: { gte: about.from },
    state: { in: [...AT_PROVIDER_STATES] },
    foundAt: null,
    id: { notIn: about.absent.map(({ id }) => id) },
  };
  if (!(await db.submission.findFirst({ where: others, select: { id: true } }))) return true;
  const shown = [...about.listed.keys()];
  const shownOrders = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Submission"
    WHERE "printAccountId" = ${about.printAccountId}::uuid AND "sentAt" >= ${about.from} AND "reference" = ANY(${shown})
    LIMIT 1`;
  return shownOrders.length > 0;
}
