import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../../app/database/db.server.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** Opens it as the app does, for one statement. */
async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const { pool, close } = createDatabase(url, { connections: 1 });
  try {
    return (await pool.query(sql)).rows as Row[];
  } finally {
    await close();
  }
}

test("the embedded database keeps its rows, says who holds it, and serves one connection after another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ink bridge database-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await startEmbeddedPostgres({ folder });
  await query(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
  expect(await query(first.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/in use by process \d+.*Stop that one first/);
  await first.stop();

  const second = await startEmbeddedPostgres({ folder });
  onTestFinished(second.stop);
  expect(await query(second.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
});
