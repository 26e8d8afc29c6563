import type { Request, RequestHandler, Response } from "express";

const MOST_BYTES = 128 * 1024 * 1024;
/** Of one body. Shopify waits 5 s for all of an exchange. */
const LIMIT_MS = 10_000;
/** What a part takes beside its bytes: who sends byte by byte has a list of many parts. */
const PART_BYTES = 256;

/** A body on its way: its signature is known only at its end. */
interface OpenBody {
  bytes: number;
  whole: boolean;
  /** Answers with this status and reads no more. */
  cut(status: 408 | 503): void;
}

/**
 * Bounds what bodies take together while they arrive and wait for their commit, small ones included, by what has come of them
 * and not by what they announce. Beyond the bound the one that has been on its way longest makes room: a true delivery
 * comes within a second, so neither slow senders nor large announcements keep it out. Shopify comes again after a 503.
 */
export function createOpenBodies(mostBytes = MOST_BYTES, limitMs = LIMIT_MS): RequestHandler {
  /** In the order in which they began. */
  const open = new Set<OpenBody>();
  let bytes = 0;

  const makeRoom = (): void => {
    for (const body of open) {
      if (bytes <= mostBytes) return;
      if (!body.whole) forget(body).cut(503);
    }
  };
  const forget = (body: OpenBody): OpenBody => {
    if (open.delete(body)) bytes -= body.bytes;
    return body;
  };

  return (req, res, next) => {
    const body: OpenBody = { bytes: 0, whole: false, cut: (status) => cut(req, res, status) };
    const late = setTimeout(() => forget(body).cut(408), limitMs);
    open.add(body);
    req.on("data", (part: Buffer) => {
      if (!open.has(body)) return;
      body.bytes += part.length + PART_BYTES;
      bytes += part.length + PART_BYTES;
      makeRoom();
    });
    req.once("end", () => {
      clearTimeout(late);
      body.whole = true;
    });
    res.once("close", () => {
      clearTimeout(late);
      forget(body);
    });
    // The body's reader has to listen in this same turn: the parts flow from the next one on.
    next();
  };
}

function cut(req: Request, res: Response, status: 408 | 503): void {
  if (!res.headersSent) res.status(status).set({ "Retry-After": "5", Connection: "close" }).end();
  // The answer goes out first; whoever reads the body is told that it broke off.
  setImmediate(() => req.destroy());
}
