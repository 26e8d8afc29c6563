import type { Prisma, Actor } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";

export interface HistoryEntry {
  shopId: string;
  orderId: string;
  submissionId?: string | null;
  code: string;
  actor?: Actor;
  /** Field names, codes, counts and ids. Never values. */
  data?: Prisma.InputJsonObject;
}

/** Adds a line to the order's history. */
export async function addHistory(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  entry: HistoryEntry,
): Promise<void> {
  await tx.history.create({
    data: {
      id: ctx.ids.uuid(),
      shopId: entry.shopId,
      orderId: entry.orderId,
      submissionId: entry.submissionId ?? null,
      at: ctx.clock.now(),
      code: entry.code,
      actor: entry.actor ?? "system",
      data: entry.data ?? {},
    },
  });
}
