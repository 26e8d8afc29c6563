import { Router } from "express";
import ipaddr from "ipaddr.js";
import type { Services } from "./entry.ts";

/** A probe that takes longer is as good as a no, in milliseconds. */
const LIMIT_MS = 3_000;
/** So long one probe answers for all, in milliseconds. */
const SHARED_MS = 500;

/**
 * GET /healthz (alive), /readyz (database reachable, not stopping; tells of the queue, which nothing waits for), /metrics
 * (Prometheus; not for the world).
 */
export function healthRoutes(services: Services, isStopping: () => boolean): Router {
  const router = Router();
  const ready = shared(() => withinLimit(services.ready()));
  router.get("/healthz", (_req, res) => void res.type("text").send("ok\n"));
  router.get("/readyz", (_req, res, next) => {
    const stopping = isStopping();
    ready().then((found) => {
      const fine = found.database && !stopping;
      res.status(fine ? 200 : 503).json({ ...found, stopping });
    }, next);
  });
  router.get("/metrics", (req, res, next) => {
    if (!isNear(req.ip)) return next();
    services.metrics().then((text) => void res.type("text/plain; version=0.0.4").send(text), next);
  });
  return router;
}

/** Whoever asks while a probe is under way, or shortly after, gets its answer: a crowd at this door is one query. */
function shared<T>(probe: () => Promise<T>): () => Promise<T> {
  let present: Promise<T> | null = null;
  return () => {
    if (present) return present;
    present = probe();
    const forget = (): void => void setTimeout(() => (present = null), SHARED_MS).unref();
    present.then(forget, forget);
    return present;
  };
}

function withinLimit(probe: Promise<{ database: boolean; queue: boolean }>) {
  const no = { database: false, queue: false };
  const late = new Promise<typeof no>((resolve) => setTimeout(resolve, LIMIT_MS, no).unref());
  return Promise.race([probe.catch(() => no), late]);
}

/** Loopback and private networks: where a scraper lives. Through a public proxy the visitor's own address counts. */
function isNear(address: string | undefined): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  return ["loopback", "private", "uniqueLocal", "linkLocal"].includes(ipaddr.process(address).range());
}
