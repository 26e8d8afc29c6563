import { Router } from "express";
import type { Services } from "./entry.ts";
import { isPrivateAddress } from "./private-address.ts";

/** A slower probe counts as failed, in milliseconds. */
const LIMIT_MS = 3_000;
/** How long the result of one probe is reused, in milliseconds. */
const SHARED_MS = 500;

/**
 * GET /healthz (alive), /readyz (database reachable and not stopping; reports the queue, which is not required),
 * /metrics (Prometheus; private addresses only).
 */
export function healthRoutes(services: Services, isStopping: () => boolean): Router {
  const router = Router();
  const ready = coalesced(() => withinLimit(services.ready()));
  router.get("/healthz", (_req, res) => void res.type("text").send("ok\n"));
  router.get("/readyz", (_req, res, next) => {
    const stopping = isStopping();
    ready().then((status) => {
      const isReady = status.database && !stopping;
      res.status(isReady ? 200 : 503).json({ ...status, stopping });
    }, next);
  });
  router.get("/metrics", (req, res, next) => {
    // Behind a public proxy the address of the client counts.
    if (!isPrivateAddress(req.ip)) return next();
    services.metrics().then((text) => void res.type("text/plain; version=0.0.4").send(text), next);
  });
  return router;
}

/** Requests during a probe, or shortly after, share its result: many requests cost one query. */
function coalesced<T>(probe: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () => {
    if (pending) return pending;
    pending = probe();
    const reset = (): void => void setTimeout(() => (pending = null), SHARED_MS).unref();
    pending.then(reset, reset);
    return pending;
  };
}

function withinLimit(probe: Promise<{ database: boolean; queue: boolean }>) {
  const unavailable = { database: false, queue: false };
  const timeout = new Promise<typeof unavailable>((resolve) => setTimeout(resolve, LIMIT_MS, unavailable).unref());
  return Promise.race([probe.catch(() => unavailable), timeout]);
}
