import type { Submission } from "../../../prisma/client/client.ts";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, idsOf, type HistoryActor } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import type { AbsenceEvidence } from "./absence-evidence.ts";
import { possibleDates } from "./find-order.ts";

interface Absence {
  evidence: AbsenceEvidence;
  actor?: HistoryActor;
  /** Checked under the order's lock: whether the question is still open. */
  isOpen: (row: Submission) => boolean;
}

/**
 * Stores the evidence that neither detail nor list shows a submission that the service had accepted, and raises
 * attention. Writes nothing where the submission changed meanwhile: false.
 */
export function recordAbsence(ctx: OrdersContext, row: Submission, absence: Absence): Promise<boolean> {
  const { evidence, actor, isOpen } = absence;
  const ids = idsOf(row);
  const lookup = { submissionId: row.id, at: ctx.clock.now(), result: "absent" as const, laterOrders: [] };
  return withOrderLock(ctx, row.orderId, async (tx) => {
    const current = await tx.submission.findUniqueOrThrow({ where: { id: row.id } });
    if (current.version !== row.version || !isOpen(current)) return false;
    await tx.lookup.createMany({
      data: [
        { id: ctx.ids.uuid(), ...lookup, kind: "detail", detail: { dates: possibleDates(row) } },
        { id: ctx.ids.uuid(), ...lookup, kind: "list_scan", detail: evidence },
      ],
    });
    await addHistory(tx, ctx, {
      ...ids,
      code: "submission.missing_at_provider",
      actor,
      data: { rows: evidence.rows },
    });
    await raiseAttention(tx, ctx, { ...ids, code: "missing_at_provider" });
    return true;
  });
}
