import { isoCountry } from "../../address/country.ts";
import { cleanText, firstText } from "../../common/clean-text.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { isDeepStrictEqual } from "node:util";
import { readOrderMoney } from "../../profit/order-revenue.ts";
import type { Prisma, Order, OrderLine, IgnoredReason } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Address, LineSnapshot, OrderMoney, OrderSnapshot } from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";
import {
  decryptSummary,
  encryptCustomer,
  type CustomerSummary,
  type RuleValues,
  type StoredSummary,
} from "../core/customer-summary.ts";
import { paidForLines, ruleOrder } from "../compose/rules.ts";
import { orderSearchHashes } from "../core/search-words.ts";

/** What the erasure of a shop's data leaves behind of one order. */
export function tombstoneHash(
  ctx: Pick<OrdersContext, "encryptor">,
  shopDomain: string,
  orderGid: Gid<"Order">,
): string {
  return ctx.encryptor.hash(`tombstone ${shopDomain} ${orderGid}`);
}

/** Keyed hash of everything that a parcel's label shows: a change shows without the address being stored. */
export function addressHash(ctx: Pick<OrdersContext, "encryptor">, address: Address | null): string | null {
  if (!address) return null;
  const { name, firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode } = address;
  const parts = [name, firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode];
  // As they are printed: a blank more or less is no other address.
  return ctx.encryptor.hash(JSON.stringify(parts.map((part) => cleanText(part) || null)));
}

/**
 * Shopify's updated_at has whole seconds. Of two snapshots of one second, the one that was read later is newer, and a webhook is
 * older than a read after that second: it may come late, and lack a line that was added since.
 */
export function isStale({ clock }: Pick<OrdersContext, "clock">, order: Order, snapshot: OrderSnapshot): boolean {
  const { updatedAt, readAt } = snapshot;
  if (updatedAt.getTime() !== order.shopifyUpdatedAt.getTime()) return updatedAt < order.shopifyUpdatedAt;
  if (!snapshot.complete) return isReadAfter(order, updatedAt);
  // Another machine's clock may have run ahead.
  return readAt !== undefined && order.readAt !== null && readAt < order.readAt && order.readAt <= clock.now();
}

/**
 * Whether a webhook contradicts what is stored of the same second: webhooks overtake each other, so either may be the newer one.
 * Needs a snapshot that is not stale.
 */
export function contradictsStored(
  ctx: Pick<OrdersContext, "encryptor">,
  { order, created, lines }: { order: Order; created: boolean; lines: readonly OrderLine[] },
  snapshot: OrderSnapshot,
): boolean {
  if (snapshot.complete || created || snapshot.updatedAt.getTime() !== order.shopifyUpdatedAt.getTime()) return false;
  return differsFromStored(ctx, { order, lines }, snapshot);
}

/**
 * Whether a webhook cannot tell how much of a line is still to be fulfilled, and shows less than is stored. What is stored came from a
 * snapshot that could tell.
 */
export function lacksRemaining(stored: readonly OrderLine[], { lines }: OrderSnapshot): boolean {
  const known = new Map(stored.map(({ shopifyGid, remaining }) => [shopifyGid, remaining]));
  return lines.some(({ gid, remaining, remainingUncertain }) => remainingUncertain && known.get(gid) !== remaining);
}

interface StoredOrder {
  order: Pick<Order, "cancelledAt" | "financialStatus" | "addressHash">;
  lines: readonly Pick<OrderLine, "shopifyGid" | "quantity" | "remaining">[];
}

type ShownLines = readonly Pick<LineSnapshot, "gid" | "quantity" | "remaining">[];

/** Whether Shopify shows an order otherwise than it is stored, in what a change after sending is noticed by (warn-after-sent.ts). */
export function differsFromStored(
  ctx: Pick<OrdersContext, "encryptor">,
  { order, lines }: StoredOrder,
  shown: Pick<OrderSnapshot, "cancelledAt" | "financialStatus" | "shippingAddress"> & { lines: ShownLines },
): boolean {
  return (
    (shown.cancelledAt === null) !== (order.cancelledAt === null) ||
    shown.financialStatus !== order.financialStatus ||
    addressHash(ctx, shown.shippingAddress) !== order.addressHash ||
    !hasSameLines(lines, shown.lines)
  );
}

function hasSameLines(stored: StoredOrder["lines"], shown: ShownLines): boolean {
  const now = new Map(shown.map((line) => [line.gid, line]));
  const known = new Set(stored.map(({ shopifyGid }) => shopifyGid));
  // A line that Shopify no longer shows stays, with quantity 0.
  const same = stored.every((line) => {
    const { quantity, remaining } = now.get(line.shopifyGid) ?? { quantity: 0, remaining: 0 };
    return line.quantity === quantity && line.remaining === remaining;
  });
  return same && shown.every(({ gid }) => known.has(gid));
}

/** Of updated_at, and of clocks that differ. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Whether an order was read after the second of `updatedAt`, in which it may have changed again. */
export const isReadAfter = ({ readAt }: Pick<Order, "readAt">, updatedAt: Date): boolean =>
  readAt !== null && readAt.getTime() >= updatedAt.getTime() + CLOCK_TOLERANCE_MS;

/** Whether a row became due while the order was being read. */
export const isDueSinceRead = (
  { clock }: Pick<OrdersContext, "clock">,
  dueAt: Date | null,
  { readAt }: Pick<OrderSnapshot, "readAt">,
): boolean => dueAt !== null && readAt !== undefined && dueAt > readAt && dueAt <= clock.now();

/** Why the whole order is ignored, or null. A later go-live date does not ignore an order that was received before. */
export function findIgnoredReason(
  order: Order,
  created: boolean,
  { shop, tombstoned }: { shop: ShopRow; tombstoned: boolean },
): IgnoredReason | null {
  if (!created) return order.ignoredReason;
  if (tombstoned) return "redacted";
  return order.shopifyCreatedAt < shop.goLiveAt ? "before_go_live" : null;
}

type Hashing = Pick<OrdersContext, "encryptor">;
type Stored = Pick<
  Order,
  "id" | "shopId" | "customerEncrypted" | "searchHashes" | "destinationCountry" | "tags" | "redactedAt"
>;
type CustomerColumns = Partial<Pick<Order, "customerEncrypted" | "searchHashes" | "destinationCountry" | "tags">>;

/**
 * The columns by which lists show and find an order, with its customer and its tags, and rules are tried on it; none where they hold the same already: an index entry
 * for each hash is written again with them. A customer who was erased stays erased, also when the order is read again.
 */
export function customerColumns(
  ctx: Hashing,
  order: Stored,
  snapshot: OrderSnapshot,
  ignoredReason: IgnoredReason | null,
): CustomerColumns {
  if (order.redactedAt || ignoredReason === "redacted") return {};
  const stored = decryptSummary(ctx, order);
  const customer = customerSummary(snapshot);
  const summary = { ...customer, rules: ruleValues(snapshot, stored?.rules) };
  const searchHashes = orderSearchHashes(ctx, order.shopId, snapshot);
  const destinationCountry = destinationOf(customer.countryCode);
  const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
  return {
    ...(isSame(stored, summary) ? {} : { customerEncrypted: encryptCustomer(ctx, order.id, summary) }),
    ...(snapshot.tags === null || same(order.tags, snapshot.tags) ? {} : { tags: snapshot.tags }),
    ...(same(order.searchHashes, searchHashes) ? {} : { searchHashes }),
    ...(order.destinationCountry === destinationCountry ? {} : { destinationCountry }),
  };
}

/** The country as its column has it. "": there is none, or ISO has none of that code. */
export const destinationOf = (countryCode: string | undefined): string => isoCountry(countryCode ?? "") ?? "";

const isSame = (stored: StoredSummary | null, now: StoredSummary): boolean =>
  stored !== null && JSON.stringify(stored) === JSON.stringify(now);

/** An app may write megabytes into the attributes of a cart. */
const MAX_TEXTS = 10_000;

/** What rules read of an order. A webhook lacks most of it: what was read before stays. */
function ruleValues(snapshot: OrderSnapshot, stored: RuleValues | undefined): RuleValues {
  const now = ruleOrder(snapshot);
  const texts = JSON.stringify([now.note, now.attributes]).length > MAX_TEXTS ? { note: null, attributes: null } : {};
  const tagged = snapshot.lines.filter(({ productGid, productTags }) => productGid && productTags);
  const productTags = Object.fromEntries(tagged.map((line) => [line.productGid, line.productTags ?? []]));
  const values = { ...now, ...texts, productTags };
  if (!stored) return values;
  // How many they were is known best from the first reading.
  if (snapshot.complete) return { ...values, customerOrders: values.customerOrders ?? stored.customerOrders };
  return {
    ...values,
    tags: now.tags ?? stored.tags,
    customerTags: stored.customerTags,
    customerOrders: stored.customerOrders,
    discountCodes: stored.discountCodes,
    risk: stored.risk,
    productTags: stored.productTags,
  };
}

/** The snapshot with what an earlier reading told: how many orders the customer had placed, which a later one may not know. */
export function withKnownOrders(
  ctx: Hashing,
  order: Pick<Order, "id" | "customerEncrypted">,
  snapshot: OrderSnapshot,
  { rules }: Pick<ShopSettings, "rules">,
): OrderSnapshot {
  const isUnknown = snapshot.complete && snapshot.customerOrders === null;
  const isAsked =
    isUnknown && rules.some(({ on, conditions }) => on && conditions.some(({ of }) => of === "first_order"));
  const customerOrders = isAsked ? (decryptSummary(ctx, order)?.rules?.customerOrders ?? null) : null;
  return customerOrders === null ? snapshot : { ...snapshot, customerOrders };
}

/** Whom the order goes to; the person who pays where nothing is shipped. */
function customerSummary({ shippingAddress: to, billingAddress: payer }: OrderSnapshot): CustomerSummary {
  return {
    name: firstText(to && nameOf(to), payer && nameOf(payer)),
    city: firstText(to?.city),
    country: firstText(to?.country, to?.countryCode),
    countryCode: firstText(to?.countryCode),
  };
}

const nameOf = ({ name, firstName, lastName, company }: Address): string =>
  firstText(name, `${firstName ?? ""} ${lastName ?? ""}`, company);

/**
 * The amounts of a snapshot; none where the same are stored. A webhook knows all of them. A read knows quantities, and prices after
 * discounts: it adds to what a webhook told.
 */
export function moneyColumn(
  order: Pick<Order, "money">,
  { money, complete }: OrderSnapshot,
): Partial<Pick<Order, "money">> {
  if (!money) return {};
  const stored = readOrderMoney(order.money);
  const merged = complete && stored?.currency === money.currency ? addRead(stored, money) : money;
  return isDeepStrictEqual(stored, merged) ? {} : { money: merged as unknown as Prisma.JsonObject };
}

function addRead(stored: OrderMoney, read: OrderMoney): OrderMoney {
  const known = new Map(stored.lines.map((line) => [line.gid, line]));
  return {
    ...stored,
    giftCards: read.giftCards,
    shipping: { ...stored.shipping, current: read.shipping.current },
    lines: read.lines.map((line) => {
      const before = known.get(line.gid);
      return before?.ordered === line.ordered ? { ...before, current: line.current } : line;
    }),
  };
}

type PricedLine = Pick<LineSnapshot, "gid" | "quantity" | "unitPrice">;

/**
 * What the customer paid for the printable lines, after all discounts: a decimal string in the order's currency; null where a
 * price is unknown.
 */
export const paidForPrintable = (
  lines: readonly PricedLine[],
  currency: string,
  isPrintable: (gid: Gid<"LineItem">) => boolean,
): string | null =>
  paidForLines(
    lines.filter(({ gid }) => isPrintable(gid)),
    currency,
  );

/** What the customer paid for pieces of the order's lines, likewise. */
export function paidForItems(
  lines: readonly PricedLine[],
  currency: string,
  items: readonly Pick<PricedLine, "gid" | "quantity">[],
): string | null {
  const pieces = (gid: Gid<"LineItem">) =>
    items.reduce((sum, item) => (item.gid === gid ? sum + item.quantity : sum), 0);
  return paidForLines(
    lines.map((line) => ({ ...line, quantity: pieces(line.gid) })),
    currency,
  );
}
