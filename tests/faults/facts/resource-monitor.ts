import { delay, type Simulation } from "../simulation/simulation.ts";

/** What was measured while the scene was played; the worst of each. */
export interface Measurements {
  /** Everything that Redis ever held at a look. */
  redis: string;
  /** Characters that it held at once, at most. */
  redisSize: number;
  connections: number;
}

const EVERY_MS = 400;
const CONNECTIONS = `SELECT count(*)::int AS "count" FROM pg_stat_activity
  WHERE "datname" = current_database() AND "backend_type" = 'client backend'`;

export interface ResourceMonitor {
  stop(): Promise<Measurements>;
}

/** Looks at Redis and at the database's connections again and again. */
export function startResourceMonitor({ environment }: Simulation): ResourceMonitor {
  const redisLines = new Set<string>();
  let connections = 0;
  let redisSize = 0;
  let isRunning = true;
  const sample = async () => {
    const dump = await environment.redis.dump();
    redisSize = Math.max(redisSize, dump.length);
    for (const line of dump.split("\n")) redisLines.add(line);
    const { rows } = await environment.database.pool.query<{ count: number }>(CONNECTIONS);
    connections = Math.max(connections, rows[0]?.count ?? 0);
  };
  const sampling = (async () => {
    while (isRunning) {
      // Either of them may be away just now; the next look finds it.
      await sample().catch(() => undefined);
      await delay(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isRunning = false;
      await sampling;
      await sample();
      return { redis: [...redisLines].join("\n"), redisSize, connections };
    },
  };
}
