/** What is known of one seed once it rests: plain data, so that every judgement on it is a pure function. */

/** A line of an order as Shopify has it. */
export interface BoughtLine {
  gid: string;
  /** What it prints as; null: not ours. */
  itemSku: string | null;
  /** The most that was wanted of it at any time. */
  most: number;
  /** Wanted now. */
  now: number;
  unfulfilled: number;
}

export interface Fulfilment {
  id: string;
  live: boolean;
  byApp: boolean;
  /** Shopify makes a fulfillment of its own for each location that the goods leave from. */
  location: string | null;
  numbers: string[];
  lines: { lineGid: string; quantity: number }[];
}

/** One order as Shopify has it. */
export interface Bought {
  key: string;
  shop: string;
  gid: string;
  cancelled: boolean;
  /** The merchant has left for good: it is nobody's to go on with. */
  appGone: boolean;
  /** The app was taken away from the shop after it, and came back: what it did not know by then it leaves alone. */
  beforeReturn: boolean;
  lines: BoughtLine[];
  fulfilments: Fulfilment[];
  mails: { fulfilmentId: string; kind: string; numbers: string[] }[];
}

/** One order as the print service has it. */
export interface Made {
  reference: string;
  account: string;
  /** Key of the order it was made for, found by the address and not by our database. */
  for: string | null;
  items: { itemSku: string; quantity: number }[];
  numbers: string[];
  /** The printer does not go on with it. The event that said why may be lost: the list has no such words (2.8). */
  stopped: boolean;
}

export interface CreateHeard {
  reference: string | null;
}

export interface HookSent {
  id: string;
  shop: string;
  topic: string;
  acknowledged: boolean;
}

export interface EventSent {
  account: string;
  reference: string;
  /** null: no tracking event. */
  number: string | null;
  acknowledged: boolean;
}

/** Something that nobody may believe: its signature or key was wrong, or it named the wrong shop. */
export interface Forged {
  what: string;
  /** Found nowhere, if all is well: a webhook id, a tracking number. */
  marker: string;
  status: number | null;
}

export interface SubmissionRow {
  id: string;
  shop: string;
  orderGid: string;
  reference: string;
  kind: string;
  state: string;
  replaced: boolean;
  claimed: boolean;
  lines: { lineGid: string; itemSku: string; quantity: number; fulfilled: number }[];
  attempts: AttemptRow[];
  walks: WalkRow[];
  /** Times at which a person said that it is not there. */
  personSaidAbsent: Date[];
  moves: { from: string; to: string }[];
  parcels: ParcelRow[];
}

export interface AttemptRow {
  number: number;
  startedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
  /** The service should have taken it and did not, and nobody has had the submission sent again since. */
  vain: boolean;
}

/** A complete walk over the service's list that did not show the submission. */
export interface WalkRow {
  at: Date;
  /** When the later submissions that it did show were sent. */
  witnessesSentAt: Date[];
  /** It showed one, too, that was sent before; or none was. */
  showsEarlier: boolean;
}

export interface ParcelRow {
  number: string;
  state: string;
  claimed: boolean;
  writes: { kind: string; outcome: string; notified: boolean }[];
}

export interface OrderRow {
  shop: string;
  gid: string;
  leftAlone: string | null;
  redacted: boolean;
  /** Codes of its open reasons for attention. */
  open: string[];
}

export interface DeliveryRow {
  id: string;
  source: string;
  /** Domain of the shop, or e-mail of the print account. */
  scope: string;
  deliveryId: string;
  state: string;
  attempts: number;
}

export interface Bound {
  what: string;
  measured: number;
  most: number;
}

export interface Facts {
  bought: Bought[];
  made: Made[];
  creates: CreateHeard[];
  hooks: HookSent[];
  events: EventSent[];
  forged: Forged[];
  /** Webhook ids of bodies that no program can read. */
  unreadable: string[];
  orders: OrderRow[];
  submissions: SubmissionRow[];
  deliveries: DeliveryRow[];
  /** What still moved when the limit of waiting was reached; empty: all was at rest. */
  restless: string[];
  /** What was written where no secret may be: the log, Redis. */
  texts: { where: string; text: string }[];
  /** Words that must not stand there, each with what it is. */
  secrets: { what: string; word: string }[];
  bounds: Bound[];
  quietPeriodMs: number;
  /** Shops of which Shopify had everything erased, and how much of them is left. */
  erased: { shop: string; left: number }[];
  /** Which shop uses which print account. */
  accounts: { shop: string; account: string }[];
}
