/** What every HTTP exchange with another system needs to know of its transport. */

/** Why no connection to another system came about, or none that answered in time. */
export type ConnectionFailure = "untrusted_certificate" | "host_not_found" | "connection_refused" | "timeout";

/** X.509 verification (nodejs.org: tls, "X509 certificate error codes"). */
const CERTIFICATE_CODE = /^(?:ERR_TLS_CERT_|CERT_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_CERT_|UNABLE_TO_|INVALID_CA$)/;
const FAILURES: ReadonlyMap<string, ConnectionFailure> = new Map([
  ["ENOTFOUND", "host_not_found"],
  ["EAI_AGAIN", "host_not_found"],
  ["EAI_FAIL", "host_not_found"],
  ["ECONNREFUSED", "connection_refused"],
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
]);
/**
 * Codes of errors that come before the first byte of a request leaves, beside those of certificates. None that a connection may end
 * with later, too, such as EHOSTUNREACH: while connecting, these name the system call.
 */
const BEFORE_SENDING = [
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "DEADLINE_PASSED",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
  "ERR_INVALID_URL",
];

/** What an error of Node, undici or `fetch` says about the connection; undefined: something else. */
export function connectionFailureOf(error: unknown): ConnectionFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") return "timeout";
  const code = codeOf(error);
  if (CERTIFICATE_CODE.test(code)) return "untrusted_certificate";
  // `fetch` wraps what it was told.
  return FAILURES.get(code) ?? connectionFailureOf(error.cause);
}

/**
 * Whether an error of Node, undici or `fetch` proves that nothing was sent: no address, no connection, no trusted certificate. In
 * doubt, no.
 */
export function neverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (BEFORE_SENDING.includes(code) || CERTIFICATE_CODE.test(code)) return true;
  if ("syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo")) return true;
  // A host name with several addresses: no attempt connected.
  if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(neverSent)) return true;
  return neverSent(error.cause);
}

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/** An answer's body as text; null when there is more than `maxBytes`. @throws the error of a body that breaks off */
export async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
