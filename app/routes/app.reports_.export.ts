import type { LoaderFunctionArgs } from "@remix-run/node";
import { tableResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { EXPORT_FORMATS, EXPORTS, exportTable } from "../reports/export.ts";
import { requestedPeriod } from "../reports/period.ts";
import { readSettings } from "../settings/settings.ts";

/** `GET ?of=print_orders|months&format=csv|xlsx&period=…`: a period of the page Reports as a file for the accountant. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const params = new URL(request.url).searchParams;
  const { id, timezone, settings } = shop;
  const { range, problem } = requestedPeriod(ctx.clock.now(), timezone, params);
  const of = EXPORTS.find((one) => one === params.get("of"));
  const format = EXPORT_FORMATS.find((one) => one === params.get("format"));
  if (problem || !of || !format) return new Response("Invalid period, rows, or format.", { status: 400 });
  const table = exportTable(ctx, { id, timezone, settings: readSettings(settings) }, range, of);
  return tableResponse(`${of.replace("_", "-")}-${range.from}-${range.to}`, format, table);
}
