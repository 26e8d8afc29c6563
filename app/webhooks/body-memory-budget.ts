import type { Request, RequestHandler, Response } from "express";

const MAX_BYTES = 128 * 1024 * 1024;
/** Of one body. Shopify waits 5 s for all of an exchange. */
const BODY_TIMEOUT_MS = 10_000;
/** What a part takes beside its bytes: who sends byte by byte has a list of many parts. */
const CHUNK_OVERHEAD_BYTES = 256;

/** A body on its way: its signature is known only at its end. */
interface InFlightBody {
  bytes: number;
  complete: boolean;
  /** Answers with this status and reads no more. */
  abort(status: 408 | 503): void;
}

/**
 * Bounds what bodies take together while they arrive and wait for their commit, small ones included, by what has come of them
 * and not by what they announce. Beyond the bound the one that has been on its way longest makes room: a true delivery
 * comes within a second, so neither slow senders nor large announcements keep it out. Shopify comes again after a 503.
 */
export function createBodyMemoryBudget(maxBytes = MAX_BYTES, timeoutMs = BODY_TIMEOUT_MS): RequestHandler {
  /** In the order in which they began. */
  const inFlight = new Set<InFlightBody>();
  let bytes = 0;

  const evictOldest = (): void => {
    for (const body of inFlight) {
      if (bytes <= maxBytes) return;
      if (!body.complete) release(body).abort(503);
    }
  };
  const release = (body: InFlightBody): InFlightBody => {
    if (inFlight.delete(body)) bytes -= body.bytes;
    return body;
  };

  return (req, res, next) => {
    const body: InFlightBody = { bytes: 0, complete: false, abort: (status) => abortRequest(req, res, status) };
    const timer = setTimeout(() => release(body).abort(408), timeoutMs);
    inFlight.add(body);
    req.on("data", (chunk: Buffer) => {
      if (!inFlight.has(body)) return;
      body.bytes += chunk.length + CHUNK_OVERHEAD_BYTES;
      bytes += chunk.length + CHUNK_OVERHEAD_BYTES;
      evictOldest();
    });
    req.once("end", () => {
      clearTimeout(timer);
      body.complete = true;
    });
    res.once("close", () => {
      clearTimeout(timer);
      release(body);
    });
    // The body's reader has to listen in this same turn: the parts flow from the next one on.
    next();
  };
}

function abortRequest(req: Request, res: Response, status: 408 | 503): void {
  if (!res.headersSent) res.status(status).set({ "Retry-After": "5", Connection: "close" }).end();
  // The answer goes out first; whoever reads the body is told that it broke off.
  setImmediate(() => req.destroy());
}
