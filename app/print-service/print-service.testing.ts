import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PrintOrder } from "../ports/order-model.ts";
import type { Deadline } from "../ports/clock.ts";
import type { TokenSource } from "../ports/print-service.ts";
import { fetchToken } from "./token.ts";
import type { PrintServiceConfig } from "./request.ts";

/** A deadline that never comes. */
export const noDeadline: Deadline = { signal: new AbortController().signal, isOver: () => false };

/** An order that the service takes; `changes` overwrite fields. */
export function printOrder(changes: Partial<PrintOrder> = {}): PrintOrder {
  return {
    reference: "INK-1001-A7",
    name: "Ida Brandt",
    email: "ida@example.com",
    phone: "+61 2 5550 0199",
    address1: "4 Wharf Street",
    address2: "",
    city: "Hobart",
    zip: "7000",
    province: "Tasmania",
    provinceCode: "TAS",
    country: "Australia",
    countryCode: "AU",
    method: null,
    items: [
      {
        productName: "Whale mug",
        variantTitle: "11 oz",
        itemSku: "MUG-11OZ",
        quantity: 2,
        artworkFront: "https://art.example/whale.png",
        artworkBack: "",
        mockup: "",
        note: "",
      },
    ],
    ...changes,
  };
}

export const configOf = (baseUrl: string, changes: Partial<PrintServiceConfig> = {}): PrintServiceConfig => ({
  baseUrl,
  prefix: "svc",
  tokenMethod: "post",
  getParams: "query",
  ...changes,
});

/** Tokens of one account in memory; callers that ask at the same time share one renewal. */
export function memoryTokens(
  config: PrintServiceConfig,
  credentials: { email: string; password: string },
): TokenSource {
  let token: Promise<string> | undefined;
  const fresh = () => (token = fetchToken(config, credentials));
  return {
    current: () => token ?? fresh(),
    async renew(_, rejected) {
      const before = token;
      if ((await before) !== rejected) return before ?? fresh();
      return token === before ? fresh() : (token ?? fresh());
    },
    markRejected: async () => undefined,
  };
}

/** Always the same token, whatever is refused. */
export const fixedToken: TokenSource = {
  current: async () => "t-1",
  renew: async () => "t-2",
  markRejected: async () => undefined,
};

export interface RawServer {
  url: string;
  /** Requests that came, with their bodies. */
  requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
  close(): Promise<void>;
}

/** A server that answers as it is told, once a request has come in whole. */
export async function rawServer(answer: (response: ServerResponse, nth: number) => void): Promise<RawServer> {
  const requests: RawServer["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(response, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
