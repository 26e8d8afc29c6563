import { json, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure } from "../components/common/request-failed.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { pauseSending, resumeSending } from "../settings-page/sending-pause.ts";

const bodySchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("pause"), until: z.string().max(40).nullable() }),
  z.object({ action: z.literal("resume") }),
]);

/** `POST {action, …}`: pauses the sending of the shop's orders, until a time of the shop's clock or until it is resumed. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const result =
    body.action === "pause"
      ? await pauseSending(ctx, shop.id, body.until, noteAction)
      : await resumeSending(ctx, shop.id, noteAction);
  return json(result, result.outcome === "saved" ? 200 : 422);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
