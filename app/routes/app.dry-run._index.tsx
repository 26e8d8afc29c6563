import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/dry-run/copy.ts";
import { DryRunView } from "../components/dry-run/dry-run-view.tsx";
import { closeDryRunOffer, readDryRun, readDryRunOrders } from "../dry-run/read-dry-run.ts";
import { readOrdersQuery } from "../dry-run/orders-query.ts";
import { cancelDryRun, startDryRun } from "../dry-run/dry-run.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { dryRunIdSchema } from "../ports/ids.ts";

/** The newest dry run, and its orders: `?outcome=…&reason=…`, `?after=<position>` is the next page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const run = await readDryRun(ctx, shop.id);
  const query = readOrdersQuery(new URL(request.url).searchParams);
  const orders = run ? await readDryRunOrders(ctx, run.id, query) : { rows: [], next: null };
  const { printAccount } = shop;
  const account = !printAccount ? "not_connected" : printAccount.refusedAt ? "account_rejected" : "connected";
  return { account, run, orders } as const;
}

const bodySchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("start") }),
  z.strictObject({ action: z.literal("cancel"), id: dryRunIdSchema }),
  z.strictObject({ action: z.literal("close_offer") }),
]);

/** `POST {action: "start"}`, `POST {action: "cancel", id}`, `POST {action: "close_offer"}` */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  if (body.action === "close_offer") {
    await closeDryRunOffer(ctx, shop.id);
    return json({ outcome: "closed" } as const);
  }
  const outcome =
    body.action === "start" ? await startDryRun(ctx, shop) : await cancelDryRun(ctx, { shopId: shop.id, id: body.id });
  return json({ outcome });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.title }];

export default function DryRun() {
  return <DryRunView {...useLoaderData<typeof loader>()} />;
}
