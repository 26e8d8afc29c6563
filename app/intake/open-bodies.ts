import type { RequestHandler } from "express";

/** An order's usual body is far smaller: whoever floods the doors with large ones keeps none of these out. */
const SMALL_BYTES = 256 * 1024;
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Bounds what large bodies may take together while they arrive and wait for their commit: their signature is known only at
 * their end. `ofOne` is the most that one may have, and counts for one that does not say its length. Beyond the bound it is
 * 503, and Shopify comes again.
 */
export function createOpenBodies(mostBytes = MOST_BYTES): (ofOne: number) => RequestHandler {
  let open = 0;
  return (ofOne) => (req, res, next) => {
    const said = Number(req.headers["content-length"] ?? ofOne);
    const bytes = said >= 0 && said <= ofOne ? said : ofOne;
    if (bytes <= SMALL_BYTES) return next();
    if (open + bytes > mostBytes) return void res.status(503).set({ "Retry-After": "5", Connection: "close" }).end();
    open += bytes;
    res.once("close", () => (open -= bytes));
    next();
  };
}
