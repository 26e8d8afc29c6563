import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { until } from "../tests/support/until.ts";
import { closeServer, listen, portOf } from "./listen.ts";
import { limitPageBodies } from "./page-bodies.ts";

const MB = 1024 * 1024;
const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => closeServer(server, 0))));

async function startServer() {
  let arrived = 0;
  const http = express();
  http.use(limitPageBodies((token) => (token.startsWith("shop-") ? { shop: token } : null)));
  http.use((req, res) => {
    arrived += 1;
    req.resume().on("end", () => res.send("taken"));
  });
  const server = createServer(http);
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  const announce = (token: string, bytes: number) => {
    const headers = { authorization: `Bearer ${token}`, "content-length": bytes };
    const req = request({ port: portOf(server), method: "POST", headers, agent: false });
    req.on("error", () => undefined);
    req.write("a");
    return req;
  };
  const statusOf = async (req: ReturnType<typeof announce>) => {
    const [answer] = (await once(req, "response")) as [IncomingMessage];
    return answer.resume().statusCode;
  };
  return { announce, statusOf, arrived: () => arrived };
}

test("one shop's bodies have a bound, and leave room for another's; room comes back", async () => {
  const { announce, statusOf, arrived } = await startServer();
  const held = [1, 2, 3].map(() => announce("shop-one", 10 * MB));
  await until("they are under way", () => arrived() === 3);
  expect(await statusOf(announce("shop-one", 10 * MB))).toBe(503);
  const other = announce("shop-two", 10);
  other.end("a".repeat(9));
  expect(await statusOf(other)).toBe(200);
  for (const req of held) req.destroy();
  await until("room again", async () => {
    const next = announce("shop-one", 10);
    next.end("a".repeat(9));
    return (await statusOf(next)) === 200;
  });
});

test("an unauthenticated sender takes no room, and a body above 10 MB is rejected", async () => {
  const { announce, statusOf, arrived } = await startServer();
  for (let at = 0; at < 20; at += 1) announce("x", 10 * MB);
  await until("they are under way", () => arrived() === 20);
  const mine = announce("shop-one", 10);
  mine.end("a".repeat(9));
  expect(await statusOf(mine)).toBe(200);
  expect(await statusOf(announce("shop-one", 10 * MB + 1))).toBe(413);
});
