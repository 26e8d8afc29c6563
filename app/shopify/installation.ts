import { RemoteError, RejectedError } from "../ports/errors.ts";
import type { CheckInstallation, InstallationStatus, ReadScopes, CheckAddress } from "../ports/shopify.ts";
import { ReadShop, ReadAccessScopes } from "./admin.generated.ts";
import type { AdminClient, ShopTokens } from "./client.ts";
import { UnusableTokenError } from "./tokens.ts";
import { ForbiddenError, StoreUnavailableError } from "./answers.ts";

/*
 * What Shopify's answers say about the installation. Access is removed and data erased on no other evidence.
 *
 * | Admin API                                   | token endpoint (refresh)                            | the app is       |
 * | ------------------------------------------- | --------------------------------------------------- | ---------------- |
 * | data, or errors about the question          | –                                                   | installed        |
 * | 401: the token is revoked, or has expired   | a new token, which the Admin API takes              | installed        |
 * |                                             | the refresh token is refused (`REFUSED`)            | uninstalled      |
 * |                                             | any other refusal: our own credentials may be wrong | not clear        |
 * |                                             | a new token, which the Admin API refuses            | not clear        |
 * | 402 frozen, 403 forbidden, 404 closed or no | a new token                                         | installed        |
 * | shop, 423 locked: nothing about the token   | the refresh token is refused                        | uninstalled      |
 * |                                             | 402, 403, 404, 423                                  | shop unavailable |
 * | 429, 5xx, another answer, none              | –, or the same                                      | not clear        |
 * | no token, or none that could be renewed     | –                                                   | no token         |
 *
 * shopify: an app that is uninstalled loses all its tokens at once. A refused refresh token may also be an old one (a restored
 * database): an erasure asks a second time (app/privacy).
 */

/** Shopify answers for the shop, not for the token. */
const SHOP_UNAVAILABLE = [402, 403, 404, 423];

export function createInstallationCheck(client: AdminClient, tokens: ShopTokens): CheckInstallation {
  return async (shop) => {
    const status = await statusOf(() => client.run(shop, ReadShop, {}));
    if (status !== "shop_unavailable") return status;
    return statusOf(async () => tokens.renew(shop, await tokens.current(shop)));
  };
}

async function statusOf(ask: () => Promise<unknown>): Promise<InstallationStatus> {
  try {
    await ask();
    return "installed";
  } catch (error) {
    const status = statusFromError(error);
    if (status === null) throw error;
    return status;
  }
}

function statusFromError(error: unknown): InstallationStatus | null {
  if (error instanceof UnusableTokenError) return error.reason === "rejected" ? "uninstalled" : "no_token";
  // Shopify processed the query: the token is valid.
  if (error instanceof RejectedError) return "installed";
  if (error instanceof RemoteError && SHOP_UNAVAILABLE.includes(error.httpStatus ?? 0)) return "shop_unavailable";
  return null;
}

/** shopify: currentAppInstallation.accessScopes; a scope for writing includes the one for reading, which Shopify lists, too. */
export function createReadScopes(client: AdminClient): ReadScopes {
  return async (shop) => {
    const { currentAppInstallation } = await client.run(shop, ReadAccessScopes, {});
    return currentAppInstallation.accessScopes.map(({ handle }) => handle);
  };
}

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
