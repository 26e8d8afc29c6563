import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";

/** Why the print service told nothing that counts. */
export type ProviderFailure = "account_rejected" | "unavailable" | "date_filter_ignored";

/** What the service answers, or in which way it does not. @throws what is no fault of the service */
export async function tryProvider<T>(call: () => Promise<T>): Promise<{ value: T } | { failed: ProviderFailure }> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { failed: error instanceof UnauthorizedError ? "account_rejected" : "unavailable" };
  }
}
