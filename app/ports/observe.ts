/**
 * What clients and queues report about their work. Every text is of a short list that the code knows, never an id, a domain or an
 * address: it becomes a label of a metric. Observers return at once and never throw.
 */

/** A call to another system that has ended. */
export interface EndedCall {
  system: "shopify" | "print_service" | "practice_service" | "artwork" | "email" | "merchant_webhook";
  operation: string;
  /** `ok`, or what kept it from being that. */
  result: string;
  /** The whole exchange, answer included. */
  ms: number;
  /** The call may change something there. */
  isWrite: boolean;
  /** The other system's id of the request, where its answer has one. */
  remoteRequestId?: string | undefined;
}

export type ObserveCall = (call: EndedCall) => void;

/** done: the work is at its end. put_off: its next step is due later. The others failed. */
export type RunOutcome = "done" | "put_off" | "failed" | "database_unavailable";

/** Runs of a queue's rows, of periodic jobs, and turns of long runs; `job` is the name of one of these, or the kind. */
export interface RunObserver {
  began(job: string): void;
  ended(run: { job: string; outcome: RunOutcome; ms: number }): void;
}

type WebhookSource = "shopify" | "print_service";

export interface WebhookObserver {
  /** A delivery whose signature or key fits. */
  received(source: WebhookSource, topic: string, outcome: "committed" | "duplicate" | "failed"): void;
  /** A request that is none. */
  rejected(source: WebhookSource, reason: string): void;
  /** From the headers of a request to the end of its answer. */
  answered(source: WebhookSource, ms: number): void;
}

/** What this process works on, by shop or sender. Both return at once and never throw. */
export interface Underway {
  began(partition: string): void;
  ended(partition: string): void;
}

/**
 * Structured log. Fields are ids and codes only: never names, addresses, emails, tokens or messages of other systems.
 */
export interface Log {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
