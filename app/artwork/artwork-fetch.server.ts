import { Agent, errors, request, type Dispatcher } from "undici";
import type { ArtworkProblem } from "../ports/artwork.ts";
import { readArtworkLink } from "./artwork-link.ts";
import { PrivateAddress, publicLookup } from "./public-lookup.server.ts";

const MAX_REDIRECTS = 3;

export interface FetchOptions {
  /** For the whole of it, redirects included. */
  timeoutMs: number;
  /** Larger files are refused. */
  maxBytes: number;
  /** Makes the connections; by default one that reaches public addresses only. */
  dispatcher?: Dispatcher;
}

export type NoArtwork = { ok: false; reason: ArtworkProblem; temporary: boolean };

export const no = (reason: ArtworkProblem, temporary = false): NoArtwork => ({ ok: false, reason, temporary });

/** Connections to public addresses only, whatever a name resolves to. */
export function publicDispatcher(timeoutMs: number): Dispatcher {
  return new Agent({
    connect: { lookup: publicLookup(), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    maxHeaderSize: 16_384,
  });
}

/** Asks for an artwork link and hands its answer to `read`; every hop is judged like the first link. Never throws. */
export async function fetchArtwork<T>(
  link: string,
  { timeoutMs, maxBytes, dispatcher }: FetchOptions & { dispatcher: Dispatcher },
  read: (body: Dispatcher.ResponseData["body"]) => Promise<T>,
): Promise<T | NoArtwork> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let next = link;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const judged = readArtworkLink(next);
      if (!judged.ok) return no(judged.reason);
      const response = await ask(judged.url, dispatcher, signal);
      if (response.statusCode < 300 || response.statusCode > 399) {
        const refused = refusalOf(response, maxBytes);
        if (!refused) return await read(response.body);
        response.body.destroy();
        return refused;
      }
      response.body.destroy();
      const location = response.headers["location"];
      const target = typeof location === "string" ? URL.parse(location, judged.url) : null;
      if (!target) return no("status");
      next = target.href;
    }
    return no("status");
  } catch (error) {
    return failed(error, signal);
  }
}

async function ask(url: URL, dispatcher: Dispatcher, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const response = await request(url, { dispatcher, signal, headers: { accept: "image/*, application/pdf" } });
  // A body that is let go, or breaks after we are done with it, must not surface as an unhandled error.
  response.body.on("error", () => {});
  return response;
}

function refusalOf({ statusCode, headers }: Dispatcher.ResponseData, maxBytes: number): NoArtwork | null {
  if (statusCode !== 200) return no("status", statusCode >= 500 || statusCode === 429 || statusCode === 408);
  return Number(headers["content-length"] ?? 0) > maxBytes ? no("too_large") : null;
}

function failed(error: unknown, signal: AbortSignal): NoArtwork {
  if (error instanceof PrivateAddress) return no("private_address");
  const late = error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError;
  return no(signal.aborted || late ? "timeout" : "unreachable", true);
}
