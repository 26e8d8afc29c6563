import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { Services } from "./entry.ts";
import { createHttp } from "./http.ts";
import { closeServer, listen, portOf } from "./listen.ts";

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(closeServer));
});

const services: Services = {
  intake: null,
  startWorkers: () => Promise.resolve({ stop: () => Promise.resolve() }),
  ready: () => Promise.resolve({ database: true, queue: true }),
  metrics: () => Promise.resolve("orders_total 1\n"),
  close: () => Promise.resolve(),
};
const log = { info: () => undefined, error: () => undefined };

/** A worker's server: health and nothing else, so it needs no build. */
async function worker(changes: Partial<Services> = {}, isStopping = () => false): Promise<string> {
  const http = createHttp({
    app: null,
    services: { ...services, ...changes },
    log,
    isStopping,
  });
  const server = createServer(http);
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  return `http://127.0.0.1:${portOf(server)}`;
}

test("alive and ready", async () => {
  const url = await worker();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test.each([
  ["the database is away", { ready: () => Promise.resolve({ database: false, queue: true }) }],
  ["the queue is away", { ready: () => Promise.resolve({ database: true, queue: false }) }],
  ["the probe fails", { ready: () => Promise.reject(new Error("broken")) }],
  ["the probe never answers", { ready: () => new Promise<never>(() => undefined) }],
])("not ready when %s", async (_what, changes) => {
  expect((await fetch(`${await worker(changes)}/readyz`)).status).toBe(503);
});

test("not ready while it stops, so that a proxy sends nothing new", async () => {
  expect((await fetch(`${await worker({}, () => true)}/readyz`)).status).toBe(503);
});

test("metrics are for neighbours, not for the world", async () => {
  const url = await worker();
  expect(await (await fetch(`${url}/metrics`)).text()).toBe("orders_total 1\n");
  const visitor = await fetch(`${url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(visitor.status).toBe(404);
});

test("a failing part answers 500 without its words", async () => {
  const url = await worker({ metrics: () => Promise.reject(new Error("secret words")) });
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("secret");
});

test("a taken port is named", async () => {
  const port = Number(new URL(await worker()).port);
  await expect(listen(createServer(), "127.0.0.1", port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
});
