import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { ACCESS_TOKEN, connectAccount } from "../settings-page/account.ts";
import { disconnectPrintAccount } from "../print-accounts/print-accounts.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

const login = z.union([
  z.object({ email: z.email().max(254), password: z.string().min(1).max(1000) }),
  z.object({ accessToken: z.string().trim().regex(ACCESS_TOKEN) }),
]);

/**
 * `POST {email, password}` or `{accessToken}` connects the shop's print account and registers its webhooks; `DELETE` disconnects it. Where
 * orders were sent through another version of the interface, both lists are compared first, and staff decides on the Account page.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop, noteAction } = await requireShop(request);
  if (request.method === "DELETE") {
    await disconnectPrintAccount(ctx, shop.domain, noteAction);
    return json({ connected: false });
  }
  const connected = await connectAccount(shopActionsContext(core), shop, await readJson(request, login), {
    note: noteAction,
  });
  switch (connected.outcome) {
    case "connected":
      return json({ connected: true, registered: connected.registered, version: connected.version });
    case "comparing":
      return json({ connected: false, comparing: true, version: connected.version }, 202);
    case "rejected":
      return json({ message: "The print service rejected this login." }, 422);
    case "other_version":
      return json(
        { message: `The print service is reached through ${connected.version}, which takes another login.` },
        422,
      );
    case "misconfigured":
      return json({ message: `Inkbridge isn't set up for this print service. Check ${connected.setting}.` }, 422);
    case "unreadable":
      return json({ message: "Orders at the print service can't be read right now. Try again in a moment." }, 503);
    case "unavailable":
      return json({ message: "The print service isn't responding. Try again in a moment." }, 503);
  }
}
