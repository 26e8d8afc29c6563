import { z } from "zod";
import type { Attempt, SubmissionLine } from "../../../prisma/client/client.ts";
import type { WriteContext } from "./context.ts";
import { idsOf } from "./history.ts";
import { noteHistory, setColumns, setOrder, type OrderRows } from "./order-rows.ts";
import type { SubmissionRow } from "./submission-row.ts";
import { orderLineIdSchema } from "../../ports/ids.ts";
import { ARTWORK_SIDES } from "../../ports/sides.ts";

/** The lines that an attempt sent. */
const attemptLines = z.array(
  z.object({
    orderLineId: orderLineIdSchema,
    position: z.number(),
    quantity: z.number(),
    itemSku: z.string(),
    artworkHash: z.string().nullable(),
  }),
);

/** What is sent of an order line. Stored with each attempt: the submission's lines may change after it. */
export type SentLine = z.infer<typeof attemptLines>[number];

/** An attempt without the service's words. */
type SentAttempt = Pick<Attempt, "number" | "payloadHash" | "lines">;

/** Whether the service may have made the order of an attempt: it answered, or the outcome is unknown. */
export const mayHaveReached = ({ outcome, httpStatus }: Pick<Attempt, "outcome" | "httpStatus">): boolean =>
  outcome !== "not_processed" || httpStatus !== null;

/**
 * Restores what the service has, as it turns out, of a submission whose content has changed since: what the last attempt sent that may have
 * made it. The order becomes due, so that the rest is sent.
 */
export function restoreSentContent(rows: OrderRows, ctx: WriteContext, before: SubmissionRow): void {
  const attempts = rows.attempts.filter((one) => one.submissionId === before.id && mayHaveReached(one));
  // A clear rejection made nothing; it is one by mistake where no other attempt can have made the order.
  const sent = attempts.findLast((one) => !isClearlyRejected(one)) ?? attempts.at(-1);
  if (sent) restoreSentLines(rows, ctx, before, sent);
}

/** A 401 or 403 may be that of a service which made the order all the same. */
const isClearlyRejected = ({ outcome, httpStatus }: Pick<Attempt, "outcome" | "httpStatus">): boolean =>
  outcome === "rejected" && httpStatus !== 401 && httpStatus !== 403;

/** The same of a given attempt. */
export function restoreSentLines(
  rows: OrderRows,
  ctx: WriteContext,
  before: SubmissionRow,
  attempt: SentAttempt,
): void {
  if (!isRestored(before, attempt)) return;
  const unfulfilled = { serviceItemId: null, orderStatus: null, paymentStatus: null, fulfilled: 0 };
  const lines = attemptLines.parse(attempt.lines).map((line): SubmissionLine => ({
    ...{ ...line, ...unfulfilled, id: ctx.ids.uuid(), submissionId: before.id },
  }));
  // Only the hash of what was sent was stored.
  const content = { payloadHash: attempt.payloadHash, payloadEncrypted: null, hasPayload: false };
  setColumns(rows.submissions, before.id, { ...content, lines });
  setOrder(rows, { dueAt: ctx.clock.now() });
  const data = { attempt: attempt.number };
  noteHistory(rows, ctx, { ...idsOf(before), code: "submission.content_restored", data });
}

/** An adopted orphan has the lines of the service's own list already (receive/adopt-orphans.ts). */
const isRestored = ({ foundAt, payloadHash }: SubmissionRow, sent: SentAttempt): boolean =>
  !foundAt && Boolean(sent.payloadHash) && sent.payloadHash !== payloadHash;

const file = z.object({ side: z.enum(ARTWORK_SIDES), sha256: z.string(), bytes: z.number() });
const linesWithFiles = z.array(z.object({ position: z.number(), files: z.array(file).default([]) }));

/** The file that was at an artwork link just before sending. `position`: of the item in the payload. */
export type SentFile = z.infer<typeof file> & { position: number };

/** The lines of an attempt with their files: the proof of what was sent, whatever the links lead to later. */
export const withFiles = (lines: readonly SentLine[], files: readonly SentFile[]) =>
  lines.map((line) => ({
    ...line,
    files: files
      .filter(({ position }) => position === line.position)
      .map(({ side, sha256, bytes }) => ({ side, sha256, bytes })),
  }));

/** The files of an attempt's stored lines; none where the file was too large or too slow to be read to its end. */
export function sentFiles(lines: unknown): SentFile[] {
  const parsed = linesWithFiles.safeParse(lines);
  if (!parsed.success) return [];
  return parsed.data.flatMap(({ position, files }) => files.map((one) => ({ ...one, position })));
}
