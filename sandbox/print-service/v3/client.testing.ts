import { request } from "undici";
import { createPrintServiceStandIn, DEFAULT_ACCESS_TOKEN } from "../index.ts";
import type { PrintServiceStandIn, StandInOptions } from "../index.ts";

// Foreign JSON, looked into freely by tests.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

export interface Reply {
  httpStatus: number;
  headers: Record<string, string | string[] | undefined>;
  body: Json;
}
type Fields = Record<string, unknown>;

export interface Version3Client {
  service: PrintServiceStandIn;
  /** Whatever it says; `headers` in place of the token's. */
  call(method: string, path: string, body?: Fields, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, params?: Record<string, string>): Promise<Reply>;
  post(path: string, body: Fields): Promise<Reply>;
  /** Creates an order that is right, but for `changes`; returns the service's id of it. */
  create(changes?: Fields): Promise<string>;
}

/** A stand-in of version 3 and plain HTTP to it, for tests. */
export async function openVersion3(options: StandInOptions = {}): Promise<Version3Client> {
  const service = await createPrintServiceStandIn({ interfaces: ["v3"], ...options });
  return version3Client(service, service.url);
}

/** `base`: the service, or something before it. */
export function version3Client(service: PrintServiceStandIn, base: string): Version3Client {
  const call: Version3Client["call"] = async (method, path, body, headers) => {
    const answer = await request(`${base}/v3/${path}`, {
      method: method as "GET",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(headers ?? { authorization: `Bearer ${DEFAULT_ACCESS_TOKEN}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      reset: true,
    });
    return { httpStatus: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
  };
  return {
    service,
    call,
    get: (path, params = {}) => {
      const query = new URLSearchParams(params).toString();
      return call("GET", query === "" ? path : `${path}?${query}`);
    },
    post: (path, body) => call("POST", path, body),
    async create(changes) {
      const { httpStatus, body } = await call("POST", "order/create-new-order", orderFields(changes));
      if (httpStatus !== 200) throw new Error(JSON.stringify(body));
      return service.state().orders.at(-1)?.serviceId ?? "";
    },
  };
}

/** print-service-v3: NewOrder. */
export const orderFields = (changes: Fields = {}): Fields => ({
  order_id: "first-0001",
  firstName: "Mara",
  lastName: "Lindqvist",
  shipping_email: "mara@example.com",
  shipping_phone: "+1 555 010 0199",
  shipping_address1: "12 Harbour Road",
  shipping_city: "Portland",
  shipping_province: "Oregon",
  shipping_province_code: "OR",
  shipping_zip: "97201",
  shipping_country: "United States",
  shipping_country_code: "US",
  order_items: [itemFields()],
  ...changes,
});

/** print-service-v3: NewItem. */
export const itemFields = (changes: Fields = {}): Fields => ({
  item_sku: "CT17-BLACK-M",
  quantity: 2,
  artwork_front: "https://art.example/lighthouse.png",
  ...changes,
});
