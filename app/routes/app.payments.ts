import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure } from "../components/common/request-failed.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { BULK_LIMIT } from "../orders/actions/bulk-actions.ts";
import { readAmountsDue } from "../orders/provider-writes/read-payments.ts";
import { retryPayments } from "../orders/provider-writes/request-write.ts";
import { orderIdSchema } from "../ports/ids.ts";

const orderIds = z.array(orderIdSchema).max(BULK_LIMIT);

/** `GET ?orders=<id>,<id>`: what these orders cost at the print service, as far as that is known before they are paid for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const asked = orderIds.safeParse(new URL(request.url).searchParams.get("orders")?.split(","));
  if (!asked.success) throw json({ message: "No such orders." }, 400);
  return json(await readAmountsDue(ctx, shop.id, asked.data));
}

const bodySchema = z.object({ action: z.literal("retry") });

/** `POST {action: "retry"}`: payments that wait for the account's balance are tried again now. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  await readJson(request, bodySchema);
  if (shop.printAccountId) await retryPayments(ctx, shop.printAccountId, (tx) => noteAction(tx, "payments_retried"));
  return json({ outcome: "retried" as const });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
