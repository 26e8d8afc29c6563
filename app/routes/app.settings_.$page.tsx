import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/settings/copy.ts";
import { PaymentPage, PricesPage } from "../components/settings/payment-page.tsx";
import { ArtworkPage, PersonalizationPage } from "../components/settings/personalization-page.tsx";
import { SendingPage } from "../components/settings/sending-page.tsx";
import { SettingsFrame } from "../components/settings/settings-frame.tsx";
import { ShippingPage } from "../components/settings/shipping-page.tsx";
import { ShopifyPage } from "../components/settings/shopify-page.tsx";
import { useSettingsForm } from "../components/settings/use-settings-form.ts";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { offersDryRun } from "../dry-run/read-dry-run.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { mayEditOrders } from "../orders/core/order-access.ts";
import { countTagged } from "../orders/core/shopify-status.ts";
import { readSendingPause } from "../orders/pages/list/sending-pause.ts";
import { readUsualDays } from "../orders/pages/list/stages.ts";
import {
  listCurrencies,
  readMappingNotes,
  saveDraft,
  settingsSave,
  shippingChoices,
  viewSettings,
} from "../settings-page/settings-draft.ts";

/** The pages of settings that are a form and nothing else. */
const PAGES = ["sending", "personalization", "payment", "prices", "shipping", "artwork", "shopify"] as const;

function pageOf({ page: name }: LoaderFunctionArgs["params"]): (typeof PAGES)[number] {
  const page = PAGES.find((one) => one === name);
  if (!page) throw new Response("Page not found.", { status: 404 });
  return page;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const page = pageOf(params);
  const [settings, offersRun, pause, mappingNotes, tagged, usualDays] = await Promise.all([
    viewSettings(ctx, shop.id, page),
    offersDryRun(ctx, shop.id),
    page === "sending" ? readSendingPause(ctx, shop) : null,
    page === "personalization" ? readMappingNotes(ctx, shop.id) : [],
    page === "shopify" ? countTagged(ctx, shop.id) : { orders: 0, more: false },
    page === "shipping" ? readUsualDays(ctx, shop.id) : null,
  ]);
  const tagging = { tagged, mayTag: mayEditOrders(shop) };
  const currencies = page === "prices" ? listCurrencies() : [];
  const services = page === "shipping" ? shippingChoices(shop) : null;
  return { page, settings, offersRun, pause, mappingNotes, tagging, currencies, services, usualDays };
}

/** `POST {…}`: the changed fields of the form, as typed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { core, shop, noteAction } = await requireShop(request);
  const page = pageOf(params);
  const body = await readJson(request, settingsSave);
  const saved = await saveDraft(shopActionsContext(core), shop.id, page, body, noteAction);
  return json(saved, saved.outcome === "saved" ? 200 : 422);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);

export const shouldRevalidate = revalidateUnlessFailed;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data && COPY.pages[data.page] }];

export default function SettingsForm() {
  const data = useLoaderData<typeof loader>();
  // Another page is another form.
  return <FormPage key={data.page} {...data} />;
}

function FormPage(data: Awaited<ReturnType<typeof loader>>) {
  const { page, settings, offersRun, pause, mappingNotes, tagging, currencies, services, usualDays } = data;
  const form = useSettingsForm(settings);
  const views = {
    sending: () => <SendingPage form={form} pause={pause} />,
    personalization: () => <PersonalizationPage form={form} mappingNotes={mappingNotes} />,
    payment: () => <PaymentPage form={form} />,
    prices: () => <PricesPage form={form} currencies={currencies} />,
    shipping: () => <ShippingPage form={form} services={services} usualDays={usualDays} />,
    artwork: () => <ArtworkPage form={form} />,
    shopify: () => <ShopifyPage form={form} saved={settings.draft.inShopify} tagging={tagging} />,
  };
  return (
    <SettingsFrame page={page} form={form} unreadable={settings.unreadable} offersRun={offersRun}>
      {views[page]()}
    </SettingsFrame>
  );
}
