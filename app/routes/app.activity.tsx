import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ACTIVITY, activityText } from "../components/inbox/activity-copy.ts";
import { ActivityView } from "../components/inbox/activity-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { readActivity } from "../orders/pages/activity/activity.ts";
import { readActivityQuery } from "../orders/pages/activity/activity-query.ts";
import { listStaff } from "../shops/staff-names.ts";

export const meta: MetaFunction = () => [{ title: ACTIVITY.title }];

/** Who did what in the shop: `?user=…&area=…`, `?after=<cursor>` is the next page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = readActivityQuery(new URL(request.url).searchParams);
  const [page, staff] = await Promise.all([readActivity(ctx, shop.id, query), listStaff(ctx, shop.id)]);
  const rows = page.rows.map((row) => ({ ...row, text: activityText(row, shop.timezone) }));
  return { page: { ...page, rows }, staff };
}

export default function Activity() {
  return <ActivityView {...useLoaderData<typeof loader>()} />;
}
