import type { RequestHandler } from "express";

/** What a page of ours never needs of the browser. */
const DENIED_FEATURES = ["camera", "geolocation", "microphone", "payment", "usb"]
  .map((name) => `${name}=()`)
  .join(", ");
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Headers of every answer. What may be kept says so itself (files, pictures); everything else may hold a shop's data
 * and is kept nowhere. Who may frame a page and what it may load is said with the page, by its shop.
 */
export const securityHeaders: RequestHandler = (req, res, next) => {
  res.setHeader("X-Content-Type-Options", "nosniff");
  // The address of a page carries an id token: no other host is to see it.
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Permissions-Policy", DENIED_FEATURES);
  if (req.secure) res.setHeader("Strict-Transport-Security", `max-age=${YEAR_S}`);
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
  // The last moment at which an answer can still have said how long it may be kept.
  res.writeHead = ((...args: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
    return writeHead(...args);
  }) as typeof res.writeHead;
  next();
};
