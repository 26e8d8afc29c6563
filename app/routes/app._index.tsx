import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomeView } from "../components/home-view.tsx";
import { theServices } from "../services.server.ts";
import { authenticate } from "../shopify.server.ts";
import { readHome } from "../shops/home.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const home = await readHome(theServices().core.ctx, session.shop);
  // Signed in without an installation: an uninstallation is on its way, or came between.
  if (!home) throw new Response("Inkbridge is not installed in this shop.", { status: 404 });
  return home;
}

export default function Home() {
  return <HomeView home={useLoaderData<typeof loader>()} />;
}
