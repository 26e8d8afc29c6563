import type { RowId } from "./ids.ts";

/** Time and identity, passed in so that tests are exact. */
export interface Clock {
  /** The present instant (UTC). */
  now(): Date;
}

export interface Ids {
  /** A new time-ordered UUID (version 7). */
  uuid(): RowId;
  /** `length` unguessable characters out of 0-9 A-Z without I, L, O, U. */
  code(length: number): string;
}
