import type { RequestHandler } from "express";
import { createDeliveryWriter } from "../webhooks/delivery-writer.ts";
import { intakeRouter } from "../webhooks/router.ts";
import { accountKeys, eventKeys } from "../print-accounts/print-accounts.ts";
import type { Core } from "./core.server.ts";
import type { Metrics } from "./metrics.server.ts";

/** The doors for deliveries, with what they need and nothing more. */
export function createIntake(core: Core, metrics: Metrics): RequestHandler {
  const { ctx, env, log, queues, database } = core;
  return intakeRouter(
    {
      writer: createDeliveryWriter(database.pool),
      seal: ctx.seal,
      clock: ctx.clock,
      ids: ctx.ids,
      log,
      wake: queues.wake.delivery,
      counted: metrics.counted,
    },
    {
      shopifySecret: env.shopify.apiSecret,
      eventKeys: (key) => eventKeys(ctx, key),
      accountKeys: () => accountKeys(ctx),
    },
  );
}
