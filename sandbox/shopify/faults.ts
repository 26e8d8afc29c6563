export type FaultKind =
  /** The write took effect; no answer ever comes. */
  | "timeout"
  /** The write took effect; the connection is reset. */
  | "reset-after"
  /** The write took effect; the answer is an error page. */
  | "500-after"
  /** Nothing happened. */
  | "500-before"
  | "throttled"
  | "unauthorized"
  /** The write took effect; the answer is 200 with HTML. */
  | "garbage"
  /** The answer comes after `SLOW_MS`. */
  | "slow";

/** A long time for one answer, and less than a caller waits. */
export const SLOW_MS = 1_500;

export interface Fault {
  /**
   * Name of the operation or of a root field (`fulfillmentCreate`); `token` for the OAuth endpoint; any when left out.
   */
  operation?: string;
  kind: FaultKind;
  /** How many requests get it; 1 by default. */
  times?: number;
}

/** Scripted failures, used in the order in which they were requested. */
export class Faults {
  #waiting: { fault: Fault; left: number }[] = [];

  next(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault of a request with these names. */
  take(names: string[]): FaultKind | null {
    const found = this.#waiting.find(({ fault }) => !fault.operation || names.includes(fault.operation));
    if (!found) return null;
    found.left -= 1;
    this.#waiting = this.#waiting.filter((each) => each.left > 0);
    return found.fault.kind;
  }
}
