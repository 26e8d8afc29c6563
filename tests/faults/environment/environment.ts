import type pg from "pg";
import type { PeriodicIntervals } from "../../../app/composition/periodic.server.ts";
import type { Services } from "../../../app/composition/services.server.ts";
import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import type { Policy } from "../../../app/orders/core/policy.ts";
import type { ShopSettings } from "../../../app/settings/settings.ts";
import type { PrintServiceStandIn, StandInOptions } from "../../../sandbox/print-service/index.ts";
import type { ShopifyStandIn } from "../../../sandbox/shopify/stand-in.ts";
import type { MovingClock } from "../../support/moving-clock.ts";
import type { FailpointAction, Failpoint } from "./failpoints.ts";
import type { ActionRequest, ActionOutcome } from "./perform-action.ts";

export interface EnvironmentOptions {
  /** Worker processes beside the one web process; 2 when left out. */
  workers?: number;
  /** Changes to the quick policy of the environment (fast-policy.ts). */
  policy?: Partial<Policy>;
  /** Changes to how often the workers do what they do again and again. */
  intervals?: Partial<PeriodicIntervals>;
  /** Settings of its PostgreSQL, by name, e.g. `synchronous_commit`. */
  postgres?: Readonly<Record<string, string>>;
  /** Version of the print service's interface: the service has no other, and each shop connects by it; v1 when left out. */
  interfaceVersion?: InterfaceVersion;
  /** Behavior of the print service; the rest is the environment's. */
  printService?: Omit<StandInOptions, "clock" | "accounts" | "interfaces">;
  /** Told each line that a process writes, as it comes. */
  onLine?(process: string, line: string): void;
}

/** The app as it runs in production, in processes of its own, between stand-ins; and everything that can be done to it. */
export interface FaultEnvironment {
  /**
   * Of the stand-ins and the runner. `pass(ms)` moves the clocks of all processes, too, a moment later (a frozen one's when
   * it wakes). Timers are not moved: what is due is noticed by the next poll (every 200 ms).
   */
  clock: MovingClock;
  shopify: ShopifyStandIn;
  printService: PrintServiceStandIn;
  interfaceVersion: InterfaceVersion;
  web: AppProcess;
  workers: AppProcess[];
  /** web and workers. */
  processes: AppProcess[];
  redis: ControlledRedis;
  database: ControlledDatabase;
  /**
   * The app in the runner's process, without workers: what a person does and sees (`services.core.ctx`). Never killed. One environment
   * at a time in a runner: what this one asks of Shopify is rerouted to the stand-in.
   */
  services: Services;
  /** Installs a shop, connects it to its print account, registers our addresses, maps its goods. */
  addShop(domain: string, options?: ShopOptions): Promise<EnvironmentShop>;
  /** Every line that any process wrote, in order, also those that are dead: `web#1 {"level":…}`. */
  logs(): string;
  /** What was done and what happened to processes, in order, for the report of a failure. */
  events: EnvironmentEvent[];
  /** All processes answer /readyz with 200. @throws Error once it takes too long */
  ready(): Promise<void>;
  /** Stops everything; may be called twice, and after any fault. */
  close(): Promise<void>;
}

export interface ShopOptions {
  /** Changes to the settings; the edit window is 0 when left out. */
  settings?: Partial<ShopSettings>;
  /** Number of the print account, 0 to 63. Shops with the same number share one; when left out a shop gets one of its own. */
  account?: number;
}

export interface EnvironmentShop {
  domain: string;
  /** Variant ids (plain numbers as text) for `shopify.placeOrder`. */
  goods: {
    /** Printed and mapped, in this order: TEE-BLACK-M, TEE-BLACK-L, MUG-11OZ. */
    printed: string[];
    /** Sold by the shop, not ours. */
    lamp: string;
  };
  /** Email of its print account, as `printService.state().orders[].account` names it. */
  account: string;
}

export interface EnvironmentEvent {
  /** Of the machine, not of the environment's clock. */
  at: Date;
  process: string;
  what: string;
}

export interface ControlledRedis {
  url: string;
  /** FLUSHALL: waiting wakes, running jobs and locks are gone. */
  flush(): Promise<void>;
  /** SIGKILL; what it held is gone, the address stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Every write is refused with an error, reads are answered. */
  readOnly(on: boolean): Promise<void>;
  /** All keys and values as text, to look for personal data. Empty while it is stopped. */
  dump(): Promise<string>;
}

export interface ControlledDatabase {
  url: string;
  /** The runner's own connections: they come back automatically, but a query during a restart fails. */
  pool: pg.Pool;
  /** Ends all connections of the app's processes; returns how many. New ones are accepted at once. */
  cutConnections(): Promise<number>;
  /** Immediate shutdown (as a crash: committed data stays) and start on the same port and folder; resolves when it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface AppProcess {
  /** "web", "worker-1", … */
  readonly name: string;
  readonly role: "web" | "worker";
  /** null while none runs. */
  readonly pid: number | null;
  /** Counts the starts, from 1. */
  readonly incarnation: number;
  readonly running: boolean;
  /** Largest resident memory of any of its incarnations, reported once a second. */
  readonly peakRssBytes: number;
  /**
   * From now on, the `nth` time (1 when left out) that this process passes the point, it is struck, synchronously.
   * Resolves to "hit" once it is dead or thawed again; to "lost" when it ended in another way before.
   * Never rejects. Not waiting for it is fine.
   */
  arm(point: Failpoint, action: FailpointAction, nth?: number): Promise<"hit" | "lost">;
  /** A person's action, done by this process. "lost": it died before it said what came of it. Never rejects. */
  act(request: ActionRequest): Promise<ActionOutcome | "lost">;
  /** Takes back what is armed and was not struck yet ("lost"). */
  disarm(): void;
  /** SIGKILL from outside; resolves when it is dead. The next incarnation starts at once. */
  kill(): Promise<void>;
  /** SIGSTOP, SIGCONT after `ms`; resolves then. */
  freeze(ms: number): Promise<void>;
  /** Blocks the event loop; timers and sockets wait. Resolves when it is free again. */
  block(ms: number): Promise<void>;
  /** This machine's wall clock is set by `ms` (either way); it stays so until another jump, or the end of the process. */
  jumpClock(ms: number): void;
  /** SIGTERM; waits for the orderly end. Not started again until start(). */
  stop(): Promise<{ code: number | null; signal: string | null; tookMs: number }>;
  /** Starts it; resolves when it listens (`ready` asks for more). Nothing when it runs already. */
  start(): Promise<void>;
  /** Resolves when the present or the next incarnation answers /readyz with 200. */
  ready(): Promise<void>;
}
