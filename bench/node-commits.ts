import { randomUUID } from "node:crypto";
import { emptyTable, openPool, BASELINE_TABLE, type BenchDatabase } from "./database.ts";
import { insertOne } from "./insert.ts";

const BODY = Buffer.alloc(100);

/** How many single inserts one Node process commits a second that does nothing else, over so many connections. */
export async function nodeCommitsPerSecond(
  { url, pool }: BenchDatabase,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const own = openPool(url, connections);
  const start = performance.now();
  const end = start + seconds * 1000;
  let commits = 0;
  const insert = async () => {
    for (; performance.now() < end; commits += 1) await insertOne(own, randomUUID(), BODY);
  };
  try {
    await Promise.all(Array.from({ length: connections }, insert));
    return (commits * 1000) / (performance.now() - start);
  } finally {
    await own.end();
    await emptyTable(pool, BASELINE_TABLE);
  }
}
