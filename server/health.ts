import { Router } from "express";
import type { Readiness, Services } from "./entry.ts";
import { isPrivateAddress } from "./private-address.ts";

/** A slower probe counts as failed, in milliseconds. */
const LIMIT_MS = 3_000;
/** How long the result of one probe is reused, in milliseconds. */
const SHARED_MS = 500;

/**
 * GET /healthz (alive: a new process would be no better), /readyz (database reachable and not stopping; reports the queue,
 * which is not required, and whether work moves), /metrics (Prometheus; private addresses only). `requiresWork`: a process
 * of workers alone is not ready while its work is stuck. One with pages continues to serve them, and takes webhooks.
 */
export function healthRoutes(
  services: Services,
  { isStopping, requiresWork }: { isStopping(): boolean; requiresWork: boolean },
): Router {
  const router = Router();
  const ready = coalesced(() => withinLimit(services.ready()));
  router.get("/healthz", (_req, res) => {
    const isAlive = services.alive();
    res
      .status(isAlive ? 200 : 503)
      .type("text")
      .send(isAlive ? "ok\n" : "stuck\n");
  });
  router.get("/readyz", (_req, res, next) => {
    const stopping = isStopping();
    ready().then((status) => {
      const isReady = status.database && !stopping && !(requiresWork && status.work === false);
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

const UNAVAILABLE: Readiness = { database: false, queue: false, work: null };

function withinLimit(probe: Promise<Readiness>): Promise<Readiness> {
  const timeout = new Promise<Readiness>((resolve) => setTimeout(resolve, LIMIT_MS, UNAVAILABLE).unref());
  return Promise.race([probe.catch(() => UNAVAILABLE), timeout]);
}
