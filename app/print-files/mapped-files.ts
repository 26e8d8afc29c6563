import { Prisma, type PrintFile, type PrismaClient } from "../../prisma/client/client.ts";
import { parseArtworkLink, wireUrl } from "../artwork/artwork-link.ts";
import { cleanText } from "../common/clean-text.ts";
import type { ShopId } from "../ports/ids.ts";
import type { LineSnapshot } from "../ports/order-model.ts";

/** A printed link of a mapping or a metafield, with what is known of its file. */
interface MappedFile {
  /** As the merchant wrote it. */
  link: string;
  /** false: only metafields name the link. */
  isMapping: boolean;
  row: PrintFile | null;
}

/** Printed links as they are sent, with the files of the mappings that they come from. */
export type MappedFiles = ReadonlyMap<string, MappedFile>;

type NullableFile = { [Column in keyof PrintFile]: PrintFile[Column] | null } & {
  mappedLink: string;
  isMapping: boolean;
};

/** A line's variant, and the links that the merchant gave its product in metafields. */
type MappedLine = Pick<LineSnapshot, "variantGid" | "metafieldArtwork">;

/** The files that the merchant gave to variants, by mappings and metafields, each under its link as it is sent. */
export async function readMappedFiles(
  db: Pick<PrismaClient, "$queryRaw">,
  shopId: ShopId,
  lines: readonly MappedLine[],
): Promise<MappedFiles> {
  const variantGids = lines.flatMap(({ variantGid }) => variantGid ?? []);
  const links = lines.flatMap(({ metafieldArtwork: { front, back } }) => [front ?? "", back ?? ""]).filter(Boolean);
  if (variantGids.length === 0 && links.length === 0) return new Map();
  const found = await db.$queryRaw<NullableFile[]>(Prisma.sql`
    SELECT given."link" AS "mappedLink", given."isMapping", f.* FROM (
      SELECT one."link", bool_or(one."isMapping") AS "isMapping" FROM (
        SELECT unnest(ARRAY[m."artworkFront", m."artworkBack"]) AS "link", true AS "isMapping" FROM "Mapping" m
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
