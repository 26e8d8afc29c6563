import { Prisma, type Attention, type Order, type Orphan, type SubmissionLine } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import { flush } from "../core/append.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import type { Tx } from "../../database/sql.ts";
import { idsOf } from "../core/history.ts";
import {
  clearReasons,
  noteHistory,
  raiseReason,
  setColumns,
  submissionIn,
  type LoadedSubmission,
  type OrderRows,
} from "../core/order-rows.ts";
import { withoutReprints } from "../core/reprints.ts";
import { markSeenAtProvider } from "../provider-updates/mark-seen.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";
import { insertRow, insertSubmission, newReprint, newSubmission } from "./new-submission.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { orderTags } from "../core/reference.ts";
import { AT_PROVIDER_STATES, MUTABLE_STATES } from "../core/states.ts";
import {
  matchOrphanItems,
  type OrphanMatch,
  type OrphanItem,
  openReprintLines,
  printLines,
  reprintLines,
} from "./match-orphans.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { dateIn } from "../core/provider-order.ts";

interface AdoptInput {
  shop: ShopRow;
  order: Order;
  lines: readonly DecidedLine[];
  submissions: readonly SubmissionWithLines[];
  /** In Shopify: nothing more of the order is sent, so there is nothing to decide. */
  cancelled: boolean;
}

/**
 * Adopts the orphans that carry this order's tag: they were sent for it before a sync gap, so they count as sent. Runs in the
 * transaction that may claim a submission of the order, before the claim. Needs the order's lock. Returns the adopted ones.
 */
export async function adoptOrphans(tx: Tx, ctx: OrdersContext, input: AdoptInput): Promise<SubmissionWithLines[]> {
  const tags = orderTags(ctx.encryptor, input.shop.domain, input.order.shopifyGid);
  const orphans = await readRows(
    tx,
    "Orphan",
    Prisma.sql`WHERE "tag" = ANY(${[...tags.keys()]}::text[]) AND "adoptedAt" IS NULL
      ORDER BY "enteredAt", "reference", "serviceOrderId"`,
  );
  if (orphans.length === 0) return [];
  const accounts = await accountsUsed(tx, input.shop, orphans);
  let submissions = input.submissions;
  const adopted: SubmissionWithLines[] = [];
  const usable = orphans.filter(({ printAccountId }) => accounts.has(printAccountId));
  for (const parts of Map.groupBy(usable, partsKey).values()) {
    const orphan = joinParts(parts);
    const asReprint = tags.get(orphan.tag) === "reprint";
    const row = await adoptOrphan(tx, ctx, { ...input, submissions, asReprint }, orphan);
    await tx.execute`
      UPDATE "Orphan" SET "adoptedAt" = ${ctx.clock.now()}, "submissionId" = ${row.id}::uuid
      WHERE "id" = ANY(${parts.map((part) => part.id)}::uuid[])`;
    submissions = [...submissions.filter((one) => one.id !== row.id), row];
    adopted.push(row);
  }
  return adopted;
}

const partsKey = ({ printAccountId, reference }: Orphan): string => `${printAccountId} ${reference}`;

/** What one create call made: the service may have split it into several orders. */
const joinParts = (parts: readonly Orphan[]): FoundOrder => {
  const [first] = parts;
  if (!first) throw new Error("a reference without an orphan");
  return { ...first, items: parts.flatMap(({ items }) => items as unknown as OrphanItem[]) };
};

/**
 * Of the accounts that hold these orphans, those that the shop uses or has used. A tag is 40 bits: on its own it would let an
 * order on another merchant's account pass for one of this shop.
 */
async function accountsUsed(tx: Tx, shop: ShopRow, orphans: readonly Orphan[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (const printAccountId of new Set(orphans.map((orphan) => orphan.printAccountId))) {
    const isUsed = async () => {
      const found = await tx.query`
        SELECT 1 FROM "Submission" WHERE "shopId" = ${shop.id}::uuid AND "printAccountId" = ${printAccountId}::uuid LIMIT 1`;
      return found.length > 0;
    };
    if (printAccountId === shop.printAccountId || (await isUsed())) used.add(printAccountId);
  }
  return used;
}

type FoundOrder = Omit<Orphan, "items"> & { items: OrphanItem[] };

async function adoptOrphan(
  tx: Tx,
  ctx: OrdersContext,
  input: AdoptInput & { asReprint: boolean },
  orphan: FoundOrder,
): Promise<SubmissionWithLines> {
  const { order, shop, submissions, asReprint } = input;
  const { reference } = orphan;
  const existing = submissions.find((one) => one.reference === reference);
  if (existing && AT_PROVIDER_STATES.includes(existing.state)) {
    // What was sent of any other one is known.
    if (!existing.foundAt || existing.payloadHash || (await isShownTwice(tx, existing, orphan))) return existing;
    return adoptFurtherParts(tx, ctx, input, existing, orphan);
  }
  const earlier = submissions.filter((one) => one.id !== existing?.id);
  const origin = { shopDomain: shop.domain, orphanReference: reference };
  const submission = existing ?? (await insertAdopted(tx, ctx, order, { ...origin, earlier, asReprint }));
  const open = MUTABLE_STATES.includes(submission.state);
  const candidates = asReprint ? reprintLines(input.lines, submission) : printLines(input.lines, earlier);
  const match = open ? matchOrphanItems(orphan.items, candidates) : null;
  return changeSubmission(tx, submission, (rows) => {
    setColumns(rows.submissions, submission.id, adoptedColumns(ctx, submissionIn(rows, submission.id), orphan, open));
    // Where no item matches, the lines that were to be sent are the better guess.
    if (match && match.matchedLines.length > 0) {
      const lines = match.matchedLines.map((line, position) => newLine(ctx, submission.id, { ...line, position }));
      setColumns(rows.submissions, submission.id, { lines });
    }
    const entry = { ...idsOf(submission), code: "submission.orphan_adopted", data: { reference } } as const;
    noteHistory(rows, ctx, { ...entry, actor: "print_service" });
    markSeenAtProvider(rows, ctx, submission.id, { event: "seen_at_provider", hasUpdate: false });
    if (match && !match.conclusive && !input.cancelled)
      raiseReason(rows, ctx, { ...idsOf(submission), ...ORPHAN_UNMATCHED });
  });
}

/**
 * Whether the shop has moved between the account on which the submission was found and this one, which shows no more of it than is known:
 * the two are one account of the service. SKUs are not compared: the versions of the interface may spell them differently.
 */
async function isShownTwice(
  tx: Tx,
  { shopId, printAccountId, lines }: SubmissionWithLines,
  orphan: FoundOrder,
): Promise<boolean> {
  const [shown] = await tx.query<{ pieces: number }>`
    SELECT coalesce(sum((item.value ->> 'quantity')::int), 0)::int AS "pieces"
    FROM "AccountMove" m
      JOIN "Orphan" o ON o."printAccountId" = ${orphan.printAccountId}::uuid AND o."reference" = ${orphan.reference}
      LEFT JOIN LATERAL jsonb_array_elements(o."items") item ON TRUE
    WHERE m."shopId" = ${shopId}::uuid AND m."movedAt" IS NOT NULL
      AND ${orphan.printAccountId}::uuid IN (m."fromAccountId", m."toAccountId")
      AND ${printAccountId}::uuid IN (m."fromAccountId", m."toAccountId")
    GROUP BY m."shopId"`;
  return shown !== undefined && shown.pieces <= lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the submission as it is stored then. */
async function changeSubmission(
  tx: Tx,
  { id, orderId }: SubmissionWithLines,
  change: (rows: OrderRows) => void,
): Promise<SubmissionWithLines> {
  const changed = await changeOrderIn(tx, orderId, (rows) => {
    change(rows);
    return submissionIn(rows, id);
  });
  await flush(tx);
  return changed;
}

const newLine = (
  ctx: WriteContext,
  submissionId: SubmissionId,
  line: OrphanMatch["matchedLines"][number] & { position: number },
): SubmissionLine => ({
  ...{ id: ctx.ids.uuid(), submissionId, ...line },
  ...{ serviceItemId: null, orderStatus: null, paymentStatus: null, fulfilled: 0 },
});

async function insertAdopted(
  tx: Tx,
  ctx: OrdersContext,
  order: Order,
  { asReprint, ...origin }: Parameters<typeof newSubmission>[2] & { asReprint: boolean },
): Promise<SubmissionWithLines> {
  const submission = asReprint ? newReprint(ctx, order, { ...origin, asked: null }) : newSubmission(ctx, order, origin);
  await (asReprint ? insertRow(tx, submission) : insertSubmission(tx, ctx, submission));
  return submission;
}

/**
 * Adds to an adopted submission what a later reading of the list showed of the same reference: it was sent with the rest. The
 * reason that asks staff about a remainder has its answer; what is still missing then asks again.
 */
async function adoptFurtherParts(
  tx: Tx,
  ctx: OrdersContext,
  { lines, submissions, asReprint, cancelled }: AdoptInput & { asReprint: boolean },
  submission: SubmissionWithLines,
  { reference, items }: FoundOrder,
): Promise<SubmissionWithLines> {
  const candidates = asReprint ? openReprintLines(lines, submission) : printLines(lines, submissions);
  const { matchedLines, conclusive } = matchOrphanItems(items, candidates);
  const open = new Set(candidates.filter(({ openQuantity }) => openQuantity > 0).map(({ orderLineId }) => orderLineId));
  const { id: submissionId } = submission;
  return changeSubmission(tx, submission, (rows) => {
    const { version, lines: before } = submissionIn(rows, submissionId);
    const added = [...before];
    matchedLines
      .filter(({ orderLineId }) => open.has(orderLineId))
      .forEach((line, at) => {
        const known = added.findIndex(({ orderLineId }) => orderLineId === line.orderLineId);
        const row = added[known];
        if (row) added[known] = { ...row, quantity: row.quantity + line.quantity };
        else added.push(newLine(ctx, submissionId, { ...line, position: before.length + at }));
      });
    setColumns(rows.submissions, submissionId, { lines: added, version: version + 1 });
    const entry = { ...idsOf(submission), code: "submission.orphan_adopted", data: { reference } } as const;
    noteHistory(rows, ctx, { ...entry, actor: "print_service" });
    if (!conclusive && !cancelled) return raiseReason(rows, ctx, { ...idsOf(submission), ...ORPHAN_UNMATCHED });
    const { code } = ORPHAN_UNMATCHED;
    const asked = rows.attentions.find(
      (one) => one.submissionId === submissionId && one.code === code && !one.clearedAt,
    );
    if (asked && isRemainder(asked)) clearReasons(rows, ctx, { submissionId, codes: [code] }, "facts");
  });
}

/** Only the service's list shows what was sent, so no payload stands for it. */
function adoptedColumns(
  ctx: OrdersContext,
  submission: LoadedSubmission,
  orphan: FoundOrder,
  open: boolean,
): Partial<LoadedSubmission> {
  return {
    printAccountId: orphan.printAccountId,
    sentAt: submission.sentAt ?? approximateSentAt(ctx, orphan),
    serviceOrderId: submission.serviceOrderId ?? orphan.serviceOrderId,
    serviceDate: submission.serviceDate ?? dateIn(orphan.enteredAt),
    foundAt: ctx.clock.now(),
    version: submission.version + 1,
    ...(open ? { payloadEncrypted: null, payloadHash: null, hasPayload: false } : {}),
  };
}

/** Off by the service's time zone, which the interface does not show. */
function approximateSentAt(ctx: OrdersContext, orphan: FoundOrder): Date {
  const entered = Date.parse(`${(orphan.enteredAt ?? "").replace(" ", "T")}Z`);
  return new Date(Math.min(Number.isNaN(entered) ? orphan.foundAt.getTime() : entered, ctx.clock.now().getTime()));
}

const isRemainder = ({ detail }: Pick<Attention, "detail">) => (detail as { why?: string }).why === "remainder";

const ORPHAN_UNMATCHED = { code: "orphan_unmatched", detail: { why: "items" } } as const;

/**
 * The basis of the hold `orphan_undecided`: the adopted submissions that do not match the order, or leave a remainder
 * (`justAdopted`: with this snapshot, and something is still needed). null without any. A resolved notice counts as well:
 * resolving it does not approve sending the remainder.
 */
export function findUndecidedOrphans(rows: OrderRows, ctx: WriteContext, justAdopted: boolean): string | null {
  const adopted = withoutReprints(rows.submissions).filter((one) => one.foundAt !== null && one.replacedAt === null);
  const last = adopted.at(-1);
  if (!last) return null;
  const code = "orphan_unmatched";
  if (justAdopted) raiseReason(rows, ctx, { ...idsOf(last), code, detail: { why: "remainder" } });
  const unmatched = adopted
    .map(({ id }) => id)
    .filter((id) => rows.attentions.some((one) => one.submissionId === id && one.code === code));
  return unmatched.length > 0 ? unmatched.toSorted().join(" ") : null;
}
