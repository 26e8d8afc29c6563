import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { RemoteError } from "../../ports/errors.ts";
import { parseReference } from "../core/reference.ts";
import { scanStartFor } from "./absence-evidence.ts";
import { requireDateFilter, scanList, type Filtered, type ListScan } from "./list-scan.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** What a lookup needs besides what every step on an order needs. */
export interface LookupContext extends OrdersContext {
  listScan: ListScanner;
}

/** Scans of the service's lists: one serves all lookups of an account that are due together. */
export interface ListScanner {
  /** The scan that began since the lookup became due, else a new one. One that failed is shared, too. */
  scanFor(request: ScanRequest): Promise<SharedScan>;
}

/** What a lookup needs of a scan. */
export interface ScanRequest {
  account: PrintAccountId;
  reference: string;
  /** The scan has to begin no later: it shows the submission and the orders sent just before. */
  from: Date;
  /** The scan has to have begun then or later. */
  dueAt: Date;
}

/** One scan of an account's list for all of its uncertain submissions. */
export interface SharedScan {
  startedAt: Date;
  /** The scan shows what was sent from here on. */
  since: Date;
  /** References that were searched: the scan says nothing about any other. */
  searched: ReadonlySet<string>;
  result: ScanResult;
}

export type ScanResult =
  | { outcome: "failed"; error: RemoteError }
  /** `filtered`: null where the service ignores the date filter, and where the list shows no order of ours. */
  | { outcome: "listed"; listing: Listing; filtered: Filtered<Listing> | null };

/** The part of a scan that is kept for the lookups that share it. */
export interface Listing extends Pick<ListScan, "account" | "startedAt" | "range" | "complete"> {
  rowCount: number;
  /** By reference: those of the searched ones that the scan showed. */
  found: ReadonlyMap<string, SyncedOrder>;
  /** Every reference that the scan showed, and that looks like ours. */
  listed: ReadonlySet<string>;
}

type ScannerContext = Pick<OrdersContext, "db" | "sql" | "printService" | "clock">;

/**
 * The scans of this process, one at a time for an account: after an outage many of its submissions are due at once. A
 * lookup that comes during a scan shares the next one. The newest scan of an account is kept.
 */
export function createListScanner(ctx: ScannerContext): ListScanner {
  const newest = new Map<string, { startedAt: Date; scan: Promise<SharedScan> }>();
  const startScan = (request: ScanRequest): Promise<SharedScan> => {
    const startedAt = ctx.clock.now();
    const entry = { startedAt, scan: runScan(ctx, request, startedAt) };
    newest.set(request.account, entry);
    // An error of our own is not shared: the next request scans again.
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

function covers({ startedAt, since, searched }: SharedScan, request: ScanRequest): boolean {
  return startedAt >= request.dueAt && since <= request.from && searched.has(request.reference);
}

/** Looks for every uncertain submission of the account; goes back as far as those whose lookup is due or running. */
async function runScan(ctx: ScannerContext, request: ScanRequest, startedAt: Date): Promise<SharedScan> {
  const uncertain = await uncertainOf(ctx, request.account);
  const dueNow = uncertain.filter(
    ({ dueAt, lookupClaimedAt }) => lookupClaimedAt !== null || (dueAt && dueAt <= startedAt),
  );
  const oldest = dueNow.reduce((first, { sentAt }) => (sentAt && sentAt < first ? sentAt : first), request.from);
  const since = oldest < request.from ? await scanStartFor(ctx, request.account, oldest) : request.from;
  const searched = new Set([request.reference, ...uncertain.map((row) => row.reference)]);
  return { startedAt, since, searched, result: await scanFor(ctx, request.account, { startedAt, since, searched }) };
}

/** A literal state: a parameter would keep the planner from the partial index. */
const uncertainOf = ({ sql }: ScannerContext, account: PrintAccountId) => sql.query<{
  reference: string;
  sentAt: Date | null;
  dueAt: Date | null;
  lookupClaimedAt: Date | null;
}>`
  SELECT "reference", "sentAt", "dueAt", "lookupClaimedAt" FROM "Submission"
  WHERE "printAccountId" = ${account}::uuid AND "state" = 'uncertain'`;

async function scanFor(
  ctx: ScannerContext,
  account: PrintAccountId,
  { startedAt, since, searched }: Omit<SharedScan, "result">,
): Promise<ScanResult> {
  try {
    const { rows, orders, range, complete } = await scanList(ctx, account, since, startedAt);
    const found = new Map([...orders].filter(([reference]) => searched.has(reference)));
    const listed = new Set([...orders.keys()].filter((one) => parseReference(one) !== null));
    const listing = { account, startedAt, range, complete, rowCount: rows.length, found, listed };
    // A list without an order of ours allows no conclusion, so the check is saved.
    const checked = listed.size === 0 ? null : await requireDateFilter(ctx, listing);
    return { outcome: "listed", listing, filtered: checked?.outcome === "honored" ? checked.scan : null };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "failed", error };
  }
}
