import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/failed-webhooks/copy.ts";
import { FailedWebhooksView } from "../components/failed-webhooks/failed-webhooks-view.tsx";
import { MAX_AT_ONCE, dismiss, replay, listFailed } from "../failed-webhooks/failed-webhooks.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { webhookDeliveryIdSchema } from "../ports/ids.ts";

/** The failed webhooks: `?after=<id>` is the next page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const after = new URL(request.url).searchParams.get("after");
  return { now: ctx.clock.now().toISOString(), after, page: await listFailed(ctx, shop, after) };
}

const bodySchema = z.strictObject({
  action: z.enum(["replay", "dismiss"]),
  ids: z.array(webhookDeliveryIdSchema).min(1).max(MAX_AT_ONCE),
});

/** `POST {action, ids}`: retries or dismisses webhooks. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const { action, ids } = await readJson(request, bodySchema);
  const result = await (action === "replay" ? replay : dismiss)(ctx, shop, ids, noteAction);
  return json({ outcome: "done" as const, action, ...result });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.title }];

export default function FailedWebhooks() {
  return <FailedWebhooksView {...useLoaderData<typeof loader>()} />;
}
