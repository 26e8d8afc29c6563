import { Agent, errors, request, type Dispatcher } from "undici";
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import type { ArtworkCheckResult, ArtworkProblem } from "../ports/artwork.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { parseArtworkLink, isPublicAddress } from "./artwork-link.ts";

const MAX_REDIRECTS = 3;

export interface FetchOptions {
  /** For the whole of it, redirects included. */
  timeoutMs: number;
  /** Larger files are refused. */
  maxBytes: number;
  /** By default one that reaches public addresses only. */
  dispatcher?: Dispatcher;
  observe?: ObserveCall;
}

type ArtworkFailure = Extract<ArtworkCheckResult, { ok: false }>;

export const artworkFailure = (reason: ArtworkProblem, temporary = false): ArtworkFailure => ({
  ok: false,
  reason,
  temporary,
});

/** Connections to public addresses only, whatever a name resolves to. */
export function publicDispatcher(timeoutMs: number): Dispatcher {
  return new Agent({
    connect: { lookup: publicLookup(), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    maxHeaderSize: 16_384,
  });
}

type Download<T> = FetchOptions & {
  dispatcher: Dispatcher;
  /** What the file is for. */
  operation: "check" | "recheck" | "preview" | "draw";
  /** Of the file that is known already: the server may answer 304, which `read` gets like a 200. */
  etag?: string;
  read(response: Dispatcher.ResponseData): Promise<T>;
};

/**
 * Requests an artwork link and hands the response to `read`; every redirect is checked like the first link. Never throws.
 */
export async function fetchArtwork<T extends object | null>(
  link: string,
  options: Download<T>,
): Promise<T | ArtworkFailure> {
  const startedAt = performance.now();
  const file = await download(link, options);
  const ms = performance.now() - startedAt;
  const { operation } = options;
  options.observe?.({ system: "artwork", operation, isWrite: false, result: resultOf(file), ms });
  return file;
}

const resultOf = (file: object | null): string =>
  file && "reason" in file ? (file as ArtworkFailure).reason : file ? "ok" : "too_large";

async function download<T>(
  link: string,
  { timeoutMs, maxBytes, dispatcher, etag, read }: Download<T>,
): Promise<T | ArtworkFailure> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let next = link;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const parsed = parseArtworkLink(next);
      if (!parsed.ok) return artworkFailure(parsed.reason);
      const response = await requestUrl(parsed.url, { dispatcher, signal, etag });
      if (!isRedirect(response)) {
        const failure = failureOf(response, maxBytes, etag);
        if (!failure) return await read(response);
        response.body.destroy();
        return failure;
      }
      response.body.destroy();
      const location = response.headers["location"];
      const target = typeof location === "string" ? URL.parse(location, parsed.url) : null;
      if (!target) return artworkFailure("status");
      next = target.href;
    }
    return artworkFailure("status");
  } catch (error) {
    return toFailure(error, signal);
  }
}

const isRedirect = ({ statusCode }: Dispatcher.ResponseData): boolean =>
  statusCode >= 300 && statusCode <= 399 && statusCode !== 304;

async function requestUrl(
  url: URL,
  { dispatcher, signal, etag }: Pick<Download<unknown>, "dispatcher" | "etag"> & { signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  const headers = { accept: "image/*, application/pdf", ...(etag === undefined ? {} : { "if-none-match": etag }) };
  const response = await request(url, { dispatcher, signal, headers });
  // An error of a body that was destroyed, or is no longer read, must not be unhandled.
  response.body.on("error", () => {});
  return response;
}

function failureOf(
  { statusCode, headers }: Dispatcher.ResponseData,
  maxBytes: number,
  etag: string | undefined,
): ArtworkFailure | null {
  if (statusCode === 304 && etag !== undefined) return null;
  if (statusCode !== 200)
    return artworkFailure("status", statusCode >= 500 || statusCode === 429 || statusCode === 408);
  return Number(headers["content-length"] ?? 0) > maxBytes ? artworkFailure("too_large") : null;
}

function toFailure(error: unknown, signal: AbortSignal): ArtworkFailure {
  if (error instanceof PrivateAddressError) return artworkFailure("private_address");
  const timedOut = error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError;
  return artworkFailure(signal.aborted || timedOut ? "timeout" : "unreachable", true);
}

/** A name resolved to an address outside the public internet: nothing was connected. */
export class PrivateAddressError extends Error {
  readonly code = "PRIVATE_ADDRESS";
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets that returns public addresses only. It runs where the connection is made, so a name that changes
 * its address between check and use gains nothing (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, "");
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new PrivateAddressError("not a public address"), "");
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
