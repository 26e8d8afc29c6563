import type { Policy } from "../../../app/orders/core/policy.ts";
import type { Rhythm } from "../../../app/services.server.ts";
import type { Act, Point } from "./failpoints.ts";

/** What the runner tells a process of the app, over the IPC channel. */
export type Order =
  | { do: "arm"; id: number; point: Point; act: Act; nth: number }
  | { do: "disarm" }
  /** Every clock of the plant moves on by so much. */
  | { do: "pass"; ms: number }
  /** The wall clock of this machine is set by so much. */
  | { do: "jump"; ms: number }
  | { do: "block"; id: number; ms: number };

/** What a process tells the runner. */
export type Report = { said: "running" } | { said: "unblocked"; id: number } | { said: "memory"; bytes: number };

/** How the process is set at its start, in the variable PLANT. */
export interface Settings {
  /** How far the clock of the plant is ahead of the machine's, in milliseconds. */
  aheadMs: number;
  policy: Policy;
  rhythm?: Partial<Rhythm> | undefined;
}

/** Begins the line on standard error that says that an act strikes, followed by its id: written before, and at once. */
export const STRUCK = "@plant struck ";
