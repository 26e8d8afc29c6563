import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { freePort } from "../scripts/launcher/free-port.ts";
import { startPrivateRedis } from "../scripts/launcher/private-redis.ts";
import { freshDatabase } from "./support/database.ts";
import { UNSAFE_DATABASE } from "./support/unsafe-database.ts";
import { until } from "./support/until.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NODE = `${ROOT}/node_modules/.bin/node`;
/** The Shopify SDK turns away whatever looks like a robot. */
export const BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0",
};

/** Runs `server.ts` as `npm start` does, with these settings and no others. `preload`: a module to load before it. */
export function start(settings: Record<string, string>, preload?: string) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings } as unknown as NodeJS.ProcessEnv;
  const child = spawn(NODE, [...(preload ? ["--import", pathToFileURL(preload).href] : []), "server.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, output: () => output };
}

/** Settings that are complete, with a database and a Redis of their own. */
export async function complete(role: string): Promise<{ settings: Record<string, string>; url: string }> {
  const database = await freshDatabase();
  onTestFinished(database.drop);
  const redis = await startPrivateRedis();
  onTestFinished(redis.stop);
  const port = await freePort();
  const settings = {
    DATABASE_URL: database.url,
    ...UNSAFE_DATABASE,
    REDIS_URL: redis.url,
    CREDENTIALS_KEY: randomBytes(32).toString("base64"),
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "secret",
    SHOPIFY_APP_URL: "https://inkbridge.example",
    SCOPES: "read_orders",
    PRINT_SERVICE_URL: "http://127.0.0.1:9",
    ROLE: role,
    PORT: String(port),
  };
  return { settings, url: `http://127.0.0.1:${port}` };
}

/** Waits for an answer of 200. */
export const answersOk = (url: string) =>
  until(`an answer of ${url}`, async () => (await fetch(url).catch(() => null))?.ok);
