import type { ListScanner } from "../core/context.ts";
import type { ScanRequest } from "../core/context.ts";
import type { ListScan } from "../core/context.ts";
import type { PrismaClient } from "@prisma/client";
import type { Clock } from "../../ports/clock.ts";
import { RemoteError } from "../../ports/errors.ts";
import type { PrintService } from "../../ports/print-service.ts";
import { parseReference } from "../core/reference.ts";
import { scanStartFor } from "./adjacent-orders.ts";
import { honoursDateFilter } from "./honours-date-filter.ts";
import { serviceRange } from "./service-time.ts";

export interface ListScannerContext {
  db: PrismaClient;
  printService: PrintService;
  clock: Clock;
}

/**
 * The walks of this process, one at a time for an account: after an outage many of its submissions are due at once, and whoever
 * comes while a walk is under way shares the next one. The newest walk of an account is kept.
 */
export function createListScanner(ctx: ListScannerContext): ListScanner {
  const newest = new Map<string, { startedAt: Date; scan: Promise<ListScan> }>();
  const startScan = (request: ScanRequest): Promise<ListScan> => {
    const startedAt = ctx.clock.now();
    const entry = { startedAt, scan: runScan(ctx, request, startedAt) };
    newest.set(request.account, entry);
    // A fault of ours is nobody's answer: the next one tries anew.
    entry.scan.catch(() => newest.get(request.account) === entry && newest.delete(request.account));
    return entry.scan;
  };
  return {
    async scanFor(request) {
      for (;;) {
        const latest = newest.get(request.account);
        const scan = await latest?.scan.catch(() => undefined);
        if (scan && covers(scan, request)) return scan;
        if (newest.get(request.account) === latest || !newest.has(request.account)) return startScan(request);
      }
    },
  };
}

function covers({ startedAt, since, searched }: ListScan, request: ScanRequest): boolean {
  return startedAt >= request.dueAt && since <= request.from && searched.has(request.reference);
}

/** Looks for every uncertain submission of the account; goes back as far as those that are due, or looked for, right now. */
async function runScan(ctx: ListScannerContext, request: ScanRequest, startedAt: Date): Promise<ListScan> {
  const uncertain = await ctx.db.submission.findMany({
    where: { printAccountId: request.account, state: "uncertain" },
    select: { reference: true, sentAt: true, dueAt: true, lookupClaimedAt: true },
  });
  const dueNow = uncertain.filter(
    ({ dueAt, lookupClaimedAt }) => lookupClaimedAt !== null || (dueAt && dueAt <= startedAt),
  );
  const oldest = dueNow.reduce((first, { sentAt }) => (sentAt && sentAt < first ? sentAt : first), request.from);
  const since = oldest < request.from ? await scanStartFor(ctx, request.account, oldest) : request.from;
  const range = serviceRange(since, startedAt);
  const searched = new Set([request.reference, ...uncertain.map((row) => row.reference)]);
  return { startedAt, since, searched, range, outcome: await fetchList(ctx, request.account, range, searched) };
}

async function fetchList(
  ctx: ListScannerContext,
  account: string,
  range: ListScan["range"],
  searched: ReadonlySet<string>,
): Promise<ListScan["outcome"]> {
  const calls = ctx.printService.forAccount(account);
  try {
    const { rows, complete } = await calls.listAll(range);
    const found = new Map(rows.filter((row) => searched.has(row.reference)).map((row) => [row.reference, row]));
    const listed = new Set(rows.map((row) => row.reference).filter((one) => parseReference(one) !== null));
    // Where nothing of ours is listed, nothing is concluded.
    const dateFilterHonoured = listed.size === 0 || (await honoursDateFilter(calls));
    return { failed: null, rows: rows.length, complete, dateFilterHonoured, found, listed };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { failed: error };
  }
}
