import { redirect } from "@remix-run/node";

/** The SDK redirects visits from outside Shopify's admin here. There is no login: the start page links to the admin. */
export function loader() {
  throw redirect("/");
}
