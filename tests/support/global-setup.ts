import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPrivatePostgres } from "../../scripts/launcher/private-postgres.ts";
import { startPrivateRedis } from "../../scripts/launcher/private-redis.ts";
import { migrate } from "../../server/migrations/migrate.ts";

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

/**
 * One real PostgreSQL, one Redis and one temporary folder for the whole run; all go away with it. What a test leaves in the folder
 * fails the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = useTemporaryFolder();
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
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`Tests have left behind in the temporary folder: ${left.join(", ")}`);
  };
}

/** A temporary folder for this process, and for all that the run starts. */
function useTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "inkbridge-test-"));
  // PostgreSQL runs as another user where this process is root's.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  // Also where a signal ends the run. Vitest takes Ctrl-C itself.
  process.once("SIGTERM", () => process.exit(143));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function migrateTemplate(postgresUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
}
