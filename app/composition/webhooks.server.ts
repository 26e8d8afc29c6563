import type { RequestHandler } from "express";
import { createDeliveryWriter } from "../webhooks/delivery-writer.ts";
import { webhookRouter } from "../webhooks/router.ts";
import { listAccountKeys, findWebhookSecrets } from "../print-accounts/print-accounts.ts";
import type { Core } from "./core.server.ts";
import type { Metrics } from "./metrics.server.ts";

/** The doors for deliveries, with what they need and nothing more. */
export function createWebhookRouter(core: Core, metrics: Metrics): RequestHandler {
  const { ctx, env, log, queues, database } = core;
  return webhookRouter(
    {
      writer: createDeliveryWriter(database.pool),
      encryptor: ctx.encryptor,
      clock: ctx.clock,
      ids: ctx.ids,
      log,
      wake: queues.wake.delivery,
      countDelivery: metrics.countDelivery,
    },
    {
      shopifySecret: env.shopify.apiSecret,
      findSecrets: (key) => findWebhookSecrets(ctx, key),
      accountKeys: () => listAccountKeys(ctx),
    },
  );
}
