import { Prisma, type PrintFile, type PrismaClient } from "@prisma/client";
import { parseArtworkLink, wireUrl } from "../artwork/artwork-link.ts";
import { cleanText } from "../common/clean-text.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";

/** A printed link of a mapping, with what is known of its file. */
export interface MappedFile {
  /** As mappings have it. */
  link: string;
  row: PrintFile | null;
}

/** Printed links as they are sent, with the files of the mappings that they come from. */
export type MappedFiles = ReadonlyMap<string, MappedFile>;

type NullableFile = { [Column in keyof PrintFile]: PrintFile[Column] | null } & { mappedLink: string };

/** The files that variants are mapped with, each under its link as it is sent. */
export async function readMappedFiles(
  db: Pick<PrismaClient, "$queryRaw">,
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<MappedFiles> {
  if (variantGids.length === 0) return new Map();
  const found = await db.$queryRaw<NullableFile[]>(Prisma.sql`
    SELECT mapped."link" AS "mappedLink", f.* FROM (
      SELECT DISTINCT unnest(ARRAY[m."artworkFront", m."artworkBack"]) AS "link" FROM "Mapping" m
      WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" = ANY(${[...variantGids]})) mapped
    LEFT JOIN "PrintFile" f ON f."shopId" = ${shopId}::uuid AND f."link" = mapped."link"`);
  return new Map(
    found.flatMap(({ mappedLink, ...columns }) => {
      const text = cleanText(mappedLink);
      const parsed = parseArtworkLink(text);
      const row = isFile(columns) ? columns : null;
      return parsed.ok ? [[wireUrl(text, parsed.url), { link: mappedLink, row }] as const] : [];
    }),
  );
}

const isFile = (columns: Omit<NullableFile, "mappedLink">): columns is PrintFile => columns.shopId !== null;
