import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { TokenSource } from "../ports/print-service.ts";
import { createPrintService } from "./index.ts";
import { configOf, fixedToken, noDeadline, printOrder, rawServer, type RawServer } from "./print-service.testing.ts";
import { idOf } from "../../tests/support/ids.ts";

let server: RawServer;
afterEach(() => server.close());

type Answer = readonly [status: number, body: unknown];

/** How a service may say that a token has ended: the interface does not show it. */
const ENDED: [string, Answer][] = [
  ["400 in JSON", [400, { status: 400, message: "The token has expired" }]],
  ["200 with 400 in the body", [200, { status: 400, message: "The token has expired" }]],
  ["498 in JSON", [498, { status: 498, message: "Invalid token" }]],
];
const IN_HTML: [string, Answer] = ["403 in HTML", [403, "<h1>Forbidden</h1>"]];
const NOT_FOUND: Answer = [404, { status: 404, message: "No such order" }];
const EMPTY: Answer = [200, { status: 200, length: 0 }];
const ASKED = { reference: "INK-1001-A7", date: "2026-11-20" };
const DAY = { from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59", limit: 50, page: 1 };

/** A service that answers by path and token. */
async function accountAt(
  answerTo: (path: string, token: string) => Answer,
  changes: Partial<TokenSource> = {},
): Promise<ReturnType<ReturnType<typeof createPrintService>["forAccount"]>> {
  server = await rawServer((response: ServerResponse) => {
    const { url, headers } = server.requests.at(-1)!;
    const path = new URL(url, server.url).pathname.split("/").at(-1) ?? "";
    const [status, body] = answerTo(path, String(headers["svc-access-token"]));
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const inUse = { token: "t-1" };
  const tokens: TokenSource = {
    ...fixedToken,
    current: async () => inUse.token,
    renew: async () => (inUse.token = "t-2"),
    ...changes,
  };
  return createPrintService({ ...configOf(server.url), tokens }).forAccount(idOf("a1"));
}

/** Each request as its path and token. */
const asked = () =>
  server.requests.map(({ url, headers }) => [
    new URL(url, server.url).pathname.split("/").at(-1),
    headers["svc-access-token"],
  ]);

describe.each([...ENDED, IN_HTML])("a token that has ended, said by %s", (_, ended) => {
  it("is renewed for a read, which is repeated", async () => {
    const account = await accountAt((_path, token) => (token === "t-1" ? ended : EMPTY));
    expect(await account.list(DAY)).toEqual([]);
    expect(asked().at(-1)).toEqual(["all", "t-2"]);
  });

  it("does not make an order look absent", async () => {
    const order = { order_name: ASKED.reference, order_items: [], trackings: [] };
    const account = await accountAt((path, token) =>
      token === "t-1" ? ended : path === "detail" ? [200, { status: 200, order }] : EMPTY,
    );
    expect(await account.detail(ASKED)).toMatchObject({ reference: ASKED.reference });
  });
});

describe.each(ENDED)("a create with a token that has ended, said by %s", (_, ended) => {
  it("is no rejection of the order: the token is renewed for the next attempt, and the create is not repeated", async () => {
    const account = await accountAt((_path, token) => (token === "t-1" ? ended : EMPTY));
    const error = await account.create(printOrder(), noDeadline).catch((e: unknown) => e);
    // The status tells that the service has seen the order.
    expect(error).toMatchObject({ name: "UnavailableError", httpStatus: ended[0] });
    expect(asked()).toEqual([
      ["create", "t-1"],
      ["all", "t-1"],
      ["all", "t-2"],
    ]);
  });

  it.each([
    ["are refused", new UnauthorizedError("the account's credentials are refused")],
    ["cannot be tried", new UnavailableError("no token just now")],
  ])("waits where the credentials %s", async (_what, failure) => {
    const account = await accountAt(() => ended, { renew: () => Promise.reject(failure) });
    await expect(account.create(printOrder(), noDeadline)).rejects.toMatchObject({ name: failure.name });
  });
});

describe("a token that the service accepts", () => {
  it("leaves the rejection of an order what it is", async () => {
    const account = await accountAt((path) => (path === "create" ? [422, { message: "No such SKU" }] : EMPTY));
    await expect(account.create(printOrder(), noDeadline)).rejects.toMatchObject({ name: "RejectedError" });
    expect(asked()).toEqual([
      ["create", "t-1"],
      ["all", "t-1"],
    ]);
  });

  it("is asked about once for many orders that are not there", async () => {
    const account = await accountAt((path) => (path === "detail" ? NOT_FOUND : EMPTY));
    for (let n = 0; n < 5; n += 1) expect(await account.detail(ASKED)).toBeNull();
    expect(asked().filter(([path]) => path === "all")).toEqual([["all", "t-1"]]);
  });

  it("is renewed once where the service refuses the harmless call with any", async () => {
    const account = await accountAt((path) => (path === "detail" ? NOT_FOUND : [422, { message: "No such day" }]));
    for (let n = 0; n < 5; n += 1) expect(await account.detail(ASKED)).toBeNull();
    await expect(account.create(printOrder(), noDeadline)).rejects.toMatchObject({ name: "RejectedError" });
    expect(asked().filter(([path]) => path === "all")).toEqual([
      ["all", "t-1"],
      ["all", "t-2"],
    ]);
  });
});
