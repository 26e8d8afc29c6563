import type { IncomingMessage } from "node:http";
import type { Endpoint } from "../faults.ts";
import { getParams, parseJson } from "../http-body.ts";
import type { Settings } from "../options.ts";
import type { ProductionLine } from "../production-line.ts";
import { ApiError } from "../responses.ts";
import type { JsonResponse } from "../responses.ts";
import type { Store } from "../store.ts";
import { accountOfRequest, changeWebhook, refreshToken, tokenByPassword } from "./account.ts";
import {
  cancelOrders,
  createAnswer,
  createOrders,
  deleteOrders,
  listed,
  listOrders,
  listTransactions,
  orderDetail,
  readPaging,
} from "./orders.ts";
import { payOrder } from "./payments.ts";
import { calculatePrice, shippingMethods, shownProduct, shownProducts, skuCatalogs } from "./products.ts";

/** Method and path of every operation of docs/print-service-v3.openapi.yaml. */
const ROUTES: Record<string, Endpoint> = {
  "POST /v3/auth/token": "token",
  "GET /v3/auth/refresh-token": "refresh_token",
  "GET /v3/products/list": "products",
  "POST /v3/products/detail": "product",
  "GET /v3/products/list-sku-catalogs": "skus",
  "POST /v3/products/retrieved-shipping-methods": "shipping_methods",
  "POST /v3/order/calculate-price": "test_price",
  "POST /v3/order/create-new-order": "create",
  "GET /v3/order/list": "list",
  "GET /v3/order/detail": "detail",
  "POST /v3/order/paid": "pay",
  "POST /v3/order/cancel-order-api": "cancel",
  "POST /v3/order/delete-order-api": "delete",
  "GET /v3/webhooks": "webhooks",
  "POST /v3/webhooks": "webhooks",
  "PUT /v3/webhooks": "webhooks",
  "DELETE /v3/webhooks": "webhooks",
  "GET /v3/transaction/list": "transactions",
  "GET /v3/transaction/order-list": "paid_orders",
};

export const endpointOf = (method: string, path: string): Endpoint | undefined => ROUTES[`${method} ${path}`];

interface Parts {
  store: Store;
  settings: Settings;
  line: ProductionLine;
}

/** Does the work of one endpoint. @throws ApiError */
export function handleEndpoint(
  endpoint: Endpoint,
  { store, settings, line }: Parts,
  request: IncomingMessage,
  url: URL,
  raw: string,
): JsonResponse {
  const done = (data: unknown, message = "Success") => success(settings, { message, data });
  const params = () => paramsOf(settings, request, url, raw);
  if (endpoint === "token") return tokenAnswer(settings, tokenByPassword(store, settings, parseJson(raw)));
  if (endpoint === "refresh_token") return tokenAnswer(settings, refreshToken(store, settings, params()));
  const account = accountOfRequest(store, settings, request);
  if (account === undefined) throw new ApiError(401, "Not authenticated");
  const base = settings.picturesAt ?? `http://${request.headers.host ?? "127.0.0.1"}`;
  switch (endpoint) {
    case "products":
      return productList(settings, base, params());
    case "product": {
      const { code } = parseJson(raw) as { code?: unknown };
      const product = shownProducts(settings).find((one) => one.code === code);
      if (!product) throw new ApiError(404, "Product not found!");
      return done(shownProduct(settings, base, product));
    }
    case "skus":
      return done(skuCatalogs(settings));
    case "shipping_methods":
      return done(shippingMethods(settings, parseJson(raw)));
    case "test_price":
      return done(calculatePrice(settings, parseJson(raw)));
    case "create": {
      const orders = createOrders(store, settings, account, parseJson(raw), raw);
      for (const order of orders) line.enter(order);
      return done(createAnswer(settings, orders), "Create order successfully!");
    }
    case "list":
    case "paid_orders":
      return success(settings, { ...listOrders(store, settings, account, params(), endpoint === "paid_orders") });
    case "detail":
      return done(orderDetail(store, settings, account, params()));
    case "pay":
      return done(null, payOrder(store, settings, account, parseJson(raw)));
    case "cancel":
      return done(null, cancelOrders(store, settings, line, account, fieldsIn(raw)));
    case "delete":
      return done(null, deleteOrders(store, settings, account, fieldsIn(raw)));
    case "webhooks": {
      const type = url.searchParams.get("type") ?? fieldsIn(raw)["type"];
      return done(changeWebhook(store, settings, account, request.method ?? "", type, () => parseJson(raw)));
    }
    case "transactions":
      return success(settings, { ...listTransactions(store, settings, account, params()) });
    case "register":
    case "register_update_order":
      throw new ApiError(404, "no such endpoint");
  }
}

/** What an endpoint's error is on the wire: the outer shape of a success, and nothing in it. */
export function refusal(settings: Settings, { status, message, fields }: ApiError): JsonResponse {
  return {
    httpStatus: settings.refuseWithHttp200 ? 200 : status,
    body: { ...refusalBody(settings, status, message), ...fields },
    ...(status === 429 && settings.version3.retryAfter ? { headers: { "Retry-After": "3" } } : {}),
  };
}

export const refusalBody = ({ version3 }: Settings, status: number, message: string): Record<string, unknown> =>
  version3.envelope === "status" ? { status, message } : { success: false, message };

function success({ version3 }: Settings, fields: Record<string, unknown>): JsonResponse {
  const outer = version3.envelope === "status" ? { status: 200 } : { success: true };
  return { httpStatus: 200, body: { ...outer, message: "Success", ...fields } };
}

const tokenAnswer = (settings: Settings, pair: object): JsonResponse =>
  success(settings, { [settings.version3.tokenAnswer]: pair });

function productList(settings: Settings, base: string, params: Record<string, unknown>): JsonResponse {
  const { search, ...asked } = readPaging(params);
  const wanted = search.toLowerCase();
  const rows = shownProducts(settings).filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted));
  const page = listed(settings, rows, { ...asked, call: 1 }, (one) => shownProduct(settings, base, one));
  return success(settings, { ...page });
}

function fieldsIn(raw: string): Record<string, unknown> {
  const parsed = parseJson(raw);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

function paramsOf({ version3 }: Settings, request: IncomingMessage, url: URL, raw: string): Record<string, unknown> {
  if (request.method !== "GET") return fieldsIn(raw);
  if (version3.query === "refused" && url.search !== "") throw new ApiError(400, "The query string is not supported!");
  return getParams(
    version3.query === "read" ? "query" : version3.query === "read, and body" ? "both" : "body",
    url,
    raw,
  );
}
