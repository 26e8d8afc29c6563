import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";

/** Why the print service told nothing that counts. */
export type ProviderFailure = "account_rejected" | "unavailable" | "date_filter_ignored";

export type ProviderAnswer<T> = { outcome: "answered"; value: T } | { outcome: "failed"; failure: ProviderFailure };

/** What the service answers, or in which way it does not. @throws what is no fault of the service */
export async function tryProvider<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { outcome: "answered", value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "failed", failure: error instanceof UnauthorizedError ? "account_rejected" : "unavailable" };
  }
}
