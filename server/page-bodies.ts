import type { Request, RequestHandler, Response } from "express";
import type { Services } from "./entry.ts";

/** Of one request: forms and imported files. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_SHOP_BYTES = 3 * MAX_BYTES;
const MAX_TOTAL_BYTES = 12 * MAX_BYTES;

/**
 * Bounds the bodies sent to the pages: 10 MB each, rejected at once by Content-Length or cut off while they arrive;
 * those of one shop, and of all shops, by their Content-Length. The body of an anonymous request is not read, and
 * counts nothing.
 */
export function limitPageBodies(readIdToken: Services["readIdToken"]): RequestHandler {
  const bytesByShop = new Map<string, number>();
  let totalBytes = 0;
  return (req, res, next) => {
    const isChunked = req.headers["transfer-encoding"] !== undefined;
    const bytes = isChunked ? MAX_BYTES : Number(req.headers["content-length"] ?? 0);
    if (bytes > MAX_BYTES) return void res.status(413).type("text").send("Too large\n");
    const shop = bytes > 0 ? readIdToken(bearerToken(req) ?? "")?.shop : null;
    if (shop) {
      const before = bytesByShop.get(shop) ?? 0;
      if (before + bytes > MAX_SHOP_BYTES || totalBytes + bytes > MAX_TOTAL_BYTES)
        return void res.status(503).set({ "Retry-After": "5" }).type("text").send("Please try again in a moment\n");
      bytesByShop.set(shop, before + bytes);
      totalBytes += bytes;
      res.once("close", () => {
        totalBytes -= bytes;
        const remaining = (bytesByShop.get(shop) ?? 0) - bytes;
        if (remaining > 0) bytesByShop.set(shop, remaining);
        else bytesByShop.delete(shop);
      });
    }
    if (isChunked) abortOversized(req, res);
    next();
  };
}

/** The id token of the Authorization header (shopify: App Bridge). */
export const bearerToken = (req: Request): string | undefined =>
  /^Bearer (\S+)$/.exec(req.headers.authorization ?? "")?.[1];

function abortOversized(req: Request, res: Response): void {
  const before = req.socket.bytesRead;
  const check = setInterval(() => {
    if (req.socket.bytesRead - before > MAX_BYTES) req.destroy();
  }, 100);
  res.once("close", () => clearInterval(check));
}
