import type { IncomingMessage } from "node:http";

const MOST_BYTES = 100_000;

/** The fields of a form as the browser posts it, each without space around. @throws Error when it is too large */
export async function readForm(request: IncomingMessage): Promise<Map<string, string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("The form is too large");
    chunks.push(chunk);
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
  return new Map([...fields].map(([name, value]) => [name, value.trim()]));
}
