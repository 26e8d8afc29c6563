import type { StandInOptions } from "./server.ts";
import { createShopifyStandIn } from "./start-stand-in.ts";

export const SHOP = "paper-moon.myshopify.com";
export const APP = { apiKey: "test-key", apiSecret: "test-secret" };

/** A stand-in with one shop, one shirt, and a token; times are short. */
export async function standInWithShop(options: Partial<StandInOptions> = {}) {
  const standIn = await createShopifyStandIn({ ...APP, fulfillmentOrderDelayMs: 0, webhookRetryMs: 5, ...options });
  standIn.addShop({ domain: SHOP, locations: [{ name: "Main" }, { name: "Annex" }] });
  const shirt = standIn.addProduct(SHOP, {
    title: "Moon Shirt",
    vendor: "Paper Moon",
    productType: "T-Shirt",
    tags: ["print"],
    metafields: [{ namespace: "print", key: "front", value: "https://art.example/moon.png" }],
    variants: [
      { options: [{ name: "Size", value: "M" }], sku: "MOON-M", price: "25.00" },
      { options: [{ name: "Size", value: "L" }], sku: "MOON-L", price: "26.50", location: "Annex" },
    ],
  });
  const token = standIn.issueToken(SHOP).access_token;
  const variant = (index: number) => shirt.variants[index]?.id ?? "";
  return { standIn, shirt, token, variant, ask: asker(standIn.url, token) };
}

export interface GraphAnswer {
  // Tests read answers of many shapes; the schema has validated them already.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data?: any;
  errors?: { message: string; extensions?: { code?: string } }[];
  extensions?: {
    cost: { requestedQueryCost: number; actualQueryCost: number | null; throttleStatus: Record<string, number> };
  };
}

/** Asks the Admin API of the test's shop, or of another. */
export function asker(url: string, token: string, shop = SHOP) {
  return async (query: string, variables: Record<string, unknown> = {}): Promise<GraphAnswer> => {
    const answer = await fetch(`${url}/_shop/${shop}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": token },
      body: JSON.stringify({ query, variables }),
    });
    if (answer.status !== 200) return { errors: [{ message: String(answer.status) }] };
    return (await answer.json()) as GraphAnswer;
  };
}
