import type { Pool } from "pg";

/** What every row measures on, and for how long. */
export interface BenchContext {
  pool: Pool;
  databaseUrl: string;
  redisUrl: string;
  /** The app's settings, as its environment would name them. */
  settings: Record<string, string>;
  effort: Effort;
  print(line: string): void;
}

export interface Effort {
  runs: number;
  /** Of load before, and of load that counts. */
  warmUpSeconds: number;
  seconds: number;
  /** Orders sent one at a time, per run. */
  singles: number;
  /** Orders of a noisy shop. */
  backlog: number;
  /** How long Redis is away. */
  awaySeconds: number;
}

export const FULL: Effort = { runs: 5, warmUpSeconds: 2, seconds: 6, singles: 60, backlog: 10_000, awaySeconds: 600 };
export const QUICK: Effort = { runs: 1, warmUpSeconds: 1, seconds: 2, singles: 15, backlog: 1_000, awaySeconds: 15 };

/** Size of a server's connection pool: the app's own default. */
export const CONNECTIONS = 10;
