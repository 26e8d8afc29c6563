import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { wakeHeld } from "../orders/receive/step-order.ts";
import { ForeignError, Rejected, Unauthorized } from "../ports/errors.ts";
import { connectPrintAccount, disconnectPrintAccount } from "../shops/print-accounts.ts";
import { registerEvents } from "../shops/register-events.ts";
import { readJson, whoseShop } from "../whose-shop.server.ts";

const credentials = z.object({ email: z.email().max(254), password: z.string().min(1).max(1000) });

/** `POST {email, password}` connects the shop's print account and registers our addresses there; `DELETE` disconnects it. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop } = await whoseShop(request);
  if (request.method === "DELETE") {
    await disconnectPrintAccount(ctx, shop.domain);
    return json({ connected: false });
  }
  const given = await readJson(request, credentials);
  try {
    const accountId = await connectPrintAccount({ ...ctx, fetchToken: core.fetchPrintToken }, shop.domain, given);
    await wakeHeld(ctx, shop.id, ["no_print_account", "print_account_refused"]);
    await registerEvents(ctx, ctx.printService, accountId, core.env.shopify.appUrl);
    return json({ connected: true });
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    const refused = error instanceof Rejected || error instanceof Unauthorized;
    return refused
      ? json({ message: "The print service does not accept this e-mail and password." }, 422)
      : json({ message: "The print service does not answer right now. Try again in a moment." }, 503);
  }
}
