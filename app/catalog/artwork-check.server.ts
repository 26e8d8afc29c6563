import { Agent, errors, request, type Dispatcher } from "undici";
import type { ArtworkAnswer, ArtworkCheck } from "../ports/artwork.ts";
import { readArtworkLink } from "./artwork-link.ts";
import { HEAD_BYTES, imageType } from "./image-type.ts";
import { PrivateAddress, publicLookup } from "./public-lookup.server.ts";

const MAX_REDIRECTS = 3;

export interface ArtworkCheckOptions {
  /** For the whole check, redirects included. */
  timeoutMs: number;
  /** Larger files are refused, where the server tells the size. Only the first few KB are ever read. */
  maxBytes: number;
  /** Makes the connections; by default one that reaches public addresses only. */
  dispatcher?: Dispatcher;
}

type Reason = "status" | "not_image" | "private_address" | "timeout" | "unreachable" | "too_large" | "bad_link";

/** Asks artwork links for their first bytes. Never throws; a bad answer says whether it may be better later. */
export function createArtworkCheck(options: ArtworkCheckOptions): ArtworkCheck {
  const { timeoutMs } = options;
  const dispatcher =
    options.dispatcher ??
    new Agent({
      connect: { lookup: publicLookup(), timeout: timeoutMs },
      headersTimeout: timeoutMs,
      maxHeaderSize: 16_384,
    });
  return {
    async check(link) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await follow(link, { dispatcher, signal, maxBytes: options.maxBytes });
      } catch (error) {
        return failed(error, signal);
      }
    },
  };
}

interface Asking {
  dispatcher: Dispatcher;
  signal: AbortSignal;
  maxBytes: number;
}

/** Every hop is judged like the first link. */
async function follow(link: string, asking: Asking): Promise<ArtworkAnswer> {
  let next = link;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const read = readArtworkLink(next);
    if (!read.ok) return no(read.reason);
    const response = await ask(read.url, asking);
    if (response.statusCode < 300 || response.statusCode > 399) return judge(response, asking.maxBytes);
    response.body.destroy();
    const location = response.headers["location"];
    const target = typeof location === "string" ? URL.parse(location, read.url) : null;
    if (!target) return no("status");
    next = target.href;
  }
  return no("status");
}

async function ask(url: URL, { dispatcher, signal }: Asking): Promise<Dispatcher.ResponseData> {
  const response = await request(url, { dispatcher, signal, headers: { accept: "image/*, application/pdf" } });
  // A body that is let go, or breaks after we are done with it, must not surface as an unhandled error.
  response.body.on("error", () => {});
  return response;
}

async function judge(response: Dispatcher.ResponseData, maxBytes: number): Promise<ArtworkAnswer> {
  const { statusCode, headers, body } = response;
  const length = Number(headers["content-length"] ?? 0);
  if (statusCode !== 200 || length > maxBytes) {
    body.destroy();
    if (statusCode === 200) return no("too_large");
    return no("status", statusCode >= 500 || statusCode === 429 || statusCode === 408);
  }
  const type = imageType(await readHead(body));
  return type ? { ok: true, type } : no("not_image");
}

async function readHead(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early destroys the body, and with it the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function failed(error: unknown, signal: AbortSignal): ArtworkAnswer {
  if (error instanceof PrivateAddress) return no("private_address");
  const late = error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError;
  return no(signal.aborted || late ? "timeout" : "unreachable", true);
}

const no = (reason: Reason, temporary = false): ArtworkAnswer => ({ ok: false, reason, temporary });
