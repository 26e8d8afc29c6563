import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COPY } from "../components/privacy/privacy-copy.ts";
import { PrivacyView } from "../components/privacy/privacy-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { readOpenRequests } from "../privacy/data-requests/list.ts";
import { retentionPeriods } from "../privacy/prune.ts";

/** What the app does with customers' data, by the settings of this installation. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  return {
    periods: retentionPeriods(core.env.retentionDays),
    printService: new URL(core.env.printService.url).host,
    openRequests: await readOpenRequests(ctx, shop.id),
  };
}

export const meta = () => [{ title: COPY.title }];

export default function Privacy() {
  return <PrivacyView {...useLoaderData<typeof loader>()} />;
}
