import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { orFailed, unlessFailed } from "../components/common/request-failed.ts";
import { DeliveriesView } from "../components/failed-webhooks/failed-webhooks-view.tsx";
import { MOST_AT_ONCE, putAway, readAgain } from "../failed-webhooks/actions.ts";
import { readStuck } from "../failed-webhooks/list.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

/** What came and could not be read: `?after=<id>` leads on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const after = new URL(request.url).searchParams.get("after");
  return { now: ctx.clock.now().toISOString(), after, stuck: await readStuck(ctx, shop, after) };
}

const wanted = z.strictObject({
  act: z.enum(["read_again", "put_away"]),
  ids: z.array(z.uuid()).min(1).max(MOST_AT_ONCE),
});

/** `POST {act, ids}` */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const { act, ids } = await readJson(request, wanted);
  const acted = act === "read_again" ? await readAgain(ctx, shop, ids) : await putAway(ctx, shop, ids);
  return json({ outcome: "acted" as const, act, ...acted });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => orFailed(serverAction);
export const shouldRevalidate = unlessFailed;
export const meta = () => [{ title: "Unread messages" }];

export default function Deliveries() {
  return <DeliveriesView {...useLoaderData<typeof loader>()} />;
}
