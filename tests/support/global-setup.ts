import { randomUUID } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPrivatePostgres } from "../../scripts/launcher/private-postgres.ts";
import { startPrivateRedis } from "../../scripts/launcher/private-redis.ts";
import { migrationStatements } from "../../scripts/migration-scripts.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Maintenance database of the run's own PostgreSQL. */
    postgresUrl: string;
    /** A migrated database to copy. */
    templateDatabase: string;
    redisUrl: string;
    /** Whether the run has the project "release": false in `npm test`. */
    isRelease: boolean;
  }
}

/** One real PostgreSQL and one Redis for the whole run; both go away with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, redis] = await Promise.all([
    // No database of a test lives long enough to need autovacuum.
    startPrivatePostgres({ durability: "nothing", settings: { autovacuum: "off" } }),
    startPrivateRedis(),
  ]);
  const templateDatabase = `template_${randomUUID().replaceAll("-", "")}`;
  await migrateTemplate(postgres.url, templateDatabase);
  project.provide("postgresUrl", postgres.url);
  project.provide("templateDatabase", templateDatabase);
  project.provide("redisUrl", redis.url);
  const { projects } = project.vitest;
  project.provide(
    "isRelease",
    projects.some(({ name }) => name === "release"),
  );
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  };
}

async function migrateTemplate(postgresUrl: string, name: string): Promise<void> {
  await run(postgresUrl, [`CREATE DATABASE ${name}`]);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await run(url.href, await migrationStatements());
}

async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
