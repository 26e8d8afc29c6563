import type { ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { catchFailure } from "../components/common/request-failed.ts";
import { diagnosticsContext } from "../composition/shop-context.server.ts";
import { diagnoseShop } from "../diagnostics/shop.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `POST`: runs every check of the shop, with requests to Shopify and the print service; seconds. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop: session } = await requireShop(request);
  const shop = await core.ctx.db.shop.findUniqueOrThrow({ where: { id: session.id } });
  return { outcome: "checked" as const, results: await diagnoseShop(diagnosticsContext(core), shop) };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
