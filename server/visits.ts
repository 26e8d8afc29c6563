import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";

export interface VisitLimit {
  count: number;
  windowMs: number;
}

const LIMIT: VisitLimit = { count: 300, windowMs: 60_000 };
const IPV6_NETWORK = 56;

/**
 * Bounds what one address may ask of the pages without being signed in: visits without an id token, and those whose token
 * was refused. What a signed-in person does is not counted.
 */
export function limitVisits({ count, windowMs } = LIMIT): RequestHandler {
  return rateLimit({
    windowMs,
    limit: count,
    keyGenerator: (req) => ipKeyGenerator(req.ip ?? "0.0.0.0", IPV6_NETWORK),
    // A browser's question before it asks carries no token, and costs nothing.
    skip: (req) => req.method === "OPTIONS",
    skipSuccessfulRequests: true,
    requestWasSuccessful: (req, res) => hasToken(req) && !isRefused(res),
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

/** shopify: the id token comes in the header, or in the address when Shopify opens a page. Whether it is good, the page finds out. */
const hasToken = (req: Request): boolean =>
  req.headers.authorization !== undefined || typeof req.query["id_token"] === "string";

/** shopify: a bad token is answered with 401, or, where a page was opened, with the way to a new one. */
const isRefused = (res: Response): boolean =>
  res.statusCode === 401 || String(res.getHeader("location") ?? "").startsWith("/auth/");
