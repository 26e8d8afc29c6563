import { apiKey } from "./channel.ts";

const query = new URLSearchParams(location.search);

/** What the admin put into the frame's address; kept for the session, since navigation inside the app drops it. */
function kept(name: string): string {
  const value = query.get(name) ?? sessionStorage.getItem(`app-bridge ${name}`) ?? "";
  sessionStorage.setItem(`app-bridge ${name}`, value);
  return value;
}

export const config = { apiKey, shop: kept("shop"), host: kept("host"), locale: kept("locale") || "en-US" };
