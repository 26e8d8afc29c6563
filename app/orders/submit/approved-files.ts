import { z } from "zod";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import type { OrderId, SubmissionId } from "../../ports/ids.ts";
import type { ReplacedFiles } from "../../print-files/check-printed.ts";
import { isOtherFile, pixelsOf, type Accepted } from "../../print-files/compare.ts";
import { isMadeAnew } from "../../print-files/record-check.ts";
import { FILE_REVIEWS } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";

/** By the keyed hash of a link, which may name the customer: the file that was there when staff approved. */
const approvedFiles = z.record(z.string(), z.object({ sha256: z.string(), pixels: z.string().nullable() }));
type ApprovedFiles = z.infer<typeof approvedFiles>;

interface Approved {
  orderId: OrderId;
  submissionId: SubmissionId;
  /** What is at the links of the order itself: those that no mapping and no metafield has. */
  answers: ReadonlyMap<string, ArtworkCheckResult>;
}

type ApprovedContext = Pick<OrdersContext, "db" | "artwork" | "encryptor">;

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
  { db }: ApprovedContext,
  { orderId, submissionId }: Pick<Approved, "orderId" | "submissionId">,
  files: ApprovedFiles,
): Promise<ApprovedFiles[]> {
  const isApproval = { submissionId, code: { in: [...FILE_REVIEWS] }, clearedBy: "person" as const };
  if (!(await db.attention.findFirst({ where: isApproval, select: { id: true } }))) return [];
  // The last one of each reason: an earlier one was for another text.
  const rows = await withOrderLock(
    { db },
    orderId,
    (tx) => tx.$queryRaw<{ files: unknown }[]>`
      UPDATE "Attention" a SET "detail" = jsonb_set(a."detail", '{files}',
        ${JSON.stringify(files)}::jsonb || coalesce(a."detail"->'files', '{}'))
      WHERE a."id" IN (SELECT DISTINCT ON (x."code", x."subject") x."id" FROM "Attention" x
        WHERE x."submissionId" = ${submissionId}::uuid AND x."code" = ANY(${[...FILE_REVIEWS]}) AND x."clearedBy" = 'person'
        ORDER BY x."code", x."subject", x."clearedAt" DESC)
      RETURNING a."detail"->'files' AS "files"`,
  );
  return rows.map((row) => approvedFiles.parse(row.files));
}
