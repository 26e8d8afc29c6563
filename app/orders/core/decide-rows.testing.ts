import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { OrderId } from "../../ports/ids.ts";
import { withOrderLock } from "./lock.ts";
import { copyRows, nothingAdded, type OrderRows } from "./order-rows.ts";
import { saveOrders } from "./save-orders.ts";

/** Decides on the rows of a stored order, and saves what was decided. */
export const decideOn = <T>({ db }: { db: PrismaClient }, orderId: OrderId, decide: (rows: OrderRows) => T) =>
  withOrderLock({ db }, orderId, async (tx): Promise<T> => {
    const { lines, submissions, attentions, ...order } = await tx.order.findUniqueOrThrow({
      where: { id: orderId },
      include: { lines: true, submissions: { include: { lines: true } }, attentions: true },
    });
    const before: OrderRows = {
      ...{ order, lines, attentions },
      submissions: submissions.map((one) => ({ ...one, hasPayload: one.payloadEncrypted !== null, attempts: 0 })),
      changes: await tx.orderChange.findMany({ where: { orderId, endedAt: null } }),
      ...{ attempts: [], parcels: [], writes: [], added: nothingAdded() },
    };
    const after = copyRows(before);
    const decided = decide(after);
    await saveOrders(tx, [{ before, after }]);
    return decided;
  });
