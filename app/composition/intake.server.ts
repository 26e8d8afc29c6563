import type { RequestHandler } from "express";
import { createDeliveryWriter } from "../intake/delivery-writer.ts";
import type { EventKeys } from "../intake/print-intake.ts";
import { intakeRouter } from "../intake/router.ts";
import { eventTokens } from "../shops/print-account-secrets.ts";
import { accountByKey } from "../shops/print-accounts.ts";
import type { Core } from "./core.server.ts";
import type { Metrics } from "./metrics.server.ts";

/** The doors for deliveries, with what they need and nothing more. */
export function createIntake(core: Core, metrics: Metrics): RequestHandler {
  const { ctx, env, log, queues, database } = core;
  const eventKeys: EventKeys = async (key) => {
    const account = await accountByKey(ctx, key);
    return account && { header: account.eventHeader, tokens: eventTokens(ctx, account, ctx.clock.now()) };
  };
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
    { shopifySecret: env.shopify.apiSecret, eventKeys },
  );
}
