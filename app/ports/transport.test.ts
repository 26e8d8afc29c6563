import { expect, it } from "vitest";
import { connectionFailureOf, neverSent } from "./transport.ts";

const withCode = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
const addresses = (...errors: Error[]) => Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" });

it.each([
  ["an expired certificate", withCode("CERT_HAS_EXPIRED"), "untrusted_certificate"],
  ["a certificate for another host", withCode("ERR_TLS_CERT_ALTNAME_INVALID"), "untrusted_certificate"],
  ["a certificate that nobody trusts", withCode("DEPTH_ZERO_SELF_SIGNED_CERT"), "untrusted_certificate"],
  ["a chain without its middle", withCode("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "untrusted_certificate"],
  ["an unknown host name", withCode("ENOTFOUND"), "host_not_found"],
  ["a name server that is away", withCode("EAI_AGAIN"), "host_not_found"],
  ["a closed port", withCode("ECONNREFUSED"), "connection_refused"],
  ["a connection that takes too long", withCode("UND_ERR_CONNECT_TIMEOUT"), "timeout"],
  ["an answer that takes too long", new DOMException("", "TimeoutError"), "timeout"],
  ["what fetch wraps", new TypeError("fetch failed", { cause: withCode("ENOTFOUND") }), "host_not_found"],
  ["a connection that breaks off", withCode("ECONNRESET"), undefined],
  ["what is no error", "ENOTFOUND", undefined],
])("%s", (_what, error, failure) => expect(connectionFailureOf(error)).toBe(failure));

it.each<[string, unknown, boolean]>([
  ["no connection", withCode("ECONNREFUSED", "connect"), true],
  ["no route while connecting", withCode("EHOSTUNREACH", "connect"), true],
  ["no route on a connection that stood: the request may have arrived", withCode("EHOSTUNREACH", "read"), false],
  ["no network on a connection that stood", withCode("ENETUNREACH", "write"), false],
  ["a code that does not say when", withCode("EHOSTUNREACH"), false],
  ["a reset", withCode("ECONNRESET", "read"), false],
  ["no address", withCode("ENOTFOUND", "getaddrinfo"), true],
  ["an untrusted certificate", withCode("CERT_HAS_EXPIRED"), true],
  ["a certificate whose issuer is not known", withCode("UNABLE_TO_GET_ISSUER_CERT"), true],
  ["an answer that takes too long", new DOMException("", "TimeoutError"), false],
  [
    "none of several addresses",
    addresses(withCode("ECONNREFUSED", "connect"), withCode("EHOSTUNREACH", "connect")),
    true,
  ],
  ["several addresses, and one that connected", addresses(withCode("EHOSTUNREACH", "read")), false],
  ["no errors at all", addresses(), false],
  ["what fetch wraps", new TypeError("fetch failed", { cause: withCode("ECONNREFUSED", "connect") }), true],
  ["a reset that fetch wraps", new TypeError("fetch failed", { cause: withCode("ECONNRESET", "read") }), false],
  ["anything else", "ECONNREFUSED", false],
])("%s proves that nothing was sent, or not", (_what, error, never) => expect(neverSent(error)).toBe(never));
