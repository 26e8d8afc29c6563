import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { isoCountry } from "../address/country.ts";
import { catchFailure, loadOr } from "../components/common/request-failed.ts";
import type { PricesAnswer } from "../components/products/product/prices.tsx";
import { productGidOf, readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { COUNTRIES } from "../quotes/quote.ts";
import { saveSettings } from "../settings-page/save-settings.ts";
import { parseDraft } from "../settings-page/settings-draft.ts";
import { MAX_COUNTRIES_SHOWN, readCountryPrices } from "../sku-checks/country-prices.ts";

/** `GET ?country=US&country=DE&targetMarginPercent=40&ending=99&shipping=included`: what the product costs, and what to sell it at. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const productGid = productGidOf(params);
  const { searchParams } = new URL(request.url);
  const { country: _, ...goal } = Object.fromEntries(searchParams);
  const parsed = parseDraft({ sellingPrices: goal }, "prices", "UTC");
  if (!parsed.ok) return json<PricesAnswer>({ outcome: "invalid", errors: parsed.errors });
  const { sellingPrices } = parsed.change;
  if (!sellingPrices) throw new Response("Which margin?", { status: 400 });
  const codes = searchParams.getAll("country").flatMap((code) => isoCountry(code) ?? []);
  const countryCodes = [...new Set(codes)].slice(0, MAX_COUNTRIES_SHOWN);
  const prices = await readCountryPrices(ctx, shop, { productGid, countryCodes, goal: sellingPrices });
  return json<PricesAnswer>({ outcome: "read", prices, choices: COUNTRIES });
}

const bodySchema = z.strictObject({ sellingPrices: z.unknown() });

/** `POST {sellingPrices}`: what the page of every product begins with. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const parsed = parseDraft(await readJson(request, bodySchema), "prices", "UTC");
  if (!parsed.ok) return json<PricesAnswer>({ outcome: "invalid", errors: parsed.errors }, 422);
  await saveSettings(ctx, shop.id, parsed.change, { note: noteAction });
  return json<PricesAnswer>({ outcome: "saved" });
}

export const clientLoader = loadOr<PricesAnswer>(() => ({ outcome: "failed" }));
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);

/** A page that reloads its data asks for no prices. */
export const shouldRevalidate = () => false;
