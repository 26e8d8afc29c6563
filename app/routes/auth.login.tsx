import { redirect } from "@remix-run/node";

/** Where the SDK sends a visit that comes from outside Shopify's admin: nobody signs in here, the start page says where to go. */
export function loader() {
  throw redirect("/");
}
