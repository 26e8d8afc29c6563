import type { PrismaClient } from "@prisma/client";
import type { Clock } from "../../ports/clock.ts";
import { ForeignError } from "../../ports/errors.ts";
import type { PrintService, SyncedOrder } from "../../ports/print-service.ts";
import { readReference } from "../core/reference.ts";
import { reachOf } from "./adjacent-orders.ts";
import { heedsRange } from "./honours-date-filter.ts";
import { serviceRange } from "./service-time.ts";

/** One complete reading of an account's list, for all of its submissions that nobody knows of. */
export interface Walk {
  /** When it began: what happened later, it may not show. */
  startedAt: Date;
  /** It shows what was sent from here on. */
  since: Date;
  /** References that were looked for: of any other this walk says nothing. */
  wanted: ReadonlySet<string>;
  /** On the service's clock, as asked. */
  range: { from: string; to: string };
  seen: Seen | { failed: ForeignError };
}

interface Seen {
  failed: null;
  rows: number;
  /** As in ListReading. */
  whole: boolean;
  /** False where the service takes no notice of the range: what it does not show may be there all the same. */
  heeded: boolean;
  /** By reference: those of the wanted ones that it showed. */
  found: ReadonlyMap<string, SyncedOrder>;
  /** Every reference that it showed, and that looks like ours. */
  listed: ReadonlySet<string>;
}

/** What a look-up needs of a walk. */
export interface WalkNeed {
  account: string;
  reference: string;
  /** It has to show what was sent from here on: the submission, and what was sent on the account just before it. */
  from: Date;
  /** It has to have begun then or later. */
  dueAt: Date;
}

/** Walks over the lists of the service: one serves all look-ups of an account that are due together. */
export interface AccountWalks {
  /** The walk that was begun since the look-up became due, else a new one. One that failed is shared, too. */
  reading(need: WalkNeed): Promise<Walk>;
}

export interface WalksContext {
  db: PrismaClient;
  printService: PrintService;
  clock: Clock;
}

/**
 * The walks of this process, one at a time for an account: after an outage many of its submissions are due at once, and whoever
 * comes while a walk is under way shares the next one. The newest walk of an account is kept.
 */
export function createWalks(ctx: WalksContext): AccountWalks {
  const newest = new Map<string, { startedAt: Date; walk: Promise<Walk> }>();
  const begin = (need: WalkNeed): Promise<Walk> => {
    const startedAt = ctx.clock.now();
    const entry = { startedAt, walk: readList(ctx, need, startedAt) };
    newest.set(need.account, entry);
    // A fault of ours is nobody's answer: the next one tries anew.
    entry.walk.catch(() => newest.get(need.account) === entry && newest.delete(need.account));
    return entry.walk;
  };
  return {
    async reading(need) {
      for (;;) {
        const known = newest.get(need.account);
        const walk = await known?.walk.catch(() => undefined);
        if (walk && serves(walk, need)) return walk;
        if (newest.get(need.account) === known || !newest.has(need.account)) return begin(need);
      }
    },
  };
}

function serves({ startedAt, since, wanted }: Walk, need: WalkNeed): boolean {
  return startedAt >= need.dueAt && since <= need.from && wanted.has(need.reference);
}

/** Looks for every uncertain submission of the account; goes back as far as those that are due, or looked for, right now. */
async function readList(ctx: WalksContext, need: WalkNeed, startedAt: Date): Promise<Walk> {
  const uncertain = await ctx.db.submission.findMany({
    where: { printAccountId: need.account, state: "uncertain" },
    select: { reference: true, sentAt: true, dueAt: true, claimToken: true },
  });
  const now = uncertain.filter(({ dueAt, claimToken }) => claimToken !== null || (dueAt && dueAt <= startedAt));
  const oldest = now.reduce((first, { sentAt }) => (sentAt && sentAt < first ? sentAt : first), need.from);
  const since = oldest < need.from ? await reachOf(ctx, need.account, oldest) : need.from;
  const range = serviceRange(since, startedAt);
  const wanted = new Set([need.reference, ...uncertain.map((row) => row.reference)]);
  return { startedAt, since, wanted, range, seen: await look(ctx, need.account, range, wanted) };
}

async function look(
  ctx: WalksContext,
  account: string,
  range: Walk["range"],
  wanted: ReadonlySet<string>,
): Promise<Walk["seen"]> {
  const calls = ctx.printService.forAccount(account);
  try {
    const { rows, whole } = await calls.listAll(range);
    const found = new Map(rows.filter((row) => wanted.has(row.reference)).map((row) => [row.reference, row]));
    const listed = new Set(rows.map((row) => row.reference).filter((one) => readReference(one) !== null));
    // Where nothing of ours is listed, nothing is concluded.
    const heeded = listed.size === 0 || (await heedsRange(calls));
    return { failed: null, rows: rows.length, whole, heeded, found, listed };
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return { failed: error };
  }
}
