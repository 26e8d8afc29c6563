import { ForeignError, Unauthorized } from "../../ports/errors.ts";

/** Why the print service told nothing that counts. */
export type Silence = "account_refused" | "unavailable" | "range_not_heeded";

/** What the service answers, or in which way it does not. @throws what is no fault of the service */
export async function ask<T>(question: () => Promise<T>): Promise<{ answer: T } | { failed: Silence }> {
  try {
    return { answer: await question() };
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return { failed: error instanceof Unauthorized ? "account_refused" : "unavailable" };
  }
}
