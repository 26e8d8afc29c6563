import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/reconciliation/copy.ts";
import { ReconciliationView } from "../components/reconciliation/reconciliation-view.tsx";
import { requestedRange } from "../settings/date-range.ts";
import { BUCKET_OF, type MismatchReason } from "../orders/reconciliation/buckets.ts";
import { rangeProblem } from "../settings/date-range.ts";
import { MAX_REPAIRS, repairRows } from "../orders/reconciliation/repair.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { submissionIdSchema } from "../ports/ids.ts";

export const meta: MetaFunction = () => [{ title: COPY.title }];

/** The days; the page loads the comparison once it is shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  return { ...requestedRange(ctx.clock.now(), shop.timezone, new URL(request.url).searchParams), atOnce: MAX_REPAIRS };
}

// Today is not known here; a day in the future only makes the comparison empty.
const range = z
  .object({ from: z.string(), to: z.string() })
  .refine((given) => rangeProblem(given, "2999-12-31") === null, "no range of days");
const submissionId = submissionIdSchema;
const bodySchema = z.discriminatedUnion("repair", [
  z.object({ repair: z.literal("look_up"), submissionId }),
  z.object({ repair: z.literal("add_order"), reference: z.string().min(1).max(64), range }),
  z.object({ repair: z.literal("refresh"), submissionIds: z.array(submissionId).min(1).max(MAX_REPAIRS), range }),
  z.object({
    repair: z.literal("dismiss"),
    submissionId,
    why: z.enum(Object.keys(BUCKET_OF) as [MismatchReason, ...MismatchReason[]]),
    serviceOrderId: z.string().max(255).nullable(),
  }),
]);

/** Repairs rows. The page then compares again. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  const repair = await readJson(request, bodySchema);
  const results = await repairRows(ctx, shop, { ...repair, userId });
  requestStaffName();
  return { repair: repair.repair, results };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;

export default function ReconciliationRoute() {
  return <ReconciliationView {...useLoaderData<typeof loader>()} />;
}
