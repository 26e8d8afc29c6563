import express, { type ErrorRequestHandler, type Router } from "express";
import type { IntakeContext } from "./context.ts";
import { printIntake, type EventKeys } from "./print-intake.ts";
import { shopifyIntake } from "./shopify-intake.ts";

const MOST_BYTES = 10 * 1024 * 1024;
const MOST_EVENT_BYTES = 1024 * 1024;

/** The doors for deliveries. Mounted in front of everything else: raw bodies, nothing between the socket and the commit. */
export function intakeRouter(ctx: IntakeContext, options: { shopifySecret: string; eventKeys: EventKeys }): Router {
  const router = express.Router();
  const raw = (limit: number) => express.raw({ type: () => true, limit, inflate: false });
  const shopify = shopifyIntake(ctx, options.shopifySecret);
  router.use("/webhooks", raw(MOST_BYTES), (req, res, next) => {
    if (req.method === "POST") return void shopify(req, res, next);
    res.status(405).set("Allow", "POST").end();
  });
  for (const topic of ["tracking", "order-status"] as const) {
    router.post(`/print-events/:key/${topic}`, raw(MOST_EVENT_BYTES), printIntake(ctx, topic, options.eventKeys));
  }
  router.use("/print-events", (_req, res) => void res.status(404).json({ status: 404, message: "No such address." }));
  router.use(refuseBody(ctx));
  return router;
}

/** A body that is too long, compressed, or broken off. */
function refuseBody(ctx: IntakeContext): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, _req, res, next) => {
    if (error.status === undefined || error.status >= 500) return next(error);
    ctx.log.warn({ type: error.type, status: error.status }, "delivery with an unusable body");
    if (!res.headersSent) res.status(error.status).end();
  };
}
