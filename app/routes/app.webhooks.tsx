import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/webhooks/copy.ts";
import { WebhooksView } from "../components/webhooks/webhooks-view.tsx";
import { readWebhookAddresses } from "../print-accounts/webhooks/webhook-status.ts";
import { readUnmatched } from "../print-accounts/webhooks/unmatched-events.ts";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** The part of the page that is known here; the page loads the webhooks at the print service once it is shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const query = new URL(request.url).searchParams;
  const [addresses, unmatched] = await Promise.all([
    readWebhookAddresses(shopActionsContext(core), shop),
    readUnmatched(ctx, shop, { after: query.get("after"), before: query.get("before") }),
  ]);
  return { addresses, unmatched };
}

export const shouldRevalidate = revalidateUnlessFailed;

export const meta = () => [{ title: COPY.title }];

export default function Webhooks() {
  const { addresses, unmatched } = useLoaderData<typeof loader>();
  return <WebhooksView addresses={addresses} unmatched={unmatched} />;
}
