import type { Attention, Order, Orphan } from "../../../prisma/client/client.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory, idsOf } from "../core/history.ts";
import { clearReasons, noteHistory, raiseReason, type OrderRows } from "../core/order-rows.ts";
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
  const orphans = await tx.orphan.findMany({
    where: { tag: { in: [...tags.keys()] }, adoptedAt: null },
    orderBy: [{ enteredAt: "asc" }, { reference: "asc" }, { serviceOrderId: "asc" }],
  });
  if (orphans.length === 0) return [];
  const accounts = await accountsUsed(tx, input.shop, orphans);
  let submissions = input.submissions;
  const adopted: SubmissionWithLines[] = [];
  const usable = orphans.filter(({ printAccountId }) => accounts.has(printAccountId));
  for (const parts of Map.groupBy(usable, partsKey).values()) {
    const orphan = joinParts(parts);
    const asReprint = tags.get(orphan.tag) === "reprint";
    const { id } = await adoptOrphan(tx, ctx, { ...input, submissions, asReprint }, orphan);
    const data = { adoptedAt: ctx.clock.now(), submissionId: id };
    await tx.orphan.updateMany({ where: { id: { in: parts.map((part) => part.id) } }, data });
    const row = await tx.submission.findUniqueOrThrow({ where: { id }, include: { lines: true } });
    submissions = [...submissions.filter((one) => one.id !== id), row];
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
    const usedBy = { shopId: shop.id, printAccountId };
    if (printAccountId === shop.printAccountId || (await tx.submission.findFirst({ where: usedBy })))
      used.add(printAccountId);
  }
  return used;
}

type FoundOrder = Omit<Orphan, "items"> & { items: OrphanItem[] };

async function adoptOrphan(
  tx: Tx,
  ctx: OrdersContext,
  input: AdoptInput & { asReprint: boolean },
  orphan: FoundOrder,
): Promise<{ id: SubmissionId }> {
  const { order, shop, submissions, asReprint } = input;
  const { reference } = orphan;
  const existing = submissions.find((one) => one.reference === reference);
  if (existing && AT_PROVIDER_STATES.includes(existing.state)) {
    // What was sent of any other one is known.
    if (existing.foundAt && !existing.payloadHash) await adoptFurtherParts(tx, ctx, input, existing, orphan);
    return existing;
  }
  const earlier = submissions.filter((one) => one.id !== existing?.id);
  const origin = { shopDomain: shop.domain, orphanReference: reference };
  const submission = existing ?? (await insertAdopted(tx, ctx, order, { ...origin, earlier, asReprint }));
  const open = MUTABLE_STATES.includes(submission.state);
  const candidates = asReprint ? reprintLines(input.lines, submission) : printLines(input.lines, earlier);
  const match = open ? matchOrphanItems(orphan.items, candidates) : null;
  await tx.submission.update({
    where: { id: submission.id },
    data: adoptedColumns(ctx, submission, orphan, open),
    select: { id: true },
  });
  if (match) await writeLines(tx, ctx, submission, match);
  const entry = { ...idsOf(submission), code: "submission.orphan_adopted", data: { reference } } as const;
  await changeOrderIn(tx, order.id, (rows) => {
    noteHistory(rows, ctx, { ...entry, actor: "print_service" });
    markSeenAtProvider(rows, ctx, submission.id, { event: "seen_at_provider", hasUpdate: false });
    if (match && !match.conclusive && !input.cancelled)
      raiseReason(rows, ctx, { ...idsOf(submission), ...ORPHAN_UNMATCHED });
  });
  return submission;
}

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
): Promise<void> {
  const candidates = asReprint ? openReprintLines(lines, submission) : printLines(lines, submissions);
  const { matchedLines, conclusive } = matchOrphanItems(items, candidates);
  const open = new Set(candidates.filter(({ openQuantity }) => openQuantity > 0).map(({ orderLineId }) => orderLineId));
  let position = submission.lines.length;
  for (const line of matchedLines.filter(({ orderLineId }) => open.has(orderLineId))) {
    const key = { submissionId: submission.id, orderLineId: line.orderLineId };
    await tx.submissionLine.upsert({
      where: { submissionId_orderLineId: key },
      create: { id: ctx.ids.uuid(), submissionId: submission.id, position, ...line },
      update: { quantity: { increment: line.quantity } },
    });
    position += 1;
  }
  await tx.submission.update({
    where: { id: submission.id },
    data: { version: { increment: 1 } },
    select: { id: true },
  });
  const entry = { ...idsOf(submission), code: "submission.orphan_adopted", data: { reference } } as const;
  await addHistory(tx, ctx, { ...entry, actor: "print_service" });
  await changeOrderIn(tx, submission.orderId, (rows) => {
    const { id: submissionId } = submission;
    if (!conclusive && !cancelled) return raiseReason(rows, ctx, { ...idsOf(submission), ...ORPHAN_UNMATCHED });
    const { code } = ORPHAN_UNMATCHED;
    const open = rows.attentions.find(
      (one) => one.submissionId === submissionId && one.code === code && !one.clearedAt,
    );
    if (open && isRemainder(open)) clearReasons(rows, ctx, { submissionId, codes: [code] }, "facts");
  });
}

/** Only the service's list shows what was sent, so no payload stands for it. */
function adoptedColumns(ctx: OrdersContext, submission: SubmissionWithLines, orphan: FoundOrder, open: boolean) {
  return {
    printAccountId: orphan.printAccountId,
    sentAt: submission.sentAt ?? approximateSentAt(ctx, orphan),
    serviceOrderId: submission.serviceOrderId ?? orphan.serviceOrderId,
    serviceDate: submission.serviceDate ?? dateIn(orphan.enteredAt),
    foundAt: ctx.clock.now(),
    version: { increment: 1 },
    ...(open ? { payloadEncrypted: null, payloadHash: null } : {}),
  };
}

/** Off by the service's time zone, which the interface does not show. */
function approximateSentAt(ctx: OrdersContext, orphan: FoundOrder): Date {
  const entered = Date.parse(`${(orphan.enteredAt ?? "").replace(" ", "T")}Z`);
  return new Date(Math.min(Number.isNaN(entered) ? orphan.foundAt.getTime() : entered, ctx.clock.now().getTime()));
}

async function writeLines(
  tx: Tx,
  ctx: OrdersContext,
  { id: submissionId }: SubmissionWithLines,
  { matchedLines }: OrphanMatch,
): Promise<void> {
  // Where no item matches, the lines that were to be sent are the better guess.
  if (matchedLines.length === 0) return;
  await tx.submissionLine.deleteMany({ where: { submissionId } });
  await tx.submissionLine.createMany({
    data: matchedLines.map((line, position) => ({ id: ctx.ids.uuid(), submissionId, position, ...line })),
  });
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
