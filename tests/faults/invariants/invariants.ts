import { durable, forgeries } from "./webhooks.ts";
import type { Invariant } from "./invariant.ts";
import { ends, forward } from "./progress.ts";
import { parcels } from "./parcels.ts";
import { claimed, once, oneClaim, proven } from "./submissions.ts";
import { bounded, erased, leaks, walls } from "./isolation.ts";

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
