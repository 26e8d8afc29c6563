/** For tests only: Shopify's addresses lead to a server on this machine, and odd answers can be scripted. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, getGlobalDispatcher, setGlobalDispatcher, type Dispatcher } from "undici";

/** Sends every request for *.myshopify.com to `origin`, until the returned function is called. */
export function rerouteShopify(origin: string): () => Promise<void> {
  const before = getGlobalDispatcher();
  const agent = new Agent();
  const rerouted: Dispatcher = agent.compose((dispatch) => (options, handler) => {
    const host = new URL(String(options.origin)).host;
    if (!host.endsWith(".myshopify.com")) return dispatch(options, handler);
    return dispatch({ ...options, origin, headers: withHost(options.headers, host) }, handler);
  });
  setGlobalDispatcher(rerouted);
  return async () => {
    setGlobalDispatcher(before);
    await agent.destroy();
  };
}

/** fetch hands the headers on as a flat list of names and values. */
function withHost(headers: Dispatcher.DispatchOptions["headers"], host: string): string[] {
  const list = Array.isArray(headers)
    ? (headers as string[])
    : Object.entries((headers ?? {}) as Record<string, string>).flat();
  return [...list, "x-forwarded-host", host];
}

export interface OddAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The connection breaks instead of, or after, the body. */
  reset?: boolean;
  /** Nothing is ever answered. */
  silent?: boolean;
}

interface OddServer {
  origin: string;
  requests: { url: string; token: string | undefined; body: string }[];
  close(): Promise<void>;
}

/** Real HTTP that answers what the script says. */
export async function oddServer(
  script: (count: number, request: { url: string; body: string }) => OddAnswer,
): Promise<OddServer> {
  const requests: OddServer["requests"] = [];
  const server = createServer((req, res) => {
    void bodyOf(req).then((body) => {
      const url = req.url ?? "";
      requests.push({ url, token: req.headers["x-shopify-access-token"]?.toString(), body });
      const answer = script(requests.length, { url, body });
      if (answer.silent) return;
      if (answer.reset && answer.body === undefined) return void req.socket.destroy();
      const text = answer.body ?? "";
      const length = answer.reset ? text.length + 100 : Buffer.byteLength(text);
      res.writeHead(answer.status ?? 200, {
        "content-type": "application/json",
        "content-length": length,
        ...answer.headers,
      });
      res.write(text, () => (answer.reset ? req.socket.destroy() : res.end()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
