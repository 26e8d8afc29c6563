import { json, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { orFailed } from "../components/common/request-failed.ts";
import { shopActs } from "../composition/shop-context.server.ts";
import { trustPast } from "../orders/gap-recovery/sync-gap.ts";
import { connectAccount } from "../settings/edit/connect-account.ts";
import { disconnectPrintAccount } from "../print-accounts/print-accounts.ts";
import { testAccount } from "../settings/edit/test-account.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

const wanted = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("connect"), email: z.string().trim(), password: z.string() }),
  z.strictObject({ act: z.literal("test") }),
  z.strictObject({ act: z.literal("disconnect") }),
  z.strictObject({ act: z.literal("trust_past") }),
]);

const email = z.email().max(254);
const STATUS = { connected: 200, refused: 422, misconfigured: 422, unreadable: 503, unavailable: 503 } as const;

/** `POST {act, …}`: what a person may do with the shop's print account. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop } = await whoseShop(request);
  const asked = await readJson(request, wanted);
  switch (asked.act) {
    case "test":
      return json({ outcome: "tested" as const, test: await testAccount(shopActs(core), shop) });
    case "disconnect":
      await disconnectPrintAccount(ctx, shop.domain);
      return json({ outcome: "disconnected" as const });
    case "trust_past":
      return json({ outcome: (await trustPast(ctx, shop.id)) ? ("trusted" as const) : ("known" as const) });
    case "connect": {
      if (!email.safeParse(asked.email).success || asked.password.length > 1000 || asked.password === "") {
        return json({ outcome: "incomplete" as const }, 422);
      }
      const connected = await connectAccount(shopActs(core), shop, asked);
      return json(connected, STATUS[connected.outcome]);
    }
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => orFailed(serverAction);
