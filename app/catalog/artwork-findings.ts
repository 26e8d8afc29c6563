import type { PrismaClient } from "../../prisma/client/client.ts";
import type { Sql } from "../database/sql.ts";
import type { SideArea } from "../artwork/print-areas.ts";
import { capabilitiesOf, type ShopRow } from "../orders/core/shop-row.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { readPrintAreas, readPrintedFiles, type ArtworkFinding, type ProductAreas } from "../print-files/findings.ts";
import { storedFile } from "../print-files/record-check.ts";
import { acceptFile } from "../print-files/check-printed.ts";
import { commitThenWake, recheckHeld } from "../orders/receive/wake-orders.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import type { CatalogContext } from "./context.ts";

export type { ArtworkFinding };

/** The problems and warnings of the print files of a product's variants. */
export type ArtworkFindings = Readonly<Record<Gid<"ProductVariant">, ArtworkFinding[]>>;

/** What the catalog tells of the sides that a SKU is printed on. */
export interface SkuAreas {
  /** null: nothing that is understood. */
  areas: SideArea[] | null;
  /** The picture of the product that the areas are on; "": none. */
  pictureUrl: string;
}

/** The sides that mappings may have artwork for. */
export interface SideChoices {
  /** The print service account takes more than front and back. */
  further: boolean;
  /** By print SKU; a SKU that is left out was not asked for. */
  bySku: Readonly<Record<string, SkuAreas>>;
  /** The pictures at links, in pixels, as they were read last. */
  pixels: Readonly<Record<string, { width: number; height: number }>>;
}

const NOT_TOLD: SkuAreas = { areas: null, pictureUrl: "" };

export async function readSkuAreas(
  ctx: { sql: Sql },
  { printAccountId }: Pick<ShopRow, "printAccountId">,
  skus: readonly string[],
): Promise<SideChoices["bySku"]> {
  return toldAreas(skus, await readPrintAreas(ctx, printAccountId, skus));
}

const toldAreas = (skus: readonly string[], found: ReadonlyMap<string, ProductAreas>): SideChoices["bySku"] =>
  Object.fromEntries(
    skus.map((sku): [string, SkuAreas] => {
      const { areas, pictureUrl } = found.get(sku) ?? { areas: null, pictureUrl: "" };
      return [sku, areas ? { areas: [...areas.values()], pictureUrl } : NOT_TOLD];
    }),
  );

/** What is known of the print files of a product's variants, and what its mappings may have artwork for. */
export async function readProductArtwork(
  ctx: { db: PrismaClient; sql: Sql },
  shop: ShopRow,
  productGid: Gid<"Product">,
): Promise<{ artworkFindings: ArtworkFindings; sides: SideChoices }> {
  const mappings = await ctx.db.mapping.findMany({ where: { shopId: shop.id, productGid } });
  const { findingsOf, files, areas } = await readPrintedFiles(ctx, shop, mappings);
  const pixels = files.flatMap((row) => {
    const image = storedFile(row)?.image;
    return image ? [[row.link, { width: image.width, height: image.height }] as const] : [];
  });
  const skus = mappings.map(({ itemSku }) => itemSku);
  return {
    artworkFindings: Object.fromEntries(mappings.map((mapping) => [mapping.variantGid, findingsOf(mapping)])),
    sides: {
      further: capabilitiesOf(shop)?.furtherSides ?? false,
      bySku: toldAreas(skus, areas),
      pixels: Object.fromEntries(pixels),
    },
  };
}

type AcceptContext = Pick<CatalogContext, "db" | "clock" | "wake">;

/**
 * Staff wants the new file at a link printed: by every mapping with that link, and by the orders that wait for this.
 * `sha256`: of the file as staff saw it; false: it was replaced again since.
 */
export async function acceptNewFile(
  ctx: AcceptContext,
  shopId: ShopId,
  { link, sha256 }: { link: string; sha256: string },
  note?: NoteAction,
): Promise<boolean> {
  return commitThenWake(ctx, async (inTransaction) => {
    if (!(await acceptFile(inTransaction, { shopId, link }, sha256))) return false;
    await note?.(inTransaction.db, "mappings_saved");
    await recheckHeld(inTransaction, shopId, ["artwork_changed"]);
    return true;
  });
}

/**
 * The same for all replaced files at these links, as they were read last, or as they were `shown`: SHA-256 by link. Returns the links
 * that have another file since, which nobody saw. The caller wakes the orders.
 */
export async function acceptNewFiles(
  ctx: Pick<AcceptContext, "db" | "clock">,
  shopId: ShopId,
  links: readonly string[],
  shown?: Readonly<Record<string, string>>,
): Promise<ReadonlySet<string>> {
  const unseen = new Set<string>();
  const where = { shopId, link: { in: [...links] }, changedAt: { not: null } };
  for (const row of await ctx.db.printFile.findMany({ where })) {
    const read = storedFile(row)?.sha256;
    const seen = shown ? shown[row.link] : read;
    if (read !== undefined && !(seen && (await acceptFile(ctx, row, seen)))) unseen.add(row.link);
  }
  return unseen;
}
