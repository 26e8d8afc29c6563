import type { ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { idOf } from "../../tests/support/ids.ts";
import type { EndedCall } from "../ports/observe.ts";
import { untrustedServer } from "../../tests/support/untrusted-server.ts";
import { createPrintService, fetchToken } from "./index.ts";
import { configOf, fixedToken, noDeadline, printOrder, rawServer, type RawServer } from "./print-service.testing.ts";

let server: Pick<RawServer, "close">;
afterEach(() => server.close());

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

/** What was observed while a service that answers like that was called. */
async function observed(answer: (response: ServerResponse) => void): Promise<EndedCall[]> {
  const calls: EndedCall[] = [];
  const raw = await rawServer(answer);
  server = raw;
  const config = configOf(raw.url, { observe: (call) => void calls.push(call) });
  const account = createPrintService({ ...config, tokens: fixedToken }).forAccount(idOf("a1"));
  await account.create(printOrder(), noDeadline).catch(() => undefined);
  await account.detail({ reference: "A", date: "2026-11-20" }).catch(() => undefined);
  await fetchToken(config, { email: "a@example.com", password: "x" }).catch(() => undefined);
  return calls;
}

it.each<[string, (response: ServerResponse) => void]>([
  ["ok", json(200, { status: 200, result: {} })],
  ["too_many_requests", json(429, { message: "slow down" })],
  ["uncertain", json(502, {})],
  ["no_answer", (response) => void response.destroy()],
])("each call by its operation, and as %s", async (result, answer) => {
  const calls = await observed(answer);
  expect(calls.map(({ system, operation, isWrite, result }) => [system, operation, isWrite, result])).toEqual([
    ["print_service", "createOrder", true, result],
    ["print_service", "getOrder", false, result],
    ["print_service", "getToken", false, result],
  ]);
});

it("a rejection, and what found out whether the token has ended, too", async () => {
  const calls = await observed(json(422, { status: 422, message: "no such SKU" }));
  expect(calls.slice(0, 4).map(({ operation, result }) => [operation, result])).toEqual([
    ["createOrder", "rejected"],
    ["listOrders", "rejected"],
    ["listOrders", "rejected"],
    ["getOrder", "rejected"],
  ]);
  expect(calls.at(-1)).toMatchObject({ operation: "getToken", isWrite: false, result: "rejected" });
});

it("a refused token is a call of its own, and what found out about it, too", async () => {
  const calls = await observed(json(401, { message: "no" }));
  expect(calls.slice(0, 2).map(({ operation, result }) => [operation, result])).toEqual([
    ["createOrder", "unauthorized"],
    ["listOrders", "unauthorized"],
  ]);
});

it.each([
  ["a name without an address", "http://nowhere.invalid", "host_not_found"],
  ["a closed port", "http://127.0.0.1:1", "connection_refused"],
  ["a server that nobody trusts", null, "untrusted_certificate"],
])("a call to %s as what kept it from being sent, for the caller, too", async (_what, address, result) => {
  const calls: EndedCall[] = [];
  const untrusted = await untrustedServer();
  server = untrusted;
  const url = address ?? untrusted.origin;
  const config = configOf(url, { observe: (call) => void calls.push(call) });
  const token = fetchToken(config, { email: "a@example.com", password: "x" });
  await expect(token).rejects.toMatchObject({ name: "UnavailableError", connectionFailure: result });
  expect(calls.map((call) => call.result)).toEqual([result]);
  expect(untrusted.requests()).toBe(0);
});
