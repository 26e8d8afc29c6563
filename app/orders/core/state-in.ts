import { Prisma, type ParcelState, type ShopifyWriteOutcome } from "../../../prisma/client/client.ts";
import type { SubmissionState } from "./states.ts";

/**
 * `alias."state" IN (…)` in SQL. The values are literals, not parameters, so that the planner can prove a partial index
 * (prisma/migrations) by them; they come from code alone, never from a request.
 */
export function stateIn(alias: string, states: readonly SubmissionState[] | readonly ParcelState[]): Prisma.Sql {
  return Prisma.raw(`"${alias}"."state" IN (${literals(states)})`);
}

/** The same for `alias."outcome"` of writes to Shopify. */
export function outcomeIn(alias: string, outcomes: readonly ShopifyWriteOutcome[]): Prisma.Sql {
  return Prisma.raw(`"${alias}"."outcome" IN (${literals(outcomes)})`);
}

const literals = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");
