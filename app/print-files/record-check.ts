import { isDeepStrictEqual } from "node:util";
import { Prisma, type PrintFile, type PrismaClient } from "../../prisma/client/client.ts";
import type { ArtworkCheck, ArtworkCheckResult, ArtworkFile } from "../ports/artwork.ts";
import { type Clock, HOUR_MS } from "../ports/clock.ts";
import type { ShopId } from "../ports/ids.ts";
import pLimit from "p-limit";
import { z } from "zod";

export interface PrintFilesContext {
  db: PrismaClient;
  clock: Clock;
  artwork: ArtworkCheck;
}

export interface PrintFileKey {
  shopId: ShopId;
  /** As mappings have it. */
  link: string;
}

/** A failure that may pass is reported once it is confirmed: until then the file is read again after this time. */
const CONFIRM_AFTER_MS = 60 * 60_000;
const CONFIRMED_AFTER = 2;

type NewState = Omit<PrintFile, "shopId" | "link" | "host">;

/**
 * Keeps what a check of a mapped link found, and compares the file with the accepted one. `accept`: staff maps the link now,
 * and no other mapping has it. The first file that is read at a link is accepted as well: nobody saw another one.
 */
export async function recordCheck(
  ctx: PrintFilesContext,
  key: PrintFileKey,
  answer: ArtworkCheckResult,
  { accept, known }: RecordOptions,
): Promise<NewState> {
  const read = () => ctx.db.printFile.findUnique({ where: { shopId_link: key } });
  for (let before = known === undefined ? await read() : known; ; before = await read()) {
    const after = await nextState(ctx, key.link, before, answer, accept);
    if (isAsKnown(before, after) || (await write(ctx, key, before, after))) return after;
    // Staff accepted a file meanwhile: the answer is judged by that one.
  }
}

interface RecordOptions {
  accept: boolean;
  /** The row as it was read before the check; by default it is read now. */
  known?: PrintFile | null;
}

/** Nothing is new but the time of the check, and that is not worth a write: most orders print files of earlier orders. */
function isAsKnown(before: PrintFile | null, after: NewState): boolean {
  if (!before?.checkedAt || !after.checkedAt) return false;
  if (after.checkedAt.getTime() - before.checkedAt.getTime() > RECENT_MS / 2) return false;
  const facts = (state: NewState) => {
    const { acceptedHash, acceptedAt, varies, problem, tries, changedAt, dueAt } = state;
    return [acceptedHash, acceptedAt, varies, problem, tries, changedAt, dueAt, storedFile(state)?.sha256];
  };
  return isDeepStrictEqual(facts(before), facts(after));
}

async function nextState(
  ctx: PrintFilesContext,
  link: string,
  before: PrintFile | null,
  answer: ArtworkCheckResult,
  accept: boolean,
): Promise<NewState> {
  const known = before ?? UNKNOWN;
  const checked: NewState = { ...known, checkedAt: ctx.clock.now(), dueAt: null };
  if (!answer.ok) return withFailure(ctx, checked, answer);
  const readable = { ...checked, problem: null, tries: 0 };
  if (!answer.file) return readable;
  const file: CheckedFile = { ...answer.file, type: answer.type };
  if (accept || known.acceptedHash === null) return accepted(ctx, readable, file);
  if (!isOtherFile(known, file)) return { ...readable, file: asJson(file), changedAt: null };
  // What was seen before needs no second look.
  const isSeen = known.changedAt !== null && before !== null && storedFile(before)?.sha256 === file.sha256;
  if (!isSeen && (await isMadeAnew(ctx, link, known, file)))
    return { ...readable, file: asJson(file), varies: true, changedAt: null };
  return { ...readable, file: asJson(file), changedAt: known.changedAt ?? ctx.clock.now() };
}

const UNKNOWN = {
  ...{ acceptedHash: null, acceptedPixels: null, acceptedAt: null, varies: false, file: null },
  ...{ problem: null, tries: 0, changedAt: null },
} satisfies Omit<NewState, "checkedAt" | "dueAt">;

/** The row of a file that staff accepts as it is now. */
export const accepted = <State extends object>(
  { clock }: Pick<PrintFilesContext, "clock">,
  state: State,
  file: CheckedFile,
) => ({
  ...state,
  ...{ acceptedHash: file.sha256, acceptedPixels: pixelsOf(file), acceptedAt: clock.now() },
  ...{ file: asJson(file), changedAt: null, varies: false },
});

const asJson = ({ image, document, ...file }: CheckedFile): Prisma.JsonObject => ({
  ...file,
  document: document && { ...document },
  image: image && { ...image, drawing: image.drawing && { ...image.drawing } },
});

function withFailure(
  { clock }: PrintFilesContext,
  state: NewState,
  { reason, temporary }: Extract<ArtworkCheckResult, { ok: false }>,
): NewState {
  const tries = state.tries + 1;
  if (!temporary || tries >= CONFIRMED_AFTER) return { ...state, problem: reason, tries };
  return { ...state, tries, dueAt: new Date(clock.now().getTime() + CONFIRM_AFTER_MS) };
}

/** Downloads the file once more, to tell a server that makes it again each time from a file that was replaced. */
export async function isMadeAnew(
  { artwork }: Pick<PrintFilesContext, "artwork">,
  link: string,
  known: Accepted,
  file: ArtworkFile,
): Promise<boolean> {
  const again = await artwork.check(link);
  if (!again.ok || again.file === null) return false;
  // The accepted file once more: a replacement that has not reached every server yet.
  return isOtherFile(known, again.file) && isVarying(file, again.file);
}

/** false: another process wrote the row, or staff accepted a file, since it was read. */
async function write(
  { db }: PrintFilesContext,
  { shopId, link }: PrintFileKey,
  before: PrintFile | null,
  state: NewState,
): Promise<boolean> {
  const data = { ...state, file: state.file ?? Prisma.DbNull };
  if (!before) {
    const host = URL.parse(link)?.host ?? "";
    const { count } = await db.printFile.createMany({ data: [{ ...data, shopId, link, host }], skipDuplicates: true });
    return count === 1;
  }
  const { acceptedHash, acceptedAt } = before;
  const { count } = await db.printFile.updateMany({ where: { shopId, link, acceptedHash, acceptedAt }, data });
  return count === 1;
}

/** The links that a mapping `m` prints, and "" for a side without artwork. */
export const MAPPED_LINKS = Prisma.sql`array_cat(ARRAY[m."artworkFront", m."artworkBack"],
  ARRAY(SELECT side."value" FROM jsonb_each_text(m."artworkSides") side))`;

const CONCURRENCY = 4;

/**
 * Keeps what was found at links that staff maps. The file of a link that no mapping has yet is accepted. One that other
 * mappings have stays compared with the file that these were made with.
 */
export async function recordMapped(
  ctx: PrintFilesContext,
  shopId: ShopId,
  answers: ReadonlyMap<string, ArtworkCheckResult>,
): Promise<void> {
  const links = [...answers.keys()];
  if (links.length === 0) return;
  const used = await ctx.db.$queryRaw<{ link: string }[]>`
    SELECT DISTINCT unnest(${MAPPED_LINKS}) AS "link" FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND ${MAPPED_LINKS} && ${links}::text[]`;
  const isUsed = new Set(used.map(({ link }) => link));
  await pLimit(CONCURRENCY).map([...answers], ([link, answer]) =>
    recordCheck(ctx, { shopId, link }, answer, { accept: !isUsed.has(link) }),
  );
}

/** The file that staff mapped or accepted, and whether its link can be watched. */
export type Accepted = Pick<PrintFile, "acceptedHash" | "acceptedPixels" | "varies">;

/**
 * Whether a link leads to another file than the accepted one. Other bytes with the same pixels are the same picture: a file
 * server may compress again. A file that was not opened counts as another one until it is.
 */
export function isOtherFile({ acceptedHash, acceptedPixels, varies }: Accepted, file: ArtworkFile): boolean {
  if (varies || acceptedHash === null || acceptedHash === file.sha256) return false;
  return acceptedPixels === null || pixelsOf(file) !== acceptedPixels;
}

/** Two downloads, one after the other, of which each gave another picture: the server makes the file again each time. */
export function isVarying(one: ArtworkFile, other: ArtworkFile): boolean {
  // Of what was not opened, nothing proves that it looks different.
  const isOpened = one.image !== null && other.image !== null;
  const isNeverOpened = one.image === null && other.image === null;
  if (one.sha256 === other.sha256 || !(isOpened || isNeverOpened)) return false;
  return pixelsOf(one) === null || pixelsOf(one) !== pixelsOf(other);
}

export const pixelsOf = ({ image }: ArtworkFile): string | null => image?.pixels ?? null;

/** A print file that was read to its end, with its media type. */
interface CheckedFile extends ArtworkFile {
  type: string;
}

const image = z.object({
  width: z.number(),
  height: z.number(),
  colorSpace: z.string(),
  profile: z.string().nullable(),
  depth: z.string(),
  hasAlpha: z.boolean(),
  pages: z.number(),
  pixels: z.string().nullable(),
  drawing: z.object({ isOpaque: z.boolean(), width: z.number(), height: z.number(), opacity: z.number() }).nullable(),
});
const document = z.object({
  kind: z.enum(["pdf", "svg"]),
  isEncrypted: z.boolean(),
  pages: z.number().nullable(),
  hasOutsideFiles: z.boolean(),
});
const checkedFile = z.object({
  type: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  etag: z.string().nullable(),
  image: image.nullable(),
  document: document.nullable(),
}) satisfies z.ZodType<CheckedFile>;

/** The file as it was read last; null: never to its end, or another version wrote it. */
export function storedFile({ file }: Pick<PrintFile, "file">): CheckedFile | null {
  const read = checkedFile.safeParse(file);
  return read.success ? read.data : null;
}

/** A print file is checked each night while a variant that prints it was ordered within so many days. */
export const SOLD_DAYS = 90;

/** A file that an order read so short a time ago is not read again tonight. */
export const RECENT_MS = 12 * HOUR_MS;

/** Files of one server in one run, one after the other, and servers at once. A run a minute: half a file a second at most. */
export const FILES_PER_HOST = 30;
export const HOSTS_AT_ONCE = 4;
/** Files of one run. */
export const FILES_PER_RUN = 300;
/** No further file is begun after this time. */
export const RUN_MS = 45_000;

/**
 * What is known of the file at a link that no mapping has is kept for so long after its last check: links of metafields are
 * checked by orders alone.
 */
export const UNUSED_DAYS = 90;
