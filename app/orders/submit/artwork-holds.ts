import pLimit from "p-limit";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import type { Gid } from "../../ports/gid.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { printedLinks } from "../../ports/sides.ts";
import type { ReplacedFiles } from "../../print-files/check-printed.ts";
import { newHold, type Hold, FILE_REVIEWS } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SentFile } from "../core/sent-content.ts";
import { z } from "zod";
import type { OrderId, SubmissionId } from "../../ports/ids.ts";
import { isOtherFile, pixelsOf, type Accepted, isMadeAnew } from "../../print-files/record-check.ts";
import { withOrderLock } from "../core/lock.ts";

const LINK_CONCURRENCY = 4;
/** No further links are checked after this many: the check runs again once these are fixed. */
const MAX_UNREADABLE = 8;

type Answers = ReadonlyMap<string, ArtworkCheckResult>;

/** What the links of an order lead to. */
export async function readLinks({ artwork }: Pick<OrdersContext, "artwork">, payload: PrintOrder): Promise<Answers> {
  const links = new Set(payload.items.flatMap(printedLinks).map(({ link }) => link));
  let unreadable = 0;
  const answers = await pLimit(LINK_CONCURRENCY).map(links, async (link) => {
    if (unreadable >= MAX_UNREADABLE) return null;
    const answer = await artwork.check(link);
    if (!answer.ok) unreadable += 1;
    return answer;
  });
  return new Map([...links].flatMap((link, at) => (answers[at] ? [[link, answers[at]] as const] : [])));
}

interface ArtworkRules {
  payload: PrintOrder;
  /** The line of each item of the payload. */
  lines: readonly Gid<"LineItem">[];
  /** Hash of the content. */
  basis: string;
}

/** The holds of lines whose links return no image, or another one than staff wants printed, and which files the links return. */
export function checkArtworkFiles(
  answers: Answers,
  replaced: ReplacedFiles,
  { payload, lines, basis }: ArtworkRules,
): { holds: Hold[]; files: SentFile[] } {
  const printed = payload.items.map((item, position) =>
    printedLinks(item).flatMap(({ side, link }) => {
      const answer = answers.get(link);
      return answer ? [{ position, side, answer, newFile: replaced.get(link) }] : [];
    }),
  );
  const holds = printed.flatMap((sides, position): Hold[] => {
    const subject = lines[position] ?? "";
    const problems = sides.flatMap(({ side, answer }) => (answer.ok ? [] : [[side, answer.reason] as const]));
    const unreadable = { subject, basis, detail: Object.fromEntries(problems) };
    const changed = sides.filter(({ newFile }) => newFile !== undefined);
    // An approval counts for these files in this content: another file, or another content, is held again.
    const newFiles = changed.map(({ newFile }) => newFile).join(" ");
    const another = { subject, basis: `${basis} ${newFiles}`, detail: { replaced: changed.map(({ side }) => side) } };
    return [
      ...(problems.length > 0 ? [newHold("artwork_unreadable", unreadable)] : []),
      ...(changed.length > 0 ? [newHold("artwork_changed", another)] : []),
    ];
  });
  const files = printed.flat().flatMap(({ position, side, answer }): SentFile[] => {
    if (!answer.ok || !answer.file) return [];
    const { sha256, bytes } = answer.file;
    return [{ position, side, sha256, bytes }];
  });
  return { holds, files };
}

/** By the keyed hash of a link, which may name the customer: the file that was there when staff approved. */
const approvedFiles = z.record(z.string(), z.object({ sha256: z.string(), pixels: z.string().nullable() }));
type ApprovedFiles = z.infer<typeof approvedFiles>;

interface Approved {
  orderId: OrderId;
  submissionId: SubmissionId;
  /** What is at the links of the order itself: those that no mapping and no metafield has. */
  answers: ReadonlyMap<string, ArtworkCheckResult>;
}

type ApprovedContext = Pick<OrdersContext, "db" | "sql" | "artwork" | "encryptor">;

/**
 * Of an order's own links, those with another file than the one that staff approved. An approval lets the checks run at once:
 * the first file that they read is the one that staff has seen. Without an approval nobody has seen any file.
 */
export async function findReplacedSinceApproval(
  ctx: ApprovedContext,
  { orderId, submissionId, answers }: Approved,
): Promise<ReplacedFiles> {
  const read = [...answers].flatMap(([link, answer]) =>
    answer.ok && answer.file ? [{ link, file: answer.file }] : [],
  );
  const replaced = new Map<string, string>();
  if (read.length === 0) return replaced;
  const hash = (link: string) => ctx.encryptor.hash(link);
  const files = read.map(({ link, file }) => [hash(link), { sha256: file.sha256, pixels: pixelsOf(file) }] as const);
  const approvals = await rememberFirst(ctx, { orderId, submissionId }, Object.fromEntries(files));
  for (const { link, file } of read)
    for (const approval of approvals) {
      const first = approval[hash(link)];
      if (!first) continue;
      const known: Accepted = { acceptedHash: first.sha256, acceptedPixels: first.pixels, varies: false };
      if (isOtherFile(known, file) && !(await isMadeAnew(ctx, link, known, file))) replaced.set(link, file.sha256);
    }
  return replaced;
}

/** Keeps these files with each approval that knows none of their links yet; returns what the approvals know. */
async function rememberFirst(
  ctx: ApprovedContext,
  { orderId, submissionId }: Pick<Approved, "orderId" | "submissionId">,
  files: ApprovedFiles,
): Promise<ApprovedFiles[]> {
  const isApproval = { submissionId, code: { in: [...FILE_REVIEWS] }, clearedBy: "person" as const };
  if (!(await ctx.db.attention.findFirst({ where: isApproval, select: { id: true } }))) return [];
  // The last one of each reason: an earlier one was for another text.
  const rows = await withOrderLock(
    ctx,
    orderId,
    (tx) => tx.query<{ files: unknown }>`
      UPDATE "Attention" a SET "detail" = jsonb_set(a."detail", '{files}',
        ${JSON.stringify(files)}::jsonb || coalesce(a."detail"->'files', '{}'))
      WHERE a."id" IN (SELECT DISTINCT ON (x."code", x."subject") x."id" FROM "Attention" x
        WHERE x."submissionId" = ${submissionId}::uuid AND x."code" = ANY(${[...FILE_REVIEWS]}) AND x."clearedBy" = 'person'
        ORDER BY x."code", x."subject", x."clearedAt" DESC)
      RETURNING a."detail"->'files' AS "files"`,
  );
  return rows.map((row) => approvedFiles.parse(row.files));
}
