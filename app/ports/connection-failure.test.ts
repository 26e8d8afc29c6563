import { expect, it } from "vitest";
import { connectionFailureOf } from "./connection-failure.ts";

const withCode = (code: string) => Object.assign(new Error(code), { code });

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
