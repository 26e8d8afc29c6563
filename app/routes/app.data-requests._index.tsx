import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/privacy/data-requests-copy.ts";
import { DataRequestsView } from "../components/privacy/data-requests-view.tsx";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { dataRequestIdSchema } from "../ports/ids.ts";
import { readDataRequests } from "../privacy/data-requests/list.ts";
import { markSent } from "../privacy/data-requests/record.ts";

/** The customers' data requests: `?after=<id>` is the next page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const after = new URL(request.url).searchParams.get("after");
  const page = await readDataRequests(ctx, shop.id, after);
  const orders = page.rows.flatMap((row) => row.orders);
  await logAccess({ view: "data_requests", orderGids: orders.map(({ number }) => gidOf("Order", number)) });
  return { now: ctx.clock.now().toISOString(), after, page };
}

const bodySchema = z.strictObject({ action: z.literal("mark_sent"), id: dataRequestIdSchema });

/** `POST {action: "mark_sent", id}` */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, noteAction } = await requireShop(request);
  const { id } = await readJson(request, bodySchema);
  const outcome = await markSent(ctx, { shopId: shop.id, id, userId }, noteAction);
  return json({ outcome });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.title }];

export default function DataRequests() {
  return <DataRequestsView {...useLoaderData<typeof loader>()} />;
}
