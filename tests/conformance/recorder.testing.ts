import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request as send } from "undici";

/** A request as it was on the wire. */
export interface Recorded {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Recorder {
  url: string;
  requests: Recorded[];
  close(): Promise<void>;
}

/** Stands before `target`, hands everything on as it comes, and remembers what was asked. */
export async function recordBefore(target: string): Promise<Recorder> {
  const requests: Recorded[] = [];
  const handOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", headers } = request;
    const body = await read(request);
    const url = new URL(request.url ?? "/", target);
    requests.push({ method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers, body });
    const { connection: _, host: __, "content-length": ___, "transfer-encoding": ____, ...rest } = headers;
    const answer = await send(url, { method, headers: rest, body: body === "" ? null : body, reset: true });
    const { connection: _c, "transfer-encoding": _t, ...shown } = answer.headers;
    response.writeHead(answer.statusCode, shown).end(await answer.body.text());
  };
  const server = createServer((request, response) => void handOn(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
