import type { Prisma, Submission, SubmissionLine } from "@prisma/client";
import type { OrdersContext, Tx } from "../core/context.ts";
import { note } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { addressRefused, addressVerified } from "./address-problem.ts";
import { signOfLife } from "./mark-seen.ts";
import { findByReference, type SeenBy } from "./find-by-reference.ts";
import { lineWords } from "./line-statuses.ts";
import { linesOf } from "./match-lines.ts";
import { raiseReported } from "./raise-once.ts";
import { basisOf, idsOf, type ReadItem, type StatusItem, type StatusSeen } from "./status-items.ts";
import { meaning, statusWords, type Meaning } from "./status-meaning.ts";

export interface StatusNews {
  /** The account whose event or list said so; undefined when the caller knows the submission already. */
  accountId?: string;
  reference: string;
  items: StatusItem[];
  /** The delivery with the service's own words. */
  deliveryId: string | null;
  seenBy: SeenBy;
}

export type StatusRecorded = "recorded" | "known" | "unknown_reference";

/**
 * Takes in item statuses (service-interface 2.8, 6.2). Every status is kept on its lines and shown; only the known ones
 * change anything: `In production` moves the submission, `Not verify` asks for attention and holds the goods in Shopify,
 * and words that end an item (`Cancelled`, `Out of stock` …) ask for attention.
 * Any status at all is a sign of life. Late statuses never take a state back.
 */
export async function recordStatus(ctx: OrdersContext, news: StatusNews): Promise<StatusRecorded> {
  const found = await findByReference(ctx, news.reference, news.accountId);
  if (!found) return "unknown_reference";
  const result = await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, found.orderId);
    const read = await keepOnLines(tx, found.id, news.items);
    const changed = read.some((entry) => entry.changed);
    const moved = await signOfLife(tx, ctx, found.id, {
      event: read.some((entry) => entry.means === "in_production") ? "in_production" : "alive",
      news: read.some((entry) => entry.changed && entry.words !== null && !BAD_NEWS.includes(entry.means)),
      ended: read.length > 0 && read.every((entry) => entry.means === "ended"),
    });
    const submission = await tx.submission.findUniqueOrThrow({ where: { id: found.id } });
    const seen = { submission, read, deliveryId: news.deliveryId, seenBy: news.seenBy };
    const raised = await raiseProblems(tx, ctx, seen);
    const toHold = await addressRefused(tx, ctx, seen);
    const toRelease = await addressVerified(tx, ctx, seen);
    if (changed) await noteStatus(tx, ctx, seen);
    return { wake: moved || toHold || toRelease, changed: changed || moved || raised || toHold || toRelease };
  });
  if (result.wake) ctx.wake.submission(found.id);
  return result.changed ? "recorded" : "known";
}

async function keepOnLines(tx: Tx, submissionId: string, items: readonly StatusItem[]): Promise<ReadItem[]> {
  const lines = await tx.submissionLine.findMany({ where: { submissionId }, orderBy: { position: "asc" } });
  const heard = items.map((item) => {
    const words = statusWords(item.orderStatus);
    return { item, words, means: meaning(words), lines: linesOf(lines, item) };
  });
  // Where one SKU comes with several statuses, a problem must not hide behind the other.
  const light = [...heard].sort((a, b) => weight(a) - weight(b));
  const after = lineWords(light);
  await writeLines(tx, lines, after, light);
  return heard.map((entry) => ({
    ...entry,
    changed: entry.lines.some((line) => after.get(line.id) === entry.words && line.orderStatus !== entry.words),
  }));
}

async function writeLines(
  tx: Tx,
  lines: readonly SubmissionLine[],
  after: ReadonlyMap<string, string>,
  heard: readonly Pick<ReadItem, "item" | "lines">[],
): Promise<void> {
  for (const { id, orderStatus, paymentStatus } of lines) {
    const told = heard.findLast(
      (one) => one.item.paymentStatus !== undefined && one.lines.some((line) => line.id === id),
    );
    const data = {
      orderStatus: after.get(id) ?? orderStatus,
      paymentStatus: told ? statusWords(told.item.paymentStatus ?? null) : paymentStatus,
    };
    if (data.orderStatus === orderStatus && data.paymentStatus === paymentStatus) continue;
    await tx.submissionLine.update({ where: { id }, data });
  }
}

/** They say that nothing is made of an item. */
const BAD_NEWS: readonly Meaning[] = ["address_problem", "ended"];

const weight = (entry: Pick<ReadItem, "item" | "means">): number =>
  entry.means === "address_problem" ? 2 : entry.means === "ended" || entry.item.messageError ? 1 : 0;

/** Items that were not sent, that the service has ended, and errors that are not about the address: shown, never dropped. */
async function raiseProblems(tx: Tx, ctx: OrdersContext, seen: StatusSeen): Promise<boolean> {
  const unmatched = seen.read.filter((entry) => entry.lines.length === 0);
  const problems = seen.read.filter((entry) => entry.lines.length > 0 && problemOf(entry, seen.submission));
  const raised = [
    await raiseEach(tx, ctx, seen, "status_unmatched", unmatched),
    await raiseEach(tx, ctx, seen, "status_problem", problems),
  ];
  return raised.includes(true);
}

/** SKUs of one message that are told of one by one; those beyond are told of together, with how many they are. */
const MOST_TOLD = 10;

/** The same SKUs come first, in whatever order the service names them. */
async function raiseEach(
  tx: Tx,
  ctx: OrdersContext,
  seen: StatusSeen,
  code: "status_unmatched" | "status_problem",
  entries: readonly ReadItem[],
): Promise<boolean> {
  const bySku = Map.groupBy(entries, ({ item }) => statusWords(item.itemSku) ?? "");
  const skus = [...bySku.keys()].sort();
  const rest = skus.slice(MOST_TOLD);
  const tellings: { subject: string; about: ReadItem[]; detail: Prisma.InputJsonObject }[] = skus
    .slice(0, MOST_TOLD)
    .flatMap((sku) =>
      (bySku.get(sku) ?? []).slice(0, MOST_TOLD).map((entry) => ({
        subject: sku,
        about: [entry],
        detail: { lines: entry.lines.map((line) => line.id), status: entry.words },
      })),
    );
  const others = rest.flatMap((sku) => bySku.get(sku) ?? []);
  if (others.length > 0)
    tellings.push({ subject: "", about: others, detail: { lines: [], status: null, more: rest.length } });
  let raised = false;
  for (const { subject, about, detail } of tellings) {
    const one = await raiseReported(tx, ctx, {
      ...idsOf(seen.submission),
      code,
      subject,
      basis: basisOf(ctx, about),
      detail: () => detail,
      deliveryId: seen.deliveryId,
      seenBy: seen.seenBy,
      changed: about.some((entry) => entry.changed),
    });
    raised ||= one;
  }
  return raised;
}

/** After the goods are on their way, an address that could not be verified is a riddle for a person, and holds nothing. */
function problemOf(entry: ReadItem, submission: Submission): boolean {
  if (entry.means === "address_problem") return submission.state === "shipped" || submission.state === "fulfilled";
  if (statusWords(entry.item.messageError) !== null) return true;
  // Of what is not wanted, or was replaced, nothing is to be printed.
  return entry.means === "ended" && submission.state !== "cancelled" && submission.replacedAt === null;
}

/** Items that a line of history names. */
const MOST_NOTED = 50;

async function noteStatus(tx: Tx, ctx: OrdersContext, seen: StatusSeen): Promise<void> {
  const changed = seen.read.filter((entry) => entry.changed).slice(0, MOST_NOTED);
  await note(tx, ctx, {
    ...idsOf(seen.submission),
    code: "status.seen",
    actor: "print_service",
    data: {
      by: seen.seenBy,
      items: changed.map(({ means, lines }) => ({ means, lines: lines.map((line) => line.id) })),
    },
  });
}
