import type { PrintFile, PrismaClient } from "../../prisma/client/client.ts";
import { artworkWarnings, type PrintSizes } from "../artwork/artwork-warnings.ts";
import { printAreasOf, typeName, type PrintAreas } from "../artwork/print-areas.ts";
import type { Sql } from "../database/sql.ts";
import type { ArtworkProblem, ArtworkWarning } from "../ports/artwork.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { ArtworkSide } from "../ports/order-model.ts";
import { printedLinks, type SideLinks } from "../ports/sides.ts";
import { catalogVariantsBySku } from "../print-catalog/catalog.ts";
import { readSettings } from "../settings/settings.ts";
import { storedFile } from "./record-check.ts";

/** What the last check of a mapped print file found. */
export interface ArtworkFinding {
  side: ArtworkSide;
  link: string;
  /** Hash of the file that replaced the one that staff mapped; null: that one is still there. */
  newFile: string | null;
  /** Why the file cannot be read; null: it can. */
  problem: ArtworkProblem | null;
  warnings: ArtworkWarning[];
}

/** What is printed: a mapping, or an item that is sent. */
export type PrintedItem = Omit<SideLinks, "mockup"> & { itemSku: string };

/** Finds the problems and warnings of a mapping's print files. */
type FindingsOf = (mapping: PrintedItem) => ArtworkFinding[];

/** What is known of the print files of mappings. A file without a problem or warning has no finding. */
export async function readFindingsOf(
  { db, sql }: { db: PrismaClient; sql: Sql },
  shopId: ShopId,
  mappings: readonly PrintedItem[],
): Promise<FindingsOf> {
  const select = { id: true, settings: true, printAccountId: true };
  const shop = await db.shop.findUniqueOrThrow({ where: { id: shopId }, select });
  return (await readPrintedFiles({ db, sql }, shop, mappings)).findingsOf;
}

interface PrintedFiles {
  findingsOf: FindingsOf;
  /** The files at the links. */
  files: PrintFile[];
  /** Of the SKUs. */
  areas: ReadonlyMap<string, ProductAreas>;
}

/** What is known of the print files of mappings, and of the print areas of their SKUs. */
export async function readPrintedFiles(
  ctx: { db: PrismaClient; sql: Sql },
  shop: { id: ShopId; settings: unknown; printAccountId: PrintAccountId | null },
  mappings: readonly PrintedItem[],
): Promise<PrintedFiles> {
  const links = [...new Set(mappings.flatMap((one) => printedLinks(one).map(({ link }) => link)))];
  const skus = [...new Set(mappings.map(({ itemSku }) => itemSku))];
  const [files, areas] = await Promise.all([
    ctx.db.printFile.findMany({ where: { shopId: shop.id, link: { in: links } } }),
    readPrintAreas(ctx, shop.printAccountId, skus),
  ]);
  const { printSizes: sizes } = readSettings(shop.settings);
  const fileAt = new Map(files.map((file) => [file.link, file]));
  const findingsOf = (mapping: PrintedItem) =>
    printedLinks(mapping).flatMap(
      ({ side, link }) =>
        toFinding(side, fileAt.get(link), { sizes, areas: areas.get(mapping.itemSku)?.areas ?? null }) ?? [],
    );
  return { findingsOf, files, areas };
}

/** What the catalog tells of the product that a SKU is of. */
export interface ProductAreas {
  /** null: no area that is understood. */
  areas: PrintAreas | null;
  /** What the areas are on; "": there is no picture. */
  pictureUrl: string;
}

/** The print areas of SKUs, by SKU; none of what the catalog of the account does not have. */
export async function readPrintAreas(
  ctx: { sql: Sql },
  printAccountId: PrintAccountId | null,
  skus: readonly string[],
): Promise<ReadonlyMap<string, ProductAreas>> {
  if (printAccountId === null) return new Map();
  const found = await catalogVariantsBySku(ctx, printAccountId, skus);
  return new Map(
    [...found].map(([sku, { variant, product }]) => [
      sku,
      { areas: printAreasOf(variant.locations), pictureUrl: product.templateUrl || product.pictureUrl },
    ]),
  );
}

function toFinding(
  side: ArtworkSide,
  row: PrintFile | undefined,
  { sizes, areas }: { sizes: PrintSizes; areas: PrintAreas | null },
): ArtworkFinding | null {
  if (!row) return null;
  const { link, problem, changedAt, varies } = row;
  const file = storedFile(row);
  const warnings = artworkWarnings(link, side, file, { sizes, areas });
  const types = areas?.get(side)?.types;
  if (file && types && !types.includes(file.type))
    warnings.push({ code: "wrong_type", side, type: typeName(file.type), named: types.map(typeName) });
  if (varies) warnings.push({ code: "varying" });
  const newFile = changedAt ? (file?.sha256 ?? null) : null;
  if (newFile === null && problem === null && warnings.length === 0) return null;
  return { side, link, newFile, problem, warnings };
}
