import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { INBOX } from "../components/inbox/copy.ts";
import { storeEntry } from "../components/inbox/store-copy.ts";
import { InboxView } from "../components/inbox/inbox-view.tsx";
import { readStoreProblems } from "../home/store-problems.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { changeSavedViews, savedViewIntents } from "../http/saved-views.server.ts";
import { BULK_LIMIT, bulkRequestSchema, runBulkAction } from "../orders/actions/bulk-actions.ts";
import { assignOrders, endSnooze, snoozeOrders, type TriageResult } from "../orders/actions/triage.ts";
import { countResendable, listResendable } from "../orders/core/resendable.ts";
import { readInbox } from "../orders/pages/inbox/inbox.ts";
import { readInboxQuery, SNOOZE_REASONS, writeInboxQuery } from "../orders/pages/inbox/inbox-query.ts";
import { DAY_MS, HOUR_MS } from "../ports/clock.ts";
import { attentionIdSchema, orderIdSchema } from "../ports/ids.ts";
import { readSettings } from "../settings/settings.ts";
import { dayOf, wallTime } from "../settings/wall-time.ts";
import { listViews, VIEW_LIMIT } from "../shops/saved-views.ts";
import { listStaff } from "../shops/staff-names.ts";

export const meta: MetaFunction = () => [{ title: INBOX.title }];

/** No buyer's data: an order's actions are loaded with the order, whose access is logged. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop, userId } = await requireShop(request);
  const query = readInboxQuery(new URL(request.url).searchParams);
  const [page, problems, resendable, first, staff, views] = await Promise.all([
    readInbox(ctx, { shopId: shop.id, userId }, query),
    readStoreProblems(ctx, shop.id),
    countResendable(ctx, shop.id),
    listResendable(ctx, shop.id, BULK_LIMIT),
    listStaff(ctx, shop.id),
    listViews(ctx, shop.id, "inbox"),
  ]);
  const { minimumMarginPercent, printServiceEmail } = readSettings(shop.settings);
  return {
    page,
    problems: problems.map((one) => storeEntry(one, shop.timezone, core.env.supportUrl)),
    resendable: { count: resendable, first },
    staff: { me: userId, colleagues: staff.filter((one) => one.userId !== userId) },
    snoozeTimes: snoozeTimes(ctx.clock.now(), shop.timezone),
    views,
    viewLimit: VIEW_LIMIT,
    minimumMargin: minimumMarginPercent,
    printServiceEmail,
  };
}

/** On the shop's clock: in 3 hours, tomorrow at 9 am, and in 7 days at 9 am. */
function snoozeTimes(now: Date, timezone: string) {
  const morning = (days: number) => `${dayOf(new Date(now.getTime() + days * DAY_MS), timezone)}T09:00`;
  return {
    today: wallTime(new Date(now.getTime() + 3 * HOUR_MS), timezone),
    tomorrow: morning(1),
    week: morning(7),
  };
}

const orderIds = z.array(orderIdSchema).min(1).max(BULK_LIMIT);
const MAX_REASONS = 500;

const bodySchema = z.discriminatedUnion("intent", [
  bulkRequestSchema.extend({ intent: z.literal("bulk") }),
  z.object({
    intent: z.literal("assign"),
    orderIds,
    to: z
      .string()
      .regex(/^\d{1,20}$/)
      .nullable(),
  }),
  z.object({
    intent: z.literal("snooze"),
    orders: z
      .array(z.object({ orderId: orderIdSchema, reasonIds: z.array(attentionIdSchema).min(1).max(MAX_REASONS) }))
      .min(1)
      .max(BULK_LIMIT),
    until: z.string().max(40),
    reason: z.enum(SNOOZE_REASONS),
  }),
  z.object({ intent: z.literal("end_snooze"), orderIds }),
  ...savedViewIntents((params) => writeInboxQuery({ ...readInboxQuery(params), after: null })),
]);

/** `POST {intent, …}`: an action on orders, who handles them, a snooze, or a change of the saved views. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const staff = { shopId: shop.id, userId, timezone: shop.timezone };
  const triaged = (result: TriageResult) => {
    requestStaffName();
    return json(result, result.outcome === "saved" ? 200 : 422);
  };
  switch (body.intent) {
    case "bulk": {
      const results = await runBulkAction(ctx, staff, body.action, body);
      requestStaffName();
      return json({ action: body.action, results });
    }
    case "assign":
      return triaged(await assignOrders(ctx, staff, body.orderIds, body.to));
    case "snooze":
      return triaged(await snoozeOrders(ctx, staff, body));
    case "end_snooze":
      return triaged(await endSnooze(ctx, staff, body.orderIds));
    default:
      return changeSavedViews({ ctx, shop, noteAction }, "inbox", body);
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;

export default function Inbox() {
  return <InboxView {...useLoaderData<typeof loader>()} />;
}
