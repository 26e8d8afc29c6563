import { resolve } from "node:path";
import { migrate } from "../../server/migrations/migrate.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { ManagedProcess } from "./managed-process.ts";
import { startPrivateRedis } from "./private-redis.ts";
import { startApp } from "./start-app.ts";

export interface LaunchOptions {
  /** Folder of the embedded database and of Redis. */
  dataFolder: string;
  port: number;
  /** Module that runs the app, instead of server.ts. */
  script?: string;
  /** Settings of the process. Where DATABASE_URL or REDIS_URL is among them, that one is used and none is started. */
  env: Record<string, string>;
  /** The database of DATABASE_URL has the newest schema already. */
  isMigrated?: boolean;
  /** Modules to load before the app. */
  preload?: readonly string[];
  /** Output of the app, line by line. */
  onLine?(line: string): void;
  /** Called before each step. */
  onStep?(step: string): void;
}

export interface Launched {
  url: string;
  databaseUrl: string;
  redisUrl: string;
  /** Resolves with a message when a part ends unexpectedly. */
  broken: Promise<string>;
  /** Stops everything, the app first. May be called twice. */
  stop(): Promise<void>;
}

/**
 * The embedded database has one session for all connections: statements of two would get in each other's way. And it
 * has no fsync: it is for trying out.
 */
const EMBEDDED = { DATABASE_CONNECTIONS: "1", DATABASE_ALLOW_UNSAFE: "fsync" };

/** Starts database, queue and app, in this order. When one does not start, those before it are stopped again. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const parts: ManagedProcess[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= stopAll(parts));
  const keep = <P extends ManagedProcess>(part: P): P => {
    parts.unshift(part);
    return part;
  };
  try {
    options.onStep?.("Starting the database and Redis");
    const databaseUrl =
      options.env.DATABASE_URL ??
      keep(await startEmbeddedPostgres({ folder: resolve(options.dataFolder, "postgres") })).url;
    const redisUrl =
      options.env.REDIS_URL ?? keep(await startPrivateRedis({ folder: resolve(options.dataFolder, "redis") })).url;
    if (!options.isMigrated) {
      options.onStep?.("Bringing the database to the newest schema");
      await migrate(databaseUrl);
    }
    options.onStep?.("Starting the app");
    const env = {
      ...options.env,
      ...(options.env.DATABASE_URL ? {} : EMBEDDED),
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
    };
    const app = keep(await startApp({ ...options, env }));
    const broken = Promise.race(parts.map(async (part) => `${part.name} ${await part.ended}`));
    return { url: app.url, databaseUrl, redisUrl, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stopAll(parts: readonly ManagedProcess[]): Promise<void> {
  for (const part of parts) await part.stop();
}
