import { later, type Scene } from "../simulation/simulation.ts";

/** What was measured while the scene was played; the worst of each. */
export interface Watched {
  /** Everything that Redis ever held at a look. */
  redis: string;
  /** Characters that it held at once, at most. */
  redisSize: number;
  connections: number;
}

const EVERY_MS = 400;
const CONNECTIONS = `SELECT count(*)::int AS "count" FROM pg_stat_activity
  WHERE "datname" = current_database() AND "backend_type" = 'client backend'`;

export interface Watch {
  stop(): Promise<Watched>;
}

/** Looks at Redis and at the database's connections again and again. */
export function startWatch({ plant }: Scene): Watch {
  const seen = new Set<string>();
  let connections = 0;
  let redisSize = 0;
  let open = true;
  const look = async () => {
    const held = await plant.redis.dump();
    redisSize = Math.max(redisSize, held.length);
    for (const line of held.split("\n")) seen.add(line);
    const { rows } = await plant.database.pool.query<{ count: number }>(CONNECTIONS);
    connections = Math.max(connections, rows[0]?.count ?? 0);
  };
  const watching = (async () => {
    while (open) {
      // Either of them may be away just now; the next look finds it.
      await look().catch(() => undefined);
      await later(EVERY_MS);
    }
  })();
  return {
    async stop() {
      open = false;
      await watching;
      await look();
      return { redis: [...seen].join("\n"), redisSize, connections };
    },
  };
}
