import { once } from "node:events";
import { createServer, request, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { createOpenBodies } from "./open-bodies.ts";

const MB = 1024 * 1024;
let arrived = 0;
const openBodies = createOpenBodies(3 * MB);
const http = express();
http.use(openBodies(2 * MB), (req, res) => {
  arrived += 1;
  req.resume().on("end", () => res.send("taken"));
});
const server = createServer(http);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** Announces so many bytes (null: says no length) and sends the first. */
function begin(bytes: number | null): ClientRequest {
  const headers = bytes === null ? {} : { "content-length": bytes };
  const req = request({ port: (server.address() as AddressInfo).port, method: "POST", headers, agent: false });
  req.on("error", () => undefined);
  req.write("a");
  return req;
}

async function statusOf(req: ClientRequest): Promise<number | undefined> {
  const [answer] = (await once(req, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

it("large bodies under way have a bound together; small ones are let in always, and room comes back", async () => {
  const held = begin(2 * MB);
  await until("the first is under way", () => arrived === 1);
  for (const bytes of [2 * MB, null, 5 * MB]) expect(await statusOf(begin(bytes))).toBe(503);
  const small = begin(1_000);
  small.end("a".repeat(999));
  expect(await statusOf(small)).toBe(200);
  held.destroy();
  await until("room again", async () => {
    const next = begin(2 * MB);
    next.end("a".repeat(2 * MB - 1));
    return (await statusOf(next)) === 200;
  });
});
