import type { Request, Response } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import type { NewDelivery } from "./delivery-writer.ts";
import type { WebhookContext } from "./persist-delivery.ts";
import { MINUTE_MS } from "../ports/clock.ts";

/** Why a request is no valid delivery. */
type RejectionReason = "no_signature" | "wrong_signature" | "no_topic_or_shop" | "wrong_key";

/** Answers a delivery that is not applied, and counts it against the address that it came from. */
export type Reject = (
  req: Request,
  res: Response,
  rejection: { status: 400 | 401; reason: RejectionReason; body: string | object },
) => void;

export interface Rejections {
  reject: Reject;
  /** Whether the address of this request has reached its limit of rejections. */
  isOverLimit(req: Request): Promise<boolean>;
}

/** Rejections of one address in one window; beyond it the answer is 429. */
export interface RejectionLimit {
  count: number;
  windowMs: number;
}

const LIMIT: RejectionLimit = { count: 100, windowMs: MINUTE_MS };
/** The IPv6 network of one sender. */
const IPV6_NETWORK = 56;

/**
 * Rejections of the webhook endpoints. Only rejected requests count, after the check: a delivery with a valid signature
 * is accepted whatever else its address sends. The connection is closed, so that each guess costs a new one.
 */
export function createRejections(
  observe: WebhookContext["observe"],
  source: NewDelivery["source"],
  limit = LIMIT,
): Rejections {
  const senderKey = (req: Request): string => ipKeyGenerator(req.ip ?? "0.0.0.0", IPV6_NETWORK);
  const limiter = rateLimit({
    windowMs: limit.windowMs,
    limit: limit.count,
    keyGenerator: senderKey,
    legacyHeaders: false,
    // Its checks are about proxies, which the server configures (docs/operations.md).
    validate: false,
    handler: (_req, res) =>
      void res
        .status(429)
        .set("Retry-After", String(Math.ceil(limit.windowMs / 1000)))
        .end(),
  });
  return {
    reject(req, res, { status, reason, body }) {
      observe.rejected(source, reason);
      res.set("Connection", "close");
      void limiter(req, res, () => void res.status(status).send(body));
    },
    isOverLimit: async (req) => ((await limiter.getKey(senderKey(req)))?.totalHits ?? 0) >= limit.count,
  };
}
