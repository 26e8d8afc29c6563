import { createHash } from "node:crypto";
import type { CatalogCopy, CatalogProblem, Prisma } from "../../../prisma/client/client.ts";
import { defineRun, type LongRunContext } from "../../long-runs/engine.ts";
import { MINUTE_MS } from "../../ports/clock.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { versionsWith, type PrintService } from "../../ports/print-service.ts";
import { instantOf, dayOf, nightOf, startOfDay } from "../../settings/wall-time.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";
import { markGone, storeProducts } from "../store.ts";

export type CatalogCopyContext = LongRunContext & { printService: PrintService };
type Db = Pick<CatalogCopyContext, "db">;

/** Products of one request: the answer names every variant, place and print area of each. */
const PAGE_PRODUCTS = 20;
/** What is copied at most: beyond it, a service that has no last page would be read forever. */
export const MAX_PAGES = 2_000;
export const MAX_VARIANTS = 200_000;
const MAX_MS = 12 * 60 * MINUTE_MS;

/** A page of twenty products may have thousands of variants. */
const STORE_TIMEOUT_MS = 60_000;

/** Copies of one night agree for the same reason: the next one counts only so much later. */
const CONFIRMED_AFTER_MS = 12 * 60 * MINUTE_MS;
/** A copy with less than this part of the variants before is not believed at once. */
const BELIEVED_SHARE = 0.5;
/** Two copies agree where their numbers of variants differ by at most this part. */
const AGREEING_SHARE = 0.1;

/** Copies of all accounts do not begin at once. */
const SPREAD_MS = 120 * MINUTE_MS;

/** Accounts whose service shows a catalog, and that a shop uses. Where the service rejects the credentials, nothing can be read. */
const COPIED = {
  kind: "live",
  refusedAt: null,
  interfaceVersion: { in: versionsWith("catalog") },
  shops: { some: { uninstalledAt: null } },
} satisfies Prisma.PrintAccountWhereInput;

/**
 * Copies the catalog of each account whose service shows one, page by page: when the account is connected, each night, and when staff
 * asks for it. Orders never wait for it: its requests leave the account's budget to theirs.
 */
export const catalogCopyRun = defineRun<CatalogCopyContext, PrintAccountId>({
  kind: "catalog_copy",
  everyMs: 10_000,
  retry: { retryMinMs: 30_000, retryMaxMs: 15 * MINUTE_MS, tries: 10 },
  async due({ db, clock }) {
    const isDue = [
      { catalogCopy: null },
      { catalogCopy: { source: "file" as const } },
      { catalogCopy: { startedAt: { not: null } } },
      { catalogCopy: { dueAt: { lte: clock.now() } } },
    ];
    const accounts = await db.printAccount.findMany({ where: { ...COPIED, OR: isDue }, select: { id: true } });
    return accounts.map(({ id }) => ({ id, printAccountId: id }));
  },
  async step(ctx, id, turn) {
    const account = await ctx.db.printAccount.findFirst({ where: { ...COPIED, id }, include: { catalogCopy: true } });
    if (!account) return;
    let copy: CatalogCopy | null = account.catalogCopy?.startedAt
      ? account.catalogCopy
      : await begin(ctx, id, account.catalogCopy);
    while (copy?.startedAt && !turn.isOver()) {
      copy = await copyPage(ctx, copy, copy.startedAt);
      turn.hasAdvanced = true;
    }
  },
  async progress({ db }, printAccountId) {
    const copy = await db.catalogCopy.findUnique({ where: { printAccountId } });
    if (!copy?.startedAt) return { done: copy?.variants ?? 0, total: copy?.variants ?? 0 };
    const done = await db.catalogVariant.count({ where: { printAccountId, seenAt: copy.startedAt } });
    return { done, total: Math.max(copy.variants, done) };
  },
  /** After the last try the copy ends until the next night. What is there stays. */
  async onFailure(ctx, printAccountId, _error, isLast) {
    if (isLast) await giveUp(ctx, { printAccountId, startedAt: { not: null } }, "unavailable");
  },
});

/** A catalog of staff makes room for the service's own: they are not compared. */
function begin({ db, clock }: CatalogCopyContext, printAccountId: PrintAccountId, before: CatalogCopy | null) {
  const begun = { source: "service" as const, startedAt: clock.now(), nextPage: 1, pageHash: null };
  const first = before?.source === "file" ? { ...begun, variants: 0 } : begun;
  return db.catalogCopy.upsert({
    where: { printAccountId },
    create: { printAccountId, ...begun },
    update: first,
  });
}

/** Reads a page and keeps it. null: the copy has ended, or another process goes on with it. */
async function copyPage(ctx: CatalogCopyContext, copy: CatalogCopy, startedAt: Date): Promise<CatalogCopy | null> {
  const { printAccountId, nextPage: page } = copy;
  if (ctx.clock.now().getTime() - startedAt.getTime() > MAX_MS)
    return giveUp(ctx, { printAccountId, startedAt }, "too_slow");
  if (page > MAX_PAGES) return giveUp(ctx, { printAccountId, startedAt }, "too_large");
  const calls = await ctx.printService.forAccount(printAccountId).further();
  const { products, last } = await calls.products({ page, limit: PAGE_PRODUCTS });
  const pageHash = createHash("sha256").update(JSON.stringify(products)).digest("hex");
  const isEnd = last || pageHash === copy.pageHash;
  const stored = await ctx.db.$transaction(
    async (tx) => {
      // A process whose claim expired finds that the next one has read the page.
      if (!(await lockCopy(tx, { printAccountId, startedAt, page }))) return null;
      await storeProducts({ db: tx, ids: ctx.ids }, printAccountId, products, startedAt);
      const seen = await tx.catalogVariant.count({ where: { printAccountId, seenAt: startedAt } });
      if (isEnd) await finish(ctx, tx, { copy, startedAt, seen });
      else await tx.catalogCopy.update({ where: { printAccountId }, data: { nextPage: page + 1, pageHash } });
      return isEnd ? null : { seen, copy: { ...copy, nextPage: page + 1, pageHash } };
    },
    { timeout: STORE_TIMEOUT_MS },
  );
  if (stored && stored.seen > MAX_VARIANTS) return giveUp(ctx, { printAccountId, startedAt }, "too_large");
  return stored?.copy ?? null;
}

async function lockCopy(
  tx: Prisma.TransactionClient,
  { printAccountId, startedAt, page }: { printAccountId: PrintAccountId; startedAt: Date; page: number },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "CatalogCopy" WHERE "printAccountId" = ${printAccountId}::uuid AND "startedAt" = ${startedAt}
      AND "nextPage" = ${page} FOR UPDATE`;
  return rows.length > 0;
}

interface WholeCopy {
  copy: CatalogCopy;
  startedAt: Date;
  /** Variants that it saw. */
  seen: number;
}

/** The copy is whole: what it did not see is gone, unless it saw so little that the service may have answered wrongly. */
async function finish(ctx: CatalogCopyContext, tx: Prisma.TransactionClient, whole: WholeCopy): Promise<void> {
  const { printAccountId } = whole.copy;
  const now = ctx.clock.now();
  const ended = { startedAt: null, pageHash: null, wholeAt: whole.startedAt, problem: null };
  const dueAt = await nextNight(ctx, tx, printAccountId, now);
  const data = isBelieved(whole, now)
    ? { copiedAt: now, variants: await markGone(tx, printAccountId, whole.startedAt, now), ...TRUSTED }
    : { distrustedAt: firstDistrusted(whole, now), distrustedVariants: whole.seen };
  await tx.catalogCopy.update({ where: { printAccountId }, data: { ...ended, dueAt, ...data } });
  ctx.log.info({ printAccountId, variants: whole.seen, believed: "copiedAt" in data }, "a catalog was copied");
}

const TRUSTED = { distrustedAt: null, distrustedVariants: null };

/** A second copy that shows as little, a night later, confirms the first. */
function isBelieved({ copy, seen }: WholeCopy, now: Date): boolean {
  if (seen >= copy.variants * BELIEVED_SHARE && (seen > 0 || copy.variants === 0)) return true;
  const { distrustedAt } = copy;
  return distrustedAt !== null && agrees(copy, seen) && now.getTime() - distrustedAt.getTime() >= CONFIRMED_AFTER_MS;
}

/** Of copies that agree, the first one's time: the wait for a confirmation does not begin again. */
const firstDistrusted = ({ copy, seen }: WholeCopy, now: Date): Date =>
  copy.distrustedAt && agrees(copy, seen) ? copy.distrustedAt : now;

function agrees({ distrustedVariants }: CatalogCopy, seen: number): boolean {
  const before = distrustedVariants ?? 0;
  return Math.abs(before - seen) <= Math.max(before, seen) * AGREEING_SHARE;
}

/** Ends a copy before its end: nothing is gone. */
async function giveUp(
  ctx: CatalogCopyContext,
  where: Prisma.CatalogCopyWhereInput & { printAccountId: PrintAccountId },
  problem: CatalogProblem,
): Promise<null> {
  const dueAt = await nextNight(ctx, ctx.db, where.printAccountId, ctx.clock.now());
  await ctx.db.catalogCopy.updateMany({ where, data: { startedAt: null, pageHash: null, dueAt, problem } });
  ctx.log.warn({ printAccountId: where.printAccountId, problem }, "a copy of a catalog ended before its end");
  return null;
}

/** When the account's next night begins, by the clock of the shop that was connected first; not for all accounts at once. */
async function nextNight(
  { random }: Pick<CatalogCopyContext, "random">,
  db: Pick<Prisma.TransactionClient, "shop">,
  printAccountId: PrintAccountId,
  now: Date,
): Promise<Date> {
  const shop = await db.shop.findFirst({
    where: { printAccountId, uninstalledAt: null },
    orderBy: { connectedAt: "asc" },
    select: { timezone: true },
  });
  const zone = shop?.timezone ?? "UTC";
  const night = instantOf(`${nightOf(now, zone)}T12:00`, zone) ?? now;
  // Noon and a day: a change of the clock does not move it to another day.
  const next = new Date(startOfDay(new Date(night.getTime() + 24 * 60 * MINUTE_MS), zone));
  const begins = instantOf(`${dayOf(next, zone)}T02:00`, zone) ?? next;
  return new Date(begins.getTime() + Math.floor(random() * SPREAD_MS));
}

/** Staff wants the catalog copied now. Returns whether it will be: a file is not copied. */
export async function requestCopy(
  { db, clock }: Db & Pick<CatalogCopyContext, "clock">,
  printAccountId: PrintAccountId,
) {
  const { count } = await db.catalogCopy.updateMany({
    where: { printAccountId, source: "service" },
    data: { dueAt: clock.now() },
  });
  // A copy that failed waits for its next try.
  await db.longRun.updateMany({
    where: { kind: "catalog_copy", id: printAccountId, claimToken: null },
    data: { dueAt: clock.now() },
  });
  return count > 0;
}

/** Staff says that a distrusted copy is right: what it did not see is gone. Returns whether there was one. */
export async function trustCopy(
  { db, clock }: Db & Pick<CatalogCopyContext, "clock">,
  printAccountId: PrintAccountId,
  note?: NoteAction,
): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "CatalogCopy" WHERE "printAccountId" = ${printAccountId}::uuid FOR UPDATE`;
      const copy = await tx.catalogCopy.findUnique({ where: { printAccountId } });
      if (!copy?.wholeAt || copy.distrustedAt === null) return false;
      const now = clock.now();
      const variants = await markGone(tx, printAccountId, copy.wholeAt, now);
      await tx.catalogCopy.update({ where: { printAccountId }, data: { variants, copiedAt: now, ...TRUSTED } });
      await note?.(tx, "catalog_trusted");
      return true;
    },
    { timeout: STORE_TIMEOUT_MS },
  );
}
