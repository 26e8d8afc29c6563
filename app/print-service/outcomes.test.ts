import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { RemoteError, UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { createPrintService } from "./index.ts";
import { configOf, fixedToken, noDeadline, printOrder, rawServer } from "./print-service.testing.ts";
import type { RawServer } from "./print-service.testing.ts";
import { idOf } from "../../tests/support/ids.ts";
import { slowness } from "../../tests/support/slowness.ts";

let server: RawServer;
afterEach(() => server.close());

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
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
    if (!(error instanceof RemoteError)) throw error;
    return error.name;
  }
}

/** Only a silent service is waited for as long. */
const LONGEST_MS = 300 * slowness;

const accountAt = (url: string) =>
  createPrintService({
    ...configOf(url),
    tokens: fixedToken,
    timeouts: { create: LONGEST_MS, read: LONGEST_MS },
  }).forAccount(idOf("a1"));
const send = (url: string) => accountAt(url).create(printOrder(), noDeadline);
/** The whole table of answers is run by tests/conformance/answers.test.ts. */
describe("what an answer comes to", () => {
  it("no such host, no such scheme, a header that cannot be: not processed", async () => {
    server = await rawServer(() => undefined);
    expect(await outcome(() => send("http://nowhere.invalid"))).toBe("UnavailableError");
    expect(await outcome(() => send("nonsense"))).toBe("UnavailableError");
    const tokens = { ...fixedToken, current: async () => "a\nb" };
    const account = createPrintService({ ...configOf(server.url), tokens }).forAccount(idOf("a1"));
    expect(await outcome(() => account.create(printOrder(), noDeadline))).toBe("UnavailableError");
    expect(server.requests).toEqual([]);
  });

  it.each([400, 200])(
    "a refused item, HTTP %i: rejected, with what the service says of the item",
    async (httpStatus) => {
      const data_error = [{ item_sku: "Invalid item sku : TEE-X. Not found this sku." }];
      const refusal = { status: 400, message: "Error! Invalid Order Items.", result: { data_error } };
      server = await rawServer(json(httpStatus, refusal));
      await expect(send(server.url)).rejects.toMatchObject({
        name: "RejectedError",
        providerMessage: "Error! Invalid Order Items. Invalid item sku : TEE-X. Not found this sku.",
        alreadyExists: false,
      });
    },
  );

  it("a refused repetition: rejected, since the service has the order already", async () => {
    server = await rawServer(json(400, { status: 400, message: "Order INK-1001-A7 has been existed!" }));
    await expect(send(server.url)).rejects.toMatchObject({ name: "RejectedError", alreadyExists: true });
  });

  it("aborted before sending: not processed; while it was on the way: uncertain", async () => {
    server = await rawServer(() => stop.abort());
    const stop = new AbortController();
    const account = accountAt(server.url);
    expect(await outcome(() => account.create(printOrder(), { signal: AbortSignal.abort(), isOver: () => true }))).toBe(
      "UnavailableError",
    );
    expect(server.requests).toEqual([]);
    expect(await outcome(() => account.create(printOrder(), { signal: stop.signal, isOver: () => false }))).toBe(
      "UncertainError",
    );
  });

  it("over when the connection opens, before any timer has fired: nothing is sent, not processed", async () => {
    server = await rawServer((response) => json(200, created())(response));
    let looks = 0;
    const frozen = { signal: new AbortController().signal, isOver: () => (looks += 1) > 1 };
    expect(await outcome(() => accountAt(server.url).create(printOrder(), frozen))).toBe("UnavailableError");
    expect(looks).toBe(2);
    expect(server.requests).toEqual([]);
  });

  it("keeps the service's message out of the error's text", async () => {
    server = await rawServer(json(400, { message: "Ida Brandt lives nowhere" }));
    const error = await send(server.url).catch((e: unknown) => e as RemoteError);
    expect(error).toMatchObject({
      message: "create: refused",
      providerMessage: "Ida Brandt lives nowhere",
      httpStatus: 400,
    });
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
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as UnavailableError).retryAfterMs).toBe(wait);
  });

  it.each([
    [429, { message: "slow down" }],
    [200, { status: 429, message: "slow down" }],
  ])("HTTP %s with %o asks to slow down", async (status, body) => {
    server = await rawServer(json(status, body));
    const error = await send(server.url).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "UnavailableError", tooManyRequests: true });
  });

  it("no connection is kept that the service could close under the next order", async () => {
    server = await rawServer(json(200, created()));
    await send(server.url);
    expect(server.requests[0]?.headers.connection).toBe("close");
  });

  it("a read whose token is refused is repeated with a new one", async () => {
    server = await rawServer((response, nth) =>
      nth === 1 ? json(401, {})(response) : json(200, { status: 200, length: 0 })(response),
    );
    const day = { from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59", limit: 50, page: 1 };
    expect(await outcome(() => accountAt(server.url).list(day))).toBe("done");
    expect(server.requests.map((r) => r.headers["svc-access-token"])).toEqual(["t-1", "t-2"]);
  });

  it("a create whose token is refused is not: the token is tried, and renewed for the next one", async () => {
    server = await rawServer((response, nth) => (nth <= 2 ? json(401, {})(response) : json(200, created())(response)));
    expect(await outcome(() => send(server.url))).toBe("UnavailableError");
    expect(server.requests.map((r) => [r.method, r.headers["svc-access-token"]])).toEqual([
      ["POST", "t-1"],
      ["GET", "t-1"],
      ["GET", "t-2"],
    ]);
  });

  it("a create whose token is refused keeps the service's message", async () => {
    server = await rawServer((response, nth) =>
      json(nth === 1 ? 401 : 503, { message: "the token has ended" })(response),
    );
    const error = await send(server.url).catch((e: unknown) => e);
    expect(error).toMatchObject({ httpStatus: 401, providerMessage: "the token has ended" });
  });

  it.each([
    ["is refused", new UnauthorizedError("the account's credentials are refused")],
    ["cannot be had", new UnavailableError("no token just now")],
  ])("a create whose token is refused keeps that answer where a new token %s", async (_what, error) => {
    server = await rawServer(json(401, {}));
    const tokens = { ...fixedToken, renew: () => Promise.reject(error) };
    const account = createPrintService({ ...configOf(server.url), tokens }).forAccount(idOf("a1"));
    const thrown = await account.create(printOrder(), noDeadline).catch((e: unknown) => e);
    // The status tells that the service has seen the order.
    expect(thrown).toMatchObject({ name: error.name, httpStatus: 401 });
  });
});
