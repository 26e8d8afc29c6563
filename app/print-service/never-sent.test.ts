import { expect, it } from "vitest";
import { neverSent } from "./never-sent.ts";

const failure = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
const addresses = (...errors: Error[]) => Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" });

it.each<[string, unknown, boolean]>([
  ["no connection", failure("ECONNREFUSED", "connect"), true],
  ["no route while connecting", failure("EHOSTUNREACH", "connect"), true],
  ["no route on a connection that stood: the request may have arrived", failure("EHOSTUNREACH", "read"), false],
  ["no network on a connection that stood", failure("ENETUNREACH", "write"), false],
  ["a code that does not say when", failure("EHOSTUNREACH"), false],
  ["a reset", failure("ECONNRESET", "read"), false],
  ["no address", failure("ENOTFOUND", "getaddrinfo"), true],
  ["an untrusted certificate", failure("CERT_HAS_EXPIRED"), true],
  [
    "none of several addresses",
    addresses(failure("ECONNREFUSED", "connect"), failure("EHOSTUNREACH", "connect")),
    true,
  ],
  ["several addresses, and one that connected", addresses(failure("EHOSTUNREACH", "read")), false],
  ["no errors at all", addresses(), false],
  ["anything else", "ECONNREFUSED", false],
])("%s", (_what, error, never) => expect(neverSent(error)).toBe(never));
