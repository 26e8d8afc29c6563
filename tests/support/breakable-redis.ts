import { connect } from "node:net";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { startPrivateRedis, type PrivateRedis } from "../../scripts/launcher/private-redis.ts";

/** A Redis of one test, on one address, that can be broken in the ways in which a Redis breaks. */
export interface BreakableRedis {
  url: string;
  /** Away: no connection. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** As a replica is after a failover: reads, and refuses writes. */
  readOnly(on: boolean): Promise<void>;
  /** Without memory for one more entry: reads, and refuses writes. */
  full(on: boolean): Promise<void>;
  /** Connections stand, and nothing is answered. */
  hang(on: boolean): void;
}

export async function breakableRedis(options: { started: boolean } = { started: true }): Promise<BreakableRedis> {
  const port = await freePort();
  let part: PrivateRedis | null = null;
  let pid = 0;
  const redis: BreakableRedis = {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (pid !== 0) process.kill(pid, "SIGCONT");
      await part?.stop();
      part = null;
      pid = 0;
    },
    async start() {
      part = await startPrivateRedis({ port });
      pid = Number(/process_id:(\d+)/.exec(await sendCommand(port, "INFO server", "process_id:"))?.[1]);
    },
    async readOnly(on) {
      await sendCommand(port, on ? "REPLICAOF 127.0.0.1 1" : "REPLICAOF NO ONE", "+OK");
    },
    async full(on) {
      await sendCommand(port, `CONFIG SET maxmemory ${on ? 1 : 0}`, "+OK");
    },
    hang(on) {
      process.kill(pid, on ? "SIGSTOP" : "SIGCONT");
    },
  };
  if (options.started) await redis.start();
  return redis;
}

/** Sends one command and returns what came until `expected` was in it and a line had ended. */
function sendCommand(port: number, command: string, expected: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${command}\r\n`));
    socket.once("error", reject);
    socket.once("end", () => reject(new Error(`redis said: ${received}`)));
    socket.on("data", (part) => {
      received += part.toString();
      if (!received.includes(expected) || !received.endsWith("\n")) return;
      socket.destroy();
      resolve(received);
    });
  });
}
