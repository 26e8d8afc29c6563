import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Entry, ProcessLog } from "./entry.ts";

/** An id as proxies make them. Anything else could be a text of somebody, which no log shall have. */
const REQUEST_ID = /^[\w.:-]{8,100}$/;

/** Each request has an id: X-Request-Id of the proxy, or a new one. The answer and each line of the log carry it. */
export function requestId(withLogContext: Entry["withLogContext"]): RequestHandler {
  return (req, res, next) => {
    const given = req.get("x-request-id") ?? "";
    const id = REQUEST_ID.test(given) ? given : randomUUID();
    res.set("X-Request-Id", id);
    withLogContext({ requestId: id }, next);
  };
}

/**
 * Logs what changed something. Reads are many, and a request that is refused may come from anybody: metrics and the lines of
 * errors name these. The query is left out: it may hold an id token.
 */
export function logChanges(log: ProcessLog): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const { method, path } = req;
    if (method !== "GET" && method !== "HEAD")
      res.once("finish", () => {
        const ms = Math.round(performance.now() - startedAt);
        if (res.statusCode < 400)
          log.info({ method, path: withoutSecret(path), status: res.statusCode, ms }, "request answered");
      });
    next();
  };
}

/** A link that stops notifications is signed at its end, and works as long as the channel is there. */
const withoutSecret = (path: string): string => path.replace(/^(\/notifications\/stop\/).+$/, "$1…");
