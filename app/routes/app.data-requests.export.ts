import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { fileResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { dataRequestIdSchema } from "../ports/ids.ts";
import { EXPORT_FORMATS, exportDataRequest } from "../privacy/data-requests/export.ts";
import { parseShopifyWebhook } from "../shopify/webhook-topics.ts";

const querySchema = z.object({ id: dataRequestIdSchema, format: z.enum(EXPORT_FORMATS) });
const TYPES = { html: "text/html", json: "application/json" } as const;

/** `GET ?id=<data request>&format=html`: the file for the customer. 404 for a request of another shop. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) throw new Response("Which request, in which format?", { status: 400 });
  const { id, format } = query.data;
  const file = await exportDataRequest({ ...ctx, parseShopifyWebhook }, { shopId: shop.id, id }, format);
  if (!file) throw new Response("This shop has no such request.", { status: 404 });
  await logAccess({ view: "data_export", orderGids: file.orderGids });
  return fileResponse(file.fileName, `${TYPES[format]}; charset=utf-8`, file.parts);
}
