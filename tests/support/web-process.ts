import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Env } from "../../app/config/env.server.ts";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { UNSAFE_DATABASE } from "./unsafe-database.ts";
import { waitFor } from "../../scripts/launcher/wait-for.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The built app as a web process beside a test's own services: the same database, keys and stand-ins. `npm run build` first. */
export async function startWeb(env: Env, shopifyStandIn: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const settings = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    INKBRIDGE_SHOPIFY_STANDIN: shopifyStandIn,
    ROLE: "web",
    PORT: String(port),
    LOG_LEVEL: "error",
    DATABASE_URL: env.databaseUrl,
    ...UNSAFE_DATABASE,
    REDIS_URL: env.redisUrl,
    CREDENTIALS_KEY: env.encryptionKeys.map(({ id, key }) => `${id}:${Buffer.from(key).toString("base64")}`).join(),
    SHOPIFY_API_KEY: env.shopify.apiKey,
    SHOPIFY_API_SECRET: env.shopify.apiSecret,
    SHOPIFY_APP_URL: env.shopify.appUrl,
    SCOPES: env.shopify.scopes.join(),
    PRINT_SERVICE_URL: env.printService.url,
    PRINT_SERVICE_PREFIX: env.printService.prefix,
  };
  const child = spawn(
    `${ROOT}/node_modules/.bin/node`,
    ["--import", new URL("../../sandbox/reroute.ts", import.meta.url).href, "server.ts"],
    { cwd: ROOT, env: settings as unknown as NodeJS.ProcessEnv, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  try {
    await waitFor("the app", 30_000, async () => {
      if (child.exitCode !== null) throw new Error(output);
      return (await fetch(`${url}/readyz`)).ok;
    });
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  }
  return { url, stop };
}
