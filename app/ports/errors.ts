/** Errors of calls to another system, named after what the caller does next. */
import type { ConnectionFailure } from "./transport.ts";

export interface RemoteErrorInit {
  /** HTTP status, where an answer came. */
  httpStatus?: number;
  /** The other system's message. May hold personal data: never log, only encrypt. */
  providerMessage?: string;
  /** What kept the connection from coming about, where that is known. */
  connectionFailure?: ConnectionFailure | undefined;
  cause?: unknown;
}

export abstract class RemoteError extends Error {
  readonly httpStatus: number | undefined;
  readonly providerMessage: string | undefined;
  readonly connectionFailure: ConnectionFailure | undefined;
  constructor(message: string, init: RemoteErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = new.target.name;
    this.httpStatus = init.httpStatus;
    this.providerMessage = init.providerMessage;
    this.connectionFailure = init.connectionFailure;
  }
}

type Refusal = Record<"maybeTransient" | "alreadyExists" | "provesExistence" | "alreadyDone" | "lacksFunds", boolean>;

/** The other system rejected the request clearly. Sending the same again is pointless. */
export class RejectedError extends RemoteError {
  /** The rejection may not concern this request: another try may succeed. */
  readonly maybeTransient: boolean;
  /** The other system says that it has this already: the request repeats one that it processed. */
  readonly alreadyExists: boolean;
  /** That is certain: of a create, the service has an order of this reference, of whatever account. */
  readonly provesExistence: boolean;
  /** Of a payment or a cancellation: the other system says that it was made before. */
  readonly alreadyDone: boolean;
  /** Of a payment: the account's money is not enough. */
  readonly lacksFunds: boolean;
  constructor(message: string, init: RemoteErrorInit & Partial<Refusal> = {}) {
    super(message, init);
    this.maybeTransient = init.maybeTransient ?? false;
    this.alreadyDone = init.alreadyDone ?? false;
    this.lacksFunds = init.lacksFunds ?? false;
    this.alreadyExists = init.alreadyExists ?? false;
    this.provesExistence = init.provesExistence ?? false;
  }
}

const HTTP_TOO_MANY_REQUESTS = 429;

/** The other system did not process the request. Try later. */
export class UnavailableError extends RemoteError {
  /** How long the other side asked us to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The other side asked us to slow down, whatever the HTTP status. */
  readonly tooManyRequests: boolean;
  /** It did answer, without the price that was asked for: it names none yet. */
  readonly hasNoPrice: boolean;
  constructor(
    message: string,
    init: RemoteErrorInit & { retryAfterMs?: number; tooManyRequests?: boolean; hasNoPrice?: boolean } = {},
  ) {
    super(message, init);
    this.hasNoPrice = init.hasNoPrice ?? false;
    this.retryAfterMs = init.retryAfterMs;
    this.tooManyRequests = init.tooManyRequests ?? init.httpStatus === HTTP_TOO_MANY_REQUESTS;
  }
}

/** For logs and tables: a message may hold personal data. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : "unknown");

/** How long the other side asked us to wait, in milliseconds; 0 where it did not. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof UnavailableError ? (error.retryAfterMs ?? 0) : 0;

/** Whether the other side asked us to slow down. */
export const isTooManyRequests = (error: unknown): boolean =>
  error instanceof UnavailableError && error.tooManyRequests;

/** Whether the request was processed is unknown. Look it up first. */
export class UncertainError extends RemoteError {}

/** The other system rejects our credentials, also after one renewal. It did not process the request. */
export class UnauthorizedError extends RemoteError {}

/** Whether an error says that the other system did not process the request. */
export const isNotProcessed = (error: unknown): error is UnavailableError | UnauthorizedError =>
  error instanceof UnavailableError || error instanceof UnauthorizedError;

/** What became of a write that failed, and so what the caller does next: gives up, tries later, or looks it up first. */
export type FailedWriteOutcome = "rejected" | "not_processed" | "uncertain";

/** An error of our own may have come after the write was sent: uncertain, as all that is not known to be anything else. */
export function writeOutcomeOf(error: unknown): FailedWriteOutcome {
  if (error instanceof RejectedError) return "rejected";
  return isNotProcessed(error) ? "not_processed" : "uncertain";
}

/** What kept the connection of a call from coming about, where that is known. */
export const failedConnectionOf = (error: unknown): ConnectionFailure | undefined =>
  error instanceof RemoteError ? error.connectionFailure : undefined;
