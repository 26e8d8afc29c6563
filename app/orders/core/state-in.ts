import { Prisma, type ParcelState } from "@prisma/client";
import type { SubmissionState } from "./states.ts";

/**
 * `alias."state" IN (…)` in SQL. The states are literals, not parameters, so that the planner can prove a partial index
 * (prisma/migrations) by them; they come from code alone, never from a request.
 */
export function stateIn(alias: string, states: readonly SubmissionState[] | readonly ParcelState[]): Prisma.Sql {
  return Prisma.raw(`"${alias}"."state" IN (${states.map((state) => `'${state}'`).join(", ")})`);
}
