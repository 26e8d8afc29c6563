import { createRequire } from "node:module";
import type * as Undici from "undici";

/**
 * Preload (`node --import ./sandbox/reroute.ts`, or a vitest setup file): requests for Shopify and for artwork go to
 * the stand-in at INKBRIDGE_SHOPIFY_STANDIN (e.g. http://127.0.0.1:4000), loopback and the print service's address
 * pass, everything else is refused. Covers Node's fetch and the package undici (not node:https). Without the variable
 * it does nothing; its value is read again for each request.
 */
const VARIABLE = "INKBRIDGE_SHOPIFY_STANDIN";

/** Webhook messages for https://hooks.example go to the inbox at this address. */
const HOOKS = "hooks.example";
const INBOX_VARIABLE = "INKBRIDGE_INBOX_STANDIN";

/** The print service's pictures of its products are at https://pictures.example. */
export const PICTURES = "pictures.example";

/** Hosts that lead elsewhere than to the stand-in of Shopify: the variable with that address. */
const OTHERS: Record<string, string> = { [HOOKS]: INBOX_VARIABLE, [PICTURES]: "PRINT_SERVICE_URL" };

type Headers = string[] | Record<string, unknown> | Iterable<[string, unknown]> | null | undefined;

interface DispatchOptions {
  origin?: string | URL;
  headers?: Headers;
}

type Dispatch = (this: unknown, options: DispatchOptions, handler: unknown) => boolean;

/** Where a request may go: on its way, to the stand-in, or nowhere. */
export function destination(origin: string | URL): "pass" | "stand-in" | "refuse" {
  const host = new URL(origin).hostname;
  if (new URL(origin).origin === URL.parse(process.env["PRINT_SERVICE_URL"] ?? "")?.origin) return "pass";
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)) return "pass";
  return host === "cdn.shopify.com" || host.endsWith(".myshopify.com") || host.endsWith(".example")
    ? "stand-in"
    : "refuse";
}

function withHost(headers: Headers, host: string): Headers {
  const extra: [string, string][] = [["x-forwarded-host", host]];
  if (Array.isArray(headers)) return [...headers, ...extra.flat()];
  if (headers && Symbol.iterator in headers)
    return Object.fromEntries([...(headers as Iterable<[string, unknown]>), ...extra]);
  return { ...headers, ...Object.fromEntries(extra) };
}

/**
 * Sends what is meant for Shopify through `plain`, so that no connect rule of the caller's agent sees the stand-in's
 * address.
 */
function rerouted(own: Dispatch, plain: Dispatch): Dispatch {
  return function dispatch(options, handler) {
    const origin = options.origin ?? "";
    const standIn = target ?? process.env[VARIABLE];
    if (!standIn) return own.call(this, options, handler);
    switch (destination(origin)) {
      case "pass":
        return own.call(this, options, handler);
      case "stand-in": {
        const { host } = new URL(origin);
        const other = OTHERS[host] && process.env[OTHERS[host]];
        return plain({ ...options, origin: other || standIn, headers: withHost(options.headers, host) }, handler);
      }
      case "refuse":
        throw new Error(`The sandbox reaches no other host, and was asked for ${new URL(origin).origin}`);
    }
  };
}

let target: string | undefined;
let installed = false;

/** From now on requests for Shopify go to this stand-in (its base address), until the returned function is called. */
export function reroute({ shopify }: { shopify: string }): () => void {
  const before = target;
  target = shopify;
  install();
  return () => {
    target = before;
  };
}

function install(): void {
  if (installed) return;
  installed = true;
  // Loading the package makes the global dispatcher, unless a first fetch has made Node's own already.
  const { Agent } = createRequire(import.meta.url)("undici") as typeof Undici;
  const slots = globalThis as unknown as Record<symbol, { dispatch: Dispatch } | undefined>;
  const ofAgent = Agent.prototype.dispatch as unknown as Dispatch;
  const agent = new Agent();
  const plain: Dispatch = (options, handler) => ofAgent.call(agent, options, handler);
  Agent.prototype.dispatch = rerouted(ofAgent, plain) as unknown as typeof Agent.prototype.dispatch;
  for (const name of [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")]) {
    const present = slots[name];
    if (!present) continue;
    const own = present.dispatch.bind(present) as Dispatch;
    const dispatch = rerouted(own, own);
    const get = (object: object, key: string | symbol) =>
      key === "dispatch" ? dispatch : Reflect.get(object, key, object);
    slots[name] = new Proxy(present, { get }) as typeof present;
  }
}

if (process.env[VARIABLE]) {
  await fetch("data:,");
  install();
}
