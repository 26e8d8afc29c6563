import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { mayShip, reconcileCarrierService, viewCarrierService } from "../checkout-rates/carrier-service.ts";
import { readRateFigures } from "../checkout-rates/rate-counts.ts";
import { listTriedVariants, rateRequestOf } from "../checkout-rates/try-rates.ts";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/settings/copy.ts";
import { RatesPage } from "../components/settings/rates-page.tsx";
import { carrierServiceContext, shopActionsContext } from "../composition/shop-context.server.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import { capabilitiesOf } from "../orders/core/shop-row.ts";
import { COUNTRIES } from "../quotes/quote.ts";
import { parseDraft, saveDraft, settingsSave, viewSettings } from "../settings-page/settings-draft.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  await core.checkoutRates.flush();
  const [settings, carrier, figures, products] = await Promise.all([
    viewSettings(ctx, shop.id, "rates"),
    viewCarrierService(ctx, shop.id),
    readRateFigures(ctx, shop.id),
    listTriedVariants(ctx, shop.id),
  ]);
  const hasServices = capabilitiesOf(shop)?.shippingServices ?? false;
  return { settings, carrier, figures, products, allowed: mayShip(shop), countries: COUNTRIES, hasServices };
}

const bodySchema = z.discriminatedUnion("action", [
  settingsSave,
  z.strictObject({ action: z.literal("check") }),
  z.strictObject({
    action: z.literal("try"),
    draft: z.unknown(),
    variantGid: gidSchema("ProductVariant"),
    quantity: z.int().min(1).max(999),
    countryCode: z.string().regex(/^[A-Z]{2}$/),
    withOthers: z.boolean(),
  }),
]);

/** `POST {action, …}`: saves the form and brings Shopify in line with it, compares once more, or tries rates without saving. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  switch (body.action) {
    case "save": {
      const saved = await saveDraft(shopActionsContext(core), shop.id, "rates", body, noteAction);
      if (saved.outcome !== "saved") return json(saved, 422);
      await reconcileCarrierService(carrierServiceContext(core), shop.id);
      return json(saved);
    }
    case "check":
      await reconcileCarrierService(carrierServiceContext(core), shop.id);
      return json({ outcome: "checked" as const });
    case "try": {
      const parsed = parseDraft(body.draft, "rates", shop.timezone);
      if (!parsed.ok) return json({ outcome: "invalid" as const, errors: parsed.errors }, 422);
      const { checkoutRates } = parsed.change;
      if (!checkoutRates) throw json({ message: "draft: no rates" }, 400);
      const result = await core.checkoutRates.tryRates(shop.id, checkoutRates, await rateRequestOf(ctx, shop.id, body));
      return json({ outcome: "tried" as const, result });
    }
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);

export const shouldRevalidate = revalidateUnlessFailed;

export const meta = () => [{ title: COPY.pages.rates }];

export default function Rates() {
  return <RatesPage {...useLoaderData<typeof loader>()} />;
}
