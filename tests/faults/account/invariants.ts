import { durable, forgeries } from "./doors.ts";
import type { Invariant } from "./invariant.ts";
import { ends, forward } from "./moving.ts";
import { parcels } from "./parcels.ts";
import { claimed, once, oneClaim, proven } from "./sending.ts";
import { bounded, erased, leaks, walls } from "./walls.ts";

/** What has to hold whatever fails. */
export const INVARIANTS: readonly Invariant[] = [
  durable,
  once,
  ends,
  claimed,
  proven,
  oneClaim,
  forward,
  parcels,
  forgeries,
  walls,
  leaks,
  bounded,
  erased,
];
