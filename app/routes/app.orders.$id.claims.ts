import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { atMost } from "../common/clean-text.ts";
import { catchFailure } from "../components/common/request-failed.ts";
import { changeClaim, openClaim, removeClaimPhoto, type ClaimResponse } from "../orders/actions/claims.ts";
import { CLAIM_ANSWERS, CLAIM_KINDS, CLAIM_TEXT_MAX } from "../orders/core/claims.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { claimIdSchema, claimPhotoIdSchema, orderLineIdSchema, submissionIdSchema } from "../ports/ids.ts";

const text = z.string().trim().superRefine(atMost(CLAIM_TEXT_MAX));
const seen = { claimId: claimIdSchema, version: z.int() };

const bodySchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("open"),
    request: z.uuid(),
    submissionId: submissionIdSchema,
    trackingNumber: z.string().nullable(),
    kind: z.enum(CLAIM_KINDS),
    lines: z.array(z.object({ lineId: orderLineIdSchema, quantity: z.int().positive() })).min(1),
    description: text.pipe(z.string().min(1)),
  }),
  z.object({ intent: z.enum(["ask", "close", "reopen"]), ...seen }),
  z.object({ intent: z.literal("answer"), ...seen, answer: z.enum(CLAIM_ANSWERS), answerText: text }),
  z.object({ intent: z.literal("remove_photo"), claimId: claimIdSchema, photoId: claimPhotoIdSchema }),
]);

const STATUS = { done: 200, not_found: 404, invalid_state: 409, changed: 409 } as const;

/** Opens a claim about items of the order, or records what became of one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const staff = { shopId: shop.id, userId };
  const answer = async (): Promise<ClaimResponse> => {
    switch (body.intent) {
      case "open":
        return openClaim(ctx, { ...staff, shopifyGid: gidOf("Order", params["id"]) }, body);
      case "remove_photo":
        return { result: await removeClaimPhoto(ctx, { ...staff, claimId: body.claimId }, body.photoId) };
      case "answer":
        return { result: await changeClaim(ctx, { ...staff, claimId: body.claimId }, { event: "answer", ...body }) };
      default: {
        const change = { event: body.intent, version: body.version };
        return { result: await changeClaim(ctx, { ...staff, claimId: body.claimId }, change) };
      }
    }
  };
  const answered = await answer();
  requestStaffName();
  return data(answered, STATUS[answered.result]);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
