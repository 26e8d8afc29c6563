import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { isPortFree } from "./free-port.ts";
import { startPrivatePostgres } from "./private-postgres.ts";
import { startPrivateRedis } from "./private-redis.ts";
import { startApp } from "./start-app.ts";
import { waitFor } from "./wait-for.ts";

/** To start the embedded database takes seconds of computing. */
const TIMEOUT_MS = 90_000;
const home = mkdtempSync(join(tmpdir(), "ink bridge parts-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test(
  "the embedded database keeps its rows, and says who holds it",
  async () => {
    const folder = join(home, "postgres");
    const first = await startEmbeddedPostgres({ folder });
    await query(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/in use by process \d+.*Stop that one first/);
    await first.stop();

    const second = await startEmbeddedPostgres({ folder });
    expect(await query(second.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    await second.stop();
  },
  TIMEOUT_MS,
);

test("a Redis with a folder holds it alone", async () => {
  const folder = join(home, "redis");
  const redis = await startPrivateRedis({ folder });
  await expect(startPrivateRedis({ folder })).rejects.toThrow(/in use by process/);
  await redis.stop();
  expect(await redis.ended).toContain("code 0");
});

test("a halted PostgreSQL is away, and comes back at its address with what was committed", async () => {
  const postgres = await startPrivatePostgres({ durability: "process_crash" });
  await query(postgres.url, "CREATE TABLE kept AS SELECT 7 AS n");
  await postgres.halt();
  await expect(query(postgres.url, "SELECT 1")).rejects.toThrow();
  await postgres.resume();
  expect(await query(postgres.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  await postgres.stop();
  expect(await postgres.ended).toContain("code 0");
});

test("a PostgreSQL that is too busy to answer is halted when it has ended, not before", async () => {
  const postgres = await startPrivatePostgres({ durability: "process_crash" });
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    "SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'",
  );
  const [server] = readFileSync(join(rows[0]?.folder ?? "", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(server), "SIGSTOP");
  const statementAfterHalt = postgres.halt().then(() => client.query("SELECT 1"));
  statementAfterHalt.catch(() => undefined);
  const silent = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 2_000 });
  await expect(silent.connect()).rejects.toThrow(/timeout/);
  process.kill(Number(server), "SIGCONT");
  await expect(statementAfterHalt).rejects.toThrow();
  await postgres.stop();
});

test("a halted part ends when it is stopped", async () => {
  const redis = await startPrivateRedis();
  await redis.halt();
  await redis.stop();
  expect(await redis.ended).toContain("code 0");
});

test("a part that dies is noticed, whatever killed it", async () => {
  const redis = await startPrivateRedis();
  const socket = connect(Number(new URL(redis.url).port), "127.0.0.1");
  socket.on("error", () => undefined).end("SHUTDOWN NOSAVE\r\n");
  expect(await redis.ended).toMatch(/ended with code/);
});

test(
  "parts end when the process that started them is killed",
  async () => {
    const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("./embedded-postgres.ts", import.meta.url).href)};
    import { startPrivateRedis } from ${JSON.stringify(new URL("./private-redis.ts", import.meta.url).href)};
    const [database, redis] = await Promise.all([
      startEmbeddedPostgres({ folder: process.argv[1] }), startPrivateRedis(),
    ]);
    console.log(new URL(database.url).port + " " + new URL(redis.url).port);`;
    const args = ["--input-type=module", "-e", script, join(home, "orphan")];
    const node = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url));
    const parent = spawn(node, args, { stdio: ["ignore", "pipe", "inherit"] });
    const line = await new Promise<string>((resolve) =>
      parent.stdout.once("data", (data: Buffer) => resolve(String(data))),
    );
    const ports = line.trim().split(" ").map(Number);
    expect(await Promise.all(ports.map(isTaken))).toEqual([true, true]);

    parent.kill("SIGKILL");
    await waitFor("the end of both", 15_000, async () =>
      (await Promise.all(ports.map(isTaken))).every((taken) => !taken),
    );
  },
  TIMEOUT_MS,
);

test("a taken port is named, with the way out", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => blocker.once("listening", resolve));
  const { port } = blocker.address() as { port: number };
  await expect(startApp({ port, env: {} })).rejects.toThrow(`Port ${port} is taken`);
  blocker.close();
});

async function isTaken(port: number): Promise<boolean> {
  return !(await isPortFree(port));
}
