import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import express from "express";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "../tests/support/until.ts";
import type { App, Readiness, Services } from "./entry.ts";
import { healthRoutes } from "./health.ts";
import { createHttp } from "./http.ts";
import { closeServer, listen, portOf } from "./listen.ts";
import { limitAnonymousRequests } from "./anonymous-rate-limit.ts";

type Build = Exclude<App["build"], (...args: never) => unknown>;

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => closeServer(server)));
});

const services: Services = {
  webhooks: null,
  readIdToken: (token) => (token === "good" ? { shop: "one.myshopify.com" } : null),
  startWorkers: () => Promise.resolve({ stop: () => Promise.resolve() }),
  ready: () => Promise.resolve({ database: true, queue: true, work: true }),
  alive: () => true,
  metrics: () => Promise.resolve("orders_total 1\n"),
  underway: { began: () => undefined, ended: () => undefined },
  board: () => Promise.resolve((_req, res) => void res.end("board")),
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
    withLogContext: (_fields, work) => work(),
  });
  const server = createServer(http);
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  return `http://127.0.0.1:${portOf(server)}`;
}

test.each([
  ["everything is there", true],
  ["the queue is away: deliveries are taken, and worked on, without it", false],
])("alive and ready when %s", async (_what, queue) => {
  const url = await worker({ ready: () => Promise.resolve({ database: true, queue, work: true }) });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test.each([
  ["the database is away", { ready: () => Promise.resolve({ database: false, queue: true, work: true }) }],
  ["its work is stuck", { ready: () => Promise.resolve({ database: true, queue: true, work: false }) }],
  ["the probe fails", { ready: () => Promise.reject(new Error("broken")) }],
  ["the probe never answers", { ready: () => new Promise<never>(() => undefined) }],
])("not ready when %s", async (_what, changes) => {
  expect((await fetch(`${await worker(changes)}/readyz`)).status).toBe(503);
});

test("not ready while it stops, so that a proxy sends nothing new", async () => {
  expect((await fetch(`${await worker({}, () => true)}/readyz`)).status).toBe(503);
});

test("stuck work takes no webhooks and pages away, and a process whose runs never end is not alive", async () => {
  const http = express();
  const stuck = { ready: () => Promise.resolve({ database: true, queue: true, work: false }), alive: () => false };
  http.use(healthRoutes({ ...services, ...stuck }, { isStopping: () => false, requiresWork: false }));
  const server = createServer(http);
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  const url = `http://127.0.0.1:${portOf(server)}`;
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { database: true, queue: true, work: false, stopping: false },
  ]);
  const alive = await fetch(`${url}/healthz`);
  expect([alive.status, await alive.text()]).toEqual([503, "stuck\n"]);
});

test("metrics answer private addresses only", async () => {
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

test("concurrent readiness requests share one probe", async () => {
  let probes = 0;
  let release = (): void => undefined;
  const gate = new Promise<Readiness>((resolve) => {
    release = () => resolve({ database: true, queue: true, work: true });
  });
  const url = await worker({ ready: () => ((probes += 1), gate) });
  const crowd = Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/readyz`)));
  // Each holds a connection while the one probe is under way.
  await until("all are there", async () => {
    const [server] = servers;
    return (await new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)))) === 20;
  });
  release();
  const statuses = (await crowd).map((answer) => answer.status);
  // Under load the probe's own time limit may pass: that is a no for everybody.
  expect(new Set(statuses).size).toBe(1);
  expect(probes).toBe(1);
});

test("every answer is safe to show and kept nowhere; over TLS the browser comes back by TLS", async () => {
  const url = await worker();
  const plain = (await fetch(`${url}/healthz`)).headers;
  expect(plain.get("x-content-type-options")).toBe("nosniff");
  expect(plain.get("referrer-policy")).toBe("same-origin");
  expect(plain.get("permissions-policy")).toContain("camera=()");
  expect(plain.get("cache-control")).toBe("no-store");
  expect(plain.get("strict-transport-security")).toBeNull();
  expect(plain.get("x-powered-by")).toBeNull();
  const secure = await fetch(`${url}/healthz`, { headers: { "x-forwarded-proto": "https" } });
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
});

describe("visits", () => {
  const limit = { count: 3, windowMs: 3_600_000 };
  const visitor = (address: string) => ({ "x-forwarded-for": address });
  const openServer = async () => {
    const http = express();
    http.set("trust proxy", "loopback");
    http.use(limitAnonymousRequests(services.readIdToken, limit));
    http.get("/app", (req, res) => {
      if (req.get("authorization") === "Bearer bad") res.status(401).end();
      else res.send("page");
    });
    const server = createServer(http);
    await listen(server, "127.0.0.1", 0);
    servers.push(server);
    const url = `http://127.0.0.1:${portOf(server)}/app`;
    return async (path: string, headers: Record<string, string>, method = "GET") =>
      (await fetch(`${url}${path}`, { method, headers })).status;
  };
  const five = async (ask: () => Promise<number>) => [await ask(), await ask(), await ask(), await ask(), await ask()];

  test.each([
    ["without an id token", "", {}, [200, 200, 200, 429, 429]],
    ["with a refused one", "", { authorization: "Bearer bad" }, [401, 401, 401, 429, 429]],
    ["with a refused one in the address", "?id_token=bad", {}, [200, 200, 200, 429, 429]],
    ["with a refused one on a page that does not look at it", "", { authorization: "x" }, [200, 200, 200, 429, 429]],
    ["with several in the address", "?id_token=bad&id_token=good", {}, [200, 200, 200, 429, 429]],
    ["of somebody who is signed in", "", { authorization: "Bearer good" }, [200, 200, 200, 200, 200]],
    ["of somebody whom Shopify leads here", "?id_token=good", {}, [200, 200, 200, 200, 200]],
  ])("%s", async (_what, path, headers, statuses) => {
    const ask = await openServer();
    expect(await five(() => ask(path, { ...headers, ...visitor("203.0.113.9") } as Record<string, string>))).toEqual(
      statuses,
    );
    expect(await ask("", visitor("203.0.113.10"))).toBe(200);
  });

  test("before a visit (OPTIONS) have a limit of their own", async () => {
    const ask = await openServer();
    const before = async () => (await ask("", visitor("203.0.113.9"), "OPTIONS")) === 429;
    const refused = [];
    for (let at = 0; at < 13; at += 1) refused.push(await before());
    expect(refused).toEqual([...Array.from({ length: 12 }, () => false), true]);
    expect(await ask("", visitor("203.0.113.9"))).toBe(200);
  });

  test("of one IPv6 network count together", async () => {
    const ask = await openServer();
    for (const end of ["1", "2", "3"]) expect(await ask("", visitor(`2001:db8:1:1::${end}`))).toBe(200);
    expect(await ask("", visitor("2001:db8:1:2::9"))).toBe(429);
    expect(await ask("", visitor("2001:db8:2::9"))).toBe(200);
  });
});

test("closing waits for the request under way, and not for the connection that it came by", async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const server = createServer((_req, res) => arrived.resolve(res));
  await listen(server, "127.0.0.1", 0);
  const answer = fetch(`http://127.0.0.1:${portOf(server)}/`);
  const response = await arrived.promise;
  const closed = closeServer(server, 3_600_000);
  response.end("whole");
  expect(await (await answer).text()).toBe("whole");
  await closed;
});

test("a sender whose head or body is too slow is cut off", async () => {
  const server = createServer({ connectionsCheckingInterval: 20 }, (req, res) => {
    req.resume().on("end", () => res.end("whole"));
  });
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 30_000]);
  // The same bounds, in a test's time.
  Object.assign(server, { headersTimeout: 100, requestTimeout: 200 });
  for (const begun of ["GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"]) {
    const socket = connect(portOf(server), "127.0.0.1", () => socket.write(begun));
    let said = "";
    socket.setEncoding("utf8").on("data", (part: string) => (said += part));
    await once(socket, "close");
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test("a taken port is named", async () => {
  const port = Number(new URL(await worker()).port);
  await expect(listen(createServer(), "127.0.0.1", port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
});

test.each([
  ["/app/orders/1%00", 404],
  ["/app/orders/%00", 404],
  ["/app/orders?after=x%00", 404],
  ["/app/orders/1%2500", 200],
  ["/app/orders/1/claims?_data=routes%2Fapp.orders.%24id", 404],
  ["/app/orders/1/claims?index&%5Fdata=routes%2Fapp.orders.%24id", 404],
  ["/app/orders/1/claims?data=routes", 200],
])(
  "%s is answered with %d: no address has a NUL character, or names another route than its own",
  async (path, status) => {
    // Nothing comes as far as the pages.
    const answersAll: Services["webhooks"] = (_req, res) => void res.end();
    const http = createHttp({
      app: { build: {}, mode: "production", files: (_req, _res, next) => next() } as App,
      services: { ...services, webhooks: answersAll },
      log,
      isStopping: () => false,
      withLogContext: (_fields, work) => work(),
    });
    const server = createServer(http);
    await listen(server, "127.0.0.1", 0);
    servers.push(server);
    expect((await fetch(`http://127.0.0.1:${portOf(server)}${path}`)).status).toBe(status);
  },
);

test("a page counts as under way until it is answered, so that a sale's rows give way to it", async () => {
  const underway: string[] = [];
  const { promise, resolve: answer } = Promise.withResolvers<Build>();
  const http = createHttp({
    app: { build: () => promise, mode: "production", files: (_req, _res, next) => next() } as App,
    services: {
      ...services,
      underway: {
        began: (partition) => void underway.push(partition),
        ended: (partition) => void underway.splice(underway.indexOf(partition), 1),
      },
    },
    log,
    isStopping: () => false,
    withLogContext: (_fields, work) => work(),
  });
  const server = createServer(http);
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  const answered = fetch(`http://127.0.0.1:${portOf(server)}/app/orders`);
  await until("the page is under way", () => underway.length === 1);
  answer({} as Build);
  await (await answered).text();
  await until("no page is under way", () => underway.length === 0);
});
