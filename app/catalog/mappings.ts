import { z } from "zod";
import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import { parseArtworkLink } from "../artwork/artwork-link.ts";
import { labelText, atMost } from "../common/clean-text.ts";
import { withScheme } from "../common/web-link.ts";
import type { Gid } from "../ports/gid.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import type { ShopId, OrderId } from "../ports/ids.ts";
import {
  MAX_SKU_LENGTH,
  MAPPING_FIELDS,
  type FieldProblem,
  type FieldProblems,
  type MappingField,
} from "./field-problems.ts";
import { lockMappedVariants } from "./variant-copy.ts";
import { ARTWORK_SIDES, FURTHER_SIDES, furtherArtwork } from "../ports/sides.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import { rescheduleOrders } from "../orders/receive/wake-orders.ts";
import type { NoteAction } from "../shops/staff-actions.ts";

const link = z
  .string()
  .trim()
  .overwrite(withScheme)
  .max(2048)
  .refine((text) => text === "" || parseArtworkLink(text).ok, "is no public web address of an image");

/** One mapping as input: the print SKU and the artwork of a variant. */
export const mappingInput = z.object({
  productGid: gidSchema("Product", "is no product of Shopify"),
  variantGid: gidSchema("ProductVariant", "is no variant of Shopify"),
  itemSku: z.string().overwrite(labelText).min(1, "is missing").superRefine(atMost(MAX_SKU_LENGTH)),
  artworkFront: link.default(""),
  artworkBack: link.default(""),
  mockup: link.default(""),
  artworkSides: z.partialRecord(z.enum(FURTHER_SIDES), link).overwrite(furtherArtwork).default({}),
  note: z.string().trim().superRefine(atMost(1000)).default(""),
  requiredSides: z.array(z.enum(ARTWORK_SIDES)).default(["front"]),
});

export type MappingInput = z.infer<typeof mappingInput>;

/** Whether no variant is named twice: of two rows of one variant, a save could keep only one. */
export const namesEachOnce = (rows: readonly Pick<MappingInput, "variantGid">[]): boolean =>
  new Set(rows.map(({ variantGid }) => variantGid)).size === rows.length;

/** Deletes the mappings of variants; returns how many there were. The caller wakes the affected orders. */
export async function removeMappings(
  { db }: { db: Prisma.TransactionClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<number> {
  const { count } = await db.mapping.deleteMany({ where: { shopId, variantGid: { in: [...variantGids] } } });
  return count;
}

/** The data of the shop is erased, or is being erased. */
export class ErasedShop extends Error {
  override name = "ErasedShop";
}

/**
 * To be taken before mappings are saved. Until the transaction ends, nobody begins to erase the shop's data: a worker that saves
 * mappings would leave some of them behind. @throws ErasedShop
 */
export async function lockToSaveMappings(tx: Prisma.TransactionClient, shopId: ShopId): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid AND "redactedAt" IS NULL FOR SHARE`;
  if (rows.length === 0) throw new ErasedShop();
  await lockMappedVariants(tx, shopId, "mappings");
}

/** A mapping as typed. */
export type MappingFormInput = z.input<typeof mappingInput>;

type ParsedMapping = { ok: true; input: MappingInput } | { ok: false; problems: FieldProblems };

/**
 * Reads a typed mapping, or says what is wrong with each field.
 * @throws ZodError for a problem outside the fields of the form
 */
export function parseMapping(formInput: MappingFormInput): ParsedMapping {
  const parsed = mappingInput.safeParse(formInput);
  if (parsed.success) return { ok: true, input: parsed.data };
  const problems: FieldProblems = {};
  for (const issue of parsed.error.issues) {
    const [name, inner] = issue.path;
    const side = FURTHER_SIDES.find((one) => name === "artworkSides" && one === inner);
    const field = MAPPING_FIELDS.find((one) => one === name);
    if (side) problems[side] ??= toFieldProblem(issue, formInput.artworkSides?.[side]);
    else if (field) problems[field] ??= toFieldProblem(issue, formInput[field]);
    else throw parsed.error;
  }
  return { ok: false, problems };
}

function toFieldProblem(issue: z.core.$ZodIssue, value = ""): FieldProblem {
  if (issue.code === "too_small") return { kind: "missing" };
  if (issue.code === "too_big") return { kind: "too_long", max: Number(issue.maximum) };
  const link = parseArtworkLink(value.trim());
  return { kind: "link", reason: link.ok ? "bad_link" : link.reason };
}

/** What is wrong with the typed value of one field; null: nothing. */
export function parseField(field: MappingField, value: string): FieldProblem | null {
  const parsed = mappingInput.shape[field].safeParse(value);
  const [issue] = parsed.error?.issues ?? [];
  return issue ? toFieldProblem(issue, value) : null;
}

/**
 * The number of unsent orders by variant; variants without any are omitted. Removing the mapping holds these orders.
 */
export async function unsentOrders(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Map<Gid<"ProductVariant">, number>> {
  const rows = await db.$queryRaw<{ variantGid: Gid<"ProductVariant">; orders: number }[]>`
    SELECT l."variantGid", count(DISTINCT l."orderId")::int AS "orders" ${unsentLines(shopId, variantGids)}
    GROUP BY l."variantGid"`;
  return new Map(rows.map(({ variantGid, orders }) => [variantGid, orders]));
}

/**
 * Deletes the mapping of a variant and rechecks its unsent orders, which puts them on hold. Returns their number; null:
 * there was no such mapping.
 */
export async function unmapVariant(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
  variantGid: Gid<"ProductVariant">,
  note?: NoteAction,
): Promise<number | null> {
  return db.$transaction(async (tx) => {
    if ((await removeMappings({ db: tx }, shopId, [variantGid])) === 0) return null;
    await note?.(tx, "mapping_removed");
    return recheckUnsent({ db: tx, clock }, shopId, [variantGid]);
  });
}

/** Makes the unsent orders with these variants due. Returns their number. */
export async function recheckUnsent(
  ctx: Pick<OrdersContext, "clock"> & { db: Prisma.TransactionClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<number> {
  if (variantGids.length === 0) return 0;
  const rows = await ctx.db.$queryRaw<{ id: OrderId }[]>`
    SELECT DISTINCT l."orderId" AS "id" ${unsentLines(shopId, variantGids)}`;
  await rescheduleOrders(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

const unsentLines = (shopId: ShopId, variantGids: readonly Gid<"ProductVariant">[]) => Prisma.sql`
  FROM "Submission" s
  JOIN "SubmissionLine" sl ON sl."submissionId" = s."id"
  JOIN "OrderLine" l ON l."id" = sl."orderLineId"
  WHERE s."shopId" = ${shopId}::uuid AND ${stateIn("s", MUTABLE_STATES)}
    AND l."variantGid" = ANY(${[...variantGids]})`;
