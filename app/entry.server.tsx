import { PassThrough } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { ancestorsOf, contentPolicy, newNonce } from "./http/content-policy.server.ts";
import { createLog } from "./logging/log.server.ts";
import { env } from "./config/env.server.ts";
import { Nonce } from "./http/nonce.ts";
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
