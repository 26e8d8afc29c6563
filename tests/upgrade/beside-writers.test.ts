import { readFileSync } from "node:fs";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrationsOf } from "../../scripts/release/upgrade-fixture.ts";
import { readMigrations } from "../../server/migrations/files.ts";
import { migrate } from "../../server/migrations/migrate.ts";
import { freshDatabase, type FreshDatabase } from "../support/database.ts";
import { whileLockHeld } from "../support/held-lock.ts";

const rows = readFileSync(new URL("0.1.0.sql", import.meta.url), "utf8");
const FURTHER_ORDERS = `
  INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt")
  SELECT md5(n::text)::uuid, "id", 'gid://shopify/Order/' || n, '#' || n, now(), now(), 'USD', now()
  FROM "Shop", generate_series(1, 20) n`;

let database: FreshDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await freshDatabase({ migrated: false });
  // `end` does not wait for the last word of a connection, which the drop may cut.
  pool = new pg.Pool({ connectionString: database.url }).on("error", () => undefined);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

it("a migration that waits for an order's writer lets it commit, and every order is found by its present texts", async () => {
  const migrations = (await readMigrations()).slice(0, migrationsOf(rows));
  await migrate(database.url, { migrations });
  await pool.query(rows);
  await pool.query(FURTHER_ORDERS);
  await whileLockHeld(
    pool,
    (writer) => writer.query(`SELECT FROM "Order" WHERE "name" = '#7' FOR UPDATE`),
    () => migrate(database.url),
    { last: (writer) => writer.query(`UPDATE "Order" SET "name" = '#7-A' WHERE "name" = '#7'`) },
  );
  const { rows: unlike } = await pool.query(`
    SELECT o."name", t."text" FROM "Order" o LEFT JOIN "OrderText" t ON t."orderId" = o."id"
    WHERE t."text" IS DISTINCT FROM order_text(o."id")`);
  expect(unlike).toEqual([]);
});
