import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { App, Entry, ProcessLog, Services } from "./entry.ts";
import { securityHeaders } from "./headers.ts";
import { healthRoutes } from "./health.ts";
import { logChanges, requestId } from "./request-id.ts";
import { limitPageBodies } from "./page-bodies.ts";
import { refuseNul } from "./refuse-nul.ts";
import { limitAnonymousRequests } from "./anonymous-rate-limit.ts";

export interface HttpOptions {
  /** Null for a worker, which serves its health only. */
  app: App | null;
  services: Services;
  log: ProcessLog;
  isStopping(): boolean;
  withLogContext: Entry["withLogContext"];
}

/** All routes, in this order: health, webhooks, files, pages. */
export function createHttp(options: HttpOptions): Express {
  const http = express();
  http.disable("x-powered-by");
  // Only proxies of private networks may set the client's address and scheme.
  http.set("trust proxy", "loopback, linklocal, uniquelocal");
  http.use(requestId(options.withLogContext));
  http.use(securityHeaders);
  http.use(healthRoutes(options.services, { isStopping: options.isStopping, requiresWork: options.app === null }));
  if (options.app) {
    http.use(refuseNul);
    http.use(refuseRouteChoice);
    if (options.services.webhooks) http.use(options.services.webhooks);
    // A page asks for thirty files: nothing else runs for them, and those of the build are compressed.
    http.use(options.app.files);
    http.use(limitPageBodies(options.services.readIdToken));
    http.use(compression());
    http.use(logChanges(options.log));
    const pages = createRequestHandler({ build: options.app.build, mode: options.app.mode });
    http.use(limitAnonymousRequests(options.services.readIdToken));
    http.use(reportUnderway(options.services.underway));
    http.all("*", (req, res, next) => void pages(req, res, next));
  }
  http.use(errorHandler(options.log));
  return http;
}

/**
 * 404 for `?_data=…`, with which Remix still runs a route above the one of the address, and hides the parameter from the route: a
 * permission is asked for by the address (app/http/action-permissions.server.ts). No page of the app asks so (remix: single fetch).
 */
const refuseRouteChoice: RequestHandler = (req, res, next) => {
  if (!new URLSearchParams(req.originalUrl.split("?").slice(1).join("?")).has("_data")) return next();
  res.status(404).type("text").send("Not found\n");
};

/** Somebody waits for a page: rows of a shop in a sale begin later. */
function reportUnderway(underway: Services["underway"]): RequestHandler {
  return (_req, res, next) => {
    underway.began("page");
    res.once("close", () => underway.ended("page"));
    next();
  };
}

function errorHandler(log: ProcessLog): ErrorRequestHandler {
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
