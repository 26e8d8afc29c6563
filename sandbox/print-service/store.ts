/** The state of the stand-in, in memory. */
export interface Item {
  itemId: number;
  productName: string;
  variantTitle: string;
  itemSku: string;
  quantity: number;
  artworkFront: string;
  artworkBack: string;
  mockup: string;
  note: string;
  orderStatus: string;
  paymentStatus: string;
  /** Artwork of an item of version 3, by side; front and back are above, too. */
  artworks?: Record<string, string>;
}

interface Tracking {
  trackingNumber: string;
  trackingUrl: string;
  updatedAt: Date;
}

export interface Order {
  serviceId: string;
  /** Email of the account that sent it. */
  account: string;
  reference: string;
  /** Place of the create call that made it, and with it maybe others, in `creates`. */
  createCall: number;
  enteredAt: Date;
  /** The shipping fields, under their wire names. */
  shipping: Record<string, string>;
  method: number | null;
  items: Item[];
  trackings: Tracking[];
  /** The raw request body. */
  raw: string;
  /** The order exists, and the list, or list and detail, never show it. */
  hiddenFrom?: "list" | "list and detail";
  /** Of an order that came by version 3. */
  version3?: Version3Order;
}

/** What version 3 has of an order beyond version 1. Amounts are decimal strings. */
export interface Version3Order {
  shippingService: string;
  fees: Record<"base_fee" | "shipping_fee" | "tax_fee" | "surcharge" | "total_price", string>;
  /** When the order counts as paid, maybe only later; null: it was not paid. */
  paidFrom: Date | null;
  isDeleted: boolean;
  /** Fields of the request that the interface does not have: they make it the order of another marketplace. */
  unknownFields: string[];
}

/** Money that moved at the service. */
export interface Transaction {
  account: string;
  serviceId: string;
  kind: "payment" | "refund";
  amount: string;
  at: Date;
}

export const EVENT_KINDS = ["tracking", "order_status"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface Registration {
  account: string;
  /** Registered by version 3, and for its orders alone. */
  isVersion3?: boolean;
  kind: EventKind;
  endpoint: string;
  active: boolean;
  accessKey: string;
  accessToken: string;
}

export interface EventDelivery {
  account: string;
  isVersion3?: boolean;
  kind: EventKind;
  endpoint: string;
  body: unknown;
  sentAt: Date;
  /** HTTP status of the answer; null while waiting, or when none came. */
  responseStatus: number | null;
  error: string | null;
}

/** One create call, successful or not. */
export interface CreateCall {
  /** null: the body names none. */
  reference: string | null;
  at: Date;
  /** HTTP status; null until the answer is sent completely. */
  responseStatus: number | null;
}

interface Token {
  account: string;
  issuedAt: Date;
  /** Of version 3; undefined: of version 1. */
  refreshToken?: string;
}

export interface Store {
  orders: Order[];
  creates: CreateCall[];
  registrations: Registration[];
  deliveries: EventDelivery[];
  tokens: Map<string, Token>;
  tokensIssued: number;
  transactions: Transaction[];
  /** Requests that came, by endpoint. */
  calls: Record<string, number>;
  nextId: number;
}

export function createStore(): Store {
  return {
    orders: [],
    creates: [],
    registrations: [],
    deliveries: [],
    tokens: new Map(),
    tokensIssued: 0,
    transactions: [],
    calls: {},
    nextId: 1001,
  };
}

/**
 * The order with that service id, else the first one with that reference. Service ids are the service's own: only they
 * are unique.
 */
export function findOrder(store: Store, reference: string): Order {
  const found =
    store.orders.find((o) => o.serviceId === reference) ?? store.orders.find((o) => o.reference === reference);
  if (!found) throw new Error(`the stand-in has no order ${reference}`);
  return found;
}

/** All under that reference: the service may make several of one create call. @throws when there is none */
export function findOrders(store: Store, reference: string): Order[] {
  const found = store.orders.filter((o) => o.reference === reference);
  if (found.length === 0) throw new Error(`the stand-in has no order ${reference}`);
  return found;
}
