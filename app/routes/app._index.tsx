import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { COPY } from "../components/common/copy.ts";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { HomeView } from "../components/home/home-view.tsx";
import { dismissGuide, readHome } from "../home/home.ts";
import { readShopifyLimit } from "../orders/pages/shopify-limit.ts";
import { requireShop } from "../http/require-shop.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const [home, shopifyLimit] = await Promise.all([readHome(ctx, shop.domain), readShopifyLimit(ctx, shop)]);
  // A session without an installation: the shop is being uninstalled.
  if (!home) throw new Response("Inkbridge isn't installed in this store.", { status: 404 });
  return { home, shopifyLimit };
}

/** `POST`: dismisses the setup guide. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const outcome = await dismissGuide(ctx, shop.id);
  return json({ outcome }, outcome === "dismissed" ? 200 : 409);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.home }];

export default function Home() {
  return <HomeView {...useLoaderData<typeof loader>()} />;
}
