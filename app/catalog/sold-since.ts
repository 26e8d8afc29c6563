import type { Clock } from "../ports/clock.ts";

const SOLD_DAYS = 30;

/** What was sold since then counts: on Home, and in the list of what is not mapped. */
export const soldSince = ({ clock }: { clock: Clock }): Date =>
  new Date(clock.now().getTime() - SOLD_DAYS * 24 * 60 * 60 * 1000);
