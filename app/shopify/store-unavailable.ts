import { UnavailableError } from "../ports/errors.ts";
import type { StoreProblem } from "../ports/installation.ts";

/** Shopify answers no app for this store, whatever the token. Nothing was processed. */
export class StoreUnavailableError extends UnavailableError {
  readonly problem: StoreProblem;
  constructor(problem: StoreProblem, httpStatus: number) {
    super("Shopify answers no app for the store", { httpStatus });
    this.name = "UnavailableError";
    this.problem = problem;
  }
}

/**
 * The error for an answer that concerns the store, or null. shopify: 402 frozen, 423 locked. "Unavailable Shop" also comes with 403,
 * which says nothing of the address then.
 */
export function storeUnavailable(httpStatus: number, text: string): StoreUnavailableError | null {
  if (httpStatus === 402) return new StoreUnavailableError("frozen", httpStatus);
  if (httpStatus === 423) return new StoreUnavailableError("locked", httpStatus);
  if (httpStatus === 403 && /unavailable shop/i.test(text))
    return new StoreUnavailableError("shop_unavailable", httpStatus);
  return null;
}

/** The error for GraphQL's codes of a store that is not active, or null. They come with 200 and mean what 402 means. */
export function inactiveStore(codes: readonly string[]): StoreUnavailableError | null {
  const isInactive = codes.includes("SHOP_INACTIVE") || codes.includes("SHOP_PENDING_TERMINATION");
  return isInactive ? new StoreUnavailableError("shop_unavailable", 402) : null;
}
