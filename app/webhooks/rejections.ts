import type { Request, Response } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import type { WebhookContext } from "./persist-delivery.ts";

/** Answers a delivery that is not applied, and counts it against the address that it came from. */
export type Reject = (req: Request, res: Response, status: 400 | 401, body: string | object) => void;

export interface Rejections {
  reject: Reject;
  /** Whether the address of this request has used its refusals up. */
  isOverLimit(req: Request): Promise<boolean>;
}

/** Refusals of one address in one window; beyond it hears only that it has to wait. */
export interface RejectionLimit {
  count: number;
  windowMs: number;
}

const LIMIT: RejectionLimit = { count: 100, windowMs: 60_000 };
/** A customer's network, and so one sender, in IPv6. */
const IPV6_NETWORK = 56;

/**
 * Refusals at the doors. Only what was refused is counted, and after the check: a delivery with the right signature is
 * applied whatever else came from its address. The connection is closed, so that a guess costs a new one.
 */
export function createRejections(
  countDelivery: WebhookContext["countDelivery"],
  source: Parameters<WebhookContext["countDelivery"]>[0],
  limit = LIMIT,
): Rejections {
  const senderKey = (req: Request): string => ipKeyGenerator(req.ip ?? "0.0.0.0", IPV6_NETWORK);
  const limiter = rateLimit({
    windowMs: limit.windowMs,
    limit: limit.count,
    keyGenerator: senderKey,
    legacyHeaders: false,
    // What it would say about proxies is settled by the server, and said once in docs/operations.md.
    validate: false,
    handler: (_req, res) =>
      void res
        .status(429)
        .set("Retry-After", String(Math.ceil(limit.windowMs / 1000)))
        .end(),
  });
  return {
    reject(req, res, status, body) {
      countDelivery(source, "rejected");
      res.set("Connection", "close");
      void limiter(req, res, () => void res.status(status).send(body));
    },
    isOverLimit: async (req) => ((await limiter.getKey(senderKey(req)))?.totalHits ?? 0) >= limit.count,
  };
}
