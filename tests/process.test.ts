import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../scripts/launcher/free-port.ts";
import { startPrivateRedis } from "../scripts/launcher/private-redis.ts";
import { waitFor } from "../scripts/launcher/wait-for.ts";
import { freshDatabase, type FreshDatabase } from "./support/database.ts";
import { onlyForRelease } from "./support/release.ts";
import { UNSAFE_DATABASE } from "./support/unsafe-database.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NODE = `${ROOT}/node_modules/.bin/node`;
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0" };

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs `server.ts` as `npm start` does, with these settings and no others. */
function start(settings: Record<string, string>) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings } as unknown as NodeJS.ProcessEnv;
  const child = spawn(NODE, ["server.ts"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  cleanups.push(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, output: () => output };
}

async function complete(role: string): Promise<{ settings: Record<string, string>; url: string }> {
  const database: FreshDatabase = await freshDatabase();
  cleanups.push(database.drop);
  const redis = await startPrivateRedis();
  cleanups.push(redis.stop);
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

const isReady = (url: string) => waitFor("the app", 30_000, async () => (await fetch(`${url}/readyz`)).ok);

test("it refuses to start without its two addresses, and says so", async () => {
  const { ended, output } = start({});
  expect(await ended).toBe(1);
  expect(output()).toContain("DATABASE_URL is not set");
  expect(output()).toContain("REDIS_URL is not set");
});

test("it refuses to start on a PostgreSQL that may lose what it committed, and says which setting", async () => {
  const { settings } = await complete("all");
  const { ended, output } = start({ ...settings, DATABASE_ALLOW_UNSAFE: "fsync" });
  expect(await ended).toBe(1);
  expect(output()).toContain("PostgreSQL runs with full_page_writes=off");
  expect(output()).not.toContain(settings["DATABASE_URL"]);
});

/** What a browser that accepts this encoding gets of a file. */
async function fileAs(address: string, encoding: string) {
  const answer = await fetch(address, { headers: { ...BROWSER, "accept-encoding": encoding } });
  const { headers } = answer;
  return {
    encoding: headers.get("content-encoding"),
    cache: headers.get("cache-control"),
    vary: headers.get("vary"),
    bytes: Number(headers.get("content-length")),
    text: await answer.text(),
  };
}

test("it serves pages, files and deliveries, and ends in order on SIGTERM", async () => {
  const { settings, url } = await complete("all");
  const app = start(settings);
  await isReady(url);
  const page = await fetch(url, { headers: BROWSER });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Inkbridge");
  const [file] = /\/assets\/manifest-\w+\.js/.exec(html) ?? [];
  const whole = await fileAs(`${url}${file}`, "identity");
  expect(whole).toMatchObject({ encoding: null, cache: "public, max-age=31536000, immutable" });
  for (const encoding of ["br", "gzip"]) {
    const compressed = await fileAs(`${url}${file}`, `${encoding}, identity;q=0.1`);
    expect(compressed).toMatchObject({ encoding, cache: whole.cache, vary: "Accept-Encoding", text: whole.text });
    // Compressed at build time: its length is known before it is sent.
    expect(compressed.bytes).toBeGreaterThan(0);
    expect(compressed.bytes).toBeLessThan(whole.text.length / 2);
  }
  expect((await fetch(`${url}/assets/none.js`)).status).toBe(404);
  expect((await fetch(`${url}/webhooks/orders/create`, { method: "POST", body: "{}" })).status).toBe(401);
  app.child.kill("SIGTERM");
  expect(await app.ended, app.output()).toBe(0);
});

test("a worker serves its health and nothing else, and the board of the queues on a port of its own", async () => {
  const { settings, url } = await complete("worker");
  const port = String(await freePort());
  const app = start({ ...settings, BOARD_PORT: port });
  await isReady(url);
  expect((await fetch(`${url}/webhooks/orders/create`, { method: "POST", body: "{}" })).status).toBe(404);
  expect((await fetch(url, { headers: BROWSER })).status).toBe(404);
  const board = `http://127.0.0.1:${port}`;
  expect(await (await fetch(board)).text()).toContain("Inkbridge queues");
  const { queues } = (await (await fetch(`${board}/api/queues`)).json()) as { queues: { name: string }[] };
  expect(queues.map(({ name }) => name)).toEqual(["delivery", "order", "submission", "parcel", "long_run"]);
  expect((await fetch(`${url}/api/queues`)).status).toBe(404);
  app.child.kill("SIGTERM");
  expect(await app.ended, app.output()).toBe(0);
});

test.each(["worker", ...onlyForRelease(["all"])])(
  "asked to stop while it still starts, it ends in order (%s)",
  async (role) => {
    const { settings, url } = await complete(role);
    const app = start(settings);
    await waitFor("a first answer", 30_000, async () => (await fetch(`${url}/healthz`)).ok);
    app.child.kill("SIGTERM");
    expect(await app.ended, app.output()).toBe(0);
  },
);
