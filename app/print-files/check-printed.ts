import { Prisma, type PrintFile } from "../../prisma/client/client.ts";
import { columnsOf } from "../database/rows.ts";
import type { Sql } from "../database/sql.ts";
import type { ArtworkCheckResult } from "../ports/artwork.ts";
import type { ShopId } from "../ports/ids.ts";
import {
  isOtherFile,
  MAPPED_LINKS,
  recordCheck,
  accepted,
  storedFile,
  type PrintFilesContext,
  type PrintFileKey,
} from "./record-check.ts";
import { parseArtworkLink, wireUrl } from "../artwork/artwork-link.ts";
import { cleanText } from "../common/clean-text.ts";
import type { LineSnapshot } from "../ports/order-model.ts";

/** What is at the links of an order, as they are sent. */
type Answers = ReadonlyMap<string, ArtworkCheckResult>;

/** Of the links, those whose file was replaced since staff mapped it, each with the hash of the new file. */
export type ReplacedFiles = ReadonlyMap<string, string>;

/** The mapped links that a check was made with, and which files staff had accepted there. */
export interface CheckedLinks {
  links: string[];
  /** As one text to compare with `acceptanceOf`. */
  acceptance: string;
}

/** Keeps what was found at the mapped links of an order, and names the files that were replaced. */
export async function recordPrinted(
  ctx: PrintFilesContext,
  shopId: ShopId,
  mapped: MappedFiles,
  answers: Answers,
): Promise<{ replaced: ReplacedFiles; checked: CheckedLinks }> {
  const replaced = new Map<string, string>();
  const states: FileState[] = [];
  for (const [link, answer] of answers) {
    const file = mapped.get(link);
    if (!file) continue;
    const key = { shopId, link: file.link };
    const state = await recordCheck(ctx, key, answer, { accept: false, known: file.row });
    states.push({ ...state, link: file.link });
    if (state.changedAt && answer.ok && answer.file) replaced.set(link, answer.file.sha256);
  }
  return { replaced, checked: { links: states.map(({ link }) => link), acceptance: asText(states) } };
}

/** The same without keeping anything. */
export function findReplaced(mapped: MappedFiles, answers: Answers): ReplacedFiles {
  const replaced = new Map<string, string>();
  for (const [link, answer] of answers) {
    const row = mapped.get(link)?.row;
    if (row && answer.ok && answer.file && isOtherFile(row, answer.file)) replaced.set(link, answer.file.sha256);
  }
  return replaced;
}

/** What `acceptanceColumn` gives. */
export interface AcceptanceRow {
  files: FileState[];
}

/** A column of a statement, for `acceptanceOf`: which files staff has accepted at these links, and which are replaced. */
export const acceptanceColumn = (shopId: Prisma.Sql, links: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'link', f."link", 'acceptedHash', f."acceptedHash", 'changedAt', f."changedAt")), '[]')
    FROM "PrintFile" f WHERE f."shopId" = ${shopId} AND f."link" = ANY(${links})) AS "files"`;

/** As one text: what changes between a check and the claim makes the check outdated. */
export const acceptanceOf = ({ files }: AcceptanceRow): string => asText(files);

/** Of the time of the change, only whether there is one. */
type FileState = Pick<PrintFile, "link" | "acceptedHash"> & { changedAt: Date | string | null };

const asText = (states: readonly FileState[]): string =>
  JSON.stringify(
    states
      .map(({ link, acceptedHash, changedAt }) => JSON.stringify([link, acceptedHash, changedAt !== null]))
      .toSorted(),
  );

/** A printed link of a mapping or a metafield, with what is known of its file. */
interface MappedFile {
  /** As the merchant wrote it. */
  link: string;
  /** false: only metafields name the link. */
  isMapping: boolean;
  row: PrintFile | null;
}

/** Printed links as they are sent, with the files of the mappings that they come from. */
type MappedFiles = ReadonlyMap<string, MappedFile>;

type NullableFile = { [Column in keyof PrintFile]: PrintFile[Column] | null } & {
  mappedLink: string;
  isMapping: boolean;
};

/** A line's variant, and the links that the merchant gave its product in metafields. */
type MappedLine = Pick<LineSnapshot, "variantGid" | "metafieldArtwork">;

/** The files that the merchant gave to variants, by mappings and metafields, each under its link as it is sent. */
export async function readMappedFiles(sql: Sql, shopId: ShopId, lines: readonly MappedLine[]): Promise<MappedFiles> {
  const variantGids = lines.flatMap(({ variantGid }) => variantGid ?? []);
  const links = lines.flatMap(({ metafieldArtwork: { front, back } }) => [front ?? "", back ?? ""]).filter(Boolean);
  if (variantGids.length === 0 && links.length === 0) return new Map();
  const found = await sql.query<NullableFile>(Prisma.sql`
    SELECT given."link" AS "mappedLink", given."isMapping", ${columnsOf("PrintFile", { alias: "f" })} FROM (
      SELECT one."link", bool_or(one."isMapping") AS "isMapping" FROM (
        SELECT unnest(${MAPPED_LINKS}) AS "link", true AS "isMapping" FROM "Mapping" m
        WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" = ANY(${variantGids})
        UNION ALL SELECT unnest(${links}::text[]), false) one
      GROUP BY one."link") given
    LEFT JOIN "PrintFile" f ON f."shopId" = ${shopId}::uuid AND f."link" = given."link"`);
  return new Map(
    found.flatMap(({ mappedLink, isMapping, ...columns }) => {
      const text = cleanText(mappedLink);
      const parsed = parseArtworkLink(text);
      const row = isFile(columns) ? columns : null;
      return parsed.ok ? [[wireUrl(text, parsed.url), { link: mappedLink, isMapping, row }] as const] : [];
    }),
  );
}

const isFile = (columns: Omit<NullableFile, "mappedLink" | "isMapping">): columns is PrintFile =>
  columns.shopId !== null;

/**
 * Staff approved an order with new files, and it was sent: at links of metafields, which no page of a product shows, these are
 * the ones that staff means from now on.
 */
export async function acceptPrinted(
  ctx: Pick<PrintFilesContext, "db" | "clock">,
  shopId: ShopId,
  mapped: MappedFiles,
  printed: ReplacedFiles,
): Promise<void> {
  for (const [link, sha256] of printed) {
    const file = mapped.get(link);
    if (file?.isMapping === false) await acceptFile(ctx, { shopId, link: file.link }, sha256);
  }
}

/** Staff wants the file printed that was read last at a link. false: that is another file than staff saw. */
export async function acceptFile(
  ctx: Pick<PrintFilesContext, "clock"> & { db: Prisma.TransactionClient },
  { shopId, link }: PrintFileKey,
  sha256: string,
): Promise<boolean> {
  // Prisma rejects a key that has more, such as a whole row, which TypeScript allows.
  const key = { shopId, link };
  for (;;) {
    const row = await ctx.db.printFile.findUnique({ where: { shopId_link: key } });
    const file = row && storedFile(row);
    if (!row || file?.sha256 !== sha256) return false;
    const { acceptedHash, acceptedAt, checkedAt } = row;
    const data = accepted(ctx, {}, file);
    // A check in between may have read another file.
    const { count } = await ctx.db.printFile.updateMany({
      where: { ...key, acceptedHash, acceptedAt, checkedAt },
      data,
    });
    if (count === 1) return true;
  }
}
