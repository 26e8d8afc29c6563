import type { z } from "zod";
import { layOutText, textPlacementSchema } from "../artwork/text-layout.ts";
import type { DrawnArtwork, ArtworkPreview } from "../ports/artwork.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { LINK_FIELD, PRINT_SIDES, type PrintSide } from "../ports/order-model.ts";
import { TEXT_MAX_CHARACTERS, type TextPlacement, type TextProblem } from "../ports/text-placement.ts";
import type { PrintFile } from "../../prisma/client/client.ts";
import { recordCheck, storedFile } from "../print-files/record-check.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { wakeUnsent, commitThenWake } from "../orders/receive/wake-orders.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { ErasedShop } from "./mappings.ts";

/** The text on one side of a product's artwork. Its variants share it. */
export interface SideText {
  side: PrintSide;
  /** null: no text is drawn. */
  placement: TextPlacement | null;
  /** The artwork that the text is placed on: the first one that a variant has there. null: none that could be opened. */
  artwork: { link: string; width: number; height: number } | null;
}

type ReadContext = Pick<OrdersContext, "db" | "clock" | "artwork">;

/** The sides of a product that have artwork, or a text. */
export async function readSideTexts(ctx: ReadContext, shopId: ShopId, productGid: Gid<"Product">): Promise<SideText[]> {
  const where = { shopId, productGid };
  const [mappings, placements] = await Promise.all([
    ctx.db.mapping.findMany({ where, orderBy: { variantGid: "asc" } }),
    ctx.db.textPlacement.findMany({ where }),
  ]);
  const linksOf = (side: PrintSide) => [...new Set(mappings.map((one) => one[LINK_FIELD[side]]).filter(Boolean))];
  const files = await ctx.db.printFile.findMany({
    where: { shopId, link: { in: PRINT_SIDES.flatMap(linksOf) } },
  });
  const texts = new Map(placements.map(({ side, placement }) => [side, textPlacementSchema.parse(placement)]));
  const sides = PRINT_SIDES.map(async (side): Promise<SideText> => {
    const links = linksOf(side);
    const [known] = links.flatMap((link) => files.filter((row) => row.link === link).flatMap(openedArtwork));
    const [first] = links;
    // Mappings from before, or of a file that could not be read then: the first one is read now.
    const isUnread = first !== undefined && !files.some(({ link, file }) => link === first && file !== null);
    const artwork = known ?? (isUnread ? await readArtwork(ctx, { shopId, link: first }) : null);
    return { side, placement: texts.get(side) ?? null, artwork };
  });
  return (await Promise.all(sides)).filter(({ placement, artwork }) => placement !== null || artwork !== null);
}

async function readArtwork(ctx: ReadContext, key: { shopId: ShopId; link: string }): Promise<SideText["artwork"]> {
  const { file } = await recordCheck(ctx, key, await ctx.artwork.check(key.link), { accept: false });
  return openedArtwork({ ...key, file })[0] ?? null;
}

/** A single picture whose size is known. */
function openedArtwork({ link, file }: Pick<PrintFile, "link" | "file">): NonNullable<SideText["artwork"]>[] {
  const { width, height, pages = 1 } = storedFile({ file })?.image ?? {};
  return width && height && pages === 1 ? [{ link, width, height }] : [];
}

/** What staff enters; the artwork is known. */
export const placementInput = textPlacementSchema.omit({ artwork: true });
export type PlacementInput = z.infer<typeof placementInput>;
export type PlacementField = keyof PlacementInput;

/** bounds: no number between those that the page names. outside: the box is not within the artwork. */
export type PlacementProblem = "bounds" | "outside" | "color";
export type PlacementProblems = Partial<Record<PlacementField, PlacementProblem>>;

type ReadPlacement = { ok: true; placement: PlacementInput } | { ok: false; problems: PlacementProblems };

/** A placement as it was entered, or what is wrong with each field. */
export function readPlacement(entered: unknown): ReadPlacement {
  const parsed = placementInput.safeParse(entered);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path[0] as PlacementField);
    return {
      ok: false,
      problems: Object.fromEntries(fields.map((one) => [one, one === "color" ? "color" : "bounds"])),
    };
  }
  const { x, y, width, height, size, smallest } = parsed.data;
  const problems: PlacementProblems = {
    ...(x + width > 100 ? { width: "outside" } : {}),
    ...(y + height > 100 ? { height: "outside" } : {}),
    ...(size !== null && size < smallest ? { size: "bounds" } : {}),
  };
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, placement: parsed.data };
}

interface Side {
  shopId: ShopId;
  productGid: Gid<"Product">;
  side: PrintSide;
}

const placementOn = async (ctx: ReadContext, { shopId, productGid, side }: Side): Promise<SideText["artwork"]> =>
  (await readSideTexts(ctx, shopId, productGid)).find((one) => one.side === side)?.artwork ?? null;

/** `orders`: unsent ones that are composed again. no_artwork: no variant has artwork there any more. */
export type SavedPlacement = { outcome: "saved"; orders: number } | { outcome: "no_artwork" };

/** What the page is answered. */
export type TextsAnswer = SavedPlacement | { outcome: "problems"; problems: PlacementProblems };

/** Saves where the text is drawn; null: nowhere any more. What is not sent yet is composed again. */
export async function savePlacement(
  ctx: ReadContext & Pick<OrdersContext, "wake">,
  key: Side,
  entered: PlacementInput | null,
  note?: NoteAction,
): Promise<SavedPlacement> {
  const artwork = entered ? await placementOn(ctx, key) : null;
  if (entered && !artwork) return { outcome: "no_artwork" };
  const orders = await commitThenWake(ctx, async ({ db, ...inTransaction }) => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM "Shop" WHERE "id" = ${key.shopId}::uuid AND "redactedAt" IS NULL FOR SHARE`;
    if (rows.length === 0) throw new ErasedShop();
    if (entered && artwork) {
      const { width, height } = artwork;
      const row = { placement: { ...entered, artwork: { width, height } }, updatedAt: ctx.clock.now() };
      await db.textPlacement.upsert({
        where: { shopId_productGid_side: key },
        create: { ...key, ...row },
        update: row,
      });
    } else if ((await db.textPlacement.deleteMany({ where: key })).count === 0) return 0;
    await note?.(db, "mappings_saved");
    return wakeUnsent({ db, ...inTransaction }, key.shopId, [key.productGid]);
  });
  return { outcome: "saved", orders };
}

/** A picture of the artwork with a sample text; `problem`: why the text is not drawn. */
export type SamplePicture = ArtworkPreview | { ok: false; problem: TextProblem };

/** null: no variant has artwork there. */
export async function drawSample(
  ctx: ReadContext,
  drawn: DrawnArtwork,
  key: Side & { shop: string },
  { placement: entered, text }: { placement: PlacementInput; text: string },
): Promise<SamplePicture | null> {
  const artwork = await placementOn(ctx, key);
  if (!artwork) return null;
  const { link, width, height } = artwork;
  const placement = { ...entered, artwork: { width, height } };
  const laidOut = layOutText(placement, text);
  if (!laidOut.ok) return { ok: false, problem: laidOut.problem };
  return drawn.previewText(key.shop, { link, text, placement });
}

export const SAMPLE_MAX = TEXT_MAX_CHARACTERS * 2;
