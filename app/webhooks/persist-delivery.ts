import { DELIVERY_BODY } from "../encryption/encrypted-columns.ts";
import type { ObserveApiVersion } from "../ports/shopify.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Log, WebhookObserver, Underway } from "../ports/observe.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { DeliveryWriter, NewDelivery } from "./delivery-writer.ts";
import type { WebhookDeliveryId } from "../ports/ids.ts";
import type { NewRow } from "../ports/wake.ts";

export interface WebhookContext {
  writer: DeliveryWriter;
  observeApiVersion: ObserveApiVersion;
  encryptor: Encryptor;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Called after the commit, not awaited; must not throw. */
  wake(id: WebhookDeliveryId, row: NewRow): void;
  /** Told when the delivery is about to be committed, and when its worker is woken. */
  underway: Underway;
  observe: WebhookObserver;
}

type DeliveryMetadata = Omit<NewDelivery, "id" | "receivedAt" | "bodyEncrypted" | "deliveryId">;

/** Encrypts and commits a verified delivery, then wakes a worker for it. Returns the HTTP status to answer. */
export async function persistDelivery(
  ctx: WebhookContext,
  metadata: DeliveryMetadata,
  deliveryId: string | null,
  body: Buffer,
): Promise<200 | 503> {
  const { source, topic, scope } = metadata;
  const id = ctx.ids.uuid();
  const bodyEncrypted = DELIVERY_BODY.encrypt(ctx, id, body);
  ctx.underway.began(scope);
  try {
    const receivedAt = ctx.clock.now();
    const outcome = await ctx.writer.write({
      ...metadata,
      id,
      deliveryId: deliveryId ?? id,
      receivedAt,
      bodyEncrypted,
    });
    ctx.observe.received(source, topic, outcome);
    const logFields = { webhookId: deliveryId ?? id, topic };
    if (outcome === "committed") ctx.wake(id, { partition: scope, account: null, shopifyCalls: null, logFields });
    ctx.log.info({ delivery: id, source, ...logFields, outcome }, "webhook received");
    return 200;
  } catch (error) {
    ctx.observe.received(source, topic, "failed");
    ctx.log.error({ source, topic, error }, "delivery not committed");
    return 503;
  } finally {
    ctx.underway.ended(scope);
  }
}
