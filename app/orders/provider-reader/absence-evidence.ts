import { Prisma, type Submission } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import { append } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { CompleteScan, Filtered, ListScan } from "./list-scan.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import { noteHistory, raiseReason } from "../core/order-rows.ts";
import { idsOf, type HistoryActor } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { possibleDates } from "./find-order.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** What a scan that did not show a submission showed of the orders sent just before and after it. */
export interface Evidence {
  /** References that the scan showed, the nearest first. */
  earlier: string[];
  later: string[];
  /** When the latest of the later ones was sent; null without any. */
  laterSentAt: string | null;
  /** No earlier order of the account is known. */
  noEarlierOrder: boolean;
  /** Known to be at the service for long enough to be listed: a list without them lacks others, too. */
  notListed: string[];
  /** As in OrderListing. */
  complete: boolean;
}

interface ScanReading {
  startedAt: Date;
  complete: boolean;
  /** References. */
  listed: { has(reference: string): boolean };
}

/**
 * What a scan shows of a submission's neighbors. An order sent less than a quiet period before it may not be listed
 * yet.
 */
export function buildEvidence({ earlier, later }: AdjacentOrders, scan: ScanReading, providerLagMs: number): Evidence {
  const listedBefore = scan.startedAt.getTime() - providerLagMs;
  const isListed = ({ reference }: { reference: string }) => scan.listed.has(reference);
  const laterListed = later.filter(isListed);
  const notListed = [...earlier, ...later].filter((one) => !isListed(one) && one.sentAt.getTime() <= listedBefore);
  return {
    earlier: earlier.filter(isListed).map(({ reference }) => reference),
    later: laterListed.map(({ reference }) => reference),
    laterSentAt: laterListed.at(-1)?.sentAt.toISOString() ?? null,
    noEarlierOrder: earlier.length === 0,
    notListed: notListed.map(({ reference }) => reference),
    complete: scan.complete,
  };
}

/**
 * Whether a scan is enough to conclude absence: it shows an order sent before, where there is one, one sent after, and
 * all of the nearest that the service has. A list that is late, or ends too soon, lacks one of them. Without an earlier
 * order the scan has to be complete.
 */
export function showsNeighbors({ earlier, later, noEarlierOrder, notListed, complete }: Evidence): boolean {
  return later.length > 0 && notListed.length === 0 && (earlier.length > 0 || (noEarlierOrder && complete));
}

declare const sufficient: unique symbol;
/** Evidence that is enough to conclude absence. Only this file makes it. */
type AbsenceEvidence = Prisma.InputJsonObject & { readonly rows: number; readonly [sufficient]: true };

const asSufficient = (detail: Prisma.InputJsonObject & { rows: number }) => detail as AbsenceEvidence;

/** null: the scan shows too little. */
export function evidenceByNeighbors(
  scan: Filtered<ListScan>,
  adjacent: AdjacentOrders,
  providerLagMs: number,
): AbsenceEvidence | null {
  const evidence = buildEvidence(adjacent, { ...scan, listed: scan.orders }, providerLagMs);
  return showsNeighbors(evidence) ? asSufficient({ ...scan.range, ...evidence, rows: scan.rows.length }) : null;
}

/**
 * The complete list lacks these submissions, and shows another order of ours of that time, where there is one. null: it
 * shows none.
 */
export async function evidenceByWholeList(
  { db, sql }: Pick<OrdersContext, "db" | "sql">,
  scan: CompleteScan,
  { from, absent }: { from: Date; absent: readonly Submission[] },
): Promise<AbsenceEvidence | null> {
  const others = {
    printAccountId: scan.account,
    sentAt: { gte: from },
    state: { in: [...AT_PROVIDER_STATES] },
    foundAt: null,
    id: { notIn: absent.map(({ id }) => id) },
  };
  const evidence = asSufficient({ ...scan.range, rows: scan.rows.length });
  if (!(await db.submission.findFirst({ where: others, select: { id: true } }))) return evidence;
  const shown = [...scan.orders.keys()];
  const shownOrders = await sql.query<unknown>`
    SELECT 1 FROM "Submission"
    WHERE "printAccountId" = ${scan.account}::uuid AND "sentAt" >= ${from} AND "reference" = ANY(${shown})
    LIMIT 1`;
  return shownOrders.length > 0 ? evidence : null;
}

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
    const [current] = await readRows(tx, "Submission", Prisma.sql`WHERE "id" = ${row.id}::uuid`);
    if (current?.version !== row.version || !isOpen(current)) return false;
    await append(tx, "Lookup", [
      { id: ctx.ids.uuid(), ...lookup, kind: "detail", detail: { dates: possibleDates(row) } },
      { id: ctx.ids.uuid(), ...lookup, kind: "list_scan", detail: evidence },
    ]);
    const entry = { ...ids, code: "submission.missing_at_provider", actor, data: { rows: evidence.rows } } as const;
    await changeOrderIn(tx, row.orderId, (rows) => {
      noteHistory(rows, ctx, entry);
      raiseReason(rows, ctx, { ...ids, code: "missing_at_provider" });
    });
    return true;
  });
}

/** An order that a scan of the list has to show. */
interface SentOrder {
  reference: string;
  sentAt: Date;
}

/** What was sent on one account just before and just after an uncertain submission; the nearest first. */
interface AdjacentOrders {
  earlier: readonly SentOrder[];
  later: readonly SentOrder[];
}

/** On each side. One known order that a list lacks proves that the list is incomplete, so a few are checked. */
const NEAREST = 5;
/** Older orders say too little about a list of this time. */
const EARLIER_WINDOW_MS = 14 * DAY_MS;

/**
 * Accepted by the service and not replaced. An order that was found after a sync gap was not sent by this database, so
 * its absence from a list would prove nothing.
 */
const AT_PROVIDER_WHERE = {
  state: { in: [...AT_PROVIDER_STATES] },
  foundAt: null,
  replacedAt: null,
} as const satisfies Prisma.SubmissionWhereInput;

/** Those of an account that the service had before an instant, by when they were sent. */
export function earlierOrders(
  ctx: Pick<OrdersContext, "db">,
  account: PrintAccountId,
  before: Date,
): Promise<SentOrder[]> {
  const sentAt = { gte: new Date(before.getTime() - EARLIER_WINDOW_MS), lt: before };
  return ctx.db.submission.findMany({
    // A later attempt may have created an order that was first sent before, so the acceptance counts, too.
    where: { ...AT_PROVIDER_WHERE, printAccountId: account, sentAt, submittedAt: { lte: before } },
    orderBy: { sentAt: "desc" },
    take: NEAREST,
    select: sentOrderFields,
  }) as Promise<SentOrder[]>;
}

/** Those of an account that were sent between two instants. */
export function laterOrders(
  ctx: Pick<OrdersContext, "db">,
  account: PrintAccountId,
  { after, until }: { after: Date; until: Date },
): Promise<SentOrder[]> {
  return ctx.db.submission.findMany({
    where: { ...AT_PROVIDER_WHERE, printAccountId: account, sentAt: { gt: after, lte: until } },
    orderBy: { sentAt: "asc" },
    take: NEAREST,
    select: sentOrderFields,
  }) as Promise<SentOrder[]>;
}

/** The begin of a scan that also shows what was sent just before an instant. */
export async function scanStartFor(
  ctx: Pick<OrdersContext, "db">,
  account: PrintAccountId,
  sentAt: Date,
): Promise<Date> {
  const earlier = await earlierOrders(ctx, account, sentAt);
  return earlier.at(-1)?.sentAt ?? sentAt;
}

const sentOrderFields = { reference: true, sentAt: true } as const;
