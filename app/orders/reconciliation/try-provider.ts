import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";

export type ProviderFailure = "account_rejected" | "unavailable" | "date_filter_ignored";

export type ProviderAnswer<T> = { outcome: "answered"; value: T } | { outcome: "failed"; failure: ProviderFailure };

/** @throws errors of our own */
export async function tryProvider<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { outcome: "answered", value: await call() };
  } catch (error) {
    const failure = providerFailure(error);
    if (!failure) throw error;
    return { outcome: "failed", failure };
  }
}

/** null: an error of our own. */
export function providerFailure(error: unknown): "account_rejected" | "unavailable" | null {
  if (!(error instanceof RemoteError)) return null;
  return error instanceof UnauthorizedError ? "account_rejected" : "unavailable";
}
