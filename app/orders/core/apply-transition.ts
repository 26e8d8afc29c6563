import type { Submission } from "@prisma/client";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "./enqueue-flow-event.ts";
import { addHistory, idsOf, type HistoryActor } from "./history.ts";
import { NO_CLAIM } from "./reschedule.ts";
import { AT_PROVIDER_STATES, type SubmissionState } from "./states.ts";
import { nextState, type SubmissionEvent } from "./transitions.ts";
import { updateRows, type Changes } from "./update-rows.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** What a transition has to know of a submission: read, and not changed since, under the order's lock. */
export type TransitionRow = Pick<Submission, "id" | "shopId" | "orderId" | "state" | "version" | "claimToken">;

/** What is returned of the row as it is then. */
const RESULT = [
  "id",
  "shopId",
  "orderId",
  "state",
  "version",
  "claimToken",
  "payloadHash",
  "sentAt",
  "dueAt",
] as const satisfies (keyof Submission)[];

export interface TransitionResult {
  submission: Pick<Submission, (typeof RESULT)[number]>;
  /** False for an event that the state already includes. */
  changed: boolean;
}

/** A claim belongs to one state: a change of state ends it. */
const NO_CLAIMS = { ...NO_CLAIM, lookupClaimedAt: null } as const;

export interface TransitionOptions {
  actor?: HistoryActor;
  patch?: Omit<Changes<Submission>, "state" | "version" | "id" | "reference">;
  /** Only when the submission still carries this claim: a worker that lost its claim cannot commit. */
  claimToken?: string;
}

/**
 * The only writer of a submission's state: along the table of transitions, fenced by state and version, with a line of history.
 * Needs the order's lock. `submission`: its id, or its row as it is since its last change. Returns null, having written nothing,
 * when the table or the fence forbids the event. An event that the state already includes writes the patch only.
 */
export async function applyTransition(
  tx: Tx,
  ctx: WriteContext,
  submission: SubmissionId | TransitionRow,
  event: SubmissionEvent,
  options: TransitionOptions = {},
): Promise<TransitionResult | null> {
  const row = typeof submission === "string" ? await readRow(tx, submission) : submission;
  if (!row) return null;
  if (options.claimToken !== undefined && row.claimToken !== options.claimToken) return null;
  const transition = nextState(row.state, event);
  if (!transition) return null;
  const { to } = transition;
  const changed = to !== row.state;
  const fence = { id: row.id, state: row.state, version: row.version };
  const changes = { ...(changed ? NO_CLAIMS : {}), ...options.patch, state: to, version: row.version + 1 };
  const [moved] = await updateRows(tx, "Submission", fence, changes, RESULT);
  if (!moved) return null;
  if (changed) {
    const data = { from: row.state, to };
    await addHistory(tx, ctx, { ...idsOf(row), code: `submission.${event}`, actor: options.actor, data });
    if (AT_PROVIDER_STATES.includes(to) && !AT_PROVIDER_STATES.includes(row.state))
      await enqueueFlowEvent(tx, ctx, row, "order_sent");
  }
  return { submission: moved, changed };
}

/**
 * The state that a new submission is inserted in, with its line of history: as if the submission had been inserted
 * waiting, and the event had followed.
 */
export async function enterFirstState(
  tx: Tx,
  ctx: WriteContext,
  row: Pick<Submission, "id" | "shopId" | "orderId">,
  event: "wait" | "release",
): Promise<SubmissionState> {
  const from = "waiting";
  const to = nextState(from, event)?.to ?? from;
  if (to !== from) await addHistory(tx, ctx, { ...idsOf(row), code: `submission.${event}`, data: { from, to } });
  return to;
}

const readRow = (tx: Tx, id: SubmissionId): Promise<TransitionRow | null> =>
  tx.submission.findUnique({
    where: { id },
    select: { id: true, shopId: true, orderId: true, state: true, version: true, claimToken: true },
  });
