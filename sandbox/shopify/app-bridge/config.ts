import { apiKey } from "./channel.ts";

const query = new URLSearchParams(location.search);

/** What the admin put into the frame's address; kept for the session, since navigation inside the app drops it. */
function storedParam(name: string): string {
  const value = query.get(name) ?? sessionStorage.getItem(`app-bridge ${name}`) ?? "";
  sessionStorage.setItem(`app-bridge ${name}`, value);
  return value;
}

export const config = {
  apiKey,
  shop: storedParam("shop"),
  host: storedParam("host"),
  locale: storedParam("locale") || "en-US",
};
