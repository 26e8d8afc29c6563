import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { JsonAnswer } from "./answers.ts";

const ENDPOINTS = ["token", "create", "test_price", "list", "detail", "register", "register_update_order"] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

const EFFECTS = [
  ...(["slow", "late", "hang", "reset", "cut", "truncated", "bad_gateway", "server_error"] as const),
  ...(["too_many", "unauthorized", "html", "empty", "error_body", "body_status", "redirect", "huge"] as const),
] as const;

/** Effects that come after the work was done, unless `worked` says otherwise. */
const AFTER = ["slow", "late", "hang", "reset", "cut", "truncated", "bad_gateway", "html", "empty", "huge"];

/**
 * A scripted misbehaviour of one endpoint (or of all), for the next `times` requests.
 *
 * slow: works, answers after `ms` · late: works only after `ms` (the caller may be gone), then answers · hang: works, never answers · reset: works, connection reset (RST) ·
 * cut: works, connection closed in the middle of the body · truncated: works, half of the JSON ·
 * bad_gateway: works, 502 · server_error: `status` (503) · too_many: 429, `retryAfter` · unauthorized: 401 ·
 * html, empty: 200 without JSON · error_body: 200 `{"error": …}` · body_status: 200 whose body says `status` (400) ·
 * redirect: 302 to `location` · huge: 200 with a body of `bytes`.
 * `worked` overrides whether the work is done before the answer is spoilt.
 */
export const fault = z.object({
  effect: z.enum(EFFECTS),
  endpoint: z.enum([...ENDPOINTS, "any"]).default("any"),
  times: z.number().int().min(1).default(1),
  worked: z.boolean().optional(),
  ms: z.number().int().min(0).default(1000),
  status: z.number().int().min(400).max(599).optional(),
  retryAfter: z.string().optional(),
  location: z.string().default("/elsewhere"),
  bytes: z.number().int().min(1).default(20_000_000),
  message: z.string().default("The request could not be processed."),
});

export type Fault = z.input<typeof fault>;
type ReadFault = z.infer<typeof fault>;

export interface Faults {
  add(input: Fault): void;
  clear(): void;
  /** The fault for this request, used up by asking. */
  take(endpoint: Endpoint): ReadFault | undefined;
}

export function createFaults(): Faults {
  let waiting: ReadFault[] = [];
  return {
    add: (input) => void waiting.push(fault.parse(input)),
    clear: () => void (waiting = []),
    take(endpoint) {
      const found = waiting.find((f) => f.endpoint === "any" || f.endpoint === endpoint);
      if (!found) return undefined;
      found.times -= 1;
      waiting = waiting.filter((f) => f.times > 0);
      return found;
    },
  };
}

export const worksFirst = (f: ReadFault): boolean => f.worked ?? AFTER.includes(f.effect);

/** Puts the spoilt answer on the wire. `answer` is what would have been said. */
export async function spoil(
  f: ReadFault,
  answer: JsonAnswer,
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
      return json(429, { status: 429, message: f.message }, f.retryAfter ? { "Retry-After": f.retryAfter } : {});
    case "unauthorized":
      return json(401, { status: 401, message: f.message });
    case "html":
      return void response.writeHead(200, { "Content-Type": "text/html" }).end("<html><p>Just a moment</p></html>");
    case "empty":
      return void response.writeHead(200, { "Content-Length": "0" }).end();
    case "error_body":
      return json(200, { error: f.message });
    case "body_status":
      return json(200, { status: f.status ?? 400, message: f.message });
    case "redirect":
      return void response.writeHead(302, { Location: f.location }).end();
    case "huge":
      response.writeHead(200, { "Content-Type": "application/json" });
      return void response.end(`{"status":200,"message":"${"x".repeat(f.bytes)}"}`);
  }
}
