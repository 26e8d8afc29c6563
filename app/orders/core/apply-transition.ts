import type { Submission } from "../../../prisma/client/client.ts";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { append } from "./append.ts";
import { flowEventRow } from "./enqueue-flow-event.ts";
import { historyRow, idsOf, type HistoryActor } from "./history.ts";
import { type NewRows, updateRows, type Changes } from "./write-rows.ts";
import { NO_CLAIM } from "./reschedule.ts";
import { AT_PROVIDER_STATES } from "./states.ts";
import type { SubmissionRow } from "./submission-row.ts";
import { nextState, type SubmissionEvent } from "./transitions.ts";
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
  const decided = decideTransition(ctx, row, event, options);
  if (!decided) return null;
  const fence = { id: row.id, state: row.state, version: row.version };
  const [moved] = await updateRows(tx, "Submission", fence, { ...decided.columns, ...options.patch }, RESULT);
  if (!moved) return null;
  await append(tx, "History", decided.history);
  await append(tx, "FlowEvent", decided.flowEvents);
  return { submission: moved, changed: decided.changed };
}

interface DecidedTransition {
  columns: Partial<SubmissionRow> & Pick<Submission, "state" | "version">;
  /** False for an event that the state already includes. */
  changed: boolean;
  history: NewRows["History"][];
  flowEvents: NewRows["FlowEvent"][];
}

/**
 * What an event makes of a submission by the table of transitions, with its line of history; null where the table or the fence
 * forbids the event. Writes nothing: `applyTransition` and `moveSubmission` (order-rows.ts) do.
 */
export function decideTransition(
  ctx: WriteContext,
  row: TransitionRow,
  event: SubmissionEvent,
  { actor, claimToken }: Omit<TransitionOptions, "patch">,
): DecidedTransition | null {
  if (claimToken !== undefined && row.claimToken !== claimToken) return null;
  const transition = nextState(row.state, event);
  if (!transition) return null;
  const { to } = transition;
  const changed = to !== row.state;
  const columns = { ...(changed ? NO_CLAIMS : {}), state: to, version: row.version + 1 };
  if (!changed) return { columns, changed, history: [], flowEvents: [] };
  const entry = { ...idsOf(row), code: `submission.${event}`, actor, data: { from: row.state, to } } as const;
  const isSent = AT_PROVIDER_STATES.includes(to) && !AT_PROVIDER_STATES.includes(row.state);
  const flowEvents = isSent ? [flowEventRow(ctx, row, "order_sent")] : [];
  return { columns, changed, history: [historyRow(ctx, entry)], flowEvents };
}

const readRow = (tx: Tx, id: SubmissionId): Promise<TransitionRow | null> =>
  tx.submission.findUnique({
    where: { id },
    select: { id: true, shopId: true, orderId: true, state: true, version: true, claimToken: true },
  });
