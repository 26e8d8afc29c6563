import { json, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure } from "../components/common/request-failed.ts";
import { notificationsContext } from "../composition/shop-context.server.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { channelChanges, restartChannel, saveChannels, sendTest } from "../notifications/channels.ts";
import { notificationChannelIdSchema } from "../ports/ids.ts";

const bodySchema = z.discriminatedUnion("intent", [
  channelChanges.extend({ intent: z.literal("save") }),
  z.strictObject({ intent: z.enum(["test", "restart"]), id: notificationChannelIdSchema }),
]);

/** `POST {intent, …}`: saves who is told outside the app, sends a test message, or starts messages again that their recipient stopped. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const ctx = notificationsContext(core);
  switch (body.intent) {
    case "save": {
      const { intent: _, ...changes } = body;
      const saved = await saveChannels(ctx, shop.id, changes, noteAction);
      return json(saved, saved.outcome === "saved" ? 200 : 422);
    }
    case "test":
      return json({ outcome: "tested" as const, id: body.id, result: await sendTest(ctx, shop.id, body.id) });
    case "restart":
      await restartChannel(ctx, shop.id, body.id, noteAction);
      return json({ outcome: "restarted" as const });
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
