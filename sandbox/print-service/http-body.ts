import type { IncomingMessage } from "node:http";
import { ApiError } from "./responses.ts";

const MAX_BODY = 10_000_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new ApiError(413, "the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** @throws Refusal 400 when there is a body and it is not JSON. */
export function parseJson(raw: string): unknown {
  if (raw.trim() === "") return {};
  try {
    return JSON.parse(raw);
  } catch {
    throw new ApiError(400, "the body is not JSON");
  }
}

/** Parameters of a GET endpoint, from where this service takes them. */
export function getParams(from: "query" | "body" | "both", url: URL, raw: string): Record<string, unknown> {
  const query = Object.fromEntries(url.searchParams);
  if (from === "query") return query;
  const parsed = parseJson(raw);
  const body = typeof parsed === "object" && parsed !== null ? parsed : {};
  return from === "body" ? { ...body } : { ...query, ...body };
}
