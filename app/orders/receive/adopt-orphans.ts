import type { Order, Stray } from "@prisma/client";
import { raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { note } from "../core/history.ts";
import { signOfLife } from "../provider-updates/mark-seen.ts";
import { sentQuantity } from "./needed-quantity.ts";
import type { DecidedLine } from "./apply-lines.ts";
import { createDraft, type KnownSubmission } from "./open-submission.ts";
import type { ShopRow } from "./order-row.ts";
import { partsByLine } from "./lines-to-send.ts";
import { orderTag } from "../core/reference.ts";
import { OPEN_STATES } from "../core/transitions.ts";
import { accountsUsed } from "./accounts-used.ts";
import { knownAtService } from "../gap-recovery/record-orphans.ts";
import { matchItems, type Match, type PrintLine, type StrayItem } from "./match-orphan-items.ts";

export interface Adopting {
  shop: ShopRow;
  order: Order;
  lines: readonly DecidedLine[];
  submissions: readonly KnownSubmission[];
  /** In Shopify: then nothing more is sent of it, and there is nothing to decide. */
  cancelled: boolean;
}

/**
 * Takes up the strays that carry this order's tag: they were sent for it before a gap in what this database knows, so they
 * count as sent. Runs in the transaction that may claim a submission of the order, before it. Needs the order's lock.
 * Returns how many.
 */
export async function adoptStrays(tx: Tx, ctx: OrdersContext, input: Adopting): Promise<number> {
  const tag = orderTag(ctx.seal, input.shop.domain, input.order.shopifyGid);
  const strays = await tx.stray.findMany({
    where: { tag, adoptedAt: null },
    orderBy: [{ enteredAt: "asc" }, { reference: "asc" }],
  });
  if (strays.length === 0) return 0;
  const accounts = await accountsUsed(tx, input.shop, strays);
  let submissions = [...input.submissions];
  let adopted = 0;
  for (const stray of strays.filter(({ printAccountId }) => accounts.has(printAccountId))) {
    const { id } = await adopt(tx, ctx, { ...input, submissions }, stray);
    await tx.stray.update({ where: { id: stray.id }, data: { adoptedAt: ctx.clock.now(), submissionId: id } });
    const row = await tx.submission.findUniqueOrThrow({ where: { id }, include: { lines: true } });
    submissions = [...submissions.filter((one) => one.id !== id), row];
    adopted += 1;
  }
  return adopted;
}

async function adopt(tx: Tx, ctx: OrdersContext, input: Adopting, stray: Stray): Promise<{ id: string }> {
  const { order, shop, submissions } = input;
  const named = submissions.find((one) => one.reference === stray.reference);
  if (named && knownAtService.includes(named.state)) return named;
  const others = submissions.filter((one) => one.id !== named?.id);
  const open = named === undefined || OPEN_STATES.includes(named.state);
  const match = open ? matchItems(stray.items as unknown as StrayItem[], printLines(input.lines, others)) : null;
  const submission =
    named ?? (await createDraft(tx, ctx, { ...order, shopDomain: shop.domain }, others, stray.reference));
  await tx.submission.update({ where: { id: submission.id }, data: factsOf(ctx, submission, stray) });
  if (match) await writeLines(tx, ctx, submission, match);
  await note(tx, ctx, {
    shopId: order.shopId,
    orderId: order.id,
    submissionId: submission.id,
    code: "submission.found_after_gap",
    actor: "print_service",
    data: { reference: stray.reference },
  });
  await signOfLife(tx, ctx, submission.id, { event: "alive", news: false });
  if (match && !match.sure && !input.cancelled)
    await askAPerson(tx, ctx, { order, submissionId: submission.id, why: "items" });
  return submission;
}

/** The lines that go to print, with what is still open of them beside the other submissions. */
function printLines(lines: readonly DecidedLine[], others: readonly KnownSubmission[]): PrintLine[] {
  const partsOf = partsByLine(others);
  return lines.flatMap(({ row, snapshot, mapping }) =>
    row.fate === "ours" && mapping
      ? [
          {
            orderLineId: row.id,
            itemSku: mapping.itemSku,
            ordered: snapshot.quantity,
            open: Math.max(0, snapshot.quantity - sentQuantity(partsOf(row.id))),
          },
        ]
      : [],
  );
}

/** What was sent is not known but for what the list shows: no payload stands for it. */
function factsOf(ctx: OrdersContext, submission: KnownSubmission, stray: Stray) {
  const open = OPEN_STATES.includes(submission.state);
  return {
    printAccountId: stray.printAccountId,
    sentAt: submission.sentAt ?? about(ctx, stray),
    serviceOrderId: submission.serviceOrderId ?? stray.serviceOrderId,
    serviceDate: submission.serviceDate ?? /^\d{4}-\d{2}-\d{2}/.exec(stray.enteredAt ?? "")?.[0] ?? null,
    foundAt: ctx.clock.now(),
    version: { increment: 1 },
    ...(open ? { payloadSealed: null, payloadHash: null } : {}),
  };
}

/** When it was sent, give or take the service's time zone. */
function about(ctx: OrdersContext, stray: Stray): Date {
  const entered = Date.parse(`${(stray.enteredAt ?? "").replace(" ", "T")}Z`);
  return new Date(Math.min(Number.isNaN(entered) ? stray.foundAt.getTime() : entered, ctx.clock.now().getTime()));
}

async function writeLines(tx: Tx, ctx: OrdersContext, submission: KnownSubmission, match: Match): Promise<void> {
  // What was drafted for it is the better guess where nothing of it is recognised.
  if (match.shares.length === 0) return;
  await tx.submissionLine.deleteMany({ where: { submissionId: submission.id } });
  await tx.submissionLine.createMany({
    data: match.shares.map((share, position) => ({
      id: ctx.ids.uuid(),
      submissionId: submission.id,
      position,
      ...share,
    })),
  });
}

async function askAPerson(
  tx: Tx,
  ctx: OrdersContext,
  about: { order: { id: string; shopId: string }; submissionId: string; why: "items" | "rest" },
): Promise<void> {
  await raise(tx, ctx, {
    shopId: about.order.shopId,
    orderId: about.order.id,
    submissionId: about.submissionId,
    code: "found_unmatched",
    detail: { why: about.why },
  });
}

/**
 * What a person has to look at before anything more of the order is sent, as the basis of the hold: what was found at the
 * service does not match the order, or leaves a rest (`unsure`: it was found just now, and something is still needed beside
 * it). That somebody has seen to the notice is no word that the rest may go. null where there is nothing of the kind.
 */
export async function foundUndecided(
  tx: Tx,
  ctx: OrdersContext,
  known: { order: Order; submissions: readonly KnownSubmission[]; unsure: boolean },
): Promise<string | null> {
  const found = known.submissions.filter((one) => one.foundAt !== null && one.replacedAt === null);
  const last = found.at(-1);
  if (!last) return null;
  if (known.unsure) await askAPerson(tx, ctx, { order: known.order, submissionId: last.id, why: "rest" });
  const asked = await tx.attention.findMany({
    where: { submissionId: { in: found.map((one) => one.id) }, code: "found_unmatched" },
    select: { submissionId: true },
    distinct: ["submissionId"],
    orderBy: { submissionId: "asc" },
  });
  return asked.length > 0 ? asked.map((row) => row.submissionId).join(" ") : null;
}
