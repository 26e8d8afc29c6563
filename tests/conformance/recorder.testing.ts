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
  /** null where none came. */
  answer: { status: number; body: string } | null;
}

export interface Recorder {
  url: string;
  requests: Recorded[];
  close(): Promise<void>;
}

/** A proxy in front of `target` that forwards every request unchanged and records it with its answer. */
export async function recordBefore(target: string): Promise<Recorder> {
  const requests: Recorded[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", headers } = request;
    const body = await read(request);
    const url = new URL(request.url ?? "/", target);
    const query = Object.fromEntries(url.searchParams);
    const recorded: Recorded = { method, path: url.pathname, query, headers, body, answer: null };
    requests.push(recorded);
    const { connection: _, host: __, "content-length": ___, "transfer-encoding": ____, ...rest } = headers;
    const answer = await send(url, { method, headers: rest, body: body === "" ? null : body, reset: true });
    const { connection: _c, "transfer-encoding": _t, ...shown } = answer.headers;
    const text = await answer.body.text();
    recorded.answer = { status: answer.statusCode, body: text };
    response.writeHead(answer.statusCode, shown).end(text);
  };
  const server = createServer((request, response) => void forward(request, response));
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
