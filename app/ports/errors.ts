/** Errors of calls to another system, named after what the caller does next. */

export interface ForeignErrorInit {
  /** HTTP status, where an answer came. */
  httpStatus?: number;
  /** The other system's own words. May hold personal data: never log, only seal. */
  words?: string;
  cause?: unknown;
}

export abstract class ForeignError extends Error {
  readonly httpStatus: number | undefined;
  readonly words: string | undefined;
  constructor(message: string, init: ForeignErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = new.target.name;
    this.httpStatus = init.httpStatus;
    this.words = init.words;
  }
}

/** It said no, intelligibly. Sending the same again is pointless. */
export class Rejected extends ForeignError {
  /** It may have been no refusal of this request: another try may pass. */
  readonly perhaps: boolean;
  constructor(message: string, init: ForeignErrorInit & { perhaps?: boolean } = {}) {
    super(message, init);
    this.perhaps = init.perhaps ?? false;
  }
}

/** It did not process the request. Try later. */
export class Unavailable extends ForeignError {
  /** How long the other side asked us to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, init: ForeignErrorInit & { retryAfterMs?: number } = {}) {
    super(message, init);
    this.retryAfterMs = init.retryAfterMs;
  }
}

/** Nobody knows whether it processed the request. Look first. */
export class Uncertain extends ForeignError {}

/** It does not accept our credentials, also not after one renewal. It did not process the request. */
export class Unauthorized extends ForeignError {}
