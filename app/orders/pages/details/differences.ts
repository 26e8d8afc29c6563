import { cleanText, labelText } from "../../../common/clean-text.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderLineId, SubmissionId } from "../../../ports/ids.ts";
import type {
  FurtherArtwork,
  FurtherSide,
  LineSnapshot,
  MappingRule,
  OrderSnapshot,
  PrintItem,
  Property,
} from "../../../ports/order-model.ts";
import { FURTHER_SIDES } from "../../../ports/sides.ts";
import type { SyncedItem } from "../../../ports/print-service.ts";
import { readSettings, type ShopSettings } from "../../../settings/settings.ts";
import { addressIn, isSameAddress } from "../../compose/changed-values.ts";
import { buildNote, chooseArtwork, visibleProperties } from "../../compose/line-content.ts";
import { excessQuantity, partsByLine } from "../../compose/line-quantities.ts";
import type { OrdersContext } from "../../core/context.ts";
import { artworkHash, differingFields, differingIn } from "../../core/provider-order.ts";
import { isReprint } from "../../core/reprints.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import { SENT_STATES, SHIPPED_STATES } from "../../core/states.ts";
import { differingSkus, matchLines, sameSku } from "../../provider-updates/match-lines.ts";
import { decryptConfidential, type Confidential, type DecryptContext } from "./confidential.ts";
import { changeView, mappingsOf, type ChangeView } from "./line-views.ts";
import { readLiveSnapshot, recipientIn, type RecipientNow } from "./live-snapshot.ts";
import { lineTitle, readStoredOrder, type StoredOrder, type StoredSubmission } from "./stored-order.ts";

/** Where a value differs from what was sent. */
export type Side = "provider" | "shopify";

/** One value in three places; null: not shown there, or not known. */
export interface Compared<Field extends string> {
  field: Field;
  sent: string | null;
  /** At the print service. */
  provider: string | null;
  /** In Shopify now, with the mapping and the settings of now. */
  shopify: string | null;
  differs: Side[];
}

const TEXT_FIELDS = ["itemSku", "note", "artworkFront", "artworkBack"] as const;
/** A further side is a field of its own. */
export type ItemField = "quantity" | (typeof TEXT_FIELDS)[number] | FurtherSide;

const isArtworkField = (field: ItemField): boolean =>
  field === "artworkFront" || field === "artworkBack" || FURTHER_SIDES.some((side) => side === field);

const ADDRESS_ROWS = ["name", "address1", "address2", "city", "province", "zip", "country", "email", "phone"] as const;
export type AddressField = (typeof ADDRESS_ROWS)[number];

export interface ItemDifferences {
  /** null: the print service shows it, and it was not sent. */
  lineId: OrderLineId | null;
  title: string;
  fields: Compared<ItemField>[];
  /** What the customer entered for it, as Shopify shows it now. */
  texts: Property[];
  /** Staff changed it for this order before it was sent. */
  isChanged: boolean;
}

/** What a difference is about: each has its own way out. */
export type DifferenceKind =
  "canceled" | "too_many" | "content_now" | "address_now" | "items_at_provider" | "address_at_provider";

export interface SubmissionDifferences {
  submissionId: SubmissionId;
  /** The print service has not shown it yet. */
  isUnseen: boolean;
  /** What was sent is erased. */
  isErased: boolean;
  items: ItemDifferences[];
  address: Compared<AddressField>[];
  /** Staff changed address or contact for this order before it was sent. */
  isAddressChanged: boolean;
  kinds: DifferenceKind[];
}

/** What was sent of an order beside what the print service and Shopify show. Personal data: never stored. */
export interface OrderDifferences {
  /** Shopify did not show the order: quantities are those of its last read. */
  isShopifyUnread: boolean;
  /** Those that were sent, the newest first. */
  submissions: SubmissionDifferences[];
  /** Signed addresses of small pictures, by the link of the artwork. */
  previews: Record<string, string>;
}

type DifferencesContext = Pick<OrdersContext, "db" | "shopify" | "log" | "encryptor" | "clock">;

/** null when the shop has no such order. @throws DecryptionError */
export async function readDifferences(
  ctx: DifferencesContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
  decrypt: DecryptContext,
): Promise<OrderDifferences | null> {
  const order = await readStoredOrder(ctx, shop.id, shopifyGid);
  if (!order) return null;
  const settings = readSettings(shop.settings);
  const { artworkMetafields } = settings;
  const [confidential, snapshot] = await Promise.all([
    decryptConfidential(decrypt, order, []),
    readLiveSnapshot(ctx, shop, shopifyGid, { artworkMetafields }),
  ]);
  const mappings = await mappingsOf(ctx, shop.id, snapshot?.lines ?? []);
  const mappingOf = (line: LineSnapshot) => (line.variantGid ? mappings.get(line.variantGid) : undefined);
  const input: Input = { ctx, order, confidential, settings, snapshot, mappingOf };
  const sent = order.submissions.filter(({ state }) => SENT_STATES.includes(state)).toReversed();
  const submissions = sent.map((row) => differencesOf(input, row));
  return { isShopifyUnread: snapshot === null, submissions, previews: previewsIn(submissions, confidential) };
}

interface Input {
  ctx: Pick<OrdersContext, "encryptor">;
  order: StoredOrder;
  confidential: Confidential;
  settings: ShopSettings;
  /** null: Shopify did not show the order. */
  snapshot: OrderSnapshot | null;
  mappingOf(line: LineSnapshot): MappingRule | undefined;
}

function differencesOf(input: Input, row: StoredSubmission): SubmissionDifferences {
  const { order, confidential, settings, snapshot } = input;
  const payload = confidential.payloads.get(row.id);
  const shown = confidential.providerOrders.get(row.id);
  const items = itemsOf(input, row);
  const change = changeView(order, null, confidential.changes);
  const now = recipientIn(snapshot, settings);
  const address = payload ? addressRows(payload, shown?.recipient, now) : [];
  // What staff had it sent to otherwise than Shopify is no difference while Shopify shows what staff saw.
  const isKnown = row.replacedAt !== null || (snapshot !== null && isSeenAddress(change, snapshot));
  const rows = isKnown ? address.map((one) => without(one, "shopify")) : address;
  const differs = (list: readonly Compared<string>[], side: Side) => list.some((one) => one.differs.includes(side));
  const fields = items.flatMap((one) => one.fields);
  const found: Record<DifferenceKind, boolean> = {
    canceled: order.cancelledAt !== null && row.replacedAt === null,
    too_many: differs(
      fields.filter(({ field }) => field === "quantity"),
      "shopify",
    ),
    content_now: differs(
      fields.filter(({ field }) => field !== "quantity"),
      "shopify",
    ),
    address_now: differs(rows, "shopify"),
    items_at_provider: differs(fields, "provider"),
    address_at_provider: differs(rows, "provider"),
  };
  return {
    submissionId: row.id,
    isUnseen: shown === undefined,
    isErased: payload === undefined,
    items,
    address: rows,
    isAddressChanged: change !== null,
    kinds: (Object.keys(found) as DifferenceKind[]).filter((kind) => found[kind]),
  };
}

const without = <Field extends string>(one: Compared<Field>, side: Side): Compared<Field> => ({
  ...one,
  differs: one.differs.filter((other) => other !== side),
});

function isSeenAddress(change: ChangeView | null, snapshot: OrderSnapshot): boolean {
  const seen = change?.fields.includes("address") ? change.before.address : undefined;
  return seen !== undefined && isSameAddress(addressIn(snapshot), seen);
}

type Recipient = Extract<RecipientNow["current"], { status: "read" }>["recipient"];

/** The code tells whether a state or country is another one: its name is the service's to choose. */
const CODE_OF: Partial<Record<AddressField, "provinceCode" | "countryCode">> = {
  province: "provinceCode",
  country: "countryCode",
};
const codeOf = (field: AddressField) => CODE_OF[field] ?? field;
/** Email and phone are for messages: no parcel goes elsewhere because of them. */
const LABEL_IN_SHOPIFY = ["name", "address1", "address2", "city", "zip", "provinceCode", "countryCode"] as const;

function addressRows(
  sent: Recipient,
  seen: Omit<Recipient, "zip"> | undefined,
  now: RecipientNow["current"],
): Compared<AddressField>[] {
  const current = now.status === "read" ? now.recipient : null;
  const atProvider: readonly string[] = seen ? differingFields(sent, seen) : [];
  const inShopify: readonly string[] = current ? differingIn(LABEL_IN_SHOPIFY, sent, current) : [];
  const rows = ADDRESS_ROWS.map((field): Compared<AddressField> => ({
    field,
    sent: sent[field],
    provider: field === "zip" ? null : (seen?.[field] ?? null),
    shopify: current ? current[field] : now.status === "none" ? "" : null,
    differs: differsAt(atProvider.includes(codeOf(field)), inShopify.includes(codeOf(field))),
  }));
  return rows.filter(({ sent, provider, shopify }) => [sent, provider, shopify].some(Boolean));
}

/** The items of a submission, and those that the print service shows although they were not sent. */
function itemsOf(input: Input, row: StoredSubmission): ItemDifferences[] {
  const { ctx, order, confidential, snapshot } = input;
  const payload = confidential.payloads.get(row.id);
  const shown = confidential.providerOrders.get(row.id);
  const { ofLine, unknown } = assignItems(ctx, row, payload?.items ?? [], shown?.items ?? []);
  const differing = differingQuantities(order, row, shown);
  const partsOf = partsByLine(order.submissions);
  const counts = row.replacedAt === null && !isReprint(row);
  const items = row.lines.map((line): ItemDifferences => {
    const orderLine = order.lines.find(({ id }) => id === line.orderLineId);
    const current = snapshot?.lines.find(({ gid }) => gid === orderLine?.shopifyGid);
    const open = snapshot ? (current ?? { quantity: 0, remaining: 0 }) : (orderLine ?? { quantity: 0, remaining: 0 });
    const seen = ofLine(line);
    const change = changeView(order, line.orderLineId, confidential.changes);
    const quantity: Compared<ItemField> = {
      field: "quantity",
      sent: String(line.quantity),
      provider: shown && shown.items.length > 0 ? String(sumOf(seen)) : null,
      shopify: String(open.quantity),
      differs: differsAt(
        differing.some((sku) => sameSku(sku, line.itemSku)),
        counts && excessQuantity(open, partsOf(line.orderLineId)) > 0,
      ),
    };
    const sent = payload?.items[line.position];
    const texts = textRows({ ctx, line, sent, seen: seen[0], now: current && contentNow(input, current), change });
    return {
      lineId: line.orderLineId,
      title: orderLine ? lineTitle(orderLine) : line.itemSku,
      fields: [quantity, ...(row.replacedAt ? texts.map((one) => without(one, "shopify")) : texts)],
      texts: current ? visibleProperties(current) : [],
      isChanged: change !== null,
    };
  });
  return [...items, ...unknown.map(unsentItem)];
}

const sumOf = (items: readonly Pick<SyncedItem, "quantity">[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * The items that the print service shows for each line. Of several lines with one SKU and artwork, the first that lacks some: before
 * others one whose further sides, as `sent`, are those that the item shows.
 */
function assignItems(
  ctx: Pick<OrdersContext, "encryptor">,
  row: StoredSubmission,
  sent: readonly PrintItem[],
  items: readonly SyncedItem[],
): { ofLine(line: StoredSubmission["lines"][number]): SyncedItem[]; unknown: SyncedItem[] } {
  const assigned = new Map<string, SyncedItem[]>();
  const unknown: SyncedItem[] = [];
  for (const item of items) {
    const { itemSku, artworkFront, artworkBack, artworkSides } = item;
    const matched = matchLines(row.lines, { itemSku, artworkHash: artworkHash(ctx, artworkFront, artworkBack) });
    const isOther = ({ position }: { position: number }) => !showsSides(sent[position]?.artworkSides, artworkSides);
    const lines = matched.lines.toSorted((one, other) => Number(isOther(one)) - Number(isOther(other)));
    const line = lines.find(({ id, quantity }) => sumOf(assigned.get(id) ?? []) < quantity) ?? lines[0];
    if (line) assigned.set(line.id, [...(assigned.get(line.id) ?? []), item]);
    else unknown.push(item);
  }
  return { ofLine: ({ id }) => assigned.get(id) ?? [], unknown };
}

/** Whether an item may be the one that was sent with these further sides: a service need not show any. */
const showsSides = (sent: FurtherArtwork = {}, shown: FurtherArtwork | undefined): boolean =>
  shown === undefined || FURTHER_SIDES.every((side) => (sent[side] ?? "") === (shown[side] ?? ""));

/** SKUs of which the print service has another quantity, as the comparison judges it that raises the warning. */
function differingQuantities(
  order: StoredOrder,
  row: StoredSubmission,
  shown: { items: readonly SyncedItem[]; trackings: readonly unknown[] } | undefined,
): string[] {
  const isShipped = SHIPPED_STATES.includes(row.state) || (shown?.trackings.length ?? 0) > 0;
  // Once something has shipped, the service shows what is left.
  if (!shown || isShipped || shown.items.length === 0) return [];
  const { skus, isPart } = differingSkus(row.lines, shown.items);
  const isReported = order.attentions.some((one) => one.code === "items_differ" && one.submissionId === row.id);
  return isPart && !isReported ? [] : skus;
}

type Content = Pick<PrintItem, (typeof TEXT_FIELDS)[number] | "artworkSides">;

/** What the line would be printed with now; null: its variant has no mapping. */
function contentNow({ settings, mappingOf }: Input, line: LineSnapshot): Content | null {
  const mapping = mappingOf(line);
  if (!mapping) return null;
  const { links, further } = chooseArtwork(line, mapping, settings);
  const { note } = buildNote(line, mapping, settings);
  const artwork = { artworkFront: links.front, artworkBack: links.back, artworkSides: further };
  return { itemSku: labelText(mapping.itemSku), note, ...artwork };
}

interface LineContents {
  ctx: Pick<OrdersContext, "encryptor">;
  line: StoredSubmission["lines"][number];
  sent: PrintItem | undefined;
  seen: SyncedItem | undefined;
  now: Content | null | undefined;
  change: ChangeView | null;
}

function textRows({ ctx, line, sent, seen, now, change }: LineContents): Compared<ItemField>[] {
  const isOtherArtwork =
    seen !== undefined &&
    line.artworkHash !== null &&
    artworkHash(ctx, seen.artworkFront, seen.artworkBack) !== line.artworkHash;
  // The print service may name a SKU otherwise than it was sent (provider-updates/match-lines.ts), and shows no note.
  const provider: Record<(typeof TEXT_FIELDS)[number], string | null> = {
    itemSku: seen?.itemSku ?? null,
    note: null,
    artworkFront: seen?.artworkFront ?? null,
    artworkBack: seen?.artworkBack ?? null,
  };
  const rows = TEXT_FIELDS.map((field): Compared<ItemField> => {
    const was = sent?.[field] ?? (field === "itemSku" ? line.itemSku : null);
    const is = now?.[field] ?? null;
    const seenText = provider[field];
    const isArtwork = field === "artworkFront" || field === "artworkBack";
    const atProvider = isArtwork && isOtherArtwork && seenText !== null && seenText !== "" && seenText !== was;
    // What staff had it printed with otherwise is no difference while Shopify and the mapping give what staff saw.
    const isSeen = change?.fields.includes(field) && cleanText(change.before[field]) === cleanText(is);
    // A print file that was made with a text has a link of its own: its artwork is what is given.
    const side = field === "artworkFront" ? "front" : "back";
    const given = (isArtwork && sent?.drawn?.find((one) => one.side === side)?.artwork) || was;
    const inShopify = is !== null && given !== null && cleanText(is) !== cleanText(given) && !isSeen;
    return { field, sent: was, provider: seenText, shopify: is, differs: differsAt(atProvider, inShopify) };
  });
  return [...rows, ...sideRows(sent, seen, now)].filter(({ sent, provider, shopify }) =>
    [sent, provider, shopify].some(Boolean),
  );
}

/** Artwork of further sides. The print service is not known to show any: only another link that it shows is a difference. */
function sideRows(
  sent: PrintItem | undefined,
  seen: SyncedItem | undefined,
  now: Content | null | undefined,
): Compared<ItemField>[] {
  return FURTHER_SIDES.map((side) => {
    const linkIn = (one: { artworkSides?: FurtherArtwork } | null | undefined) =>
      one ? (one.artworkSides?.[side] ?? "") : null;
    const [was, seenLink, is] = [linkIn(sent), seen?.artworkSides?.[side] ?? null, linkIn(now)];
    const atProvider = was !== null && seenLink !== null && seenLink !== was;
    const inShopify = was !== null && is !== null && is !== was;
    return { field: side, sent: was, provider: seenLink, shopify: is, differs: differsAt(atProvider, inShopify) };
  });
}

const differsAt = (atProvider: boolean, inShopify: boolean): Side[] => [
  ...(atProvider ? (["provider"] as const) : []),
  ...(inShopify ? (["shopify"] as const) : []),
];

/** What nobody sent differs as a whole. */
const unsentItem = (item: SyncedItem): ItemDifferences => ({
  lineId: null,
  title: item.productName || item.itemSku,
  texts: [],
  isChanged: false,
  fields: (["quantity", "itemSku"] as const).map((field) => ({
    field,
    sent: "",
    provider: String(item[field]),
    shopify: null,
    differs: ["provider"],
  })),
});

function previewsIn(
  submissions: readonly SubmissionDifferences[],
  { previewOf }: Pick<Confidential, "previewOf">,
): Record<string, string> {
  const links = submissions
    .flatMap(({ items }) => items.flatMap(({ fields }) => fields))
    .filter(({ field }) => isArtworkField(field))
    .flatMap(({ sent, provider, shopify }) => [sent, provider, shopify]);
  return Object.fromEntries(
    [...new Set(links)].flatMap((link) => {
      const preview = link && /^https?:/.test(link) ? previewOf(link) : null;
      return link && preview ? [[link, preview] as const] : [];
    }),
  );
}
