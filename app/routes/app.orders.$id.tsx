import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData, useRevalidator } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { DONE_WORDS, type Wish } from "../components/order-details/act-words.ts";
import { OrderView } from "../components/order-details/order-view.tsx";
import { useLive } from "../components/order-details/use-live-refresh.ts";
import { refreshDone, refreshTroubles } from "../components/order-details/refresh-words.ts";
import type { PriceAsked } from "../components/order-details/price-card.tsx";
import { ACTS, type Act } from "../orders/actions/actions.ts";
import { LINE_ACTS, type LineAct } from "../orders/actions/exclude-line.ts";
import { refreshOrder, type Refreshed } from "../orders/actions/refresh-order.ts";
import { readOrderPage, type OrderPage } from "../orders/pages/details/order-page.ts";
import type { Personalization } from "../orders/pages/details/personalization.ts";
import type { OrderPrice } from "../orders/pages/details/order-price.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? `Order ${page.name} · Inkbridge` : "Inkbridge" },
];

const gidOf = (number: string | undefined) => `gid://shopify/Order/${number}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await whoseShop(request);
  const page = await readOrderPage({ ...ctx, readEvent: core.readEvent }, shop.id, gidOf(params["id"]));
  if (!page) throw new Response("This shop has no such order here.", { status: 404 });
  return page;
}

const wanted = z.union([
  z.object({ act: z.literal("refresh") }),
  z.object({ act: z.enum(Object.keys(LINE_ACTS) as [LineAct, ...LineAct[]]), lineId: z.uuid() }),
  z.object({ act: z.enum(Object.keys(ACTS) as [Act, ...Act[]]), submissionId: z.uuid() }),
]);

const STATUS = { done: 200, not_found: 404, not_now: 409 } as const;

export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop, userId } = await whoseShop(request);
  const wish = await readJson(request, wanted);
  if (wish.act === "refresh") {
    const refreshed = await refreshOrder(ctx, { shopId: shop.id, shopifyGid: gidOf(params["id"]) });
    if (refreshed === "not_found") return data({ acted: refreshed, act: wish.act, refreshed: null }, STATUS[refreshed]);
    return data({ acted: "done" as const, act: wish.act, refreshed });
  }
  const acted =
    "lineId" in wish
      ? await LINE_ACTS[wish.act](ctx, { shopId: shop.id, lineId: wish.lineId, userId })
      : await ACTS[wish.act](ctx, { shopId: shop.id, submissionId: wish.submissionId });
  return data({ acted, act: wish.act, refreshed: null }, STATUS[acted]);
}

export default function OrderRoute() {
  const page = useLoaderData<typeof loader>();
  const acting = useFetcher<typeof action>();
  const bridge = useAppBridge();
  const answer = acting.data;
  const troubles = answer?.refreshed ? refreshTroubles(answer.refreshed) : [];
  useEffect(() => {
    const words = answer?.acted === "done" ? doneWords(answer) : null;
    if (words) bridge.toast.show(words);
  }, [answer, bridge]);
  useLive(page, useRevalidator().revalidate);
  const onAct = (wish: Wish) => acting.submit(wish, { method: "post", encType: "application/json" });
  const busy = acting.state === "idle" ? null : ((acting.json ?? null) as Wish | null);
  const refused = acting.state === "idle" && answer !== undefined && answer.acted !== "done";
  const told = { refused, troubles: busy ? [] : troubles };
  return (
    <OrderView
      page={page}
      price={usePrice(page)}
      personalization={usePersonalization(page)}
      busy={busy}
      {...told}
      onAct={onAct}
    />
  );
}

/** Asks for the buyer's texts where some of them wait for a look, and anew when others do. */
function usePersonalization(page: OrderPage): Personalization | undefined {
  const { load, data } = useFetcher<Personalization>();
  const waiting = page.reasons.filter(({ code }) => code === "personalization_review");
  const which = waiting.map(({ id }) => id).join();
  useEffect(() => {
    if (which !== "") load(`/app/orders/${page.number}/personalization`);
  }, [load, page.number, which]);
  return data;
}

/** A refresh that went wrong on one side is told on the page, and needs no words of success. */
function doneWords({ act, refreshed }: { act: Wish["act"]; refreshed: Refreshed | null }): string | null {
  if (act !== "refresh") return DONE_WORDS[act];
  return refreshed && refreshTroubles(refreshed).length === 0 ? refreshDone(refreshed) : null;
}

/** Asks for the price of the order's current submission, or of another one, once the page is there. */
function usePrice(page: OrderPage): PriceAsked {
  const { load, data, state } = useFetcher<OrderPrice>();
  const [chosen, choose] = useState<string | null>(null);
  const submission =
    page.submissions.find(({ id }) => id === chosen) ?? page.submissions.find(({ id }) => id === page.current);
  const submissionId = submission?.id ?? null;
  // What is to be sent may change as long as it is not sent: another content is another price.
  const content = submission?.items.map((item) => `${item.itemSku} ${item.quantity}`).join() ?? "";
  const ask = useCallback(
    (more = "") => {
      if (submissionId) load(`/app/orders/${page.number}/price?submission=${submissionId}${more}`);
    },
    [load, page.number, submissionId],
  );
  useEffect(() => ask(), [ask, content]);
  return { submissionId, price: data, loading: state !== "idle", choose, refresh: () => ask("&fresh=1") };
}
