import type { Prisma, Submission } from "@prisma/client";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, type Actor } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { detailDates } from "./fetch-detail.ts";

interface Absence {
  /** What the reading of the list showed. */
  listEvidence: Prisma.InputJsonObject & { rows: number };
  actor?: Actor;
  /** Of the row as it stands under the order's lock: whether the question is still open. */
  isOpen: (row: Submission) => boolean;
}

/**
 * Keeps the evidence that neither detail nor list shows a submission which the service had taken, and asks a person. News that
 * came while the service was asked has the last word: false, and nothing is written.
 */
export function recordAbsence(ctx: OrdersContext, row: Submission, absence: Absence): Promise<boolean> {
  const { listEvidence, actor, isOpen } = absence;
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  const lookup = { submissionId: row.id, at: ctx.clock.now(), result: "absent", laterOrders: [] };
  return ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const current = await tx.submission.findUniqueOrThrow({ where: { id: row.id } });
    if (current.version !== row.version || !isOpen(current)) return false;
    await tx.lookup.createMany({
      data: [
        { id: ctx.ids.uuid(), ...lookup, kind: "detail", detail: { dates: detailDates(row) } },
        { id: ctx.ids.uuid(), ...lookup, kind: "list_scan", detail: listEvidence },
      ],
    });
    await addHistory(tx, ctx, {
      ...ids,
      code: "submission.missing_at_provider",
      actor,
      data: { rows: listEvidence.rows },
    });
    await raiseAttention(tx, ctx, { ...ids, code: "missing_at_provider" });
    return true;
  });
}
