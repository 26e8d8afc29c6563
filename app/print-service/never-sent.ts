/**
 * Codes of errors that come before the first byte of a request leaves. None that a connection may end with later, too, such as
 * EHOSTUNREACH: while connecting, these name the system call.
 */
const BEFORE_SENDING = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "DEADLINE_PASSED",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
  "ERR_INVALID_URL",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Whether an error proves that nothing was sent: no address, no connection, no trusted certificate. In doubt, no. */
export function neverSent(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === "string" && BEFORE_SENDING.has(code)) return true;
  if (syscall === "connect" || syscall === "getaddrinfo") return true;
  // A host name with several addresses: no attempt connected.
  return error instanceof AggregateError && error.errors.length > 0 && error.errors.every(neverSent);
}
