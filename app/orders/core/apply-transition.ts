import type { Prisma, Submission } from "@prisma/client";
import type { OrdersContext, Tx } from "./context.ts";
import { keepFlowNews } from "./enqueue-flow-event.ts";
import { note, type Actor } from "./history.ts";
import { AT_SERVICE, next, type Event } from "./transitions.ts";

export interface Moved {
  submission: Submission;
  /** False when the event was old news. */
  changed: boolean;
}

type Patch = Omit<Prisma.SubmissionUncheckedUpdateInput, "state" | "version" | "id" | "reference">;

export interface MoveOptions {
  actor?: Actor;
  patch?: Patch;
  /** Only when the submission still carries this claim: a worker that lost its claim cannot commit. */
  claimToken?: string;
}

/**
 * The only writer of a submission's state: along the table of transitions, fenced by state and version, with a line of history.
 * Call it inside a transaction that holds the order's lock. Returns null when the table or the fence forbids it; nothing is written then.
 * Old news (`stays`) writes the patch only.
 */
export async function move(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  submissionId: string,
  event: Event,
  options: MoveOptions = {},
): Promise<Moved | null> {
  const row = await tx.submission.findUnique({ where: { id: submissionId } });
  if (!row) return null;
  if (options.claimToken !== undefined && row.claimToken !== options.claimToken) return null;
  const step = next(row.state, event);
  if (!step) return null;
  const [submission] = await tx.submission.updateManyAndReturn({
    where: { id: row.id, state: row.state, version: row.version },
    data: { ...options.patch, state: step.to, version: row.version + 1 },
  });
  if (!submission) return null;
  if (step.to !== row.state) {
    await note(tx, ctx, {
      shopId: row.shopId,
      orderId: row.orderId,
      submissionId: row.id,
      code: `submission.${event}`,
      actor: options.actor,
      data: { from: row.state, to: step.to },
    });
    if (AT_SERVICE.includes(step.to) && !AT_SERVICE.includes(row.state)) {
      await keepFlowNews(tx, ctx, row, "order_sent");
    }
  }
  return { submission, changed: step.to !== row.state };
}
