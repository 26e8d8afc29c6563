import { HashKeyChangedError, hashKeyMark } from "../../encryption/encryptor.server.ts";
import type { OrdersContext } from "../core/context.ts";
import { SHOW_AGAIN } from "../core/shopify-status.ts";
import type { Prisma } from "../../../prisma/client/client.ts";
import type { CheckpointStore } from "../../ports/progress.ts";
import { MINUTE_MS } from "../../ports/clock.ts";

/** Why something may have been sent that this database does not know of. */
type SyncGapReason =
  /** No worker has run for a while: perhaps none did, perhaps this is an older copy of the database. */
  | "no_heartbeat"
  /** Another server, timeline or database wrote the last beat: a restore, or a standby that took over. */
  | "another_database"
  /** Redis or this process remembers a later beat than the database. */
  | "rolled_back";

type HeartbeatOutcome = "ok" | SyncGapReason;

type HeartbeatContext = Pick<OrdersContext, "db" | "clock" | "policy" | "log" | "encryptor">;

interface Row {
  at: Date;
  identity: string;
  hashKeyMark: string | null;
  present: string;
}

/**
 * The heartbeat of the workers: the instant up to which this database is known to be complete. After a gap the history
 * of every print account counts as incomplete, and nothing is sent before its list has been read (backfill.ts). Beat
 * once before any work begins, then every few seconds.
 * @throws HashKeyChangedError from a beat under another hash key than the database's
 */
export function createHeartbeat(ctx: HeartbeatContext, checkpoint: CheckpointStore): () => Promise<HeartbeatOutcome> {
  let lastBeat: Date | null = null;
  let otherInstallationSeen = false;
  return async () => {
    // Read first: checkpoints are saved after the commit, so a checkpoint newer than the row means that the row was
    // lost.
    const storedBeats = await checkpoint.read();
    const { outcome, at, databaseIdentity } = await ctx.db.$transaction((tx) =>
      beatOnce(tx, ctx, { lastBeat, storedBeats }),
    );
    if (outcome !== "ok")
      ctx.log.warn({ reason: outcome }, "what was sent lately may not be known: lists are read first");
    if (!otherInstallationSeen && (otherInstallationSeen = hasOtherInstallation(storedBeats, databaseIdentity, at)))
      ctx.log.warn(
        {},
        "another installation uses the same prefix in Redis, and takes wake-ups of ours: set REDIS_PREFIX",
      );
    lastBeat = at;
    checkpoint.save(databaseIdentity, at);
    return outcome;
  };
}

/** What is remembered outside of the database. */
interface ExternalBeats {
  lastBeat: Date | null;
  storedBeats: ReadonlyMap<string, Date>;
}

interface BeatResult {
  outcome: HeartbeatOutcome;
  at: Date;
  /** Identity of this database. */
  databaseIdentity: string;
}

/** How recent a beat of another database must be for that database to count as running. */
const OTHER_INSTALLATION_MS = MINUTE_MS;

/** A database that this one has replaced, e.g. by a restore, no longer beats. */
function hasOtherInstallation(storedBeats: ReadonlyMap<string, Date>, present: string, now: Date): boolean {
  const recentSince = now.getTime() - OTHER_INSTALLATION_MS;
  return [...storedBeats].some(([identity, at]) => identity !== present && at.getTime() > recentSince);
}

const latest = (instants: Iterable<Date | null | undefined>): Date | null =>
  [...instants].reduce<Date | null>(
    (latestSoFar, one) => (one && (!latestSoFar || one > latestSoFar) ? one : latestSoFar),
    null,
  );

async function beatOnce(
  tx: Prisma.TransactionClient,
  ctx: HeartbeatContext,
  { lastBeat, storedBeats }: ExternalBeats,
): Promise<BeatResult> {
  const now = ctx.clock.now();
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT "at", "identity", "hashKeyMark", database_identity() AS "present" FROM "Heartbeat" WHERE "id" = 1 FOR UPDATE`;
  // An empty database may replace any of those that beat before it.
  if (!row) return firstBeat(tx, ctx, latest([lastBeat, ...storedBeats.values()]));
  const mark = checkHashKey(ctx, row);
  // The checkpoint of another installation on the same Redis says nothing about this database.
  const beat = classifyBeat(row, now, latest([lastBeat, storedBeats.get(row.present)]), ctx.policy.heartbeatTimeoutMs);
  if (beat !== "ok") await openSyncGap(tx, now, row.at, beat);
  // Clocks of several workers differ a little: the instant never goes back.
  const at = now > row.at ? now : row.at;
  const since = beat === "ok" ? {} : { since: now };
  await tx.heartbeat.update({ where: { id: 1 }, data: { at, identity: row.present, hashKeyMark: mark, ...since } });
  return { outcome: beat, at, databaseIdentity: row.present };
}

function checkHashKey(ctx: HeartbeatContext, row: Row): string {
  const mark = hashKeyMark(ctx);
  if (row.hashKeyMark === null || row.hashKeyMark === mark) return mark;
  ctx.log.error({}, "CREDENTIALS_KEY has another hash key than this database was used with: nothing is sent");
  throw new HashKeyChangedError("another hash key");
}

function classifyBeat(row: Row, now: Date, externalBeat: Date | null, heartbeatTimeoutMs: number): HeartbeatOutcome {
  if (externalBeat && externalBeat > row.at) return "rolled_back";
  if (row.identity !== row.present) return "another_database";
  return now.getTime() - row.at.getTime() > heartbeatTimeoutMs ? "no_heartbeat" : "ok";
}

/** No worker has ever run on this database, so nothing was sent, unless a checkpoint says otherwise. */
async function firstBeat(
  tx: Prisma.TransactionClient,
  ctx: HeartbeatContext,
  externalBeat: Date | null,
): Promise<BeatResult> {
  const now = ctx.clock.now();
  const since = externalBeat ? now : new Date(0);
  const [own] = await tx.$queryRaw<{ present: string }[]>`SELECT database_identity() AS "present"`;
  const present = own?.present ?? "";
  await tx.$executeRaw`
    INSERT INTO "Heartbeat" ("id", "at", "since", "identity", "hashKeyMark")
    VALUES (1, ${now}, ${since}, ${present}, ${hashKeyMark(ctx)})
    ON CONFLICT ("id") DO NOTHING`;
  if (externalBeat) await openSyncGap(tx, now, null, "rolled_back");
  return { outcome: externalBeat ? "rolled_back" : "ok", at: now, databaseIdentity: present };
}

/**
 * An older gap that is still open keeps its beginning. After a restore the service may hold newer webhook secrets than
 * the database, so a secret rotation is started (print-accounts/webhooks/change-webhook.ts).
 */
async function openSyncGap(
  tx: Prisma.TransactionClient,
  now: Date,
  from: Date | null,
  reason: SyncGapReason,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "PrintAccount" SET
      "syncGapFrom" = LEAST("syncGapFrom", COALESCE(${from}::timestamptz, "createdAt")),
      "syncGapDetectedAt" = ${now}, "syncGapProblem" = NULL`;
  if (reason === "no_heartbeat") return;
  // Tags and holds may be in Shopify that this database does not know (fulfill/write-shopify-status.ts).
  await tx.shop.updateMany({ data: { ...SHOW_AGAIN, statusesLostAt: now } });
  await tx.printAccount.updateMany({
    where: { webhookSecretRotatingSince: null },
    data: { webhookSecretRotatingSince: now },
  });
}
