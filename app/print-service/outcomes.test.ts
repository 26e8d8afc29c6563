import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { ForeignError, Unavailable } from "../ports/errors.ts";
import { createPrintService } from "./index.ts";
import { configOf, fixedToken, printOrder, rawServer } from "./test-support.ts";
import type { RawServer } from "./test-support.ts";

let server: RawServer;
afterEach(() => server.close());

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
const plain =
  (status: number, text: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { "Content-Type": "text/html", ...headers }).end(text);

const created = (changes: Record<string, unknown> = {}) => ({
  status: 200,
  message: "ok",
  result: { order_id: "INK-1001-A7", updated_at: "2026-11-20 10:00:00", order_items: [], ...changes },
});

/** What came of one call: "done", or the error's name. */
async function outcome(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return "done";
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return error.name;
  }
}

const accountAt = (url: string) =>
  createPrintService({ ...configOf(url), tokens: fixedToken, timeouts: { create: 300, read: 300 } }).forAccount("a1");
const send = (url: string) => accountAt(url).create(printOrder(), new AbortController().signal);
const look = (url: string) =>
  accountAt(url).list({ from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59", limit: 50, page: 1 });

type Case = [answer: string, answers: (response: ServerResponse, nth: number) => void, create: string, list: string];

const cases: Case[] = [
  ["201 with status 200", json(201, created()), "done", "Unavailable"],
  ["status as text", json(200, { ...created(), status: "200" }), "done", "Unavailable"],
  ["result.order_items null", json(200, created({ order_items: null })), "done", "Unavailable"],
  ["another order_id", json(200, created({ order_id: "INK-1001-A8" })), "Uncertain", "Unavailable"],
  ["no result", json(200, { status: 200, message: "ok" }), "Uncertain", "Unavailable"],
  ["no status", json(200, { result: created().result }), "Uncertain", "Unavailable"],
  ["an array", json(200, [created()]), "Uncertain", "Unavailable"],
  ["HTML with 200", plain(200, "<p>Just a moment</p>"), "Uncertain", "Unavailable"],
  ["an empty body", plain(200, ""), "Uncertain", "Unavailable"],
  ["an error without status", json(200, { error: "broken" }), "Uncertain", "Unavailable"],
  ["half of the JSON", plain(200, JSON.stringify(created()).slice(0, 40)), "Uncertain", "Unavailable"],
  ["body status 400", json(200, { status: 400, message: "bad SKU" }), "Rejected", "Rejected"],
  ["body status 422 as text", json(200, { status: "422", message: "bad SKU" }), "Rejected", "Rejected"],
  ["body status 500", json(200, { status: 500, message: "oops" }), "Uncertain", "Unavailable"],
  ["body status 408", json(200, { status: 408, message: "late" }), "Uncertain", "Unavailable"],
  ["body status 429", json(200, { status: 429, message: "slow down" }), "Unavailable", "Unavailable"],
  ["body status 401", json(200, { status: 401, message: "token" }), "Unauthorized", "Unauthorized"],
  ["body status 403", json(200, { status: 403, message: "token" }), "Unauthorized", "Unauthorized"],
  ["400 with words", json(400, { message: "bad SKU" }), "Rejected", "Rejected"],
  ["422 with errors", json(422, { errors: { shipping_zip: ["bad"] } }), "Rejected", "Rejected"],
  ["400 without words", json(400, {}), "Uncertain", "Unavailable"],
  ["404 in HTML", plain(404, "<h1>Not Found</h1>"), "Uncertain", "Unavailable"],
  ["400 that says 200", json(400, { status: 200, message: "ok" }), "Uncertain", "Unavailable"],
  ["401", plain(401, ""), "Unauthorized", "Unauthorized"],
  ["403 with words", json(403, { message: "not yours" }), "Unauthorized", "Unauthorized"],
  ["403 of a firewall", plain(403, "<h1>Blocked</h1>"), "Uncertain", "Unavailable"],
  ["408 with words", json(408, { message: "late" }), "Uncertain", "Unavailable"],
  ["425 with words", json(425, { message: "early" }), "Uncertain", "Unavailable"],
  ["429", plain(429, ""), "Unavailable", "Unavailable"],
  ["302", plain(302, "", { Location: "/cdn/api/orders/v1/create" }), "Uncertain", "Unavailable"],
  ["307", plain(307, "", { Location: "/cdn/api/orders/v1/create" }), "Uncertain", "Unavailable"],
  ["500", json(500, { status: 500, message: "oops" }), "Uncertain", "Unavailable"],
  ["502", plain(502, "<h1>Bad Gateway</h1>"), "Uncertain", "Unavailable"],
  ["503 with a body that says 400", json(503, { status: 400, message: "no" }), "Uncertain", "Unavailable"],
  ["a body that is too large", json(200, { ...created(), message: "x".repeat(6_000_000) }), "Uncertain", "Unavailable"],
  ["a reset", (response) => void response.socket?.resetAndDestroy(), "Uncertain", "Unavailable"],
  ["a close without an answer", (response) => void response.socket?.destroy(), "Uncertain", "Unavailable"],
  ["no answer in time", () => undefined, "Uncertain", "Unavailable"],
  [
    "a body that never ends",
    (response) => void response.writeHead(200).write('{"status":200,'),
    "Uncertain",
    "Unavailable",
  ],
  ["bytes that are no HTTP", (response) => void response.socket?.end("what?\r\n\r\n"), "Uncertain", "Unavailable"],
  [
    "a close in the middle of the body",
    (response) =>
      void response
        .writeHead(200, { "Content-Length": "500" })
        .write('{"status":200', () => response.socket?.destroy()),
    "Uncertain",
    "Unavailable",
  ],
];

describe("what an answer comes to", () => {
  it.each(cases)("%s", async (_, answer, create, list) => {
    server = await rawServer(answer);
    expect(await outcome(() => send(server.url))).toBe(create);
    const sent = server.requests.length;
    // Only a refused token leads to a second try.
    expect(sent).toBe(create === "Unauthorized" ? 2 : 1);
    expect(await outcome(() => look(server.url))).toBe(list);
  });

  it("nobody listening: not processed", async () => {
    server = await rawServer(() => undefined);
    await server.close();
    expect(await outcome(() => send(server.url))).toBe("Unavailable");
  });

  it("no such host, no such scheme, a header that cannot be: not processed", async () => {
    server = await rawServer(() => undefined);
    expect(await outcome(() => send("http://nowhere.invalid"))).toBe("Unavailable");
    expect(await outcome(() => send("nonsense"))).toBe("Unavailable");
    const tokens = { current: async () => "a\nb", renew: async () => "c" };
    const account = createPrintService({ ...configOf(server.url), tokens }).forAccount("a1");
    expect(await outcome(() => account.create(printOrder(), new AbortController().signal))).toBe("Unavailable");
    expect(server.requests).toEqual([]);
  });

  it("aborted before sending: not processed; while it was on the way: uncertain", async () => {
    server = await rawServer(() => stop.abort());
    const stop = new AbortController();
    const account = accountAt(server.url);
    expect(await outcome(() => account.create(printOrder(), AbortSignal.abort()))).toBe("Unavailable");
    expect(server.requests).toEqual([]);
    expect(await outcome(() => account.create(printOrder(), stop.signal))).toBe("Uncertain");
  });

  it("keeps the service's words off the message", async () => {
    server = await rawServer(json(400, { message: "Ida Brandt lives nowhere" }));
    const error = await send(server.url).catch((e: unknown) => e as ForeignError);
    expect(error).toMatchObject({ message: "create: refused", words: "Ida Brandt lives nowhere", httpStatus: 400 });
  });

  it.each([
    [{ "Retry-After": "7" }, 7000],
    [{ "Retry-After": "Fri, 20 Nov 2026 10:01:30 GMT", Date: "Fri, 20 Nov 2026 10:00:00 GMT" }, 90_000],
    [{ "Retry-After": "999999999" }, 86_400_000],
    [{ "Retry-After": "soon" }, undefined],
    [{}, undefined],
  ])("429 with %o", async (headers, wait) => {
    server = await rawServer(json(429, { message: "slow down" }, headers as Record<string, string>));
    const error = await send(server.url).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Unavailable).retryAfterMs).toBe(wait);
  });

  it("no connection is kept that the service could close under the next order", async () => {
    server = await rawServer(json(200, created()));
    await send(server.url);
    expect(server.requests[0]?.headers.connection).toBe("close");
  });

  it("a first 401 is answered by one new token", async () => {
    server = await rawServer((response, nth) => (nth === 1 ? json(401, {})(response) : json(200, created())(response)));
    expect(await outcome(() => send(server.url))).toBe("done");
    expect(server.requests.map((r) => r.headers["svc-access-token"])).toEqual(["t-1", "t-2"]);
  });
});
