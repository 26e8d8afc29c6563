import { randomUUID } from "node:crypto";
import type pg from "pg";
import { checksumOf, type Migration } from "./files.ts";

/** As Prisma's own command makes it and reads it. */
export const CREATE_TABLE = `
  CREATE TABLE "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/** What the database knows of a migration. */
export interface MigrationRecord {
  id: string;
  name: string;
  checksum: string;
  /** To the minute, with its zone. */
  started: string;
  isFinished: boolean;
  /** Why it ended early. */
  logs: string | null;
  /** 1 for a whole script, else how many statements took effect. Prisma's command leaves 0 where one of them failed. */
  steps: number;
}

/** The records of all migrations that were not rolled back. */
export async function readRecords(client: pg.Client): Promise<MigrationRecord[]> {
  const { rows } = await client.query<MigrationRecord>(
    `SELECT "id", "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "isFinished", "logs",
       to_char("started_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') AS "started", "applied_steps_count" AS "steps"
     FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL ORDER BY "started_at"`,
  );
  return rows;
}

/** Returns the id of the record. */
export async function recordStart(client: pg.Client, migration: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at") VALUES ($1, $2, $3, now())`,
    [id, checksumOf(migration), migration.name],
  );
  return id;
}

export async function recordSteps(client: pg.Client, id: string, steps: number): Promise<void> {
  await client.query(`UPDATE "_prisma_migrations" SET "applied_steps_count" = $2, "logs" = NULL WHERE "id" = $1`, [
    id,
    steps,
  ]);
}

export async function recordEnd(client: pg.Client, id: string): Promise<void> {
  await client.query(`UPDATE "_prisma_migrations" SET "finished_at" = clock_timestamp() WHERE "id" = $1`, [id]);
}

/** `isRolledBack`: nothing of the migration took effect, and the next run tries it again. */
export async function recordFailure(client: pg.Client, id: string, logs: string, isRolledBack: boolean): Promise<void> {
  await client.query(
    `UPDATE "_prisma_migrations" SET "logs" = $2, "rolled_back_at" = CASE WHEN $3 THEN now() END WHERE "id" = $1`,
    [id, logs, isRolledBack],
  );
}
