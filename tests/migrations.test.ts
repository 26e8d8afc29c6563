import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { deployMigrations, runPrisma } from "../scripts/prisma.ts";

const MIGRATION = new URL("../prisma/migrations/000_init/migration.sql", import.meta.url);

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(sql);
  await client.end();
}

test("the migration is what the schema says now", async () => {
  const args = ["migrate", "diff", "--from-empty", "--to-schema-datamodel", "prisma/schema.prisma", "--script"];
  const diff = await runPrisma(args, { ...process.env, DATABASE_URL: inject("postgresUrl") });
  expect(diff.status === 0 ? "" : diff.stderr).toBe("");
  const stale = !readFileSync(MIGRATION, "utf8").startsWith(diff.stdout.trim());
  expect(stale ? "stale: run `npm run db:diff`" : "current").toBe("current");
});

test("an empty database is brought to the newest schema, and doing it again does no harm", async () => {
  await onServer("CREATE DATABASE migrations_test");
  const url = new URL(inject("postgresUrl"));
  url.pathname = "/migrations_test";
  await deployMigrations(url.href);
  await deployMigrations(url.href);
  await onServer("DROP DATABASE migrations_test");
});
