import type { IncomingMessage } from "node:http";
import { ApiError } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import { accountOf, issueToken } from "./auth.ts";
import type { Endpoint } from "./faults.ts";
import type { Settings } from "./options.ts";
import { createOrder, listOrders, orderDetail } from "./orders.ts";
import type { ProductionLine } from "./production-line.ts";
import { quoteOrder } from "./quote.ts";
import { register } from "./registrations.ts";
import type { Store } from "./store.ts";
import { getParams, parseJson } from "./http-body.ts";

/** Method and path of every operation of docs/print-service.openapi.yaml. */
const ROUTES: Record<string, Endpoint> = {
  "POST /cdn/api/auth/v1/token": "token",
  "GET /cdn/api/auth/v1/token": "token",
  "POST /cdn/api/orders/v1/create": "create",
  "POST /cdn/api/orders/v1/test-cost-order": "test_price",
  "GET /cdn/api/orders/v1/all": "list",
  "GET /cdn/api/orders/v1/detail": "detail",
  "POST /cdn/api/webhook/v1/register": "register",
  "POST /cdn/api/webhook/v1/register-update-order": "register_update_order",
};

export const endpointOf = (method: string, path: string): Endpoint | undefined => ROUTES[`${method} ${path}`];

/** Does the work of one endpoint of version 1. @throws ApiError */
export function handleEndpoint(
  endpoint: Endpoint,
  { store, settings, line }: { store: Store; settings: Settings; line: ProductionLine },
  request: IncomingMessage,
  url: URL,
  raw: string,
): JsonResponse {
  const params = () =>
    request.method === "GET" ? getParams(settings.getParams, url, raw) : (parseJson(raw) as Record<string, unknown>);
  if (endpoint === "token") return issueToken(store, settings, params());
  const account = accountOf(store, settings, request.headers[`${settings.prefix.toLowerCase()}-access-token`]);
  switch (endpoint) {
    case "create": {
      const before = store.orders.length;
      const answer = createOrder(store, settings, account, parseJson(raw), raw);
      for (const order of store.orders.slice(before)) line.enter(order);
      return answer;
    }
    case "test_price":
      return quoteOrder(settings, parseJson(raw));
    case "list":
      return listOrders(store, settings, account, params());
    case "detail":
      return orderDetail(store, settings, account, params());
    case "register":
    case "register_update_order": {
      const kind = endpoint === "register" ? "tracking" : "order_status";
      return register(store, settings, account, kind, request.headers["content-type"], parseJson(raw));
    }
    default:
      throw new ApiError(404, "no such endpoint");
  }
}
