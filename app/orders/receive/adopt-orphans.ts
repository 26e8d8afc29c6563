import type { Order, Orphan } from "@prisma/client";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "../core/history.ts";
import { markSeenAtProvider } from "../provider-updates/mark-seen.ts";
import { sentQuantity } from "./needed-quantity.ts";
import type { DecidedLine } from "./apply-lines.ts";
import { createSubmission, type SubmissionWithLines } from "./open-submission.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { partsByLine } from "./lines-to-send.ts";
import { orderTag } from "../core/reference.ts";
import { AT_PROVIDER_STATES, MUTABLE_STATES } from "../core/states.ts";
import { accountsUsed } from "./accounts-used.ts";
import { matchOrphanItems, type OrphanMatch, type PrintLine, type OrphanItem } from "./match-orphan-items.ts";

export interface AdoptInput {
  shop: ShopRow;
  order: Order;
  lines: readonly DecidedLine[];
  submissions: readonly SubmissionWithLines[];
  /** In Shopify: then nothing more is sent of it, and there is nothing to decide. */
  cancelled: boolean;
}

/**
 * Takes up the orphans that carry this order's tag: they were sent for it before a gap in what this database knows, so they
 * count as sent. Runs in the transaction that may claim a submission of the order, before it. Needs the order's lock.
 * Returns how many.
 */
export async function adoptOrphans(tx: Tx, ctx: OrdersContext, input: AdoptInput): Promise<number> {
  const tag = orderTag(ctx.encryptor, input.shop.domain, input.order.shopifyGid);
  const orphans = await tx.orphan.findMany({
    where: { tag, adoptedAt: null },
    orderBy: [{ enteredAt: "asc" }, { reference: "asc" }],
  });
  if (orphans.length === 0) return 0;
  const accounts = await accountsUsed(tx, input.shop, orphans);
  let submissions = [...input.submissions];
  let adoptedCount = 0;
  for (const orphan of orphans.filter(({ printAccountId }) => accounts.has(printAccountId))) {
    const { id } = await adoptOrphan(tx, ctx, { ...input, submissions }, orphan);
    await tx.orphan.update({ where: { id: orphan.id }, data: { adoptedAt: ctx.clock.now(), submissionId: id } });
    const row = await tx.submission.findUniqueOrThrow({ where: { id }, include: { lines: true } });
    submissions = [...submissions.filter((one) => one.id !== id), row];
    adoptedCount += 1;
  }
  return adoptedCount;
}

async function adoptOrphan(tx: Tx, ctx: OrdersContext, input: AdoptInput, orphan: Orphan): Promise<{ id: string }> {
  const { order, shop, submissions } = input;
  const existing = submissions.find((one) => one.reference === orphan.reference);
  if (existing && AT_PROVIDER_STATES.includes(existing.state)) return existing;
  const otherSubmissions = submissions.filter((one) => one.id !== existing?.id);
  const open = existing === undefined || MUTABLE_STATES.includes(existing.state);
  const match = open
    ? matchOrphanItems(orphan.items as unknown as OrphanItem[], printLines(input.lines, otherSubmissions))
    : null;
  const submission =
    existing ??
    (await createSubmission(tx, ctx, { ...order, shopDomain: shop.domain }, otherSubmissions, orphan.reference));
  await tx.submission.update({ where: { id: submission.id }, data: adoptedColumns(ctx, submission, orphan) });
  if (match) await writeLines(tx, ctx, submission, match);
  await addHistory(tx, ctx, {
    shopId: order.shopId,
    orderId: order.id,
    submissionId: submission.id,
    code: "submission.orphan_adopted",
    actor: "print_service",
    data: { reference: orphan.reference },
  });
  await markSeenAtProvider(tx, ctx, submission.id, { event: "seen_at_provider", hasUpdate: false });
  if (match && !match.conclusive && !input.cancelled)
    await raiseOrphanUnmatched(tx, ctx, { order, submissionId: submission.id, why: "items" });
  return submission;
}

/** The lines that go to print, with what is still open of them beside the other submissions. */
function printLines(lines: readonly DecidedLine[], otherSubmissions: readonly SubmissionWithLines[]): PrintLine[] {
  const partsOf = partsByLine(otherSubmissions);
  return lines.flatMap(({ row, snapshot, mapping }) =>
    row.eligibility === "printable" && mapping
      ? [
          {
            orderLineId: row.id,
            itemSku: mapping.itemSku,
            ordered: snapshot.quantity,
            openQuantity: Math.max(0, snapshot.quantity - sentQuantity(partsOf(row.id))),
          },
        ]
      : [],
  );
}

/** What was sent is not known but for what the list shows: no payload stands for it. */
function adoptedColumns(ctx: OrdersContext, submission: SubmissionWithLines, orphan: Orphan) {
  const open = MUTABLE_STATES.includes(submission.state);
  return {
    printAccountId: orphan.printAccountId,
    sentAt: submission.sentAt ?? about(ctx, orphan),
    serviceOrderId: submission.serviceOrderId ?? orphan.serviceOrderId,
    serviceDate: submission.serviceDate ?? /^\d{4}-\d{2}-\d{2}/.exec(orphan.enteredAt ?? "")?.[0] ?? null,
    foundAt: ctx.clock.now(),
    version: { increment: 1 },
    ...(open ? { payloadEncrypted: null, payloadHash: null } : {}),
  };
}

/** When it was sent, give or take the service's time zone. */
function about(ctx: OrdersContext, orphan: Orphan): Date {
  const entered = Date.parse(`${(orphan.enteredAt ?? "").replace(" ", "T")}Z`);
  return new Date(Math.min(Number.isNaN(entered) ? orphan.foundAt.getTime() : entered, ctx.clock.now().getTime()));
}

async function writeLines(
  tx: Tx,
  ctx: OrdersContext,
  submission: SubmissionWithLines,
  match: OrphanMatch,
): Promise<void> {
  // Where no item matches, the lines that were to be sent are the better guess.
  if (match.matchedLines.length === 0) return;
  await tx.submissionLine.deleteMany({ where: { submissionId: submission.id } });
  await tx.submissionLine.createMany({
    data: match.matchedLines.map((line, position) => ({
      id: ctx.ids.uuid(),
      submissionId: submission.id,
      position,
      ...line,
    })),
  });
}

async function raiseOrphanUnmatched(
  tx: Tx,
  ctx: OrdersContext,
  about: { order: { id: string; shopId: string }; submissionId: string; why: "items" | "remainder" },
): Promise<void> {
  await raiseAttention(tx, ctx, {
    shopId: about.order.shopId,
    orderId: about.order.id,
    submissionId: about.submissionId,
    code: "orphan_unmatched",
    detail: { why: about.why },
  });
}

/**
 * What a person has to look at before anything more of the order is sent, as the basis of the hold: what was found at the
 * service does not match the order, or leaves a rest (`unsure`: it was found just now, and something is still needed beside
 * it). That somebody has seen to the notice is no word that the rest may go. null where there is nothing of the kind.
 */
export async function findUndecidedOrphans(
  tx: Tx,
  ctx: OrdersContext,
  known: { order: Order; submissions: readonly SubmissionWithLines[]; justAdopted: boolean },
): Promise<string | null> {
  const adoptedSubmissions = known.submissions.filter((one) => one.foundAt !== null && one.replacedAt === null);
  const last = adoptedSubmissions.at(-1);
  if (!last) return null;
  if (known.justAdopted)
    await raiseOrphanUnmatched(tx, ctx, { order: known.order, submissionId: last.id, why: "remainder" });
  const unmatched = await tx.attention.findMany({
    where: { submissionId: { in: adoptedSubmissions.map((one) => one.id) }, code: "orphan_unmatched" },
    select: { submissionId: true },
    distinct: ["submissionId"],
    orderBy: { submissionId: "asc" },
  });
  return unmatched.length > 0 ? unmatched.map((row) => row.submissionId).join(" ") : null;
}
