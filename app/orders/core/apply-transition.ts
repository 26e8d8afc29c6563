import type { Prisma, Submission, Actor } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "./enqueue-flow-event.ts";
import { addHistory } from "./history.ts";
import { NO_CLAIM } from "./reschedule.ts";
import { AT_PROVIDER_STATES } from "./states.ts";
import { nextState, type SubmissionEvent } from "./transitions.ts";

export interface TransitionResult {
  submission: Submission;
  /** False when the event was old news. */
  changed: boolean;
}

/** Left by a claim that is over. Each claim belongs to one state: no change of state leaves one behind. */
const NO_CLAIMS = { ...NO_CLAIM, lookupClaimedAt: null } as const;

type Patch = Omit<Prisma.SubmissionUncheckedUpdateInput, "state" | "version" | "id" | "reference">;

export interface TransitionOptions {
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
export async function applyTransition(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  submissionId: string,
  event: SubmissionEvent,
  options: TransitionOptions = {},
): Promise<TransitionResult | null> {
  const row = await tx.submission.findUnique({ where: { id: submissionId } });
  if (!row) return null;
  if (options.claimToken !== undefined && row.claimToken !== options.claimToken) return null;
  const transition = nextState(row.state, event);
  if (!transition) return null;
  const [submission] = await tx.submission.updateManyAndReturn({
    where: { id: row.id, state: row.state, version: row.version },
    data: {
      ...(transition.to === row.state ? {} : NO_CLAIMS),
      ...options.patch,
      state: transition.to,
      version: row.version + 1,
    },
  });
  if (!submission) return null;
  if (transition.to !== row.state) {
    await addHistory(tx, ctx, {
      shopId: row.shopId,
      orderId: row.orderId,
      submissionId: row.id,
      code: `submission.${event}`,
      actor: options.actor,
      data: { from: row.state, to: transition.to },
    });
    if (AT_PROVIDER_STATES.includes(transition.to) && !AT_PROVIDER_STATES.includes(row.state)) {
      await enqueueFlowEvent(tx, ctx, row, "order_sent");
    }
  }
  return { submission, changed: transition.to !== row.state };
}
