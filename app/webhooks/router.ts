import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import type { IntakeContext } from "./persist-delivery.ts";
import { createOpenBodies } from "./body-memory-budget.ts";
import { createGuardedKeys } from "./cached-keys.ts";
import { printIntake, printKnock, type EventKeys } from "./print-service-endpoint.ts";
import { createRefusals, type RefusalLimit } from "./rejections.ts";
import { shopifyIntake, shopifyKnock } from "./shopify-endpoint.ts";

const MOST_BYTES = 10 * 1024 * 1024;
const MOST_EVENT_BYTES = 1024 * 1024;

export interface IntakeOptions {
  shopifySecret: string;
  eventKeys: EventKeys;
  /** Keys of all print accounts. */
  accountKeys(): Promise<string[]>;
  refusals?: RefusalLimit;
}

/** The doors for deliveries. Mounted in front of everything else: raw bodies, nothing between the socket and the commit. */
export function intakeRouter(ctx: IntakeContext, options: IntakeOptions): Router {
  const router = express.Router();
  const openBodies = createOpenBodies();
  const raw = (limit: number) => [openBodies, express.raw({ type: () => true, limit, inflate: false })];
  const unsigned = createRefusals(ctx.counted, "shopify", options.refusals);
  router.use(
    "/webhooks",
    onlyPost,
    shopifyKnock(unsigned.refuse),
    raw(MOST_BYTES),
    shopifyIntake(ctx, options.shopifySecret, unsigned.refuse),
  );
  const { eventKeys, accountKeys } = options;
  const sources = { eventKeys, guardedKeys: createGuardedKeys(eventKeys, accountKeys) };
  const keyless = createRefusals(ctx.counted, "print_service", options.refusals);
  for (const topic of ["tracking", "order-status"] as const) {
    router.post(
      `/print-events/:key/${topic}`,
      printKnock(ctx, sources, keyless),
      raw(MOST_EVENT_BYTES),
      printIntake(ctx, topic),
    );
  }
  router.use("/print-events", (_req, res) => void res.status(404).json({ status: 404, message: "No such address." }));
  router.use(refuseBody(ctx));
  return router;
}

const onlyPost: RequestHandler = (req, res, next) => {
  if (req.method === "POST") next();
  else res.status(405).set("Allow", "POST").end();
};

/** A body that is too long, compressed, or broken off. */
function refuseBody(ctx: IntakeContext): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, _req, res, next) => {
    if (error.status === undefined || error.status >= 500) return next(error);
    ctx.log.warn({ type: error.type, status: error.status }, "delivery with an unusable body");
    if (!res.headersSent) res.status(error.status).end();
  };
}
