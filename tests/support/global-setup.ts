import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPrivatePostgres } from "../../scripts/launcher/private-postgres.ts";
import { startPrivateRedis } from "../../scripts/launcher/private-redis.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Maintenance database of the run's own PostgreSQL. */
    postgresUrl: string;
    /** A migrated database to copy. */
    templateDatabase: string;
    redisUrl: string;
  }
}

const MIGRATIONS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));

/** One real PostgreSQL and one Redis for the whole run; both go away with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, redis] = await Promise.all([startPrivatePostgres({ durable: false }), startPrivateRedis()]);
  const templateDatabase = `template_${randomUUID().replaceAll("-", "")}`;
  await migrateTemplate(postgres.url, templateDatabase);
  project.provide("postgresUrl", postgres.url);
  project.provide("templateDatabase", templateDatabase);
  project.provide("redisUrl", redis.url);
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  };
}

/** Plain SQL in the order of the folders: what `prisma migrate deploy` does, without its seconds. */
async function migrateTemplate(postgresUrl: string, name: string): Promise<void> {
  await run(postgresUrl, [`CREATE DATABASE ${name}`]);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const folders = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).sort();
  const scripts = names.map((folder) => readFile(`${MIGRATIONS}${folder}/migration.sql`, "utf8"));
  await run(url.href, await Promise.all(scripts));
}

async function run(url: string, scripts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const script of scripts) await client.query(script);
  } finally {
    await client.end();
  }
}
