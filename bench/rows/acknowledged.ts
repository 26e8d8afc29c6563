import Bull from "bull";
import { startProgram, startServer, type Child, type ServerChild } from "../child.ts";
import { countRows, emptied, FLOOR_TABLE } from "../database.ts";
import type { Row } from "../figures.ts";
import type { Load, Outcome } from "../load.ts";
import { CONNECTIONS, type World } from "../bench-context.ts";

const SENDERS = 32;
const DISTINCT_BODIES = 256;

interface Contestant {
  name: string;
  server: ServerChild;
  empty(): Promise<void>;
  /** How many deliveries are kept where this one keeps them. */
  kept(): Promise<number>;
  perSecond: number[];
}

/** Deliveries acknowledged per second by one process: 32 connections, signed orders of 10 KB, each with its own id. */
export async function acknowledgedRows(world: World): Promise<Row[]> {
  const jobs = new Bull("webhooks", world.redisUrl, { prefix: "floor" });
  const load = await startProgram("./load.ts", { orders: DISTINCT_BODIES });
  const contestants = await startAll(world, jobs);
  try {
    for (let run = 0; run < world.effort.runs; run += 1) {
      // Whoever comes first changes from run to run.
      const turn = [...contestants.slice(run % contestants.length), ...contestants.slice(0, run % contestants.length)];
      for (const one of turn) one.perSecond.push(await measure(world, load, jobs, one));
    }
  } finally {
    await Promise.all([load.stop(), ...contestants.map((one) => one.server.stop())]);
    await jobs.close();
  }
  const [ours, insert, remix] = contestants.map((one) => one.perSecond);
  const row = { unit: "/s", ours: ours ?? [] };
  return [
    {
      ...row,
      name: "deliveries acknowledged; floor: node:http, HMAC, one insert each",
      floor: insert ?? [],
      goal: { atLeast: 1 },
    },
    {
      ...row,
      name: "the same; floor: Remix route, authenticate.webhook, awaited Bull job",
      floor: remix ?? [],
      goal: { atLeast: 5 },
    },
  ];
}

async function startAll(world: World, jobs: Bull.Queue): Promise<Contestant[]> {
  const { databaseUrl, redisUrl, settings, pool } = world;
  // The single inserts get a connection per sender: with fewer they would be slower.
  const insert = { databaseUrl, connections: SENDERS };
  const remix = { databaseUrl, redisUrl, connections: CONNECTIONS };
  const inTable = (table: string) => ({ empty: () => emptied(pool, table), kept: () => countRows(pool, table) });
  const asJobs = { empty: () => jobs.obliterate({ force: true }), kept: () => jobs.getWaitingCount() };
  return [
    {
      name: "ours",
      server: await startServer("./servers/ours.ts", { settings }),
      ...inTable("Delivery"),
      perSecond: [],
    },
    {
      name: "plain insert",
      server: await startServer("./servers/plain-insert.ts", insert),
      ...inTable(FLOOR_TABLE),
      perSecond: [],
    },
    { name: "Remix and Bull", server: await startServer("./servers/remix-bull.ts", remix), ...asJobs, perSecond: [] },
  ];
}

async function measure(world: World, load: Child, jobs: Bull.Queue, one: Contestant): Promise<number> {
  const { warmUpSeconds, seconds } = world.effort;
  const order: Load = { port: one.server.port, connections: SENDERS, seconds: warmUpSeconds };
  await one.empty();
  const before = await load.ask<Outcome>(order);
  const outcome = await load.ask<Outcome>({ ...order, seconds });
  const acknowledged = before.acknowledged + outcome.acknowledged;
  const kept = await one.kept();
  // An acknowledgement that is kept nowhere would make every figure worthless.
  if (kept !== acknowledged) throw new Error(`${one.name}: ${acknowledged} acknowledged, ${kept} kept`);
  if (before.others + outcome.others > 0) throw new Error(`${one.name}: ${outcome.others} answers other than 200`);
  await one.empty();
  await jobs.client.flushall();
  const perSecond = outcome.acknowledged / outcome.seconds;
  world.say(`${one.name}: ${perSecond.toFixed(0)}/s`);
  return perSecond;
}
