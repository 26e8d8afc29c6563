import type { Request, RequestHandler, Response } from "express";

const MAX_BYTES = 128 * 1024 * 1024;
/** Of one body. Shopify waits 5 s for a whole exchange. */
const BODY_TIMEOUT_MS = 10_000;
/** Memory of a chunk beside its bytes: a body sent byte by byte is a list of many chunks. */
const CHUNK_OVERHEAD_BYTES = 256;

/** A body that is being received: its signature can be checked only at its end. */
interface InFlightBody {
  bytes: number;
  complete: boolean;
  /** Answers with this status and reads no more. */
  abort(status: 408 | 503): void;
}

/**
 * Bounds the memory of all bodies that are being received or committed, counted by received bytes and not by
 * Content-Length. Over the bound, the oldest incomplete body is aborted: a valid delivery arrives within a second, so
 * neither slow senders nor large announcements shut it out. Shopify retries after a 503.
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
    // The body's reader has to listen in this same turn of the event loop: chunks are emitted from the next one on.
    next();
  };
}

function abortRequest(req: Request, res: Response, status: 408 | 503): void {
  if (!res.headersSent) res.status(status).set({ "Retry-After": "5", Connection: "close" }).end();
  // The answer is written first; the body's reader then gets an error.
  setImmediate(() => req.destroy());
}
