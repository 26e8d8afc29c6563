import type { BenchDatabase } from "./database.ts";
import type { StandIn } from "./stand-in.ts";

/** What every row measures on, and for how long. */
export interface BenchContext {
  /** A database of its own with the app's schema; `empty`: without tables. Dropped by the row. */
  freshDatabase(options?: { empty: boolean }): Promise<BenchDatabase>;
  /** The app's settings on that database, as its environment would name them, with a prefix of its own in Redis. */
  settingsFor(databaseUrl: string): Settings;
  redisUrl: string;
  service: StandIn;
  effort: Effort;
  print(line: string): void;
}

export type Settings = Record<string, string>;

export interface Effort {
  runs: number;
  /** Of rows of which one run takes minutes. */
  longRuns: number;
  /** Of load before, and of load that counts. */
  warmUpSeconds: number;
  seconds: number;
  /** Orders sent one at a time, per run. */
  singles: number;
  /** Deliveries that wait when workers start, and how many of them all runs together work off. */
  waiting: number;
  workedOff: number;
  /** How long Redis is away while orders go through. */
  awaySeconds: number;
  /** Orders of one account at the print service that are due for a comparison. */
  openOrders: number;
  /** Orders of one account that came to nothing long ago. */
  deadOrders: number;
  /** Orders in a database with a history. */
  history: number;
  /** Each query of a page, per run. */
  queries: number;
  /** How long a sale is measured, once its shop's first allowance is used up. */
  saleSeconds: number;
  /** Of the sale that is waited for. */
  saleOrders: number;
}

export const FULL: Effort = {
  runs: 5,
  longRuns: 5,
  warmUpSeconds: 1,
  seconds: 4,
  singles: 40,
  waiting: 10_000,
  workedOff: 5_000,
  awaySeconds: 20,
  openOrders: 1_000,
  deadOrders: 5_000,
  history: 1_000_000,
  queries: 20,
  saleSeconds: 60,
  saleOrders: 10_000,
};
export const QUICK: Effort = {
  runs: 2,
  longRuns: 1,
  warmUpSeconds: 1,
  seconds: 1,
  singles: 5,
  waiting: 200,
  workedOff: 90,
  awaySeconds: 5,
  openOrders: 50,
  deadOrders: 600,
  history: 4_000,
  queries: 3,
  saleSeconds: 15,
  saleOrders: 150,
};

/** Size of a server's connection pool: the app's own default. */
export const CONNECTIONS = 20;
