import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COPY } from "../components/reports/copy.ts";
import { ReportsView } from "../components/reports/reports-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { MEDIAN_ORDERS } from "../orders/pages/list/stages.ts";
import { readReportQuery, requestedPeriod } from "../reports/period.ts";
import { readReport } from "../reports/report.ts";

export const meta: MetaFunction = () => [{ title: COPY.title }];

/** What the shop's orders of a period earned: `?period=30`, `?period=2026-11`, or `?from=…&to=…`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const params = new URL(request.url).searchParams;
  const period = requestedPeriod(ctx.clock.now(), shop.timezone, params);
  const query = readReportQuery(params);
  const report = period.problem ? null : await readReport(ctx, shop, period, query);
  return { period, query, report, medianOrders: MEDIAN_ORDERS };
}

export default function Reports() {
  return <ReportsView {...useLoaderData<typeof loader>()} />;
}
