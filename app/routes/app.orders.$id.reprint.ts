import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure } from "../components/common/request-failed.ts";
import { requestReprint } from "../orders/actions/reprint.ts";
import { REPRINT_REASONS } from "../orders/core/reprints.ts";
import { readReprintPreview, type ReprintAnswer } from "../orders/pages/details/live-snapshot.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { claimIdSchema, orderLineIdSchema } from "../ports/ids.ts";

const lines = z.array(z.object({ lineId: orderLineIdSchema, quantity: z.int().positive() })).min(1);

const bodySchema = z.discriminatedUnion("step", [
  z.object({ step: z.literal("preview"), lines }),
  z.object({
    step: z.literal("send"),
    lines,
    request: z.uuid(),
    reason: z.enum(REPRINT_REASONS),
    preview: z.string(),
    reprintAgain: z.boolean(),
    // Pages from before an update know no claims.
    claim: z.object({ id: claimIdSchema, version: z.int() }).nullable().default(null),
  }),
]);

const STATUS = {
  done: 200,
  not_found: 404,
  invalid_state: 409,
  changed: 409,
  again: 409,
  blocked: 409,
  claim_changed: 409,
  unavailable: 503,
} as const;

/** The dialog for a reprint: shows what would be sent, or has it sent. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName, logAccess } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const shopifyGid = gidOf("Order", params["id"]);
  if (body.step === "preview") {
    const answer = await readReprintPreview(ctx, shop, shopifyGid, body.lines);
    await logAccess({ view: "reprint", orderGids: [shopifyGid] });
    return data<ReprintAnswer>({ step: body.step, ...answer }, STATUS[answer.result]);
  }
  const answer = await requestReprint(ctx, { shopId: shop.id, shopifyGid, userId }, body);
  requestStaffName();
  return data<ReprintAnswer>({ step: body.step, ...answer }, STATUS[answer.result]);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
