import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData, useLocation, useNavigation, type ClientActionFunctionArgs } from "@remix-run/react";
import { catchFailure, hasFailed, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/quote/copy.ts";
import { QuoteView, useGetQuote } from "../components/quote/quote-view.tsx";
import { writeForm } from "../quotes/basket-form.ts";
import { capabilitiesOf } from "../orders/core/shop-row.ts";
import { compareMethods, refreshFees } from "../quotes/compare-methods.ts";
import { COUNTRIES, mappedSkus, quote } from "../quotes/quote.ts";
import { CATALOG_PRICE_MAX_AGE_MS, priceBasket, pricingShop } from "../quotes/price-basket.ts";
import { readForm } from "../quotes/read-form.ts";
import { readSettings } from "../settings/settings.ts";
import { requireShop } from "../http/require-shop.server.ts";

const MAX_SUGGESTED_SKUS = 500;

export const meta: MetaFunction = () => [{ title: COPY.title }];

/** `GET /app/quote?sku=A&qty=2&country=US&province=OR`: the price of that basket, cached for an hour. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const settings = readSettings(shop.settings);
  const { form, problems, basket } = readForm(new URL(request.url).searchParams);
  const { id, printAccountId } = shop;
  const hasServices = capabilitiesOf(shop)?.shippingServices ?? false;
  // First the fees: the price may be worked out from them.
  const methods =
    basket && hasServices && printAccountId !== null
      ? await compareMethods(ctx, { id, printAccountId, settings }, basket)
      : null;
  const quoteResult = basket && (await quote(ctx, pricingShop(shop), basket, { maxAgeMs: CATALOG_PRICE_MAX_AGE_MS }));
  return {
    form,
    problems,
    quoteResult,
    methods,
    hasServices,
    connected: shop.printAccountId !== null,
    skus: await mappedSkus(ctx, shop.id, MAX_SUGGESTED_SKUS),
    countries: COUNTRIES,
    now: ctx.clock.now().toISOString(),
  };
}

/** `POST` to the same address: refreshes the price. The page then loads the cached answer. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const { form, basket } = readForm(new URL(request.url).searchParams);
  const { printAccountId } = shop;
  if (basket && capabilitiesOf(shop)?.shippingServices && printAccountId !== null) {
    const skus = basket.items.map(({ itemSku }) => itemSku);
    await refreshFees(ctx, printAccountId, skus);
  }
  const priced = basket && (await priceBasket(ctx, pricingShop(shop), basket, { maxAgeMs: 0 }));
  return { query: writeForm(form).toString(), failed: priced?.status !== "priced" && priced?.status !== "not_priced" };
}

/** The previous price stays where the request fails. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const answer = await catchFailure(() => serverAction<typeof action>());
  return hasFailed(answer) ? { ...answer, query: new URL(request.url).searchParams.toString(), failed: true } : answer;
}

export const shouldRevalidate = revalidateUnlessFailed;

export default function Quote() {
  const data = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const refresh = useFetcher<typeof clientAction>();
  const { asking, unreachable, getQuote } = useGetQuote();
  // A fresh query: Shopify adds parameters to the address when it opens the frame.
  const query = writeForm(data.form).toString();
  return (
    <QuoteView
      {...data}
      loading={useNavigation().location?.pathname === pathname || asking}
      unreachable={unreachable}
      refreshing={refresh.state !== "idle"}
      refreshFailed={refresh.data?.query === query && refresh.data.failed}
      onSubmit={getQuote}
      onRefresh={() => refresh.submit(null, { method: "post", action: `${pathname}?${query}` })}
    />
  );
}
