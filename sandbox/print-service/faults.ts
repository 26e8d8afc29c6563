import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { JsonResponse } from "./responses.ts";
import { EFFECTS, EFFECT_NAMES } from "./fault-effects.ts";

/** `register` and `register_update_order` are of version 1 alone, those from `refresh_token` on of version 3. */
export const ENDPOINTS = [
  "token",
  "create",
  "test_price",
  "list",
  "detail",
  "register",
  "register_update_order",
  "refresh_token",
  "products",
  "product",
  "skus",
  "shipping_methods",
  "pay",
  "cancel",
  "delete",
  "webhooks",
  "transactions",
  "paid_orders",
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/**
 * A scripted misbehavior of one endpoint (or of all), for the next `times` requests. `EFFECTS` says what each effect
 * does; `ms` belongs to slow and late, `status` to server_error (503) and body_status (400), `retryAfter` to
 * server_error and too_many, `location` to redirect, `bytes` to huge. `order`: only requests that name this order, by
 * its reference or the beginning of it. `worked` overrides whether the request is processed before the fault.
 */
export const faultSchema = z.object({
  effect: z.enum(EFFECT_NAMES),
  endpoint: z.enum([...ENDPOINTS, "any"]).default("any"),
  /** Email of the account that gets the fault; all accounts without it. */
  account: z.string().optional(),
  order: z.string().min(1).optional(),
  times: z.number().int().min(1).default(1),
  worked: z.boolean().optional(),
  ms: z.number().int().min(0).default(1000),
  status: z.number().int().min(400).max(599).optional(),
  retryAfter: z.string().optional(),
  location: z.string().default("/elsewhere"),
  bytes: z.number().int().min(1).default(20_000_000),
  message: z.string().default("The request could not be processed."),
});

export type Fault = z.input<typeof faultSchema>;
export type ParsedFault = z.infer<typeof faultSchema>;

export interface Faults {
  add(input: Fault): void;
  clear(): void;
  /** The faults that are still unused, in the order of their use. */
  armed(): readonly ParsedFault[];
  /**
   * The fault for this request of that account (undefined: not signed in) about that order, if any. Each call uses it
   * up once.
   */
  take(endpoint: Endpoint, account: string | undefined, order?: string): ParsedFault | undefined;
}

export function createFaults(): Faults {
  let armed: ParsedFault[] = [];
  return {
    add: (input) => void armed.push(faultSchema.parse(input)),
    clear: () => void (armed = []),
    armed: () => armed,
    take(endpoint, account, order) {
      const found = armed.find(
        (f) =>
          (f.endpoint === "any" || f.endpoint === endpoint) &&
          (f.account === undefined || f.account === account) &&
          (f.order === undefined || order?.startsWith(f.order) === true),
      );
      if (!found) return undefined;
      found.times -= 1;
      armed = armed.filter((f) => f.times > 0);
      return found;
    },
  };
}

export const isProcessedFirst = (f: ParsedFault): boolean => f.worked ?? EFFECTS[f.effect].worked;

/** Sends the faulty answer in place of `answer`. `refusal`: how this version of the interface says no. */
export async function sendFaultyResponse(
  f: ParsedFault,
  answer: JsonResponse,
  refusal: (status: number, message: string) => Record<string, unknown>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  };
  const whole = JSON.stringify(answer.body);
  switch (f.effect) {
    case "late":
      return json(answer.httpStatus, answer.body);
    case "slow":
      await wait(f.ms, undefined, { signal });
      return json(answer.httpStatus, answer.body);
    case "hang":
      return;
    case "reset":
      return void response.socket?.resetAndDestroy();
    case "cut":
      response.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(whole)),
      });
      return void response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy());
    case "truncated":
      return void response.writeHead(200, { "Content-Type": "application/json" }).end(whole.slice(0, whole.length / 2));
    case "bad_gateway":
      return void response.writeHead(502, { "Content-Type": "text/html" }).end("<html><h1>Bad Gateway</h1></html>");
    case "server_error":
      return json(f.status ?? 503, { message: f.message }, f.retryAfter ? { "Retry-After": f.retryAfter } : {});
    case "too_many":
      return json(429, refusal(429, f.message), f.retryAfter ? { "Retry-After": f.retryAfter } : {});
    case "unauthorized":
      return json(401, refusal(401, f.message));
    case "forbidden":
      return json(403, refusal(403, f.message));
    case "rejected_text":
      return void response.writeHead(400, { "Content-Type": "text/plain" }).end(f.message);
    case "rejected_html":
      return void response
        .writeHead(400, { "Content-Type": "text/html" })
        .end(`<html><head><style>p { color: red }</style></head><body><p>${f.message}</p></body></html>`);
    case "html":
      return void response.writeHead(200, { "Content-Type": "text/html" }).end("<html><p>Just a moment</p></html>");
    case "empty":
      return void response.writeHead(200, { "Content-Length": "0" }).end();
    case "error_body":
      return json(200, { error: f.message });
    case "body_status":
      return json(200, refusal(f.status ?? 400, f.message));
    case "redirect":
      return void response.writeHead(302, { Location: f.location }).end();
    case "huge":
      response.writeHead(200, { "Content-Type": "application/json" });
      return void response.end(`{"status":200,"message":"${"x".repeat(f.bytes)}"}`);
  }
}
