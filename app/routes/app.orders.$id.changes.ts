import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { atMost } from "../common/clean-text.ts";
import { catchFailure, loadOr } from "../components/common/request-failed.ts";
import type { LoadedChange } from "../components/order-details/change-dialog.tsx";
import { previewChange, saveChange } from "../orders/changes/change-order.ts";
import { readChangeForm } from "../orders/changes/change-form.ts";
import { keepChange, withdrawChange } from "../orders/changes/settle-change.ts";
import { writeAddress } from "../orders/changes/write-address.ts";
import { changedValuesSchema, REASON_MAX } from "../orders/core/order-change.ts";
import { COUNTRIES } from "../quotes/quote.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireOrder, requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { orderChangeIdSchema, orderLineIdSchema } from "../ports/ids.ts";

/** What staff can change of the order, read from Shopify. The dialog loads it when it opens. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const shopifyGid = gidOf("Order", params["id"]);
  const form = requireOrder(await readChangeForm(ctx, shop, shopifyGid));
  await logAccess({ view: "order_change", orderGids: [shopifyGid] });
  return { form, countries: COUNTRIES };
}

const change = {
  lineId: orderLineIdSchema.nullable(),
  values: changedValuesSchema,
  reason: z.string().superRefine(atMost(REASON_MAX)),
  saveAddress: z.boolean(),
};
const bodySchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("preview"), ...change }),
  // Pages from before an update don't send what they approve.
  z.object({ intent: z.literal("save"), ...change, approves: z.boolean().default(false), token: z.string() }),
  z.object({
    intent: z.literal("keep"),
    lineId: orderLineIdSchema.nullable(),
    changeId: orderChangeIdSchema,
    seen: z.string(),
  }),
  z.object({ intent: z.literal("withdraw"), changeId: orderChangeIdSchema }),
]);

const STATUS: Readonly<Record<string, number>> = { not_found: 404, invalid_state: 409, unreadable: 503 };

/** Previews or saves a change, keeps an outdated one, or withdraws it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName, logAccess } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const shopifyGid = gidOf("Order", params["id"]);
  const answer = async () => {
    switch (body.intent) {
      case "preview":
        return previewChange(ctx, shop, { ...body, approves: false, shopifyGid, userId });
      case "save": {
        const saved = await saveChange(ctx, shop, { ...body, shopifyGid, userId });
        // The change is committed: what becomes of the address in Shopify shows on the order.
        if (saved.result === "saved" && saved.writesAddress) await writeAddress(ctx, saved.changeId, userId);
        return saved;
      }
      case "keep":
        return { result: await keepChange(ctx, shop, { ...body, shopifyGid, userId }) };
      case "withdraw":
        return { result: await withdrawChange(ctx, { shopId: shop.id, changeId: body.changeId, userId }) };
    }
  };
  const outcome = await answer();
  await logAccess({ view: "order_change", orderGids: [shopifyGid] });
  if (body.intent !== "preview") requestStaffName();
  return data(outcome, STATUS[outcome.result] ?? 200);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const clientLoader = loadOr<LoadedChange>(() => ({ form: { status: "unreadable" }, countries: [] }));

/** The dialog reloads what can be changed: the page's auto-refresh must not call Shopify every time. */
export const shouldRevalidate = () => false;
