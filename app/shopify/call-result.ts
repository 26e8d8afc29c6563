import { RejectedError, RemoteError, UnavailableError } from "../ports/errors.ts";

/** Statuses with a meaning of their own (answers.ts). */
const KNOWN_STATUSES = [401, 402, 403, 404, 423];

/** Why a call of the Admin API failed, as a label of metrics. */
export function failedResult(error: unknown): string {
  if (!(error instanceof RemoteError)) return "error";
  const { httpStatus } = error;
  // Without an answer: what kept the connection from coming about, or it stood, and no whole answer came.
  if (httpStatus === undefined) return error.connectionFailure ?? "no_answer";
  if (httpStatus !== 200) return statusResult(httpStatus);
  if (error instanceof RejectedError) return "rejected";
  return error instanceof UnavailableError && error.retryAfterMs !== undefined ? "throttled" : "broken_off";
}

/** What an HTTP status says of a call. */
export function statusResult(httpStatus: number): string {
  if (httpStatus === 200) return "ok";
  if (httpStatus === 429) return "throttled";
  if (KNOWN_STATUSES.includes(httpStatus)) return `http_${httpStatus}`;
  return `http_${Math.floor(httpStatus / 100)}xx`;
}
