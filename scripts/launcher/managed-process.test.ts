import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../../tests/support/until.ts";
import { isPortFree } from "./free-port.ts";
import { startPrivatePostgres, type PrivatePostgres } from "./private-postgres.ts";
import { startPrivateRedis } from "./private-redis.ts";
import { startApp } from "./start-app.ts";

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

test("a Redis with a folder holds it alone", async () => {
  const folder = join(home, "redis");
  const redis = await startPrivateRedis({ folder });
  await expect(startPrivateRedis({ folder })).rejects.toThrow(/in use by process/);
  await redis.stop();
  expect(await redis.ended).toContain("code 0");
});

describe("a PostgreSQL that is halted", () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => void (postgres = await startPrivatePostgres({ durability: "process_crash" })));
  afterAll(async () => {
    await postgres.stop();
    expect(await postgres.ended).toContain("code 0");
  });

  test("is away, and comes back at its address with what was committed", async () => {
    await query(postgres.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await postgres.halt();
    await expect(query(postgres.url, "SELECT 1")).rejects.toThrow();
    await postgres.resume();
    expect(await query(postgres.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  test("while it is too busy to answer has ended when it is halted, not before", async () => {
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
    const silent = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 500 });
    await expect(silent.connect()).rejects.toThrow(/timeout/);
    process.kill(Number(server), "SIGCONT");
    await expect(statementAfterHalt).rejects.toThrow();
    await postgres.resume();
  });
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

/** A script of ours: it ends as the embedded database and the app do. */
const LISTENER = `
  import { createServer } from "node:net";
  const server = createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));`;

const moduleUrl = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
const PARENT = `
  import { startNodeProcess } from ${moduleUrl("./node-process.ts")};
  import { startPrivateRedis } from ${moduleUrl("./private-redis.ts")};
  const { firstLine } = startNodeProcess({ name: "listener", script: process.argv[1] });
  const [port, redis] = await Promise.all([firstLine(() => true), startPrivateRedis()]);
  console.log(port + " " + new URL(redis.url).port);`;

test("parts end when the process that started them is killed", async () => {
  const script = join(home, "listener.mjs");
  writeFileSync(script, LISTENER);
  const args = ["--input-type=module", "-e", PARENT, script];
  const parent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) =>
    parent.stdout.once("data", (data: Buffer) => resolve(String(data))),
  );
  const ports = line.trim().split(" ").map(Number);
  expect(await Promise.all(ports.map(isTaken))).toEqual([true, true]);

  parent.kill("SIGKILL");
  await until("the end of both", async () => (await Promise.all(ports.map(isTaken))).every((taken) => !taken));
});

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
