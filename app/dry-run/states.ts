import type { DryRunState } from "@prisma/client";

/** A shop has at most one dry run in these states (index DryRun_active). */
export const ACTIVE_STATES: readonly DryRunState[] = ["listing", "checking"];

export const isActive = ({ state }: { state: DryRunState }): boolean => ACTIVE_STATES.includes(state);
