import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { App, ProcessLog, Services } from "./entry.ts";
import { safeHeaders } from "./headers.ts";
import { healthRoutes } from "./health.ts";
import { limitVisits, type VisitLimit } from "./visits.ts";

export interface HttpOptions {
  /** Null for a worker, which shows its health only. */
  app: App | null;
  services: Services;
  log: ProcessLog;
  isStopping(): boolean;
  visits?: VisitLimit;
}

/** Everything that is served, in this order: health, deliveries, files, pages. */
export function createHttp(options: HttpOptions): Express {
  const http = express();
  http.disable("x-powered-by");
  // Proxies of our own network tell the visitor's address and scheme; nobody else is believed.
  http.set("trust proxy", "loopback, linklocal, uniquelocal");
  http.use(safeHeaders);
  http.use(healthRoutes(options.services, options.isStopping));
  if (options.app) {
    if (options.services.intake) http.use(options.services.intake);
    http.use(refuseLarge);
    http.use(compression());
    http.use(options.app.files);
    const pages = createRequestHandler({ build: options.app.build, mode: options.app.mode });
    http.use(limitVisits(options.services.readIdToken, options.visits));
    http.all("*", (req, res, next) => void pages(req, res, next));
  }
  http.use(lastResort(options.log));
  return http;
}

/** Of a request to the pages: forms and imported files. Deliveries have bounds of their own. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Whoever sends more is refused at once where the length is told, and cut off where it is not. */
const refuseLarge: RequestHandler = (req, res, next) => {
  if (Number(req.headers["content-length"] ?? 0) > MOST_BYTES) {
    res.status(413).type("text").send("Too large\n");
    return;
  }
  if (req.headers["transfer-encoding"] === undefined) return next();
  const before = req.socket.bytesRead;
  const look = setInterval(() => {
    if (req.socket.bytesRead - before > MOST_BYTES) req.destroy();
  }, 100);
  res.once("close", () => clearInterval(look));
  next();
};

function lastResort(log: ProcessLog): ErrorRequestHandler {
  return (error: { status?: number }, req, res, next) => {
    const status = error.status ?? 500;
    if (status >= 500) log.error({ error, method: req.method }, "a request failed");
    if (res.headersSent) return next(error);
    res
      .status(status)
      .type("text")
      .send(status === 404 ? "Not found\n" : "Something went wrong\n");
  };
}
