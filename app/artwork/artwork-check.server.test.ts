import { createServer, type RequestListener, type Server } from "node:http";
import { resolveToLocalhost } from "./resolve-to-localhost.testing.ts";
import type { AddressInfo, LookupFunction } from "node:net";
import { Agent } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { slowness } from "../../tests/support/slowness.ts";
import { createArtworkCheck } from "./artwork-check.server.ts";
import { publicLookup } from "./artwork-fetch.server.ts";

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)]);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on this machine that counts its requests. */
async function serve(answer: RequestListener) {
  const hits: string[] = [];
  const server: Server = createServer((req, res) => {
    hits.push(req.url ?? "");
    answer(req, res);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { hits, port: (server.address() as AddressInfo).port };
}

/** These tests are about the way to a file; print-files.test.ts is about the files. */
const notOpened = () => Promise.resolve({ outcome: "not_opened" as const });

function checkWith(lookup: LookupFunction, over: { timeoutMs?: number; maxBytes?: number } = {}) {
  const dispatcher = new Agent({ connect: { lookup } });
  closing.push(() => dispatcher.destroy());
  return createArtworkCheck({ timeoutMs: 60_000, maxBytes: 1_000_000, dispatcher, ...over }, notOpened);
}

it("says the type that the bytes show, whatever the server calls it", async () => {
  const { port } = await serve((_req, res) => res.writeHead(200, { "content-type": "text/plain" }).end(PNG));
  expect(await checkWith(resolveToLocalhost).check(`http://art.example:${port}/a.png`)).toMatchObject({
    ok: true,
    type: "image/png",
  });
});

it("tells a page, an empty answer and a large file from an image", async () => {
  const { port } = await serve((req, res) => {
    if (req.url === "/page") res.end("<!doctype html><p>Sign in to see the file");
    else if (req.url === "/empty") res.end();
    else res.writeHead(200, { "content-length": "2000000" }).write(PNG);
  });
  const { check } = checkWith(resolveToLocalhost);
  const failure = (reason: string) => ({ ok: false, reason, temporary: false });
  expect(await check(`http://art.example:${port}/page`)).toEqual(failure("web_page"));
  expect(await check(`http://art.example:${port}/empty`)).toEqual(failure("empty_file"));
  expect(await check(`http://art.example:${port}/large`)).toEqual(failure("too_large"));
  expect(await check("no link")).toEqual(failure("bad_link"));
});

it("stops at the limit of bytes where the server names none", async () => {
  const { port } = await serve((_req, res) => {
    res.write(PNG);
    res.write(Buffer.alloc(50_000));
  });
  const answer = await checkWith(resolveToLocalhost, { maxBytes: 20_000 }).check(`http://art.example:${port}/endless`);
  expect(answer).toEqual({ ok: false, reason: "too_large", temporary: false });
});

it("takes an image whose end does not come, without a hash", async () => {
  const { port } = await serve((_req, res) => {
    res.write(PNG);
    res.write(Buffer.alloc(8_192));
  });
  const { check } = checkWith(resolveToLocalhost, { timeoutMs: Math.ceil(300 * slowness) });
  expect(await check(`http://art.example:${port}/endless`)).toEqual({
    ok: true,
    type: "image/png",
    file: null,
  });
});

it.each([
  [404, false],
  [403, false],
  [204, false],
  [500, true],
  [503, true],
  [429, true],
])("status %s: temporary %s", async (status, temporary) => {
  const { port } = await serve((_req, res) => res.writeHead(status).end());
  expect(await checkWith(resolveToLocalhost).check(`http://art.example:${port}/a`)).toEqual({
    ok: false,
    reason: "status",
    temporary,
  });
});

it("follows three redirects, and no more", async () => {
  const { port, hits } = await serve((req, res) => {
    const left = Number(req.url?.slice(1));
    if (left > 0) res.writeHead(302, { location: `/${left - 1}` }).end();
    else res.end(PNG);
  });
  const { check } = checkWith(resolveToLocalhost);
  expect(await check(`http://art.example:${port}/3`)).toMatchObject({ ok: true, type: "image/png" });
  expect(await check(`http://art.example:${port}/4`)).toEqual({ ok: false, reason: "status", temporary: false });
  expect(hits).toHaveLength(8);
});

it("is not led to a private address by a redirect", async () => {
  const secret = await serve((_req, res) => res.end(PNG));
  const { port } = await serve((_req, res) =>
    res.writeHead(302, { location: `http://127.0.0.1:${secret.port}/` }).end(),
  );
  const answer = await checkWith(resolveToLocalhost).check(`http://art.example:${port}/`);
  expect(answer).toEqual({ ok: false, reason: "private_address", temporary: false });
  expect(secret.hits).toEqual([]);
});

it.each(["127.0.0.1", "::1", "10.0.0.1", "169.254.169.254"])(
  "makes no connection to a name that leads to %s",
  async (address) => {
    const { port, hits } = await serve((_req, res) => res.end(PNG));
    const lookup = publicLookup((_name, _options, done) => {
      done(null, [
        { address: "8.8.8.8", family: 4 },
        { address, family: address.includes(":") ? 6 : 4 },
      ]);
    });
    const answer = await checkWith(lookup).check(`http://art.example:${port}/`);
    expect(answer).toEqual({ ok: false, reason: "private_address", temporary: false });
    expect(hits).toEqual([]);
  },
);

it("refuses private addresses without any dispatcher of the caller's", async () => {
  const { port, hits } = await serve((_req, res) => res.end(PNG));
  const { check } = createArtworkCheck({ timeoutMs: 60_000, maxBytes: 1_000_000 }, notOpened);
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) {
    expect(await check(`http://${host}:${port}/`)).toMatchObject({ ok: false, reason: "private_address" });
  }
  expect(hits).toEqual([]);
});

it("calls a name nobody knows, and a closed port, unreachable for now", async () => {
  const unknown: LookupFunction = (_name, _options, callback) =>
    callback(Object.assign(new Error("x"), { code: "ENOTFOUND" }), "");
  const unreachable = { ok: false, reason: "unreachable", temporary: true };
  expect(await checkWith(unknown).check("http://art.example/")).toEqual(unreachable);
  const { port } = await serve((req) => req.socket.destroy());
  expect(await checkWith(resolveToLocalhost).check(`http://art.example:${port}/`)).toEqual(unreachable);
});

it("gives up on a server that is silent, before or within its answer", async () => {
  const { port } = await serve((req, res) => {
    if (req.url === "/within") res.write("\x89P");
  });
  const { check } = checkWith(resolveToLocalhost, { timeoutMs: 200 });
  for (const path of ["/", "/within"]) {
    expect(await check(`http://art.example:${port}${path}`)).toEqual({ ok: false, reason: "timeout", temporary: true });
  }
});

describe("an ETag", () => {
  /** A server that answers 304 to the ETag that it sends with a file. */
  const withEtag = (etag: string) =>
    serve((req, res) => {
      const isKnown = req.headers["if-none-match"] === etag;
      res.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : PNG);
    });

  it("of a file that was read is asked for again, without a download", async () => {
    const { port } = await withEtag('"v1"');
    const { check, recheck } = checkWith(resolveToLocalhost);
    const link = `http://art.example:${port}/a.png`;
    expect(await check(link)).toMatchObject({ ok: true, file: { etag: '"v1"' } });
    expect(await recheck(link, '"v1"')).toEqual({ outcome: "unchanged" });
    expect(await recheck(link, '"v0"')).toMatchObject({
      outcome: "checked",
      result: { ok: true, file: { etag: '"v1"' } },
    });
  });

  it.each(['W/"v1"', "v1", '"v\u00e41', ""])("%j is no proof of a file", async (etag) => {
    const { port } = await withEtag(etag);
    const { check } = checkWith(resolveToLocalhost);
    expect(await check(`http://art.example:${port}/a.png`)).toMatchObject({ ok: true, file: { etag: null } });
  });

  it("is led through a redirect, and its 304 is no answer to who asked for the file", async () => {
    const { port } = await serve((req, res) => {
      if (req.url === "/first") res.writeHead(302, { location: "/a.png" }).end();
      else res.writeHead(304).end();
    });
    const { check, recheck } = checkWith(resolveToLocalhost);
    expect(await recheck(`http://art.example:${port}/first`, '"v1"')).toEqual({ outcome: "unchanged" });
    expect(await check(`http://art.example:${port}/first`)).toMatchObject({ ok: false, reason: "status" });
  });
});
