import type { Request, Response } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import type { IntakeContext } from "./persist-delivery.ts";

/** Answers a delivery that is not taken in, and counts it against the address that it came from. */
export type Refuse = (req: Request, res: Response, status: 400 | 401, body: string | object) => void;

export interface Refusals {
  refuse: Refuse;
  /** Whether the address of this request has used its refusals up. */
  isOver(req: Request): Promise<boolean>;
}

/** Refusals of one address in one window; beyond it hears only that it has to wait. */
export interface RefusalLimit {
  count: number;
  windowMs: number;
}

const LIMIT: RefusalLimit = { count: 100, windowMs: 60_000 };
/** A customer's network, and so one sender, in IPv6. */
const IPV6_NETWORK = 56;

/**
 * Refusals at the doors. Only what was refused is counted, and after the check: a delivery with the right signature is
 * taken in whatever else came from its address. The connection is closed, so that a guess costs a new one.
 */
export function createRefusals(
  counted: IntakeContext["counted"],
  source: Parameters<IntakeContext["counted"]>[0],
  limit = LIMIT,
): Refusals {
  const sender = (req: Request): string => ipKeyGenerator(req.ip ?? "0.0.0.0", IPV6_NETWORK);
  const limiter = rateLimit({
    windowMs: limit.windowMs,
    limit: limit.count,
    keyGenerator: sender,
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
    refuse(req, res, status, body) {
      counted(source, "refused");
      res.set("Connection", "close");
      void limiter(req, res, () => void res.status(status).send(body));
    },
    isOver: async (req) => ((await limiter.getKey(sender(req)))?.totalHits ?? 0) >= limit.count,
  };
}
