import type { Clock, Ids } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Sealer } from "../encryption/encryptor.server.ts";
import type { DeliveryWriter, NewDelivery } from "./delivery-writer.ts";

export interface IntakeContext {
  writer: DeliveryWriter;
  seal: Sealer;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Called after the commit; must not throw, and nobody waits for it. */
  wake(deliveryId: string): void;
  counted(source: NewDelivery["source"], outcome: "committed" | "known" | "refused" | "failed"): void;
}

type Head = Omit<NewDelivery, "id" | "receivedAt" | "bodySealed" | "deliveryId">;

/** Seals and commits a verified delivery, then wakes a worker for it. Returns the HTTP status to answer. */
export async function commitDelivery(
  ctx: IntakeContext,
  head: Head,
  deliveryId: string | null,
  body: Buffer,
): Promise<200 | 503> {
  const id = ctx.ids.uuid();
  const bodySealed = ctx.seal.seal(body, `delivery:${id}`);
  try {
    const outcome = await ctx.writer.write({
      ...head,
      id,
      deliveryId: deliveryId ?? id,
      receivedAt: ctx.clock.now(),
      bodySealed,
    });
    ctx.counted(head.source, outcome);
    if (outcome === "committed") ctx.wake(id);
    return 200;
  } catch (error) {
    ctx.counted(head.source, "failed");
    ctx.log.error({ source: head.source, topic: head.topic, error }, "delivery not committed");
    return 503;
  }
}
