import { once } from "node:events";
import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { createBodyMemoryBudget } from "./body-memory-budget.ts";

const KB = 1024;
const closing: Server[] = [];
afterEach(async () => {
  for (const server of closing.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** An endpoint whose bodies may be 300 KB together. */
async function startServer({ limitMs = 3_600_000, answers = true } = {}) {
  let arrived = 0;
  const http = express();
  http.use(
    createBodyMemoryBudget(300 * KB, limitMs),
    (req, _res, next) => {
      req.on("data", (chunk: Buffer) => (arrived += chunk.length));
      next();
    },
    express.raw({ type: () => true, limit: 200 * KB }),
    (_req, res) => void (answers && res.send("taken")),
  );
  http.use(((_error, _req, _res, _next) => undefined) as express.ErrorRequestHandler);
  const server = createServer(http);
  closing.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  /** Announces so many bytes (null: says no length) and sends some of them. */
  const begin = (bytes: number | null, sent: number) => {
    const headers = bytes === null ? {} : { "content-length": bytes };
    const req = request({ port, method: "POST", headers, agent: false });
    const status = once(req, "response").then(
      ([answer]) => (answer as IncomingMessage).resume().statusCode,
      () => "cut off",
    );
    req.on("error", () => undefined);
    req.write(Buffer.alloc(sent));
    return { req, status };
  };
  const sendComplete = (bytes: number) => {
    const { req, status } = begin(bytes, bytes);
    req.end();
    return status;
  };
  const untilArrived = (bytes: number) => until("so much has come", () => arrived >= bytes);
  return { begin, whole: sendComplete, come: untilArrived };
}

/** Something of all that is still open, or its end. */
const statusOrOpen = (status: Promise<unknown>) =>
  Promise.race([status, new Promise((go) => setTimeout(go, 50, "open"))]);

it("small bodies have a bound together: the oldest makes room", async () => {
  const { begin, whole: sendComplete, come: untilArrived } = await startServer();
  const slow: { req: ClientRequest; status: Promise<unknown> }[] = [];
  for (let at = 1; at <= 7; at += 1) {
    slow.push(begin(41 * KB, 40 * KB));
    await untilArrived(at * 40 * KB);
  }
  expect(await Promise.all(slow.map(({ status }) => statusOrOpen(status)))).toEqual(slow.map(() => "open"));
  for (let at = 0; at < 3; at += 1) expect(await sendComplete(30 * KB)).toBe(200);
  expect(await slow[0]?.status).toBe(503);
  expect(await statusOrOpen(slow[6]?.status ?? Promise.resolve())).toBe("open");
});

it("announced bodies take no room from a true delivery, however large", async () => {
  const { begin, whole: sendComplete, come: untilArrived } = await startServer();
  for (let at = 1; at <= 20; at += 1) {
    begin(at % 2 ? 200 * KB : null, 1);
    await untilArrived(at);
  }
  expect(await sendComplete(200 * KB)).toBe(200);
});

it("a body that has come waits for its commit, and is not the one that makes room", async () => {
  const { begin, whole: sendComplete, come: untilArrived } = await startServer({ answers: false });
  const first = sendComplete(180 * KB);
  await untilArrived(180 * KB);
  const second = begin(150 * KB, 140 * KB);
  expect(await second.status).toBe(503);
  expect(await statusOrOpen(first)).toBe("open");
});

it("a body that takes too long is cut off", async () => {
  const { begin } = await startServer({ limitMs: 20 });
  expect(await begin(1_000, 1).status).toBe(408);
});
