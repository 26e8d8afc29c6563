import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersPing } from "./answers-ping.ts";
import { findProgram } from "./find-program.ts";
import { freePort } from "./free-port.ts";
import { startSupervisedProcess, type SupervisedProcess } from "./supervised-process.ts";

/** `halt` is a SIGKILL: without a folder everything in it is lost. */
export interface PrivateRedis extends SupervisedProcess {
  url: string;
}

/**
 * Starts a redis-server of our own on a port of the loopback, by default a free one.
 * With a `folder` it keeps an append-only file there; without one it keeps nothing.
 */
export async function startPrivateRedis(options: { folder?: string; port?: number } = {}): Promise<PrivateRedis> {
  const command = findProgram(
    "redis-server",
    "Run `npm run setup`, or install it (Debian: apt-get install redis-server).",
  );
  const port = options.port ?? (await freePort());
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "inkbridge-redis-"));
  mkdirSync(folder, { recursive: true });
  const part = await startSupervisedProcess(
    "redis",
    {
      command,
      cwd: folder,
      args: redisArguments(port, options.folder !== undefined),
      stopSignal: "SIGTERM",
      ...(options.folder === undefined ? { remove: folder } : { lock: folder }),
    },
    () => answersPing(port),
  );
  return { ...part, url: `redis://127.0.0.1:${port}` };
}

function redisArguments(port: number, durable: boolean): string[] {
  const persistence = durable ? ["--appendonly", "yes", "--appendfsync", "everysec"] : ["--appendonly", "no"];
  const network = ["--bind", "127.0.0.1", "--port", String(port), "--protected-mode", "yes"];
  // Bull needs every key to stay until it removes it itself.
  return [...network, "--save", "", ...persistence, "--maxmemory-policy", "noeviction", "--daemonize", "no"];
}
