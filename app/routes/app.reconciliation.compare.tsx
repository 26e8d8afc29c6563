import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs } from "@remix-run/react";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import {
  beginReconciliation,
  readReconciliation,
  type ReconciliationResult,
} from "../orders/reconciliation/run-reconciliation.ts";
import { requestedRange } from "../settings/date-range.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `GET ?from=YYYY-MM-DD&to=YYYY-MM-DD`: how far the comparison is, or what came of it. */
export async function loader({ request }: LoaderFunctionArgs): Promise<ReconciliationResult> {
  const { ctx, shop, range } = await requireRange(request);
  return readReconciliation(ctx, shop, range);
}

/** `POST ?from=YYYY-MM-DD&to=YYYY-MM-DD`: begins a comparison, unless one of these days is under way. The page does once it is shown. */
export async function action({ request }: ActionFunctionArgs): Promise<ReconciliationResult> {
  const { ctx, shop, range } = await requireRange(request);
  const begun = await beginReconciliation(ctx, shop, range);
  return begun === "begun" ? readReconciliation(ctx, shop, range) : { status: begun };
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => catchFailure(serverLoader);
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;

async function requireRange(request: Request) {
  const { ctx, shop } = await requireShop(request);
  const { range, valid } = requestedRange(ctx.clock.now(), shop.timezone, new URL(request.url).searchParams);
  if (!valid) throw new Response("Invalid date range.", { status: 400 });
  return { ctx, shop, range };
}
