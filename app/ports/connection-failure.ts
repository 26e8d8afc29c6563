/** Why no connection to another system came about, or none that answered in time. */
export type ConnectionFailure = "untrusted_certificate" | "host_not_found" | "connection_refused" | "timeout";

/** X.509 verification (nodejs.org: tls, "X509 certificate error codes"). */
const CERTIFICATE_CODE = /^(?:ERR_TLS_CERT_|CERT_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_CERT_|UNABLE_TO_|INVALID_CA$)/;
const CODES: ReadonlyMap<string, ConnectionFailure> = new Map([
  ["ENOTFOUND", "host_not_found"],
  ["EAI_AGAIN", "host_not_found"],
  ["EAI_FAIL", "host_not_found"],
  ["ECONNREFUSED", "connection_refused"],
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
]);

/** What an error of Node, undici or `fetch` says about the connection; undefined: something else. */
export function connectionFailureOf(error: unknown): ConnectionFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") return "timeout";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (CERTIFICATE_CODE.test(code)) return "untrusted_certificate";
  // `fetch` wraps what it was told.
  return CODES.get(code) ?? connectionFailureOf(error.cause);
}
