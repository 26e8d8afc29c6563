import type { OrdersContext, Tx } from "../core/context.ts";
import type { Marks } from "../../ports/checkpoint.ts";

/** Why something may have been sent that this database does not know of. */
export type GapReason =
  /** No worker was at work for a while: perhaps none was, perhaps this is an older copy. */
  | "silent"
  /** Another server, timeline or database wrote it: restored, or a standby took over. */
  | "another_database"
  /** Somebody remembers a later instant than this database does. */
  | "set_back";

export type Beat = "steady" | GapReason;

type HeartbeatContext = Pick<OrdersContext, "db" | "clock" | "policy" | "log">;

interface Row {
  at: Date;
  identity: string;
  present: string;
}

/**
 * The heartbeat of the workers: moves the instant up to which this database is known to know everything. Where there is
 * a gap before it, every print account's past counts as unknown, and nothing is sent before its list has been read
 * (learn-past.ts). Beat once before any work begins, then every few seconds.
 */
export function createHeartbeat(ctx: HeartbeatContext, marks: Marks): () => Promise<Beat> {
  let remembered: Date | null = null;
  let neighbour = false;
  return async () => {
    // Read first: marks follow the commit, so that a mark that is newer than the row tells of a row that is gone.
    const kept = await marks.read();
    const { beat, at, present } = await ctx.db.$transaction((tx) => beatOnce(tx, ctx, { remembered, kept }));
    if (beat !== "steady")
      ctx.log.warn({ reason: beat }, "what was sent lately may not be known: lists are read first");
    if (!neighbour && (neighbour = othersBeat(kept, present, at)))
      ctx.log.warn(
        {},
        "another installation uses the same prefix in Redis, and takes wake-ups of ours: set REDIS_PREFIX",
      );
    remembered = at;
    marks.keep(present, at);
    return beat;
  };
}

/** What is known outside of the database. */
interface Elsewhere {
  remembered: Date | null;
  kept: ReadonlyMap<string, Date>;
}

interface Beaten {
  beat: Beat;
  at: Date;
  /** Identity of this database. */
  present: string;
}

/** So long after its last beat another database is taken to be at work beside this one. */
const NEIGHBOUR_MS = 60_000;

/** A database that this one stands for now, e.g. after a restore, has beaten, too, but does no more. */
function othersBeat(kept: ReadonlyMap<string, Date>, present: string, now: Date): boolean {
  const lately = now.getTime() - NEIGHBOUR_MS;
  return [...kept].some(([identity, at]) => identity !== present && at.getTime() > lately);
}

const latest = (instants: Iterable<Date | null | undefined>): Date | null =>
  [...instants].reduce<Date | null>((most, one) => (one && (!most || one > most) ? one : most), null);

async function beatOnce(tx: Tx, ctx: HeartbeatContext, { remembered, kept }: Elsewhere): Promise<Beaten> {
  const now = ctx.clock.now();
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT "at", "identity", database_identity() AS "present" FROM "Heartbeat" WHERE "id" = 1 FOR UPDATE`;
  // An empty database may stand for any of those that beat here before it.
  if (!row) return firstBeat(tx, now, latest([remembered, ...kept.values()]));
  // The mark of another installation on the same Redis says nothing of this database.
  const beat = judge(row, now, latest([remembered, kept.get(row.present)]), ctx.policy.gapMs);
  if (beat !== "steady") await openGap(tx, now, row.at, beat);
  // Clocks of several workers differ a little: the instant never goes back.
  const at = now > row.at ? now : row.at;
  const since = beat === "steady" ? {} : { since: now };
  await tx.heartbeat.update({ where: { id: 1 }, data: { at, identity: row.present, ...since } });
  return { beat, at, present: row.present };
}

function judge(row: Row, now: Date, elsewhere: Date | null, gapMs: number): Beat {
  if (elsewhere && elsewhere > row.at) return "set_back";
  if (row.identity !== row.present) return "another_database";
  return now.getTime() - row.at.getTime() > gapMs ? "silent" : "steady";
}

/** No worker has ever been at work here, so nothing was sent, ever: unless somebody remembers otherwise. */
async function firstBeat(tx: Tx, now: Date, elsewhere: Date | null): Promise<Beaten> {
  const since = elsewhere ? now : new Date(0);
  const [own] = await tx.$queryRaw<{ present: string }[]>`SELECT database_identity() AS "present"`;
  const present = own?.present ?? "";
  await tx.$executeRaw`
    INSERT INTO "Heartbeat" ("id", "at", "since", "identity") VALUES (1, ${now}, ${since}, ${present})
    ON CONFLICT ("id") DO NOTHING`;
  if (elsewhere) await openGap(tx, now, null, "set_back");
  return { beat: elsewhere ? "set_back" : "steady", at: now, present };
}

/**
 * An older gap that is still open keeps its beginning. The service is told our event keys anew where the database may hold
 * older ones than it uses: what a rotation that broke off does (shops/rotate-event-key.ts).
 */
async function openGap(tx: Tx, now: Date, from: Date | null, reason: GapReason): Promise<void> {
  await tx.$executeRaw`
    UPDATE "PrintAccount" SET
      "gapFrom" = LEAST("gapFrom", COALESCE(${from}::timestamptz, "createdAt")),
      "gapSeenAt" = ${now}, "gapTrouble" = NULL`;
  if (reason === "silent") return;
  await tx.printAccount.updateMany({
    where: { eventTokenRotatingSince: null },
    data: { eventTokenRotatingSince: now },
  });
}
