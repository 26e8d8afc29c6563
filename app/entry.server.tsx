import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { createLog } from "./logging/log.server.ts";
import { env } from "./config/env.server.ts";
import { Nonce } from "./http/nonce.ts";
import { STAGED_UPLOADS_ORIGIN } from "./ports/shop-catalog.ts";
import { addDocumentResponseHeaders, appBridge } from "./shopify.server.ts";

// The process takes these from the build, so that no module lives twice.
export { env } from "./config/env.server.ts";
export { createLog } from "./logging/log.server.ts";
export { withLogContext } from "./logging/log-context.ts";
export { getServices } from "./composition/services.server.ts";

const log = createLog(env().logLevel);

/** How long a page may stream, in milliseconds. */
export const streamTimeout = 5_000;

/** Renders a page: people get it as it comes, robots when it is whole. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = newNonce();
  addDocumentResponseHeaders(request, headers);
  const ancestors = ancestorsOf(headers.get("Content-Security-Policy"));
  headers.set("Content-Security-Policy", contentPolicy({ nonce, appBridgeUrl: appBridge.url, ancestors }));
  const isBot = isbot(request.headers.get("user-agent") ?? "");
  return new Promise<Response>((resolve, reject) => {
    let streaming = false;
    const send = () => {
      streaming = true;
      const body = new PassThrough();
      headers.set("Content-Type", "text/html");
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      pipe(body);
    };
    const page = (
      <Nonce.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </Nonce.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      [isBot ? "onAllReady" : "onShellReady"]: send,
      onShellError: reject,
      onError(error) {
        status = 500;
        // Before the shell is out the error rejects, and is logged there.
        if (streaming) log.error({ error }, "a page broke off while it was streamed");
      },
    });
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** Loaders' and actions' errors: logged without the message, which may be personal. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // A page is made of several routes, which may fail of the same.
  if (request.signal.aborted || logged.has(request)) return;
  if (isRouteErrorResponse(error)) {
    if (error.status >= 500) logOnce(request, { status: error.status });
    return;
  }
  logOnce(request, { error });
}

const logged = new WeakSet<Request>();

function logOnce(request: Request, fields: Record<string, unknown>): void {
  logged.add(request);
  log.error({ ...fields, method: request.method }, "a route failed");
}

/** One for each page: allows the page's own inline scripts, and no injected ones. */
const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Content-Security-Policy of a page. The directive `ancestors` comes from Shopify's SDK, by the shop; without it, no
 * site may frame the page. Scripts: our files, App Bridge, and inline scripts with the nonce. Inline styles are
 * allowed, since Polaris sets them on elements. App Bridge reports to Shopify's hosts. Print files go from the browser to
 * Shopify's place for uploads.
 */
function contentPolicy(page: { nonce: string; appBridgeUrl: string; ancestors: string | null }): string {
  const appBridgeOrigin = new URL(page.appBridgeUrl).origin;
  const directives = [
    page.ancestors ?? "frame-ancestors 'none'",
    "default-src 'self'",
    `script-src 'self' 'nonce-${page.nonce}' ${appBridgeOrigin}`,
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "img-src 'self' data: blob: https://cdn.shopify.com",
    "font-src 'self' data: https://cdn.shopify.com",
    `connect-src 'self' ${appBridgeOrigin} https://*.shopify.com https://*.shopifysvc.com ${STAGED_UPLOADS_ORIGIN}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return directives.join("; ");
}

/** The directive `frame-ancestors` of a policy; null when it has none. */
function ancestorsOf(policy: string | null): string | null {
  return (
    policy
      ?.split(";")
      .map((part) => part.trim())
      .find((part) => part.startsWith("frame-ancestors ")) ?? null
  );
}
