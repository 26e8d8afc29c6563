import { ForeignError, Rejected, Unauthorized } from "../../ports/errors.ts";

/** What came of asking the print service. refused: it said no, to the question or to the credentials. */
export type Asked<T> = { value: T } | { failed: "refused" | "unavailable" };

/** Asks the print service, for a person who waits for the answer. @throws what is not the other side's doing */
export async function ask<T>(call: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return { failed: error instanceof Rejected || error instanceof Unauthorized ? "refused" : "unavailable" };
  }
}
