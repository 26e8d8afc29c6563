import type { Prisma, Submission } from "@prisma/client";
import { raise } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { note, type Actor } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { detailDates } from "./fetch-detail.ts";

interface Absence {
  /** What the reading of the list showed. */
  walked: Prisma.InputJsonObject & { rows: number };
  actor?: Actor;
  /** Of the row as it stands under the order's lock: whether the question is still open. */
  isOpen: (row: Submission) => boolean;
}

/**
 * Keeps the evidence that neither detail nor list shows a submission which the service had taken, and asks a person. News that
 * came while the service was asked has the last word: false, and nothing is written.
 */
export function recordAbsence(ctx: OrdersContext, row: Submission, absence: Absence): Promise<boolean> {
  const { walked, actor, isOpen } = absence;
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  const look = { submissionId: row.id, at: ctx.clock.now(), result: "absent", witnesses: [] };
  return ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const present = await tx.submission.findUniqueOrThrow({ where: { id: row.id } });
    if (present.version !== row.version || !isOpen(present)) return false;
    await tx.lookup.createMany({
      data: [
        { id: ctx.ids.uuid(), ...look, kind: "detail", detail: { dates: detailDates(row) } },
        { id: ctx.ids.uuid(), ...look, kind: "walk", detail: walked },
      ],
    });
    await note(tx, ctx, { ...ids, code: "submission.not_shown", actor, data: { rows: walked.rows } });
    await raise(tx, ctx, { ...ids, code: "missing_at_service" });
    return true;
  });
}
