import type { RequestHandler } from "express";
import type { Services } from "./entry.ts";

/** Of one request: forms and imported files. */
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_OF_SHOP = 3 * MOST_BYTES;
const MOST_OF_ALL = 12 * MOST_BYTES;

/**
 * Bounds the bodies that are sent to the pages: 10 MB each, refused at once where the length is told, and cut off where it is
 * not; those of one shop and of all together by what they announce. A body of somebody who is not signed in is never
 * read: it waits in the network, and counts as nothing.
 */
export function limitPageBodies(readIdToken: Services["readIdToken"]): RequestHandler {
  const open = new Map<string, number>();
  let all = 0;
  return (req, res, next) => {
    const isChunked = req.headers["transfer-encoding"] !== undefined;
    const bytes = isChunked ? MOST_BYTES : Number(req.headers["content-length"] ?? 0);
    if (bytes > MOST_BYTES) return void res.status(413).type("text").send("Too large\n");
    const shop = bytes > 0 ? readIdToken(tokenOf(req.headers.authorization))?.shop : null;
    if (shop) {
      const before = open.get(shop) ?? 0;
      if (before + bytes > MOST_OF_SHOP || all + bytes > MOST_OF_ALL)
        return void res.status(503).set({ "Retry-After": "5" }).type("text").send("Please try again in a moment\n");
      open.set(shop, before + bytes);
      all += bytes;
      res.once("close", () => {
        all -= bytes;
        const left = (open.get(shop) ?? 0) - bytes;
        if (left > 0) open.set(shop, left);
        else open.delete(shop);
      });
    }
    if (isChunked) cutOff(req, res);
    next();
  };
}

const tokenOf = (authorization = ""): string => authorization.replace("Bearer ", "");

function cutOff(req: Parameters<RequestHandler>[0], res: Parameters<RequestHandler>[1]): void {
  const before = req.socket.bytesRead;
  const look = setInterval(() => {
    if (req.socket.bytesRead - before > MOST_BYTES) req.destroy();
  }, 100);
  res.once("close", () => clearInterval(look));
}
