import { z } from "zod";
import type { OrderChange } from "../../../prisma/client/client.ts";
import { encryptedColumn } from "../../encryption/encrypted-columns.ts";
import { SERVICE_CODE_MAX } from "../../settings/rules.ts";
import type { OrdersContext } from "./context.ts";
import type { OrderChangeId } from "../../ports/ids.ts";

const NAME_MAX = 500;

/** The parts of an address that staff may correct; "" where there is none. */
const changedAddressSchema = z.object({
  firstName: z.string().max(NAME_MAX),
  lastName: z.string().max(NAME_MAX),
  company: z.string().max(NAME_MAX),
  address1: z.string().max(NAME_MAX),
  address2: z.string().max(NAME_MAX),
  city: z.string().max(NAME_MAX),
  zip: z.string().max(NAME_MAX),
  province: z.string().max(NAME_MAX),
  provinceCode: z.string().max(NAME_MAX),
  countryCode: z.string().max(NAME_MAX),
});
export type ChangedAddress = z.infer<typeof changedAddressSchema>;

const TEXT_MAX = 5_000;

/** What a line is printed with. */
const lineValuesSchema = z.object({
  itemSku: z.string().max(TEXT_MAX),
  artworkFront: z.string().max(TEXT_MAX),
  artworkBack: z.string().max(TEXT_MAX),
  mockup: z.string().max(TEXT_MAX),
  note: z.string().max(TEXT_MAX),
  textFront: z.string().max(TEXT_MAX),
  textBack: z.string().max(TEXT_MAX),
  quantity: z.number().int().min(1),
});
export type LineValues = z.infer<typeof lineValuesSchema>;

/** Who gets the parcel, and how it goes. */
const orderValuesSchema = z.object({
  address: changedAddressSchema,
  email: z.string().max(NAME_MAX),
  phone: z.string().max(NAME_MAX),
  method: z.union([z.literal(1), z.literal(2), z.string().min(1).max(SERVICE_CODE_MAX), z.null()]),
});
export type OrderValues = z.infer<typeof orderValuesSchema>;

/** What staff has printed differently: values of a line, or of the whole order. */
export const changedValuesSchema = z.object({ ...lineValuesSchema.shape, ...orderValuesSchema.shape }).partial();
export type ChangedValues = z.infer<typeof changedValuesSchema>;

export const REASON_MAX = 500;

const contentSchema = z.object({
  /** The values that Shopify and the mapping gave for the changed fields. */
  before: changedValuesSchema,
  after: changedValuesSchema,
  reason: z.string(),
  /** Pieces of the line that had been sent when staff changed it: the changed quantity is of those that were open. */
  sentBefore: z.number().int().min(0).default(0),
});
/** What staff changed, and why. Personal data: kept encrypted. */
export type ChangeContent = z.infer<typeof contentSchema>;

const CONTENT = encryptedColumn("OrderChange.contentEncrypted");

export const encryptChange = (ctx: Pick<OrdersContext, "encryptor">, id: OrderChangeId, content: ChangeContent) =>
  CONTENT.encrypt(ctx, id, JSON.stringify(content));

/** null when the content was erased. @throws DecryptionError */
export const decryptChange = (
  ctx: Pick<OrdersContext, "encryptor">,
  row: Pick<OrderChange, "id" | "contentEncrypted">,
): ChangeContent | null => contentSchema.nullable().parse(CONTENT.decryptJson(ctx, row));

/** Keyed hashes, by field, of what Shopify and the mapping say. */
export const changeBasisSchema = z.record(z.string(), z.string());
export type ChangeBasis = z.infer<typeof changeBasisSchema>;
