import type { DrawingProblem } from "../../ports/artwork.ts";
import { RejectedError, RemoteError } from "../../ports/errors.ts";
import type { DrawnFileId, OrderId } from "../../ports/ids.ts";
import { UPLOAD_MAX_BYTES, WRITE_FILES_SCOPE } from "../../ports/shop-catalog.ts";
import { hasScope } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { MINUTE_MS } from "../../ports/clock.ts";
import { drawingsToMake, drawnFileKey, drawnFileName, madeDrawings, type Drawing } from "../core/drawn-files.ts";
import type { SentFile } from "../core/sent-content.ts";
import type { ShopRow } from "../core/shop-row.ts";

/**
 * Why a print file is not there. no_access: the store lets Inkbridge add no files. refused: Shopify takes the file not, or could not
 * process it. Those that pass by themselves: processing, unreachable, under_way (another worker is at it), changed (the artwork was
 * replaced since the check).
 */
export type NotMadeReason =
  DrawingProblem | "no_access" | "refused" | "processing" | "unreachable" | "under_way" | "changed";

/** current: each print file is there, and made from the artwork that is at its link. changed: the order is to be composed again. */
type PrintFilesResult = { outcome: "current" | "changed" } | ({ outcome: "not_made"; at: Drawing } & Failure);

/** Artwork that was read within this time is not read again for the comparison: most orders leave seconds after their files were made. */
const ARTWORK_READ_MS = 10 * MINUTE_MS;

type MakeContext = Pick<
  OrdersContext,
  "sql" | "clock" | "ids" | "policy" | "encryptor" | "artwork" | "drawnArtwork" | "hostedFiles" | "log"
>;

interface Making {
  shop: ShopRow;
  orderId: OrderId;
  /** What the checks before sending read at the links of the artwork. */
  checked: readonly SentFile[];
}

/**
 * Makes the print files of an order that are missing, one after the other, and adds them to the shop's files. Once their links are
 * stored, the order is composed with them. A file whose artwork was replaced meanwhile is set aside, and made anew from what the next
 * check reads. After a crash the next call goes on where the last one ended.
 */
export async function makePrintFiles(ctx: MakeContext, making: Making, payload: PrintOrder): Promise<PrintFilesResult> {
  const missing = drawingsToMake(payload);
  for (const at of missing) {
    const failure = await makeClaimed(ctx, making, at);
    if (failure) return { outcome: "not_made", at, ...failure };
  }
  if (missing.length > 0) return { outcome: "changed" };
  let changed = false;
  for (const at of madeDrawings(payload)) {
    const compared = await compareArtwork(ctx, making, at);
    if (typeof compared === "object") return { outcome: "not_made", at, ...compared };
    changed ||= compared === "replaced";
  }
  return { outcome: changed ? "changed" : "current" };
}

/** A long hold and a reprint use a file again that was made long ago: the same link may lead to other artwork by now. */
async function compareArtwork(
  ctx: MakeContext,
  { orderId }: Making,
  drawing: Drawing,
): Promise<"same" | "replaced" | Failure> {
  const [file] = await ctx.sql.query<{ id: DrawnFileId; artworkSha256: string | null; artworkReadAt: Date | null }>`
    SELECT "id", "artworkSha256", "artworkReadAt" FROM "DrawnFile"
    WHERE "orderId" = ${orderId}::uuid AND "key" = ${drawnFileKey(ctx, drawing)} AND "eraseAt" IS NULL`;
  // Set aside, and the process died before the order was composed again.
  if (!file) return "replaced";
  const readAt = file.artworkReadAt?.getTime() ?? 0;
  if (ctx.clock.now().getTime() - readAt < ARTWORK_READ_MS) return "same";
  const check = await ctx.artwork.check(drawing.artwork);
  if (!check.ok) return { reason: check.reason, temporary: check.temporary };
  // Its end did not come in time, which says nothing of the file.
  if (!check.file) return soon("unreachable");
  if (check.file.sha256 !== file.artworkSha256) return setAside(ctx, file.id).then(() => "replaced");
  await recordSameArtwork(ctx, file.id);
  return "same";
}

/** The file stays in the shop's files until the customer's data is erased: the print service may not have loaded it yet. */
const setAside = (ctx: MakeContext, id: DrawnFileId) =>
  ctx.sql.execute`UPDATE "DrawnFile" SET "key" = NULL WHERE "id" = ${id}::uuid`;

const recordSameArtwork = (ctx: MakeContext, id: DrawnFileId) =>
  ctx.sql.execute`UPDATE "DrawnFile" SET "artworkReadAt" = ${ctx.clock.now()} WHERE "id" = ${id}::uuid`;

type Failure = { reason: NotMadeReason; temporary: boolean; retryAfterMs?: number };

const soon = (reason: NotMadeReason, retryAfterMs?: number): Failure => ({
  ...{ reason, temporary: true },
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const lasting = (reason: NotMadeReason): Failure => ({ reason, temporary: false });

/** What of a row is needed to go on with it. */
interface ClaimedFile {
  id: DrawnFileId;
  claimToken: string;
  addedAt: Date | null;
  sha256: string | null;
  artworkSha256: string | null;
  fileGid: string | null;
}

async function makeClaimed(ctx: MakeContext, making: Making, drawing: Drawing): Promise<Failure | null> {
  const { shop } = making;
  if (!hasScope(shop, WRITE_FILES_SCOPE)) return lasting("no_access");
  const file = await claimFile(ctx, making, drawnFileKey(ctx, drawing));
  if (file === "made") return null;
  if (!file) return soon("under_way");
  try {
    return await make(ctx, making, drawing, file);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ drawnFile: file.id, error: error.name, httpStatus: error.httpStatus }, "a print file was not made");
    return error instanceof RejectedError ? lasting("refused") : soon("unreachable");
  } finally {
    await ctx.sql.execute`UPDATE "DrawnFile" SET "claimToken" = NULL, "claimedAt" = NULL
      WHERE "id" = ${file.id}::uuid AND "claimToken" = ${file.claimToken}::uuid`;
  }
}

/** null: another worker is at it, or the file is to be erased. No row is made for an order whose data was erased. */
async function claimFile(
  ctx: MakeContext,
  { shop, orderId }: Making,
  key: string,
): Promise<ClaimedFile | "made" | null> {
  const [id, claimToken, now] = [ctx.ids.uuid(), ctx.ids.uuid(), ctx.clock.now()];
  await ctx.sql.execute`
    INSERT INTO "DrawnFile" ("id", "shopId", "orderId", "key", "createdAt")
    SELECT ${id}::uuid, ${shop.id}::uuid, o."id", ${key}, ${now} FROM "Order" o
    WHERE o."id" = ${orderId}::uuid AND o."shopId" = ${shop.id}::uuid AND o."redactedAt" IS NULL
    ON CONFLICT ("orderId", "key") DO NOTHING`;
  const lost = new Date(now.getTime() - ctx.policy.claimTtlMs);
  const [claimed] = await ctx.sql.query<ClaimedFile & { link: string | null }>`
    UPDATE "DrawnFile" SET "claimToken" = ${claimToken}::uuid, "claimedAt" = ${now}
    WHERE "orderId" = ${orderId}::uuid AND "key" = ${key} AND "eraseAt" IS NULL AND ("claimedAt" IS NULL OR "claimedAt" <= ${lost})
    RETURNING "id", "claimToken", "addedAt", "sha256", "artworkSha256", "fileGid", "link"`;
  if (claimed?.link) {
    await ctx.sql
      .execute`UPDATE "DrawnFile" SET "claimToken" = NULL, "claimedAt" = NULL WHERE "id" = ${claimed.id}::uuid`;
    return "made";
  }
  return claimed ?? null;
}

async function make(ctx: MakeContext, making: Making, drawing: Drawing, file: ClaimedFile): Promise<Failure | null> {
  const { domain } = making.shop;
  const artwork = checkedArtwork(making, drawing);
  if (artwork && file.artworkSha256) {
    // An earlier call drew the file and did not come to its end.
    if (artwork.sha256 !== file.artworkSha256) return setAside(ctx, file.id).then(() => soon("changed"));
    await recordSameArtwork(ctx, file.id);
  }
  const fileGid = file.fileGid ?? (await findAdded(ctx, domain, file)) ?? (await add(ctx, making, drawing, file));
  if (typeof fileGid !== "string") return fileGid;
  const uploaded = await ctx.hostedFiles.read(domain, fileGid);
  if (uploaded.state === "processing") return soon("processing");
  if (uploaded.state === "failed") {
    // Another try needs its name.
    await ctx.hostedFiles.remove(domain, [fileGid]);
    await ctx.sql.execute`UPDATE "DrawnFile" SET "fileGid" = NULL, "addedAt" = NULL WHERE "id" = ${file.id}::uuid`;
    return lasting("refused");
  }
  const { link } = uploaded;
  const check = await ctx.artwork.check(link);
  if (!check.ok) return { reason: check.reason, temporary: check.temporary };
  await ctx.sql.execute`UPDATE "DrawnFile" SET "link" = ${link} WHERE "id" = ${file.id}::uuid AND "eraseAt" IS NULL`;
  return null;
}

/** The artwork as the checks read it; the check may have had no room for the file. */
const checkedArtwork = ({ checked }: Making, { position, side }: Drawing) =>
  checked.find((one) => one.position === position && one.side === side);

/** A process may have ended between the write to Shopify and its record. */
async function findAdded(
  ctx: MakeContext,
  domain: string,
  { id, addedAt, sha256 }: ClaimedFile,
): Promise<string | null> {
  if (!addedAt || !sha256) return null;
  const [found = null] = await ctx.hostedFiles.find(domain, drawnFileName(id, sha256));
  if (found) await recordGid(ctx, id, found);
  return found;
}

const recordGid = (ctx: MakeContext, id: DrawnFileId, gid: string) =>
  ctx.sql.execute`UPDATE "DrawnFile" SET "fileGid" = ${gid} WHERE "id" = ${id}::uuid`;

/** Draws the file and hands it to Shopify, after what is handed over was committed. Returns its gid. */
async function add(
  ctx: MakeContext,
  making: Making,
  drawing: Drawing,
  { id, claimToken }: ClaimedFile,
): Promise<string | Failure> {
  const { shop } = making;
  const { artwork: link, text, placement } = drawing;
  const drawn = await ctx.drawnArtwork.drawPrintFile(shop.id, { link, text, placement });
  if (!drawn.ok) return { reason: drawn.reason, temporary: drawn.temporary };
  if (drawn.bytes.byteLength > UPLOAD_MAX_BYTES) return lasting("too_large");
  const { sha256, artworkSha256 } = drawn;
  // Without a checked one, the artwork that was drawn on is the first that is known.
  const checked = checkedArtwork(making, drawing);
  if (checked && checked.sha256 !== artworkSha256) return soon("changed");
  const now = ctx.clock.now();
  const claimed = await ctx.sql.query`
    UPDATE "DrawnFile" SET "addedAt" = ${now}, "sha256" = ${sha256}, "artworkSha256" = ${artworkSha256}, "artworkReadAt" = ${now}
    WHERE "id" = ${id}::uuid AND "claimToken" = ${claimToken}::uuid AND "eraseAt" IS NULL RETURNING 1`;
  if (claimed.length === 0) return soon("under_way");
  const name = drawnFileName(id, sha256);
  const added = await ctx.hostedFiles.add(shop.domain, { name, bytes: drawn.bytes });
  const gid = added ?? (await ctx.hostedFiles.find(shop.domain, name))[0];
  // Shopify has it, and does not list it yet.
  if (gid === undefined) return soon("processing");
  await recordGid(ctx, id, gid);
  return gid;
}
