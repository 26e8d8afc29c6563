import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import type { NewDelivery } from "./delivery-writer.ts";
import type { WebhookContext } from "./persist-delivery.ts";
import { createBodyMemoryBudget } from "./body-memory-budget.ts";
import {
  authenticatePrintService,
  receivePrintServiceWebhook,
  type WebhookSecretSources,
} from "./print-service-endpoint.ts";
import { createRejections, type RejectionLimit } from "./rejections.ts";
import {
  checkRateHeaders,
  checkShopifyHeaders,
  receiveRateRequest,
  receiveShopifyWebhook,
  type AnswerRateRequest,
} from "./shopify-endpoint.ts";

const MAX_SHOPIFY_BYTES = 10 * 1024 * 1024;
const MAX_PRINT_SERVICE_BYTES = 1024 * 1024;
/** A basket of 500 items. Their bodies have a bound of their own: a sale at the checkout takes no memory from webhooks. */
const MAX_RATE_BYTES = 512 * 1024;
const MAX_RATE_MEMORY_BYTES = 16 * 1024 * 1024;
const RATE_BODY_TIMEOUT_MS = 3_000;

/**
 * The webhook endpoints. Mounted in front of everything else: raw bodies, nothing between the socket and the commit.
 */
export function webhookRouter(
  ctx: WebhookContext,
  options: WebhookSecretSources & {
    shopifySecret: string;
    rejectionLimit?: RejectionLimit;
    answerRates: AnswerRateRequest;
  },
): Router {
  const router = express.Router();
  const bodyBudget = createBodyMemoryBudget();
  const raw = (limit: number) => [bodyBudget, express.raw({ type: () => true, limit, inflate: false })];
  const shopifyRejections = createRejections(ctx.observe, "shopify", options.rejectionLimit);
  router.use(
    "/webhooks",
    onlyPost,
    observeAnswer(ctx, "shopify"),
    checkShopifyHeaders(shopifyRejections.reject),
    raw(MAX_SHOPIFY_BYTES),
    receiveShopifyWebhook(ctx, options.shopifySecret, shopifyRejections.reject),
  );
  router.use("/checkout-rates", onlyPost);
  router.post(
    "/checkout-rates/:token",
    checkRateHeaders(shopifyRejections.reject),
    createBodyMemoryBudget(MAX_RATE_MEMORY_BYTES, RATE_BODY_TIMEOUT_MS),
    express.raw({ type: () => true, limit: MAX_RATE_BYTES, inflate: false }),
    receiveRateRequest(options.answerRates, options.shopifySecret, shopifyRejections.reject),
  );
  router.use("/checkout-rates", (_req, res) => void res.status(404).end());
  const printServiceRejections = createRejections(ctx.observe, "print_service", options.rejectionLimit);
  const authenticate = authenticatePrintService(ctx, options, printServiceRejections);
  for (const topic of ["tracking", "order-status"] as const) {
    router.post(
      `/print-events/:key/${topic}`,
      observeAnswer(ctx, "print_service"),
      authenticate,
      raw(MAX_PRINT_SERVICE_BYTES),
      receivePrintServiceWebhook(ctx, topic),
    );
  }
  router.use("/print-events", (_req, res) => void res.status(404).json({ status: 404, message: "No such address." }));
  router.use(rejectUnusableBody(ctx));
  return router;
}

const onlyPost: RequestHandler = (req, res, next) => {
  if (req.method === "POST") next();
  else res.status(405).set("Allow", "POST").end();
};

/** How long an answer took. Without one, the sender broke off, or was cut off. */
const observeAnswer =
  ({ observe }: WebhookContext, source: NewDelivery["source"]): RequestHandler =>
  (_req, res, next) => {
    const startedAt = performance.now();
    res.once("finish", () => observe.answered(source, performance.now() - startedAt));
    next();
  };

/** A body that is too long, compressed, or broken off. */
function rejectUnusableBody(ctx: WebhookContext): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, req, res, next) => {
    if (error.status === undefined || error.status >= 500) return next(error);
    ctx.observe.rejected(/^\/(webhooks|checkout-rates)/.test(req.path) ? "shopify" : "print_service", "unusable_body");
    ctx.log.warn({ type: error.type, status: error.status }, "delivery with an unusable body");
    if (!res.headersSent) res.status(error.status).end();
  };
}
