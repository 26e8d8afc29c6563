import { idToken } from "./fetch.ts";

/**
 * The SDK's page /auth/session-token holds nothing but this script and says in `shopify-reload` what to load once there
 * is a token. true: this is that page.
 */
export function bounce(): boolean {
  const back = new URLSearchParams(location.search).get("shopify-reload");
  if (!back) return false;
  const target = new URL(back, location.origin);
  if (target.origin !== location.origin) return false;
  void idToken().then((token) => {
    target.searchParams.set("id_token", token);
    location.replace(target);
  });
  return true;
}
