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
}

export const EVENT_KINDS = ["tracking", "order_status"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface Registration {
  account: string;
  kind: EventKind;
  endpoint: string;
  active: boolean;
  accessKey: string;
  accessToken: string;
}

export interface EventDelivery {
  account: string;
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

export interface Store {
  orders: Order[];
  creates: CreateCall[];
  registrations: Registration[];
  deliveries: EventDelivery[];
  tokens: Map<string, { account: string; issuedAt: Date }>;
  tokensIssued: number;
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
