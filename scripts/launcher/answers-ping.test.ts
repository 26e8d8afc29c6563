import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { answersPing } from "./answers-ping.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A port at which somebody does this with each connection. */
async function portOf(work: (socket: Socket) => void): Promise<number> {
  const server = createServer(work);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

it("takes a Redis that answers for one", async () => {
  expect(await answersPing(await portOf((socket) => socket.end("+PONG\r\n")))).toBe(true);
});

it("takes one that closes without a word for none: it died while it was asked", async () => {
  expect(await answersPing(await portOf((socket) => socket.end()))).toBe(false);
});

it("takes a port at which nobody listens for none", async () => {
  const port = await portOf(() => undefined);
  await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
  expect(await answersPing(port)).toBe(false);
});
