import type { RequestHandler } from "express";

/** Browser features that no page needs. */
const DENIED_FEATURES = ["camera", "geolocation", "microphone", "payment", "usb"]
  .map((name) => `${name}=()`)
  .join(", ");
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Headers of every answer. Only answers with a Cache-Control of their own (files, previews) are cached: any other may
 * hold a shop's data. Framing and sources of a page are in its Content-Security-Policy, by shop.
 */
export const securityHeaders: RequestHandler = (req, res, next) => {
  res.setHeader("X-Content-Type-Options", "nosniff");
  // A page's URL may carry an id token: no other host may get it.
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Permissions-Policy", DENIED_FEATURES);
  if (req.secure) res.setHeader("Strict-Transport-Security", `max-age=${YEAR_S}`);
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
  // When the headers are written, the answer has set its Cache-Control, if any.
  res.writeHead = ((...args: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
    return writeHead(...args);
  }) as typeof res.writeHead;
  next();
};
