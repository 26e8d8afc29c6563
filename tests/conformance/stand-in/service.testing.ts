import { request } from "undici";
import { expect } from "vitest";
import { createPrintServiceStandIn, DEFAULT_ACCOUNT } from "../../../sandbox/print-service/index.ts";
import type { PrintServiceStandIn, StandInOptions } from "../../../sandbox/print-service/index.ts";
import { NOON, standInOptions } from "../dialects.ts";
import type { Dialect } from "../dialects.ts";

export const CREATE = "orders/v1/create";
export const PRICE = "orders/v1/test-cost-order";
export const LIST = "orders/v1/all";
export const DETAIL = "orders/v1/detail";
export const TOKEN = "auth/v1/token";
export const ACCOUNT = { ...DEFAULT_ACCOUNT };

/** Foreign JSON, looked into freely by tests. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Reply {
  httpStatus: number;
  contentType: string;
  body: Json;
}

type Fields = Record<string, unknown>;

/** The stand-in, spoken to by plain HTTP as docs/print-service.openapi.yaml shows it. Knows nothing of app/. */
export interface Service {
  dialect: Dialect;
  standIn: PrintServiceStandIn;
  /** Without a token; `headers` replace the usual ones. */
  bare(method: "GET" | "POST", path: string, fields?: Fields, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, fields?: Fields): Promise<Reply>;
  post(path: string, fields: Fields): Promise<Reply>;
  /** Creates an order that is right, but for `changes`. */
  create(changes?: Fields): Promise<Reply>;
  /** The header's name and a fresh token. */
  tokenHeader(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** The clock stands at noon of the one day that the clauses speak of, unless `options` say otherwise. */
export async function openService(dialect: Dialect, options: StandInOptions = {}): Promise<Service> {
  const standIn = await createPrintServiceStandIn({ ...standInOptions(dialect), clock: NOON, ...options });
  const bare: Service["bare"] = async (method, path, fields = {}, headers) => {
    const url = new URL(`/cdn/api/${path}`, standIn.url);
    const inQuery = method === "GET" && dialect.getParams === "query";
    if (inQuery) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value));
    const answer = await request(url, {
      method,
      headers: { ...(inQuery ? {} : { "content-type": "application/json" }), ...headers },
      body: inQuery ? undefined : JSON.stringify(fields),
      reset: true,
    });
    return {
      httpStatus: answer.statusCode,
      contentType: String(answer.headers["content-type"]),
      body: await answer.body.json(),
    };
  };
  const tokenHeader = async () => {
    const { body } = await bare(dialect.tokenMethod === "get" ? "GET" : "POST", TOKEN, ACCOUNT);
    return { [`${dialect.prefix.toUpperCase()}-ACCESS-TOKEN`]: String(body.result.access_token) };
  };
  let kept: Promise<Record<string, string>> | undefined;
  const keptToken = () => (kept ??= tokenHeader());
  return {
    dialect,
    standIn,
    bare,
    tokenHeader,
    get: async (path, fields) => bare("GET", path, fields, await keptToken()),
    post: async (path, fields) => bare("POST", path, fields, await keptToken()),
    async create(changes) {
      return bare("POST", CREATE, { ...orderFields(dialect), ...changes }, await keptToken());
    },
    close: () => standIn.close(),
  };
}

/** A valid order (print-service: NewOrder), the province in the spelling of the dialect. */
export const orderFields = (dialect: Dialect): Fields => ({
  order_id: "CONF-0001",
  shipping_name: "Noor Haddad",
  shipping_email: "noor@example.com",
  shipping_phone: "+1 555 0134",
  shipping_address1: "88 Cedar Lane",
  shipping_address2: "",
  shipping_city: "Salem",
  shipping_zip: "97301",
  [dialect.province]: "Oregon",
  shipping_province_code: "OR",
  shipping_country: "United States",
  shipping_country_code: "US",
  order_items: [itemFields()],
  method: null,
});

/** A valid item (print-service: NewItem). */
export const itemFields = (changes: Fields = {}): Fields => ({
  product_name: "Harbour mug",
  variant_title: "11 oz",
  item_sku: "MUG-11OZ",
  unfulfill_quantity: 3,
  artwork_front: "https://art.example/front.png",
  artwork_back: "https://art.example/back.png",
  url_mockup: "",
  ...changes,
});

/** It said no, in words. The interface shows no shape for that; any status that is no success will do. */
export function expectRejected({ httpStatus, body }: Reply): void {
  expect(httpStatus).toBeGreaterThanOrEqual(400);
  expect(body).toMatchObject({ status: httpStatus, message: expect.stringMatching(/./) });
}

/** It was done. */
export function expectAccepted({ httpStatus, body }: Reply): void {
  expect({ httpStatus, ...body }).toMatchObject({ httpStatus: 200, status: 200, message: expect.any(String) });
}
