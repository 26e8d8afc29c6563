import type Bull from "bull";
import type { OrdersContext } from "../orders/context.ts";
import { fulfilParcel } from "../orders/fulfil/fulfil-parcel.ts";
import { stepOrder } from "../orders/receive/step-order.ts";
import { stepSubmission } from "../orders/submit/step.ts";
import { handleDelivery, type DeliveryHandling } from "./handle-delivery.ts";
import { QUEUES, type QueueName, type Queues, type WakeJob } from "./queues.ts";

const CONCURRENCY: Record<QueueName, number> = { delivery: 6, order: 2, submission: 6, parcel: 3 };

export interface Workers {
  /** Takes nothing new and waits for what runs, up to a limit. */
  stop(limitMs?: number): Promise<void>;
}

/** Starts the processors: each re-reads its row and returns early when there is nothing left to do. */
export async function startProcessors(queues: Queues, handling: DeliveryHandling): Promise<Workers> {
  const { ctx } = handling;
  const work: Record<QueueName, (id: string) => Promise<unknown>> = {
    delivery: (id) => handleDelivery(handling, id),
    order: (id) => stepOrder(ctx, id),
    submission: (id) => stepSubmission(ctx, id),
    parcel: (id) => fulfilParcel(ctx, id),
  };
  const running = new Set<Promise<void>>();
  for (const name of QUEUES) {
    const run = async (job: Bull.Job<WakeJob>) => {
      const task = guarded(ctx, name, job.data.id, work[name]);
      running.add(task);
      await task.finally(() => running.delete(task));
    };
    queues.byName[name].process(CONCURRENCY[name], run).catch((error: unknown) => {
      ctx.log.warn({ queue: name, error }, "processor stopped");
    });
  }
  return {
    async stop(limitMs = 20_000) {
      await Promise.allSettled(QUEUES.map((name) => queues.byName[name].pause(true, true)));
      await within(limitMs, Promise.allSettled([...running]));
    },
  };
}

/** A failed wake-up is not lost: its row is still due, and the sweeper comes by. */
async function guarded(
  ctx: OrdersContext,
  queue: QueueName,
  id: string,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  try {
    await work(id);
  } catch (error) {
    ctx.log.error({ queue, id, error }, "work on a row failed");
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
