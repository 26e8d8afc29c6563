import type { Pool, QueryConfig } from "pg";

export interface NewDelivery {
  id: string;
  source: "shopify" | "print_service";
  topic: string;
  scope: string;
  deliveryId: string;
  eventId: string | null;
  triggeredAt: Date | null;
  receivedAt: Date;
  bodySealed: Buffer;
}

export interface DeliveryWriter {
  /** Resolves once the delivery is committed. `known`: it was there before. Rejects when it could not be committed. */
  write(delivery: NewDelivery): Promise<"committed" | "known">;
}

interface Waiting {
  row: NewDelivery;
  resolve(outcome: "committed" | "known"): void;
  reject(error: unknown): void;
}

const MOST_ROWS = 64;
const MOST_BYTES = 8 * 1024 * 1024;
/** What waits for the database in memory; beyond it the sender is told to come again. */
const MOST_WAITING_ROWS = 5_000;
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
/** Of one insert, in milliseconds: a database that hangs is as good as away, and Shopify waits for 5 s. */
const INSERT_MS = 4_500;
const COLUMNS = 9;

/**
 * Commits deliveries that arrive together in one insert: while one batch is on its way, the next one gathers.
 * Rows are sorted, so that processes that insert the same keys cannot deadlock. When a batch is refused, each row is tried alone.
 */
export function createDeliveryWriter(pool: Pool, batchesAtOnce = 2): DeliveryWriter {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let running = 0;

  const pump = () => {
    while (running < batchesAtOnce && waiting.length > 0) {
      const batch = nextBatch(waiting);
      waitingBytes -= batch.reduce((sum, { row }) => sum + row.bodySealed.length, 0);
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
        const bytes = waitingBytes + row.bodySealed.length;
        if (waiting.length >= MOST_WAITING_ROWS || bytes > MOST_WAITING_BYTES)
          return reject(new Error("too many deliveries wait for the database"));
        waitingBytes = bytes;
        waiting.push({ row, resolve, reject });
        // Whatever this turn of the event loop brings goes together.
        setImmediate(pump);
      }),
  };
}

function nextBatch(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let bytes = 0;
  for (const { row } of waiting) {
    if (count > 0 && (count >= MOST_ROWS || bytes + row.bodySealed.length > MOST_BYTES)) break;
    count += 1;
    bytes += row.bodySealed.length;
  }
  return waiting.splice(0, count);
}

async function flush(pool: Pool, batch: Waiting[]): Promise<void> {
  batch.sort((a, b) => compare(key(a.row), key(b.row)));
  try {
    const committed = await insert(pool, batch);
    for (const { row, resolve } of batch) resolve(committed.has(row.id) ? "committed" : "known");
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1 && only) return only.reject(error);
    // Whose statement was refused may stand alone; a database that is away or hangs is so for each of them.
    if (!isRefused(error)) return batch.forEach(({ reject }) => reject(error));
    await Promise.all(batch.map((one) => flush(pool, [one])));
  }
}

const key = (row: NewDelivery) => `${row.source} ${row.scope} ${row.deliveryId}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function insert(pool: Pool, batch: readonly Waiting[]): Promise<Set<string>> {
  const tuples = batch.map((_, at) => tuple(at * COLUMNS));
  const values = batch.flatMap(({ row }) => [
    row.id,
    row.source,
    row.topic,
    row.scope,
    row.deliveryId,
    row.eventId,
    row.triggeredAt,
    row.receivedAt,
    row.bodySealed,
  ]);
  const client = await pool.connect();
  let failed: unknown;
  try {
    // Known to pg, not to its types. Without a name: behind a pooler a named statement is on somebody else's connection next time.
    const query: QueryConfig & { query_timeout: number } = {
      query_timeout: INSERT_MS,
      text: `INSERT INTO "Delivery" ("id", "source", "topic", "scope", "deliveryId", "eventId", "triggeredAt", "receivedAt", "dueAt", "bodySealed")
             VALUES ${tuples.join(", ")} ON CONFLICT ("source", "scope", "deliveryId") DO NOTHING RETURNING "id"`,
      values,
    };
    const result = await client.query<{ id: string }>(query);
    return new Set(result.rows.map((row) => row.id));
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    // A connection that broke is not for others; one whose statement was refused is fine.
    client.release(failed !== undefined && !isRefused(failed));
  }
}

const isRefused = (error: unknown): boolean => typeof error === "object" && error !== null && "severity" in error;

function tuple(from: number): string {
  const p = (n: number) => `$${from + n}`;
  return `(${p(1)}::uuid, ${p(2)}::"DeliverySource", ${p(3)}, ${p(4)}, ${p(5)}, ${p(6)}, ${p(7)}, ${p(8)}, ${p(8)}, ${p(9)})`;
}
