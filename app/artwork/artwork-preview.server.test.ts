import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { Agent } from "undici";
import { afterEach, expect, it, test } from "vitest";
import { resolveToLocalhost } from "./resolve-to-localhost.testing.ts";
import { createArtworkPreviews, createPreviewQueue } from "./artwork-preview.server.ts";
import { createPreviewProcess } from "./image-process.server.ts";

const previewProcess = createPreviewProcess({ warn: (_fields, words) => console.error(words) });
const time = { now: new Date("2026-11-21T09:00:00Z") };
const clock = { now: () => time.now };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A web server under a public name, and the previews of what it serves. */
async function serve(answer: RequestListener, maxBytes = 1_000_000) {
  const server: Server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const dispatcher = new Agent({ connect: { lookup: resolveToLocalhost } });
  closing.push(async () => {
    await dispatcher.destroy();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const at = `http://art.example:${(server.address() as AddressInfo).port}`;
  const { preview } = createArtworkPreviews({ timeoutMs: 60_000, maxBytes, dispatcher }, previewProcess, clock);
  return (path: string, shop = "one", version?: string) => preview(`${at}${path}`, shop, version);
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 90, b: 20, alpha: 0.5 } } });

it("makes a large print file small, and keeps its shape", async () => {
  const file = await picture(3000, 1500).png().toBuffer();
  const preview = await serve((_req, res) => res.writeHead(200, { "content-type": "text/plain" }).end(file));
  const result = await preview("/a.png");
  if (!result.ok) throw new Error(result.reason);
  const { format, width, height, hasAlpha } = await sharp(result.bytes).metadata();
  expect({ format, width, height, hasAlpha }).toEqual({ format: "webp", width: 480, height: 240, hasAlpha: true });
});

it("draws no file that may run something, nor one that is no image", async () => {
  const preview = await serve((req, res) => {
    if (req.url === "/a.svg") res.end(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`);
    else if (req.url === "/a.pdf") res.end("%PDF-1.7 …");
    else if (req.url === "/broken.png") res.end(Buffer.from("\x89PNG\r\n\x1a\nand nothing more", "latin1"));
    else res.end("<!doctype html>");
  });
  const no = (reason: string) => ({ ok: false, reason, temporary: false });
  expect(await preview("/a.svg")).toEqual(no("no_preview"));
  expect(await preview("/a.pdf")).toEqual(no("no_preview"));
  expect(await preview("/broken.png")).toEqual(no("no_preview"));
  expect(await preview("/page")).toEqual(no("not_image"));
});

it("stops at the limit of bytes, also where the server names none", async () => {
  const preview = await serve((_req, res) => {
    res.writeHead(200);
    const pour = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536, 1)));
      if (!res.destroyed) res.once("drain", pour);
    };
    pour();
  }, 200_000);
  expect(await preview("/endless")).toEqual({ ok: false, reason: "too_large", temporary: false });
});

it("serves many shops at once, a few at a time", async () => {
  const file = await picture(50, 50).png().toBuffer();
  let open = 0;
  let most = 0;
  const preview = await serve((_req, res) => {
    most = Math.max(most, (open += 1));
    setImmediate(() => {
      open -= 1;
      res.end(file);
    });
  });
  const result = await Promise.all(Array.from({ length: 20 }, (_, at) => preview(`/${at}.png`, `shop ${at}`)));
  expect(result.every((one) => one.ok)).toBe(true);
  expect(most).toBeLessThanOrEqual(3);
});

it("draws the artwork of a shop's orders once for some minutes, and what failed or was replaced again", async () => {
  const file = await picture(50, 50).png().toBuffer();
  const asked: string[] = [];
  const preview = await serve((req, res) => {
    asked.push(req.url ?? "");
    if (req.url === "/a.png") res.end(file);
    else res.writeHead(404).end();
  });
  for (const link of ["/a.png", "/a.png", "/gone.png", "/gone.png"]) await preview(link);
  expect(asked).toEqual(["/a.png", "/gone.png", "/gone.png"]);
  await preview("/a.png", "another shop");
  await preview("/a.png", "one", "replaced");
  time.now = new Date("2026-11-21T09:10:00Z");
  await preview("/a.png");
  expect(asked.filter((path) => path === "/a.png")).toHaveLength(4);
});

it("reaches no private address", async () => {
  const { preview } = createArtworkPreviews({ timeoutMs: 2_000, maxBytes: 1_000 }, previewProcess, clock);
  expect(await preview("http://127.0.0.1/a.png", "one")).toMatchObject({ ok: false, reason: "private_address" });
  expect(await preview("http://localhost/a.png", "one")).toMatchObject({ ok: false, reason: "private_address" });
});

/** Work that is done when it is told to be. */
function setUpQueue(limits = { concurrency: 2, maxQueued: 6, maxQueuedPerShop: 4 }) {
  const enqueue = createPreviewQueue(limits);
  const started: string[] = [];
  const open = new Map<string, () => void>();
  const run = (shop: string, name: string) =>
    enqueue(shop, async () => {
      started.push(name);
      await new Promise<void>((done) => open.set(name, done));
      return name;
    });
  const flush = () => new Promise<void>((done) => setImmediate(done));
  const finish = (name: string) => (open.get(name)?.(), flush());
  return { run, started, finish, flush };
}

test("one shop has one at work, and other shops take turns", async () => {
  const { run, started, finish, flush } = setUpQueue();
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void run(name.slice(0, 1), name);
  await flush();
  expect(started).toEqual(["a1", "b1"]);
  await finish("a1");
  expect(started).toEqual(["a1", "b1", "c1"]);
  await finish("c1");
  expect(started).toEqual(["a1", "b1", "c1", "a2"]);
  await finish("b1");
  await finish("a2");
  expect(started).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a shop whose share is full is turned away, another is not; nobody is when room comes back", async () => {
  const { run, started, finish, flush } = setUpQueue();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void run("a", name);
  expect(await run("a", "a6")).toBeNull();
  const other = run("b", "b1");
  await flush();
  expect(started).toEqual(["a1", "b1"]);
  await finish("b1");
  expect(await other).toBe("b1");
  await finish("a1");
  void run("a", "a7");
  for (const name of ["a2", "a3", "a4", "a5", "a7"]) await finish(name);
  expect(started).toEqual(["a1", "b1", "a2", "a3", "a4", "a5", "a7"]);
});

test("all shops together have a bound, too", async () => {
  const { run } = setUpQueue({ concurrency: 1, maxQueued: 2, maxQueuedPerShop: 2 });
  for (const shop of ["a", "b", "c"]) void run(shop, shop);
  expect(await run("d", "d")).toBeNull();
});

test("work that fails makes room", async () => {
  const enqueue = createPreviewQueue({ concurrency: 1, maxQueued: 1, maxQueuedPerShop: 1 });
  await expect(enqueue("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await enqueue("a", () => Promise.resolve("done"))).toBe("done");
});
