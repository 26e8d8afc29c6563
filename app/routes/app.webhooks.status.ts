import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { z } from "zod";
import { orFailed, unlessFailed } from "../components/common/request-failed.ts";
import { shopActs } from "../composition/shop-context.server.ts";
import { rematchEvents } from "../orders/provider-updates/rematch-events.ts";
import { keepOtherAddress, registerAgain, rotateKey, switchRegistration } from "../print-accounts/webhooks/change-webhook.ts";
import { readStanding } from "../print-accounts/webhooks/webhook-status.ts";
import { sendTestEvent } from "../print-accounts/webhooks/self-test.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

/** How our addresses stand at the print service: it is asked, so this may take a while. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, shop } = await whoseShop(request);
  return { outcome: "read" as const, standing: await readStanding(shopActs(core), shop) };
}

const kind = z.enum(["tracking", "order_status"]);

const wanted = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("register"), kind, replacing: z.string().max(2_000).optional() }),
  z.strictObject({ act: z.literal("keep"), kind }),
  z.strictObject({ act: z.literal("switch"), kind, active: z.boolean() }),
  z.strictObject({ act: z.literal("test"), kind }),
  z.strictObject({ act: z.literal("rotate") }),
  z.strictObject({ act: z.literal("rematch") }),
]);

/** `POST {act, …}`: what a person may do with the registrations. The outcome is in the answer's words. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop } = await whoseShop(request);
  const asked = await readJson(request, wanted);
  const acts = shopActs(core);
  switch (asked.act) {
    case "register": {
      const outcome = await registerAgain(acts, shop, { kinds: [asked.kind], replacing: asked.replacing });
      return json({ act: asked.act, kind: asked.kind, outcome });
    }
    case "keep":
      return json({ ...asked, outcome: await keepOtherAddress(acts, shop, asked.kind) });
    case "switch":
      return json({ ...asked, outcome: await switchRegistration(acts, shop, asked) });
    case "test":
      return json({ act: asked.act, kind: asked.kind, ...(await sendTestEvent(acts, shop, asked.kind)) });
    case "rotate":
      return json({ act: asked.act, ...(await rotateKey(acts, shop)) });
    case "rematch": {
      // Without an account there is nothing to match; of all accounts is not this shop's business.
      const matched = shop.printAccountId ? await rematchEvents(ctx, shop.printAccountId) : 0;
      return json({ act: asked.act, outcome: "rematched" as const, matched });
    }
  }
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => orFailed(serverLoader);
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => orFailed(serverAction);

/** Saved settings change nothing at the print service: it is asked again only after something was done there. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formAction === "/app/settings" ? false : unlessFailed(change);
