import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { OUTSIDE } from "../components/common/copy.ts";

/** Shopify opens the app at its root, with the shop and an id token in the address. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has("shop")) throw redirect(`/app${search}`);
  return null;
}

export default function Root() {
  return <p>{OUTSIDE.root}</p>;
}
