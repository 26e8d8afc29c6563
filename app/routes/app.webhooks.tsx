import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/webhooks/copy.ts";
import { WebhooksView } from "../components/webhooks/webhooks-view.tsx";
import { readUnmatched } from "../print-accounts/webhooks/unmatched-events.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** The part of the page that is known here; the page loads the webhooks at the print service once it is shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = new URL(request.url).searchParams;
  const unmatched = await readUnmatched(ctx, shop, { after: query.get("after"), before: query.get("before") });
  return { connected: shop.printAccountId !== null, unmatched };
}

export const shouldRevalidate = revalidateUnlessFailed;

export const meta = () => [{ title: COPY.title }];

export default function Webhooks() {
  const { connected, unmatched } = useLoaderData<typeof loader>();
  return <WebhooksView connected={connected} unmatched={unmatched} />;
}
