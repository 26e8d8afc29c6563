import Bull from "bull";
import { startProgram, startServer, type Child, type ServerChild } from "../child.ts";
import { countRows, emptyTable, BASELINE_TABLE, type BenchDatabase } from "../database.ts";
import { median, type Row } from "../figures.ts";
import type { Load, Outcome } from "../load.ts";
import { CONNECTIONS, type BenchContext } from "../bench-context.ts";

const SENDERS = 32;
const DISTINCT_BODIES = 256;
/** Under load, until V8 has compiled what a delivery takes: a process serves for days. */
const COMPILING_SECONDS = 10;
/** Runs are shorter than those of other rows, and more: the pace of a shared machine changes from second to second. */
const MORE = 3;
const SHORTER = 2;
/** So many times the deliveries of the Remix route. */
const REMIX_GOAL = 6;

interface Candidate {
  name: string;
  server: ServerChild;
  empty(): Promise<void>;
  /** How many deliveries are kept where this one keeps them. */
  countPersisted(): Promise<number>;
  perSecond: number[];
}

/** Deliveries acknowledged per second by one process: 32 connections, signed orders of 10 KB, each with its own id. */
export async function acknowledgedRows(context: BenchContext): Promise<Row[]> {
  const database = await context.freshDatabase();
  const jobs = new Bull("webhooks", context.redisUrl, { prefix: "baseline" });
  const load = await startProgram("./load.ts", { orders: DISTINCT_BODIES });
  const candidates = await startAll(context, database, jobs);
  let profile = "";
  try {
    for (const one of candidates) await post(load, one, COMPILING_SECONDS);
    await jobs.client.flushall();
    for (let run = 0; run < context.effort.runs * MORE; run += 1) {
      // The order changes from run to run.
      const runOrder = [...candidates.slice(run % candidates.length), ...candidates.slice(0, run % candidates.length)];
      for (const one of runOrder) one.perSecond.push(await measure(context, load, jobs, one));
    }
    const [first] = candidates;
    if (first) profile = await first.server.profile(() => post(load, first, context.effort.seconds));
  } finally {
    await Promise.all([load.stop(), ...candidates.map((one) => one.server.stop())]);
    await jobs.close();
    await database.drop();
  }
  const [ours = [], insert = [], uncompressed = [], remix = []] = candidates.map((one) => one.perSecond);
  const row = { id: "R1", unit: "/s", ours };
  return [
    {
      ...row,
      name: "deliveries acknowledged by one process; floor: node:http, HMAC, one insert each",
      floor: insert,
      goal: { of: "ratio", atLeast: 1.3 },
      note: `${pairs(ours, insert)}. Ours keeps one core busy, the floor's commits both, so the ratio follows the machine. Ours also adds Bull jobs, up to a limit for each shop. Where the time of ours goes: ${profile}`,
    },
    {
      ...row,
      name: "the same; floor: that insert, into a column that PostgreSQL does not compress",
      floor: uncompressed,
      goal: null,
    },
    {
      ...row,
      name: "the same; floor: Remix route, authenticate.webhook, awaited Bull job",
      floor: remix,
      goal: { of: "ratio", atLeast: REMIX_GOAL },
      note: `${REMIX_GOAL} × that route is ${((REMIX_GOAL * median(remix)) / median(insert)).toFixed(1)} × node:http, HMAC and one insert each`,
    },
  ];
}

/** The ratio of each run to its neighbour of the floor. */
const pairs = (ours: readonly number[], floor: readonly number[]): string =>
  `run by run ${ours.map((figure, run) => (figure / (floor[run] ?? NaN)).toFixed(2)).join(" ")}`;

async function startAll(context: BenchContext, database: BenchDatabase, jobs: Bull.Queue): Promise<Candidate[]> {
  const { url: databaseUrl, pool } = database;
  const { redisUrl } = context;
  // The single inserts get a connection per sender: with fewer they would be slower.
  const insert = { databaseUrl, connections: SENDERS };
  const remix = { databaseUrl, redisUrl, connections: CONNECTIONS };
  const inTable = (table: string) => ({
    empty: () => emptyTable(pool, table),
    countPersisted: () => countRows(pool, table),
  });
  const insertInto = async (name: string, storage: "EXTENDED" | "EXTERNAL"): Promise<Candidate> => {
    const table = inTable(BASELINE_TABLE);
    const store = `ALTER TABLE "${BASELINE_TABLE}" ALTER COLUMN "bodyEncrypted" SET STORAGE ${storage}`;
    return {
      ...table,
      name,
      server: await startServer("./servers/plain-insert.ts", insert),
      empty: async () => void (await pool.query(store), await table.empty()),
      perSecond: [],
    };
  };
  const asJobs = { empty: () => jobs.obliterate({ force: true }), countPersisted: () => jobs.getWaitingCount() };
  return [
    {
      name: "ours",
      server: await startServer("./servers/ours.ts", { settings: context.settingsFor(databaseUrl) }),
      ...inTable("WebhookDelivery"),
      perSecond: [],
    },
    await insertInto("plain insert", "EXTENDED"),
    await insertInto("uncompressed insert", "EXTERNAL"),
    { name: "Remix and Bull", server: await startServer("./servers/remix-bull.ts", remix), ...asJobs, perSecond: [] },
  ];
}

async function measure(context: BenchContext, load: Child, jobs: Bull.Queue, one: Candidate): Promise<number> {
  const { warmUpSeconds, seconds } = context.effort;
  await one.empty();
  const before = await post(load, one, warmUpSeconds);
  const outcome = await post(load, one, seconds / SHORTER);
  const acknowledged = before.acknowledged + outcome.acknowledged;
  const persisted = await one.countPersisted();
  // An acknowledgement that is kept nowhere would make every figure worthless.
  if (persisted !== acknowledged) throw new Error(`${one.name}: ${acknowledged} acknowledged, ${persisted} kept`);
  if (before.others + outcome.others > 0) throw new Error(`${one.name}: ${outcome.others} answers other than 200`);
  await one.empty();
  await jobs.client.flushall();
  const perSecond = outcome.acknowledged / outcome.seconds;
  context.print(`${one.name}: ${perSecond.toFixed(0)}/s`);
  return perSecond;
}

const post = (load: Child, { server }: Candidate, seconds: number): Promise<Outcome> =>
  load.ask<Outcome>({ port: server.port, connections: SENDERS, seconds } satisfies Load);
