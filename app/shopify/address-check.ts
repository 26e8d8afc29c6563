import { RejectedError } from "../ports/errors.ts";
import type { CheckAddress } from "../ports/installation.ts";
import { ReadShop } from "./admin.generated.ts";
import { ForbiddenError, StoreUnavailableError } from "./answers.ts";
import type { AdminClient, ShopTokens } from "./client.ts";

/**
 * Whether Shopify takes requests from this process's address. shopify: an app's IP allowlist concerns requests to the Admin API,
 * not those for tokens. So a new token that comes although the Admin API forbids every request shows that shop, app and
 * token are good.
 */
export function createAddressCheck(client: AdminClient, tokens: ShopTokens): CheckAddress {
  return async (shop) => {
    try {
      await client.run(shop, ReadShop, {});
      return "accepted";
    } catch (error) {
      // Shopify processed the query.
      if (error instanceof RejectedError) return "accepted";
      if (error instanceof StoreUnavailableError) return error.problem;
      if (!(error instanceof ForbiddenError)) throw error;
    }
    await tokens.renew(shop, await tokens.current(shop));
    return "refused";
  };
}

/** Whether a full URL is of the app's own origin, without credentials that imitate it. */
export function isOwnAddress(address: string, appUrl: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin === new URL(appUrl).origin && url.username === "" && url.password === "";
}
