import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import type { Services } from "./entry.ts";
import { bearerToken } from "./page-bodies.ts";

interface AnonymousRateLimit {
  count: number;
  windowMs: number;
}

const DEFAULT_LIMIT: AnonymousRateLimit = { count: 300, windowMs: 60_000 };
/** Preflight requests carry no token; each address may send this many times as many of them. */
const PREFLIGHT_FACTOR = 4;
const IPV6_NETWORK = 56;

/**
 * Limits the requests of one address to the pages without a valid id token, whatever else the request claims. Requests
 * of signed-in users are not counted.
 */
export function limitAnonymousRequests(
  readIdToken: Services["readIdToken"],
  { count, windowMs } = DEFAULT_LIMIT,
): RequestHandler {
  const isSignedIn = (req: Request): boolean => tokensOf(req).some((token) => readIdToken(token) !== null);
  return rateLimit({
    windowMs,
    limit: (req) => (isPreflight(req) ? PREFLIGHT_FACTOR * count : count),
    keyGenerator: (req) =>
      `${isPreflight(req) ? "preflight " : ""}${ipKeyGenerator(req.ip ?? "0.0.0.0", IPV6_NETWORK)}`,
    skip: isSignedIn,
    legacyHeaders: false,
    validate: false,
    handler: (_req, res) =>
      void res
        .status(429)
        .set("Retry-After", String(Math.ceil(windowMs / 1000)))
        .type("text")
        .send("Too many requests from your address. Please try again in a minute.\n"),
  });
}

const isPreflight = (req: Request): boolean => req.method === "OPTIONS";

/** shopify: the id token is in the header, or in the URL when Shopify opens a page. */
function tokensOf(req: Request): string[] {
  return [bearerToken(req), req.query["id_token"]].filter((token) => typeof token === "string");
}
