import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import {
  commitThenWake,
  findWaitingFor,
  recheckHeld,
  wakeHeld,
  wakeUnmatched,
  wakeUnsent,
  type WakeContext,
} from "../orders/receive/wake-orders.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderId, ShopId } from "../ports/ids.ts";
import type { CatalogContext } from "./context.ts";
import { syncMappedVariants, readFactsHashes, MAPPING_COLUMNS } from "./variant-copy.ts";
import { lockToSaveMappings, type MappingInput } from "./mappings.ts";
import { isChangedUnseen, isOutdated, type StoredMapping, type ShownVariant } from "./stored-mapping.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { codesFoundBy, holdsFixedIn } from "../orders/core/attention.ts";

/** A mapping to save, and how the variant was when staff decided so; null: the mapping replaces whatever there is. */
export interface ShownChange {
  input: MappingInput;
  shown: ShownVariant | null;
  /** The same SKU as before, for a variant at which nobody looked: what Shopify changed of the variant stays to be reviewed. */
  keepsChange?: boolean;
}

type ByVariant = Map<Gid<"ProductVariant">, ShownVariant>;
type SaveContext = Pick<CatalogContext, "db" | "clock" | "ids">;

/**
 * Creates or replaces the mappings of variants that nobody changed since they were shown. Returns the others as they are now;
 * those stay so. Two saves of one variant wait for each other: the later one compares with what the earlier one wrote. A change of
 * the variant in Shopify that was not shown stays to be reviewed. The caller wakes the orders on hold. @throws ErasedShop
 */
export function saveShownMappings(
  ctx: SaveContext,
  shopId: ShopId,
  changes: readonly ShownChange[],
): Promise<ByVariant> {
  return ctx.db.$transaction((tx) => saveInTransaction(ctx, tx, shopId, changes));
}

/**
 * The same, and rechecks the orders that the saved mappings may concern, in one transaction. `waiting`: those with an item of the
 * saved products that is still to be sent. @throws ErasedShop
 */
export function saveAndWake(
  ctx: SaveContext & Pick<CatalogContext, "wake">,
  shopId: ShopId,
  changes: readonly ShownChange[],
  note?: NoteAction,
): Promise<{ outdated: ByVariant; waiting: OrderId[] }> {
  return commitThenWake(ctx, async (inTransaction) => {
    const outdated = await saveInTransaction(ctx, inTransaction.db, shopId, changes);
    const saved = changes.filter(({ input }) => !outdated.has(input.variantGid));
    const products = [...new Set(saved.map(({ input }) => input.productGid))];
    if (saved.length === 0) return { outdated, waiting: [] };
    await note?.(inTransaction.db, "mappings_saved", { count: saved.length });
    return { outdated, waiting: await wakeForMappings(inTransaction, shopId, products) };
  });
}

async function saveInTransaction(
  ctx: SaveContext,
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  changes: readonly ShownChange[],
): Promise<ByVariant> {
  // In one sequence, so that two saves of the same variants never wait for each other in a circle.
  const sorted = changes.toSorted((one, other) => (one.input.variantGid < other.input.variantGid ? -1 : 1));
  await lockToSaveMappings(tx, shopId);
  const now = await lockVariants(tx, shopId, sorted);
  const nowOf = ({ input }: ShownChange) => now.get(input.variantGid) ?? { mapping: null, notPrinted: false };
  const current = sorted.filter((one) => one.shown === null || !isOutdated(one.shown, nowOf(one), one.input));
  const created = await create(ctx, tx, shopId, current.filter((one) => !nowOf(one).mapping).map(toInput));
  const isReplaced = (one: ShownChange) =>
    nowOf(one).mapping !== null || (one.shown === null && !created.includes(one.input.variantGid));
  const replaced = current.filter(isReplaced);
  for (const one of replaced) {
    const isUnseen = one.shown !== null && isChangedUnseen(one.shown, nowOf(one));
    await replace(ctx, tx, shopId, one.input, isUnseen || one.keepsChange === true);
  }
  const saved = new Set([...created, ...replaced.map(({ input }) => input.variantGid)]);
  await tx.notPrinted.deleteMany({ where: { shopId, variantGid: { in: [...saved] } } });
  await syncMappedVariants(tx, shopId, [...saved]);
  const others = sorted.filter(({ input }) => !saved.has(input.variantGid));
  return others.length === 0 ? new Map() : lockVariants(tx, shopId, others);
}

const toInput = ({ input }: ShownChange): MappingInput => input;

/** Returns the variants that had no mapping at the moment of the insert: another save may have been faster. */
async function create(ctx: SaveContext, tx: Prisma.TransactionClient, shopId: ShopId, inputs: readonly MappingInput[]) {
  const updatedAt = ctx.clock.now();
  const data = inputs.map((input) => ({ id: ctx.ids.uuid(), shopId, updatedAt, ...input }));
  const rows = await tx.mapping.createManyAndReturn({ data, skipDuplicates: true, select: { variantGid: true } });
  return rows.map(({ variantGid }) => variantGid);
}

/** `keepsChange`: what the variant was like when it was mapped stays known, and with it what Shopify changed. */
async function replace(
  ctx: SaveContext,
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  input: MappingInput,
  keepsChange: boolean,
) {
  await tx.mapping.update({
    where: { shopId_variantGid: { shopId, variantGid: input.variantGid } },
    data: { ...input, updatedAt: ctx.clock.now(), ...(keepsChange ? {} : { variantFactsHash: null }) },
  });
}

/** The variants as they are, with their mappings locked until the transaction ends. */
async function lockVariants(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  changes: readonly ShownChange[],
): Promise<ByVariant> {
  const gids = changes.map(({ input }) => input.variantGid);
  const mappings = await readStored(tx, shopId, gids, Prisma.sql`FOR UPDATE`);
  const factsHashes = await readFactsHashes(tx, { shopId, variantGid: { in: gids } });
  const productGids = changes.map(({ input }) => input.productGid);
  const marks = await tx.notPrinted.findMany({ where: { shopId, productGid: { in: productGids } } });
  const isMarked = ({ productGid, variantGid }: MappingInput) =>
    marks.some((one) => one.productGid === productGid && ["", variantGid].includes(one.variantGid));
  return new Map(
    changes.map(({ input }) => {
      const stored = mappings.get(input.variantGid);
      const mapping = stored ? { ...stored, factsHash: factsHashes.get(input.variantGid) ?? null } : null;
      return [input.variantGid, { mapping, notPrinted: mapping === null && isMarked(input) }];
    }),
  );
}

/** The mappings of variants, of which there is at least one. `lock`: FOR UPDATE, or nothing. */
export async function readStored(
  db: Prisma.TransactionClient | PrismaClient,
  shopId: ShopId,
  gids: readonly Gid<"ProductVariant">[],
  lock = Prisma.empty,
): Promise<Map<Gid<"ProductVariant">, StoredMapping>> {
  const rows = await db.$queryRaw<(StoredMapping & { variantGid: Gid<"ProductVariant"> })[]>`
    SELECT m."variantGid", ${MAPPING_COLUMNS} FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" IN (${Prisma.join(gids)}) ORDER BY m."variantGid" ${lock}`;
  return new Map(rows.map(({ variantGid, ...mapping }) => [variantGid, mapping]));
}

const PRODUCTS_AT_ONCE = 1_000;
const FIXED_IN_PRODUCTS = holdsFixedIn("products");
/** What the check of artwork just before sending finds. */
const ARTWORK_CHECKS = codesFoundBy("pre_send_check").filter((code) => FIXED_IN_PRODUCTS.includes(code));

/** Rechecks the orders that changed mappings may concern. Returns those with an item of these products that is still to be sent. */
export async function wakeForMappings(
  ctx: WakeContext,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<OrderId[]> {
  const waiting = new Set<OrderId>();
  const parts: Gid<"Product">[][] = [];
  for (let from = 0; from < productGids.length; from += PRODUCTS_AT_ONCE)
    parts.push(productGids.slice(from, from + PRODUCTS_AT_ONCE));
  // Before any is woken: a worker may end the hold at once.
  for (const part of parts) {
    const found = await findWaitingFor(ctx, shopId, { codes: FIXED_IN_PRODUCTS, productGids: part });
    for (const id of found) waiting.add(id);
  }
  await wakeHeld(ctx, shopId, FIXED_IN_PRODUCTS);
  for (const part of parts) {
    await wakeUnmatched(ctx, shopId, part);
    await wakeUnsent(ctx, shopId, part);
  }
  await recheckHeld(ctx, shopId, ARTWORK_CHECKS);
  return [...waiting];
}
