import { findVariant } from "./catalog.ts";
import { plainId } from "./ids.ts";
import type {
  Address,
  Attribute,
  Customer,
  FinancialStatus,
  Line,
  Order,
  PaymentTerms,
  Risk,
  RiskLevel,
  ShippingLine,
  Shop,
} from "./model.ts";
import { now, type Store } from "./store.ts";

export type AddressInput = Partial<Address>;

export interface LineInput {
  /** Plain id or gid; a custom line when left out. */
  variantId?: string;
  quantity?: number;
  title?: string;
  variantTitle?: string | null;
  sku?: string | null;
  vendor?: string | null;
  price?: string;
  /** Of the whole line. */
  discount?: string;
  requiresShipping?: boolean;
  isGiftCard?: boolean;
  properties?: Attribute[];
  /** No fulfillment order is made of it before `routeOrder`; false when left out. */
  unrouted?: boolean;
  /** Split shipping: a shipping line that the customer chose for this line. */
  shippingLine?: ShippingLineInput;
}

interface ShippingLineInput {
  title: string;
  code?: string | null;
  price?: string;
  source?: string;
}

export interface OrderInput {
  lines: LineInput[];
  email?: string | null;
  phone?: string | null;
  shippingAddress?: AddressInput | null;
  /** The shipping address when left out. */
  billingAddress?: AddressInput | null;
  customer?: Partial<Omit<Customer, "id">> | null;
  shippingLine?: ShippingLineInput | null;
  /** Adds a line titled "Tip", as Shopify does. */
  tip?: string;
  tags?: string[];
  discountCodes?: string[];
  note?: string | null;
  noteAttributes?: Attribute[];
  test?: boolean;
  financialStatus?: FinancialStatus;
  paymentGateways?: string[];
  paymentTerms?: PaymentTerms | null;
  delivery?: Order["delivery"];
  scheduled?: boolean;
  sourceName?: string;
  customerLocale?: string;
  presentment?: { currency: string; rate: string };
  /** Prices include taxes of this rate, such as 0.25. */
  includedTax?: string;
  risk?: RiskLevel;
}

const NO_ADDRESS: Address = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  country: null,
  countryCode: null,
  zip: null,
  phone: null,
};

export const address = (input: AddressInput | null | undefined): Address | null =>
  input ? { ...NO_ADDRESS, ...input } : null;

const RECOMMENDATIONS = {
  HIGH: "CANCEL",
  MEDIUM: "INVESTIGATE",
  LOW: "ACCEPT",
  NONE: "NONE",
  PENDING: "NONE",
} as const;

export const riskOf = (level: RiskLevel): Risk => ({
  recommendation: RECOMMENDATIONS[level],
  assessments: [{ riskLevel: level }],
});

export function line(store: Store, shop: Shop, input: LineInput): Line {
  const found = input.variantId ? findVariant(shop, plainId(input.variantId)) : null;
  if (input.variantId && !found) throw new Error(`${shop.domain} has no variant ${input.variantId}`);
  const quantity = input.quantity ?? 1;
  const variantTitle = found && found.variant.title !== "Default Title" ? found.variant.title : null;
  return {
    id: store.nextId(),
    variantId: found?.variant.id ?? null,
    productId: found?.product.id ?? null,
    title: input.title ?? found?.product.title ?? "Custom item",
    variantTitle: input.variantTitle === undefined ? variantTitle : input.variantTitle,
    sku: input.sku === undefined ? (found?.variant.sku ?? null) : input.sku,
    vendor: input.vendor === undefined ? (found?.product.vendor ?? null) : input.vendor,
    quantity,
    currentQuantity: quantity,
    unfulfilled: quantity,
    price: input.price ?? found?.variant.price ?? "10.00",
    totalDiscount: input.discount ?? "0.00",
    requiresShipping: input.requiresShipping ?? found?.variant.requiresShipping ?? true,
    isGiftCard: input.isGiftCard ?? found?.product.isGiftCard ?? false,
    properties: input.properties ?? [],
    unrouted: input.unrouted ?? false,
    shippingLineId: null,
    grams: 200,
  };
}

const tipLine = (store: Store, shop: Shop, price: string) =>
  line(store, shop, { title: "Tip", price, requiresShipping: false });

function customer(store: Store, input: OrderInput, ship: Address | null): Customer | null {
  if (input.customer === null) return null;
  return {
    id: store.nextId(),
    firstName: ship?.firstName ?? null,
    lastName: ship?.lastName ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    tags: [],
    ...input.customer,
  };
}

const shippingLine = (
  store: Store,
  { title, code, price = "5.00", source = "shopify" }: ShippingLineInput,
): ShippingLine => ({
  ...{ id: store.nextId(), title, code: code ?? title, source, price, discountedPrice: price, carrierIdentifier: null },
});

/** The lines, and the order's shipping lines: one for all, and those of single lines. */
function linesAndShipping(store: Store, shop: Shop, input: OrderInput): Pick<Order, "lines" | "shippingLines"> {
  const shippingLines =
    input.shippingLine === null ? [] : [shippingLine(store, input.shippingLine ?? { title: "Standard" })];
  const lines = input.lines.map((each) => {
    const made = line(store, shop, each);
    if (!each.shippingLine) return made;
    const own = shippingLine(store, each.shippingLine);
    shippingLines.push(own);
    return { ...made, shippingLineId: own.id };
  });
  return { lines: [...lines, ...(input.tip ? [tipLine(store, shop, input.tip)] : [])], shippingLines };
}

/** The order as the checkout leaves it: no fulfillment orders yet, nothing announced. */
export function buildOrder(store: Store, shop: Shop, input: OrderInput): Order {
  const at = now(store);
  const number = shop.nextOrderNumber++;
  const ship = address(input.shippingAddress);
  return {
    id: store.nextId(),
    number,
    name: `#${number}`,
    email: input.email ?? null,
    phone: input.phone ?? null,
    createdAt: at,
    processedAt: at,
    updatedAt: at,
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    test: input.test ?? false,
    edited: false,
    sourceName: input.sourceName ?? "web",
    tags: input.tags ?? [],
    metafields: [],
    discountCodes: input.discountCodes ?? [],
    note: input.note ?? null,
    noteAttributes: input.noteAttributes ?? [],
    currency: shop.currency,
    presentmentCurrency: input.presentment?.currency ?? shop.currency,
    presentmentRate: input.presentment?.rate ?? "1",
    includedTax: input.includedTax ?? "0",
    financialStatus: input.financialStatus ?? "PAID",
    paymentGateways: input.paymentGateways ?? ["bogus"],
    paymentTerms: input.paymentTerms ?? null,
    delivery: input.delivery ?? "SHIPPING",
    scheduled: input.scheduled ?? false,
    customerLocale: input.customerLocale ?? "en",
    shippingAddress: ship,
    billingAddress: input.billingAddress === undefined ? ship : address(input.billingAddress),
    customer: customer(store, input, ship),
    ...linesAndShipping(store, shop, input),
    refunds: [],
    fulfillments: [],
    fulfillmentOrders: [],
    risk: riskOf(input.risk ?? "LOW"),
    givenTotals: null,
    token: `token${number}`,
  };
}
