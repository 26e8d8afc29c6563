import type { Prisma, Submission, Actor } from "@prisma/client";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "./enqueue-flow-event.ts";
import { addHistory, idsOf } from "./history.ts";
import { NO_CLAIM } from "./reschedule.ts";
import { AT_PROVIDER_STATES } from "./states.ts";
import { nextState, type SubmissionEvent } from "./transitions.ts";
import type { SubmissionId } from "../../ports/ids.ts";

export interface TransitionResult {
  submission: Submission;
  /** False for an event that the state already includes. */
  changed: boolean;
}

/** A claim belongs to one state: a change of state ends it. */
const NO_CLAIMS = { ...NO_CLAIM, lookupClaimedAt: null } as const;

export interface TransitionOptions {
  actor?: Actor;
  patch?: Omit<Prisma.SubmissionUncheckedUpdateInput, "state" | "version" | "id" | "reference">;
  /** Only when the submission still carries this claim: a worker that lost its claim cannot commit. */
  claimToken?: string;
}

/**
 * The only writer of a submission's state: along the table of transitions, fenced by state and version, with a line of history.
 * Needs the order's lock. Returns null, having written nothing, when the table or the fence forbids the event. An event that
 * the state already includes writes the patch only.
 */
export async function applyTransition(
  tx: Tx,
  ctx: WriteContext,
  submissionId: SubmissionId,
  event: SubmissionEvent,
  options: TransitionOptions = {},
): Promise<TransitionResult | null> {
  const row = await tx.submission.findUnique({ where: { id: submissionId } });
  if (!row) return null;
  if (options.claimToken !== undefined && row.claimToken !== options.claimToken) return null;
  const transition = nextState(row.state, event);
  if (!transition) return null;
  const { to } = transition;
  const changed = to !== row.state;
  const [submission] = await tx.submission.updateManyAndReturn({
    where: { id: row.id, state: row.state, version: row.version },
    data: { ...(changed ? NO_CLAIMS : {}), ...options.patch, state: to, version: row.version + 1 },
  });
  if (!submission) return null;
  if (changed) {
    const data = { from: row.state, to };
    await addHistory(tx, ctx, { ...idsOf(row), code: `submission.${event}`, actor: options.actor, data });
    if (AT_PROVIDER_STATES.includes(to) && !AT_PROVIDER_STATES.includes(row.state))
      await enqueueFlowEvent(tx, ctx, row, "order_sent");
  }
  return { submission, changed };
}
