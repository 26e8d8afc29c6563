import type { IncomingMessage, ServerResponse } from "node:http";

const MOST_BYTES = 24 * 1024 * 1024;

export const readBody = async (request: IncomingMessage): Promise<string> =>
  Buffer.from(await readBytes(request)).toString("utf8");

export async function readBytes(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("The request is too large for the stand-in");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": crypto.randomUUID(),
  });
  response.end(JSON.stringify(body));
}

export function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><title>${text}</title><h1>${text}</h1>`);
}
