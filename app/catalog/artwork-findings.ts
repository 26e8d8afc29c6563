import type { PrintFile, PrismaClient } from "../../prisma/client/client.ts";
import { artworkWarnings, type PrintSizes } from "../artwork/artwork-warnings.ts";
import type { ArtworkProblem, ArtworkWarning } from "../ports/artwork.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { printedLinks, type ArtworkSide, type SideLinks } from "../ports/order-model.ts";
import { readSettings } from "../settings/settings.ts";
import { storedFile } from "../print-files/record-check.ts";
import { acceptFile } from "../print-files/check-printed.ts";
import { recheckHeld } from "../orders/receive/wake-orders.ts";
import type { CatalogContext } from "./context.ts";

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

type PrintedLinks = Omit<SideLinks, "mockup">;

/** Finds the problems and warnings of a mapping's print files. */
type FindingsOf = (mapping: PrintedLinks) => ArtworkFinding[];

/** What is known of the print files of mappings. A file without a problem or warning has no finding. */
export async function readFindingsOf(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  mappings: readonly PrintedLinks[],
): Promise<FindingsOf> {
  const links = [...new Set(mappings.flatMap((one) => printedLinks(one).map(({ link }) => link)))];
  const [rows, shop] = await Promise.all([
    db.printFile.findMany({ where: { shopId, link: { in: links } } }),
    db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { settings: true } }),
  ]);
  const { printSizes } = readSettings(shop.settings);
  const rowOf = new Map(rows.map((row) => [row.link, row]));
  return (mapping) =>
    printedLinks(mapping).flatMap(({ side, link }) => toFinding(side, rowOf.get(link), printSizes) ?? []);
}

/** The problems and warnings of the print files of a product's variants. */
export type ArtworkFindings = Readonly<Record<Gid<"ProductVariant">, ArtworkFinding[]>>;

export async function readArtworkFindings(
  ctx: { db: PrismaClient },
  shopId: ShopId,
  productGid: Gid<"Product">,
): Promise<ArtworkFindings> {
  const mappings = await ctx.db.mapping.findMany({ where: { shopId, productGid } });
  const findingsOf = await readFindingsOf(ctx, shopId, mappings);
  return Object.fromEntries(mappings.map((mapping) => [mapping.variantGid, findingsOf(mapping)]));
}

function toFinding(side: ArtworkSide, row: PrintFile | undefined, sizes: PrintSizes): ArtworkFinding | null {
  if (!row) return null;
  const { link, problem, changedAt, varies } = row;
  const file = storedFile(row);
  const warnings = artworkWarnings(link, side, file, { sizes });
  if (varies) warnings.push({ code: "varying" });
  const newFile = changedAt ? (file?.sha256 ?? null) : null;
  if (newFile === null && problem === null && warnings.length === 0) return null;
  return { side, link, newFile, problem, warnings };
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
): Promise<boolean> {
  if (!(await acceptFile(ctx, { shopId, link }, sha256))) return false;
  await recheckHeld(ctx, shopId, ["artwork_changed"]);
  return true;
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
