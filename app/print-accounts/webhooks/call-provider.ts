import type { ConnectionFailure } from "../../ports/transport.ts";
import { RemoteError, RejectedError, UnauthorizedError } from "../../ports/errors.ts";

/** rejected: the service refused the request or the credentials. */
export type ProviderResult<T> =
  | { outcome: "answered"; value: T }
  | { outcome: "failed"; failure: "rejected" | "unavailable"; connectionFailure: ConnectionFailure | undefined };

/** Calls the print service. @throws errors of our own */
export async function callProvider<T>(call: () => Promise<T>): Promise<ProviderResult<T>> {
  try {
    return { outcome: "answered", value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const rejected = error instanceof RejectedError || error instanceof UnauthorizedError;
    return {
      outcome: "failed",
      failure: rejected ? "rejected" : "unavailable",
      connectionFailure: error.connectionFailure,
    };
  }
}
