import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LedgerView } from "../components/reconciliation/reconciliation-view.tsx";
import { askedRange } from "../orders/reconciliation/requested-range.ts";
import { BUCKET_OF, type Why } from "../orders/reconciliation/buckets.ts";
import { ledgerShop } from "../orders/reconciliation/reconciliation-shop.ts";
import { problemOf } from "../orders/reconciliation/date-range.ts";
import { REPAIRS_AT_ONCE, repairRows } from "../orders/reconciliation/repair.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

export const meta: MetaFunction = () => [{ title: "Ledger · Inkbridge" }];

/** Which days; the comparison itself is asked for once the page is there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop: row } = await whoseShop(request);
  const shop = await ledgerShop(ctx, row);
  return { ...askedRange(ctx, shop, new URL(request.url).searchParams), atOnce: REPAIRS_AT_ONCE };
}

// A day at the far end of a calendar is sound enough: it only says where to look.
const range = z
  .object({ from: z.string(), to: z.string() })
  .refine((given) => problemOf(given, "2999-12-31") === null, "no range of days");
const submissionId = z.uuid();
const wanted = z.discriminatedUnion("repair", [
  z.object({ repair: z.literal("look_up"), submissionId }),
  z.object({ repair: z.literal("take_in"), submissionIds: z.array(submissionId).min(1).max(REPAIRS_AT_ONCE), range }),
  z.object({
    repair: z.literal("note"),
    submissionId,
    why: z.enum(Object.keys(BUCKET_OF) as [Why, ...Why[]]),
    serviceOrderId: z.string().max(255).nullable(),
  }),
]);

/** A repair. The page then compares anew. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const wish = await readJson(request, wanted);
  return { repair: wish.repair, results: await repairRows(ctx, await ledgerShop(ctx, shop), wish) };
}

export default function LedgerRoute() {
  return <LedgerView {...useLoaderData<typeof loader>()} />;
}
