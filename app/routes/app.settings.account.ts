import { json, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure } from "../components/common/request-failed.ts";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { overrideHistoryCheck } from "../orders/gap-recovery/backfill.ts";
import { connectAccount, connectPractice, testAccount } from "../settings-page/account.ts";
import { disconnectPrintAccount } from "../print-accounts/print-accounts.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

const bodySchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("connect"), email: z.string().trim(), password: z.string() }),
  z.strictObject({ action: z.literal("use_practice") }),
  z.strictObject({ action: z.literal("test") }),
  z.strictObject({ action: z.literal("disconnect") }),
  z.strictObject({ action: z.literal("override_history_check") }),
]);

const email = z.email().max(254);
const STATUS = { connected: 200, rejected: 422, misconfigured: 422, unreadable: 503, unavailable: 503 } as const;

/** `POST {action, …}`: an action on the shop's print account. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  switch (body.action) {
    case "test":
      return json({ outcome: "tested" as const, test: await testAccount(shopActionsContext(core), shop) });
    case "use_practice":
      await connectPractice(shopActionsContext(core), shop);
      return json({ outcome: "practice" as const });
    case "disconnect":
      await disconnectPrintAccount(ctx, shop.domain);
      return json({ outcome: "disconnected" as const });
    case "override_history_check":
      return json({
        outcome: (await overrideHistoryCheck(ctx, shop.id)) ? ("overridden" as const) : ("already_complete" as const),
      });
    case "connect": {
      if (!email.safeParse(body.email).success || body.password.length > 1000 || body.password === "") {
        return json({ outcome: "incomplete" as const }, 422);
      }
      const connected = await connectAccount(shopActionsContext(core), shop, body);
      return json(connected, STATUS[connected.outcome]);
    }
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
