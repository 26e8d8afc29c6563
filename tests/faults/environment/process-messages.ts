import type { Policy } from "../../../app/orders/core/policy.ts";
import type { PeriodicIntervals } from "../../../app/composition/periodic.server.ts";
import type { ActionOutcome, ActionRequest } from "./perform-action.ts";
import type { FailpointAction, Failpoint } from "./failpoints.ts";

/** What the runner tells a process of the app, over the IPC channel. */
export type Command =
  | { do: "arm"; id: number; point: Failpoint; action: FailpointAction; nth: number }
  | { do: "disarm" }
  /** Advances every clock of the environment. */
  | { do: "advance clock"; ms: number }
  /** The wall clock of this machine is set by so much. */
  | { do: "jump"; ms: number }
  | { do: "block"; id: number; ms: number }
  | { do: "act"; id: number; request: ActionRequest };

/** What a process tells the runner. */
export type Report =
  | { kind: "running" }
  | { kind: "unblocked"; id: number }
  | { kind: "acted"; id: number; outcome: ActionOutcome }
  | { kind: "memory"; bytes: number };

/** Settings of the process at its start, in the variable FAULT_ENVIRONMENT. */
export interface Settings {
  /** How far the clock of the environment is ahead of the machine's, in milliseconds. */
  clockOffsetMs: number;
  policy: Policy;
  intervals?: Partial<PeriodicIntervals> | undefined;
}

/** Begins the line on standard error that says that an act strikes, followed by its id: written before, and at once. */
export const HIT_MARKER = "@failpoint hit ";
