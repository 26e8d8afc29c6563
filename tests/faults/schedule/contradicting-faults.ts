import type { Schedule, TimedStep } from "./plan.ts";
import type { PermanentFaults } from "./targeted-fault-types.ts";

/** The service says in words that it has no such order: to the detail, a no. */
const DENIALS = ["error_body", "body_status", "forbidden"];

/**
 * Nobody can know of an order that the service made, answered in words that it did not process, and then denies when it is
 * asked for it, or shows late: that is two lies about one order, and printed twice is all that comes of it, unless the service
 * refuses to make one reference twice. Nor can anybody know of all parcels of an order that it splits where its list shows none, or
 * cannot be read: the detail shows one part. The schedule has one of each in a seed, never both (docs/fault-run.md).
 */
export function withoutContradictingFaults(schedule: Schedule): Schedule {
  const permanent = withReadableParts(schedule.permanent);
  const isMadeInVain = schedule.steps.some((step) => step.do === "429 after create");
  if (!isMadeInVain || permanent.duplicates === "refuse") return { ...schedule, permanent };
  const { late: _, ...listing } = permanent.listing;
  return { ...schedule, steps: schedule.steps.map(withoutDenial), permanent: { ...permanent, listing } };
}

function withReadableParts(permanent: PermanentFaults): PermanentFaults {
  const { listTracking: _, ...dialect } = permanent.dialect;
  return dialect.ordersPerCreate ? { ...permanent, dialect, unreadable: null } : permanent;
}

function withoutDenial(step: TimedStep): TimedStep {
  if (step.do === "429 after create") return { ...step, denied: 0 };
  if (step.do !== "print service" || !DENIALS.includes(step.fault.effect)) return step;
  if (step.fault.endpoint !== "detail" && step.fault.endpoint !== "any") return step;
  return { ...step, fault: { ...step.fault, effect: "server_error" } };
}
