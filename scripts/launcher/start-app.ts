import { fileURLToPath } from "node:url";
import { isPortFree } from "./free-port.ts";
import { startNodeProcess } from "./node-process.ts";
import type { ManagedProcess } from "./managed-process.ts";
import { waitFor } from "./wait-for.ts";

export interface StartedApp extends ManagedProcess {
  /** Its address on this machine. */
  url: string;
}

export interface StartAppOptions {
  port: number;
  /** Module that runs the app, instead of server.ts. */
  script?: string;
  /** Settings of the process (see .env.example), DATABASE_URL and REDIS_URL among them. */
  env: Record<string, string>;
  /** Modules to load before the app, e.g. the sandbox's rerouting. */
  preload?: readonly string[];
  onLine?(line: string, stream: "out" | "err"): void;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = fileURLToPath(new URL("../../server.ts", import.meta.url));

/** Starts the app's process on the loopback and waits until it is ready. @throws Error with its last words. */
export async function startApp(options: StartAppOptions): Promise<StartedApp> {
  if (!(await isPortFree(options.port))) {
    throw new Error(`Port ${options.port} is taken by another program. Stop it, or choose another with PORT=…`);
  }
  const { part, output } = startNodeProcess({
    name: "app",
    script: options.script ?? SERVER,
    preload: options.preload,
    cwd: ROOT,
    env: { ...process.env, ...options.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(options.port) },
    onLine: options.onLine,
  });
  const url = `http://127.0.0.1:${options.port}`;
  let ended: string | null = null;
  void part.ended.then((how) => (ended = how));
  try {
    await waitFor("The app", 180_000, async () => ended !== null || (await fetch(`${url}/readyz`)).ok);
  } catch (error) {
    await part.stop();
    throw new Error(`The app did not become ready.\n${output()}`, { cause: error });
  }
  if (ended !== null) throw new Error(`The app ${ended}.\n${output()}`);
  return { ...part, url };
}
