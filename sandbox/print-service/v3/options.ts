import { z } from "zod";

/** The sides that version 3 takes artwork for: `artwork_` and the name. */
export const SIDES = [
  "front",
  "back",
  "right",
  "left",
  "hood",
  "bothsides",
  "right_upper_sleeves",
  "right_lower_sleeves",
  "left_upper_sleeves",
  "left_lower_sleeves",
  "left_chest",
  "right_chest",
  "front_bottom_right",
  "center_upper_back",
  "across_chest",
  "across_back",
] as const;
export type Side = (typeof SIDES)[number];

const ID_FIELDS = ["prefix_order_id", "order_id", "id", "order_code"] as const;

/**
 * What version 3 does where its documentation leaves it open or its clients disagree
 * (docs/print-service-v3.md says how sure each point is), and what a person makes it do. All may be changed while it
 * runs.
 */
export const version3Schema = z.object({
  // Requests
  /** Parameters of a GET in the query: read, refused, or overlooked. All but `read` take them from the body. */
  query: z.enum(["read", "read, and body", "refused", "ignored"]),
  /** Which header carries the access token: `Authorization: Bearer`, or `<prefix>-access-token`. */
  header: z.enum(["either", "bearer", "prefix"]),
  /** More requests of an account are refused with 429; null: no limit. */
  rateLimit: z.object({ requests: z.number().int().min(1), perMs: z.number().int().min(1) }).nullable(),
  /** Whether a 429 has Retry-After. */
  retryAfter: z.boolean(),
  /** An e-mail that is none, or a phone without 8 to 15 digits, is refused. */
  contactEnforced: z.boolean(),
  /** Whether a recipient of one name is taken. */
  lastName: z.enum(["required", "may be empty"]),
  /** `checked last`: other faults of a repeated create are named before its order_id. */
  repeatedOrderId: z.enum(["refused", "checked last", "accepted"]),
  /** Whether the order_id of a deleted order is refused, too. */
  deletedOrderId: z.enum(["refused", "free again"]),
  oldSkus: z.enum(["accepted", "refused"]),
  outOfStock: z.enum(["accepted", "refused"]),
  /** Artwork for a side that the variant does not have. */
  unknownSide: z.enum(["ignored", "refused"]),

  // Answers
  /** `status`: numeric status in place of `success`, as in version 1. */
  envelope: z.enum(["success", "status"]),
  /** Ids of the new order in the answer to a create, all of them the service's. */
  createIds: z.array(z.enum(ID_FIELDS)),
  /** What `data` of a create is; null has no ids. */
  createData: z.enum(["object", "array", "null"]),
  detailData: z.enum(["array", "object"]),
  /** Which order the detail shows of several under one order_id. */
  detailOfSeveral: z.enum(["newest", "all"]),
  detailNotFound: z.enum(["error", "empty"]),
  lines: z.enum(["orderitems", "order_items"]),
  /** Field of a line's quantity; none: it is not shown. */
  quantity: z.enum(["quantity", "unfulfill_quantity", "none"]),
  /** Of a line's SKU in list, detail and events. */
  skuSpelling: z.enum(["as sent", "current"]),
  /** Whether list and detail show the recipient and the time of creation, too. */
  orderFields: z.enum(["few", "many"]),
  paymentStatus: z.enum(["lines", "order", "both", "none"]),
  /** `labels`: In production, Unpaid; `keys`: in_production, unpaid. */
  statusWords: z.enum(["labels", "keys"]),
  listTracking: z.boolean(),
  /** `nested`: trackingNumber, trackingUrl, carrierName, carrierCode; `flat`: the fields of version 1. */
  detailTracking: z.enum(["nested", "flat"]),
  eventTracking: z.enum(["flat", "nested"]),
  /** Which order ids an event has: the client's, the service's, or both. */
  eventIds: z.enum(["both", "client", "service"]),
  /** Amounts in list, detail and calculate-price until the order is paid. */
  pricesUntilPaid: z.enum(["zero", "known"]),
  /** Shape of calculate-price: the fees in `data`, version 1's lines in `data`, or the total alone. */
  priceAnswer: z.enum(["fees", "lines", "total"]),
  availability: z.enum(["text", "boolean", "number"]),
  productLocations: z.enum(["codes", "objects"]),
  /** Whether list and detail show orders of version 1, where both are served. */
  otherInterfaceOrders: z.enum(["shown", "hidden"]),

  // Account
  tokenDays: z.number().int().min(1),
  /** Whether POST /auth/token exists. */
  tokenByPassword: z.boolean(),
  /** Whether GET /auth/refresh-token exists. */
  tokenRefresh: z.boolean(),
  tokenAnswer: z.enum(["data", "result"]),
  /** POST /webhooks where one is registered. */
  webhookTwice: z.enum(["refused", "replaces"]),
  /** Money of each account at the service; null: enough. */
  wallet: z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/)
    .nullable(),
  /** A payment of an order that is paid for: `succeeds` does nothing, `charges` takes the money once more. */
  paidTwice: z.enum(["refused", "succeeds", "charges"]),
  /** From the answer to a payment until the order counts as paid; null: never. */
  paymentTakesMs: z.number().int().min(0).nullable(),
  cancelBecomes: z.enum(["Cancelled", "Request Cancel"]),

  // Production
  producesUnpaid: z.boolean(),
  /** When tracking is told. */
  trackingAt: z.enum(["shipping", "production"]),

  // Catalog
  /** How much of the catalog is shown. What is not shown can still be ordered. */
  catalog: z.enum(["all", "half", "none"]),
  prices: z.enum(["right", "zero", "negative", "text", "words"]),
  /** Which shipping services are shown, and can be ordered. */
  services: z.enum(["all", "standard only", "none"]),
  /** SKUs besides those that the catalog has as out of stock. */
  soldOut: z.array(z.string()),
  /** SKUs that are neither shown nor taken any more. */
  gone: z.array(z.string()),
  /** New SKU by old SKU; the old one moves to item_old_sku. */
  renamed: z.record(z.string(), z.string()),
});

export type Version3 = z.infer<typeof version3Schema>;

export const DEFAULT_VERSION_3: Version3 = {
  query: "read",
  header: "either",
  rateLimit: { requests: 50, perMs: 3000 },
  retryAfter: false,
  contactEnforced: true,
  lastName: "required",
  repeatedOrderId: "refused",
  deletedOrderId: "refused",
  oldSkus: "accepted",
  outOfStock: "accepted",
  unknownSide: "ignored",
  envelope: "success",
  createIds: [],
  createData: "object",
  detailData: "array",
  detailOfSeveral: "newest",
  detailNotFound: "error",
  lines: "orderitems",
  quantity: "quantity",
  skuSpelling: "as sent",
  orderFields: "few",
  paymentStatus: "lines",
  statusWords: "labels",
  listTracking: false,
  detailTracking: "nested",
  eventTracking: "flat",
  eventIds: "both",
  pricesUntilPaid: "zero",
  priceAnswer: "fees",
  availability: "text",
  productLocations: "codes",
  otherInterfaceOrders: "shown",
  tokenDays: 730,
  tokenByPassword: true,
  tokenRefresh: true,
  tokenAnswer: "data",
  webhookTwice: "refused",
  wallet: null,
  paidTwice: "refused",
  paymentTakesMs: 0,
  cancelBecomes: "Cancelled",
  producesUnpaid: false,
  trackingAt: "shipping",
  catalog: "all",
  prices: "right",
  services: "all",
  soldOut: [],
  gone: [],
  renamed: {},
};
