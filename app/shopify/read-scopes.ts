import type { ReadScopes } from "../ports/scopes.ts";
import { ReadAccessScopes } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";

/** shopify: currentAppInstallation.accessScopes; a scope for writing includes the one for reading, which Shopify lists, too. */
export function createReadScopes(client: AdminClient): ReadScopes {
  return async (shop) => {
    const { currentAppInstallation } = await client.run(shop, ReadAccessScopes, {});
    return currentAppInstallation.accessScopes.map(({ handle }) => handle);
  };
}
