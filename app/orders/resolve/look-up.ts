import type { Lookup, Prisma, Submission } from "@prisma/client";
import { ForeignError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { clear, raise } from "../attentions.ts";
import type { OrdersContext, Tx } from "../context.ts";
import { note } from "../history.ts";
import { lockOrder } from "../lock.ts";
import { move } from "../move.ts";
import { takeInSynced } from "../news/compare.ts";
import { lookupDelay } from "../policy.ts";
import { cancelOpen } from "../receive/open-submission.ts";
import { askDetail, detailDates, type Detailed } from "./ask-detail.ts";
import { heedsRange } from "./heeds-range.ts";
import { provenAbsent } from "./proof.ts";
import { serviceRange } from "./service-time.ts";

interface Look {
  kind: "detail" | "walk";
  result: "found" | "absent" | "failed";
  witnesses: string[];
  detail: Prisma.InputJsonObject;
  found?: Detailed | { synced: SyncedOrder };
}

/** Looks for an uncertain submission at the service: detail first, then a complete walk; records what was seen and draws the conclusion. */
export async function lookUp(ctx: OrdersContext, submissionId: string): Promise<void> {
  const row = await ctx.db.submission.findUnique({ where: { id: submissionId } });
  if (!row || row.state !== "uncertain" || !row.printAccountId || !row.sentAt) return;
  const place = { account: row.printAccountId, sentAt: row.sentAt };
  const detail = await lookByDetail(ctx, row, place);
  const looks = detail.found ? [detail] : [detail, await lookByWalk(ctx, row, place)];
  const at = ctx.clock.now();
  await ctx.db.lookup.createMany({
    data: looks.map(({ found: _found, ...look }) => ({ id: ctx.ids.uuid(), submissionId, at, ...look })),
  });
  const found = looks.find((look) => look.found)?.found;
  if (found)
    await takeInSynced(ctx, { submissionId, ...found, seenBy: looks.at(-1)?.kind === "walk" ? "list" : "detail" });
  else await conclude(ctx, submissionId);
}

interface Place {
  account: string;
  sentAt: Date;
}

async function lookByDetail(ctx: OrdersContext, row: Submission, place: Place): Promise<Look> {
  try {
    const found = await askDetail(ctx.printService.forAccount(place.account), row);
    if (found) return { kind: "detail", result: "found", witnesses: [], detail: { date: found.date }, found };
    return { kind: "detail", result: "absent", witnesses: [], detail: { dates: detailDates(row) } };
  } catch (error) {
    return failed("detail", error);
  }
}

async function lookByWalk(ctx: OrdersContext, row: Submission, place: Place): Promise<Look> {
  const range = serviceRange(place.sentAt, ctx.clock.now());
  try {
    const calls = ctx.printService.forAccount(place.account);
    const rows = await calls.listAll(range);
    const found = rows.find((r) => r.reference === row.reference);
    const references = rows.map((r) => r.reference);
    const later = await ctx.db.submission.findMany({
      where: { printAccountId: place.account, reference: { in: references }, sentAt: { gt: place.sentAt } },
      select: { reference: true },
      orderBy: { sentAt: "desc" },
      take: 20,
    });
    const witnesses = later.map((s) => s.reference);
    if (!found && witnesses.length > 0 && !(await heedsRange(calls))) {
      return { kind: "walk", result: "failed", witnesses: [], detail: { ...range, error: "range_not_heeded" } };
    }
    return {
      kind: "walk",
      result: found ? "found" : "absent",
      witnesses,
      detail: { ...range, rows: rows.length },
      ...(found ? { found: { synced: found } } : {}),
    };
  } catch (error) {
    return failed("walk", error);
  }
}

function failed(kind: Look["kind"], error: unknown): Look {
  if (!(error instanceof ForeignError)) throw error;
  return { kind, result: "failed", witnesses: [], detail: { error: error.name, httpStatus: error.httpStatus ?? null } };
}

/** Absent with proof: send again (or give up what is not wanted any more). Otherwise look again later, and ask a person in time. */
async function conclude(ctx: OrdersContext, submissionId: string): Promise<void> {
  const woken = await ctx.db.$transaction(async (tx) => {
    const { orderId } = await tx.submission.findUniqueOrThrow({
      where: { id: submissionId },
      select: { orderId: true },
    });
    await lockOrder(tx, orderId);
    const row = await tx.submission.findUniqueOrThrow({ where: { id: submissionId }, include: { order: true } });
    if (row.state !== "uncertain") return false;
    const lastAttempt = await tx.attempt.findFirstOrThrow({ where: { submissionId }, orderBy: { number: "desc" } });
    const ended = lastAttempt.endedAt ?? lastAttempt.startedAt;
    const walks = await tx.lookup.findMany({ where: { submissionId, kind: "walk", result: "absent" } });
    if (provenAbsent(await withTimes(tx, walks), ended, ctx.policy.quietPeriodMs)) {
      return sendAgain(tx, ctx, row, row.order.cancelledAt !== null, "system");
    }
    await lookLater(tx, ctx, row, ended);
    return false;
  });
  if (woken) ctx.wake.submission(submissionId);
}

async function withTimes(tx: Tx, walks: readonly Lookup[]) {
  const names = [...new Set(walks.flatMap((w) => w.witnesses as string[]))];
  const rows = await tx.submission.findMany({
    where: { reference: { in: names } },
    select: { reference: true, sentAt: true },
  });
  const sent = new Map(rows.map((r) => [r.reference, r.sentAt]));
  return walks.map((w) => ({
    at: w.at,
    witnessesSentAt: (w.witnesses as string[]).flatMap((name) => sent.get(name) ?? []),
  }));
}

/** uncertain → ready, on proof or on a person's word; nothing cancelled is ever sent again. Needs the order's lock. */
export async function sendAgain(
  tx: Tx,
  ctx: OrdersContext,
  row: Submission,
  orderCancelled: boolean,
  actor: "system" | "person",
): Promise<boolean> {
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  await note(tx, ctx, { ...ids, code: "submission.shown_absent", actor });
  await clear(tx, ctx, { ...ids, codes: ["uncertain", "uncertain_decide"] }, actor === "person" ? "person" : "facts");
  if (orderCancelled) {
    await cancelOpen(tx, ctx, row, "order_cancelled");
    return false;
  }
  const moved = await move(tx, ctx, row.id, "absent", { actor, patch: { dueAt: ctx.clock.now(), tries: 0 } });
  return moved !== null;
}

async function lookLater(tx: Tx, ctx: OrdersContext, row: Submission, attemptEnded: Date): Promise<void> {
  const now = ctx.clock.now().getTime();
  const tries = row.tries + 1;
  await tx.submission.update({
    where: { id: row.id },
    data: { tries, dueAt: new Date(now + lookupDelay(ctx.policy, tries)), version: { increment: 1 } },
  });
  if (now - attemptEnded.getTime() < ctx.policy.decideAfterMs) return;
  await raise(tx, ctx, { shopId: row.shopId, orderId: row.orderId, submissionId: row.id, code: "uncertain_decide" });
}
