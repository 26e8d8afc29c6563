import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { until } from "../tests/support/until.ts";
import { limitConnections } from "./connections.ts";
import { closeServer, listen, portOf } from "./listen.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const MAX_CONNECTIONS = 4;
const COMPLETE_REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const SLOW_HEAD = "GET / HTTP/1.1\r\nHost: x\r\n";
const SLOW_BODY = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n1";

/** A server that answers when the test says so, if `held`; and its callers. */
async function open({ held = false } = {}) {
  const waiting: ServerResponse[] = [];
  const server = createServer((req, res) => {
    if (held) waiting.push(res);
    else req.resume().on("end", () => res.end("whole"));
  });
  limitConnections(server, MAX_CONNECTIONS);
  await listen(server, "127.0.0.1", 0);
  closing.push(() => closeServer(server, 100));
  const call = async (request: string) => {
    const socket = connect(portOf(server), "127.0.0.1");
    const caller = { socket, said: "", ended: false, send: (more: string) => socket.write(more) };
    socket.setEncoding("utf8").on("data", (chunk: string) => (caller.said += chunk));
    socket.on("error", () => undefined).on("close", () => (caller.ended = true));
    await once(socket, "connect");
    socket.write(request);
    return caller;
  };
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
  return { call, count, waiting };
}

test("a slow sender makes room for a whole request, the oldest first", async () => {
  const { call, count } = await open();
  const slow = [await call(SLOW_HEAD), await call(SLOW_BODY), await call(SLOW_HEAD), await call(SLOW_BODY)];
  await until("all are there", async () => (await count()) === MAX_CONNECTIONS);
  const drip = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write("x")), 5);
  closing.push(() => Promise.resolve(clearInterval(drip)));
  for (let at = 0; at < 2; at += 1) {
    const visitor = await call(COMPLETE_REQUEST);
    await until("it is answered", () => visitor.said.includes("200 OK"));
  }
  await until("two had to go", () => slow[1]?.ended);
  expect(slow.map(({ ended }) => ended)).toEqual([true, true, false, false]);
});

test("a connection that has just been answered is not the oldest", async () => {
  const { call, count } = await open();
  const kept = await call(COMPLETE_REQUEST);
  const slow = [await call(SLOW_BODY), await call(SLOW_BODY), await call(SLOW_BODY)];
  await until("all are there", async () => (await count()) === MAX_CONNECTIONS);
  await until("it is answered", () => kept.said.includes("200 OK"));
  kept.said = "";
  kept.send(COMPLETE_REQUEST);
  await until("it is answered again", () => kept.said.includes("200 OK"));
  await call(COMPLETE_REQUEST);
  await until("one had to go", () => slow[0]?.ended);
  expect([kept.ended, slow[1]?.ended]).toEqual([false, false]);
});

test("a connection that is being answered stays, and the newcomer is closed", async () => {
  const { call, waiting } = await open({ held: true });
  const busy: { said: string; socket: Socket; ended: boolean }[] = [];
  for (let at = 0; at < MAX_CONNECTIONS; at += 1) busy.push(await call(COMPLETE_REQUEST));
  await until("all are asked", () => waiting.length === MAX_CONNECTIONS);
  const newcomer = await call(COMPLETE_REQUEST);
  await until("it had to go", () => newcomer.ended);
  for (const res of waiting) res.end("whole");
  await until("all are answered", () => busy.every(({ said }) => said.includes("200 OK")));
});
