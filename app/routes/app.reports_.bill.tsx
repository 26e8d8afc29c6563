import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BILL } from "../components/reports/bill-copy.ts";
import { BillView } from "../components/reports/bill-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { dayOf } from "../settings/wall-time.ts";
import { readSettings } from "../settings/settings.ts";

export const meta: MetaFunction = () => [{ title: BILL.title }];

/** Where a bill of the print service is compared with what was sent. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const today = dayOf(ctx.clock.now(), shop.timezone);
  return { currency: readSettings(shop.settings).serviceCurrency, today };
}

export default function CheckBill() {
  return <BillView {...useLoaderData<typeof loader>()} />;
}
