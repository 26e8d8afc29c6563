import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";

export type ProviderFailure = "account_rejected" | "unavailable" | "date_filter_ignored";

export type ProviderAnswer<T> = { outcome: "answered"; value: T } | { outcome: "failed"; failure: ProviderFailure };

/** @throws errors of our own */
export async function tryProvider<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { outcome: "answered", value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "failed", failure: providerFailure(error) };
  }
}

export const providerFailure = (error: RemoteError): "account_rejected" | "unavailable" =>
  error instanceof UnauthorizedError ? "account_rejected" : "unavailable";
