import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { rematchEvents } from "../orders/provider-updates/record-events.ts";
import {
  keepForeignWebhook,
  reregisterWebhooks,
  rotateSecretNow,
  setWebhookActive,
} from "../print-accounts/webhooks/change-webhook.ts";
import { readWebhooksOverview } from "../print-accounts/webhooks/webhook-status.ts";
import { runWebhookSelfTest } from "../print-accounts/webhooks/self-test.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** The webhooks as the print service has them: its answer may take a while. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, shop } = await requireShop(request);
  return { outcome: "read" as const, overview: await readWebhooksOverview(shopActionsContext(core), shop) };
}

const kind = z.enum(["tracking", "order_status"]);

const bodySchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("register"), kind, replacing: z.string().max(2_000).optional() }),
  z.strictObject({ action: z.literal("keep"), kind }),
  z.strictObject({ action: z.literal("switch"), kind, active: z.boolean() }),
  z.strictObject({ action: z.literal("test"), kind }),
  z.strictObject({ action: z.literal("rotate") }),
  z.strictObject({ action: z.literal("rematch") }),
]);

/** `POST {action, …}`: an action on webhooks. The answer names the outcome. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const actionsContext = shopActionsContext(core);
  switch (body.action) {
    case "register": {
      const options = { kinds: [body.kind], replacing: body.replacing };
      const outcome = await reregisterWebhooks(actionsContext, shop, options, noteAction);
      return json({ action: body.action, kind: body.kind, outcome });
    }
    case "keep":
      return json({ ...body, outcome: await keepForeignWebhook(actionsContext, shop, body.kind, noteAction) });
    case "switch":
      return json({ ...body, outcome: await setWebhookActive(actionsContext, shop, body, noteAction) });
    case "test":
      return json({
        action: body.action,
        kind: body.kind,
        ...(await runWebhookSelfTest(actionsContext, shop, body.kind)),
      });
    case "rotate":
      return json({ action: body.action, ...(await rotateSecretNow(actionsContext, shop, noteAction)) });
    case "rematch": {
      // Without an account there is nothing to match: null would mean every account.
      const matched = shop.printAccountId ? await rematchEvents(ctx, shop.printAccountId) : 0;
      return json({ action: body.action, outcome: "rematched" as const, matched });
    }
  }
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => catchFailure(serverLoader);
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);

/** Saved settings change nothing at the print service, so they do not load the webhooks again. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  (change.json as { action?: unknown } | undefined)?.action === "save" ? false : revalidateUnlessFailed(change);
