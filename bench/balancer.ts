import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** One address in front of several web processes. */
export interface Balancer {
  url: string;
  /** The ports that connections go to from now on, in turn. */
  use(ports: readonly number[]): void;
  stop(): Promise<void>;
}

/** Passes each connection to the next port that takes it: what stands in front of several processes in production. */
export async function startBalancer(): Promise<Balancer> {
  let backends: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const pass = (client: Socket, tries: number) => {
    const port = backends[(turn += 1) % backends.length];
    if (port === undefined || tries === 0) return void client.destroy();
    const server = connect(port, "127.0.0.1", () => {
      client.pipe(server).pipe(client);
    });
    server.once("error", () => (server.connecting ? pass(client, tries - 1) : client.destroy()));
    server.once("close", () => client.destroy());
    client.once("close", () => server.destroy());
  };
  const listener = createServer((client) => {
    open.add(client);
    client.once("close", () => open.delete(client));
    client.on("error", () => client.destroy());
    pass(client, backends.length);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    use: (ports) => void (backends = ports),
    async stop() {
      for (const client of open) client.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
