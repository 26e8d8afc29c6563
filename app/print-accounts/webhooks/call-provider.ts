import { RemoteError, RejectedError, UnauthorizedError } from "../../ports/errors.ts";

/** What came of asking the print service. refused: it said no, to the question or to the credentials. */
export type ProviderResult<T> = { value: T } | { failed: "rejected" | "unavailable" };

/** Asks the print service, for a person who waits for the answer. @throws what is not the other side's doing */
export async function callProvider<T>(call: () => Promise<T>): Promise<ProviderResult<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return {
      failed: error instanceof RejectedError || error instanceof UnauthorizedError ? "rejected" : "unavailable",
    };
  }
}
