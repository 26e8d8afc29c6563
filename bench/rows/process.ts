import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { startApp } from "../../scripts/launcher/start-app.ts";
import { CONNECTIONS, type BenchContext } from "../bench-context.ts";
import { startProgram, startServer, type Child } from "../child.ts";
import type { Line } from "../figures.ts";
import { folderBytes, MB } from "../folder-bytes.ts";
import type { Outcome } from "../load.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LOAD = { connections: 32 };

/** Start and memory of the process as it is deployed, beside a Remix process with Bull; what it takes on disk. */
export async function processRows(context: BenchContext): Promise<Line[]> {
  const figures = {
    ready: [] as number[],
    rest: { ours: [] as number[], floor: [] as number[] },
    load: { ours: [] as number[], floor: [] as number[] },
  };
  const load = await startProgram("./load.ts", { orders: 64 });
  try {
    for (let run = 0; run < context.effort.longRuns; run += 1) {
      const ours = await measureOurs(context, load);
      const floor = await measureFloor(context, load);
      figures.ready.push(ours.readyMs);
      figures.rest.ours.push(ours.rest);
      figures.rest.floor.push(floor.rest);
      figures.load.ours.push(ours.load);
      figures.load.floor.push(floor.load);
    }
  } finally {
    await load.stop();
  }
  const modules = join(ROOT, "node_modules");
  const row = { id: "R11", goal: null };
  const beside = "; floor: the Remix route of R1 with Bull";
  return [
    { ...row, name: "start to ready, ROLE=all", unit: "ms", ours: figures.ready, floor: null },
    { ...row, name: `memory at rest${beside}`, unit: "MB", ...figures.rest },
    { ...row, name: `memory after webhooks at full rate${beside}`, unit: "MB", ...figures.load },
    {
      ...row,
      name: "node_modules of production; floor: with those for development",
      unit: "MB",
      ours: [(await productionBytes()) / MB],
      floor: [(await folderBytes(modules)) / MB],
    },
  ];
}

interface Measured {
  rest: number;
  load: number;
}

async function measureOurs(context: BenchContext, load: Child): Promise<Measured & { readyMs: number }> {
  const database = await context.freshDatabase();
  const port = await freePort();
  const start = performance.now();
  const app = await startApp({ port, env: { ...context.settingsFor(database.url), ROLE: "all", LOG_LEVEL: "error" } });
  const readyMs = performance.now() - start;
  const memory = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / MB;
  };
  try {
    return { readyMs, ...(await underLoad(context, load, { port, memory })) };
  } finally {
    await app.stop();
    await database.drop();
  }
}

async function measureFloor(context: BenchContext, load: Child): Promise<Measured> {
  const database = await context.freshDatabase();
  const { redisUrl } = context;
  const server = await startServer("./servers/remix-bull.ts", {
    databaseUrl: database.url,
    redisUrl,
    connections: CONNECTIONS,
  });
  try {
    return await underLoad(context, load, { port: server.port, memory: async () => (await server.memory()) / MB });
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function underLoad(
  { effort }: BenchContext,
  load: Child,
  { port, memory }: { port: number; memory(): Promise<number> },
): Promise<Measured> {
  const rest = await memory();
  await load.ask<Outcome>({ ...LOAD, port, seconds: effort.seconds });
  return { rest, load: await memory() };
}

/** Bytes of the packages that `npm ci --omit=dev` installs, as package-lock.json names them. */
async function productionBytes(): Promise<number> {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const folders = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path]) => join(ROOT, path));
  const sizes = await Promise.all(folders.map((folder) => folderBytes(folder, { nested: false })));
  return sizes.reduce((sum, size) => sum + size, 0);
}
