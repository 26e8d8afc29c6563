import { expect, it } from "vitest";
import { noAnswerError } from "./answers.ts";

const failure = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
/** As fetch throws it. */
const fetchFailed = (cause: Error) => new TypeError("fetch failed", { cause });

it.each([
  ["no connection", failure("ECONNREFUSED", "connect"), "UnavailableError"],
  ["no address", failure("ENOTFOUND", "getaddrinfo"), "UnavailableError"],
  [
    "no connection to any of several addresses",
    new AggregateError([failure("ECONNREFUSED", "connect"), failure("EHOSTUNREACH", "connect")]),
    "UnavailableError",
  ],
  ["no route on a connection that stood", failure("EHOSTUNREACH", "read"), "UncertainError"],
  ["a reset", failure("ECONNRESET", "read"), "UncertainError"],
])("a mutation without an answer, by %s, is classified", (_what, cause, name) =>
  expect(noAnswerError("mutation", fetchFailed(cause)).name).toBe(name),
);
