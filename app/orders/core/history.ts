import type { Actor, Prisma, Submission } from "@prisma/client";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";

interface HistoryEntry {
  shopId: ShopId;
  orderId: OrderId;
  submissionId?: SubmissionId | null;
  code: string;
  actor?: Actor | undefined;
  /** Field names, codes, counts and ids. Never values. */
  data?: Prisma.InputJsonObject;
}

export async function addHistory(tx: Tx, ctx: WriteContext, entry: HistoryEntry): Promise<void> {
  const { shopId, orderId, submissionId = null, code, actor = "system", data = {} } = entry;
  const row = { id: ctx.ids.uuid(), shopId, orderId, submissionId, at: ctx.clock.now(), code, actor, data };
  await tx.history.create({ data: row });
}

/** How lines of history and reasons for attention name a submission. */
export const idsOf = ({ shopId, orderId, id }: Pick<Submission, "id" | "shopId" | "orderId">) => ({
  shopId,
  orderId,
  submissionId: id,
});
