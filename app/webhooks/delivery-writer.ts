import type { Pool, QueryConfig } from "pg";
import type { WebhookDeliveryId } from "../ports/ids.ts";

export interface NewDelivery {
  id: WebhookDeliveryId;
  source: "shopify" | "print_service";
  topic: string;
  scope: string;
  deliveryId: string;
  receivedAt: Date;
  bodyEncrypted: Uint8Array;
}

export interface DeliveryWriter {
  /**
   * Resolves once the delivery is committed. `duplicate`: it was there before. Rejects when it could not be committed.
   */
  write(delivery: NewDelivery): Promise<"committed" | "duplicate">;
}

interface PendingWrite {
  row: NewDelivery;
  resolve(outcome: "committed" | "duplicate"): void;
  reject(error: unknown): void;
}

const MAX_BATCH_ROWS = 64;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** What waits for the database in memory; beyond it the sender gets a 503. */
const MAX_PENDING_ROWS = 5_000;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** Of one insert: Shopify waits for 5 s. */
const INSERT_TIMEOUT_MS = 4_500;
const COLUMNS = 7;
/**
 * Inserts of up to so many rows are planned once for each connection. PostgreSQL keeps one plan for each number of rows: 4 MB up
 * to 32 rows, 13 MB up to 64.
 */
const MAX_NAMED_ROWS = 32;

/**
 * Commits deliveries that arrive together in one insert. Rows are sorted, so that processes that insert the same keys
 * cannot deadlock. When a batch is rejected, each row is tried alone.
 */
export function createDeliveryWriter(pool: Pool, concurrentBatches = 2): DeliveryWriter {
  const pending: PendingWrite[] = [];
  let pendingBytes = 0;
  let running = 0;

  const pump = () => {
    while (running < concurrentBatches && pending.length > 0) {
      const batch = nextBatch(pending);
      pendingBytes -= batch.reduce((sum, { row }) => sum + row.bodyEncrypted.length, 0);
      running += 1;
      void flush(pool, batch).finally(() => {
        running -= 1;
        pump();
      });
    }
  };

  return {
    write: (row) =>
      new Promise((resolve, reject) => {
        const bytes = pendingBytes + row.bodyEncrypted.length;
        if (pending.length >= MAX_PENDING_ROWS || bytes > MAX_PENDING_BYTES)
          return reject(new Error("too many deliveries wait for the database"));
        pendingBytes = bytes;
        pending.push({ row, resolve, reject });
        // All deliveries of this turn of the event loop share a batch.
        setImmediate(pump);
      }),
  };
}

function nextBatch(pending: PendingWrite[]): PendingWrite[] {
  let count = 0;
  let bytes = 0;
  for (const { row } of pending) {
    if (count > 0 && (count >= MAX_BATCH_ROWS || bytes + row.bodyEncrypted.length > MAX_BATCH_BYTES)) break;
    count += 1;
    bytes += row.bodyEncrypted.length;
  }
  return pending.splice(0, count);
}

async function flush(pool: Pool, batch: PendingWrite[]): Promise<void> {
  batch.sort((a, b) => compare(key(a.row), key(b.row)));
  try {
    const committed = await insert(pool, batch);
    for (const { row, resolve } of batch) resolve(committed.has(row.id) ? "committed" : "duplicate");
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1 && only) return only.reject(error);
    // Only a rejected statement may succeed row by row; a database that is away fails each of them.
    if (!isPostgresError(error)) return batch.forEach(({ reject }) => reject(error));
    await Promise.all(batch.map((one) => flush(pool, [one])));
  }
}

const key = (row: NewDelivery) => `${row.source} ${row.scope} ${row.deliveryId}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function insert(pool: Pool, batch: readonly PendingWrite[]): Promise<Set<string>> {
  const tuples = batch.map((_, at) => tuple(at * COLUMNS));
  const values = batch.flatMap(({ row }) => [
    row.id,
    row.source,
    row.topic,
    row.scope,
    row.deliveryId,
    row.receivedAt,
    row.bodyEncrypted,
  ]);
  const client = await pool.connect();
  let failed: unknown;
  try {
    // query_timeout is known to pg, not to its types. Behind a pooler the name is left out (app/database/pool.ts).
    const query: QueryConfig & { query_timeout: number } = {
      ...(batch.length <= MAX_NAMED_ROWS ? { name: `insert_deliveries_${batch.length}` } : {}),
      query_timeout: INSERT_TIMEOUT_MS,
      text: `INSERT INTO "WebhookDelivery" ("id", "source", "topic", "scope", "deliveryId", "receivedAt", "dueAt", "bodyEncrypted")
             VALUES ${tuples.join(", ")} ON CONFLICT ("source", "scope", "deliveryId") DO NOTHING RETURNING "id"`,
      values,
    };
    const result = await client.query<{ id: WebhookDeliveryId }>(query);
    return new Set(result.rows.map((row) => row.id));
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    // A broken connection is closed; one whose statement was rejected can be used again.
    client.release(failed !== undefined && !isPostgresError(failed));
  }
}

const isPostgresError = (error: unknown): boolean => typeof error === "object" && error !== null && "severity" in error;

function tuple(from: number): string {
  const p = (n: number) => `$${from + n}`;
  return `(${p(1)}::uuid, ${p(2)}::"WebhookSource", ${p(3)}, ${p(4)}, ${p(5)}, ${p(6)}, ${p(6)}, ${p(7)})`;
}
