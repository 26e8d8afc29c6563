import type { Clause } from "./clauses/clause.ts";
import { ENDPOINT_CLAUSES } from "./clauses/endpoints.ts";
import { EVENT_CLAUSES } from "./clauses/events.ts";
import { ORDER_CLAUSES } from "./clauses/orders.ts";
import { RESPONSE_CLAUSES } from "./clauses/responses.ts";

export type { Clause } from "./clauses/clause.ts";

/** Every demand of the print service's interface (docs/print-service.openapi.yaml): each row of a table, each sentence with a duty, each place left open. */
export const CLAUSES: Clause[] = [...ENDPOINT_CLAUSES, ...RESPONSE_CLAUSES, ...ORDER_CLAUSES, ...EVENT_CLAUSES];

/** The clauses in which that side has a duty. */
export const clausesOf = (side: "client" | "service"): Clause[] =>
  CLAUSES.filter(({ by }) => by === side || by === "both");
