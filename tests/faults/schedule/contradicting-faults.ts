import type { Schedule, TimedStep } from "./plan.ts";

/** The service says in words that it has no such order: to the detail, a no. */
const DENIALS = ["error_body", "body_status", "forbidden"];

/**
 * Nobody can know of an order that the service made, answered in words that it did not process, and then denies when it is
 * asked for it, or shows late: that is two lies about one order, and printed twice is all that comes of it. The schedule has
 * one of them in a seed, never both (docs/fault-run.md).
 */
export function withoutContradictingFaults(schedule: Schedule): Schedule {
  if (!schedule.steps.some((step) => step.do === "429 after create")) return schedule;
  const { late: _, ...listing } = schedule.permanent.listing;
  return { ...schedule, steps: schedule.steps.map(withoutDenial), permanent: { ...schedule.permanent, listing } };
}

function withoutDenial(step: TimedStep): TimedStep {
  if (step.do !== "print service" || !DENIALS.includes(step.fault.effect)) return step;
  if (step.fault.endpoint !== "detail" && step.fault.endpoint !== "any") return step;
  return { ...step, fault: { ...step.fault, effect: "server_error" } };
}
