import { request, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createBoardServer } from "./board.ts";
import { closeServer, listen, portOf } from "./listen.ts";

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => closeServer(server)));
});

async function open(): Promise<number> {
  const server = createBoardServer((_req, res) => void res.end("board"));
  await listen(server, "127.0.0.1", 0);
  servers.push(server);
  return portOf(server);
}

/** A request under a name of its own, which fetch does not allow. */
const ask = (port: number, host: string, method = "GET") =>
  new Promise<{ status: number; policy: string }>((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method, path: "/api/queues", headers: { host } }, (answer) => {
      answer.resume().on("end", () => {
        resolve({ status: answer.statusCode ?? 0, policy: String(answer.headers["content-security-policy"]) });
      });
    });
    sent.on("error", reject).end();
  });

test.each(["localhost", "127.0.0.1", "10.0.0.7:3001", "[::1]:3001"])("it answers under %s", async (host) => {
  const { status, policy } = await ask(await open(), host);
  expect(status).toBe(200);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});

test("it answers under no name that another site may have pointed at this machine", async () => {
  expect((await ask(await open(), "board.attacker.example:3001")).status).toBe(403);
});

test.each(["POST", "PUT", "DELETE", "PATCH"])("it changes nothing by %s", async (method) => {
  expect((await ask(await open(), "localhost", method)).status).toBe(405);
});
