import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COPY } from "../components/privacy/access-log-copy.ts";
import { AccessLogView } from "../components/privacy/access-log-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { readAccessLog, readStaffChoices, readAccessLogQuery } from "../privacy/access-log/access-log.ts";

/** Who opened buyers' data: `?user=…&view=…&order=…`, `?after=<id>` is the next page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = readAccessLogQuery(new URL(request.url).searchParams);
  const [page, staff] = await Promise.all([readAccessLog(ctx, shop.id, query), readStaffChoices(ctx, shop.id)]);
  return { page, staff };
}

export const meta = () => [{ title: COPY.title }];

export default function AccessLog() {
  return <AccessLogView {...useLoaderData<typeof loader>()} />;
}
