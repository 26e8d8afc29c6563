import { expect, test } from "vitest";
import { createLog, createFloodLimit } from "./log.server.ts";

const MARKER = "ada@buyer.example";

function logged(fields: Record<string, unknown>): string {
  const lines: string[] = [];
  createLog("debug", { write: (line) => void lines.push(line) }).error(fields, "something failed");
  expect(lines).toHaveLength(1);
  return lines.join("");
}

test("a repeated error does not fill the log", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  for (let at = 0; at < 1_000; at += 1) log.error({ method: "GET" }, "a request failed");
  expect(lines).toHaveLength(300);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    method: "GET",
    msg: "a request failed",
    suppressed: "more of these until 60 s have passed",
  });
  log.error({}, "another failed");
  expect(lines).toHaveLength(301);
});

test("an error is logged by its kind, its code and its places, and not by its message", () => {
  const error = Object.assign(new RangeError(`no such e-mail: ${MARKER}`), { code: "E_RANGE" });
  const line = logged({ error });
  expect(line).not.toContain(MARKER);
  const { error: loggedError } = JSON.parse(line) as { error: { name: string; code: string; stack: string[] } };
  expect([loggedError.name, loggedError.code]).toEqual(["RangeError", "E_RANGE"]);
  expect(loggedError.stack[0]).toContain("log.server.test.ts");
});

test.each([
  ["lines of a message that look like places", new Error(`bad\n    at ${MARKER}\n    at sent (/${MARKER}:1:1)`)],
  ["a cause", new Error("failed", { cause: new Error(MARKER) })],
  ["causes of an aggregate", new AggregateError([new Error(MARKER)], "many")],
  ["a name", Object.assign(new Error("x"), { name: `no ${MARKER}` })],
  ["a code", Object.assign(new Error("x"), { code: `no ${MARKER}` })],
  ["other fields", Object.assign(new Error("x"), { input: MARKER, headers: { authorization: MARKER } })],
  ["a message that was changed later", Object.assign(new Error(`first ${MARKER}`), { message: "second" })],
])("no text of an error is logged by %s", (_what, error) => {
  expect(logged({ error, nested: { deep: [error] } })).not.toContain(MARKER);
});

test.each([
  ["a text", MARKER],
  ["an answer", { status: 400, body: MARKER }],
  ["a list", [MARKER]],
])("%s that was thrown is left out; a kind by its name stays", (_what, error) => {
  expect(logged({ error })).not.toContain(MARKER);
  expect(logged({ error: "UnavailableError" })).toContain("UnavailableError");
});

test.each(["authorization", "accessToken", "X-Shopify-Access-Token", "password", "cookie", "client_secret", "apiKey"])(
  "a value named %s is left out, however deep it stands",
  (name) => {
    expect(logged({ [name]: MARKER })).not.toContain(MARKER);
    expect(logged({ request: { headers: { [name]: MARKER } } })).not.toContain(MARKER);
  },
);

test("ids, codes and numbers stay, and one entry is one line whatever is in it", () => {
  const line = logged({ id: "019a", count: 3, shop: 'one.myshopify.com\n{"level":"info","message":"forged"}' });
  expect(line.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({ level: "error", id: "019a", count: 3, msg: "something failed" });
});

test("nothing without an end is written", () => {
  const circle: Record<string, unknown> = {};
  circle["again"] = circle;
  expect(logged({ circle, long: "x".repeat(1_000_000) }).length).toBeLessThan(2_000);
});

test("of each message so many lines in a window, and the next window reports how many were left out", () => {
  let now = 0;
  const fieldsFor = createFloodLimit({ maxLines: 3, windowMs: 1_000 }, () => now);
  const last = { suppressed: "more of these until 1 s have passed" };
  expect([1, 2, 3, 4, 5].map(() => fieldsFor("a request failed"))).toEqual([{}, {}, last, null, null]);
  expect(fieldsFor("another message")).toEqual({});
  now = 999;
  expect(fieldsFor("a request failed")).toBeNull();
  now = 1_000;
  expect(fieldsFor("a request failed")).toEqual({ suppressed: 3 });
  now = 2_000;
  expect(fieldsFor("a request failed")).toEqual({});
});
